"""w: what each disagreement costs."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import own_weights, weights
from qwk_app.shared import components
from qwk_app.words import formulas, sentences
from qwk_app.words.snippets import snippet
from qwk_app.words.texts import _, joined

lesson = frame.enter("weights")

frame.title(_("Weigh each miss: what does it cost?"))
st.markdown(
    _(
        "Where the two ratings differ, that is a miss. :orange[**w**] says what each pair costs: 0 "
        "where they agree, and more where they do not."
    )
)

with components.explained(lesson, "weights", scope="cost", share=0.46):
    st.latex(formulas.weights(lesson))
    components.note(weights.letters(lesson))
    frame.stop_while_cell_hidden(lesson)
    st.markdown(weights.how_prices_grow(lesson))

curve, check = st.columns(2)
with curve:
    st.header(_("Three ways to weigh a miss"), anchor=False)
    weights.penalties(lesson)
    st.markdown(joined([_(sentences.WHICH_WEIGHTS), _("Choose in the sidebar (» on a phone).")]))
with check:
    weights.question(lesson)

own_weights.own(lesson)
components.export_step(lesson, "weights", snippet("construction", lesson, divide=True))
