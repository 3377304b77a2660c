"""The names of the raters and the items: a teacher's, or actual, predicted, items."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

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


def _all() -> tuple[str, ...]:
    parts = str(st.session_state.get(NAMES) or "").split(",")
    return tuple(part.strip()[:_LONGEST] for part in parts)


def _custom_name(at: int) -> str:
    pair = _pair.get()
    if pair is not None and at < len(pair):
        return pair[at]
    parts = _all()
    return parts[at] if at < len(parts) else ""


def are_custom() -> bool:
    """Tell whether a teacher has given names."""
    return any(_all())


def actual() -> str:
    """Return the name of the first rater, the rows."""
    return _custom_name(0) or _("actual")


def predicted() -> str:
    """Return the name of the second rater, the columns."""
    return _custom_name(1) or _("predicted")


def items() -> str:
    """Return the name of the items."""
    return _custom_name(2) or _("items")


def both(write: Callable[[str], str] = plain) -> dict[str, str]:
    """Return both raters' names for the fields of a message, as Markdown or as `write` makes it."""
    return {"first": write(actual()), "second": write(predicted())}


def of_counts() -> str:
    """Say as Markdown what is in the rows and columns of counts that are typed as text."""
    return _("Rows are {first}, columns {second}; a semicolon ends a row.", **both())


def titles() -> tuple[str, str]:
    """Return both raters' names for the titles of fields and columns."""
    return _custom_name(0) or _("Actual"), _custom_name(1) or _("Predicted")


def cell(row: object, column: object) -> str:
    """Name a cell by its two ratings.

    >>> cell(4, "none")
    'actual 4, predicted none'
    """
    return _(
        "{first} {row}, {second} {column}",
        row=row,
        column=column,
        **both(str),
    )


def described(n: float) -> str:
    """Return as Markdown whose ratings these are; empty unless the teacher gave names."""
    if not are_custom():
        return ""
    return _(
        "{n} {items}, rated by {first} and {second}",
        n=number(n),
        items=plain(items()),
        **both(),
    )
