"""Old links to the page How sure, which had the planning of studies."""

import streamlit as st

from qwk_app.frame import link
from qwk_app.frame.state import Lesson
from qwk_app.parts.how_sure.interval import LEVEL
from qwk_app.parts.study_plan import more_items, simulated
from qwk_app.shared.components import fold
from qwk_app.words.texts import _

# Keys of folds.
MORE = "sure-more"
PLAN = "sure-plan"


def show(lesson: Lesson) -> None:
    """Show what an old link asks for, as long as its parameters are in the address."""
    if _asked(MORE, more_items.WIDTH) and (
        place := fold(MORE, _("What would more items change?"), opens=True)
    ):
        with place:
            more_items.more_items(lesson, link.valid(LEVEL, st.session_state.get(LEVEL)))
    if _asked(PLAN, *simulated.FIELDS) and (
        place := fold(PLAN, _("Plan before you have any data"), opens=True)
    ):
        with place:
            simulated.plan(lesson)


def _asked(key: str, *names: str) -> bool:
    # The link leaves out fields with their default.
    return key in st.session_state or any(name in st.query_params for name in names)
