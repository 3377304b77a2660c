"""Seven ways to compute quadratic weighted kappa, as short as each idea allows.

The pages show this source. A way takes two ratings of each item and the categories, consecutive
whole numbers, lowest first; it returns kappa. It does not check what it gets: what goes wrong then
is part of the lesson. For your own data use `qwk_core.quadratic_weighted_kappa`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def double_loop(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """Go through the matrix cell by cell: w, O and E as the definition reads."""
    lowest, size = categories[0], len(categories)
    observed = [[0] * size for _ in range(size)]
    for a, p in zip(actual, predicted, strict=True):
        observed[a - lowest][p - lowest] += 1
    rows = [sum(row) for row in observed]
    columns = [sum(column) for column in zip(*observed, strict=True)]
    numerator = denominator = 0.0
    for i in range(size):
        for j in range(size):
            w = (i - j) ** 2 / (size - 1) ** 2
            numerator += w * observed[i][j]
            denominator += w * rows[i] * columns[j] / len(actual)
    return 1 - numerator / denominator


def histograms(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """Let numpy count: two histograms, their outer product, and elementwise products."""
    size = len(categories)
    edges = np.arange(categories[0], categories[0] + size + 1) - 0.5
    observed, _, _ = np.histogram2d(actual, predicted, bins=(edges, edges))
    expected = np.outer(np.histogram(actual, edges)[0], np.histogram(predicted, edges)[0])
    w = np.subtract.outer(range(size), range(size)) ** 2 / (size - 1) ** 2
    seen = (w * observed).sum() / observed.sum()
    by_chance = (w * expected).sum() / expected.sum()
    return float(1 - seen / by_chance)


def rater_lists(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """Use Python's lists alone, and find the scale in the ratings themselves."""
    lowest = min(min(actual), min(predicted))  # the declared categories are not looked at
    size = max(max(actual), max(predicted)) - lowest + 1
    observed = [[0] * size for _ in range(size)]
    rows, columns = [0] * size, [0] * size
    for a, p in zip(actual, predicted, strict=True):
        observed[a - lowest][p - lowest] += 1
        rows[a - lowest] += 1
        columns[p - lowest] += 1
    numerator = denominator = 0.0
    for i in range(size):
        for j in range(size):
            d = (i - j) ** 2 / (size - 1) ** 2
            numerator += d * observed[i][j] / len(actual)
            denominator += d * rows[i] * columns[j] / len(actual) ** 2
    return 1 - numerator / denominator


def vectorised(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """Build w without a loop, and do not divide it by (N − 1)², which cancels."""
    size = len(categories)
    observed = np.zeros((size, size))
    lowest = categories[0]
    np.add.at(observed, (np.asarray(actual) - lowest, np.asarray(predicted) - lowest), 1)
    expected = np.outer(observed.sum(axis=1), observed.sum(axis=0)) / observed.sum()
    w = np.zeros((size, size)) + np.arange(size)
    w = (w - w.T) ** 2
    return float(1 - (w * observed).sum() / (w * expected).sum())


def one_pass(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """Pass over the items once, compiled: two histograms and a running sum, no matrix."""
    actual, predicted = np.asarray(actual), np.asarray(predicted)
    size = categories[-1] + 1  # ratings are used as positions, so the histograms begin at 0
    refuse_out_of_bounds(actual, predicted, size)
    return float(compile_once(count_and_sum)(actual, predicted, size))


def count_and_sum(actual: Any, predicted: Any, size: int) -> float:
    """Do the work of `one_pass`: numba turns this function into machine code."""
    rows, columns = np.zeros(size), np.zeros(size)
    seen = 0.0
    for k in range(len(actual)):
        i, j = actual[k], predicted[k]
        rows[i] += 1
        columns[j] += 1
        seen += (i - j) ** 2
    by_chance = 0.0
    for i in range(size):
        for j in range(size):
            by_chance += (i - j) ** 2 * rows[i] * columns[j]
    return 1 - len(actual) * seen / by_chance


def scikit_learn(actual: Any, predicted: Any, categories: Sequence[int] | None) -> float:
    """Ask scikit-learn, and tell it the whole scale."""
    from sklearn.metrics import cohen_kappa_score  # type: ignore[import-untyped]

    labels = None if categories is None else list(categories)
    return float(cohen_kappa_score(actual, predicted, weights="quadratic", labels=labels))


def moments(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """Take five sums: kappa is twice the covariance over spread and shift."""
    x, y = np.asarray(actual, dtype=np.int64), np.asarray(predicted, dtype=np.int64)
    n, sum_x, sum_y = len(x), int(x.sum()), int(y.sum())
    squares, products = int(x @ x) + int(y @ y), int(x @ y)
    return 2 * (n * products - sum_x * sum_y) / (n * squares - 2 * sum_x * sum_y)


def refuse_out_of_bounds(
    actual: NDArray[np.int64], predicted: NDArray[np.int64], size: int
) -> None:
    """Stop where compiled code would read and write memory outside its arrays.

    The original has no such check: it goes on, and returns a wrong number.

    Parameters
    ----------
    actual, predicted : ndarray of int64, shape (n,)
        Two ratings of each item.
    size : int
        The length of the arrays that the ratings are indices of.

    Raises
    ------
    IndexError
        If a rating is no index of such an array.
    """
    for ratings in (actual, predicted):
        for rating in (ratings.min(), ratings.max()):
            if not -size <= rating < size:
                raise IndexError(f"index {rating} is out of bounds for a histogram of {size}")


@functools.cache
def compile_once(function: Callable[..., float]) -> Callable[..., float]:
    """Return the function compiled by numba; the first call takes about a second.

    Parameters
    ----------
    function : callable
        A function of numbers and arrays.

    Returns
    -------
    callable
    """
    import numba

    compiled: Callable[..., float] = numba.njit(function)
    return compiled
