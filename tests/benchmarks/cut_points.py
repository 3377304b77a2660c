"""How good and how fast cut-points are: `python -m tests.benchmarks.cut_points`.

First a race on the same items and the same objective, quadratic weighted kappa: our search, and
Nelder–Mead as it is usually run (scipy's defaults, from plain rounding). Then what
tuned cut-points gain on the items they were tuned on, and what they keep: in folds held out, and on
fresh items that no tuning has seen.

The made-up items are such that their means can be laid beside those of an earlier simulation, with
Nelder–Mead: rounded .508; tuned .651 on the same items and .638 on fresh ones; stretched .666.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize  # scikit-learn brings it

from qwk_core.kappa import quadratic_weighted_kappa
from qwk_core.statistics.cut_points import (
    best_cut_points,
    cross_validated,
    round_to_nearest,
)

SIZES = (400, 10**4, 10**6)
# Each size is given about this much time, and at least so many turns; the first one warms up.
SECONDS, FEWEST_TURNS = 4.0, 4
SHARES = (0.04, 0.2, 0.27, 0.22, 0.27)
N_CATEGORIES = len(SHARES)
REPETITIONS, TUNED_ON, FRESH = 100, 500, 20_000

Floats = NDArray[np.float64]
Ratings = NDArray[np.int64]
Contestant = Callable[[Ratings, Floats], Floats]


def items(n: int, random: np.random.Generator) -> tuple[Ratings, Floats]:
    """Ratings, and scores that regress to the mean as those of a least-squares model do."""
    actual = random.choice(N_CATEGORIES, n, p=SHARES).astype(np.int64)
    mean = float(np.dot(SHARES, range(N_CATEGORIES)))
    return actual, mean + 0.32 * (actual - mean) + random.normal(0, 0.41, n)


def kappa(actual: Ratings, scores: Floats, thresholds: Floats) -> float:
    """What all of them maximise."""
    return quadratic_weighted_kappa(actual, np.searchsorted(thresholds, scores, side="right"))


def ours(actual: Ratings, scores: Floats) -> Floats:
    return best_cut_points(actual, scores).thresholds


def nelder_mead(actual: Ratings, scores: Floats) -> Floats:
    start = round_to_nearest(actual, scores).thresholds
    return _nelder_mead(start, lambda cuts: kappa(actual, scores, cuts))


def _nelder_mead(start: Floats, objective: Callable[[Floats], float]) -> Floats:
    found = minimize(lambda cuts: -objective(np.sort(cuts)), start, method="Nelder-Mead")
    return np.sort(found.x)


CONTESTANTS: dict[str, Contestant] = {
    "ours": ours,
    "Nelder–Mead": nelder_mead,
}


def race(n: int) -> None:
    actual, scores = items(n, np.random.default_rng(n))
    seconds: dict[str, list[float]] = {name: [] for name in CONTESTANTS}
    kappas: dict[str, float] = {}
    begun = time.perf_counter()
    while len(seconds["ours"]) < FEWEST_TURNS or time.perf_counter() - begun < SECONDS:
        for name, run in CONTESTANTS.items():
            before = time.perf_counter()
            thresholds = run(actual, scores)
            seconds[name].append(time.perf_counter() - before)
            kappas[name] = kappa(actual, scores, thresholds)
    took = {name: statistics.median(times[1:]) for name, times in seconds.items()}
    assert kappas["ours"] >= max(kappas.values()), "ours is the greatest there is"
    for name in CONTESTANTS:
        print(
            f"{n:>9,}  {name:<15} {kappas[name]:.6f}  {took[name] * 1000:>10,.1f} ms "
            f"{took[name] / took['ours']:>7.1f}×",
            flush=True,
        )


def honest() -> None:
    """Print the mean kappas of many small studies."""
    found: dict[str, list[tuple[float, float, float]]] = {}
    for repetition in range(REPETITIONS):
        random = np.random.default_rng(repetition)
        actual, scores = items(TUNED_ON, random)
        fresh, fresh_scores = items(FRESH, random)
        trials = cross_validated(actual, scores, categories=range(N_CATEGORIES))
        for name in ("rounded", "tuned", "stretched"):
            trial = trials.trial(name)
            found.setdefault(name, []).append(
                (
                    trial.cut_points.kappa,
                    trial.held_out_kappa,
                    kappa(fresh, fresh_scores, trial.cut_points.thresholds),
                )
            )
        cuts = nelder_mead(actual, scores)
        found.setdefault("Nelder–Mead", []).append(
            (kappa(actual, scores, cuts), np.nan, kappa(fresh, fresh_scores, cuts))
        )
    for name, kappas in found.items():
        same, held_out, new = np.mean(kappas, axis=0)
        columns = ("–" if np.isnan(mean) else f"{mean:.3f}" for mean in (same, held_out, new))
        print(f"{name:<12}", *(f"{column:>11}" for column in columns))


def main() -> None:
    print("Quadratic weighted kappa of the cut-points found, and the time that took")
    for n in SIZES:
        race(n)
    print(
        f"\nMean kappa over {REPETITIONS} studies of {TUNED_ON} items:\n"
        f"{'':<12} {'same items':>11} {'held out':>11} {'fresh':>11}"
    )
    honest()


if __name__ == "__main__":
    main()
