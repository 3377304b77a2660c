"""Implementations: seven ways to compute kappa, side by side, with their traps, and in a race."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import implementations, weights
from qwk_app.shared.components import fold
from qwk_app.words.texts import _

lesson = frame.enter("implementations")

frame.title(_("Seven programs, one kappa"))
st.markdown(
    _(
        "Seven programs, each written differently, compute :green[**κ**] of your "
        "ratings. All should give the same number, to the last digits."
    )
)
frame.stop_while_hidden(lesson)
extras = implementations.results(lesson)

st.header(_("Look inside"), anchor=False)
st.markdown(
    _(
        "Each is as short as its idea allows, and none checks its input. Their traps are "
        "part of the lesson."
    )
)
implementations.inside(lesson, extras)
if place := fold(weights.CONSTRUCTION, _("w without a loop"), asked=[weights.DIVIDE]):
    with place:
        weights.construction(lesson)

st.header(_("Where they differ"), anchor=False)
st.markdown(_("With clean ratings all are right. These ratings are not clean."))
implementations.cases(lesson, extras)

st.header(_("Race them"), anchor=False)
st.markdown(
    _(
        "From 10 items to a million, on this server, now. It takes a few seconds, and "
        "nothing is stored."
    )
)
implementations.racing(lesson.palette)

implementations.question(lesson)
