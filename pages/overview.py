"""The whole of kappa on one screen: two ratings, three matrices, one number."""

import streamlit as st

from qwk_app.frame import frame, presenting
from qwk_app.frame.state import HIDE_KAPPA
from qwk_app.shared import components
from qwk_app.words import formulas, sentences
from qwk_app.words.texts import _

lesson = frame.enter("overview")

st.title(_("How well do two raters agree?"), anchor=False)
if not presenting.ask_first(lesson, HIDE_KAPPA):
    st.markdown(sentences.kappa_meaning(lesson))

components.items(lesson)

components.side_by_side(lesson, "observed", "weights", "expected")

with st.container(horizontal=True, vertical_alignment="center"):
    st.latex(formulas.kappa(lesson), width="content")
    if not lesson.hides(HIDE_KAPPA):
        components.kappa_scale(lesson)

components.cell_card(lesson, *sentences.CELL)
