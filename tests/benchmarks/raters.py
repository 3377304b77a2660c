"""How fast many raters are compared: `python -m tests.benchmarks.raters`.

In one run, `rater_agreement` against scikit-learn's `cohen_kappa_score` in a loop over the pairs,
krippendorff's α, and irrCAC's Conger, Fleiss, AC2 and α. The repetitions alternate, so that a busy
machine slows all alike; each figure is a ratio of medians: how many times as long as ours, which
has all of these at once, the other took. Then 500 raters of 100,000 items with gaps, once, with
time and memory.

irrCAC asks for scipy 1.12 and pandas 2, and runs with later ones too:
`pip install --no-deps irrCAC`. Without it, its line is left out.
"""

from __future__ import annotations

import statistics
import time
import tracemalloc
from collections.abc import Callable
from itertools import combinations

import krippendorff
import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.metrics import cohen_kappa_score

from qwk_core import rater_agreement

try:
    from irrCAC.raw import CAC
except ImportError:
    CAC = None

N_CATEGORIES = 5
LABELS = list(range(N_CATEGORIES))
# Raters, items, and the share of ratings that are missing.
SIZES = ((3, 100, 0.1), (30, 1_000, 0.0), (30, 1_000, 0.2), (100, 10_000, 0.5))
LARGEST = (500, 100_000, 0.5)
# Each race is given about this much time, and at least so many rounds.
SECONDS, FEWEST_ROUNDS = 10.0, 3

Table = NDArray[np.float64]


def table(n_raters: int, n_items: int, missing: float) -> Table:
    """Raters who are near the truth, or one category off; nan where a rating is missing."""
    generator = np.random.default_rng(0)
    truth = generator.integers(0, N_CATEGORIES, n_items, dtype=np.int8)[:, np.newaxis]
    misses = generator.integers(-1, 2, (n_items, n_raters), dtype=np.int8)
    ratings = np.clip(truth + misses, 0, N_CATEGORIES - 1).astype(np.float64)
    ratings[generator.random(ratings.shape, dtype=np.float32) < missing] = np.nan
    return ratings


def ours(ratings: Table) -> object:
    return rater_agreement(ratings, categories=LABELS)


def scikit_learn_loop(ratings: Table) -> object:
    """Each pair's kappa, on the items that both rated: what one writes by hand."""
    kappas = {}
    for g, h in combinations(range(ratings.shape[1]), 2):
        x, y = ratings[:, g], ratings[:, h]
        both = ~np.isnan(x) & ~np.isnan(y)
        kappas[g, h] = cohen_kappa_score(x[both], y[both], weights="quadratic", labels=LABELS)
    return kappas


def krippendorff_alpha(ratings: Table) -> object:
    """One coefficient; no pairs."""
    return krippendorff.alpha(
        reliability_data=ratings.T, level_of_measurement="interval", value_domain=LABELS
    )


def irrcac(ratings: Table) -> object:
    """Four coefficients with their standard errors; no pairs."""
    cac = CAC(pd.DataFrame(ratings), weights="quadratic", categories=LABELS)
    return cac.conger(), cac.fleiss(), cac.gwet(), cac.krippendorff()


def contestants() -> dict[str, Callable[[Table], object]]:
    others = {"scikit-learn, each pair": scikit_learn_loop, "krippendorff": krippendorff_alpha}
    return others if CAC is None else {**others, "irrCAC": irrcac}


def race(ratings: Table) -> dict[str, float]:
    """Return the median seconds of each contestant, ours first; slow ones take fewer rounds."""
    all_of_them = {"ours": ours, **contestants()}
    times: dict[str, list[float]] = {name: [] for name in all_of_them}
    for name, contestant in all_of_them.items():  # once to warm up
        started = time.perf_counter()
        contestant(ratings)
        times[name].append(time.perf_counter() - started)
    rounds = max(int(SECONDS / sum(one[0] for one in times.values())), FEWEST_ROUNDS)
    for name in times:
        times[name].clear()
    for _ in range(min(rounds, 100)):
        for name, contestant in all_of_them.items():
            started = time.perf_counter()
            contestant(ratings)
            times[name].append(time.perf_counter() - started)
    return {name: statistics.median(one) for name, one in times.items()}


def main() -> None:
    """Run the races and print their ratios."""
    for n_raters, n_items, missing in SIZES:
        medians = race(table(n_raters, n_items, missing))
        own = medians.pop("ours")
        print(
            f"{n_raters} raters, {n_items:,} items, {missing:.0%} missing: {own * 1e3:,.1f} ms; "
            + ", ".join(f"{name} {seconds / own:,.1f} ×" for name, seconds in medians.items()),
            flush=True,
        )
    n_raters, n_items, missing = LARGEST
    ratings = table(n_raters, n_items, missing)
    tracemalloc.start()
    started, used = time.perf_counter(), time.process_time()
    agreement = rater_agreement(ratings, categories=LABELS)
    seconds, used = time.perf_counter() - started, time.process_time() - used
    _, most = tracemalloc.get_traced_memory()
    print(
        f"{n_raters} raters, {n_items:,} items, {missing:.0%} missing: {seconds:,.1f} s "
        f"({used:,.1f} s of processors), {most / 2**20:,.0f} MB beside the table's own "
        f"{ratings.nbytes / 2**20:,.0f} MB; pooled kappa {agreement.pooled:.6f}"
    )


if __name__ == "__main__":
    main()
