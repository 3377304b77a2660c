"""Weighted kappa in exact rational arithmetic, written like its definition."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

Matrix = Sequence[Sequence[int | float | Fraction]]


def weights(n_categories: int, scheme: str) -> list[list[Fraction]]:
    """Return exact weights of disagreement."""
    farthest = max(n_categories - 1, 1)
    weigh = {
        "quadratic": lambda d: Fraction(d * d, farthest * farthest),
        "linear": lambda d: Fraction(d, farthest),
        "unweighted": lambda d: Fraction(int(d > 0)),
    }[scheme]
    categories = range(n_categories)
    return [[weigh(abs(i - j)) for j in categories] for i in categories]


def expected(observed: Matrix) -> list[list[Fraction]]:
    """Return E: row total × column total ÷ n."""
    rows = [sum(map(Fraction, row)) for row in observed]
    columns = [sum(map(Fraction, column)) for column in zip(*observed, strict=True)]
    n = sum(rows)
    return [[row * column / n for column in columns] for row in rows]


def weighted_sum(w: Matrix, matrix: Matrix) -> Fraction:
    """Return Σ w · matrix."""
    return sum(
        (
            Fraction(weight) * Fraction(cell)
            for weight_row, row in zip(w, matrix, strict=True)
            for weight, cell in zip(weight_row, row, strict=True)
        ),
        Fraction(0),
    )


def kappa(observed: Matrix, scheme: str | Matrix = "quadratic") -> Fraction | None:
    """Return κ = 1 − ΣwO / ΣwE, or None for 0 ÷ 0."""
    w = weights(len(observed), scheme) if isinstance(scheme, str) else scheme
    denominator = weighted_sum(w, expected(observed))
    return 1 - weighted_sum(w, observed) / denominator if denominator else None


def count(actual: Sequence[int], predicted: Sequence[int]) -> list[list[int]]:
    """Return O with every whole number from the smallest to the largest rating."""
    low, high = min(*actual, *predicted), max(*actual, *predicted)
    observed = [[0] * (high - low + 1) for _ in range(low, high + 1)]
    for a, p in zip(actual, predicted, strict=True):
        observed[a - low][p - low] += 1
    return observed


def near(exact: Fraction | float | None, **within: float) -> Any:
    """Return what equals an exact number up to 1e-12, or `within` that; None is nan."""
    return pytest.approx(
        math.nan if exact is None else float(exact), **within or {"abs": 1e-12}, nan_ok=True
    )


def slopes(observed: NDArray[Any], scheme: str | Matrix) -> NDArray[np.float64]:
    """Return the slope of κ in each cell, for shares, from differences of two κ."""
    shares, step = observed / observed.sum(), 1e-6
    found = np.zeros(shares.shape)
    for cell in np.ndindex(shares.shape):
        for sign in (1, -1):
            moved = shares * (1 - sign * step)
            moved[cell] += sign * step
            found[cell] += sign * (kappa(moved.tolist(), scheme) or 0) / (2 * step)
    return found


def jackknife(
    kappa: float, without: Sequence[float], level: float = 0.95, df: int = 0
) -> tuple[float, tuple[float, float]]:
    """Return a standard error and the ends on Fisher's scale, from κ without each item."""
    n, values = len(without), np.array(without)
    error = math.sqrt((n - 1) / n * ((values - values.mean()) ** 2).sum())
    margin = stats.t.ppf((1 + level) / 2, df or n - 1) * error / (1 - kappa**2)
    return error, (math.tanh(math.atanh(kappa) - margin), math.tanh(math.atanh(kappa) + margin))
