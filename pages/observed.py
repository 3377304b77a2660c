"""O: how often the two ratings meet in each pair of categories."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import observed
from qwk_app.shared import components, matrices
from qwk_app.words import formulas, sentences, snippets
from qwk_app.words.texts import _

lesson = frame.enter("observed")

frame.title(_("Count every pair of ratings"))
st.markdown(
    _(
        "Every item has two ratings: the actual one, and the predicted one. :blue[**O**] "
        "counts how many items have each pair. The row is the actual category, the "
        "column the predicted one. On the diagonal the two agree."
    )
)
components.items(lesson)

with components.explained(lesson, "observed", told="count", share=matrices.SMALL_SHARE):
    st.latex(formulas.observed(lesson))
    components.note(_("The sign # counts the items that have these two ratings."))
    components.cell_card(lesson, sentences.observed_cell)
    frame.stop_while_cell_hidden(lesson)

growth, totals = st.columns(2)
with growth:
    st.header(_("Watch O grow"), anchor=False)
    observed.growth(lesson)
with totals:
    st.header(_("Row and column totals"), anchor=False)
    observed.histograms(lesson)

st.header(_("How often do the raters agree?"), anchor=False)
if observed.question(lesson):  # the answer stands in what follows
    observed.distances(lesson)
components.code(snippets.observed(lesson))
components.download_matrix(lesson, "observed")
