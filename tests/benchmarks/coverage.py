"""The coverage of intervals: `python -m tests.benchmarks.coverage`.

Raters judge a hidden, normally distributed quality. Each rater sees it with an independent normal
error, and divides the result into categories. The program draws studies, and counts how many 95%
intervals of each method contain the true value. Studies with a constant rater have no interval and
do not count.

    --table         the table of docs/intervals.md, if nothing else is asked for (5 minutes)
    --measure       studies of many more kinds, by their informative items: what the app says about
                    its intervals (`qwk_core/statistics/coverage.json`; a quarter of an hour)
    --groups        items that come in groups
    --weights       items with weights
    --differences   the difference of two kappas on the same items
    --raters        more than two raters
    --single        six items of three raters, and others of one
"""

import argparse
import json
import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from qwk_core import (
    SCHEMES,
    KappaInterval,
    RatingsError,
    kappa_interval,
    observed_matrix,
    weight_matrix,
)
from qwk_core.statistics import coverage as measured
from qwk_core.statistics.dependence import bootstrap_group_kappas, effective_items
from qwk_core.statistics.difference import KappaDifference, kappa_difference
from qwk_core.statistics.latent import correlated_shares, expected_shares
from qwk_core.statistics.one_item import informative_items
from qwk_core.statistics.raters import rater_agreement
from qwk_core.statistics.smoothing import kappas_of
from tests.core.beside import beside

Floats = NDArray[np.float64]
# The kind of a study, the true value, and the intervals by method.
Study = tuple[str, float, dict[str, KappaInterval | KappaDifference]]


@dataclass(frozen=True)
class Size:
    """Numbers of studies of each kind, of studies for methods with draws, and of draws."""

    studies: int
    drawn: int
    draws: int


@dataclass
class Tally:
    """The intervals of a method: their number, how many contain κ, and their total length."""

    n: int = 0
    containing: int = 0
    length: float = 0.0

    def add(self, ends: KappaInterval | KappaDifference, true: float) -> None:
        if not math.isnan(ends.low):
            self.n += 1
            self.containing += ends.low - 1e-9 <= true <= ends.high + 1e-9
            self.length += ends.high - ends.low

    @property
    def share(self) -> float:
        return self.containing / max(self.n, 1)

    def __str__(self) -> str:
        error = math.sqrt(self.share * (1 - self.share) / max(self.n, 1))
        return f"{100 * self.share:.1f} ± {100 * error:.1f} ({self.length / max(self.n, 1):.2f})"


def count(studies: Iterable[Study]) -> dict[str, dict[str, Tally]]:
    """Count the intervals that contain κ, by kind of study and method."""
    found: dict[str, dict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
    for kind, true, intervals in studies:
        for method, ends in intervals.items():
            found[kind][method].add(ends, true)
    return found


def varies(observed: NDArray[np.int64]) -> bool:
    """Return whether both raters use at least two categories."""
    return min(np.count_nonzero(observed.sum(axis)) for axis in (0, 1)) > 1


def intervals(
    observed: NDArray[np.int64], at: int, size: Size, *more: str, scheme: str = "quadratic"
) -> dict[str, KappaInterval]:
    """Return the intervals of a study by method; methods that draw have the first studies alone."""
    drawing = ("bootstrap", "bca") if at < size.drawn else ()
    return {
        one: kappa_interval(observed, scheme=scheme, method=one, n_draws=size.draws, seed=at)
        for one in ("smoothed", "analytic", *more, *drawing)
    }


def drawn_from(
    shares: Floats, n: int, how_many: int, random: np.random.Generator
) -> Iterator[NDArray[np.int64]]:
    """Draw tables of n items."""
    cells = (shares / shares.sum()).ravel()
    yield from filter(varies, random.multinomial(n, cells, how_many).reshape(-1, *shares.shape))


# -- The table: the methods by name.

KINDS = beside(__file__, "coverage.toml")


def table(size: Size, random: np.random.Generator) -> Iterator[Study]:
    for name, (totals, kappa) in KINDS["table"].items():
        shares = expected_shares(totals, kappa)
        for n in (20, 50, 200):
            for at, observed in enumerate(drawn_from(shares, n, size.studies, random)):
                yield f"{name}, n = {n}", kappa, intervals(observed, at, size, "jackknife")


# -- Studies of many kinds, for the app's sentence about an interval.

GROUPS = KINDS["informative_items_from"]


def many_tables() -> Iterator[Floats]:
    """Yield the tables of probabilities for studies."""
    for totals in KINDS["totals"]:
        shares = np.array(totals, dtype=np.float64) / np.sum(totals)
        chance = np.outer(shares, shares)
        for kappa in (0.0, 0.3, 0.6, 0.8, 0.92):
            yield expected_shares(totals, kappa)
        for kappa in (0.5, 0.8):
            yield kappa * np.diag(shares) + (1 - kappa) * chance  # exact agreement, or chance
            yield 0.9 * expected_shares(totals, min(kappa / 0.9, 0.95)) + 0.1 * chance  # far misses
        shifted = 0.7 * shares + 0.3 * np.roll(shares, 1)
        try:
            yield expected_shares(totals, 0.5, predicted_totals=shifted)  # a bias
        except RatingsError:  # these totals allow no such kappa
            continue


def by_informative_items(size: Size, random: np.random.Generator) -> Iterator[Study]:
    for shares in many_tables():
        true = {one: float(kappas_of(shares, weight_matrix(len(shares), one))) for one in SCHEMES}
        for n in (10, 20, 30, 50, 100, 200, 500):
            for at, observed in enumerate(drawn_from(shares, n, size.studies, random)):
                for scheme in SCHEMES:
                    informed = informative_items(observed, scheme=scheme)
                    group = GROUPS[bisect_right(GROUPS, informed) - 1]
                    yield str(group), true[scheme], intervals(observed, at, size, scheme=scheme)


def figures(found: dict[str, dict[str, Tally]]) -> dict[str, object]:
    """Return the figures that `qwk_core.statistics.coverage` reads."""
    methods = ("smoothed", "analytic", "bootstrap", "bca")
    tallies = {one: [found[str(group)][one] for group in GROUPS] for one in methods}
    return {
        "made_by": "python -m tests.benchmarks.coverage --measure",
        "studies": {one: sum(each.n for each in of) for one, of in tallies.items()},
        "informative_items_from": GROUPS,
        "held": {one: [round(each.share, 3) for each in of] for one, of in tallies.items()},
    }


# -- Items in groups, items with weights, differences, many raters.


def judged(
    quality: Floats,
    alike: Sequence[float],
    totals: Sequence[float],
    random: np.random.Generator,
    severity: float = 0.0,
) -> NDArray[np.int64]:
    """Return the ratings of hidden qualities, shape (n, raters), one rater for each of `alike`."""
    cut = [NormalDist().inv_cdf(share) for share in np.cumsum(totals)[:-1] / np.sum(totals)]
    error = random.normal(size=(len(quality), len(alike)))
    seen = np.sqrt(alike) * quality[:, np.newaxis] + np.sqrt(np.subtract(1, alike)) * error
    return np.searchsorted(cut, seen + np.linspace(-severity, severity, len(alike)))


def true_kappa(totals: Sequence[float], one: float, other: float) -> float:
    shares = correlated_shares(totals, math.sqrt(one * other))
    return float(kappas_of(shares, weight_matrix(len(totals))))


def each_kind() -> Iterator[tuple[str, Sequence[float], float]]:
    for name, totals in KINDS["judged"].items():
        for alike in KINDS["alike"]:
            yield f"{name}, {alike}", totals, alike


def of_groups(size: Size, random: np.random.Generator) -> Iterator[Study]:
    designs = ((10, 5, 0.3), (10, 5, 1.0), (20, 5, 0.3), (40, 2, 1.0))
    for (name, totals, alike), design, _ in product(each_kind(), designs, range(size.studies)):
        n_groups, of_each, common = design
        true, scale = true_kappa(totals, alike, alike), range(len(totals))
        group = np.repeat(np.arange(n_groups), of_each)
        shared, own = random.normal(size=n_groups)[group], random.normal(size=len(group))
        quality = math.sqrt(common) * shared + math.sqrt(1 - common) * own
        actual, predicted = judged(quality, [alike] * 2, totals, random).T
        tables = np.zeros((n_groups, len(totals), len(totals)), dtype=np.int64)
        np.add.at(tables, (group, actual, predicted), 1)
        observed = tables.sum(axis=0)
        if not varies(observed):
            continue
        worth = effective_items(actual, predicted, groups=group.tolist(), categories=scale)
        drawn = bootstrap_group_kappas(tables, n_draws=size.draws, seed=1)
        found = {
            "independent": kappa_interval(observed, method="auto"),
            "effective": kappa_interval(observed, method="auto", effective_n=worth),
            "drawn": kappa_interval(observed, method="bootstrap", draws=drawn),
        }
        yield f"{name}, {n_groups} × {of_each}, {common} common", true, found


def of_weights(size: Size, random: np.random.Generator) -> Iterator[Study]:
    designs = ((50, 0.7), (100, 0.7), (200, 1.2))
    for (name, totals, alike), design, _ in product(each_kind(), designs, range(size.studies)):
        n, spread = design
        actual, predicted = judged(random.normal(size=n), [alike] * 2, totals, random).T
        weight = np.exp(random.normal(0, spread, n))
        weight *= n / weight.sum()
        settings = {"categories": range(len(totals)), "sample_weight": weight}
        observed = observed_matrix(actual, predicted, **settings)
        if varies(observed):
            worth = effective_items(actual, predicted, **settings)
            found = {
                how: kappa_interval(observed, method="auto", effective_n=items)
                for how, items in (("as counts", n), ("effective", worth))
            }
            kind = f"{name}, n = {n}, log weights ± {spread}"
            yield kind, true_kappa(totals, alike, alike), found


def of_differences(size: Size, random: np.random.Generator) -> Iterator[Study]:
    studies = product(each_kind(), (0.0, 0.2), (30, 100, 300), range(size.studies))
    for (name, totals, alike), less, n, _ in studies:
        true = true_kappa(totals, alike, alike) - true_kappa(totals, alike, alike - less)
        ratings = judged(random.normal(size=n), [alike, alike, alike - less], totals, random).T
        found = kappa_difference(*ratings, categories=range(len(totals)))
        yield f"{name}, {less} less, n = {n}", true, {"jackknife": found}
    designs = ((20, 2), (40, 3), (15, 6))  # clusters, and the items of each: half are rated alike
    for (name, totals, alike), design, _ in product(each_kind(), designs, range(size.studies)):
        cluster = np.repeat(np.arange(design[0]), design[1])
        raters, scale = [alike, alike, alike - 0.2], range(len(totals))
        whole, own = (
            judged(random.normal(size=n), raters, totals, random) for n in (design[0], len(cluster))
        )
        together = random.random((len(cluster), 1)) < 0.5
        ratings = np.where(together, whole[cluster], own).T
        true = true_kappa(totals, alike, alike) - true_kappa(totals, alike, alike - 0.2)
        for how, clusters in (("clusters", cluster.tolist()), ("as if independent", None)):
            found = kappa_difference(*ratings, categories=scale, clusters=clusters)
            yield f"{name}, {design[0]} × {design[1]}, {how}", true, {"jackknife": found}


def of_raters(size: Size, random: np.random.Generator) -> Iterator[Study]:
    for (name, totals, alike), raters in product(each_kind(), (3, 5)):
        of = ([alike] * raters, totals, random, 0.2)
        scale = range(len(totals))
        many = rater_agreement(judged(random.normal(size=200_000), *of), categories=scale)
        for n, _ in product((10, 20, 50), range(size.studies)):
            ratings = judged(random.normal(size=n), *of)
            found = rater_agreement(ratings, categories=scale).intervals()["pooled"]
            if found.standard_error > 0:
                margin = found.n_standard_errors * found.standard_error
                plain = replace(found, low=found.kappa - margin, high=found.kappa + margin)
                kind = f"{name}, {raters} raters, n = {n}"
                yield kind, many.pooled, {"fisher": found, "plain jackknife": plain}


def of_single_ratings(size: Size, random: np.random.Generator) -> Iterator[Study]:
    of = ([0.75] * 3, [2, 3, 3, 2], random)
    many = rater_agreement(judged(random.normal(size=200_000), *of), categories=range(4))
    for alone, _ in product((0, 20), range(size.studies)):
        ratings = judged(random.normal(size=6 + alone), *of).astype(float)
        rater = random.integers(3, size=(alone, 1))
        ratings[6:][np.arange(3) != rater] = np.nan
        found = rater_agreement(ratings, categories=range(4)).intervals()
        for name, true in many.coefficients.items():
            yield f"6 items of three raters, {alone} of one, {name}", true, {"fisher": found[name]}


Run = Callable[[Size, np.random.Generator], Iterator[Study]]
RUNS: dict[str, tuple[Run, Size]] = {
    "table": (table, Size(10_000, 600, 500)),
    "measure": (by_informative_items, Size(300, 20, 500)),
    "groups": (of_groups, Size(500, 500, 500)),
    "weights": (of_weights, Size(500, 0, 0)),
    "differences": (of_differences, Size(500, 0, 0)),
    "raters": (of_raters, Size(250, 0, 0)),
    "single": (of_single_ratings, Size(400, 0, 0)),
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in RUNS:
        parser.add_argument(f"--{name}", action="store_const", dest="run", const=name)
    parser.add_argument("--studies", type=int, help="of each kind")
    parser.set_defaults(run="table")
    asked = parser.parse_args(arguments)
    run, size = RUNS[asked.run]
    if asked.studies:
        size = Size(asked.studies, min(size.drawn, asked.studies), size.draws)
    found = count(run(size, np.random.default_rng(1)))
    if asked.run == "measure":
        path = Path(measured.__file__).with_name("coverage.json")
        path.write_text(json.dumps(figures(found), indent=2) + "\n", encoding="utf-8")
        return
    methods = list(next(iter(found.values())))
    print(f"95% intervals that contain the true value, in %, and their mean length. {size}")
    print(f"| kind | {' | '.join(methods)} |\n|---|{'--:|' * len(methods)}")
    for kind, by_method in found.items():
        print(f"| {kind} | {' | '.join(str(by_method[one]) for one in methods)} |")


if __name__ == "__main__":
    main()
