"""What if: push on the example, and see what lifts kappa and what lowers it."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts.what_if import changes
from qwk_app.parts.what_if import sliders as what_if_sliders
from qwk_app.parts.what_if import weights as what_if_weights
from qwk_app.words import snippets
from qwk_app.words.texts import _

lesson = frame.enter("what_if")

frame.title(_("What if one item were different?"))
st.markdown(
    _(
        "Every item pushes κ up or down, and some push hard. Choose a cell to see what one more "
        "item there would do. Nothing changes until you press a button, and you can always undo it."
    )
)
frame.stop_while_hidden(lesson)
changes.push(lesson)

st.header(_("Correct a prediction"), anchor=False)
changes.corrections(lesson)
changes.code_and_csv(lesson, snippets.changes)

between, weights, sliders = changes.experiments()
if between.open:
    with between:
        changes.limits(lesson)
if weights.open:
    with weights:
        st.markdown(
            _(
                "The weights :orange[**w**] are a choice, and you can make it. Set what "
                "each pair of categories costs, and see κ change. Only the proportions "
                "count: if every cost doubles, κ stays the same."
            )
        )
        what_if_weights.own(lesson)
if sliders.open:
    with sliders:
        st.markdown(
            _(
                "Now make the second rater yourself. Move one slider at a time and see "
                "what changes κ, and what does not."
            )
        )
        what_if_sliders.second_rater(lesson)
