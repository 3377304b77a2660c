"""The languages the app speaks, and which of them this reader is shown.

A language is one file in the folder `locale`, ``<code>/LC_MESSAGES/qwk.po``: `make translations`
compiles it, and the app finds it. English needs none: what the code says is English.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, cached_property, wraps
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import ParamSpec, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

LANG = "lang"  # the selector's key, and its name in the link
SOURCE = "en"
DOMAIN = "qwk"
FOLDER = Path(__file__).with_name("locale")

P = ParamSpec("P")
T = TypeVar("T")


def N_(message: str) -> str:
    """Mark a message for translation; pages take it from `qwk_app.words.texts`."""
    return message


# Translators: the name of your language, as it calls itself.
_NAME = N_("English")
# Translators: the word "language", in yours. The selector shows it in every language there is.
_LABEL = N_("Language")
# Translators: this number as your language writes it: its decimal mark, and what sets off
# thousands.
_LARGE_SAMPLE = N_("12,345.6")
# Translators: the same for four digits, which some languages leave unbroken.
_SMALL_SAMPLE = N_("1,234")


@dataclass(frozen=True)
class Language:
    """One language: its messages, and how it writes numbers."""

    code: str
    messages: NullTranslations = field(default_factory=NullTranslations)

    def say(self, message: str) -> str:
        """Return a message in this language; what is not translated stays English."""
        return self.messages.gettext(message) if message else ""

    def say_plural(self, one: str, many: str, n: int) -> str:
        """Return the one of two messages that the number asks for, in this language."""
        return self.messages.ngettext(one, many, n)

    @property
    def name(self) -> str:
        """What the language calls itself."""
        return self.say(_NAME)

    @cached_property
    def marks(self) -> tuple[str, str, str]:
        """The decimal mark, what sets off thousands, and the same in numbers of four digits.

        >>> Language("en").marks
        ('.', ',', ',')
        """
        return _marks(self.say(_LARGE_SAMPLE), self.say(_SMALL_SAMPLE))

    def digits(self, text: str) -> str:
        """Return a number, written as Python does with ``,`` for thousands, as this language does.

        >>> Language("en").digits("1,234.5")
        '1,234.5'
        """
        decimal, thousands, thousands_of_four = self.marks
        if decimal == "." and thousands == thousands_of_four == ",":
            return text
        whole, point, fraction = text.partition(".")
        apart = thousands_of_four if _FOUR.fullmatch(whole) else thousands
        return whole.replace(",", apart) + (decimal + fraction if point else "")


_FOUR = re.compile(r"\D*\d,\d{3}")


def _marks(large: str, small: str) -> tuple[str, str, str]:
    """Read the marks off the two samples that a translator wrote.

    >>> _marks("12.345,6", "1234")
    (',', '.', '')
    """
    found = re.fullmatch(r"12(\D?)345(\D)6", large), re.fullmatch(r"1(\D?)234", small)
    assert found[0] is not None and found[1] is not None, "samples of numbers, see `make lint`"
    return found[0][2], found[0][1], found[1][1]


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    return SOURCE, *sorted(path.parts[-3] for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))


@cache
def language(code: str) -> Language:
    """Return a language by its code."""
    if code == SOURCE:
        return Language(SOURCE)
    with (FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return Language(code, GNUTranslations(file))


# The language of the run under way. A run of the script is one thread, so this is one visitor's.
_spoken: ContextVar[Language | None] = ContextVar("spoken", default=None)


def current() -> Language:
    """Return the language this reader is shown.

    The frame settles it for a page. Callbacks and fragments run without the frame and ask the
    session, as the frame does before the selector is drawn. Outside of any session it is English.
    """
    spoken = _spoken.get()
    if spoken is not None:
        return spoken
    if get_script_run_ctx(suppress_warning=True) is None:
        return language(SOURCE)
    for code in (st.session_state.get(LANG), st.query_params.get(LANG)):
        if code in languages():
            return language(str(code))
    return language(of_browser())


@contextmanager
def speaking(spoken: Language) -> Iterator[None]:
    """Speak one language for a while, whatever the reader chose."""
    token = _spoken.set(spoken)
    try:
        yield
    finally:
        _spoken.reset(token)


def bound(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function such that it speaks this reader's language in any thread.

    For what is called after the page is drawn: the content of a file that is made when it is asked
    for.
    """
    spoken = current()

    @wraps(function)
    def speak(*args: P.args, **kwargs: P.kwargs) -> T:
        with speaking(spoken):
            return function(*args, **kwargs)

    return speak


def of_browser() -> str:
    """Return the language that the reader's browser asks for, English if there is none like it."""
    return best(st.context.locale or SOURCE)


def number_format() -> str | None:
    """Return how Streamlit's own widgets write numbers: as the browser does, if that is asked for.

    They know the browser's language and no other; where it is not the reader's, they stay with the
    point.
    """
    return "localized" if current().code == of_browser() != SOURCE else None


def asked() -> str | None:
    """Return the language that a link should ask for, None where a browser may settle it."""
    code = current().code
    return None if code == of_browser() else code


def best(locale: str) -> str:
    """Return the language that comes closest to a locale such as es-MX.

    >>> best("en-GB"), best("tlh"), best("")
    ('en', 'en', 'en')
    """
    code = locale.replace("_", "-").lower()
    known = languages()
    return next((each for each in (code, code.partition("-")[0]) if each in known), SOURCE)


def choose() -> None:
    """Let the reader choose a language.

    The link carries what the selector shows, hence the codes.
    """
    known = [language(code) for code in languages()]
    code = st.segmented_control(
        " · ".join(dict.fromkeys(each.say(_LABEL) for each in known)),
        languages(),
        default=of_browser(),
        required=True,
        key=LANG,
        bind="query-params",
        help=" · ".join(f"{each.code}: {each.name}" for each in known),
    )
    if code in languages() and code != current().code:
        st.rerun()  # the way back in the browser leads to another language than the session's
    # A screen reader takes its voice from it, and Streamlit calls every page English (WCAG 3.1.1).
    st.html(f"<script>{says_which(current().code)}</script>", unsafe_allow_javascript=True)


def says_which(code: str) -> str:
    """Return the script that tells the browser the page's language.

    It is the app's only inline script: a server's content policy (docs/deploying.md) allows it by
    its hash.
    """
    return f'document.documentElement.lang = "{code}"'


def tabs(key: str, titles: Sequence[str]) -> list[str]:
    """Return the titles of tabs bound to the link in this reader's language, the same one open.

    What a session remembers of tabs is the title of the open one, and so is what a link carries.
    """
    labels = [_said(title) for title in titles]
    held = st.session_state.get(key)
    meant = None if held is None or held in labels else _meant(held, titles, _said)
    if meant is not None:
        st.session_state[key] = _said(meant)
    return [_said(title) for title in offered(key, titles, _said)]


def _said(message: str) -> str:
    return current().say(message)


def offered(key: str, options: Sequence[T], label: Callable[[T], str]) -> Sequence[T]:
    """Return the options of a widget bound to the link, which may name one in any language.

    A link carries what a widget shows. Where it was made in another language than it is opened in,
    the word in it is replaced by this reader's. Call it where the options are given.
    """
    asked = st.query_params.get(key)
    if asked is None or asked in map(label, options):
        return options
    if key in st.session_state:
        # The word is from before the reader chose another language: set anew, it is written anew.
        st.session_state[key] = st.session_state[key]
        return options
    meant = _meant(asked, options, label)
    if meant is not None:
        st.query_params[key] = label(meant)
        st.rerun()
    return options


def _meant(word: str, options: Sequence[T], label: Callable[[T], str]) -> T | None:
    """Return the option that a word stands for in any language, None if it stands for none."""
    for code in languages():
        with speaking(language(code)):
            meant = next((each for each in options if word in (each, label(each))), None)
        if meant is not None:
            return meant
    return None
