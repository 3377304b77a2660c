"""E: what chance alone would give two raters with these totals."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import expected
from qwk_app.shared import components
from qwk_app.words import formulas
from qwk_app.words.snippets import snippet
from qwk_app.words.texts import _

lesson = frame.enter("expected")

frame.title(_("What would chance give?"))
st.markdown(
    _(
        "Shuffle the ratings of one rater: both keep their totals, but chance makes the pairs. "
        "Over many shuffles, the average gets closer to :violet[**E**]: that is what chance gives."
    )
)

page, folds = st.container(), st.container()
with folds:  # what the unit and the seed say comes first
    shown, seed = expected.options(lesson)
with page:
    drawn = expected.shuffled(lesson, shown, seed)
    expected.no_choice(lesson)
    expected.result(lesson, drawn)
    formula, kappas = st.columns(2, vertical_alignment="center")
    with formula:
        st.latex(formulas.expected(shown))
        frame.stop_while_cell_hidden(lesson)
        st.markdown(expected.why_both_totals(lesson))
    with kappas:
        expected.kappas(lesson, drawn)
    components.question("expected", 1)
with folds:
    components.export_step(lesson, "expected", snippet("expected", lesson))
