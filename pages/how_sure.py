"""How sure: the interval around kappa, and the test against chance."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import how_sure, study_plan
from qwk_app.words.texts import _

lesson = frame.enter("how_sure")

frame.title(_("How sure is this kappa?"))
st.markdown(
    _(
        "Other items would have given another kappa. To see how much κ could vary, "
        "resample these items: draw as many as there are, some of them twice, some not "
        "at all, and compute :green[**κ**]. Then do it again and again. This is called "
        "the bootstrap."
    )
)

frame.stop_while_hidden(lesson)
sure = how_sure.certain(lesson)
how_sure.report(lesson, sure)

chance, errors = st.columns(2)
with chance:
    st.header(_("Could it be chance?"), anchor=False)
    how_sure.test(lesson, sure)
with errors:
    st.header(_("Two standard errors, two questions"), anchor=False)
    how_sure.errors(lesson, sure)

more, words = st.columns(2)
with more:
    st.header(_("What would more items change?"), anchor=False)
    how_sure.more_items(lesson, sure)
with words:
    st.header(_("Would you use the same word?"), anchor=False)
    how_sure.words(lesson, sure)

st.header(_("Before any data: how many items?"), anchor=False)
study_plan.plan(lesson)

how_sure.question(lesson, sure)
how_sure.code(lesson, sure)
