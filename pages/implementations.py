"""Implementations: seven ways to compute kappa, side by side, with their traps, and in a race."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import implementations
from qwk_app.words.texts import _

lesson = frame.enter("implementations")

st.title(_("Seven ways to one kappa"), anchor=False)
st.markdown(
    _(
        "Seven programs, each written in another spirit, are given your ratings. They should all "
        "answer :green[**κ**], down to its last digits."
    )
)
frame.stop_while_hidden(lesson)
extras = implementations.results(lesson)

st.header(_("Look inside"), anchor=False)
st.markdown(
    _(
        "Each is as short as its idea allows, and none of them checks what it is given. Their "
        "traps are part of the lesson."
    )
)
implementations.inside(lesson, extras)

st.header(_("Where they part"), anchor=False)
st.markdown(_("On clean ratings all are right. These are not so clean."))
implementations.cases(lesson, extras)

st.header(_("Race them"), anchor=False)
st.markdown(
    _(
        "From 10 items to a million, on this server, here and now. It takes a few seconds, and "
        "nothing is kept: each race is its own."
    )
)
implementations.racing(lesson.palette)

implementations.question(lesson)
