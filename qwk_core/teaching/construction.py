"""How does w come about without a loop, and what does a longer scale do?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.matrices import disagreement, largest_disagreement


@dataclass(frozen=True, eq=False)
class Construction:
    """The matrices from which w is built. Rows are actual, columns predicted.

    Attributes
    ----------
    columns : ndarray of int64, shape (N, N)
        Every row is 0, 1, … N − 1: each cell holds its column's position.
    rows : ndarray of int64, shape (N, N)
        Its transpose: each cell holds its row's position.
    undivided : ndarray of int64, shape (N, N)
        Their difference, squared, without its sign, or as 0 and 1.
    divisor : int
        The largest weight before division: w is `undivided` / `divisor`.
    """

    columns: NDArray[np.int64]
    rows: NDArray[np.int64]
    undivided: NDArray[np.int64]
    divisor: int


def construct_weights(n_categories: int, scheme: str = "quadratic") -> Construction:
    """Build w without a loop, and keep what it is built from.

    Parameters
    ----------
    n_categories : int
        N, at least 1.
    scheme : {"quadratic", "linear", "unweighted"}
        How disagreement is weighted.

    Returns
    -------
    Construction

    Raises
    ------
    RatingsError
        If the scheme is unknown.

    References
    ----------
    scikit-learn, ``sklearn.metrics.cohen_kappa_score``: a zero matrix plus ``arange(N)``, minus its
    transpose, squared. It never divides by (N − 1)².

    Examples
    --------
    >>> built = construct_weights(3)
    >>> built.columns
    array([[0, 1, 2],
           [0, 1, 2],
           [0, 1, 2]])
    >>> built.undivided, built.divisor
    (array([[0, 1, 4],
           [1, 0, 1],
           [4, 1, 0]]), 4)
    """
    columns = np.zeros((n_categories, n_categories), dtype=np.int64) + np.arange(n_categories)
    return Construction(
        columns=columns,
        rows=columns.T,
        undivided=disagreement(n_categories, scheme),
        divisor=largest_disagreement(n_categories, scheme),
    )


def add_unused_category(observed: ArrayLike, at: int) -> NDArray[np.generic]:
    """Return counts on a scale with one more category, which nobody uses.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    at : int
        The position of the new category, from 0 to N; N is the end of the scale.

    Returns
    -------
    ndarray, shape (N + 1, N + 1)
        The counts, with an empty row and an empty column at that position.

    Examples
    --------
    >>> add_unused_category([[2, 1], [0, 3]], 1)
    array([[2, 0, 1],
           [0, 0, 0],
           [0, 0, 3]])
    """
    longer: NDArray[np.generic] = np.insert(np.insert(observed, at, 0, axis=0), at, 0, axis=1)
    return longer
