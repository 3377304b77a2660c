"""The sums over items that every coefficient of many raters is computed from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError
from qwk_core.matrices import Scheme, disagreement, largest_disagreement, weight_matrix
from qwk_core.ratings import Array

# What a table of all pairs may take: 40 categories of 500 raters.
_MOST_CELLS = 10_000_000
# Blocks of items are made so that an array of theirs has about this many cells: 16 MB.
CELLS_AT_ONCE = 2**21
# OpenBLAS multiplies smaller matrices with one thread. Two that wait for each other on a busy
# machine take many times as long; so items go in sets, unless these would be too small.
_ONE_THREAD = 2**18
_SMALLEST_SET = 32
# Below this, float32 holds every whole number, and its products take half the time.
_EXACT_IN_SINGLE = 2**24


@dataclass(frozen=True, eq=False)
class Basis:
    """A disagreement weight as a sum of products: w(x, y) = Σ_ef costs[e, f] u_e(x) u_f(y).

    So Σw over the items of every pair of raters is a product of matrices. For quadratic weights,
    u is 1, x and x², whatever the number of categories; for others, one u for each category.

    Attributes
    ----------
    functions : ndarray of float64, shape (F, q + 1)
        u at each position; 0 at the last one, which stands for a missing rating (−1).
    costs : ndarray of float64, shape (F, F)
        Symmetric.
    unit : ndarray of float64, shape (F,)
        Σ_e unit[e] u_e(x) = 1.
    largest : float
        What w is divided by, so that the largest weight is 1.
    exact : bool
        Whether all w are whole numbers.
    """

    functions: NDArray[np.float64]
    costs: NDArray[np.float64]
    unit: NDArray[np.float64]
    largest: float
    exact: bool

    @property
    def n_categories(self) -> int:
        """The number of categories, q."""
        return len(self.functions[0]) - 1

    def cost(self, first: Array, second: Array) -> Array:
        """Return Σ_ef costs[e, f] first[…, e, :] second[…, f, :], shape (…, last axis).

        Parameters
        ----------
        first, second : ndarray, shape (…, F, m)
            Sums of u.
        """
        total: Array = (self.costs @ first * second).sum(axis=-2)
        return total


def basis_of(scheme: Scheme, n_categories: int, *, centre: int = 0) -> Basis:
    """Return the basis of a weighting scheme.

    Parameters
    ----------
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (q, q)
        How disagreement is weighted; an array must be symmetric, with 0 on its diagonal.
    n_categories : int
        q.
    centre : int
        The position that quadratic weights are measured from: near the ratings, less is lost to
        rounding.
    """
    if isinstance(scheme, str) and scheme == "quadratic":
        x = np.arange(n_categories, dtype=np.float64) - centre
        functions = np.stack([np.ones(n_categories), x, x * x])
        costs = np.array([[0.0, 0.0, 1.0], [0.0, -2.0, 0.0], [1.0, 0.0, 0.0]])
        unit = np.array([1.0, 0.0, 0.0])
    else:
        functions = np.eye(n_categories)
        unit = np.ones(n_categories)
        if isinstance(scheme, str):
            costs = disagreement(n_categories, scheme).astype(np.float64)
        else:
            costs = weight_matrix(n_categories, scheme)
    if isinstance(scheme, str):
        largest = float(largest_disagreement(n_categories, scheme))
    else:
        largest = float(costs.max()) or 1.0
    missing = np.zeros((len(functions), 1))
    return Basis(np.hstack([functions, missing]), costs, unit, largest, isinstance(scheme, str))


def mean_position(positions: NDArray[np.int16]) -> int:
    """Return the mean position, rounded.

    Parameters
    ----------
    positions : ndarray of int16, shape (n, r)
        −1 where a rating is missing.

    Returns
    -------
    int
        0 where all ratings are missing.
    """
    n_missing = int(np.count_nonzero(positions < 0))
    n_ratings = max(positions.size - n_missing, 1)
    return round((int(positions.sum(dtype=np.int64)) + n_missing) / n_ratings)


def check_memory(n_functions: int, n_raters: int) -> None:
    """Refuse tables of all pairs that would eat the memory of everyone on the machine.

    Parameters
    ----------
    n_functions : int
        F, how many sums each pair has: 3 for quadratic weights, else the number of categories.
    n_raters : int
        r.

    Raises
    ------
    RatingsError
        If F · r² is more than ten million.
    """
    if n_functions * n_raters**2 > _MOST_CELLS:
        raise RatingsError(
            "{n} categories and {n_raters} raters need too large a table for this; take fewer "
            "raters.",
            n=n_functions,
            n_raters=n_raters,
        )


@dataclass(frozen=True, eq=False)
class Sums:
    """Sums over items, one line for each set of items; whole numbers where w are.

    An item with a survey weight counts as so many in every sum.

    With P pairs of raters (g, h), g < h, in reading order; F functions u; q categories.

    Attributes
    ----------
    first, second : ndarray of float64, shape (L, F, P)
        Σ u(rating of g), and of h, over the items that both rated.
    between : ndarray of float64, shape (L, P)
        Σ w(rating of g, rating of h) over these items.
    each : ndarray of float64, shape (L, F, r)
        Σ u(rating of g) over all items that g rated.
    rated_twice : ndarray of float64, shape (L,)
        How many items have two ratings or more; the next three are about these.
    within : ndarray of float64, shape (L,)
        Σ of an item's mean w between its ratings.
    within_by_rating : ndarray of float64, shape (L,)
        Σ of the same, times the number of the item's ratings.
    pairable : ndarray of float64, shape (L, F)
        Σ u(rating) over all their ratings.
    shares : ndarray of float64, shape (L, q)
        Σ of the share of an item's ratings that each category has, over all rated items.
    """

    first: NDArray[np.float64]
    second: NDArray[np.float64]
    between: NDArray[np.float64]
    each: NDArray[np.float64]
    rated_twice: NDArray[np.float64]
    within: NDArray[np.float64]
    within_by_rating: NDArray[np.float64]
    pairable: NDArray[np.float64]
    shares: NDArray[np.float64]

    def map(self, change: Callable[..., Array], *others: Sums) -> Sums:
        """Return the sums with a function applied to each array.

        Parameters
        ----------
        change : callable
            Takes an array, and the same array of each of the others; returns the new array.
        *others : Sums
            Further sums, of the same shapes.

        Returns
        -------
        Sums
        """
        return Sums(
            **{
                field.name: change(*(getattr(sums, field.name) for sums in (self, *others)))
                for field in fields(self)
            }
        )

    @property
    def n_cells(self) -> int:
        """How many numbers a line has."""
        return sum(getattr(self, field.name)[0].size for field in fields(self))


def in_blocks(n_items: int, width: int) -> Iterator[slice]:
    """Yield slices of the items, so that an array of each has no more than `CELLS_AT_ONCE` cells.

    Parameters
    ----------
    n_items : int
        How many items there are.
    width : int
        How many cells an item takes.

    Yields
    ------
    slice
    """
    at_once = max(CELLS_AT_ONCE // width, 1)
    for start in range(0, n_items, at_once):
        yield slice(start, start + at_once)


def sums_of_sets(
    positions: NDArray[np.int16], basis: Basis, item_weights: NDArray[np.float64] | None = None
) -> Sums:
    """Return the sums over each set of items.

    Parameters
    ----------
    positions : ndarray of int16, shape (L, b, r)
        L sets of b items each; −1 where a rating is missing.
    basis : Basis
        What the weights are made of.
    item_weights : ndarray of float64, shape (L, b), optional
        The survey weight of each item.
    """
    n_sets, size, n_raters = positions.shape
    single = basis.exact and 4 * size * _peak(basis) < _EXACT_IN_SINGLE and item_weights is None
    dtype = np.float32 if single else np.float64
    rated: Array = (positions >= 0).astype(dtype)
    # u of every rating, and Σ costs u; shape (L, b, F, r).
    values = _at_positions(basis.functions.astype(dtype), positions)
    costs = _at_positions((basis.costs @ basis.functions).astype(dtype), positions)
    # One product of matrices for each set, as large as can be.
    between = _weighed(costs, item_weights).reshape(n_sets, -1, n_raters).swapaxes(1, 2)
    between = between @ values.reshape(n_sets, -1, n_raters)
    totals = values.reshape(n_sets, size, -1).swapaxes(1, 2) @ _weighed(rated, item_weights)
    totals = totals.reshape(n_sets, -1, n_raters, n_raters)
    rows, columns = np.triu_indices(n_raters, 1)
    # Item by item: u summed over the raters, shape (L, F, b), and how many ratings there are.
    of_item = values.sum(axis=-1, dtype=np.float64).swapaxes(1, 2)
    n_ratings = rated.sum(axis=-1, dtype=np.float64)
    twice = n_ratings >= 2
    others = np.where(twice, n_ratings - 1, 1)
    by_rating = np.where(twice, basis.cost(of_item, of_item) / others, 0)
    return Sums(
        first=totals[..., rows, columns].astype(np.float64),
        second=totals[..., columns, rows].astype(np.float64),
        between=between[..., rows, columns].astype(np.float64),
        each=_weighed(values, item_weights).sum(axis=1, dtype=np.float64),
        rated_twice=_weighed(twice, item_weights).sum(axis=-1, dtype=np.float64),
        within=_weighed(by_rating / np.maximum(n_ratings, 1), item_weights).sum(axis=-1),
        within_by_rating=_weighed(by_rating, item_weights).sum(axis=-1),
        pairable=(of_item * _weighed(twice, item_weights)[:, np.newaxis]).sum(axis=-1),
        shares=_shares(positions, n_ratings, basis.n_categories, item_weights),
    )


def _weighed(array: Array, item_weights: NDArray[np.float64] | None) -> Array:
    """Return an array of shape (L, b, …), what it has of each item times the item's weight."""
    if item_weights is None:
        return array
    weighed: Array = array * item_weights.reshape(*item_weights.shape, *[1] * (array.ndim - 2))
    return weighed


def _at_positions(functions: Array, positions: NDArray[np.int16]) -> Array:
    """Return each function at each position, shape (L, b, F, r)."""
    return np.stack([function[positions] for function in functions], axis=-2)


def _shares(
    positions: NDArray[np.int16],
    n_ratings: NDArray[np.float64],
    n_categories: int,
    item_weights: NDArray[np.float64] | None,
) -> NDArray[np.float64]:
    """Return Σ of each category's share of an item's ratings, shape (L, q)."""
    n_sets = len(positions)
    sets, items, raters = np.nonzero(positions >= 0)
    cells = sets * n_categories + positions[sets, items, raters]
    each = (1 if item_weights is None else item_weights[sets, items]) / n_ratings[sets, items]
    shares: Array = np.bincount(cells, each, minlength=n_sets * n_categories)
    return shares.reshape(n_sets, n_categories)


def _peak(basis: Basis) -> float:
    """Return what no product of one item's ratings is larger than."""
    return float(np.abs(basis.functions).max() * np.abs(basis.costs).max())


def sums_of_all(
    positions: NDArray[np.int16], basis: Basis, item_weights: NDArray[np.float64] | None = None
) -> Sums:
    """Return the sums over all items, as one line; the items go block by block.

    Parameters
    ----------
    positions : ndarray of int16, shape (n, r)
        −1 where a rating is missing.
    basis : Basis
        What the weights are made of.
    item_weights : ndarray of float64, shape (n,), optional
        The survey weight of each item.
    """
    n_raters = positions.shape[1]
    width = n_raters * len(basis.functions)
    size, most = _ONE_THREAD // (width * n_raters), max(CELLS_AT_ONCE // width, 1)
    size = min(size if size >= _SMALLEST_SET else most, len(positions))
    of_blocks = (
        sums_of_sets(
            _in_sets(positions[block], size, -1),
            basis,
            None if item_weights is None else _in_sets(item_weights[block], size, 0),
        ).map(_summed)
        for block in in_blocks(len(positions), width)
    )
    return reduce(lambda one, other: one.map(np.add, other), of_blocks)


def _in_sets(items: Array, size: int, filling: int) -> Array:
    """Return items, shape (n, …), as sets of a size: (L, size, …); the last one filled up."""
    n, *shape = items.shape
    n_sets = -(-n // size)
    sets = np.full((n_sets * size, *shape), filling, dtype=items.dtype)
    sets[:n] = items
    return sets.reshape(n_sets, size, *shape)


def _summed(array: Array) -> Array:
    """Return the sum over the sets, the first axis of shape (s, …), as one line: (1, …)."""
    total: Array = array.sum(axis=0, keepdims=True)
    return total
