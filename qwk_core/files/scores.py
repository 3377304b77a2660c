"""What becomes of predictions that are fractions: nothing, whole numbers, or categories."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.files.answers import Answers
from qwk_core.files.labels import is_number
from qwk_core.files.missing import Codes, find_codes, may_be_code

Conversion: TypeAlias = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""From predictions to categories, both of shape (n,); nan is missing."""


def _rounded(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round numbers of shape (n,) to whole ones, halves up, as cut-points at the halves do."""
    below = np.floor(numbers)
    rounded: NDArray[np.float64] = below + (numbers - below >= 0.5)
    return rounded


def conversion(answers: Answers) -> Conversion | None:
    """Return what turns predictions into categories.

    Parameters
    ----------
    answers : Answers
        Predictions stay as they are, become whole numbers, halves up, or are cut at some points,
        in order: one at a point belongs to the category above it.

    Returns
    -------
    callable or None

    Raises
    ------
    RatingsError
        If they are to become something else, or the points are not in order.
    """
    predicted_as = answers.conversion
    if predicted_as is None:
        return None
    if isinstance(predicted_as, str):
        if predicted_as != "round":
            raise RatingsError(
                "{value} is no way from predictions to categories: use “round”, or cut-points.",
                value=shown(predicted_as),
            )
        return _rounded
    points = np.asarray(predicted_as, dtype=np.float64)
    # Two at one place leave out the category between them; one at infinity, those beyond it.
    if not points.size or np.isnan(points).any() or (points[1:] < points[:-1]).any():
        raise RatingsError("Cut-points: give at least one, in order, none of them missing.")

    def cut(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        above = answers.first_category + np.searchsorted(points, numbers, side="right")
        return np.where(np.isnan(numbers), math.nan, above)

    return cut


def codes_of_scores(actual: Iterable[str], predicted: Iterable[str]) -> Codes:
    """Find the labels that stand for a missing rating, by the scores' own numbers.

    A score below the lowest rating is no code for that, nor does it make one of the ratings.

    Parameters
    ----------
    actual : iterable of str
    predicted : iterable of str
        The lowest and the highest score at least, and those that may be codes.

    Returns
    -------
    Codes

    Examples
    --------
    >>> codes_of_scores(["0", "1", "2"], ["-0.62", "2.4", "-99"])
    Codes(certain=('-99',), likely=())
    >>> codes_of_scores(["0", "1", "2", "-1"], ["-0.62", "2.4"]).likely
    ('-1',)
    """
    rated, scores = list(actual), list(predicted)
    plain = [one for one in scores if is_number(one) and not may_be_code(one)]
    highest = sorted(plain, key=float)[-1:]
    first = find_codes([*rated, *highest])
    found = {*first.certain, *first.likely}
    kept = [one for one in rated if one not in found]
    second = find_codes([*kept, *highest, *(one for one in scores if one not in plain)])
    low = min(map(float, plain), default=0.0)
    far = [one for one in second.likely if one != "-1" or low >= 0]
    return first + Codes(second.certain, tuple(far))


def taken(codes: Codes, answers: Answers) -> set[str]:
    """Return the codes that are no rating, as far as nobody said that they are.

    Parameters
    ----------
    codes : Codes
    answers : Answers
        What a person said.

    Returns
    -------
    set of str
    """
    likely = () if answers.missing == () else codes.likely
    rated = {*answers.rated, *map(str, answers.categories or ())}
    return {*codes.certain, *likely, *(answers.missing or ())} - rated


def beside(category: str, kept: Collection[str], actual: Iterable[str]) -> str:
    """Return the category of a score: the nearest rating, if a code for a missing one is like it.

    Parameters
    ----------
    category : str
    kept : collection of str
        The codes.
    actual : iterable of str
        The labels of the actual ratings.

    Returns
    -------
    str

    Examples
    --------
    >>> beside("-1", {"-1"}, ["0", "1", "-1"]), beside("3", {"-1"}, ["0", "1", "-1"])
    ('0', '3')
    """
    ratings = [one for one in actual if is_number(one) and one not in kept]
    if category not in kept or not ratings:
        return category
    return min(ratings, key=lambda one: abs(float(one) - float(category)))
