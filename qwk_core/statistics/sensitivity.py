"""What would change kappa? One item more, corrected or left out; other counts, same totals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import Scheme, count_pairs, disagreement, weight_matrix
from qwk_core.ratings import Array, Ratings, read_counts
from qwk_core.walkthrough import Walkthrough, walk_through_counts

# Whole numbers below this are exact as floats.
_EXACT = 2**53

# Changes of kappa below this are rounding, where sums are not exact.
_NOISE = 1e-12

# Proportions are turned into whole units, this many in all, before they are shared out.
_UNITS = 2**50


def add_one_item(observed: ArrayLike, *, scheme: Scheme = "quadratic") -> NDArray[np.float64]:
    """Return what kappa becomes if one more item lands in a cell, for every cell at once.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    ndarray of float64, shape (N, N)
        Kappa with one more item there; nan where it is undefined even then.

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used.

    Examples
    --------
    >>> add_one_item([[2, 0], [1, 1]]).round(3)
    array([[0.545, 0.167],
           [0.286, 0.615]])
    """
    now = _read(observed, scheme)
    rows = now.predicted_costs + now.weights  # [i, b]: what row i's totals, plus one, cost in b
    by_chance = (rows @ now.predicted_totals)[:, np.newaxis] + rows
    seen = now.seen + now.weights
    constant = _outer_or(
        _used(now.actual_totals) + (now.actual_totals == 0) == 1,
        _used(now.predicted_totals) + (now.predicted_totals == 0) == 1,
    )
    return _kappas(now, (now.n + 1) * seen, by_chance, constant)


def leave_out_one_item(observed: ArrayLike, *, scheme: Scheme = "quadratic") -> NDArray[np.float64]:
    """Return what kappa becomes if one item of a cell is left out, for every cell at once.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    ndarray of float64, shape (N, N)
        Kappa without one item of the cell; nan where it is undefined, or the cell holds no item.

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used.

    Examples
    --------
    >>> leave_out_one_item([[2, 0], [1, 1]]).round(3)
    array([[0.4, nan],
           [1. , 0. ]])
    """
    now = _read(observed, scheme)
    if now.exact:
        rows = now.predicted_costs - now.weights
        by_chance = (rows @ now.predicted_totals)[:, np.newaxis] - rows
    else:  # computed from the start: in floats, a small difference may be nothing but rounding
        one = np.eye(len(now.weights))
        by_chance = (now.actual_totals - one) @ now.weights @ (now.predicted_totals - one).T
    seen = _others(now) + now.weights * (now.observed - 1)
    constant = _outer_or(
        _used(now.actual_totals) - (now.actual_totals == 1) == 1,
        _used(now.predicted_totals) - (now.predicted_totals == 1) == 1,
    )
    kappas = _kappas(now, (now.n - 1) * seen, by_chance, constant)
    kappas[now.observed < 1] = math.nan
    return kappas


def correct_one_item(observed: ArrayLike, *, scheme: Scheme = "quadratic") -> NDArray[np.float64]:
    """Return what kappa becomes if one item of a cell is predicted as rated, for every cell.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    ndarray of float64, shape (N, N)
        Kappa with one item moved from (i, j) to (i, i); nan where it is undefined, or the cell
        holds no item. On the diagonal kappa stays as it is.

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used.

    Examples
    --------
    >>> correct_one_item([[2, 0], [1, 1]]).round(3)
    array([[0.5, nan],
           [1. , 0.5]])
    """
    now = _read(observed, scheme)
    costs = now.predicted_costs  # [b]: what all actual ratings together cost against b
    if now.exact:
        rest = now.predicted_totals @ costs - costs
    else:  # computed from the start, as above
        rest = (now.predicted_totals - np.eye(len(costs))) @ costs
    by_chance = costs[:, np.newaxis] + rest
    diagonal = now.weights.diagonal()[:, np.newaxis]
    seen = _others(now) + now.weights * (now.observed - 1) + diagonal
    one_actual = np.full(len(costs), _used(now.actual_totals) == 1)
    constant = _outer_or(one_actual, np.zeros_like(one_actual))
    # Column j may lose its last item and column i gain its first.
    lost, gained = now.predicted_totals == 1, now.predicted_totals == 0
    constant |= _used(now.predicted_totals) + gained[:, np.newaxis] - lost == 1
    kappas = _kappas(now, now.n * seen, by_chance, constant)
    kappas[now.observed < 1] = math.nan
    unchanged = np.eye(len(costs), dtype=bool) & (now.observed >= 1)
    kappas[unchanged] = walk_through_counts(observed, scheme=scheme).kappa
    return kappas


def kappa_changes(observed: ArrayLike, *, scheme: Scheme = "quadratic") -> NDArray[np.float64]:
    """Return by how much one more item in a cell changes kappa, for every cell at once: Δκ.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    ndarray of float64, shape (N, N)
        Exactly 0 where kappa stays the same: to the last digit for whole counts and a named
        scheme, else within 1e-12. nan where kappa is undefined before or after.

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used.

    Examples
    --------
    >>> kappa_changes([[2, 0], [1, 1]]).round(3)
    array([[ 0.045, -0.333],
           [-0.214,  0.115]])
    """
    walk = walk_through_counts(observed, scheme=scheme)
    changes = add_one_item(observed, scheme=scheme) - walk.kappa
    if walk.scheme == "custom" or walk.observed.dtype != np.int64:
        changes[np.abs(changes) < _NOISE] = 0.0
    return changes


@dataclass(frozen=True)
class ItemEffect:
    """What one item does to kappa.

    Attributes
    ----------
    item : int
        The item, counted from 0.
    row, column : int
        The positions of its actual and its predicted category.
    corrected, corrected_change : float
        Kappa if it were predicted as it was rated, and by how much that differs from now.
    left_out, left_out_change : float
        Kappa if it were not there, and by how much that differs. nan where undefined.
    """

    item: int
    row: int
    column: int
    corrected: float
    corrected_change: float
    left_out: float
    left_out_change: float


def rank_items(
    ratings: Ratings, *, scheme: Scheme = "quadratic", most: int | None = None
) -> tuple[ItemEffect, ...]:
    """Return what each item does to kappa, those first whose correction lifts it most.

    Parameters
    ----------
    ratings : Ratings
        n items.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.
    most : int, optional
        How many to return; all without.

    Returns
    -------
    tuple of ItemEffect
        Ties in the items' own order; last those with an undefined kappa.

    Raises
    ------
    RatingsError
        If the weights cannot be used.

    Examples
    --------
    >>> from qwk_core import read_ratings
    >>> from qwk_core.teaching.examples import example
    >>> pets = example("petfinder")
    >>> first, *others = rank_items(read_ratings(pets.actual, pets.predicted))
    >>> first.item, round(first.corrected, 3), round(first.left_out, 3)
    (0, 0.597, 0.521)
    """
    observed = count_pairs(ratings)
    now = walk_through_counts(observed, scheme=scheme).kappa
    where = ratings.actual, ratings.predicted
    corrected = correct_one_item(observed, scheme=scheme)[where]
    left_out = leave_out_one_item(observed, scheme=scheme)[where]
    order = np.argsort(-corrected, kind="stable")[:most]  # nan is sorted last
    return tuple(
        ItemEffect(
            item=item,
            row=int(ratings.actual[item]),
            column=int(ratings.predicted[item]),
            corrected=float(corrected[item]),
            corrected_change=float(corrected[item] - now),
            left_out=float(left_out[item]),
            left_out_change=float(left_out[item] - now),
        )
        for item in order.tolist()
    )


@dataclass(frozen=True)
class CellEffect:
    """What one item of a cell does to kappa.

    Attributes
    ----------
    row, column : int
        The cell's positions.
    count : int or float
        How many items it holds.
    corrected, corrected_change : float
        Kappa if one of them were predicted as it was rated, and by how much that differs from
        now.
    left_out, left_out_change : float
        Kappa if one of them were not there, and by how much that differs. nan where undefined.
    """

    row: int
    column: int
    count: int | float
    corrected: float
    corrected_change: float
    left_out: float
    left_out_change: float


def rank_cells(
    observed: ArrayLike, *, scheme: Scheme = "quadratic", most: int | None = None
) -> tuple[CellEffect, ...]:
    """Return what one item of each cell does to kappa, as `rank_items` does for vectors.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.
    most : int, optional
        How many cells to return; all that hold an item without.

    Returns
    -------
    tuple of CellEffect
        Those first whose correction lifts kappa most; ties in reading order.

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used.

    Examples
    --------
    >>> first, *others = rank_cells([[40, 2, 9], [3, 30, 1], [0, 0, 15]])
    >>> (first.row, first.column), first.count, round(first.corrected_change, 3)
    ((0, 2), 9, 0.029)
    """
    walk = walk_through_counts(observed, scheme=scheme)
    corrected = correct_one_item(observed, scheme=scheme)
    left_out = leave_out_one_item(observed, scheme=scheme)
    rows, columns = np.nonzero(walk.observed >= 1)
    order = np.argsort(-corrected[rows, columns], kind="stable")[:most]
    return tuple(
        CellEffect(
            row=row,
            column=column,
            count=walk.observed[row, column].item(),
            corrected=float(corrected[row, column]),
            corrected_change=float(corrected[row, column] - walk.kappa),
            left_out=float(left_out[row, column]),
            left_out_change=float(left_out[row, column] - walk.kappa),
        )
        for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True)
    )


@dataclass(frozen=True)
class RankShift:
    """Where a cell stands among the costliest under two schemes.

    Attributes
    ----------
    row, column : int
        The cell's positions.
    count : int or float
        How many items it holds.
    before, after : int or None
        Its rank by cost under the one and the other scheme: 1 for the costliest, equal ranks for
        equal costs, None where it costs nothing.
    share_before, share_after : float
        Its part of the numerator under each.
    """

    row: int
    column: int
    count: int | float
    before: int | None
    after: int | None
    share_before: float
    share_after: float


def compare_rankings(before: Walkthrough, after: Walkthrough) -> tuple[RankShift, ...]:
    """Return how another scheme changes the ranking of the cells by their cost.

    Parameters
    ----------
    before, after : Walkthrough
        The same counts under two schemes.

    Returns
    -------
    tuple of RankShift
        The cells that cost anything under either, by their rank after, then before.

    Examples
    --------
    >>> counts = [[5, 3, 1], [0, 5, 0], [0, 0, 5]]
    >>> for shift in compare_rankings(
    ...     walk_through_counts(counts), walk_through_counts(counts, scheme="unweighted")
    ... ):
    ...     print((shift.row, shift.column), shift.before, shift.after, shift.share_after)
    (0, 1) 2 1 0.75
    (0, 2) 1 2 0.25
    """
    ranks = _ranks(before.weighted_observed), _ranks(after.weighted_observed)
    rows, columns = np.nonzero((before.weighted_observed > 0) | (after.weighted_observed > 0))
    shifts = [
        RankShift(
            row=cell[0],
            column=cell[1],
            count=before.observed[cell].item(),
            before=ranks[0].get(cell),
            after=ranks[1].get(cell),
            share_before=float(before.shares[cell]),
            share_after=float(after.shares[cell]),
        )
        for cell in zip(rows.tolist(), columns.tolist(), strict=True)
    ]
    last = len(shifts) + 1
    return tuple(sorted(shifts, key=lambda one: (one.after or last, one.before or last)))


def _ranks(costs: NDArray[np.float64]) -> dict[tuple[int, int], int]:
    """Return the rank of every cell that costs anything: 1 plus how many cells cost more.

    The costs have shape (N, N).
    """
    rows, columns = np.nonzero(costs)
    # Costs that differ by rounding alone share a rank.
    rounded = np.array([float(f"{cost:.12g}") for cost in costs[rows, columns].tolist()])
    dearer = np.searchsorted(np.sort(-rounded), -rounded)
    cells = zip(rows.tolist(), columns.tolist(), strict=True)
    return {cell: 1 + rank for cell, rank in zip(cells, dearer.tolist(), strict=True)}


class KappaExtremes(NamedTuple):
    """The least and the greatest kappa that two raters with given totals can reach.

    Attributes
    ----------
    worst, best : Walkthrough
        A table that reaches each, with its kappa and every step.
    """

    worst: Walkthrough
    best: Walkthrough


def kappa_extremes(
    actual_totals: ArrayLike, predicted_totals: ArrayLike, *, scheme: Scheme = "quadratic"
) -> KappaExtremes:
    """Return the worst and the best kappa that these totals allow, with counts that reach them.

    The totals decide E, so kappa is greatest where ΣwO is least. Quadratic and linear weights grow
    with distance, and never more slowly. So two predictions in the wrong order can be swapped at no
    extra cost: both raters sorted is best, and one sorted against the other reversed is worst.
    Unweighted, only the diagonal counts: cell i can hold at most min(rᵢ, cᵢ) items and must hold at
    least rᵢ + cᵢ − n.

    Parameters
    ----------
    actual_totals, predicted_totals : array_like, shape (N,)
        How often each rater used each category; of equal sum.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted. Weights of your own must not reward a wrong order either:
        w[i, j] + w[i + 1, j + 1] ≤ w[i, j + 1] + w[i + 1, j].

    Returns
    -------
    KappaExtremes

    Raises
    ------
    RatingsError
        If the totals or the weights cannot be used.

    References
    ----------
    Hoffman, A. J. (1963). On simple linear programming problems. Proceedings of Symposia in Pure
    Mathematics 7, 317–327.

    Examples
    --------
    >>> worst, best = kappa_extremes([1, 3, 1], [2, 2, 1])
    >>> round(worst.kappa, 3), round(best.kappa, 3)
    (-0.8, 0.8)
    >>> best.observed
    array([[1, 0, 0],
           [1, 2, 0],
           [0, 0, 1]])
    """
    rows, columns, unit = _read_totals(actual_totals, predicted_totals)
    weights = weight_matrix(len(rows), scheme)
    if isinstance(scheme, str) and scheme == "unweighted":
        best, worst = _most_agreement(rows, columns), _least_agreement(rows, columns)
    elif _sorting_is_best(weights):
        best, worst = _sorted(rows, columns), _sorted(rows, columns[::-1])[:, ::-1]
    else:
        raise RatingsError(
            "Weights: with these, sorting both raters need not cost the least, "
            "so the extremes are not known."
        )
    return KappaExtremes(
        walk_through_counts(worst * unit, scheme=scheme),
        walk_through_counts(best * unit, scheme=scheme),
    )


@dataclass(frozen=True, eq=False)
class _Now:
    """Counts and weights as they are now, in exact integers where possible.

    Attributes
    ----------
    observed, weights : ndarray of int64, object or float64, shape (N, N)
        O, and w: not divided by its maximum where `exact`.
    actual_totals, predicted_totals : ndarray, shape (N,)
        The sums of O's rows and columns.
    predicted_costs : ndarray, shape (N,)
        What all actual ratings together cost against each predicted category.
    n, seen : int or float
        The number of items, and ΣwO.
    exact, named : bool
        Whether all numbers are integers; whether the weighting scheme is a named one.
    """

    observed: Array
    weights: Array
    actual_totals: Array
    predicted_totals: Array
    predicted_costs: Array
    n: int | float
    seen: int | float
    exact: bool
    named: bool


def _read(observed: ArrayLike, scheme: Scheme) -> _Now:
    """Check counts, shape (N, N), and prepare them."""
    counts, _ = read_counts(observed)
    weights: Array = weight_matrix(len(counts), scheme)
    named = isinstance(scheme, str)
    exact = isinstance(scheme, str) and counts.dtype == np.int64
    if isinstance(scheme, str) and exact:
        weights = disagreement(len(counts), scheme)
        if int(weights.max()) * (int(counts.sum()) + 1) ** 2 >= _EXACT:
            # Python's own integers, which do not overflow.
            counts, weights = counts.astype(object), weights.astype(object)
    else:
        counts = counts.astype(np.float64)
    actual_totals, predicted_totals = counts.sum(axis=1), counts.sum(axis=0)
    return _Now(
        observed=counts,
        weights=weights,
        actual_totals=actual_totals,
        predicted_totals=predicted_totals,
        predicted_costs=actual_totals @ weights,
        n=counts.sum(),
        seen=(weights * counts).sum(),
        exact=exact,
        named=named,
    )


def _kappas(
    now: _Now, seen: Array, by_chance: Array, constant: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return 1 − seen / by_chance for every cell: nan for 0 ÷ 0, exactly 0 for constant raters.

    All arrays have shape (N, N).
    """
    kappas = np.full(by_chance.shape, math.nan)
    defined = by_chance > 0
    if now.exact:
        difference = by_chance[defined] - seen[defined]
        kappas[defined] = difference / by_chance[defined]
        return kappas
    kappas[defined] = 1 - seen[defined] / by_chance[defined]
    kappas[defined & constant] = 0.0
    # Only weights of your own can give less than −1.
    return np.maximum(kappas, -1.0) if now.named else kappas


def _others(now: _Now) -> Array:
    """Return what all other cells cost together, for every cell, shape (N, N)."""
    costs = now.weights * now.observed
    if now.exact:
        return now.seen - costs
    # The sum before each cell plus the sum after it: a subtraction would lose digits.
    flat = costs.ravel()
    before = np.concatenate(([0.0], np.cumsum(flat)[:-1]))
    after = np.concatenate((np.cumsum(flat[::-1])[-2::-1], [0.0]))
    others: Array = (before + after).reshape(costs.shape)
    return others


def _used(totals: Array) -> int:
    """Return how many categories are used; their totals have the shape (N,)."""
    return int(np.count_nonzero(totals))


def _outer_or(rows: NDArray[np.bool_], columns: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return whether the row or the column is true, shape (N, N), from two arrays of shape (N,)."""
    return rows[:, np.newaxis] | columns


def _read_totals(
    actual_totals: ArrayLike, predicted_totals: ArrayLike
) -> tuple[Array, Array, int | float]:
    """Return both totals as whole numbers of units, shape (N,), and the unit: 1 for counts."""
    both = []
    for name, totals in (("Actual", actual_totals), ("Predicted", predicted_totals)):
        vector = np.asarray(totals)
        if vector.ndim != 1 or not vector.size or vector.dtype.kind not in "iuf":
            raise RatingsError(
                "{name} totals: give one number for each category, from lowest to highest.",
                name=name,
            )
        # The checks of a matrix with this diagonal are the checks that totals need.
        both.append(read_counts(np.diag(vector))[0].diagonal())
    rows, columns = both
    if len(rows) != len(columns):
        raise RatingsError(
            "Actual totals are {rows}, Predicted totals {columns}; there must be as many.",
            rows=len(rows),
            columns=len(columns),
        )
    if not math.isclose(rows.sum(), columns.sum(), rel_tol=1e-9) or (
        rows.dtype == columns.dtype == np.int64 and rows.sum() != columns.sum()
    ):
        raise RatingsError(
            "Actual totals sum to {rows}, Predicted totals to {columns}; "
            "every item needs one of each.",
            rows=shown(rows.sum().item()),
            columns=shown(columns.sum().item()),
        )
    if rows.dtype == columns.dtype == np.int64:
        return rows, columns, 1
    return _in_units(rows), _in_units(columns), float(rows.sum()) / _UNITS


def _in_units(totals: Array) -> NDArray[np.int64]:
    """Return totals, shape (N,), as whole units of their sum, so that no rounding adds up."""
    units: NDArray[np.int64] = np.rint(totals / totals.sum() * _UNITS).astype(np.int64)
    units[units.argmax()] += _UNITS - units.sum()
    return units


def _sorting_is_best(weights: NDArray[np.float64]) -> bool:
    """Return whether weights, shape (N, N), never reward a wrong order: Hoffman (1963)."""
    crossing = weights[:-1, 1:] + weights[1:, :-1]
    straight = weights[:-1, :-1] + weights[1:, 1:]
    return bool((straight <= crossing * (1 + 1e-12)).all())


def _sorted(rows: Array, columns: Array) -> Array:
    """Return O, shape (N, N), if both raters are sorted; the totals have shape (N,).

    A category takes one stretch of the items; a cell holds the overlap of two stretches.
    """
    row_ends, column_ends = np.cumsum(rows), np.cumsum(columns)
    row_starts, column_starts = row_ends - rows, column_ends - columns
    ends = np.minimum.outer(row_ends, column_ends)
    table: Array = np.maximum(ends - np.maximum.outer(row_starts, column_starts), 0)
    return table


def _most_agreement(rows: Array, columns: Array) -> Array:
    """Return O, shape (N, N), with the most items on its diagonal; the totals have shape (N,)."""
    agreed = np.minimum(rows, columns)
    # A category has items left in one of the two raters at most, so no more of them can agree.
    return np.diag(agreed) + _sorted(rows - agreed, columns - agreed)


def _least_agreement(rows: Array, columns: Array) -> Array:
    """Return O, shape (N, N), with the fewest items on its diagonal; the totals have shape (N,)."""
    table = np.zeros((len(rows), len(rows)), dtype=np.int64)
    forced = np.maximum(rows + columns - rows.sum(), 0)
    table[np.diag_indices_from(table)] = forced
    rows, columns = rows - forced, columns - forced
    # Each step uses up a total, or leaves a category, two at most, that all later cells must share.
    for _ in range(2 * len(rows) + 2):
        # The fullest category goes first: later, it could no longer avoid itself.
        load = rows + columns
        fullest = int(np.argmax(load))
        others = np.arange(len(rows)) != fullest
        if rows[fullest] > 0:
            row, column = fullest, int(np.argmax(np.where(others & (columns > 0), load, -1)))
        else:
            row, column = int(np.argmax(np.where(others & (rows > 0), load, -1))), fullest
        others[[row, column]] = False
        room = (rows.sum() - load)[others]
        amount = min(rows[row], columns[column], room.min(initial=rows[row]))
        table[row, column] += amount
        rows[row] -= amount
        columns[column] -= amount
    return table
