"""The changes to the example. The last one can be undone as long as the example is its result."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from qwk_app.frame import late, link, state
from qwk_app.frame.state import Source, Texts
from qwk_app.shared import fields
from qwk_app.words.texts import error_text
from qwk_core import (
    Ratings,
    RatingsError,
    format_categories,
    format_counts,
    format_ratings,
    read_ratings,
    walk_through_counts,
)
from qwk_core.statistics.one_item import change_ratings, move_prediction, walk_changed

REPLACED = "replaced"  # by another example
MOVED = "moved"  # one prediction became another category
TYPED = "typed"  # by the fields of the example, or the weights

_HISTORY = "_history"  # the key of the changes in the session
_DRAWN = "_drawn"  # the key of the example and the weights that were drawn last
_BESIDE = "_history_beside"  # the key of the texts of other fields, by the fields' keys
_MOST = 100  # changes that are remembered


@dataclass(frozen=True)
class Change:
    """A change: the texts before and after it, its kind, and what the reader predicted.

    `kind` is one of `CHANGES` of the core, MOVED, REPLACED or TYPED. `label` names the cell that
    changed. `item` is the number of the changed item in the list, from 1. `scheme` has the weights
    before the change, if it may have changed them.
    """

    before: Texts
    after: Texts
    kind: str
    label: tuple[str, str] = ("", "")
    item: int | None = None
    forecast: str | None = None
    scheme: str | None = None


def last() -> Change | None:
    """Return the change that led to the drawn example; None if it was changed elsewhere since."""
    return _led_to(state.last_good())


def _led_to(texts: Texts) -> Change | None:
    changes: tuple[Change, ...] = st.session_state.get(_HISTORY, ())
    return changes[-1] if changes and changes[-1].after == texts else None


def is_typed() -> bool:
    """Tell whether the last change was made in the fields: the sidebar offers to undo it."""
    change = last()
    return change is not None and change.kind == TYPED


def is_of_weights() -> bool:
    """Tell whether the last change was one of the weights alone."""
    change = last()
    return change is not None and change.before == change.after


def last_act() -> Change | None:
    """Return the last change, unless it was made in the fields."""
    change = last()
    return None if change is None or change.kind == TYPED else change


def offer(*keys: str) -> None:
    """Offer to undo the last change of other fields than the example's. `keys` are their keys."""
    texts = {key: st.session_state.get(key) for key in keys}
    known = st.session_state.setdefault(_BESIDE, {}).setdefault(keys, [texts])
    if known[-1] != texts:
        known.append(texts)
        del known[:-_MOST]
    if len(known) > 1:
        fields.undo(partial(_back, known), f"undo-{keys[0]}")


def _back(known: list[dict[str, object]]) -> None:
    known.pop()
    st.session_state.update(known[-1])


def depth() -> int:
    """Return how many changes can be undone."""
    return len(st.session_state[_HISTORY]) if last() else 0


def change(
    kind: str, row: int, column: int, *, item: int | None = None, forecast: str | None = None
) -> None:
    """Change one item of a cell. For callbacks."""

    def made(texts: Texts, source: Source) -> Change:
        label = str(source.categories[row]), str(source.categories[column])
        after, at = _changed(texts, source, kind, row, column, item)
        return Change(texts, _checked(after), kind, label, at, forecast)

    _make(made)


def move(item: int, category: int) -> None:
    """Predict one item as another category; both count from 0. For callbacks."""

    def made(texts: Texts, source: Source) -> Change | None:
        if source.ratings is None:
            return None
        moved = move_prediction(source.ratings, item, category)
        row, column = moved.actual[item], moved.predicted[item]
        label = str(source.categories[row]), str(source.categories[column])
        return Change(texts, _checked(_spelled(texts, source, moved)), MOVED, label, item + 1)

    _make(made)


def _make(change: Callable[[Texts, Source], Change | None]) -> None:
    """Make a change of the current example, or show why that is not possible."""
    late.catch_up(sure=True)
    texts = state.current()
    source = state.source_of(texts)
    try:
        if source.categories != state.last_good_source().categories:
            raise RatingsError("The scale has just changed. Please choose again.")
        made = change(texts, source)
    except RatingsError as error:
        st.toast(error_text(error), icon=":material/edit:")
        return
    if made is not None:
        _keep(made)
        state.choose_cell(*made.label)


def put(texts: Texts) -> None:
    """Replace the example by another one. For callbacks."""
    late.catch_up(sure=True)
    _keep(Change(state.current(), texts, REPLACED))


def undo() -> None:
    """Undo the last change. For callbacks."""
    late.catch_up(sure=True)
    undone = _led_to(state.current())
    if undone is None:
        return
    st.session_state[_HISTORY] = st.session_state[_HISTORY][:-1]
    state.load(undone.before)
    if undone.scheme is not None:
        state.put({state.SCHEME: undone.scheme})
    elif undone.kind not in (REPLACED, MOVED):
        state.choose_cell(*undone.label)
    st.session_state[_DRAWN] = _drawn(undone.before)


def follow(texts: Texts) -> None:
    """Remember what was changed in the fields. Call it when they have been read."""
    drawn = _drawn(texts)
    before = st.session_state.get(_DRAWN, drawn)  # who opens a link has changed nothing
    if drawn != before:
        _remember(Change(before[0], texts, TYPED, scheme=before[1]))
    st.session_state[_DRAWN] = drawn


def forget() -> None:
    """Forget all changes: a scene of a lesson begins with its own example."""
    for key in (_HISTORY, _DRAWN, _BESIDE):
        st.session_state.pop(key, None)


def _drawn(texts: Texts) -> tuple[Texts, str]:
    return texts, link.valid(state.SCHEME, st.session_state.get(state.SCHEME))


def _keep(made: Change) -> None:
    follow(made.before)  # the reader may have typed and clicked before the page was drawn again
    _remember(made)
    state.load(made.after)
    st.session_state[_DRAWN] = _drawn(made.after)


def _remember(made: Change) -> None:
    changes: Sequence[Change] = st.session_state.get(_HISTORY, ())
    st.session_state[_HISTORY] = (*changes, made)[-_MOST:]


def _changed(
    texts: Texts, source: Source, kind: str, row: int, column: int, item: int | None
) -> tuple[Texts, int | None]:
    """Return the texts of the example after a change, and the item's number in the list."""
    if source.ratings is None:
        if source.observed.dtype.kind == "f":  # no longer exact
            raise RatingsError("These counts are too large for one item to make a difference.")
        walk = walk_changed(walk_through_counts(source.observed), kind, row, column)
        return replace(texts, counts=format_counts(walk.observed)), None
    ratings = change_ratings(source.ratings, kind, row, column, item=item)
    if kind == "add":
        item = ratings.n - 1
    elif item is None:
        item = int(source.ratings.items_in_cell(row, column)[0])
    return _spelled(texts, source, ratings), item + 1


def _checked(after: Texts) -> Texts:
    """Return the texts of a changed example, if they can be read again."""
    if max(len(after.actual), len(after.predicted), len(after.counts)) > link.LONGEST_TEXT:
        raise RatingsError("This example is as long as it can be: another item does not fit.")
    read, errors = state.read(after)
    if read is None:
        raise next(iter(errors.values()))
    return after


def _spelled(texts: Texts, source: Source, ratings: Ratings) -> Texts:
    """Return the texts of an example with other ratings on the same scale."""
    actual, predicted = (
        [source.categories[at] for at in vector.tolist()]
        for vector in (ratings.actual, ratings.predicted)
    )
    categories = texts.categories
    if not categories.strip() and read_ratings(actual, predicted).categories != source.categories:
        # The scale came from the ratings. An item at its end is gone, but the scale stays.
        categories = format_categories(source.categories)
    return Texts(format_ratings(actual), format_ratings(predicted), "", categories)
