"""The choice of a language: a menu of names for the reader, a code for the link."""

import streamlit as st

from qwk_app.frame import link
from qwk_app.shared.components import unseen
from qwk_app.words import language
from qwk_app.words.language import LANG
from qwk_app.words.texts import _

MENU = "languages"  # the key of the menu
# Chinese has no italics: emphasis is bold.
_UPRIGHT = "<style>:lang(zh) em { font-style: normal; font-weight: 600; }</style>"
# Streamlit 1.67 writes in English how to submit a field, and how large a file may be.
_NO_ENGLISH = """<style>:root:not(:lang(en)) :is(
  [data-testid="InputInstructions"], [data-testid="stFileUploaderDropzoneInstructions"]
) { display: none; }</style>"""


def keep_in_link() -> None:
    """Tie the language to the link.

    A link carries the options that its widget shows. So an invisible widget has the codes.
    """
    codes = [*language.languages()]
    with unseen(f"unseen-{LANG}"):
        code = st.selectbox(
            _("Language"), codes, codes.index(language.of_browser()), key=LANG, bind=link.bind(LANG)
        )
    if code in codes and code != language.current().code:
        st.rerun()  # the browser's Back led to an address with another language


def choose() -> None:
    """Draw the menu of languages. Each has its own name."""
    names = language.languages()
    here = language.current().code
    st.menu_button(
        names[here],
        names,
        key=MENU,
        on_click=_choose,
        icon=":material/translate:",
        format_func=names.__getitem__,
    )
    # A screen reader chooses its voice by it (WCAG 3.1.1). Streamlit 1.67 marks pages as English.
    st.html(f"<script>{page_language_script(here)}</script>", unsafe_allow_javascript=True)
    st.html(_UPRIGHT + _NO_ENGLISH)


def _choose() -> None:
    st.session_state[LANG] = st.session_state[MENU]


def page_language_script(code: str) -> str:
    """Return the script that sets the page's language in the browser.

    It is the app's only inline script. The content security policy allows it by its hash.
    """
    return f'document.documentElement.lang = "{code}"'
