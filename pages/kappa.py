"""Kappa: weigh both matrices, add them up, divide, and read the number."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import kappa
from qwk_app.shared import components
from qwk_app.shared.components import fold
from qwk_app.words import formulas, sentences
from qwk_app.words.texts import _

lesson = frame.enter("kappa")

frame.title(_("How does the disagreement compare with chance?"))
st.markdown(
    _(
        "Multiply :blue[**O**] (the counts) and :violet[**E**] (the counts by chance) by "
        ":orange[**w**] (the costs), cell by cell. Add up all cells of each. Divide the first sum "
        "by the second. :green[**κ**] is 1 minus that ratio."
    )
)

with kappa.weighted(lesson):
    st.latex(formulas.kappa(lesson))
components.cell_card(lesson, sentences.cost_cell)
frame.stop_while_hidden(lesson)

st.header(_("Is that good?"), anchor=False)
st.markdown(sentences.kappa_meaning(lesson))
frame.stop_while_cell_hidden(lesson)
kappa.special(lesson)
kappa.scale_in_words(lesson)
kappa.reading(lesson)

costs, schemes = st.columns(2)
with costs:
    st.header(_("Which misses cost the most?"), anchor=False)
    kappa.costs(lesson)
with schemes:
    st.header(_("Under other weights"), anchor=False)
    kappa.schemes(lesson)

kappa.question(lesson)
kappa.stop_here()

if place := fold(kappa.TAKE, _("Take it with you"), asked=[kappa.CODE]):
    with place:
        st.markdown(
            _(
                "These lines compute exactly this kappa. They name every category, because some "
                "libraries leave out the ones that nobody used."
            )
        )
        kappa.code(lesson)
        kappa.downloads(lesson)
