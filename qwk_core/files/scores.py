"""What becomes of predictions that are fractions: nothing, whole numbers, or categories."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.files.labels import is_number, number_label

Conversion: TypeAlias = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""From predictions to categories, both of shape (n,); nan is missing."""


def _rounded(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round numbers of shape (n,) to whole ones, halves up, as cut-points at the halves do."""
    below = np.floor(numbers)
    rounded: NDArray[np.float64] = below + (numbers - below >= 0.5)
    return rounded


def conversion(
    predicted_as: str | Sequence[float] | None, first_category: int
) -> Conversion | None:
    """Return what turns predictions into categories.

    Parameters
    ----------
    predicted_as : None, "round" or sequence of float
        Nothing; to whole numbers, halves up; or cut at these points, in order.
    first_category : int
        The category below the first cut-point.

    Returns
    -------
    callable or None

    Raises
    ------
    RatingsError
        If it is none of these, or the points are not in order.
    """
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
        above = first_category + np.searchsorted(points, numbers, side="right")
        return np.where(np.isnan(numbers), math.nan, above)

    return cut


def categories_of_scores(
    labels: Sequence[str], predicted_as: str | Sequence[float] | None, first_category: int = 0
) -> list[str]:
    """Return the label of the category that each score falls into.

    Parameters
    ----------
    labels : sequence of str, length n
        Scores as `label_of` spells them, "" for a missing one.
    predicted_as : "round" or sequence of float, optional
        Rounding, halves up, or cut-points; without, the labels stay.
    first_category : int
        The category below the first cut-point.

    Returns
    -------
    list of str, length n

    Raises
    ------
    RatingsError
        If a label is no number.

    Examples
    --------
    >>> categories_of_scores(["0.5", "1.49", ""], "round"), categories_of_scores(["0.7"], [0.6], 1)
    (['1', '1', ''], ['2'])
    """
    convert = conversion(predicted_as, first_category)
    if convert is None:
        return list(labels)
    for label in labels:
        if label and not is_number(label):
            raise RatingsError("{value} is not a number: it is no score.", value=shown(label))
    numbers = np.array([float(label) if label else math.nan for label in labels])
    cut = convert(numbers).tolist()
    return ["" if math.isnan(one) else number_label(one) for one in cut]
