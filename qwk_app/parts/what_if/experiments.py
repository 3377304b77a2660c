"""The larger experiments of the page What if, in folds; a link can open one."""

import streamlit as st

from qwk_app.frame.state import OWN_WEIGHTS, Lesson
from qwk_app.parts import own_weights
from qwk_app.parts.what_if import limits, sliders
from qwk_app.shared.components import fold
from qwk_app.words.language import means
from qwk_app.words.texts import N_, _

EXPERIMENT = "experiment"  # its name in the link: the title of the one to open

# Keys and titles of the folds.
LIMITS = "what-if-limits"
SLIDERS = "what-if-sliders"
TITLES = {LIMITS: N_("Between worst and best"), SLIDERS: N_("Simulate a second rater")}


def show(lesson: Lesson) -> None:
    """Show the experiments under their titles; those that are closed are not drawn."""
    asked = st.query_params.get(EXPERIMENT, "")
    fields = {LIMITS: (), SLIDERS: sliders.FIELDS}
    experiments = {LIMITS: limits.limits, SLIDERS: sliders.second_rater}
    for key, title in TITLES.items():
        if place := fold(key, _(title), asked=fields[key], opens=means(asked, title)):
            with place:
                experiments[key](lesson)
    # Old links ask for the weights of one's own here. Now they are on Weigh.
    if OWN_WEIGHTS in st.query_params or means(asked, own_weights.TITLE):
        own_weights.own(lesson, opens=True)
