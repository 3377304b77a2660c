"""What the raters and the items are called: a teacher's own names, or actual, predicted, items."""

from collections.abc import Iterator
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
    """Call the two raters by these names within the block."""
    token = _pair.set((first, second))
    try:
        yield
    finally:
        _pair.reset(token)


def _own(at: int) -> str:
    pair = _pair.get()
    if pair is not None and at < len(pair):
        return pair[at]
    parts = str(st.session_state.get(NAMES) or "").split(",")
    return parts[at].strip()[:_LONGEST] if at < len(parts) else ""


def given() -> bool:
    """Tell whether a teacher has given names."""
    return bool(str(st.session_state.get(NAMES) or "").strip())


def actual() -> str:
    """Return what the first rater, the rows, is called."""
    return _own(0) or _("actual")


def predicted() -> str:
    """Return what the second rater, the columns, is called."""
    return _own(1) or _("predicted")


def items() -> str:
    """Return what the items are called."""
    return _own(2) or _("items")


def titles() -> tuple[str, str]:
    """Return both raters' names as titles, for fields and columns."""
    return _own(0) or _("Actual"), _own(1) or _("Predicted")


def described(n: float) -> str:
    """Say whose ratings these are, as Markdown, if somebody gave names; else nothing."""
    if not given():
        return ""
    return _(
        "{n} {items}, rated by {first} and {second}",
        n=number(n),
        items=plain(items()),
        first=plain(actual()),
        second=plain(predicted()),
    )
