"""From kappas with items left out, or drawn, to a standard error and an interval."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.kappa import SAME_KAPPA

_MOST_DRAWS = 1_000_000

# Draws are made in blocks of about this many cells: 4 MB, and a tenth of a second.
_CELLS_AT_ONCE = 2**19

_on_draws: ContextVar[Callable[[int], object] | None] = ContextVar("on_draws", default=None)


@contextmanager
def reporting_draws(report: Callable[[int], object]) -> Iterator[None]:
    """Report each block of draws that is made within this context, wherever it is made.

    Parameters
    ----------
    report : callable
        Takes how many draws the block has.

    Examples
    --------
    >>> made = []
    >>> with reporting_draws(made.append):
    ...     found = list(blocks(1_000_000, 4))
    >>> len(made), sum(made)
    (8, 1000000)
    """
    token = _on_draws.set(report)
    try:
        yield
    finally:
        _on_draws.reset(token)


def blocks(n_draws: int, n_cells: int) -> Iterator[int]:
    """Yield how many draws to make at once, until all are made.

    Parameters
    ----------
    n_draws : int
        How many draws.
    n_cells : int
        How many random numbers, or cells, one draw takes.

    Yields
    ------
    int
    """
    report, at_once = _on_draws.get(), max(_CELLS_AT_ONCE // n_cells, 1)
    for start in range(0, n_draws, at_once):
        size = min(at_once, n_draws - start)
        yield size
        if report is not None:
            report(size)


def jackknife(
    estimate: float, values: NDArray[np.float64], counts: NDArray[Any], level: float, df: int
) -> tuple[float, float, float]:
    """Return the interval and the standard error from the values without each item.

    The interval is symmetric on Fisher's scale, by Student's t. What is not between −1 and 1 has
    no place on that scale, nor what rounding alone keeps off these two: its interval is symmetric
    as it is.

    Parameters
    ----------
    estimate : float
        The coefficient of all items.
    values : ndarray of float64, shape (k,)
        The coefficient without one item of each kind.
    counts : ndarray, shape (k,)
        How many items there are of each kind: n, at least 2, together.
    level : float
        The level of confidence, between 0 and 1.
    df : int
        The degrees of freedom of Student's t: n − 1, or fewer.

    Returns
    -------
    low, high, standard_error : float

    References
    ----------
    Efron, B. & Tibshirani, R. J. (1993). An introduction to the bootstrap. Chapman & Hall,
    chapter 11.

    Examples
    --------
    >>> low, high, error = jackknife(0.5, np.array([0.4, 0.6]), np.array([5, 5]), 0.95, 9)
    >>> round(low, 3), round(high, 3), round(error, 3)
    (-0.341, 0.897, 0.3)
    """
    n = counts.sum()
    deviations = values - (counts @ values) / n
    error = math.sqrt((n - 1) / n * (counts @ deviations**2))
    margin = student_quantile((1 + level) / 2, df) * error
    if abs(estimate) > 1 - SAME_KAPPA:
        return estimate - margin, estimate + margin, error
    centre, margin = math.atanh(estimate), margin / (1 - estimate**2)
    return math.tanh(centre - margin), math.tanh(centre + margin), error


def middle_of_draws(
    draws: NDArray[np.float64], tails: tuple[float, float]
) -> tuple[float, float, float]:
    """Return the ends of the middle of some draws, and their standard deviation.

    Parameters
    ----------
    draws : ndarray of float64, shape (m,)
        Those that are nan are left out.
    tails : tuple of float
        Which quantiles are the ends, from 0 to 1.

    Returns
    -------
    low, high, standard_error : float
        nan for too few draws; the ends also where a tail is nan.

    Examples
    --------
    >>> middle_of_draws(np.array([0.0, 0.5, 1.0, math.nan]), (0.0, 0.5))
    (0.0, 0.5, 0.5)
    """
    defined = draws[~np.isnan(draws)]
    error = float(defined.std(ddof=1)) if len(defined) > 1 else math.nan
    if not len(defined) or np.isnan(tails).any():
        return math.nan, math.nan, error
    low, high = np.quantile(defined, tails).tolist()
    return low, high, error


def middle(level: float) -> tuple[float, float]:
    """Return the two tails outside of which 1 − `level` lies, half on either side.

    Parameters
    ----------
    level : float
        The level of confidence, between 0 and 1.
    """
    return (1 - level) / 2, (1 + level) / 2


def student_quantile(share: float, df: int) -> float:
    """Return the quantile of Student's t distribution, above the median.

    Parameters
    ----------
    share : float
        From 0.5 to 1.
    df : int
        Degrees of freedom.

    Returns
    -------
    float
        To six digits.

    References
    ----------
    Hill, G. W. (1970). Algorithm 396: Student's t-quantiles. Communications of the ACM 13(10),
    619–620.

    Examples
    --------
    >>> round(student_quantile(0.975, 9), 4), round(student_quantile(0.975, 1), 3)
    (2.2622, 12.706)
    """
    tails = 2 * (1 - share)
    if df == 1:
        return math.cos(tails * math.pi / 2) / math.sin(tails * math.pi / 2)
    if df == 2:
        return math.sqrt(2 / (tails * (2 - tails)) - 2)
    a = 1 / (df - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * df
    y = (d * tails) ** (2 / df)
    if y > 0.05 + a:
        x = NormalDist().inv_cdf(tails / 2)
        y = x**2
        if df < 5:
            c += 0.3 * (df - 4.5) * (x + 0.6)
        c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = math.expm1(a * y**2)
    else:
        y = (
            (1 / (((df + 6) / (df * y) - 0.089 * d - 0.822) * (df + 2) * 3) + 0.5 / (df + 4)) * y
            - 1
        ) * (df + 1) / (df + 2) + 1 / y
    return math.sqrt(df * y)


def check_level(level: float) -> None:
    """Check a level of confidence.

    Parameters
    ----------
    level : float
        Between 0 and 1.

    Raises
    ------
    RatingsError
        If it is not, or so near 1 that no interval is wide enough.

    Examples
    --------
    >>> check_level(95)
    Traceback (most recent call last):
    qwk_core.errors.RatingsError: Level: 95 is not between 0 and 1; 0.95 is usual.
    """
    if not isinstance(level, (int, float)) or not 0 < level < 1:
        raise RatingsError(
            "Level: {value} is not between 0 and 1; 0.95 is usual.", value=shown(level)
        )
    if (1 + level) / 2 >= 1:
        raise RatingsError(
            "Level: {value} is too near 1: its interval has no end. 0.95 is usual.",
            value=shown(level),
        )


def check_draws(n_draws: int) -> None:
    """Raise a RatingsError unless a number of draws, or shuffles, is from 1 to 1,000,000.

    Parameters
    ----------
    n_draws : int
        How many draws are asked for.

    Raises
    ------
    RatingsError
        If the number is out of range.
    """
    if not 1 <= operator.index(n_draws) <= _MOST_DRAWS:
        raise RatingsError(
            "Draws: {value} is out of range; from 1 to {most} can be made.",
            value=shown(n_draws),
            most=_MOST_DRAWS,
        )
