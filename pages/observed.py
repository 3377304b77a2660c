"""O: how often the two ratings meet in each pair of categories."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import observed
from qwk_app.shared import components
from qwk_app.shared.components import fold
from qwk_app.words import formulas, names
from qwk_app.words.snippets import snippet
from qwk_app.words.texts import _

lesson = frame.enter("observed")

frame.title(_("Count every pair of ratings"))
st.markdown(
    _(
        "Every item has two ratings: {first} and {second}. :blue[**O**] counts the items with each "
        "pair. The row is {first}, the column {second}. On the diagonal the two agree.",
        **names.both(),
    )
)
components.items(lesson)

with observed.counted(lesson):
    st.latex(formulas.observed(lesson))
    components.note(_("The sign # counts the items that have these two ratings."))
    frame.stop_while_cell_hidden(lesson)
    observed.histograms(lesson)

observed.question(lesson)
if place := fold("apart", _("How far apart the two ratings are")):
    with place:
        observed.distances(lesson)
components.export_step(lesson, "observed", snippet("observed", lesson))
