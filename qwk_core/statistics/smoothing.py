"""Which interval holds kappa as often as it says? Two items more, and Fisher's scale."""

from __future__ import annotations

from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwk_core.ratings import Array
from qwk_core.statistics.one_item import influences

ADDED_ITEMS = 2
"""One on which the raters agree, and one rated by chance."""


class Bounds(NamedTuple):
    """The ends of intervals, and kappa's standard error with the two items added.

    Attributes
    ----------
    low, high, standard_error : ndarray of float64, shape (...)
        nan where a rater gives every item the same category.
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    standard_error: NDArray[np.float64]

    @property
    def widths(self) -> NDArray[np.float64]:
        """The distance between both ends, shape (...)."""
        return self.high - self.low


def add_two_items(counts: Array) -> NDArray[np.float64]:
    """Return tables with two items more: one of agreement and one of chance, each in parts.

    The item of agreement lies on the diagonal, in equal parts from one category below those that
    were used to one category above: the next item may be rated as no item was yet. The item of
    chance is spread as E is.

    Parameters
    ----------
    counts : ndarray, shape (..., N, N)
        Counts of items, rows actual and columns predicted; every table has one at least.

    Returns
    -------
    ndarray of float64, shape (..., N, N)

    Examples
    --------
    >>> add_two_items(np.array([[2, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])).round(3)
    array([[2.708, 0.125, 0.   , 0.   ],
           [1.375, 1.458, 0.   , 0.   ],
           [0.   , 0.   , 0.333, 0.   ],
           [0.   , 0.   , 0.   , 0.   ]])
    """
    rows, columns = counts.sum(axis=-1), counts.sum(axis=-2)
    n = rows.sum(axis=-1)[..., np.newaxis].astype(np.float64)
    chance = (rows / n)[..., :, np.newaxis] * (columns / n)[..., np.newaxis, :]
    used = rows + columns > 0
    positions = np.arange(counts.shape[-1])
    first = used.argmax(axis=-1)[..., np.newaxis] - 1
    last = counts.shape[-1] - used[..., ::-1].argmax(axis=-1)[..., np.newaxis]
    near = (first <= positions) & (positions <= last)
    agreement = near / near.sum(axis=-1, keepdims=True)
    added: NDArray[np.float64] = chance + agreement[..., np.newaxis] * np.eye(counts.shape[-1])
    return counts + added


def smoothed_bounds(counts: Array, weights: NDArray[np.float64], level: float) -> Bounds:
    """Return the ends of the smoothed interval of every table.

    Kappa and its standard error are those of the table with two items more. The interval is
    symmetric on Fisher's scale, ½ ln((1 + κ) ÷ (1 − κ)), so it stays within −1 and 1. Where it
    would leave out the kappa of the table itself, it reaches just as far as that.

    The added items do for kappa what those of Agresti & Coull do for a proportion. The scale is
    Fisher's for a correlation, which Lin takes for his coefficient of concordance; that is
    kappa with quadratic weights.

    Parameters
    ----------
    counts : ndarray, shape (..., N, N)
        Counts of items, rows actual and columns predicted; every table has one at least. Counts
        may be fractions: those of items weighted down to their effective number.
    weights : ndarray of float64, shape (N, N)
        The disagreement weights w.
    level : float
        The level of confidence, between 0 and 1.

    Returns
    -------
    Bounds

    References
    ----------
    Agresti, A. & Coull, B. A. (1998). Approximate is better than “exact” for interval estimation
    of binomial proportions. The American Statistician 52(2), 119–126.
    Lin, L. I.-K. (1989). A concordance correlation coefficient to evaluate reproducibility.
    Biometrics 45(1), 255–268.
    How often it holds the true kappa: `python -m tests.benchmarks.coverage`.

    Examples
    --------
    A hundred items without a miss, evenly in two categories:

    >>> from qwk_core.matrices import weight_matrix
    >>> low, high, _ = smoothed_bounds(np.array([[50, 0], [0, 50]]), weight_matrix(2), 0.95)
    >>> round(float(low), 2), float(high)
    (0.85, 1.0)
    """
    seen = kappas_of(counts, weights)
    tables = add_two_items(counts)
    n = tables.sum(axis=(-2, -1))
    shares = tables / n[..., np.newaxis, np.newaxis]
    ratio, worth = influences(shares, weights)
    error = np.sqrt((shares * worth**2).sum(axis=(-2, -1)) / n)
    margin = NormalDist().inv_cdf((1 + level) / 2) * error
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        # With κ = 1 − ratio, e to the power of 2 × Fisher's scale is (2 − ratio) ÷ ratio.
        odds, factor = (2 - ratio) / ratio, np.exp(2 * margin / (ratio * (2 - ratio)))
        low, high = 1 - 2 / (1 + odds / factor), 1 - 2 / (1 + odds * factor)
    # Only weights of one's own can take kappa to −1 or below, where Fisher's scale ends.
    beyond = ratio >= 2
    low, high = (
        np.where(beyond, 1 - ratio - margin, low),
        np.where(beyond, 1 - ratio + margin, high),
    )
    low, high = np.minimum(low, seen), np.maximum(high, seen)
    missing = np.isnan(seen)
    return Bounds(*(np.where(missing, np.nan, one) for one in (low, high, error)))


def kappas_of(counts: Array, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the kappas of many tables at once.

    Parameters
    ----------
    counts : ndarray, shape (..., N, N)
        A matrix of counts for each table.
    weights : ndarray of float64, shape (N, N)
        How much each kind of disagreement weighs.

    Returns
    -------
    ndarray of float64, shape (...)
        nan where a rater is constant.
    """
    rows, columns = counts.sum(axis=-1), counts.sum(axis=-2)
    n = rows.sum(axis=-1).astype(np.float64)
    varied = (np.count_nonzero(rows, axis=-1) > 1) & (np.count_nonzero(columns, axis=-1) > 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        by_chance = ((rows / n[..., np.newaxis]) @ weights * columns).sum(axis=-1)
        kappas = 1 - (counts * weights).sum(axis=(-2, -1)) / by_chance
    return np.where(varied, kappas, np.nan)
