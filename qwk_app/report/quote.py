"""Text for a paper: the sentence, the paragraph on the method, the references."""

from functools import partial
from math import isnan
from urllib.parse import urlsplit

import streamlit as st

from qwk_app.frame import state
from qwk_app.report import rows
from qwk_app.report.page import TEXTS, methods_text
from qwk_app.shared import components
from qwk_app.words.messages import message_bare_text
from qwk_app.words.texts import _
from qwk_core.study.methods import BLANKS, bibtex, blank_sentence, ris
from qwk_core.study.sentences import citation, sentence
from qwk_core.study.study import Study

# Keys of folds.
SENTENCE = "data-sentence"
METHOD = "data-method"
BLANK = "study-blank-{}"

_LONGEST = 300  # characters of a blank's text


def filled(study: Study, made: dict[str, Study]) -> Study:
    """Return the study with the reader's texts for the blanks, and with the app's address.

    `made` are the studies of these data so far. The returned one is kept there, with all that it
    computes later.
    """
    details = {key: str(st.session_state.get(BLANK.format(key)) or "") for key in BLANKS}
    address = st.context.url or ""
    parts = urlsplit(address)
    if parts.hostname and not state.is_local():
        details["address"] = f"{parts.scheme}://{parts.netloc}"
    given = {key: text for key, text in details.items() if text.strip()}
    key = f"filled {study.scheme} {study.roles} {study.choice}"
    if key not in made or made[key].details != given:
        made[key] = study.with_details(given)
    return made[key]


def section(study: Study) -> None:
    """Show the sentence for a paper, its references, and the paragraph on the method."""
    st.header(_("To quote"), anchor=False)
    if isnan(study.kappa):
        st.markdown(_("There is no kappa to quote: it is undefined."))
        return
    # In a fold, because lines to copy load another library.
    if place := components.fold(SENTENCE, _("The sentence, ready to copy")):
        with place:
            st.code(message_bare_text(sentence(study)), language=None, wrap_lines=True)
            components.note(_("And cite:"))
            st.code("\n\n".join(citation(study)), language=None, wrap_lines=True)
    if place := components.fold(METHOD, _("A paragraph on the method")):
        with place:
            _methods(study)


def _methods(study: Study) -> None:
    """Offer the paragraph on the method with fields for its blanks, and the references as files."""
    st.markdown(_("What only you know stands in brackets. Fill it in here: every file follows."))
    for key, text in BLANKS.items():
        st.text_input(
            message_bare_text(blank_sentence(key)).rstrip("."),
            placeholder=_(text),
            key=BLANK.format(key),
            max_chars=_LONGEST,
            persist_state="session",
        )
    for style, title in TEXTS["method"].items():
        components.note(_(title))
        st.code(methods_text(study, style), language=None, wrap_lines=True)
    components.note(_("The items of GRRAS: where each is answered"))
    rows.show(rows.grras(study), "checklist")
    with st.container(horizontal=True):
        for label, make, ending, kind in (
            (_("References (BibTeX)"), bibtex, "bib", "application/x-bibtex"),
            (_("References (RIS)"), ris, "ris", "application/x-research-info-systems"),
        ):
            name = f"references.{ending}"
            components.download(label, partial(make, study), name, kind, key=f"take-{name}")
