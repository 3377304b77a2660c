"""Plan a study: how many items an interval of a wanted width takes."""

import streamlit as st

from qwk_app.frame import frame, sidebar
from qwk_app.parts.how_sure import interval
from qwk_app.parts.study_plan import more_items, simulated
from qwk_app.shared.components import fold
from qwk_app.words.texts import _

frame.enter("study_plan")

frame.title(_("How many items do you need?"))
st.markdown(
    _("More items make the interval around κ narrower. Half the width needs four times the items.")
)
settings = st.container()
with settings, st.expander(_("Weights and confidence")):
    sidebar.scheme()
    level = interval.choose_level()
lesson = sidebar.last_lesson("study_plan")
frame.stop_while_hidden(lesson)
more_items.more_items(lesson, level)

if place := fold("study-plan", _("Plan before you have any data"), asked=simulated.FIELDS):
    with place:
        simulated.plan(lesson)
