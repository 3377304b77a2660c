"""The names of the raters and the items: a teacher's, or actual, predicted, items."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

import streamlit as st

from qwk_app.words.numbers import number
from qwk_app.words.texts import _, plain

NAMES = "names"  # the field's key, and its name in the link

_LONGEST = 30  # characters of one name: it stands beside an axis

# Two raters of many, while their pair is shown.
_pair: ContextVar[tuple[str, str] | None] = ContextVar("pair", default=None)


@contextmanager
def of_pair(first: str, second: str) -> Iterator[None]:
    """Use these names for the two raters within the block."""
    token = _pair.set((first, second))
    try:
        yield
    finally:
        _pair.reset(token)


def _given() -> tuple[str, str, str]:
    """Return the names of the two raters and of the items; empty where nobody gave one."""
    first, second, things = _read(str(st.session_state.get(NAMES) or ""))
    return *(_pair.get() or (first, second)), things


@lru_cache(maxsize=64)  # a page names the raters again and again
def _read(typed: str) -> tuple[str, str, str]:
    first, second, things = (name.strip()[:_LONGEST] for name in [*typed.split(","), "", ""][:3])
    return first, second, things


def are_custom() -> bool:
    """Tell whether a teacher has given names."""
    return bool(str(st.session_state.get(NAMES) or "").replace(",", "").strip())


def actual() -> str:
    """Return the name of the first rater, the rows."""
    return _given()[0] or _("actual")


def predicted() -> str:
    """Return the name of the second rater, the columns."""
    return _given()[1] or _("predicted")


def items() -> str:
    """Return the name of the items."""
    return _given()[2] or _("items")


def both(write: Callable[[str], str] = plain) -> dict[str, str]:
    """Return both raters' names for the fields of a message, as Markdown or as `write` makes it."""
    first, second, _items = _given()
    return {"first": write(first or _("actual")), "second": write(second or _("predicted"))}


def of_counts() -> str:
    """Say as Markdown what is in the rows and columns of counts that are typed as text."""
    return _("Rows are {first}, columns {second}; a semicolon ends a row.", **both())


def titles() -> tuple[str, str]:
    """Return both raters' names for the titles of fields and columns."""
    first, second, _items = _given()
    return first or _("Actual"), second or _("Predicted")


def cell(row: object, column: object) -> str:
    """Name a cell by its two ratings.

    >>> cell(4, "none")
    'actual 4, predicted none'
    """
    return _("{first} {row}, {second} {column}", row=row, column=column, **both(str))


def described(n: float) -> str:
    """Return as Markdown whose ratings these are; empty unless the teacher gave names."""
    if not are_custom():
        return ""
    return _(
        "{n} {items}, rated by {first} and {second}", n=number(n), items=plain(items()), **both()
    )
