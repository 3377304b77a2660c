"""w: what each disagreement costs."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import weights
from qwk_app.shared import components
from qwk_app.words import formulas, sentences, snippets
from qwk_app.words.texts import _

lesson = frame.enter("weights")

frame.title(_("How much does each miss cost?"))
st.markdown(
    _(
        "Where the two ratings differ, that is a miss. A near miss should cost less than a far "
        "one. :orange[**w**] says what each cell costs: 0 for agreement, and more the farther "
        "apart the two ratings are. In the formula, i is the row (actual), j the column "
        "(predicted), and N the number of categories."
    )
)

with components.explained(lesson, "weights", told="cost", share=0.46):
    st.latex(formulas.weights(lesson))
    components.cell_card(lesson, sentences.weights_cell)
    frame.stop_while_cell_hidden(lesson)
    st.markdown(weights.how_prices_grow(lesson))

curve, check = st.columns(2)
with curve:
    st.header(_("A larger distance costs more"), anchor=False)
    weights.penalties(lesson)
with check:
    st.header(_("Now you"), anchor=False)
    weights.question(lesson)

components.code(snippets.construction(lesson, divide=True))
components.download_matrix(lesson, "weights")
