"""Pitfalls: what many believe of kappa, and what really happens."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import pitfalls
from qwk_app.words.texts import _

frame.enter("pitfalls")

frame.title(_("Pitfalls: what do people get wrong?"))
st.markdown(_("Each sentence sounds right, and each is wrong. Choose one and guess κ."))

pitfalls.show()
