"""What becomes of an example when one item is added, corrected or left out?"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from qwk_core.errors import RatingsError, shown
from qwk_core.messages import N_
from qwk_core.ratings import Array, Category, Ratings
from qwk_core.walkthrough import Walkthrough, walk_through_counts

CHANGES = ("add", "correct", "leave_out")
"""What can be done to an item: add it to a cell, predict it as it was rated, or leave it out."""

Direction = Literal["rise", "stay", "fall", "defined", "undefined"]


def possible_changes(walk: Walkthrough, row: int, column: int) -> tuple[str, ...]:
    """Return which of `CHANGES` can be made to an item of a cell.

    Parameters
    ----------
    walk : Walkthrough
        The walk through an example.
    row, column : int
        The cell's positions.

    Returns
    -------
    tuple of str
        An item can always be added; only a disagreement can be corrected; the only item cannot
        be left out.

    Examples
    --------
    >>> walk = walk_through_counts([[2, 1], [0, 3]])
    >>> possible_changes(walk, 0, 1), possible_changes(walk, 1, 0)
    (('add', 'correct', 'leave_out'), ('add',))
    """
    changes = ["add"]
    if walk.observed[row, column] >= 1:
        if row != column:
            changes.append("correct")
        if walk.n > 1:
            changes.append("leave_out")
    return tuple(changes)


def walk_changed(walk: Walkthrough, change: str, row: int, column: int) -> Walkthrough:
    """Walk through the same example with one item of a cell changed.

    Parameters
    ----------
    walk : Walkthrough
        The walk through an example.
    change : {"add", "correct", "leave_out"}
        What happens to the item. Corrected, it goes to (row, row).
    row, column : int
        The cell's positions.

    Returns
    -------
    Walkthrough
        With the same categories and weights.

    Raises
    ------
    RatingsError
        If the cell holds no item, or the only one is left out.

    Examples
    --------
    >>> from qwk_core.teaching.examples import example
    >>> walk = example("petfinder").walk()
    >>> for change in CHANGES:
    ...     print(change, round(walk_changed(walk, change, 4, 0).kappa, 3))
    add 0.197
    correct 0.597
    leave_out 0.521
    """
    observed = walk.observed.copy()
    if change == "add":
        observed[row, column] += 1
    else:
        if observed[row, column] < 1:
            raise _no_item(walk.categories, change, row, column)
        observed[row, column] -= 1
        if change == "correct":
            observed[row, row] += 1
        elif not observed.any():
            raise _last_item()
    own = walk.weights if walk.scheme == "custom" else walk.scheme
    return walk_through_counts(observed, categories=walk.categories, scheme=own)


def change_ratings(
    ratings: Ratings, change: str, row: int, column: int, *, item: int | None = None
) -> Ratings:
    """Return two vectors of ratings with one item of a cell changed.

    Parameters
    ----------
    ratings : Ratings
        n items.
    change : {"add", "correct", "leave_out"}
        What happens to the item. One that is added comes last.
    row, column : int
        The cell's positions.
    item : int, optional
        Which of the cell's items, counted from 0; by default the first.

    Returns
    -------
    Ratings
        On the same categories.

    Raises
    ------
    RatingsError
        If the cell holds no such item, or the only one is left out.

    Examples
    --------
    >>> from qwk_core import read_ratings
    >>> ratings = read_ratings([0, 2, 2], [0, 1, 1])
    >>> change_ratings(ratings, "correct", 2, 1, item=2).predicted
    array([0, 1, 2])
    >>> change_ratings(ratings, "leave_out", 0, 0).actual
    array([2, 2])
    """
    actual, predicted = ratings.actual, ratings.predicted
    if change == "add":
        actual, predicted = np.append(actual, row), np.append(predicted, column)
    else:
        there = ratings.items_in_cell(row, column)
        if not there.size or (item is not None and item not in there):
            raise _no_item(ratings.categories, change, row, column)
        at = int(there[0]) if item is None else item
        if change == "correct":
            predicted = predicted.copy()
            predicted[at] = row
        elif ratings.n == 1:
            raise _last_item()
        else:
            actual, predicted = np.delete(actual, at), np.delete(predicted, at)
    vectors: list[Array] = [actual, predicted]
    for vector in vectors:
        vector.setflags(write=False)
    return Ratings(actual, predicted, ratings.categories)


def direction(before: float, after: float) -> Direction:
    """Return in which direction kappa goes from `before` to `after`.

    Parameters
    ----------
    before, after : float
        Two kappas; nan where undefined.

    Returns
    -------
    {"rise", "stay", "fall", "defined", "undefined"}
        The last two where only one of the kappas is nan.

    Examples
    --------
    >>> direction(0.3, 0.6), direction(0.3, 0.3), direction(float("nan"), 1.0)
    ('rise', 'stay', 'defined')
    """
    if math.isnan(before) or math.isnan(after):
        if math.isnan(before) and math.isnan(after):
            return "stay"
        return "defined" if math.isnan(before) else "undefined"
    if after == before:
        return "stay"
    return "rise" if after > before else "fall"


def _no_item(categories: tuple[Category, ...], change: str, row: int, column: int) -> RatingsError:
    template = (
        N_("Row {row}, column {column}: there is no item to correct.")
        if change == "correct"
        else N_("Row {row}, column {column}: there is no item to leave out.")
    )
    return RatingsError(template, row=shown(categories[row]), column=shown(categories[column]))


def _last_item() -> RatingsError:
    return RatingsError("This is the only item: without it there is nothing left to rate.")
