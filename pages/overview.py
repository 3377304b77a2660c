"""The whole of kappa on one screen: the picture of kappa, three matrices, one formula."""

import streamlit as st

from qwk_app.browser.kappa_box.figure import kappa_box
from qwk_app.frame import frame, presenting, state
from qwk_app.frame.state import HIDE_CELL, HIDE_KAPPA
from qwk_app.shared import matrices
from qwk_app.words import formulas, sentences
from qwk_app.words.texts import _, joined

lesson = frame.enter("overview")

frame.title(_("How well do two raters agree?"))
st.markdown(sentences.opening(lesson))

underlined = kappa_box(lesson)
# On a projector the bar asks, and has the answer.
if not state.is_presenting() and not presenting.ask_first(lesson, HIDE_KAPPA):
    st.markdown(sentences.compared(lesson))

asks = presenting.asks_for_cell(lesson)
matrices.of_lesson(
    lesson,
    "observed",
    "weights",
    "expected",
    below=True,
    underlined=underlined,
    line=asks or not lesson.hides(HIDE_CELL),
)
if asks:
    presenting.ask_first(lesson, HIDE_CELL)
described = _(
    ":blue[**O**] counts the pairs of ratings. :orange[**w**] is what each pair costs: 0 where "
    "they agree, 1 for the widest miss. :violet[**E**] is what chance would give: the average "
    "of O when one rater's ratings are shuffled. Σ adds up all cells."
)
st.markdown(joined([described, sentences.tiles(lesson)]))
st.latex(formulas.kappa(lesson), width="content")
