"""How fast kappa is: `python -m tests.benchmarks.core`.

In one run, `quadratic_weighted_kappa` against scikit-learn, a double loop over the matrices in
plain Python, and a numba loop in one pass. The repetitions take turns, so that a busy machine slows
all alike; each figure is a ratio of medians: how many times as long as ours the other took.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import cohen_kappa_score

from qwk_core import quadratic_weighted_kappa

try:
    import numba
except ImportError:  # numba comes late to new versions of Python
    numba = None

N_CATEGORIES = 5
LABELS = list(range(N_CATEGORIES))
SIZES = (10, 10**4, 10**6, 10**7)
# Each race is given about this much time, and at least so many turns.
SECONDS, FEWEST_TURNS = 4.0, 5
# A turn of few items is this many, so that it is longer than what the clock can tell.
ITEMS_A_TURN = 1000

Rater = NDArray[np.integer]
Contestant = Callable[[Rater, Rater], float]


def scikit_learn(actual: Rater, predicted: Rater) -> float:
    return float(cohen_kappa_score(actual, predicted, weights="quadratic", labels=LABELS))


def double_loop(actual: Rater, predicted: Rater) -> float:
    """w, O and E cell by cell, as first lessons write it."""
    observed = [[0] * N_CATEGORIES for _ in LABELS]
    for i, j in zip(actual.tolist(), predicted.tolist(), strict=True):
        observed[i][j] += 1
    actual_totals = [sum(row) for row in observed]
    predicted_totals = [sum(column) for column in zip(*observed, strict=True)]
    numerator = denominator = 0.0
    for i in range(N_CATEGORIES):
        for j in range(N_CATEGORIES):
            weight = (i - j) ** 2 / (N_CATEGORIES - 1) ** 2
            numerator += weight * observed[i][j]
            denominator += weight * actual_totals[i] * predicted_totals[j] / len(actual)
    return 1 - numerator / denominator


def one_pass(actual: Rater, predicted: Rater, n_categories: int) -> float:
    """Two histograms and a running Σ(i − j)²; nothing N × N is stored. Compiled by numba."""
    actual_totals = np.zeros(n_categories, np.int64)
    predicted_totals = np.zeros(n_categories, np.int64)
    observed = 0
    for k in range(actual.shape[0]):
        i, j = np.int64(actual[k]), np.int64(predicted[k])
        actual_totals[i] += 1
        predicted_totals[j] += 1
        observed += (i - j) * (i - j)
    expected = 0.0
    for i in range(n_categories):
        for j in range(n_categories):
            expected += (i - j) * (i - j) * actual_totals[i] * predicted_totals[j]
    return 1 - observed * actual.shape[0] / expected


def contestants() -> dict[str, Contestant]:
    others: dict[str, Contestant] = {"scikit-learn": scikit_learn, "double loop": double_loop}
    if numba is not None:
        compiled = numba.njit(one_pass)
        others["numba loop"] = lambda actual, predicted: compiled(actual, predicted, N_CATEGORIES)
    return others


def ratings(n: int, dtype: type) -> tuple[Rater, Rater]:
    """Two raters who mostly agree, near misses more common than far ones."""
    generator = np.random.default_rng(n)
    actual = generator.integers(0, N_CATEGORIES, n)
    misses = generator.choice([-2, -1, 0, 0, 0, 1, 1], n)
    predicted = np.clip(actual + misses, 0, N_CATEGORIES - 1)
    return actual.astype(dtype), predicted.astype(dtype)


def race(actual: Rater, predicted: Rater, others: dict[str, Contestant]) -> dict[str, float]:
    """Return the median seconds of each, "ours" among them."""
    runners: dict[str, Contestant] = {"ours": quadratic_weighted_kappa, **others}
    kappas = {name: run(actual, predicted) for name, run in runners.items()}  # warms up as well
    for name, kappa in kappas.items():
        assert math.isclose(kappa, kappas["ours"], abs_tol=1e-12), (name, kappas)
    repetitions = max(1, ITEMS_A_TURN // len(actual))
    seconds: dict[str, list[float]] = {name: [] for name in runners}
    begun = time.perf_counter()
    while len(seconds["ours"]) < FEWEST_TURNS or time.perf_counter() - begun < SECONDS:
        for name, run in runners.items():
            before = time.perf_counter()
            for _ in range(repetitions):
                run(actual, predicted)
            seconds[name].append((time.perf_counter() - before) / repetitions)
    return {name: statistics.median(times) for name, times in seconds.items()}


def main() -> None:
    others = contestants()
    print("How many times as long as quadratic_weighted_kappa the others take")
    print(f"{'items':>10} {'dtype':>6} {'ours':>10}", *(f"{name:>13}" for name in others))
    for n in SIZES:
        for dtype in (np.int64, np.int8):
            medians = race(*ratings(n, dtype), others)
            ours = medians.pop("ours")
            ratios = (f"{median / ours:>12.1f}×" for median in medians.values())
            print(f"{n:>10} {dtype.__name__:>6} {ours * 1e6:>7.0f} µs", *ratios, flush=True)
    if numba is None:
        print("numba is not installed here; its loop did not run.")


if __name__ == "__main__":
    main()
