"""The common parts of board and phones: matrices, ratings, progress."""

import streamlit as st

from classroom.rooms import WAITING
from classroom.watch import Seen
from qwk_app.frame import state
from qwk_app.frame.state import Lesson, Source
from qwk_app.shared import matrices
from qwk_app.shared.lines import Scope
from qwk_app.words import names
from qwk_app.words.numbers import number
from qwk_app.words.texts import _, plural
from qwk_core import Walkthrough


def of_walk(
    walk: Walkthrough, first: str, second: str, *which: str, key: str, scope: Scope = "chance"
) -> None:
    """Show matrices of two raters with these names; a tap chooses a cell in them alone."""
    kept = f"_live_cell_{key}"
    cell = st.session_state.get(kept, (None, None))
    own = state.lesson(Source(walk.observed, walk.categories, None), None, walk.scheme, *cell)

    def choose(row: int, column: int) -> None:
        st.session_state[kept] = own.labels[row], own.labels[column]

    with names.of_pair(first, second):
        matrices.of_lesson(own, *which, key=f"-{key}", link=key, scope=scope, on_cell=choose)


def quietly(lesson: Lesson, *which: str, key: str) -> None:
    """Show matrices in which a tap chooses nothing: the question says which cell is meant."""

    def nothing(_row: int, _column: int) -> None:
        pass

    matrices.of_lesson(lesson, *which, key=f"-{key}", link=key, line=False, on_cell=nothing)


def ratings(lesson: Lesson) -> None:
    """Show the ratings, if they are known item by item."""
    if lesson.ratings is None:
        return
    matrices.strip(
        [lesson.ratings.actual, lesson.ratings.predicted],
        [names.actual(), names.predicted()],
        lesson.labels,
        key="live-strip",
        palette=lesson.palette,
        chosen=(),
        alt=plural(lesson.ratings.n, "The ratings of one item", "The ratings of {n} items"),
    )


def progress(seen: Seen) -> None:
    """Show how many are here and how many are done, not what they gave; and how to come in late."""
    here, code = sum(not one.removed for one in seen.progress.participants), seen.room.code
    with st.container(key="live-numbers"):
        joined, finished, late = st.columns([1, 1, 3])
    joined.metric(_("Joined"), number(here))
    if seen.phase != WAITING or seen.activity is not None:  # else the code is larger above this
        late.metric(_("Code of the room"), f"{code[:3]} {code[3:]}")
    if seen.phase == WAITING:
        return
    if seen.activity is None:
        answered = seen.progress.answered.values()
        title, done = _("Done"), sum(count >= len(seen.items) for count in answered)
    else:
        title, done = _("Replied"), len(seen.replied.who)
    finished.metric(title, _("{done} of {here}", done=number(done), here=number(here)))
