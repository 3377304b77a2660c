"""The three matrices of weighted kappa: O, w and E. Rows are actual, columns predicted."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.ratings import (
    Array,
    Category,
    Ratings,
    Vector,
    check_size,
    read_counts,
    read_disagreement,
    read_ratings,
    read_sample_weight,
)

SCHEMES = ("quadratic", "linear", "unweighted")
"""The named weighting schemes."""

Scheme: TypeAlias = str | ArrayLike


def observed_matrix(
    actual: Vector,
    predicted: Vector,
    *,
    categories: Iterable[Category] | None = None,
    sample_weight: Vector | None = None,
) -> Array:
    """Count how often each actual category met each predicted one: O, the confusion matrix.

    Parameters
    ----------
    actual, predicted : sequence of int or str, shape (n,)
        Two ratings of each item; see `qwk_core.ratings.read_ratings`.
    categories : iterable of int or str, optional
        The scale from lowest to highest; without it, every whole number from the smallest to the
        largest rating in either vector.
    sample_weight : sequence of float, shape (n,), optional
        How much each item counts; 1 each without.

    Returns
    -------
    ndarray of int64, or of float64 with `sample_weight`, shape (N, N)
        O[i, j] is the number of items with actual category i and predicted category j.

    Raises
    ------
    RatingsError
        If the ratings or the sample weights cannot be used.

    Examples
    --------
    >>> observed_matrix([0, 2, 2, 1], [0, 1, 2, 1])
    array([[1, 0, 0],
           [0, 1, 0],
           [0, 1, 1]])
    """
    ratings = read_ratings(actual, predicted, categories=categories)
    if sample_weight is None:
        return count_pairs(ratings)
    return _sum_pairs(ratings, read_sample_weight(sample_weight, ratings.n))


def count_pairs(ratings: Ratings) -> NDArray[np.int64]:
    """Return O for checked ratings, shape (N, N).

    Parameters
    ----------
    ratings : Ratings
    """
    return _sum_pairs(ratings, None).astype(np.int64)


def _sum_pairs(ratings: Ratings, weights: NDArray[np.float64] | None) -> Array:
    """Return the sum of the items' weights, shape (n,), or their number, in each cell of O."""
    n_categories = len(ratings.categories)
    cells = ratings.actual * n_categories + ratings.predicted
    totals: Array = np.bincount(cells, weights, minlength=n_categories**2)
    return totals.reshape(n_categories, n_categories)


def weight_matrix(n_categories: int, scheme: Scheme = "quadratic") -> NDArray[np.float64]:
    """Return how much each kind of disagreement weighs: w, 0 on the diagonal.

    Parameters
    ----------
    n_categories : int
        N, at least 1.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        (i − j)² / (N − 1)², |i − j| / (N − 1), or 1 off the diagonal; or disagreement weights of
        your own, finite and none negative.

    Returns
    -------
    ndarray of float64, shape (N, N)
        1 in the far corners for a named scheme.

    Raises
    ------
    RatingsError
        If the scheme is unknown, or the weights of your own cannot be used.

    References
    ----------
    Cohen, J. (1968). Weighted kappa: Nominal scale agreement with provision for scaled
    disagreement or partial credit. Psychological Bulletin 70(4), 213–220.

    Examples
    --------
    >>> weight_matrix(3)
    array([[0.  , 0.25, 1.  ],
           [0.25, 0.  , 0.25],
           [1.  , 0.25, 0.  ]])
    >>> weight_matrix(1)
    array([[0.]])
    """
    n_categories = operator.index(n_categories)
    if n_categories < 1:
        raise RatingsError(
            "Weights: {value} is not a number of categories; 1 is the least.",
            value=shown(n_categories),
        )
    check_size(n_categories)
    if not isinstance(scheme, str):
        return read_disagreement(scheme, n_categories)
    return disagreement(n_categories, scheme) / largest_disagreement(n_categories, scheme)


def disagreement(n_categories: int, scheme: str) -> NDArray[np.int64]:
    """Return a named scheme's weights before scaling: (i − j)², |i − j| or 0 and 1.

    Parameters
    ----------
    n_categories : int
        N, at least 1.
    scheme : {"quadratic", "linear", "unweighted"}

    Raises
    ------
    RatingsError
        If the scheme is unknown.

    Examples
    --------
    >>> disagreement(3, "quadratic")
    array([[0, 1, 4],
           [1, 0, 1],
           [4, 1, 0]])
    """
    positions = np.arange(n_categories)
    distances: NDArray[np.int64] = np.abs(positions[:, np.newaxis] - positions)
    if scheme == "quadratic":
        return distances * distances
    if scheme == "linear":
        return distances
    if scheme == "unweighted":
        return (distances > 0).astype(np.int64)
    raise RatingsError(
        "Scheme: {value} is not known. Use “quadratic”, “linear”, “unweighted”, "
        "or a square array of disagreement weights.",
        value=shown(scheme),
    )


def largest_disagreement(n_categories: int, scheme: str) -> int:
    """Return what a named scheme's weights are divided by; 1 for a single category.

    Parameters
    ----------
    n_categories : int
        N, at least 1.
    scheme : {"quadratic", "linear", "unweighted"}
    """
    farthest = max(n_categories - 1, 1)
    return {"quadratic": farthest**2, "linear": farthest}.get(scheme, 1)


def expected_matrix(observed: ArrayLike) -> NDArray[np.float64]:
    """Return the counts that chance alone would give: E, with the same totals as O.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: counts, proportions or summed weights.

    Returns
    -------
    ndarray of float64, shape (N, N)
        E[i, j] = total of row i × total of column j ÷ n. It sums to n, as O does.

    Raises
    ------
    RatingsError
        If O is not square, is all zero, or has a cell that is negative or not finite.

    Examples
    --------
    >>> expected_matrix([[2, 0], [1, 1]])
    array([[1.5, 0.5],
           [1.5, 0.5]])
    """
    counts, _ = read_counts(observed)
    return multiply_totals(counts.sum(axis=1), counts.sum(axis=0), counts.sum())


def multiply_totals(actual_totals: Array, predicted_totals: Array, n: Any) -> NDArray[np.float64]:
    """Return the outer product of the totals, divided by n: E, shape (N, N).

    Parameters
    ----------
    actual_totals, predicted_totals : ndarray of int64 or float64, shape (N,)
    n : int or float
    """
    # As floats: the product of two 64-bit totals may need 128 bits.
    product: NDArray[np.float64] = np.outer(
        actual_totals.astype(np.float64), predicted_totals.astype(np.float64)
    )
    return product / float(n)
