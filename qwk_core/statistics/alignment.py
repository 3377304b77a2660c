"""Does one rater's scale run the other way, or lie a step off? Kappa with one scale aligned."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from qwk_core.kappa import SAME_KAPPA
from qwk_core.matrices import weight_matrix
from qwk_core.ratings import Array
from qwk_core.statistics.one_item import influences
from qwk_core.statistics.raters import RaterAgreement, agreement_of
from qwk_core.statistics.rating_table import RatingTable
from qwk_core.statistics.resampling import student_quantile
from qwk_core.walkthrough import walk_through_counts

LEAST_GAIN = 0.1
"""How much higher kappa must be with one scale aligned."""

SURE = 2.6
"""How many standard errors the difference must be: by chance that comes once in a hundred times.

Of more raters than two, as many more as it takes for the same share of false alarms: each rater is
tried.
"""

_MOST_RATINGS = 5_000  # of many raters: every rater is tried in turn
_STEPS = (0, -1, 1)  # none: the scale is turned round


@dataclass(frozen=True)
class Alignment:
    """One rater's scale, turned round or moved by a step.

    Attributes
    ----------
    rater : int
        Whose scale: the place of the rater, counted from 0.
    steps : int
        What is added to the positions of their ratings: 1 or −1; 0 where the scale is turned round.
    kappa : float
        Kappa with this scale aligned.
    """

    rater: int
    steps: int
    kappa: float


def align_pair(observed: Array, scheme: str = "quadratic") -> Alignment | None:
    """Return how the second rater's scale fits clearly better than as it is.

    Parameters
    ----------
    observed : ndarray of whole numbers, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"}
        How disagreement is weighted.

    Returns
    -------
    Alignment or None
        The best of all where kappa is higher by `LEAST_GAIN`, and by `SURE` standard errors of the
        difference on the same items. None where no other scale is clearly better.

    Examples
    --------
    The second rater called the best 1, and the worst 3:

    >>> align_pair(np.array([[0, 2, 30], [1, 40, 2], [30, 3, 0]]))
    Alignment(rater=1, steps=0, kappa=0.9375090409373644)
    >>> align_pair(np.array([[30, 2, 0], [1, 40, 2], [0, 3, 30]])) is None
    True
    """
    size, n = len(observed), observed.sum().item()
    rows, columns = np.nonzero(observed)
    counts, weights = observed[rows, columns], weight_matrix(size, scheme)
    now = influences(observed / n, weights)
    best = None
    for steps, cells in _aligned(rows, columns, size):
        table = np.zeros((size, size))
        table[cells] = counts / n
        then = influences(table, weights)
        gain = float(now.ratio - then.ratio)
        # Both kappas rise and fall together from sample to sample: the spread of the difference.
        spread = (then.worth[cells] - now.worth[rows, columns]) ** 2 @ (counts / n)
        least = max(LEAST_GAIN, SURE * math.sqrt(spread / n))
        if gain >= least and (best is None or 1 - then.ratio > best.kappa):
            best = Alignment(1, steps, walk_through_counts(table, scheme=scheme).kappa)
    return best


def _aligned(
    rows: NDArray[np.intp], columns: NDArray[np.intp], size: int
) -> Iterator[tuple[int, tuple[NDArray[np.intp], NDArray[np.intp]]]]:
    """Yield what the used cells, shape (n_cells,) each, become: turned round, or moved a step.

    A step moves the rows instead where the columns have no room for it.
    """
    for steps in _STEPS:
        if (moved := _moved(columns, steps, size)) is not None:
            yield steps, (rows, moved)
        elif (moved := _moved(rows, -steps, size)) is not None:
            yield steps, (moved, columns)


def align_raters(agreement: RaterAgreement) -> Alignment | None:
    """Return the rater whose scale, turned round or moved by a step, lifts the pooled kappa most.

    Parameters
    ----------
    agreement : RaterAgreement
        Of three raters or more, with one of the named schemes.

    Returns
    -------
    Alignment or None
        The best of all where kappa is higher by `LEAST_GAIN`, and clearly more than by chance (see
        `SURE`). None where there is none, and for large tables. A rater who gives every item the
        same category is left out.

    Examples
    --------
    >>> from qwk_core import rater_agreement
    >>> rows = [[1, 1, 3], [2, 2, 2], [3, 3, 1], [1, 1, 3], [2, 3, 2], [3, 3, 1]] * 2
    >>> found = align_raters(rater_agreement(rows))
    >>> found.rater, found.steps, round(found.kappa, 2)
    (2, 0, 0.92)
    """
    positions, size = agreement.positions, len(agreement.categories)
    best = None
    if positions.size > _MOST_RATINGS or len(positions) < 2:
        return None
    weights = weight_matrix(size, agreement.scheme)
    share = (1 - NormalDist().cdf(SURE)) / positions.shape[1]
    sure = student_quantile(1 - share, len(positions) - 1)
    for rater, own in enumerate(positions.T):
        if len(np.unique(own[own >= 0])) < 2:
            continue  # a constant has no direction
        for steps in _STEPS:
            moved = _moved(own[own >= 0], steps, size)
            if moved is None:
                continue
            aligned = positions.copy()
            aligned[own >= 0, rater] = moved
            table = RatingTable(aligned, agreement.categories, agreement.raters)
            kappa = agreement_of(table, agreement.scheme).pooled
            least = agreement.pooled + LEAST_GAIN if best is None else best.kappa + SAME_KAPPA
            if not kappa >= least:
                continue  # nan is not
            change = _influences(aligned, weights) - _influences(positions, weights)
            error = math.sqrt(change @ change) / len(change)
            if kappa - agreement.pooled >= sure * error:
                best = Alignment(rater, steps, kappa)
    return best


def _influences(positions: NDArray[np.int16], weights: Array) -> NDArray[np.float64]:
    """Return how each item moves the pooled kappa, shape (n,), to first order.

    `positions` has the shape (n, r), −1 where a rating is missing; `weights` are w, shape (N, N).
    Their sum of squares, divided by n², is the variance of kappa.
    """
    n, size = len(positions), len(weights)
    seen = expected = 0.0
    of_seen, of_expected = np.zeros((2, n))
    for one, other in itertools.combinations(positions.T, 2):
        shared = np.flatnonzero((one >= 0) & (other >= 0))
        if not len(shared):
            continue
        rows, columns = one[shared], other[shared]
        cost = weights[rows, columns]
        by_row = weights @ np.bincount(columns, minlength=size) / len(shared)
        by_column = np.bincount(rows, minlength=size) @ weights / len(shared)
        chance = float(by_row[rows].mean())
        seen, expected = seen + float(cost.mean()), expected + chance
        times = n / len(shared)
        of_seen[shared] += times * (cost - cost.mean())
        of_expected[shared] += times * (by_row[rows] + by_column[columns] - 2 * chance)
    found: NDArray[np.float64] = (seen / expected * of_expected - of_seen) / expected
    return found


def _moved(positions: Array, steps: int, size: int) -> Array | None:
    """Return positions, shape (m,), aligned; None where they would leave the scale."""
    moved = positions + steps if steps else size - 1 - positions
    return moved if moved.min() >= 0 and moved.max() < size else None
