"""Each pair's kappa, and what all pairs together are: O, E and the pooled kappa."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qwk_core.ratings import Array
from qwk_core.statistics.raters.sums import Basis, Sums, basis_of, in_blocks, sums_of_all

# From here on, sums of 64-bit integers might overflow.
_SAFE = 2.0**62


@dataclass(frozen=True, eq=False)
class PairSums:
    """What a pair's kappa is made of. Whole numbers are exact, of 64 bits or Python's own.

    Attributes
    ----------
    n_shared : ndarray of int64, object or float64, shape (P,)
        How many items both rated, for each pair g < h in reading order; or what their survey
        weights sum to.
    seen : ndarray of int64, object or float64, shape (P,)
        Σw of the two ratings of these items.
    expected : ndarray of int64, object or float64, shape (P,)
        Σw of every rating of g with every one of h: n_shared times what chance leads to.
    constant : ndarray of bool, shape (P,)
        Where one of the two gives all these items one category, so that kappa is 0; for weights
        that are no whole numbers, whose sums may round apart.
    """

    n_shared: Array
    seen: Array
    expected: Array
    constant: NDArray[np.bool_]


def pair_sums(sums: Sums, basis: Basis) -> PairSums:
    """Return what the pairs' kappas are made of, exactly.

    Parameters
    ----------
    sums : Sums
        One line: the whole table.
    basis : Basis
        What the weights are made of.
    """
    first, second, seen = sums.first[0], sums.second[0], sums.between[0]
    if not basis.exact:
        # One function for each category: a total says how often the category was given.
        constant = np.minimum(*(np.count_nonzero(one, axis=0) for one in (first, second))) == 1
        return PairSums(basis.unit @ first, seen, basis.cost(first, second), constant)
    n_shared = np.rint(basis.unit @ first).astype(np.int64)
    costs: Array = basis.costs.astype(np.int64)
    x, y, z = (np.rint(array).astype(np.int64) for array in (first, second, seen))
    terms = (np.abs(basis.costs) @ np.abs(first) * np.abs(second)).sum(axis=0)
    if float(terms.max()) * len(terms) >= _SAFE:
        costs, x, y, z, n_shared = (array.astype(object) for array in (costs, x, y, z, n_shared))
    expected = (costs @ x * y).sum(axis=0)
    return PairSums(n_shared, z, expected, np.zeros(len(z), dtype=np.bool_))


def pair_kappas(pairs: PairSums) -> NDArray[np.float64]:
    """Return each pair's kappa.

    Parameters
    ----------
    pairs : PairSums
        The sums of P pairs.

    Returns
    -------
    ndarray of float64, shape (P,)
        nan where kappa is undefined.
    """
    above_chance = pairs.expected - pairs.n_shared * pairs.seen
    # Python's integers are divided with one rounding, however long they are.
    return np.array(
        [
            (0.0 if constant else above / expected) if expected else math.nan
            for above, expected, constant in zip(
                above_chance.tolist(),
                pairs.expected.tolist(),
                pairs.constant.tolist(),
                strict=True,
            )
        ]
    )


def pooled_kappa(pairs: PairSums, keep: NDArray[np.bool_] | None = None) -> float:
    """Return 1 − ΣD / ΣE over several pairs.

    It is rounded only once where all pairs share the same number of items, or there is one pair.

    Parameters
    ----------
    pairs : PairSums
        The sums of P pairs.
    keep : ndarray of bool, shape (P,), optional
        Which pairs take part; by default all.

    Returns
    -------
    float
        nan where it is undefined.
    """
    counted = pairs.expected > 0
    if keep is not None:
        counted &= keep
    if not counted.any():
        return math.nan
    n_shared, seen, expected = (
        array[counted] for array in (pairs.n_shared, pairs.seen, pairs.expected)
    )
    if (n_shared == n_shared[0]).all() and seen.dtype != np.float64:
        whole = int(expected.sum())
        return (whole - int(n_shared[0]) * int(seen.sum())) / whole
    squares = n_shared.astype(np.float64) ** 2
    above_chance = np.where(pairs.constant[counted], 0, expected - n_shared * seen) / squares
    return float(above_chance.sum() / (expected / squares).sum())


def square_of_pairs(of_pairs: Array, diagonal: Array) -> Array:
    """Return a symmetric matrix from its upper triangle and its diagonal, read-only.

    Parameters
    ----------
    of_pairs : ndarray, shape (P,)
        A number for each pair of raters, row by row.
    diagonal : ndarray, shape (r,)
        A number for each rater.

    Returns
    -------
    ndarray, shape (r, r)
    """
    square = np.diag(diagonal)
    rows, columns = np.triu_indices(len(diagonal), 1)
    square[rows, columns] = square[columns, rows] = of_pairs
    square.setflags(write=False)
    return square


def pooled_matrices(
    positions: NDArray[np.int16],
    n_shared: Array,
    n_categories: int,
    item_weights: NDArray[np.float64] | None,
) -> tuple[Array, NDArray[np.float64]]:
    """Return O and E of all pairs together, each shape (q, q).

    Parameters
    ----------
    positions : ndarray of int16, shape (n, r)
        −1 where a rating is missing.
    n_shared : ndarray of integers, shape (P,)
        How many items both of a pair rated; at least one pair any.
    n_categories : int
        q.
    item_weights : ndarray of float64, shape (n,), or None
        The survey weight of each item.

    Returns
    -------
    observed : ndarray of int64, or of float64 where pairs share different numbers of items
        The pairs' own O, each times the mean number of shared items ÷ its own number.
    expected : ndarray of float64
        The pairs' own E, likewise.
    """
    n_raters = positions.shape[1]
    sums = sums_of_all(positions, basis_of("unweighted", n_categories), item_weights)
    shared: Array = sums.first[0].sum(axis=0)  # the items of each pair, or their weights
    some = shared > 0
    scale = np.zeros(len(shared))
    scale[some] = n_shared.astype(np.float64)[some].mean() / shared[some]
    by_pair = np.divide(scale, shared, out=np.zeros(len(shared)), where=some)
    expected = (sums.first[0] * by_pair) @ sums.second[0].T
    upper = np.zeros((n_raters, n_raters))
    upper[np.triu_indices(n_raters, 1)] = scale
    is_category = np.eye(n_categories + 1)[:-1]
    observed = np.zeros((n_categories, n_categories))
    for block in in_blocks(len(positions), n_categories * n_raters):
        rated = is_category[:, positions[block]].reshape(-1, n_raters)
        # For each rating of h, how often (scaled) the raters before h gave each category.
        before = (rated @ upper).reshape(n_categories, -1, n_raters)
        if item_weights is not None:
            before *= item_weights[block, np.newaxis]
        observed += before.reshape(n_categories, -1) @ rated.reshape(n_categories, -1).T
    if item_weights is None and (scale[some] == 1).all():
        return np.rint(observed).astype(np.int64), expected
    return observed, expected
