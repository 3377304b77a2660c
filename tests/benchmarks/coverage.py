"""How often intervals hold the true kappa: `python -m tests.benchmarks.coverage`.

Two raters judge one hidden, normal quality, each with a normal error of their own, and cut it into
categories. Studies are drawn from the table that they would fill: for three settings of totals and
kappa, 30 to 200 items and three weightings. Of each method's 95% intervals it is counted how many
hold the true kappa. Studies in which a rater is constant have no interval and are left out.

Other runs: `--table` prints the first table of docs/intervals.md; `--measure` draws studies of many
more kinds, groups them by their informative items, and writes what the app says about its intervals
(`qwk_core/statistics/coverage.json`); `--groups`, `--weights` and `--differences` try items that
come in groups, items with weights, and the difference of two kappas.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import stats  # scikit-learn brings it

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
from qwk_core.statistics.intervals import kappas_of_draws, multinomial_draws
from qwk_core.statistics.latent import expected_shares
from qwk_core.statistics.one_item import influences, informative
from qwk_core.statistics.smoothing import Bounds, smoothed_bounds

Floats = NDArray[np.float64]
Ends = tuple[Floats, Floats]

LEVEL = 0.95
Z = stats.norm.ppf((1 + LEVEL) / 2)
Settings = dict[str, tuple[list[int], float]]  # the totals, and kappa
SETTINGS: Settings = {
    "even .70": ([20, 20, 20, 20, 20], 0.70),
    "73/7/15/2/3 .79": ([73, 7, 15, 2, 3], 0.79),
    "90/6/2/1/1 .68": ([90, 6, 2, 1, 1], 0.68),
}
SIZES = (30, 50, 100, 200)
TABLE_SETTINGS: Settings = {
    "balanced, five categories, κ .70": ([20, 20, 20, 20, 20], 0.70),
    "three categories (50/30/20 %), κ .60": ([50, 30, 20], 0.60),
    "90/6/2/1/1 %, κ .68": ([90, 6, 2, 1, 1], 0.68),
}
TABLE_SIZES = (20, 50, 200)
STUDIES, DRAWN_STUDIES, DRAWS = 10_000, 1000, 500
_TINY = 1e-9


@dataclass(frozen=True)
class Size:
    """How many studies of each kind, how many where intervals draw, and how many draws."""

    studies: int
    drawn_studies: int
    draws: int

    def __str__(self) -> str:
        return (
            f"{self.studies:,} studies, or {self.drawn_studies:,} where intervals draw "
            f"({self.draws} draws each)"
        )


# Of each study: its kind, the true value, and its intervals.
Studies = Iterator[tuple[str, float, dict[str, KappaInterval | KappaDifference | Bounds]]]


# What is tried, each on many tables at once: counts (m, N, N) and weights to ends (m,), (m,).


def _at_once(counts: Floats, weights: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return kappa, its standard error, the influences, and the degrees of freedom of the error."""
    n = counts.sum(axis=(1, 2))
    shares = counts / n[:, np.newaxis, np.newaxis]
    ratio, worth = influences(shares, weights)
    error = np.sqrt((shares * worth**2).sum(axis=(1, 2)) / n)
    with np.errstate(divide="ignore", invalid="ignore"):
        kurtosis = n / informative(counts, weights)
        # Satterthwaite: as many as a chi-squared variance with the same spread would have.
        freedom = 2 * n / np.maximum(kurtosis - 1, _TINY)
    return 1 - ratio, error, worth, np.nan_to_num(freedom, nan=1.0, posinf=1e9)


def formula(counts: Floats, weights: Floats) -> Ends:
    kappa, error, *_ = _at_once(counts, weights)
    return kappa - Z * error, kappa + Z * error


def _on_fishers_scale(kappa: Floats, error: Floats, quantile: Floats | float) -> Ends:
    """Return kappa ± quantile × error, symmetric on Fisher's scale."""
    inside = np.clip(kappa, -1 + _TINY, 1 - _TINY)
    middle, margin = np.arctanh(inside), quantile * error / (1 - inside**2)
    return np.tanh(middle - margin), np.tanh(middle + margin)


def fisher(counts: Floats, weights: Floats) -> Ends:
    kappa, error, *_ = _at_once(counts, weights)
    return _on_fishers_scale(kappa, error, Z)


def _leaving_out(counts: Floats, weights: Floats, freedom: Floats) -> Ends:
    """Return the jackknife's ends: kappa with one item of each cell left out, by Student's t."""
    n = counts.sum(axis=(1, 2))
    kappa = _kappas(counts, weights)
    total, squares = np.zeros_like(kappa), np.zeros_like(kappa)
    for row, column in np.ndindex(weights.shape):
        items = counts[:, row, column]
        less = counts.copy()
        less[:, row, column] -= items > 0
        change = np.nan_to_num(_kappas(less, weights) - kappa)
        total += items * change
        squares += items * change**2
    error = np.sqrt((n - 1) / n * np.maximum(squares - total**2 / n, 0))
    return _on_fishers_scale(kappa, error, stats.t.ppf((1 + LEVEL) / 2, freedom))


def jackknife_z_t(counts: Floats, weights: Floats) -> Ends:
    return _leaving_out(counts, weights, _at_once(counts, weights)[3])


def jackknife(counts: Floats, weights: Floats) -> Ends:
    """As `kappa_interval(…, method="jackknife")`: with n − 1 degrees of freedom."""
    return _leaving_out(counts, weights, counts.sum(axis=(1, 2)) - 1)


def smoothed(counts: Floats, weights: Floats) -> Ends:
    low, high, _ = smoothed_bounds(counts, weights, LEVEL)
    return low, high


DIRECT: dict[str, Callable[[Floats, Floats], Ends]] = {
    "smoothed": smoothed,
    "formula": formula,
    "Fisher z": fisher,
    "jackknife": jackknife,
    "jackknife, z, t": jackknife_z_t,
}


def _kappas(counts: Floats, weights: Floats) -> Floats:
    n = counts.sum(axis=(1, 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        by_chance = (counts.sum(axis=2) @ weights * counts.sum(axis=1)).sum(axis=1) / n
        kappas: Floats = 1 - (counts * weights).sum(axis=(1, 2)) / by_chance
    return kappas


# What draws: of one table, with the draws of it, shape (m, N, N).


def by_draws(table: Floats, weights: Floats, draws: Floats) -> dict[str, tuple[float, float]]:
    """Return the ends of the intervals that draw."""
    kappas = _kappas(draws, weights)
    ends = {"studentised": _studentised(table, weights, draws)}
    for method in ("bootstrap", "bca"):
        one = kappa_interval(table, scheme=weights, method=method, draws=kappas)
        ends[method] = one.low, one.high
    return ends


DRAWN = ("bootstrap", "bca", "studentised")


def _studentised(table: Floats, weights: Floats, draws: Floats) -> tuple[float, float]:
    """Return the ends of the studentised bootstrap, on Fisher's scale."""
    (kappa,), (error,), *_ = _at_once(table[np.newaxis], weights)
    drawn, drawn_error, *_ = _at_once(draws, weights)
    inside, all_inside = (np.clip(one, -1 + _TINY, 1 - _TINY) for one in (kappa, drawn))
    with np.errstate(divide="ignore", invalid="ignore"):
        scores = (np.arctanh(all_inside) - np.arctanh(inside)) * (1 - all_inside**2) / drawn_error
    scores = scores[np.isfinite(scores)]
    if not len(scores):
        return float(kappa), float(kappa)
    high, low = np.quantile(scores, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    margin = error / (1 - inside**2)
    return np.tanh(np.arctanh(inside) - low * margin), np.tanh(np.arctanh(inside) - high * margin)


def usable(tables: Floats) -> NDArray[np.bool_]:
    """Return which studies have an interval: those in which neither rater is constant."""
    return ((tables.sum(axis=1) > 0).sum(axis=1) > 1) & ((tables.sum(axis=2) > 0).sum(axis=1) > 1)


def studies(shares: Floats, n: int, how_many: int, random: np.random.Generator) -> Floats:
    """Draw tables of n items, shape (m, N, N), and leave out those without an interval."""
    cells = (shares / shares.sum()).ravel()
    tables = random.multinomial(n, cells, size=how_many).reshape(how_many, *shares.shape)
    return tables[usable(tables)].astype(np.float64)


def _held(ends: Ends, kappa: float) -> Floats:
    low, high = ends
    return ((low <= kappa + _TINY) & (kappa - _TINY <= high)).astype(np.float64)


def drawn_ends(
    tables: Floats, weights: Sequence[Floats], draws: int, random: np.random.Generator
) -> list[dict[str, Ends]]:
    """Return for each of the weights what intervals that draw make of the tables."""
    found: list[dict[str, list[tuple[float, float]]]] = [{} for _each in weights]
    for table in tables:
        n = int(table.sum())
        drawn = random.multinomial(n, table.ravel() / n, size=draws)
        again = drawn.reshape(draws, *table.shape).astype(np.float64)
        for one, ends in zip(weights, found, strict=True):
            for name, each in by_draws(table, one, again).items():
                ends.setdefault(name, []).append(each)
    return [
        {name: (low, high) for name, (low, high) in ((k, np.array(v).T) for k, v in one.items())}
        for one in found
    ]


@dataclass(frozen=True)
class Measured:
    """Of the intervals of one method: how many of 100 hold kappa, and their mean length."""

    held: float
    error: float
    length: float

    @classmethod
    def of(cls, ends: Ends, kappa: float) -> Measured:
        """Count; studies without an interval are left out."""
        low, high = (each[~np.isnan(ends[0])] for each in ends)
        share = float(_held((low, high), kappa).mean())
        error = math.sqrt(share * (1 - share) / max(len(low), 1))
        return cls(100 * share, 100 * error, float(np.mean(high - low)))

    def __str__(self) -> str:
        return f"{self.held:.1f} ({self.length:.2f})"


def measured_settings(
    settings: Settings, sizes: Sequence[int], schemes: Sequence[str], size: Size, seed: int = 1
) -> Iterator[tuple[str, str, int, dict[str, Measured]]]:
    """Yield scheme, setting, n, and what is measured of each method."""
    random = np.random.default_rng(seed)
    for setting, (totals, kappa) in settings.items():
        shares = expected_shares(totals, kappa)
        weights = [weight_matrix(len(shares), scheme) for scheme in schemes]
        for n in sizes:
            tables = studies(shares, n, size.studies, random)
            drawn = drawn_ends(tables[: size.drawn_studies], weights, size.draws, random)
            for scheme, one, by_drawing in zip(schemes, weights, drawn, strict=True):
                true = float(_kappas(shares[np.newaxis], one)[0])
                ends = {name: method(tables, one) for name, method in DIRECT.items()} | by_drawing
                yield scheme, setting, n, {k: Measured.of(v, true) for k, v in ends.items()}


def print_settings(
    settings: Settings, sizes: Sequence[int], schemes: Sequence[str], size: Size
) -> None:
    names = (*DIRECT, *DRAWN)
    print(f"Coverage of 95% intervals in %, and in brackets their mean length: {size}")
    print(f"| weights | totals, κ | n | {' | '.join(names)} |")
    print("|---|---|--:|" + "--:|" * len(names))
    for scheme, setting, n, found in measured_settings(settings, sizes, schemes, size):
        cells = " | ".join(str(found[name]) for name in names)
        print(f"| {scheme} | {setting} | {n} | {cells} |", flush=True)


# Studies of many kinds, for what the app says about an interval.

TOTALS: dict[str, Sequence[float]] = {
    "even 2": [1, 1],
    "80/20": [80, 20],
    "95/5": [95, 5],
    "70/20/10": [70, 20, 10],
    "97/2/1": [97, 2, 1],
    "even 5": [1] * 5,
    "73/7/15/2/3": [73, 7, 15, 2, 3],
    "90/6/2/1/1": [90, 6, 2, 1, 1],
    "one hump": [10, 20, 40, 20, 10],
    "two humps": [50, 8, 4, 8, 30],
    "six": [40, 30, 15, 8, 5, 2],
    "even 7": [1] * 7,
    "ten, long tail": [60, 20, 8, 4, 3, 2, 1, 1, 0.5, 0.5],
    "ten, ends unused": [0, 0, 5, 20, 30, 30, 10, 5, 0, 0],
}
KAPPAS = (0.0, 0.3, 0.6, 0.8, 0.92)
MEASURED_SIZES = (10, 20, 30, 50, 100, 200, 500)
GROUPS = (0, 1, 2, 4, 6, 8, 12, 16, 24, 40, 80)


def many_tables() -> Iterator[Floats]:
    """Yield the tables that studies are drawn from."""
    for totals in TOTALS.values():
        shares = np.array(totals, dtype=np.float64) / np.sum(totals)
        chance = np.outer(shares, shares)
        for kappa in KAPPAS:
            yield expected_shares(totals, kappa)
        for kappa in (0.5, 0.8):
            yield kappa * np.diag(shares) + (1 - kappa) * chance  # agreement, or anything
            yield 0.9 * expected_shares(totals, min(kappa / 0.9, 0.95)) + 0.1 * chance  # far misses
        shifted = 0.7 * shares + 0.3 * np.roll(shares, 1)
        try:
            yield expected_shares(totals, 0.5, predicted_totals=shifted)  # a bias
        except RatingsError:  # these totals allow no such kappa
            continue


def measure(size: Size, seed: int = 1) -> dict[str, object]:
    """Return the share of intervals that hold kappa, by method and group of informative items."""
    random = np.random.default_rng(seed)
    names = {"smoothed": "smoothed", "formula": "analytic", "bootstrap": "bootstrap", "bca": "bca"}
    sums = {name: np.zeros((2, len(GROUPS))) for name in names.values()}
    for shares in many_tables():
        for n in MEASURED_SIZES:
            tables = studies(shares, n, size.studies, random)
            few = max(size.drawn_studies // len(SCHEMES), 1)
            for scheme in SCHEMES:
                weights = weight_matrix(len(shares), scheme)
                true = float(_kappas(shares[np.newaxis], weights)[0])
                group = np.searchsorted(GROUPS, informative(tables, weights), side="right") - 1
                (ends,) = drawn_ends(tables[:few], [weights], size.draws, random)
                ends |= {name: DIRECT[name](tables, weights) for name in ("smoothed", "formula")}
                for name, key in names.items():
                    if name in ends:  # no table of these: no draws
                        sums[key] += _tally(group, _held(ends[name], true))
    return {
        "made_by": "python -m tests.benchmarks.coverage --measure",
        "studies": {name: int(total.sum()) for name, (_, total) in sums.items()},
        "informative_items_from": list(GROUPS),
        "held": {
            name: [round(float(share), 3) for share in held / np.maximum(total, 1)]
            for name, (held, total) in sums.items()
        },
    }


def _tally(group: NDArray[np.intp], held: Floats) -> Floats:
    group, size = group[: len(held)], len(GROUPS)
    return np.array([np.bincount(group, held, size), np.bincount(group, minlength=size)])


# Items in groups, items with weights, differences.


def _judgements(
    totals: Sequence[float], kappas: Sequence[float], hidden: Floats, random: np.random.Generator
) -> list[NDArray[np.intp]]:
    """Return the actual ratings of hidden qualities, and a rating for each kappa."""
    cut = stats.norm.ppf(np.cumsum(totals)[:-1] / np.sum(totals))
    ratings = [np.searchsorted(cut, hidden)]
    for kappa in kappas:
        likeness = _correlation(totals, kappa)
        noise = random.normal(size=hidden.shape)
        ratings.append(np.searchsorted(cut, likeness * hidden + noise * math.sqrt(1 - likeness**2)))
    return ratings


def _correlation(totals: Sequence[float], kappa: float) -> float:
    """Return the correlation of two judgements with this kappa, from the shares of one corner."""
    shares = expected_shares(totals, kappa)
    cut = stats.norm.ppf(shares[0].sum())
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        both = stats.multivariate_normal([0, 0], [[1, middle], [middle, 1]], allow_singular=True)
        low, high = (middle, high) if both.cdf([cut, cut]) < shares[0, 0] else (low, middle)
    return low


def grouped_studies(size: Size, random: np.random.Generator) -> Studies:
    """Yield intervals of items in groups: as independent, with the effective n, by groups drawn."""
    for setting, (totals, kappa) in SETTINGS.items():
        scale = range(len(totals))
        likeness = _correlation(totals, kappa)
        cut = stats.norm.ppf(np.cumsum(totals)[:-1] / np.sum(totals))
        for n_groups, of_each, alike in ((10, 5, 0.3), (10, 5, 1.0), (20, 5, 0.3), (40, 2, 1.0)):
            group = np.repeat(np.arange(n_groups), of_each)
            for _ in range(size.studies):
                common, own = (
                    random.multivariate_normal([0, 0], [[1, likeness], [likeness, 1]], size=many)
                    for many in (n_groups, len(group))
                )
                both = math.sqrt(alike) * common[group] + math.sqrt(1 - alike) * own
                actual, predicted = np.searchsorted(cut, both).T
                tables = np.zeros((n_groups, len(totals), len(totals)), dtype=np.int64)
                np.add.at(tables, (group, actual, predicted), 1)
                observed = tables.sum(axis=0)
                if not usable(observed[np.newaxis])[0]:
                    continue
                worth = effective_items(actual, predicted, groups=group.tolist(), categories=scale)
                drawn = bootstrap_group_kappas(tables, n_draws=size.draws, seed=1)
                yield (
                    f"{setting}, {n_groups} × {of_each}, alike {alike}",
                    kappa,
                    {
                        "independent": kappa_interval(observed, method="auto"),
                        "effective": kappa_interval(observed, method="auto", effective_n=worth),
                        "drawn": kappa_interval(observed, method="bootstrap", draws=drawn),
                    },
                )


def weighted_studies(size: Size, random: np.random.Generator) -> Studies:
    """Yield intervals of items with weights: taken for counts, and with the effective n."""
    for setting, (totals, kappa) in SETTINGS.items():
        scale = range(len(totals))
        for n, spread in ((50, 0.7), (100, 0.7), (200, 1.2)):
            for _ in range(size.studies):
                actual, predicted = _judgements(totals, [kappa], random.normal(size=n), random)
                weight = np.exp(random.normal(0, spread, n))
                weight *= n / weight.sum()
                observed = observed_matrix(
                    actual, predicted, categories=scale, sample_weight=weight
                )
                if not usable(observed[np.newaxis])[0]:
                    continue
                worth = effective_items(actual, predicted, sample_weight=weight, categories=scale)
                yield (
                    f"{setting}, n = {n}, log weights ± {spread}",
                    kappa,
                    {
                        name: kappa_interval(observed, method="auto", effective_n=items)
                        for name, items in (("as counts", n), ("effective", worth))
                    },
                )


def paired_studies(size: Size, random: np.random.Generator) -> Studies:
    """Yield intervals of the difference of two kappas on the same items."""
    for setting, (totals, kappa) in SETTINGS.items():
        scale = range(len(totals))
        for lower in (0.0, 0.15):
            for n in (30, 100, 300):
                for _ in range(size.studies):
                    hidden = random.normal(size=n)
                    rated = _judgements(totals, [kappa, kappa - lower], hidden, random)
                    yield (
                        f"{setting}, {lower} less, n = {n}",
                        lower,
                        {
                            "smoothed": kappa_difference(*rated, categories=scale),
                            "bootstrap": _drawn_difference(rated, len(scale), size.draws),
                        },
                    )


def _drawn_difference(rated: Sequence[Floats], n_categories: int, n_draws: int) -> Bounds:
    """Draw items with all three ratings, and return the middle of the differences."""
    met, times = np.unique(np.stack(rated), axis=1, return_counts=True)
    weights = weight_matrix(n_categories)
    one, other = (  # the same seed draws the same items
        kappas_of_draws(multinomial_draws(times, seed=0), n_draws, met[0], predicted, weights)
        for predicted in met[1:]
    )
    low, high = np.nanquantile(one - other, [0.025, 0.975])
    return Bounds(low, high, (one - other).std())


RUNS = {"groups": grouped_studies, "weights": weighted_studies, "differences": paired_studies}


def print_studies(run: str, size: Size, seed: int = 1) -> None:
    print(f"{RUNS[run].__doc__}\nCoverage of 95% intervals in %, and in brackets their mean length")
    for (name, true), same in groupby(
        RUNS[run](size, np.random.default_rng(seed)), key=lambda study: study[:2]
    ):
        studied = [intervals for _name, _true, intervals in same]
        parts = []
        for method in studied[0]:
            ends = np.array([(one[method].low, one[method].high) for one in studied]).T
            found = Measured.of((ends[0], ends[1]), true)
            parts.append(f"{method} {found.held:.1f} ± {found.error:.1f} ({found.length:.2f})")
        print(f"{name:45}" + "   ".join(parts), flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    runs = parser.add_mutually_exclusive_group()
    for run in ("table", "measure", *RUNS):
        runs.add_argument(f"--{run}", action="store_const", dest="run", const=run)
    parser.add_argument("--studies", type=int, help="of each kind")
    parser.add_argument("--drawn-studies", type=int, help="where intervals draw")
    parser.add_argument("--draws", type=int, default=DRAWS, help="of an interval (%(default)s)")
    chosen = parser.parse_args(arguments)
    few = 500 if chosen.run in RUNS else 1000 if chosen.run == "measure" else STUDIES
    drawn = 60 if chosen.run == "measure" else DRAWN_STUDIES
    size = Size(chosen.studies or few, chosen.drawn_studies or drawn, chosen.draws)
    if chosen.run in RUNS:
        print_studies(chosen.run, size)
    elif chosen.run == "measure":
        path = Path(measured.__file__).with_name("coverage.json")
        path.write_text(json.dumps(measure(size), indent=2) + "\n", encoding="utf-8")
        print(path.read_text(encoding="utf-8"))
    elif chosen.run == "table":
        print_settings(TABLE_SETTINGS, TABLE_SIZES, ("quadratic",), size)
    else:
        print_settings(SETTINGS, SIZES, SCHEMES, size)


if __name__ == "__main__":
    main()
