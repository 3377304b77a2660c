"""How sure: the interval around kappa, the test against chance, and what to report."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts.how_sure import chance, interval, report
from qwk_app.parts.kappa import SCALE
from qwk_app.parts.study_plan import old_links
from qwk_app.shared.components import fold
from qwk_app.words.texts import _

lesson = frame.enter("how_sure")

frame.title(_("How sure is this kappa?"))
st.markdown(_("Other items would have given another kappa."))

frame.stop_while_hidden(lesson)
sure = interval.show(lesson)
if place := fold("sure-test", _("Could it be chance?")):
    with place:
        chance.test(lesson, sure)
        chance.errors(sure)
if sure and (place := fold("sure-report", _("What can you report?"), asked=[SCALE])):
    with place:
        report.quote(lesson, sure)
        report.words(sure)
        report.code(lesson, sure)
old_links.show(lesson)

interval.question(lesson, sure)
frame.link_to("study_plan", _("How many items do you need?"))
