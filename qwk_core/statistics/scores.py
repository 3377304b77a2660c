"""Can these continuous predictions be used? Checks of scores, alone and beside actual ratings."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.ratings import (
    LARGEST_NUMBER,
    Category,
    Vector,
    read_numbers,
    read_ratings,
)


def read_scores(scores: Vector) -> NDArray[np.float64]:
    """Check continuous predictions: at least one, all finite.

    Parameters
    ----------
    scores : sequence of float, shape (n,)
        In any unit.

    Returns
    -------
    ndarray of float64, shape (n,)
        Always a copy.

    Raises
    ------
    RatingsError
        Naming the item, counted from 1.

    Examples
    --------
    >>> read_scores([1, 0.5])
    array([1. , 0.5])
    >>> read_scores([0.5, float("nan")])
    Traceback (most recent call last):
    qwk_core.errors.RatingsError: Scores, item 2: nan is not a score; give a finite number.
    """
    values, items = read_numbers(scores, "Scores")
    if not values.size:
        raise RatingsError("{name} is empty; give at least one rating.", name="Scores")
    allowed = np.abs(values) <= LARGEST_NUMBER
    if not allowed.all():
        culprit = int(allowed.argmin())
        raise RatingsError(
            "Scores, item {item}: {value} is not a score; give a finite number.",
            item=culprit + 1,
            value=shown(items[culprit]),
        )
    return values


def read_rated_scores(
    actual: Vector, scores: Vector, categories: Iterable[Category] | None
) -> tuple[NDArray[np.int64], NDArray[np.float64], tuple[Category, ...]]:
    """Check actual ratings and the scores of the same items.

    Parameters
    ----------
    actual : sequence of int or str, shape (n,)
        The actual ratings; see `qwk_core.ratings.read_ratings`.
    scores : sequence of float, shape (n,)
        The continuous predictions, finite.
    categories : iterable of int or str, or None
        The scale from lowest to highest, where it is declared.

    Returns
    -------
    positions : ndarray of int64, shape (n,)
        The actual ratings, as positions on the scale.
    scores : ndarray of float64, shape (n,)
    categories : tuple of int or str, length N

    Raises
    ------
    RatingsError
        If the ratings or the scores cannot be used, or differ in number.

    Examples
    --------
    >>> read_rated_scores([1, 3], [0.5, 2], None)
    (array([0, 2]), array([0.5, 2. ]), (1, 2, 3))
    """
    if not hasattr(actual, "__len__"):
        actual = list(actual)
    ratings = read_ratings(actual, actual, categories=categories)
    values = read_scores(scores)
    if values.size != ratings.n:
        raise RatingsError(
            "Actual and Scores differ in length, {n_actual} and {n_scores}; "
            "every item needs one of each.",
            n_actual=ratings.n,
            n_scores=values.size,
        )
    return ratings.actual.astype(np.int64), values, ratings.categories
