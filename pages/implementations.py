"""Implementations: seven ways to compute kappa, with their traps, and in a race."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import weights
from qwk_app.parts.implementations import answers, cases, inside, racing
from qwk_app.shared.components import fold
from qwk_app.words.texts import _

lesson = frame.enter("implementations")

frame.title(_("How do programs compute kappa?"))
frame.stop_while_hidden(lesson)
found = answers.agree(lesson)
inside.inside(lesson, found)

st.header(_("Where they differ"), anchor=False)
st.markdown(_("With clean ratings all are right. These are not clean."))
cases.question(lesson)
cases.cases()

if place := fold(
    "implementations-answers", _("All answers, digit by digit"), asked=[answers.EXTRAS]
):
    with place:
        answers.table(lesson, found)
if place := fold("construction", _("w without a loop"), asked=[weights.DIVIDE]):
    with place:
        weights.construction(lesson)
if place := fold("implementations-race", _("A race: from 10 items to a million")):
    with place:
        racing.racing()
