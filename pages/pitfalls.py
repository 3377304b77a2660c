"""Pitfalls: what many believe of kappa, and what really happens."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import pitfalls
from qwk_app.words.texts import _

lesson = frame.enter("pitfalls")

st.title(_("What many believe of kappa"), anchor=False)
st.markdown(
    _(
        "Every sentence below sounds right, and none of them is. Unfold one to see what really "
        "happens, computed on the spot; then open its ratings in the walkthrough and push on them."
    )
)

for at, pitfall in enumerate(pitfalls.search()):
    pitfalls.card(lesson, pitfall, expanded=at == 0)
