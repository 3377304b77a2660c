"""How sure a coefficient of many raters is: items are left out, or drawn with replacement.

Where items come in clusters, such as a pupil's, whole clusters are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.kappa import SAME_KAPPA
from qwk_core.ratings import Array
from qwk_core.statistics.dependence import degrees_of_freedom
from qwk_core.statistics.intervals import KappaInterval
from qwk_core.statistics.notes import NOTES
from qwk_core.statistics.raters.coefficients import COEFFICIENTS, coefficients
from qwk_core.statistics.raters.sums import (
    Basis,
    Sums,
    in_blocks,
    sums_of_all,
    sums_of_sets,
)
from qwk_core.statistics.rating_table import RatingTable
from qwk_core.statistics.resampling import (
    blocks,
    check_draws,
    check_level,
    jackknife,
    middle,
    middle_of_draws,
)

METHODS = ("fisher", "bootstrap")
"""How an interval can be computed."""

# How many numbers the sums of all items may come to: in a jackknife, which takes them one after
# another, and in a bootstrap, which keeps them. More items than that go in groups.
_MOST_LEFT_OUT = 60_000_000
_MOST_DRAWN = 8_000_000
# How many can be kept for the fewest groups: 320 MB.
_MOST_KEPT = 40_000_000
# A share of a sum that rounding may leave of it where all is taken away.
_ROUNDING = 1e-12
# Fewer groups of items than these say too little about the spread.
_FEWEST_GROUPS = 100


def intervals(
    table: RatingTable,
    basis: Basis,
    estimates: Mapping[str, float],
    reasons: Mapping[str, str],
    *,
    method: str,
    level: float,
    n_draws: int,
    seed: int,
) -> dict[str, KappaInterval]:
    """Return how sure each coefficient is, as `RaterAgreement.intervals` says it.

    Parameters
    ----------
    table : RatingTable
        The ratings, with their clusters where they have any.
    basis : Basis
        What the weights are made of.
    estimates : mapping of str to float
        The coefficients, by the names in `COEFFICIENTS`.
    reasons : mapping of str to str
        Why a coefficient is undefined, by its name.
    method, level, n_draws, seed
        How items are left out or drawn.
    """
    if method not in METHODS:
        raise RatingsError(
            "Method: {value} is not known. Use “fisher” or “bootstrap”.", value=shown(method)
        )
    check_level(level)
    check_draws(n_draws)
    drawn = method == "bootstrap"
    rated = (table.positions >= 0).any(axis=1)
    items = table.positions[rated]
    belong = np.array(table.clusters)[rated] if table.clusters else None
    weights = None if table.item_weights is None else table.item_weights[rated]
    units, counts, group_size = _units(items, weights, belong, basis, seed, drawn=drawn)
    met = [((sets >= 0).sum(axis=-1) > 1).any(axis=-1) for sets, _ in units]
    df = degrees_of_freedom(int(counts @ np.concatenate(met)), table.n_equal)
    values = np.full((1, len(COEFFICIENTS)), math.nan)
    if df:
        sums = chain.from_iterable(_sums_of_units(*alike, basis) for alike in units)
        values = (
            _drawn(sums, counts, basis, n_draws, seed)
            if drawn
            else _left_out(sums_of_all(items, basis, weights), sums, basis)
        )
    alone = None if df else NOTES["one-item-of-many"]
    return {
        name: _interval(
            estimates[name],
            resampled,
            counts,
            reasons.get(name, alone),
            method=method,
            level=float(level),
            n_draws=n_draws if drawn else 0,
            group_size=group_size,
            df=0 if drawn else df,
        )
        for name, resampled in zip(COEFFICIENTS, values.T.copy(), strict=True)
    }


def _interval(
    estimate: float,
    resampled: NDArray[np.float64],
    counts: NDArray[np.int64],
    caution: str | None,
    *,
    method: str,
    level: float,
    n_draws: int,
    group_size: int,
    df: int,
) -> KappaInterval:
    """Return the interval of one coefficient, or a caution that says why there is none.

    `resampled` are its values without each unit, or of each draw, shape (L,) or (m,); `counts` says
    how often each unit comes, shape (L,). `df`: one less than the units in which two ratings meet.
    """
    low = high = error = math.nan
    if caution is None:
        if n_draws:
            low, high, error = middle_of_draws(resampled, middle(level))
        else:
            low, high, error = jackknife(estimate, resampled, counts, level, df)
        caution = NOTES["no-spread-of-many"] if error < SAME_KAPPA else None
        caution = NOTES["undefined-without"] if math.isnan(low) else caution
    return KappaInterval(
        kappa=estimate,
        standard_error=error,
        low=low,
        high=high,
        level=level,
        method=method,
        n_draws=n_draws,
        n_undefined=int(np.count_nonzero(np.isnan(resampled))) if n_draws else 0,
        group_size=group_size,
        df=df,
        caution=caution,
    )


def _n_cells(n_raters: int, basis: Basis) -> int:
    """Return how many numbers the sums over a set of items come to."""
    nobody = np.full((1, 1, n_raters), -1, dtype=np.int16)
    return sums_of_sets(nobody, basis).n_cells


_Units: TypeAlias = tuple[NDArray[np.int16], NDArray[np.float64] | None]
"""Sets of items of one size: their positions, shape (L, b, r), and their weights, (L, b)."""


def _units(
    items: NDArray[np.int16],
    weights: NDArray[np.float64] | None,
    belong: Array | None,
    basis: Basis,
    seed: int,
    *,
    drawn: bool,
) -> tuple[list[_Units], NDArray[np.int64], int]:
    """Return what is left out or drawn, how often each comes, and how many are left out at once.

    What is left out or drawn are the distinct items, each item that has a weight, or the clusters
    to which they `belong`, shape (n,); of very many, groups formed at random. `items` are positions
    on the scale, shape (n, r), negative where a rating is missing, and `weights` what each counts.
    """
    n_raters = items.shape[1]
    n_cells = _n_cells(n_raters, basis)
    n_groups = max((_MOST_DRAWN if drawn else _MOST_LEFT_OUT) // n_cells, _FEWEST_GROUPS)
    distinct = belong is None and weights is None
    if belong is None:
        belong = np.arange(len(items))
    if distinct:
        alike, counts = np.unique(items, axis=0, return_counts=True)
        n_units, codes = len(alike), np.arange(len(items))
    else:
        names, codes = np.unique(belong, return_inverse=True)
        n_units = len(names)
    if drawn and min(n_units, n_groups) * n_cells > _MOST_KEPT:
        raise RatingsError(
            "A bootstrap of {n_raters} raters takes too much memory; use the jackknife.",
            n_raters=n_raters,
        )
    if distinct and n_units <= n_groups:
        return [(alike[:, np.newaxis], None)], counts.astype(np.int64), 1
    n_together = int(codes.max()) + 1
    if n_together > n_groups:
        codes = (np.random.default_rng(seed).permutation(n_together) % n_groups)[codes]
    sets = _of_one_size(codes)
    units = [(items[places], None if weights is None else weights[places]) for places in sets]
    n_sets = sum(map(len, sets))
    return units, np.ones(n_sets, dtype=np.int64), -(-n_together // n_sets)


def _of_one_size(codes: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """Return the places of each code, shape (n,); of those that come b times as an array (L, b)."""
    ordered = np.argsort(codes, kind="stable")
    sizes = np.bincount(codes)
    starts = np.cumsum(sizes) - sizes
    return [
        ordered[starts[sizes == size, np.newaxis] + np.arange(size)] for size in np.unique(sizes)
    ]


def _sums_of_units(
    units: NDArray[np.int16], weights: NDArray[np.float64] | None, basis: Basis
) -> Iterator[Sums]:
    """Yield the sums over the units, shape (L, b, r), weights (L, b), block by block."""
    _, size, n_raters = units.shape
    n_cells = max(_n_cells(n_raters, basis), size * n_raters * len(basis.functions))
    for block in in_blocks(len(units), n_cells):
        yield sums_of_sets(units[block], basis, None if weights is None else weights[block])


def _left_out(total: Sums, of_units: Iterable[Sums], basis: Basis) -> NDArray[np.float64]:
    """Return the coefficients without each of the units, shape (L, 6)."""

    def rest(whole: Array, part: Array) -> Array:
        """Return what is left; nothing where rounding alone leaves it of sums of weights."""
        left: Array = whole - part
        return left if basis.exact else np.where(np.abs(left) > _ROUNDING * whole, left, 0)

    return np.concatenate([coefficients(total.map(rest, sums), basis) for sums in of_units])


def _drawn(
    of_units: Iterable[Sums], counts: NDArray[np.int64], basis: Basis, n_draws: int, seed: int
) -> NDArray[np.float64]:
    """Return the coefficients of each draw of as many units, with replacement, shape (m, 6).

    `counts` says how often each unit comes, shape (L,).
    """
    first, *more = of_units
    sums = first.map(lambda *arrays: np.concatenate(arrays), *more)
    generator = np.random.default_rng(seed)
    found = []
    for size in blocks(n_draws, max(sums.n_cells, len(counts))):
        draws = generator.multinomial(counts.sum(), counts / counts.sum(), size=size)
        drawn = sums.map(partial(np.tensordot, draws.astype(np.float64), axes=1))
        found.append(coefficients(drawn, basis))
    return np.concatenate(found)
