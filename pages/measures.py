"""Other measures: what accuracy, correlation and the other kappas say of the same ratings."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts.measures import every, pair, together
from qwk_app.shared.components import fold
from qwk_app.words.snippets import snippet
from qwk_app.words.texts import _

lesson = frame.enter("measures")

frame.title(_("What do other measures say?"))
st.markdown(
    _(
        "Accuracy counts exact hits. Correlation looks for a line. Kappa compares with "
        "chance. So they can disagree about the same ratings."
    )
)

frame.stop_while_hidden(lesson)
found = every.all_of_them(lesson)
every.question(found)
every.errors_in_words(found)

if place := fold("ideas", _("What each one counts")):
    with place:
        every.ideas(found)
if place := fold("measures-together", _("How κ, error and correlation belong together")):
    with place:
        together.identity(lesson, found)
        together.chance_error(found)
        together.split(found)
        st.code(snippet("moments", lesson), language="python")
if place := fold("measures-pair", _("Two examples, side by side"), asked=[pair.A, pair.B]):
    with place:
        pair.side_by_side(lesson)
