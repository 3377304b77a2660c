"""What if: change one item, and see what lifts kappa and what lowers it."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts.what_if import cells, experiments, items
from qwk_app.words.texts import _

lesson = frame.enter("what_if")

frame.title(_("What if one item were different?"))
st.markdown(_("Choose a cell, then press a button. *Undo* takes it back."))
frame.stop_while_hidden(lesson)
cells.push(lesson)

st.header(_("Which item to correct?"), anchor=False)
items.corrections(lesson)

experiments.show(lesson)
cells.code_and_csv(lesson)
