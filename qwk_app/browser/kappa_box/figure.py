"""The picture of kappa on a page, and the edit that follows when a reader has moved a ring."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from qwk_app.browser.kappa_box.data import data, still, table
from qwk_app.frame import history
from qwk_app.frame.state import HIDE_CELL, Lesson
from qwk_app.shared import access, browser

KEY = "kappa-box"

_ANSWERED = "_kappa_box_answered"  # the number of the last edit that was made
_SEED = "_kappa_box_seed"  # of the shuffles


def kappa_box(lesson: Lesson) -> bool:
    """Show the items, the box that their misses fill, and kappa: what stays empty.

    Return whether the items of the chosen cell are underlined.
    """
    handed = data(
        lesson,
        answered=st.session_state.get(_ANSWERED, 0),
        seed=st.session_state.get(_SEED, 1),
        undo=history.last_act() is not None,
    )
    browser.show(
        "kappa_box",
        key=KEY,
        data=handed,
        on_moved_change=_moved,
        on_undone_change=_undone,
        on_shuffled_change=_shuffled,
    )
    _table_behind(lesson, handed["words"]["title"])
    return bool(handed["actual"]) and not lesson.hides(HIDE_CELL)


def still_box(lesson: Lesson, key: str) -> None:
    """Show the same picture, which cannot be moved here."""
    handed = still(lesson)
    browser.show("kappa_box", key=key, data=handed)
    _table_behind(lesson, handed["words"]["title"])


def _table_behind(lesson: Lesson, title: str) -> None:
    if access.wants_tables():  # only then: making it takes time with every edit
        access.tables_behind([table(lesson)], title)


# The browser may send anything.


def _event(name: str) -> Mapping[str, Any]:
    event = getattr(st.session_state.get(KEY), name, None)
    return event if isinstance(event, Mapping) else {}


def _moved() -> None:
    event = _event("moved")
    _answer(event)
    item, to = event.get("item"), event.get("to")
    if type(item) is int and type(to) is int:
        history.move(item, to)


def _undone() -> None:
    _answer(_event("undone"))
    history.undo()


def _shuffled() -> None:
    st.session_state[_SEED] = st.session_state.get(_SEED, 1) + 1


def _answer(event: Mapping[str, Any]) -> None:
    number = event.get("id")
    if type(number) is int:
        st.session_state[_ANSWERED] = number
