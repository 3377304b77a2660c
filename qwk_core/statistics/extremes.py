"""How low and how high can kappa be, when two raters' totals are given?"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import Scheme, weight_matrix
from qwk_core.ratings import Array, read_counts
from qwk_core.walkthrough import Walkthrough, walk_through_counts

# Proportions are turned into whole units, this many in all, before they are shared out.
_UNITS = 2**50


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
