"""How sure: the interval around kappa, and the test against chance."""

import streamlit as st

from pages.ui import frame, how_sure_parts
from pages.ui.texts import _

lesson = frame.enter("how_sure")

st.title(_("How sure is this kappa?"), anchor=False)
st.markdown(
    _(
        "Other items would have given another kappa. To see how other, draw as many items as there "
        "are from these, with replacement, and compute :green[**κ**] anew; then do it again and "
        "again."
    )
)

frame.curtain(lesson)
sure = how_sure_parts.certain(lesson)
how_sure_parts.report(lesson, sure)

chance, errors = st.columns(2)
with chance:
    st.header(_("Could it be chance?"), anchor=False)
    how_sure_parts.test(lesson, sure)
with errors:
    st.header(_("Two errors, two questions"), anchor=False)
    how_sure_parts.errors(lesson, sure)

more, words = st.columns(2)
with more:
    st.header(_("What more items would bring"), anchor=False)
    how_sure_parts.more_items(lesson, sure)
with words:
    st.header(_("How sure is the word for it?"), anchor=False)
    how_sure_parts.words(lesson, sure)

how_sure_parts.question(lesson, sure)
how_sure_parts.code(lesson, sure)
