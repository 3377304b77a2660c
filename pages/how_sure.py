"""How sure: the interval around kappa, and the test against chance."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import how_sure, study_plan
from qwk_app.parts.kappa import SCALE
from qwk_app.shared.components import fold
from qwk_app.words.texts import _

lesson = frame.enter("how_sure")

frame.title(_("How sure is this kappa?"))
st.markdown(
    _(
        "Other items would have given another kappa. The picture shows how far "
        ":green[**κ**] could be from the one you have."
    )
)

frame.stop_while_hidden(lesson)
sure = how_sure.certain(lesson)
how_sure.report(lesson, sure)

if place := fold(how_sure.TEST, _("Could it be chance?")):
    with place:
        how_sure.test(lesson, sure)
if place := fold(how_sure.ERRORS, _("Two standard errors, two questions")):
    with place:
        how_sure.errors(lesson, sure)
if place := fold(how_sure.MORE, _("What would more items change?"), asked=[how_sure.WIDTH]):
    with place:
        how_sure.more_items(lesson, sure)
if place := fold(how_sure.WORDS, _("Would you use the same word?"), asked=[SCALE]):
    with place:
        how_sure.words(lesson, sure)

st.header(_("Before any data: how many items?"), anchor=False)
study_plan.plan(lesson)

how_sure.question(lesson, sure)
how_sure.code(lesson, sure)
