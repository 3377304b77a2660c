"""E: what chance alone would give two raters with these totals."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import expected
from qwk_app.shared import components
from qwk_app.words import formulas, sentences, snippets
from qwk_app.words.texts import _

lesson = frame.enter("expected")

frame.title(_("What would chance give?"))
st.markdown(
    _(
        "Keep both raters' totals, but pair their ratings at random. :violet[**E**] is the "
        "count that you expect in each cell then. If a row holds half of all items, then by "
        "chance it gets half of each column. So the row total is multiplied by the column total."
    )
)

shown, beside = expected.observed_and_expected(lesson)
expected.no_choice(lesson)
formula, cell = st.columns(2, vertical_alignment="center")
formula.latex(formulas.expected(shown))
with cell:
    components.cell_card(shown, sentences.expected_cell, expected.versus)
    frame.stop_while_cell_hidden(lesson)

st.header(_("Shuffle the predictions"), anchor=False)
st.markdown(
    _(
        "Shuffle the predicted ratings: give each item one of them, at random. Both "
        "raters keep their totals. Do it many times: the average of the shuffled "
        "matrices gets closer to :violet[**E**], and the average kappa gets closer to 0."
    )
)
expected.shuffles(lesson, beside)

expected.question(lesson)
components.code(snippets.expected(lesson))
components.download_matrix(lesson, "expected")
