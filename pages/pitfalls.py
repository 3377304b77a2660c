"""Pitfalls: what many believe of kappa, and what really happens."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import pitfalls
from qwk_app.words.texts import _

lesson = frame.enter("pitfalls")

frame.title(_("Common mistakes about kappa"))
st.markdown(
    _(
        "Every sentence below sounds right, and every one is wrong. Choose one, guess κ, and "
        "see what really happens. Then open its ratings on Overview and change them."
    )
)

pitfalls.show(lesson)
