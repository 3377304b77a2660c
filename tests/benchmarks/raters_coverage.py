"""How often intervals hold the truth: ``python -m tests.benchmarks.raters_coverage``.

Ratings follow from a normal trait of the items, a normal error of each rater, and raters who are
more and less severe; cut at even places, or so that most ratings are one category. The truth is the
pooled kappa of 200,000 items. Half a minute.
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from qwk_core.statistics.raters import rater_agreement

CUTS = {"even": (-0.84, -0.25, 0.25, 0.84), "skewed": (0.5, 1.0, 1.5, 2.0)}
SHARES = (0.5, 0.8, 0.93)  # of the trait in the variance of a rating
RATERS, SIZES = (3, 5), (10, 20, 50)
METHODS = ("jackknife", "fisher")
TIMES, TRUTH = 250, 200_000
Z = NormalDist().inv_cdf(0.975)
SEVERITY = 0.2


def draw(
    random: np.random.Generator, n: int, raters: int, share: float, cuts: tuple[float, ...]
) -> NDArray[np.int64]:
    """Draw the ratings of n items, shape (n, raters)."""
    trait = random.normal(size=(n, 1)) * share**0.5
    error = random.normal(size=(n, raters)) * (1 - share) ** 0.5
    severity = np.linspace(-SEVERITY, SEVERITY, raters)
    return np.searchsorted(cuts, trait + error + severity)


def main() -> None:
    """Simulate every setting, and print how many intervals of 100 hold the truth."""
    random = np.random.default_rng(7)
    scale = range(5)
    print("raters cuts    kappa    n  " + "  ".join(f"{name:>9}" for name in METHODS))
    for raters in RATERS:
        for name, cuts in CUTS.items():
            for share in SHARES:
                drawn = draw(random, TRUTH, raters, share, cuts)
                truth = rater_agreement(drawn, categories=scale).pooled
                for n in SIZES:
                    held = dict.fromkeys(METHODS, 0)
                    defined = 0
                    for _ in range(TIMES):
                        ratings = draw(random, n, raters, share, cuts)
                        agreement = rater_agreement(ratings, categories=scale)
                        found = agreement.intervals()["pooled"]
                        if not found.standard_error > 0:
                            continue
                        defined += 1
                        held["fisher"] += found.low <= truth <= found.high
                        # The plain jackknife: ± z standard errors.
                        held["jackknife"] += abs(found.kappa - truth) <= Z * found.standard_error
                    shares = "  ".join(f"{100 * held[one] / defined:9.1f}" for one in METHODS)
                    print(f"{raters:6} {name:7} {truth:.3f} {n:4}  {shares}", flush=True)


if __name__ == "__main__":
    main()
