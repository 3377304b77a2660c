"""Which table do two raters fill who judge one hidden quality? From totals and a kappa, no data."""

from __future__ import annotations

import math
from itertools import accumulate
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import Scheme, weight_matrix
from qwk_core.ratings import check_size

_FARTHEST = 8.5  # standard deviations of the hidden quality
_MOST_ALIKE = 0.9999  # correlation of the two judgements
_STEPS = 40  # of halving, to find the correlation


def expected_shares(
    totals: ArrayLike,
    kappa: float,
    *,
    predicted_totals: ArrayLike | None = None,
    scheme: Scheme = "quadratic",
) -> NDArray[np.float64]:
    """Return the table that two raters with these totals and this kappa would fill, in shares.

    Both judge the same hidden quality, each with an error of their own, and cut what they see into
    categories; quality and errors are normal. Their agreement follows from the size of the errors.

    Parameters
    ----------
    totals : array_like, shape (N,)
        How often each category is expected, from lowest to highest: shares, percent or counts.
    kappa : float
        The kappa expected, from 0 to as high as the totals allow.
    predicted_totals : array_like, shape (N,), optional
        The same for the second rater, where it differs.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        Which weights the kappa has.

    Returns
    -------
    ndarray of float64, shape (N, N)
        Rows actual, columns predicted; it sums to 1.

    Raises
    ------
    RatingsError
        If the totals cannot be used, or allow no such kappa.

    References
    ----------
    Pearson, K. (1900). On the correlation of characters not quantitatively measurable.
    Philosophical Transactions of the Royal Society A 195, 1–47.

    Examples
    --------
    >>> expected_shares([50, 30, 20], 0.6).round(3)
    array([[0.378, 0.104, 0.019],
           [0.104, 0.131, 0.066],
           [0.019, 0.066, 0.116]])
    """
    first = _read_totals(totals)
    second = first if predicted_totals is None else _read_totals(predicted_totals)
    if len(first) != len(second):
        raise RatingsError(
            "Totals: {first} categories for one rater and {second} for the other.",
            first=len(first),
            second=len(second),
        )
    weights = weight_matrix(len(first), scheme)
    by_chance = float(first @ weights @ second)
    limits = _limits(first), _limits(second)

    def kappa_of(correlation: float) -> float:
        return 1 - float((weights * _shares(*limits, correlation)).sum()) / by_chance

    highest = kappa_of(_MOST_ALIKE) if by_chance > 0 else 0.0
    if not by_chance > 0 or not 0 <= kappa <= highest:
        raise RatingsError(
            "Kappa: {value} cannot be expected. With these totals it lies between 0 and {highest}.",
            value=shown(kappa),
            highest=math.floor(1000 * highest) / 1000,
        )
    low, high = 0.0, _MOST_ALIKE
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if kappa_of(middle) < kappa else (low, middle)
    return _shares(*limits, high)


def correlated_shares(totals: ArrayLike, correlation: float) -> NDArray[np.float64]:
    """Return the table of two raters whose hidden judgements have this correlation, in shares.

    Parameters
    ----------
    totals : array_like, shape (N,)
        How often both use each category, from lowest to highest: shares, percent or counts.
    correlation : float
        From 0 to below 1.

    Returns
    -------
    ndarray of float64, shape (N, N)
        It sums to 1.

    Raises
    ------
    RatingsError
        If the totals cannot be used.

    Examples
    --------
    Two halves: the share of agreement is 1/2 + arcsin(r) / π.

    >>> correlated_shares([1, 1], 0.5).round(4)
    array([[0.3333, 0.1667],
           [0.1667, 0.3333]])
    """
    limits = _limits(_read_totals(totals))
    return _shares(limits, limits, correlation)


def _read_totals(totals: ArrayLike) -> NDArray[np.float64]:
    """Return totals as shares, shape (N,)."""
    try:
        read = np.asarray(totals, dtype=np.float64)
    except (TypeError, ValueError):
        raise RatingsError("Totals: give a number for each category.") from None
    if read.ndim != 1 or not np.isfinite(read).all() or (read < 0).any():
        raise RatingsError("Totals: give a number for each category, none below 0.")
    check_size(len(read))
    if np.count_nonzero(read) < 2:
        raise RatingsError("Totals: at least two categories need more than 0.")
    shares: NDArray[np.float64] = read / read.sum()
    return shares


def _limits(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return where a normal judgement is cut into categories, shape (N − 1,)."""
    normal = NormalDist()
    below = list(accumulate(shares.tolist()))[:-1]
    last = int(np.flatnonzero(shares)[-1])
    return np.array(
        [
            -math.inf if share == 0 else math.inf if at >= last else normal.inv_cdf(share)
            for at, share in enumerate(below)
        ]
    )


def _shares(
    rows: NDArray[np.float64], columns: NDArray[np.float64], correlation: float
) -> NDArray[np.float64]:
    """Return the table, shape (N, N), by adding up over a grid of hidden qualities.

    Given the quality the raters are independent. The sum over an even grid is as good as the
    integral once its steps are finer than the errors are wide.
    """
    spread = math.sqrt(1 - correlation)
    step = min(0.25, spread / 2)
    quality = np.arange(-_FARTHEST, _FARTHEST + step, step)
    heights = np.exp(-quality * quality / 2)
    seen = math.sqrt(correlation) * quality[:, np.newaxis]
    of_rows, of_columns = (
        np.diff(normal_cdf((limits - seen) / spread), axis=1, prepend=0.0, append=1.0)
        for limits in (rows, columns)
    )
    table = (of_rows * heights[:, np.newaxis]).T @ of_columns
    shares: NDArray[np.float64] = table / table.sum()
    return shares


def normal_cdf(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the share of a standard normal distribution below each value.

    Parameters
    ----------
    values : ndarray of float64, any shape
        The values.

    Returns
    -------
    ndarray of float64, of the same shape

    Examples
    --------
    >>> normal_cdf(np.array([0.0, 1.96])).round(3)
    array([0.5  , 0.975])
    """
    flat = (values.ravel() / -math.sqrt(2)).tolist()
    return np.array([math.erfc(value) / 2 for value in flat]).reshape(values.shape)
