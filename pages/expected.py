"""E: what chance alone would give two raters with these totals."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import expected
from qwk_app.shared import components
from qwk_app.words import formulas, sentences, snippets
from qwk_app.words.texts import _

lesson = frame.enter("expected")

st.title(_("What would chance give?"), anchor=False)
st.markdown(
    _(
        "Keep both raters' totals, but forget which item is which. :violet[**E**] is what you "
        "would then expect to count: these two raters' habits, meeting by chance alone."
    )
)

shown = expected.observed_and_expected(lesson)
expected.no_choice(lesson)
formula, cell = st.columns(2, vertical_alignment="center")
formula.latex(formulas.expected(shown))
with cell:
    components.cell_card(shown, sentences.expected_cell, expected.versus)
    frame.stop_while_cell_hidden(lesson)

st.header(_("Shuffle the predictions"), anchor=False)
st.markdown(
    _(
        "Deal the predicted ratings out again, at random. Both raters keep their totals; only who "
        "meets whom is left to chance. Do it often, and the mean of the shuffled matrices is "
        ":violet[**E**], and the mean kappa is 0."
    )
)
expected.shuffles(lesson)

expected.question(lesson)
components.code(snippets.expected(lesson))
components.download_matrix(lesson, "expected")
