"""How sure: the interval around kappa, and the test against chance."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import how_sure
from qwk_app.words.texts import _

lesson = frame.enter("how_sure")

st.title(_("How sure is this kappa?"), anchor=False)
st.markdown(
    _(
        "Other items would have given another kappa. To see how other, draw as many items as there "
        "are from these, with replacement, and compute :green[**κ**] anew; then do it again and "
        "again."
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
    st.header(_("Two errors, two questions"), anchor=False)
    how_sure.errors(lesson, sure)

more, words = st.columns(2)
with more:
    st.header(_("What more items would bring"), anchor=False)
    how_sure.more_items(lesson, sure)
with words:
    st.header(_("How sure is the word for it?"), anchor=False)
    how_sure.words(lesson, sure)

how_sure.question(lesson, sure)
how_sure.code(lesson, sure)
