"""O: how often the two ratings meet in each pair of categories."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import observed
from qwk_app.shared import components
from qwk_app.words import formulas, sentences, snippets
from qwk_app.words.texts import _

lesson = frame.enter("observed")

st.title(_("Count every pair of ratings"), anchor=False)
st.markdown(
    _(
        "Every item was rated twice. :blue[**O**] counts how often each actual category (row) met "
        "each predicted one (column): agreement on the diagonal, disagreement off it."
    )
)
components.items(lesson)

with components.explained(lesson, "observed"):
    st.latex(formulas.observed(lesson))
    components.cell_card(lesson, sentences.observed_cell)
    frame.stop_while_cell_hidden(lesson)

growth, totals = st.columns(2)
with growth:
    st.header(_("Watch it grow"), anchor=False)
    observed.growth(lesson)
with totals:
    st.header(_("Its totals are two histograms"), anchor=False)
    observed.histograms(lesson)

apart, check = st.columns(2)
with apart:
    st.header(_("Where the raters differ"), anchor=False)
    observed.distances(lesson)
with check:
    st.header(_("Now you"), anchor=False)
    observed.question(lesson)
    components.code(snippets.observed(lesson))
    components.download_matrix(lesson, "observed")
