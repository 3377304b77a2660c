"""Guesses on the page What if: the reader predicts κ, and the guess makes the change."""

from functools import partial

import streamlit as st

from qwk_app.frame import history
from qwk_app.frame.state import Lesson
from qwk_app.shared import components
from qwk_app.words.keyed import KEYED
from qwk_app.words.numbers import kappa_text
from qwk_app.words.texts import _
from qwk_core.statistics.one_item import possible_changes

# Keys of the widgets; the first is in the page's link, too.
PREDICT = "predict"
CHANGE = "change"


def foretell(lesson: Lesson) -> None:
    """Let the reader choose a change and say what κ will do; saying so makes the change."""
    walk, cell = lesson.walk, lesson.cell
    possible = possible_changes(walk, *cell)
    with st.container(border=True):
        st.markdown(components.chosen(lesson))
        kind = st.segmented_control(
            _("What happens to an item there"),
            possible,
            default=possible[0],
            required=True,
            format_func=lambda kind: _(KEYED["tried"][kind]),
            key=f"{CHANGE}-{'-'.join(possible)}",
            persist_state="session",
        )
        st.markdown(_("κ is {kappa} now. It will:", kappa=kappa_text(walk.kappa)))
        options = ("rise", "stay", "fall") if walk.undefined_reason is None else ("defined", "stay")
        if walk.undefined_reason is None and kind != "add":
            options = (*options, "undefined")
        with st.container(horizontal=True):
            for option in options:
                st.button(
                    _(KEYED["forecast"][option])
                    if walk.undefined_reason is None or option != "stay"
                    else _("stay undefined"),
                    key=f"say-{option}",
                    on_click=partial(history.change, forecast=option),
                    args=(kind, *cell),
                )
    components.note(
        _("Your guess makes the change: the item changes, and you see κ. You can undo it.")
    )
