"""Quadratic weighted kappa as one number, from five sums and no matrix."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from operator import mul
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwk_core.ratings import Array, Category, Vector, read_sample_weight, read_values, subtract

SAME_KAPPA = 1e-9
"""Kappas nearer than this are the same kappa: they are sums in different orders."""

# Two blocks of 32,768 items as float32 fit a core's own cache; larger ones are no faster.
_BLOCK = 32_768
# Blocks this short are not halved again: Python's integers sum them as fast.
_SHORTEST_BLOCK = 256

_Exact: TypeAlias = int | Fraction
_Precision: TypeAlias = tuple[NDArray[Any], float]
# A block of ones (a sum is a dot product with it), and where sums of integers cease to be exact.
_SINGLE: _Precision = np.ones(_BLOCK, dtype=np.float32), 2.0**24
_DOUBLE: _Precision = np.ones(_BLOCK, dtype=np.float64), 2.0**53


def quadratic_weighted_kappa(
    actual: Vector,
    predicted: Vector,
    *,
    categories: Iterable[Category] | None = None,
    sample_weight: Vector | None = None,
) -> float:
    """Return the quadratic weighted kappa of two raters.

    With quadratic weights, κ = 1 − ΣwO / ΣwE needs neither w nor O nor E. With sums over the n
    items, x actual and y predicted,

        κ = 2 (n Σxy − Σx Σy) / (n (Σx² + Σy²) − 2 Σx Σy)

    The sums are exact integers and the division is the only rounding: perfect agreement is 1.0
    and a constant rater 0.0, to the last bit. Beside the vectors themselves, memory grows with
    neither n nor N.

    Parameters
    ----------
    actual, predicted : sequence of int or str, shape (n,)
        Two ratings of each item; see `qwk_core.ratings.read_ratings`.
    categories : iterable of int or str, optional
        The scale from lowest to highest; distance is counted in positions. Whole numbers need
        none. Text does.
    sample_weight : sequence of float, shape (n,), optional
        How much each item counts; 1 each without.

    Returns
    -------
    float
        From −1 to 1; nan where kappa is 0 ÷ 0, since both raters use one and the same category.

    Raises
    ------
    RatingsError
        Naming the vector, the item (counted from 1) and the value at fault.

    References
    ----------
    Cohen, J. (1968). Weighted kappa. Psychological Bulletin 70(4), 213–220.
    Fleiss, J. L. & Cohen, J. (1973). The equivalence of weighted kappa and the intraclass
    correlation coefficient. Educational and Psychological Measurement 33(3), 613–619.

    Examples
    --------
    >>> quadratic_weighted_kappa([4, 4, 3, 4, 4, 0, 1, 1, 2, 1], [0, 4, 1, 0, 4, 0, 1, 1, 2, 1])
    0.3181818181818182
    >>> quadratic_weighted_kappa(["low", "high"], ["low", "mid"], categories=["low", "mid", "high"])
    0.6666666666666666
    >>> quadratic_weighted_kappa([3, 3, 3], [3, 3, 3])
    nan
    """
    x, y, _ = read_values(actual, predicted, categories)
    if sample_weight is not None:
        return _weighted_kappa(x, y, read_sample_weight(sample_weight, x.size))
    return _kappa(x.size, _five_sums(x, y))


def _kappa(n: _Exact, sums: tuple[_Exact, ...]) -> float:
    """Return κ from n and Σx, Σy, Σx², Σy², Σxy."""
    sum_x, sum_y, sum_xx, sum_yy, sum_xy = sums
    denominator = n * (sum_xx + sum_yy) - 2 * sum_x * sum_y
    if denominator == 0:
        return math.nan
    # Python's integers and fractions are rounded once, and correctly, however long they are.
    return float(2 * (n * sum_xy - sum_x * sum_y) / denominator)


def _five_sums(x: Array, y: Array) -> tuple[int, ...]:
    """Return Σx, Σy, Σx², Σy² and Σxy of two vectors, shape (n,), exactly."""
    if x.dtype == object or y.dtype == object:
        return _python_sums(x, y)
    with np.errstate(over="ignore"):  # a sum too large for float32 is computed again in float64
        if x.size <= _BLOCK:
            return _block_sums(x, y)
        starts = range(0, x.size, _BLOCK)
        sums = (_block_sums(x[at : at + _BLOCK], y[at : at + _BLOCK]) for at in starts)
        return tuple(map(sum, zip(*sums, strict=True)))


def _block_sums(x: Array, y: Array, precision: _Precision = _SINGLE) -> tuple[int, ...]:
    """Return the five sums of two short vectors, shape (n,), n at most `_BLOCK`."""
    # Dot products of floats are the fastest sums (BLAS). For integers they are exact as long as no
    # partial sum reaches 2**24 (float32) or 2**53 (float64). No partial sum is larger than both
    # sums of squares together, and a sum of squares never falls: its end shows its maximum.
    ones, exact_below = precision
    a, b, one = x.astype(ones.dtype), y.astype(ones.dtype), ones[: x.size]
    sum_aa, sum_bb = a.dot(a), b.dot(b)
    if sum_aa + sum_bb < exact_below:
        return tuple(map(int, (a.dot(one), b.dot(one), sum_aa, sum_bb, a.dot(b))))
    if precision is _SINGLE:
        return _block_sums(x, y, _DOUBLE)
    if x.size <= _SHORTEST_BLOCK:
        return _python_sums(x, y)
    middle = x.size // 2
    halves = (
        _block_sums(x[:middle], y[:middle], _DOUBLE),
        _block_sums(x[middle:], y[middle:], _DOUBLE),
    )
    return tuple(map(sum, zip(*halves, strict=True)))


def _python_sums(x: Array, y: Array) -> tuple[int, ...]:
    """Return the five sums of two vectors, shape (n,), in Python's own integers."""
    a, b = x.tolist(), y.tolist()
    return sum(a), sum(b), _dot(a, a), _dot(b, b), _dot(a, b)


def _dot(a: Iterable[Any], b: Iterable[Any]) -> Any:
    return sum(map(mul, a, b))


def _weighted_kappa(x: Array, y: Array, weights: NDArray[np.float64]) -> float:
    """Return κ = 2 cov / (var x + var y + (mean x − mean y)²); all arrays have shape (n,)."""
    if object in (x.dtype, y.dtype):
        return _kappa(*_weighted_python_sums(x, y, weights))
    counted = weights > 0
    x, y, p = x[counted], y[counted], weights[counted] / weights.max()
    p /= p.sum()
    # Each vector is measured from its own first rating, so that a constant rater is exactly 0.
    first_x, first_y = int(x[0]), int(y[0])
    x, y = subtract(x, first_x).astype(np.float64), subtract(y, first_y).astype(np.float64)
    mean_x, mean_y = p @ x, p @ y
    x, y, shift = x - mean_x, y - mean_y, first_x - first_y + mean_x - mean_y
    denominator = p @ (x * x) + p @ (y * y) + shift * shift
    if denominator == 0:
        return math.nan
    return float(np.clip(2 * (p @ (x * y)) / denominator, -1, 1))


def _weighted_python_sums(
    x: Array, y: Array, weights: NDArray[np.float64]
) -> tuple[Fraction, tuple[Fraction, ...]]:
    """Return the sum of the weights and the five weighted sums; all arrays have shape (n,)."""
    a, b = x.tolist(), y.tolist()
    w = [Fraction(weight) for weight in weights.tolist()]
    w_a, w_b = list(map(mul, w, a)), list(map(mul, w, b))
    return sum(w, Fraction()), (sum(w_a), sum(w_b), _dot(w_a, a), _dot(w_b, b), _dot(w_a, b))
