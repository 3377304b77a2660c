"""The common parts of board and phones: matrices, ratings, progress."""

import streamlit as st

from classroom.activities import RATING
from classroom.rooms import WAITING
from classroom.view import RoomView
from qwk_app.frame.state import Lesson
from qwk_app.shared import matrices
from qwk_app.words import names
from qwk_app.words.numbers import number
from qwk_app.words.texts import _, plural


def quietly(lesson: Lesson, *which: str, key: str) -> None:
    """Show matrices in which a tap chooses nothing: the question says which cell is meant."""

    matrices.of_lesson(
        lesson, *which, key=f"-{key}", link=key, line=False, on_cell=lambda _row, _column: None
    )


def ratings(lesson: Lesson) -> None:
    """Show the ratings, if they are known item by item."""
    if lesson.ratings is None:
        return
    matrices.strip(
        [lesson.ratings.actual, lesson.ratings.predicted],
        [names.actual(), names.predicted()],
        lesson.labels,
        key="live-strip",
        chosen=(),
        alt=plural(lesson.ratings.n, "The ratings of one item", "The ratings of {n} items"),
    )


def progress(view: RoomView) -> None:
    """Show how many are here and how many are done, not what they gave; and how to come in late."""
    here, code = sum(not one.removed for one in view.participants), view.room.code
    with st.container(key="live-numbers"):
        joined, finished, late = st.columns([1, 1, 3])
    joined.metric(_("Joined"), number(here))
    rating, phase = view.activity.number == RATING, view.activity.phase
    if phase != WAITING or not rating:  # else the code is larger above this
        late.metric(_("Code of the room"), f"{code[:3]} {code[3:]}")
    if phase == WAITING:
        return
    if rating:
        answered = view.answered.values()
        title, done = _("Done"), sum(count >= len(view.items) for count in answered)
    else:
        title, done = _("Replied"), len(view.replied.who)
    finished.metric(title, _("{done} of {here}", done=number(done), here=number(here)))
