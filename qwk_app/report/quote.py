"""What a reader puts into a paper: the sentence, the paragraph on the method, the references."""

from math import isnan

import streamlit as st

from qwk_app.report.page import METHOD_TITLES, methods_text
from qwk_app.shared import components
from qwk_app.words.messages import message_bare_text
from qwk_app.words.texts import _
from qwk_core.study.methods import bibtex
from qwk_core.study.sentences import citation, sentence
from qwk_core.study.study import Study

# Keys of what is folded away.
SENTENCE = "data-sentence"
METHOD = "data-method"
FOLDS = (SENTENCE, METHOD)


def section(study: Study) -> None:
    """Show the sentence for a paper, ready to copy, what to cite, and a paragraph on the method."""
    st.subheader(_("To quote"), anchor=False)
    if isnan(study.kappa):
        st.markdown(_("There is no kappa to quote: it is undefined."))
        return
    # Folded away, since lines to copy take a library of their own.
    if place := components.fold(SENTENCE, _("The sentence, ready to copy")):
        with place:
            st.code(message_bare_text(sentence(study)), language=None, wrap_lines=True)
            components.note(_("And cite:"))
            st.code("\n\n".join(citation(study)), language=None, wrap_lines=True)
    if place := components.fold(METHOD, _("A paragraph on the method")):
        with place:
            _methods(study)


def _methods(study: Study) -> None:
    """Offer a paragraph on the method, in two styles, and the references as a file."""
    for style, title in METHOD_TITLES.items():
        components.note(_(title))
        st.code(methods_text(study, style), language=None, wrap_lines=True)
    components.download(
        _("References (BibTeX)"),
        lambda: bibtex(study),
        "references.bib",
        "application/x-bibtex",
        key="take-references.bib",
    )
