"""Pitfalls: what many believe of kappa, and what really happens."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import pitfalls
from qwk_app.words.texts import _

lesson = frame.enter("pitfalls")

frame.title(_("Common mistakes about kappa"))
st.markdown(
    _(
        "Every sentence below sounds right, and every one is wrong. Open one, guess, and "
        "see what really happens, computed now. Then open its ratings in the "
        "walk-through and try them."
    )
)

for at, pitfall in enumerate(pitfalls.search()):
    pitfalls.card(lesson, pitfall, expanded=at == 0)
