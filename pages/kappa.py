"""Kappa: weigh both matrices, add them up, divide, and read the number."""

import streamlit as st

from pages.ui import components, formulas, frame, kappa_parts, sentences
from pages.ui.texts import _

lesson = frame.enter("kappa")

st.title(_("How much of chance's disagreement is left?"), anchor=False)
st.markdown(
    _(
        "Weigh O and E cell by cell, add each up, and divide: that much is left. Kappa is 1 minus "
        "it."
    )
)

kappa_parts.weighted(lesson)
st.latex(formulas.kappa(lesson))
components.cell_card(lesson, sentences.cost_cell)
frame.curtain(lesson)

st.header(_("Is that good?"), anchor=False)
st.markdown(sentences.kappa_meaning(lesson))
kappa_parts.special(lesson)
kappa_parts.reading(lesson)

costs, schemes = st.columns(2)
with costs:
    st.header(_("Which misses cost most"), anchor=False)
    kappa_parts.costs(lesson)
with schemes:
    st.header(_("Under other weights"), anchor=False)
    kappa_parts.schemes(lesson)

kappa_parts.question(lesson)

st.header(_("Take it away"), anchor=False)
st.markdown(
    _(
        "These lines compute this very kappa. They name every category, because some libraries "
        "drop the ones that nobody gave."
    )
)
kappa_parts.code(lesson)
kappa_parts.downloads(lesson)
