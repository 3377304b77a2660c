"""How many items does an interval of a wanted width need? Its width for other numbers of items."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import Scheme
from qwk_core.ratings import read_counts
from qwk_core.statistics.intervals import kappa_interval

_ROUNDING = 1e-9  # a number of items that exceeds a whole one by less is that whole one


def interval_widths(
    observed: ArrayLike, sizes: ArrayLike, *, scheme: Scheme = "quadratic", level: float = 0.95
) -> NDArray[np.float64]:
    """Return how wide the analytic interval would be with other numbers of items.

    The proportions stay as they are, so the width shrinks with the square root of n.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    sizes : array_like, shape (m,)
        The numbers of items, each positive.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.
    level : float
        The level of confidence, between 0 and 1.

    Returns
    -------
    ndarray of float64, shape (m,)
        nan where there is no interval.

    Raises
    ------
    RatingsError
        If the counts, the level or a size cannot be used.

    Examples
    --------
    >>> interval_widths([[40, 9], [6, 45]], [100, 400]).round(3)
    array([0.28, 0.14])
    """
    items = np.asarray(sizes, dtype=np.float64)
    if not (items > 0).all():
        raise RatingsError("Sizes: every number of items must be positive.")
    interval = kappa_interval(observed, scheme=scheme, level=level)
    n = float(np.sum(read_counts(observed)[0]))
    # Not high − low: a narrow interval about a kappa of 1 would lose its digits there.
    width = 2 * interval.n_standard_errors * interval.standard_error
    widths: NDArray[np.float64] = width * np.sqrt(n / items)
    return widths


def items_for_width(
    observed: ArrayLike, width: float, *, scheme: Scheme = "quadratic", level: float = 0.95
) -> int | None:
    """Return how many items with the same proportions make the interval this narrow.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    width : float
        The distance wanted between both ends of the analytic interval; positive.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.
    level : float
        The level of confidence, between 0 and 1.

    Returns
    -------
    int or None
        None where there is no interval, or one that is a point already.

    Raises
    ------
    RatingsError
        If the counts, the level or the width cannot be used.

    Examples
    --------
    >>> items_for_width([[40, 9], [6, 45]], 0.1)
    784
    """
    if not width > 0 or not math.isfinite(width):
        raise RatingsError("Width: {value} is not a positive number.", value=shown(width))
    one_item = float(interval_widths(observed, [1], scheme=scheme, level=level)[0])
    return max(math.ceil((one_item / width) ** 2 - _ROUNDING), 1) if one_item > 0 else None
