"""The speed of kappa: `python -m tests.benchmarks.core`.

One run compares `quadratic_weighted_kappa` with three implementations of the page Implementations:
scikit-learn, a double loop over the matrices, and a numba loop in one pass. The repetitions take
turns, so that a busy machine slows all equally. Each figure is a ratio of medians: the other's time
divided by ours.
"""

import math
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from qwk_core import quadratic_weighted_kappa
from qwk_core.teaching.implementations import ways

CATEGORIES = range(5)
SIZES = (10, 10**4, 10**6, 10**7)
# The time of each comparison in seconds, and the smallest number of its turns.
SECONDS, FEWEST_TURNS = 4.0, 5
# With few items, a turn makes this many calls, so that the clock can measure it.
ITEMS_A_TURN = 1000

Rater = NDArray[np.integer]
RUNNERS: dict[str, Callable[[Rater, Rater], float]] = {
    "ours": quadratic_weighted_kappa,
    "scikit-learn": lambda x, y: ways.scikit_learn(x, y, CATEGORIES),
    "double loop": lambda x, y: ways.double_loop(x.tolist(), y.tolist(), CATEGORIES),
}
if find_spec("numba"):  # numba does not support new versions of Python at once
    compiled = ways.compile_once(ways.count_and_sum)
    RUNNERS["numba loop"] = lambda x, y: compiled(x, y, len(CATEGORIES))


def ratings(n: int, dtype: type) -> tuple[Rater, Rater]:
    """Return two raters who mostly agree; near misses are more common than far ones."""
    generator = np.random.default_rng(n)
    actual = generator.integers(0, len(CATEGORIES), n)
    misses = generator.choice([-2, -1, 0, 0, 0, 1, 1], n)
    predicted = np.clip(actual + misses, 0, CATEGORIES[-1])
    return actual.astype(dtype), predicted.astype(dtype)


def race(actual: Rater, predicted: Rater) -> dict[str, float]:
    """Return the median seconds of each."""
    kappas = {
        name: run(actual, predicted) for name, run in RUNNERS.items()
    }  # this is also the warm-up
    for name, kappa in kappas.items():
        assert math.isclose(kappa, kappas["ours"], abs_tol=1e-12), (name, kappas)
    repetitions = max(1, ITEMS_A_TURN // len(actual))
    seconds: dict[str, list[float]] = {name: [] for name in RUNNERS}
    begun = time.perf_counter()
    while len(seconds["ours"]) < FEWEST_TURNS or time.perf_counter() - begun < SECONDS:
        for name, run in RUNNERS.items():
            before = time.perf_counter()
            for _ in range(repetitions):
                run(actual, predicted)
            seconds[name].append((time.perf_counter() - before) / repetitions)
    return {name: statistics.median(times) for name, times in seconds.items()}


def main() -> None:
    _ours, *others = RUNNERS
    print("How many times as long as quadratic_weighted_kappa the others take")
    print(f"{'items':>10} {'dtype':>6} {'ours':>10}", *(f"{name:>13}" for name in others))
    for n in SIZES:
        for dtype in (np.int64, np.int8):
            ours, *theirs = race(*ratings(n, dtype)).values()
            ratios = (f"{median / ours:>12.1f}×" for median in theirs)
            print(f"{n:>10} {dtype.__name__:>6} {ours * 1e6:>7.0f} µs", *ratios, flush=True)


if __name__ == "__main__":
    main()
