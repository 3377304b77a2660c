"""How sure a coefficient of many raters is: items are left out, or drawn with replacement."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.kappa import SAME_KAPPA
from qwk_core.messages import N_
from qwk_core.statistics.intervals import check_draws, check_level
from qwk_core.statistics.raters.coefficients import COEFFICIENTS, coefficients
from qwk_core.statistics.raters.sums import (
    CELLS_AT_ONCE,
    Basis,
    Sums,
    sums_of_all,
    sums_of_sets,
)
from qwk_core.statistics.student import fisher_ends, student_quantile

METHODS = ("fisher", "jackknife", "bootstrap")
"""How an interval can be computed."""

ONE_ITEM = N_("One item alone shows no spread, so nothing can be said about how sure this is.")
NO_SPREAD = N_(
    "Without any one of the items the number is the same: they show no spread and the interval is "
    "a point, however few the items are."
)
UNDEFINED_WITHOUT = N_(
    "Without one of the items this is undefined, so leaving out items cannot say how sure it is."
)
NO_DIFFERENCE = N_("With or without this rater the coefficient is undefined.")

# How many numbers the sums of all items may come to: in a jackknife, which takes them one after
# another, and in a bootstrap, which keeps them. More items than that go in groups.
_MOST_LEFT_OUT = 60_000_000
_MOST_DRAWN = 8_000_000
# How many can be kept for the fewest groups: 320 MB.
_MOST_KEPT = 40_000_000
# Fewer groups of items than these say too little about the spread.
_FEWEST_GROUPS = 100


@dataclass(frozen=True)
class CoefficientInterval:
    """A coefficient of many raters and how sure it is. What is undefined is nan.

    Attributes
    ----------
    coefficient : str
        Its name: one of `COEFFICIENTS`.
    estimate : float
        The coefficient; or, where a rater is left out, its difference: that of all raters minus
        that of the others.
    standard_error : float
        How much it varies from sample to sample of items.
    low, high : float
        The ends of the interval; those of a jackknife may reach beyond 1.
    level : float
        The interval's level of confidence, between 0 and 1.
    method : str
        "fisher", "jackknife" or "bootstrap".
    n_draws, n_undefined : int
        How many bootstrap draws were made, and in how many of them the coefficient is undefined;
        those are left out. 0 for the jackknife.
    group_size : int
        How many items were left out, or drawn, at a time: 1, unless the table is very large.
    caution : str or None
        Why the interval should not be taken at its word, or why there is none.
    """

    coefficient: str
    estimate: float
    standard_error: float
    low: float
    high: float
    level: float
    method: str
    n_draws: int
    n_undefined: int
    group_size: int
    caution: str | None


@dataclass(frozen=True)
class Resampling:
    """How items are left out or drawn; see `RaterAgreement.intervals`.

    Examples
    --------
    >>> Resampling("bayes", 0.95, 1000, 0)
    Traceback (most recent call last):
    qwk_core.errors.RatingsError: Method: “bayes” is not known. Use “fisher”, “jackknife” or \
“bootstrap”.
    """

    method: str
    level: float
    n_draws: int
    seed: int

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise RatingsError(
                "Method: {value} is not known. Use “fisher”, “jackknife” or “bootstrap”.",
                value=shown(self.method),
            )
        check_level(self.level)
        check_draws(self.n_draws)


@dataclass(frozen=True, eq=False)
class _Units:
    """What is left out or drawn: an item, or a group of items.

    items: all of them, shape (n, r). positions: of the distinct units, shape (L, b, r). counts:
    how often each of these comes, shape (L,).
    """

    items: NDArray[np.int16]
    positions: NDArray[np.int16]
    counts: NDArray[np.int64]

    @property
    def n(self) -> int:
        return int(self.counts.sum())

    def without(self, rater: int) -> _Units:
        return _Units(
            np.delete(self.items, rater, axis=1), np.delete(self.positions, rater, 2), self.counts
        )

    def sums(self, basis: Basis) -> Iterator[Sums]:
        """Yield the sums over the distinct units, block by block."""
        _, size, n_raters = self.positions.shape
        n_cells = max(_n_cells(n_raters, basis), size * n_raters * len(basis.functions))
        at_once = max(CELLS_AT_ONCE // n_cells, 1)
        for start in range(0, len(self.positions), at_once):
            yield sums_of_sets(self.positions[start : start + at_once], basis)


def _n_cells(n_raters: int, basis: Basis) -> int:
    """Return how many numbers the sums over a set of items come to."""
    nobody = np.full((1, 1, n_raters), -1, dtype=np.int16)
    return sums_of_sets(nobody, basis).n_cells


def intervals(
    positions: NDArray[np.int16],
    basis: Basis,
    estimates: Mapping[str, float],
    resampling: Resampling,
    *,
    left_out: int | None,
    reasons: Mapping[str, str],
) -> dict[str, CoefficientInterval]:
    """Return how sure each coefficient is.

    Parameters
    ----------
    positions : ndarray of int16, shape (n, r)
        −1 where a rating is missing.
    basis : Basis
        What the weights are made of.
    estimates : mapping of str to float
        The coefficients, or their differences, by the names in `COEFFICIENTS`.
    resampling : Resampling
        The settings.
    left_out : int or None
        The column of the rater whom a difference is about.
    reasons : mapping of str to str
        Why a coefficient is undefined, by its name.
    """
    items = positions[(positions >= 0).any(axis=1)]
    units = _units(items, basis, resampling)
    is_jackknife = resampling.method != "bootstrap"
    scaled = resampling.method == "fisher" and left_out is None
    values = np.full((1, len(COEFFICIENTS)), math.nan)
    if units.n > 1:
        tables = [units] if left_out is None else [units, units.without(left_out)]
        resample = _left_out if is_jackknife else _drawn
        found = [resample(table, basis, resampling) for table in tables]
        values = found[0] if left_out is None else found[0] - found[1]
    of_all = {}
    for column, name in enumerate(COEFFICIENTS):
        estimate, resampled = estimates[name], values[:, column]
        defined = resampled[~np.isnan(resampled)]
        error = low = high = math.nan
        caution: str | None
        if math.isnan(estimate):
            caution = reasons[name] if left_out is None else NO_DIFFERENCE
        elif units.n == 1:
            caution = ONE_ITEM
        elif is_jackknife and len(defined) < len(resampled):
            caution = UNDEFINED_WITHOUT
        else:
            summary = _jackknife if is_jackknife else _bootstrap
            error, low, high = summary(estimate, defined, units.counts, resampling.level)
            if resampling.method == "fisher":
                low, high = _student_ends(estimate, error, units.n, resampling.level, scaled)
            caution = NO_SPREAD if error < SAME_KAPPA else None
        of_all[name] = CoefficientInterval(
            coefficient=name,
            estimate=estimate,
            standard_error=error,
            low=low,
            high=high,
            level=float(resampling.level),
            method=resampling.method,
            n_draws=0 if is_jackknife else resampling.n_draws,
            n_undefined=0 if is_jackknife else len(resampled) - len(defined),
            group_size=units.positions.shape[1],
            caution=caution,
        )
    return of_all


def _units(items: NDArray[np.int16], basis: Basis, resampling: Resampling) -> _Units:
    """Return the distinct items and how often each comes; or groups of items, formed at random.

    `items` are positions on the scale, shape (n, r), negative where a rating is missing.
    """
    n_raters = items.shape[1]
    at_most = _MOST_DRAWN if resampling.method == "bootstrap" else _MOST_LEFT_OUT
    n_cells = _n_cells(n_raters, basis)
    n_groups = max(at_most // n_cells, _FEWEST_GROUPS)
    alike, counts = np.unique(items, axis=0, return_counts=True)
    if resampling.method == "bootstrap" and min(len(alike), n_groups) * n_cells > _MOST_KEPT:
        raise RatingsError(
            "A bootstrap of {n_raters} raters takes too much memory; use the jackknife.",
            n_raters=n_raters,
        )
    if len(alike) <= n_groups:
        return _Units(items, alike[:, np.newaxis], counts.astype(np.int64))
    size = -(-len(items) // n_groups)
    grouped = np.full((size * n_groups, n_raters), -1, dtype=np.int16)
    grouped[: len(items)] = np.random.default_rng(resampling.seed).permutation(items)
    # The rows that are left empty are the last of as many groups.
    groups = grouped.reshape(size, n_groups, n_raters).swapaxes(0, 1)
    return _Units(items, groups, np.ones(n_groups, dtype=np.int64))


def _left_out(units: _Units, basis: Basis, _: Resampling) -> NDArray[np.float64]:
    """Return the coefficients without each of the units, shape (L, 6)."""
    total = sums_of_all(units.items, basis)
    return np.concatenate(
        [coefficients(total.map(np.subtract, sums), basis) for sums in units.sums(basis)]
    )


def _drawn(units: _Units, basis: Basis, resampling: Resampling) -> NDArray[np.float64]:
    """Return the coefficients of each draw of as many units, with replacement, shape (m, 6)."""
    first, *more = units.sums(basis)
    sums = first.map(lambda *arrays: np.concatenate(arrays), *more)
    generator = np.random.default_rng(resampling.seed)
    at_once = max(CELLS_AT_ONCE // max(sums.n_cells, len(units.counts)), 1)
    found = []
    for start in range(0, resampling.n_draws, at_once):
        size = min(at_once, resampling.n_draws - start)
        draws = generator.multinomial(units.n, units.counts / units.n, size=size)
        drawn = sums.map(partial(np.tensordot, draws.astype(np.float64), axes=1))
        found.append(coefficients(drawn, basis))
    return np.concatenate(found)


def _jackknife(
    estimate: float, values: NDArray[np.float64], counts: NDArray[np.int64], level: float
) -> tuple[float, float, float]:
    """Return the standard error and the interval from the values without each unit.

    Both arrays have the shape (k,), an entry for each kind of unit.
    """
    n = counts.sum()
    deviations = values - (counts @ values) / n
    error = math.sqrt((n - 1) / n * (counts @ deviations**2))
    margin = NormalDist().inv_cdf((1 + level) / 2) * error
    return error, estimate - margin, estimate + margin


def _student_ends(
    estimate: float, error: float, n: int, level: float, scaled: bool
) -> tuple[float, float]:
    """Return the interval by Student's t with n − 1 degrees of freedom; on Fisher's scale or not.

    What is not between −1 and 1 has no place on that scale, nor what rounding alone keeps off
    these two.
    """
    if not scaled or abs(estimate) > 1 - SAME_KAPPA:
        margin = student_quantile((1 + level) / 2, n - 1) * error
        return estimate - margin, estimate + margin
    return fisher_ends(estimate, error, n - 1, level)


def _bootstrap(
    _: float, values: NDArray[np.float64], __: NDArray[np.int64], level: float
) -> tuple[float, float, float]:
    """Return the standard error and the interval from the draws, shape (b,); nan for too few."""
    if len(values) < 2:
        return math.nan, math.nan, math.nan
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2]).tolist()
    return float(values.std(ddof=1)), low, high
