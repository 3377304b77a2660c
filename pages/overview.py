"""The whole of kappa on one screen: the picture of kappa, three matrices, one formula."""

import streamlit as st

from qwk_app.browser.kappa_box.figure import kappa_box
from qwk_app.frame import frame, presenting, state
from qwk_app.frame.state import HIDE_KAPPA
from qwk_app.shared import components
from qwk_app.words import formulas, sentences
from qwk_app.words.texts import _

lesson = frame.enter("overview")

frame.title(_("How well do two raters agree?"))
st.markdown(sentences.opening(lesson))

kappa_box(lesson)


def matrices() -> None:
    """Show O, w and E."""
    components.side_by_side(lesson, "observed", "weights", "expected", below=True)


# On a projector the matrices follow the picture at once, and κ already stands in the picture.
if state.is_presenting():
    matrices()
if not presenting.ask_first(lesson, HIDE_KAPPA):
    st.markdown(sentences.kappa_meaning(lesson))
if not state.is_presenting():
    matrices()

st.markdown(
    _(
        ":blue[**O**] counts the pairs of ratings. :orange[**w**] is what each pair costs, "
        "from 0 (no miss) to 1 (the widest miss). "
        ":violet[**E**] is what O would be on average if the same ratings were paired at random. "
        "Σ is the sum of all cells."
    )
)
st.latex(formulas.kappa(lesson), width="content")

components.cell_card(lesson, *sentences.CELL)
