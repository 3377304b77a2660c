"""Kappa: weigh both matrices, add them up, divide, and read the number."""

import streamlit as st

from qwk_app.frame import frame, presenting
from qwk_app.frame.state import HIDE_CELL
from qwk_app.parts import kappa
from qwk_app.shared.components import fold
from qwk_app.words import formulas, sentences
from qwk_app.words.texts import _

lesson = frame.enter("kappa")

frame.title(_("Kappa compares the disagreement with chance"))
st.markdown(
    _(
        "Multiply :blue[**O**] and :violet[**E**] by the costs :orange[**w**], cell by cell: w∘O "
        "and w∘E. Add up all cells of each. Divide the first sum by the second: "
        ":green[**κ**] is 1 minus that."
    )
)
with kappa.weighted(lesson):
    st.latex(formulas.kappa(lesson))
presenting.ask_first(lesson, HIDE_CELL)
frame.stop_while_hidden(lesson)
frame.stop_while_cell_hidden(lesson, asked=True)

good, more = st.columns(2)
with good:
    st.header(_("Is that good?"), anchor=False)
    st.markdown(sentences.compared_with_chance(lesson))
    kappa.special(lesson)
    kappa.scale_in_words(lesson)
    frame.link_to("how_sure", _("How sure"))
with more:
    st.header(_("What may surprise you"), anchor=False)
    kappa.surprises()
    kappa.go_on()

if place := fold("kappa-words", _("Words for κ, such as “moderate”"), asked=[kappa.SCALE]):
    with place:
        kappa.reading(lesson)
if place := fold("kappa-costs", _("Which misses cost the most, and κ with other weights")):
    with place:
        kappa.costs(lesson)
        kappa.schemes(lesson)
if place := fold("take-kappa", _("This kappa as code and as files"), asked=[kappa.CODE]):
    with place:
        kappa.code(lesson)
        kappa.downloads(lesson)
