"""Other measures: what accuracy, correlation and the other kappas say of the same ratings."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import measures
from qwk_app.shared.components import fold
from qwk_app.words.texts import _

lesson = frame.enter("measures")

frame.title(_("What would another measure say?"))
st.markdown(
    _(
        "Accuracy counts exact hits. Correlation looks for a line. Kappa compares with "
        "chance. Each counts a miss differently, so they can disagree about the same "
        "ratings."
    )
)

frame.stop_while_hidden(lesson)
found = measures.all_of_them(lesson)
measures.ideas(found)

if place := fold(measures.IDENTITY, _("κ from mean squared errors, and Lin's concordance")):
    with place:
        measures.identity(lesson, found)
if place := fold(measures.ERROR, _("κ compares the error with chance's error")):
    with place:
        measures.chance_error(lesson, found)
if place := fold(measures.FACTORS, _("κ is correlation minus penalties")):
    with place:
        measures.split(lesson, found)

if place := fold(measures.PAIR, _("Two examples, side by side"), asked=[measures.A, measures.B]):
    with place:
        st.markdown(
            _(
                "Which of two raters is better can depend on the measure. Here are two to begin "
                "with; put your own example in place of either. The link holds A and B as tables "
                "of counts: whoever opens it sees both."
            )
        )
        measures.side_by_side(lesson)

measures.question(found)
measures.code(lesson)
