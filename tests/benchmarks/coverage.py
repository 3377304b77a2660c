"""How often intervals hold the true kappa: `python -m tests.benchmarks.coverage`.

Two raters judge one hidden, normal quality, each with a normal error of their own, and cut it into
categories. Studies are drawn from the table that they would fill: for three settings of totals and
kappa, 30 to 200 items and three weightings. Of each method's 95% intervals it is counted how many
hold the true kappa. Studies in which a rater is constant have no interval and are left out.

Other runs: `--table` prints the table of docs/intervals.md; `--measure` draws studies of many more
kinds, groups them by their informative items, and writes what the app says about its intervals
(`qwk_core/statistics/coverage.json`); `--groups`,
`--weights` and `--differences` try items that come in groups, items with weights, and the
difference of two kappas.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import stats  # scikit-learn brings it

from qwk_core import SCHEMES, RatingsError, kappa_interval, observed_matrix, weight_matrix
from qwk_core.statistics import coverage as measured
from qwk_core.statistics.dependence import bootstrap_group_kappas, effective_items
from qwk_core.statistics.difference import kappa_difference
from qwk_core.statistics.intervals import kappas_of_draws, multinomial_draws
from qwk_core.statistics.latent import expected_shares
from qwk_core.statistics.one_item import influences, informative
from qwk_core.statistics.smoothing import smoothed_bounds

Floats = NDArray[np.float64]
Ends = tuple[Floats, Floats]

LEVEL = 0.95
Z = stats.norm.ppf((1 + LEVEL) / 2)
SETTINGS = {
    "even .70": ([20, 20, 20, 20, 20], 0.70),
    "73/7/15/2/3 .79": ([73, 7, 15, 2, 3], 0.79),
    "90/6/2/1/1 .68": ([90, 6, 2, 1, 1], 0.68),
}
SIZES = (30, 50, 100, 200)
STUDIES, DRAWN_STUDIES, DRAWS = 10_000, 1000, 500
_TINY = 1e-9


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


def _leaving_out(counts: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Return kappa and its jackknife error: from kappa with one item of each cell left out."""
    n_categories = counts.shape[1]
    n = counts.sum(axis=(1, 2))
    kappa = _kappas(counts, weights)
    total, squares = np.zeros_like(kappa), np.zeros_like(kappa)
    for row in range(n_categories):
        for column in range(n_categories):
            items = counts[:, row, column]
            less = counts.copy()
            less[:, row, column] -= items > 0
            change = np.nan_to_num(_kappas(less, weights) - kappa)
            total += items * change
            squares += items * change**2
    return kappa, np.sqrt((n - 1) / n * np.maximum(squares - total**2 / n, 0))


def jackknife_z_t(counts: Floats, weights: Floats) -> Ends:
    kappa, error = _leaving_out(counts, weights)
    freedom = _at_once(counts, weights)[3]
    return _on_fishers_scale(kappa, error, stats.t.ppf((1 + LEVEL) / 2, freedom))


def smoothed(counts: Floats, weights: Floats) -> Ends:
    low, high, _ = smoothed_bounds(counts, weights, LEVEL)
    return low, high


DIRECT: dict[str, Callable[[Floats, Floats], Ends]] = {
    "formula": formula,
    "Fisher z": fisher,
    "jackknife, z, t": jackknife_z_t,
    "smoothed (the app)": smoothed,
}
DRAWN = ("percentile", "BCa", "studentised, z")


def _kappas(counts: Floats, weights: Floats) -> Floats:
    n = counts.sum(axis=(1, 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        by_chance = (counts.sum(axis=2) @ weights * counts.sum(axis=1)).sum(axis=1) / n
        kappas: Floats = 1 - (counts * weights).sum(axis=(1, 2)) / by_chance
    return kappas


def by_drawing(table: Floats, scheme: str, draws: Floats) -> dict[str, tuple[float, float]]:
    """Return the ends of the bootstrap intervals of one table; `draws` of shape (m, N, N)."""
    weights = weight_matrix(len(table), scheme)
    kappas = _kappas(draws, weights)
    found = {
        name: kappa_interval(table, scheme=scheme, method=method, draws=kappas)
        for name, method in (("percentile", "bootstrap"), ("BCa", "bca"))
    }
    ends = {name: (one.low, one.high) for name, one in found.items()}
    kappa, error, *_ = _at_once(table[np.newaxis], weights)
    drawn, drawn_error, *_ = _at_once(draws, weights)
    centre = np.arctanh(np.clip(kappa, -1 + _TINY, 1 - _TINY))
    with np.errstate(divide="ignore", invalid="ignore"):
        inside = np.clip(drawn, -1 + _TINY, 1 - _TINY)
        scores = (np.arctanh(inside) - centre) / (drawn_error / (1 - inside**2))
        scores = scores[np.isfinite(scores)]
        error = error / (1 - np.clip(kappa, -1 + _TINY, 1 - _TINY) ** 2)
    if len(scores):
        high, low = np.quantile(scores, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        ends["studentised, z"] = tuple(np.tanh([*(centre - low * error), *(centre - high * error)]))
    else:
        ends["studentised, z"] = (float(kappa[0]), float(kappa[0]))
    return ends


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


def measure_settings(
    how_many: int = STUDIES, drawn_studies: int = DRAWN_STUDIES, draws: int = DRAWS, seed: int = 1
) -> dict[tuple[str, str, str, int], tuple[float, float, float]]:
    """Return coverage, its Monte Carlo error and the median width.

    By scheme, method, setting and n.
    """
    random = np.random.default_rng(seed)
    found = {}
    for setting, (totals, kappa) in SETTINGS.items():
        shares = expected_shares(totals, kappa)
        for n in SIZES:
            tables = studies(shares, n, how_many, random)
            few = tables[:drawn_studies]
            of_draws: dict[tuple[str, str], list[tuple[float, float]]] = {}
            for table in few:
                drawn = random.multinomial(n, table.ravel() / n, size=draws)
                again = drawn.reshape(draws, *table.shape).astype(np.float64)
                for scheme in SCHEMES:
                    for name, ends in by_drawing(table, scheme, again).items():
                        of_draws.setdefault((scheme, name), []).append(ends)
            for scheme in SCHEMES:
                weights = weight_matrix(len(shares), scheme)
                true = float(_kappas(shares[np.newaxis], weights)[0])
                all_ends = {name: method(tables, weights) for name, method in DIRECT.items()}
                for name in DRAWN:
                    low, high = np.array(of_draws[scheme, name]).T
                    all_ends[name] = low, high
                for name, ends in all_ends.items():
                    held = _held(ends, true)
                    share = float(held.mean())
                    error = math.sqrt(share * (1 - share) / len(held))
                    width = float(np.nanmedian(ends[1] - ends[0]))
                    found[scheme, name, setting, n] = share, error, width
    return found


def print_settings(how_many: int, drawn_studies: int, draws: int) -> None:
    found = measure_settings(how_many, drawn_studies, draws)
    names = [*DIRECT, *DRAWN]
    print(f"{how_many:,} studies, or {drawn_studies:,} where intervals draw ({draws} draws each).")
    print("Coverage of 95% intervals ± Monte Carlo error, %; in brackets the median width.")
    for scheme in SCHEMES:
        for setting in SETTINGS:
            print(f"\n{scheme}, {setting}")
            print(f"{'':32}" + "".join(f"{f'n = {n}':>22}" for n in SIZES))
            for name in names:
                cells = (found[scheme, name, setting, n] for n in SIZES)
                print(
                    f"{name:32}"
                    + "".join(
                        f"{100 * share:8.1f} ± {100 * error:.1f} ({width:.2f})"
                        for share, error, width in cells
                    )
                )


# The table of docs/intervals.md: every interval that can be asked for, with its mean length.

TABLE_SETTINGS = {
    "balanced, five categories, κ .70": ([20, 20, 20, 20, 20], 0.70),
    "three categories (50/30/20 %), κ .60": ([50, 30, 20], 0.60),
    "90/6/2/1/1 %, κ .68": ([90, 6, 2, 1, 1], 0.68),
}
TABLE_SIZES = (20, 50, 200)


def jackknife(counts: Floats, weights: Floats) -> Ends:
    """As `kappa_interval(…, method="jackknife")`: Fisher's scale, Student's t with n − 1."""
    kappa, error = _leaving_out(counts, weights)
    freedom = counts.sum(axis=(1, 2)) - 1
    return _on_fishers_scale(kappa, error, stats.t.ppf((1 + LEVEL) / 2, freedom))


TABLE = {"smoothed": smoothed, "formula": formula, "jackknife": jackknife}


def table_lines(how_many: int, drawn_studies: int, draws: int, seed: int = 1) -> Iterator[str]:
    """Yield the lines of a table in Markdown: coverage in %, and the mean length in brackets."""
    random = np.random.default_rng(seed)
    names = [*TABLE, "bootstrap", "bca"]
    yield f"| totals, κ | n | {' | '.join(names)} |"
    yield "|---|--:|" + "--:|" * len(names)
    for setting, (totals, kappa) in TABLE_SETTINGS.items():
        shares = expected_shares(totals, kappa)
        weights = weight_matrix(len(shares))
        true = float(_kappas(shares[np.newaxis], weights)[0])
        for n in TABLE_SIZES:
            tables = studies(shares, n, how_many, random)
            ends = {name: method(tables, weights) for name, method in TABLE.items()}
            drawn: dict[str, list[tuple[float, float]]] = {"bootstrap": [], "bca": []}
            for table in tables[:drawn_studies]:
                again = random.multinomial(n, table.ravel() / n, size=draws)
                kappas = _kappas(again.reshape(draws, *table.shape).astype(np.float64), weights)
                for name, found in drawn.items():
                    one = kappa_interval(table, method=name, draws=kappas)
                    found.append((one.low, one.high))
            for name, found in drawn.items():
                low, high = np.array(found).T
                ends[name] = low, high
            cells = [
                f"{100 * _held(ends[name], true).mean():.1f} "
                f"({float(np.nanmean(ends[name][1] - ends[name][0])):.2f})"
                for name in names
            ]
            yield f"| {setting} | {n} | {' | '.join(cells)} |"


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


def measure(how_many: int, drawn_studies: int, draws: int, seed: int = 1) -> dict[str, object]:
    """Return the share of intervals that hold kappa, by method and group of informative items."""
    random = np.random.default_rng(seed)
    names = {"smoothed": smoothed, "analytic": formula}
    by_draws = {"bootstrap": "percentile", "bca": "BCa"}
    sums = {name: np.zeros((2, len(GROUPS))) for name in (*names, *by_draws)}
    for shares in many_tables():
        for n in MEASURED_SIZES:
            tables = studies(shares, n, how_many, random)
            for scheme in SCHEMES:
                weights = weight_matrix(len(shares), scheme)
                true = float(_kappas(shares[np.newaxis], weights)[0])
                group = np.searchsorted(GROUPS, informative(tables, weights), side="right") - 1
                for name, method in names.items():
                    held = _held(method(tables, weights), true)
                    sums[name] += _tally(group, held)
                some = tables[: max(drawn_studies // len(SCHEMES), 1)]
                for at, table in enumerate(some):
                    drawn = random.multinomial(n, table.ravel() / n, size=draws)
                    again = drawn.reshape(draws, *table.shape).astype(np.float64)
                    ends = by_drawing(table, scheme, again)
                    for name, theirs in by_draws.items():
                        low, high = ends[theirs]
                        held = _held((np.array([low]), np.array([high])), true)
                        sums[name] += _tally(group[at : at + 1], held)
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
    size = len(GROUPS)
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


def print_groups(how_many: int, draws: int, seed: int = 1) -> None:
    random = np.random.default_rng(seed)
    print("95% intervals of items that come in groups: taken for independent, with the effective")
    print("number of items (the app), and by drawing groups. Coverage %, (median width).")
    for setting, (totals, kappa) in SETTINGS.items():
        n_categories = len(totals)
        for n_groups, size, alike in ((10, 5, 0.3), (10, 5, 1.0), (20, 5, 0.3), (40, 2, 1.0)):
            ends: dict[str, list[tuple[float, float]]] = {}
            group = np.repeat(np.arange(n_groups), size)
            likeness = _correlation(totals, kappa)
            cut = stats.norm.ppf(np.cumsum(totals)[:-1] / np.sum(totals))
            for _ in range(how_many):
                common, own = (
                    random.multivariate_normal([0, 0], [[1, likeness], [likeness, 1]], size=many)
                    for many in (n_groups, len(group))
                )
                both = math.sqrt(alike) * common[group] + math.sqrt(1 - alike) * own
                actual, predicted = np.searchsorted(cut, both).T
                tables = np.zeros((n_groups, n_categories, n_categories), dtype=np.int64)
                np.add.at(tables, (group, actual, predicted), 1)
                observed = tables.sum(axis=0)
                if not usable(observed[np.newaxis])[0]:
                    continue
                scale = range(n_categories)
                worth = effective_items(actual, predicted, groups=group.tolist(), categories=scale)
                drawn = bootstrap_group_kappas(tables, n_draws=draws, seed=1)
                for name, one in (
                    ("independent", kappa_interval(observed, method="auto")),
                    ("effective", kappa_interval(observed, method="auto", effective_n=worth)),
                    ("drawn", kappa_interval(observed, method="bootstrap", draws=drawn)),
                ):
                    ends.setdefault(name, []).append((one.low, one.high))
            _print_line(f"{setting}, {n_groups} × {size}, alike {alike}", ends, kappa)


def print_weights(how_many: int, seed: int = 1) -> None:
    random = np.random.default_rng(seed)
    print("95% intervals of items with weights: taken for counts, and with the effective number of")
    print("items (the app). Coverage %, (median width).")
    for setting, (totals, kappa) in SETTINGS.items():
        scale = range(len(totals))
        for n, spread in ((50, 0.7), (100, 0.7), (200, 1.2)):
            ends: dict[str, list[tuple[float, float]]] = {}
            for _ in range(how_many):
                actual, predicted = _judgements(totals, [kappa], random.normal(size=n), random)
                weight = np.exp(random.normal(0, spread, n))
                weight *= n / weight.sum()
                observed = observed_matrix(
                    actual, predicted, categories=scale, sample_weight=weight
                )
                if not usable(observed[np.newaxis])[0]:
                    continue
                worth = effective_items(actual, predicted, sample_weight=weight, categories=scale)
                for name, items in (("as counts", n), ("effective", worth)):
                    one = kappa_interval(observed, method="auto", effective_n=items)
                    ends.setdefault(name, []).append((one.low, one.high))
            _print_line(f"{setting}, n = {n}, log weights ± {spread}", ends, kappa)


def print_differences(how_many: int, draws: int, seed: int = 1) -> None:
    random = np.random.default_rng(seed)
    print("95% intervals of the difference of two kappas on the same items. Coverage %, (width).")
    for setting, (totals, kappa) in SETTINGS.items():
        for lower in (0.0, 0.15):
            for n in (30, 100, 300):
                ends: dict[str, list[tuple[float, float]]] = {}
                for _ in range(how_many):
                    actual, first, second = _judgements(
                        totals, [kappa, kappa - lower], random.normal(size=n), random
                    )
                    scale = range(len(totals))
                    one = kappa_difference(actual, first, second, categories=scale)
                    ends.setdefault("smoothed", []).append((one.low, one.high))
                    drawn = _drawn_difference(actual, first, second, len(totals), draws)
                    ends.setdefault("bootstrap", []).append(drawn)
                _print_line(f"{setting}, {lower} less, n = {n}", ends, lower)


def _drawn_difference(
    actual: Floats, first: Floats, second: Floats, size: int, draws: int
) -> tuple[float, float]:
    """Draw items with all three ratings, and return the middle of the differences."""
    met, times = np.unique(np.stack([actual, first, second]), axis=1, return_counts=True)
    one, other = (  # the same seed draws the same items
        kappas_of_draws(
            multinomial_draws(times, seed=0), draws, met[0], predicted, weight_matrix(size)
        )
        for predicted in met[1:]
    )
    low, high = np.nanquantile(one - other, [0.025, 0.975]).tolist()
    return low, high


def _print_line(name: str, ends: dict[str, list[tuple[float, float]]], true: float) -> None:
    parts = []
    for method, found in ends.items():
        low, high = np.array(found).T
        missing = np.isnan(low)
        share = _held((low[~missing], high[~missing]), true).mean()
        error = math.sqrt(share * (1 - share) / max((~missing).sum(), 1))
        width = np.median(high[~missing] - low[~missing])
        parts.append(f"{method} {100 * share:.1f} ± {100 * error:.1f} ({width:.2f})")
    print(f"{name:45}" + "   ".join(parts), flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    runs = parser.add_mutually_exclusive_group()
    for run in ("table", "measure", "groups", "weights", "differences"):
        runs.add_argument(f"--{run}", action="store_true")
    parser.add_argument("--studies", type=int, help="of each kind")
    parser.add_argument("--drawn-studies", type=int, help="where intervals draw")
    parser.add_argument("--draws", type=int, default=DRAWS, help="of an interval (%(default)s)")
    chosen = parser.parse_args(arguments)
    if chosen.table:
        for line in table_lines(
            chosen.studies or STUDIES, chosen.drawn_studies or DRAWN_STUDIES, chosen.draws
        ):
            print(line, flush=True)
    elif chosen.measure:
        found = measure(chosen.studies or 1000, chosen.drawn_studies or 60, chosen.draws)
        path = Path(measured.__file__).with_name("coverage.json")
        path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        print(path.read_text(encoding="utf-8"))
    elif chosen.groups:
        print_groups(chosen.studies or 500, chosen.draws)
    elif chosen.weights:
        print_weights(chosen.studies or 500)
    elif chosen.differences:
        print_differences(chosen.studies or 500, chosen.draws)
    else:
        print_settings(
            chosen.studies or STUDIES, chosen.drawn_studies or DRAWN_STUDIES, chosen.draws
        )


if __name__ == "__main__":
    main()
