"""Who is severe, lenient or erratic; and which items the raters dispute."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from qwk_core.matrices import Scheme, disagreement
from qwk_core.ratings import Array, Category
from qwk_core.statistics.notes import NOTES
from qwk_core.statistics.raters.pairs import PairSums, pooled_kappa
from qwk_core.statistics.raters.sums import Basis, in_blocks
from qwk_core.statistics.rating_table import RatingTable

_NUMBER = re.compile(r"[+-]?\d{1,30}(\.\d{1,30})?", re.ASCII)


@dataclass(frozen=True)
class RaterSummary:
    """One rater among the others. What is undefined is nan.

    Items count by their survey weights, where they have any, but for how many there are.

    Where the categories are numbers that only rise or only fall, means and differences are on
    their scale; else the categories count as 1, 2, 3, …, and two words as 0 and 1.

    Attributes
    ----------
    name : str
        The rater's name.
    n_rated, n_shared : int
        How many items they rated, and how many of these somebody else rated too.
    mean, spread : float
        The mean of their ratings, and the standard deviation.
    bias : float
        How far they rate above the mean of the others' ratings of the same item, on average;
        negative below it. Above is towards the highest category, even where its number is the
        smallest.
    bias_spread : float
        The standard deviation of that difference: small for a rater who is always as severe,
        large for an erratic one.
    consensus_kappa : float
        Kappa against the consensus of the others: the median of their ratings of the same item.
        Where that falls between two categories, it counts as half a step.
    consensus_reason : str or None
        Why that kappa is undefined, in a sentence; None where it is defined.
    consensus_ties : int
        For how many items the median falls between two different ratings.
    pooled_without : float
        The pooled kappa of all other raters.
    pooled_without_reason : str or None
        Why that is undefined, in a sentence; None where it is defined.
    """

    name: str
    n_rated: int
    n_shared: int
    mean: float
    spread: float
    bias: float
    bias_spread: float
    consensus_kappa: float
    consensus_reason: str | None
    consensus_ties: int
    pooled_without: float
    pooled_without_reason: str | None


def summarise_raters(
    table: RatingTable, scheme: Scheme, pairs: PairSums
) -> tuple[RaterSummary, ...]:
    """Return what there is to say about each rater.

    Parameters
    ----------
    table : RatingTable
        Their ratings.
    scheme : {"quadratic", "linear", "unweighted"} or ndarray of float64, shape (q, q)
        How disagreement is weighted.
    pairs : PairSums
        What the pairs' kappas are made of.
    """
    positions, raters, item_weights = table.positions, table.raters, table.item_weights
    lowest, worth = scale_of(table.categories)
    # The last one stands for a missing rating, −1.
    values, sign = np.append(worth, 0.0), -1 if worth[-1] < 0 else 1
    halves = _half_step_costs(len(table.categories), scheme)
    rated = positions >= 0
    n_ratings = rated.sum(axis=1)
    totals = sum(values[column] for column in positions.T)
    middle = _middle_ratings(positions, n_ratings)
    rows, columns = np.triu_indices(len(raters), 1)
    summaries = []
    for rater, name in enumerate(raters):
        own = values[positions[rated[:, rater], rater]]
        shared = rated[:, rater] & (n_ratings >= 2)
        counting, of_own = None, None
        if item_weights is not None:
            counting, of_own = item_weights[shared], item_weights[rated[:, rater]]
        x, others = positions[shared, rater].astype(np.int64), n_ratings[shared] - 1
        given = values[x]
        differences = sign * (given - (totals[shared] - given) / others)
        below, above = _consensus(middle[:, shared], x)
        kappa, reason = _consensus_kappa(x, below + above, halves, counting)
        keep = (rows != rater) & (columns != rater)
        without = pooled_kappa(pairs, keep)
        can_share = bool(pairs.n_shared[keep].any())
        without_reason = NOTES["no-pair-varies" if can_share else "no-shared-item"]
        summaries.append(
            RaterSummary(
                name=name,
                n_rated=len(own),
                n_shared=len(x),
                mean=lowest + _mean(own, of_own),
                spread=_spread(own, of_own),
                bias=_mean(differences, counting),
                bias_spread=_spread(differences, counting),
                consensus_kappa=kappa,
                consensus_reason=reason,
                consensus_ties=int(np.count_nonzero(below != above)),
                pooled_without=without,
                pooled_without_reason=without_reason if math.isnan(without) else None,
            )
        )
    return tuple(summaries)


def scale_numbers(categories: Sequence[Category]) -> tuple[Decimal, ...] | None:
    """Return the numbers that the categories are, if they only rise or only fall.

    Parameters
    ----------
    categories : sequence of int or str, length q

    Returns
    -------
    tuple of Decimal, length q, or None

    Examples
    --------
    >>> scale_numbers((0, "0.5", 1))
    (Decimal('0'), Decimal('0.5'), Decimal('1'))
    >>> scale_numbers((1, "low")) is scale_numbers((1, 3, 2)) is None
    True
    """
    if any(isinstance(one, str) and not _NUMBER.fullmatch(one) for one in categories):
        return None
    numbers = tuple(map(Decimal, categories))
    steps = [after > before for before, after in itertools.pairwise(numbers)]
    distinct = len(set(numbers)) == len(numbers)
    return numbers if distinct and (all(steps) or not any(steps)) else None


def are_two_words(categories: Sequence[Category]) -> bool:
    """Tell whether a mean of these categories is a share: they are two, and words.

    Parameters
    ----------
    categories : sequence of int or str, length q

    Returns
    -------
    bool

    Examples
    --------
    >>> are_two_words(("no", "yes")), are_two_words((0, 1)), are_two_words(("lo", "mid", "hi"))
    (True, False, False)
    """
    return len(categories) == 2 and scale_numbers(categories) is None


def scale_of(categories: Sequence[Category]) -> tuple[float, NDArray[np.float64]]:
    """Return what the lowest category counts, and how far above it each lies.

    Parameters
    ----------
    categories : sequence of int or str, length q
        From lowest to highest.

    Returns
    -------
    lowest : float
    worth : ndarray of float64, shape (q,)
        On the scale of the categories, if they are numbers that only rise or only fall; else in
        steps, with 1 for the lowest, or 0 of two words: then a mean is the share of the second.

    Examples
    --------
    >>> scale_of((20, 40, 60))[1].tolist(), scale_of(("no", "yes"))[1].tolist()
    ([0.0, 20.0, 40.0], [0.0, 1.0])
    """
    numbers = scale_numbers(categories)
    if numbers is None:
        return float(len(categories) != 2), np.arange(len(categories), dtype=np.float64)
    return float(numbers[0]), np.array([float(one - numbers[0]) for one in numbers])


def _mean(values: Array, counting: Array | None) -> float:
    """Return the mean of values, shape (n,), of which each may count otherwise; nan of none."""
    if not len(values):
        return math.nan
    return float(values.mean() if counting is None else np.average(values, weights=counting))


def _spread(values: Array, counting: Array | None) -> float:
    """Return the standard deviation of values, shape (n,); nan of fewer than two."""
    n = len(values)
    if n < 2:
        return math.nan
    if counting is None:
        return float(values.std(ddof=1))
    squares = (values - _mean(values, counting)) ** 2
    return math.sqrt(_mean(squares, counting) * n / (n - 1))


def _middle_ratings(positions: NDArray[np.int16], n_ratings: Array) -> NDArray[np.int16]:
    """Return the ratings about the middle of each item's, in order, shape (4, n).

    Without one of them, the two middle ratings of the m − 1 others are the first or the second,
    and the third or the fourth, of these.
    """
    n, n_raters = positions.shape
    lower, upper = np.maximum(n_ratings - 2, 0) // 2, np.maximum(n_ratings - 1, 0) // 2
    places = np.minimum([lower, lower + 1, upper, upper + 1], n_raters - 1)
    middle = np.empty((4, n), dtype=np.int16)
    for block in in_blocks(n, n_raters):
        # What is missing goes to the end: as a number without a sign, −1 is the largest.
        in_order = np.sort(positions[block].view(np.uint16), axis=1).view(np.int16)
        middle[:, block] = np.take_along_axis(in_order, places[:, block].T, axis=1).T
    return middle


def _consensus(middle: NDArray[np.int16], own: Array) -> tuple[Array, Array]:
    """Return the two middle ratings of the others, below and above their median, shape (n,).

    Without one's own rating x, those below x keep their place in the order, and all others are
    one place further on.
    """
    one, next_one, two, next_two = middle.astype(np.int64)
    return np.where(one < own, one, next_one), np.where(two < own, two, next_two)


def _half_step_costs(n_categories: int, scheme: Scheme) -> Array:
    """Return w between each category and each half step, shape (q, 2q − 1); whole if named."""
    if isinstance(scheme, str):
        return disagreement(2 * n_categories - 1, scheme)[::2]
    weights: Array = np.asarray(scheme)
    costs = np.empty((n_categories, 2 * n_categories - 1))
    costs[:, ::2] = weights
    costs[:, 1::2] = (weights[:, :-1] + weights[:, 1:]) / 2
    return costs


def _consensus_kappa(
    own: Array, doubled: Array, costs: Array, counting: Array | None
) -> tuple[float, str | None]:
    """Return kappa against a consensus in half steps, and why it is undefined.

    `own` and twice the consensus, `doubled`, are positions, shape (n,); `costs` are those of each
    category beside each half step, shape (N, 2N − 1); `counting` are the items' weights, (n,).
    """
    if not len(own):
        return math.nan, NOTES["nobody-else"]
    n_own, n_consensus = (
        np.bincount(values, counting, minlength=length)
        for values, length in zip((own, doubled), costs.shape, strict=True)
    )
    each = costs[own, doubled]
    seen, n = each.sum().item(), len(own)
    if counting is not None:
        seen, n = (each * counting).sum().item(), counting.sum().item()
    by_chance = sum(
        total * cost
        for total, cost in zip(n_own.tolist(), (costs @ n_consensus).tolist(), strict=True)
    )
    if not by_chance:
        return math.nan, NOTES["same-as-consensus"]
    if 1 in (np.count_nonzero(n_own), np.count_nonzero(n_consensus)):
        return 0.0, None
    return (by_chance - n * seen) / by_chance, None


@dataclass(frozen=True, eq=False)
class ItemsSummary:
    """The items, and how far they are disputed. Every array is read-only.

    Attributes
    ----------
    n_ratings : ndarray of int64, shape (n,)
        How many raters rated each item.
    spread : ndarray of float64, shape (n,)
        The standard deviation of its ratings, in steps of the scale; nan for fewer than two.
    share : ndarray of float64, shape (n,)
        Its share of all disagreement: of ΣD, which the pooled kappa is made of. They sum to 1, or
        are all 0 where nobody disagrees.
    """

    n_ratings: NDArray[np.int64]
    spread: NDArray[np.float64]
    share: NDArray[np.float64]

    def __post_init__(self) -> None:
        for array in (self.n_ratings, self.spread, self.share):
            array.setflags(write=False)

    @property
    def most_disputed(self) -> NDArray[np.intp]:
        """The items, counted from 0, with the largest share first; equal ones in their order."""
        return np.argsort(-self.share, kind="stable")


def summarise_items(table: RatingTable, basis: Basis, shared: NDArray[np.float64]) -> ItemsSummary:
    """Return what there is to say about each item.

    Parameters
    ----------
    table : RatingTable
        The ratings.
    basis : Basis
        What the weights are made of.
    shared : ndarray of float64, shape (r, r)
        How many items each pair shares, or what their survey weights sum to.
    """
    positions, item_weights = table.positions, table.item_weights
    n, n_raters = positions.shape
    # What a disagreement on one item adds to a pair's mean.
    parts = 1 / np.where(shared > 0, shared, 1)
    np.fill_diagonal(parts, 0)
    n_ratings = np.empty(n, dtype=np.int64)
    spread, share = np.full(n, math.nan), np.zeros(n)
    for block in in_blocks(n, n_raters * len(basis.functions)):
        rated = positions[block] >= 0
        m = n_ratings[block] = rated.sum(axis=1)
        x = np.where(rated, positions[block], 0).astype(np.int64)
        squares = m * (x * x).sum(axis=1) - x.sum(axis=1) ** 2
        np.divide(squares, m * (m - 1), out=spread[block], where=m >= 2)
        values = basis.functions[:, positions[block]]
        costs = (basis.costs @ basis.functions)[:, positions[block]]
        others = (values.reshape(-1, n_raters) @ parts).reshape(values.shape)
        share[block] = (others * costs).sum(axis=(0, 2))
        share[block][squares == 0] = 0  # sums that should cancel may leave a trace
    np.sqrt(spread, out=spread)
    if item_weights is not None:
        share *= item_weights
    np.maximum(share, 0, out=share)
    total = share.sum()
    return ItemsSummary(n_ratings, spread, share / total if total else share)
