"""Other measures: what accuracy, correlation and the other kappas say of the same ratings."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import measures
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
everything, identity = st.columns(2, vertical_alignment="center")
with everything:
    found = measures.all_of_them(lesson)
with identity:
    measures.identity(lesson, found)
measures.ideas(found)

error, factors = st.columns(2)
with error:
    st.header(_("κ compares the error with chance's error"), anchor=False)
    measures.chance_error(lesson, found)
with factors:
    st.header(_("κ is correlation minus penalties"), anchor=False)
    measures.split(lesson, found)

st.header(_("Two examples, side by side"), anchor=False)
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
