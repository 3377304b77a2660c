"""Cut-points: from continuous predictions to the categories that agree best with actual ratings.

Let y count the cut-points at or below an item's score, x be its actual position, A(t) the number
of items at or above a cut-point t, and X(t) the sum of their x. Then Σy = ΣA(tₖ), Σxy = ΣX(tₖ) and
Σy² = Σ(2k − 1)A(tₖ) over the cut-points t₁ ≤ t₂ ≤ …, so that both parts of

    κ = 2 (n Σxy − Σx Σy) / (n (Σx² + Σy²) − 2 Σx Σy)

are sums over cut-points of what each of them adds alone. Cumulative sums over the sorted scores
give each addend for every place a cut-point can take, in whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.kappa import quadratic_weighted_kappa
from qwk_core.ratings import Array, Category, Vector, read_categories
from qwk_core.statistics.scores import read_rated_scores, read_scores

Progress: TypeAlias = Callable[[float], object]
"""Is told the share of the work that is done, from 0 to 1."""

_Floats: TypeAlias = NDArray[np.float64]
_Integers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CutPoints:
    """Where scores are cut into categories, and how well that agrees with the actual ratings.

    Attributes
    ----------
    thresholds : ndarray of float64, shape (N − 1,)
        From lowest to highest, in the unit of the scores, read-only. An item's category is the
        one at the position that counts the thresholds at or below its score. −inf or inf where
        the categories on that side are best never given; equal ones leave out what is between.
    categories : tuple of int or str, length N
        From lowest to highest.
    kappa : float
        Quadratic weighted kappa on the very items that the thresholds were made from.

    Examples
    --------
    >>> cut = best_cut_points([0, 0, 1, 2, 2], [0.9, 1.0, 1.1, 1.2, 1.3])
    >>> cut.apply([1.02, 1.2])
    array([0, 2])
    """

    thresholds: _Floats
    categories: tuple[Category, ...]
    kappa: float

    def apply(self, scores: Vector) -> Array:
        """Return the categories of these scores; see `apply_cut_points`."""
        return apply_cut_points(scores, self.thresholds, self.categories)


@dataclass(frozen=True, eq=False)
class CutPointTrial:
    """One way to cut, on the items it was made from and on items it had not seen.

    Attributes
    ----------
    cut_points : CutPoints
        Made from all items; its `kappa` is on the same items.
    fold_thresholds : ndarray of float64, shape (n_folds, N − 1)
        Made from all items but those of one fold, a fold a row.
    fold_kappas : ndarray of float64, shape (n_folds,)
        Kappa on the items of that fold alone; nan where it is undefined.
    held_out_kappa : float
        Kappa on all items, each cut by the thresholds that were made without it.
    """

    cut_points: CutPoints
    fold_thresholds: _Floats
    fold_kappas: _Floats
    held_out_kappa: float


@dataclass(frozen=True, eq=False)
class CutPointTrials:
    """Three ways to cut the same scores.

    Attributes
    ----------
    rounded, tuned, stretched : CutPointTrial
        By `round_to_nearest`, `best_cut_points` and `stretch_to_match`.
    folds : ndarray of an unsigned integer dtype, shape (n,)
        Which fold each item was held out in, from 0.
    """

    rounded: CutPointTrial
    tuned: CutPointTrial
    stretched: CutPointTrial
    folds: Array

    def trial(self, way: str) -> CutPointTrial:
        """Return one of the three by its name."""
        return {"rounded": self.rounded, "tuned": self.tuned, "stretched": self.stretched}[way]


def best_cut_points(
    actual: Vector,
    scores: Vector,
    *,
    categories: Iterable[Category] | None = None,
    progress: Progress | None = None,
) -> CutPoints:
    """Return the cut-points with the greatest quadratic weighted kappa there is.

    Each cut-point in turn is tried at every place between the sorted scores, by cumulative sums.
    What it adds to kappa's numerator and denominator does not depend on the others; so, with the
    best kappa so far as λ, the best place of cut-point k is where the actual positions x of the
    items above it exceed

        (1 − λ) × mean of x + λ (k − ½)

    by the most in all. The kappa of these places is the next λ, until it grows no more: then it is
    the greatest of all (Dinkelbach), not only one that no single move improves. Everything that
    decides is a whole number, however long; equal scores are never parted; where several places
    are equally good, the lowest is taken. The same input always gives the same thresholds.

    Time is that of sorting, and of a handful of rounds over the n scores; memory a few vectors.

    Parameters
    ----------
    actual : sequence of int or str, shape (n,)
        The actual ratings; see `qwk_core.ratings.read_ratings`.
    scores : sequence of float, shape (n,)
        The continuous predictions, finite, in any unit, rising with the actual ratings.
    categories : iterable of int or str, optional
        The scale from lowest to highest; without it, every whole number from the smallest to the
        largest actual rating. Text needs it.
    progress : callable, optional
        Called with the share that is done, from 0 to 1.

    Returns
    -------
    CutPoints
        Each threshold is the shortest decimal near the middle between the scores that it parts.
        Its kappa is that of `quadratic_weighted_kappa` to the last bit, and never below 0: one
        category for all gives as much.

    Raises
    ------
    RatingsError
        If the ratings or the scores cannot be used, or either are all the same.

    References
    ----------
    Dinkelbach, W. (1967). On nonlinear fractional programming. Management Science 13(7), 492–498.

    Examples
    --------
    >>> cut = best_cut_points([1, 1, 2, 2, 3, 3], [1.6, 1.7, 1.9, 2.0, 2.1, 2.3])
    >>> cut.thresholds, cut.kappa
    (array([1.8 , 2.05]), 1.0)
    """
    x, values, scale = read_rated_scores(actual, scores, categories)
    _check_can_be_cut(x, values, scale)
    return _tuned(_Sorted.of(x, values), scale, progress)


def stretch_to_match(
    actual: Vector, scores: Vector, *, categories: Iterable[Category] | None = None
) -> CutPoints:
    """Return the cut-points that give scores the mean and spread of actual ratings, then round.

    A score s becomes mean x + (s − mean s) · (spread of x ÷ spread of s), rounded, in positions x
    on the scale; spread is the standard deviation. The thresholds say the same in the unit of the
    scores, to about a thousandth of their spread, or nearer where scores lie in between.

    Parameters
    ----------
    actual : sequence of int or str, shape (n,)
        The actual ratings.
    scores : sequence of float, shape (n,)
        The continuous predictions, finite, in any unit.
    categories : iterable of int or str, optional
        The scale from lowest to highest, as for `best_cut_points`.

    Returns
    -------
    CutPoints

    Raises
    ------
    RatingsError
        If the ratings or the scores cannot be used, or either are all the same.

    Examples
    --------
    >>> stretch_to_match([0, 1, 2], [5, 6, 7]).thresholds
    array([5.5, 6.5])
    """
    x, values, scale = read_rated_scores(actual, scores, categories)
    _check_can_be_cut(x, values, scale)
    given = _Sorted.of(x, values)
    return _judged(_stretched(x, values, given, len(scale)), given, scale)


def round_to_nearest(
    actual: Vector, scores: Vector, *, categories: Iterable[Category] | None = None
) -> CutPoints:
    """Return the cut-points of plain rounding: halfway between categories, halves going up.

    Parameters
    ----------
    actual : sequence of int or str, shape (n,)
        The actual ratings; only kappa looks at them.
    scores : sequence of float, shape (n,)
        The continuous predictions, in the unit of the categories; for text, in positions from 0.
    categories : iterable of int or str, optional
        The scale from lowest to highest, as for `best_cut_points`. Whole numbers must rise.

    Returns
    -------
    CutPoints
        Its kappa is nan where all ratings and all rounded scores are one category.

    Raises
    ------
    RatingsError
        If the ratings or the scores cannot be used.

    Examples
    --------
    >>> cut = round_to_nearest([1, 2, 3], [1.2, 2.5, 9.9])
    >>> cut.thresholds, cut.apply([1.2, 2.5, 9.9])
    (array([1.5, 2.5]), array([1, 3, 3]))
    """
    x, values, scale = read_rated_scores(actual, scores, categories)
    return _judged(_halfway(scale), _Sorted.of(x, values), scale)


def apply_cut_points(scores: Vector, thresholds: Vector, categories: Iterable[Category]) -> Array:
    """Return the category of each score: the one as many steps up as thresholds are reached.

    Parameters
    ----------
    scores : sequence of float, shape (n,)
        Finite.
    thresholds : sequence of float, shape (N − 1,)
        From lowest to highest; −inf, inf and equal ones are allowed.
    categories : iterable of int or str, length N
        From lowest to highest.

    Returns
    -------
    ndarray of int64, or of object where the categories are text, shape (n,)

    Raises
    ------
    RatingsError
        If a score is no number, the thresholds do not rise, or their number does not fit.

    Examples
    --------
    >>> apply_cut_points([0.2, 0.5, 7.1], [0.5, 1.5], ["none", "mild", "severe"])
    array(['none', 'mild', 'severe'], dtype=object)
    """
    scale = tuple(read_categories(categories))
    values = read_scores(scores)
    cuts = np.array([float(threshold) for threshold in thresholds], dtype=np.float64)
    if cuts.size != len(scale) - 1:
        raise RatingsError(
            "Cut-points: {given} for {n} categories; {wanted} are needed, one between neighbours.",
            given=cuts.size,
            n=len(scale),
            wanted=len(scale) - 1,
        )
    if np.isnan(cuts).any() or (cuts[1:] < cuts[:-1]).any():
        raise RatingsError("Cut-points: give numbers from the lowest to the highest.")
    numbers = all(isinstance(category, int) for category in scale)
    names = np.array(scale, dtype=np.int64 if numbers else object)
    found: Array = names[_positions(values, cuts)]
    return found


def cross_validated(
    actual: Vector,
    scores: Vector,
    *,
    categories: Iterable[Category] | None = None,
    n_folds: int = 5,
    seed: int = 1,
    progress: Progress | None = None,
) -> CutPointTrials:
    """Compare three ways to cut, on the items they were made from and on items held out.

    The items are dealt into folds by chance, each category evenly. For each fold the cut-points
    are made from the items outside it and applied to those inside; together the folds give each
    item one category that its own rating had no part in, and these give the held-out kappa.

    Parameters
    ----------
    actual : sequence of int or str, shape (n,)
        The actual ratings.
    scores : sequence of float, shape (n,)
        The continuous predictions, finite.
    categories : iterable of int or str, optional
        The scale from lowest to highest, as for `best_cut_points`.
    n_folds : int
        How many folds, from 2 to n.
    seed : int
        The same seed deals the same folds.
    progress : callable, optional
        Called with the share that is done, from 0 to 1.

    Returns
    -------
    CutPointTrials

    Raises
    ------
    RatingsError
        If the ratings or the scores cannot be used, either are all the same, or would be outside
        one of the folds.

    References
    ----------
    Stone, M. (1974). Cross-validatory choice and assessment of statistical predictions. Journal
    of the Royal Statistical Society B 36(2), 111–147.

    Examples
    --------
    >>> actual = [0, 1, 2, 0, 1, 2, 0, 1, 2, 2]
    >>> scores = [0.8, 0.9, 1.3, 0.7, 1.0, 1.2, 1.0, 1.1, 1.1, 1.5]
    >>> trials = cross_validated(actual, scores)
    >>> round(trials.tuned.cut_points.kappa, 3), round(trials.tuned.held_out_kappa, 3)
    (0.851, 0.667)
    """
    x, values, scale = read_rated_scores(actual, scores, categories)
    _check_can_be_cut(x, values, scale)
    if not 2 <= n_folds <= x.size:
        raise RatingsError(
            "Folds: {value} is not a number of folds for {n} items; give 2 or more, "
            "and no more than there are items.",
            value=shown(n_folds),
            n=x.size,
        )
    folds = _deal(x, n_folds, seed)
    order = np.argsort(values)
    x_sorted, values_sorted, folds_sorted = x[order], values[order], folds[order]
    tell = progress or _silent
    everything = _Sorted.of_sorted(x_sorted, values_sorted)
    whole = (
        _judged(_halfway(scale), everything, scale),
        _tuned(everything, scale, None),
        _judged(_stretched(x, values, everything, len(scale)), everything, scale),
    )
    tell(1 / (n_folds + 1))
    thresholds = np.empty((3, n_folds, len(scale) - 1))
    kappas = np.empty((3, n_folds))
    predicted = np.empty((3, x.size), dtype=np.intp)
    for fold in range(n_folds):
        inside = folds_sorted == fold
        x_made, values_made = x_sorted[~inside], values_sorted[~inside]
        _check_fold(x_made, values_made, fold)
        made = _Sorted.of_sorted(x_made, values_made)
        thresholds[:, fold] = (
            _halfway(scale),
            _tuned(made, scale, None).thresholds,
            _stretched(x_made, values_made, made, len(scale)),
        )
        for way, cuts in enumerate(thresholds[:, fold]):
            predicted[way, inside] = _positions(values_sorted[inside], cuts)
            kappas[way, fold] = quadratic_weighted_kappa(x_sorted[inside], predicted[way, inside])
        tell((fold + 2) / (n_folds + 1))
    rounded, tuned, stretched = (
        CutPointTrial(
            cut_points=whole[way],
            fold_thresholds=_frozen(thresholds[way]),
            fold_kappas=_frozen(kappas[way]),
            held_out_kappa=quadratic_weighted_kappa(x_sorted, predicted[way]),
        )
        for way in range(3)
    )
    return CutPointTrials(rounded, tuned, stretched, _frozen(folds))


def _silent(_share: float) -> None:
    pass


def _check_can_be_cut(x: _Integers, values: _Floats, scale: Sequence[Category]) -> None:
    if len(scale) == 1 or (x == x[0]).all():
        raise RatingsError(
            "Actual: every item is {category}, so kappa is 0 or undefined wherever scores are cut. "
            "Ratings of two categories are the least.",
            category=shown(scale[int(x[0])]),
        )
    if (values == values[0]).all():
        raise RatingsError(
            "Scores: every item has {value}, so no cut-point can part them.",
            value=shown(float(values[0])),
        )


def _check_fold(x: _Integers, values: _Floats, fold: int) -> None:
    if (x == x[0]).all() or (values == values[0]).all():
        raise RatingsError(
            "Fold {fold}: the items outside it all have one rating or one score, so no cut-points "
            "can be made from them. Use fewer folds, or more items.",
            fold=fold + 1,
        )


def _halfway(scale: Sequence[Category]) -> _Floats:
    """Return the thresholds of plain rounding."""
    numbers = [category for category in scale if isinstance(category, int)]
    if len(numbers) < len(scale):
        numbers = list(range(len(scale)))
    if any(after < before for before, after in pairwise(numbers)):
        raise RatingsError(
            "Categories: to round to them, list the numbers from the smallest to the largest."
        )
    return np.array(
        [(before + after) / 2 for before, after in pairwise(numbers)],
        dtype=np.float64,
    )


def _stretched(x: _Integers, scores: _Floats, given: _Sorted, n_categories: int) -> _Floats:
    """Return the thresholds of stretching scores to the mean and spread of x, then rounding."""
    spread = float(scores.std())
    halves = np.arange(1, n_categories) - 0.5
    exact = scores.mean() + (halves - x.mean()) * (spread / x.std())
    # To be copied, a thousandth of the spread is near enough, if it parts the same scores.
    decimals = 3 - math.floor(math.log10(spread))
    return np.array([given.shortened(threshold, decimals) for threshold in exact.tolist()])


def _positions(values: _Floats, thresholds: _Floats) -> NDArray[np.intp]:
    """Return how many thresholds lie at or below each score."""
    found: NDArray[np.intp] = np.searchsorted(thresholds, values, side="right")
    return found


def _deal(x: _Integers, n_folds: int, seed: int) -> Array:
    """Return a fold for each item, by chance, each category spread as evenly as can be."""
    shuffled = np.random.default_rng(seed).permutation(x.size)
    by_category = shuffled[np.argsort(x[shuffled], kind="stable")]
    folds = np.empty(x.size, dtype=np.min_scalar_type(n_folds - 1))
    folds[by_category] = np.arange(x.size) % n_folds
    return folds


def _frozen(array: Any) -> Any:
    array.setflags(write=False)
    return array


@dataclass(frozen=True, eq=False)
class _Sorted:
    """What there is to know for every place of a cut-point, the lowest place first.

    At place b the b lowest of the m distinct scores are below.

    Attributes
    ----------
    values : ndarray of float64, shape (m,)
        The distinct scores.
    items_above, sum_above : ndarray of int64, shape (m + 1,)
        The number of items at or above the place, and the sum of their x.
    n, sum_x, sum_xx : int
        Over all items.
    """

    values: _Floats
    items_above: _Integers
    sum_above: _Integers
    n: int
    sum_x: int
    sum_xx: int

    @classmethod
    def of(cls, x: _Integers, values: _Floats) -> _Sorted:
        order = np.argsort(values)
        return cls.of_sorted(x[order], values[order])

    @classmethod
    def of_sorted(cls, x: _Integers, values: _Floats) -> _Sorted:
        starts = np.flatnonzero(values[1:] != values[:-1]) + 1
        places = np.concatenate(([0], starts, [x.size]))
        below = np.concatenate(([0], np.cumsum(x)))[places]
        return cls(
            values=values[places[:-1]],
            items_above=x.size - places,
            sum_above=below[-1] - below,
            n=x.size,
            sum_x=int(below[-1]),
            sum_xx=int(x @ x),
        )

    def places(self, thresholds: _Floats) -> list[int]:
        """Return the place of each threshold."""
        found: list[int] = np.searchsorted(self.values, thresholds, side="left").tolist()
        return found

    def kappa(self, places: Sequence[int]) -> Fraction | None:
        """Return kappa with cut-points at these places, exactly; None where it is 0 ÷ 0."""
        items = [int(self.items_above[place]) for place in places]
        sum_y = sum(items)
        sum_yy = sum((2 * k + 1) * above for k, above in enumerate(items))
        sum_xy = sum(int(self.sum_above[place]) for place in places)
        denominator = self.n * (self.sum_xx + sum_yy) - 2 * self.sum_x * sum_y
        if denominator == 0:
            return None
        return Fraction(2 * (self.n * sum_xy - self.sum_x * sum_y), denominator)

    def best_places(self, bars: Sequence[Fraction]) -> list[int]:
        """Return, for each bar, the lowest place above which x exceeds it by the most in all.

        The bars rise, and with them the places: so half the bars need only be looked at on one
        side of the middle one, and so on.
        """
        found = [0] * len(bars)
        open_ranges = [(0, len(bars), 0, self.values.size)]
        while open_ranges:
            first, stop, lowest, highest = open_ranges.pop()
            if first < stop:
                middle = (first + stop) // 2
                found[middle] = place = self._best_place(bars[middle], lowest, highest)
                open_ranges += (first, middle, lowest, place), (middle + 1, stop, place, highest)
        return found

    def _best_place(self, bar: Fraction, lowest: int, highest: int) -> int:
        items = self.items_above[lowest : highest + 1]
        sums = self.sum_above[lowest : highest + 1]
        surplus = items * -float(bar)
        surplus += sums
        # Floats tell nearly all places apart; whole numbers decide between those they cannot.
        doubt = 8 * np.finfo(np.float64).eps * (float(sums[0]) + abs(float(bar)) * float(items[0]))
        best = np.flatnonzero(surplus >= surplus.max() - doubt).tolist()
        if len(best) > 1:
            exact = [
                bar.denominator * int(sums[place]) - bar.numerator * int(items[place])
                for place in best
            ]
            best = [best[exact.index(max(exact))]]
        return lowest + int(best[0])

    def threshold(self, place: int) -> float:
        """Return a number that parts the scores at this place, with as few digits as can be."""
        if place == 0:
            return -math.inf
        if place == self.values.size:
            return math.inf
        below, above = self.values[place - 1 : place + 1].tolist()
        middle = below + (above - below) / 2
        for digits in range(1, 17):
            short = float(f"{middle:.{digits}g}")
            if below < short <= above:
                return short
        return float(above)  # neighbours among floats

    def shortened(self, threshold: float, decimals: int) -> float:
        """Return a number near a threshold, parting the same scores, with so many decimals.

        With more where these are too few to part the scores alike.
        """
        place = int(np.searchsorted(self.values, threshold, side="left"))
        for more in range(8):
            short = round(threshold, decimals + more)
            if np.searchsorted(self.values, short, side="left") == place:
                return short
        return threshold


def _tuned(given: _Sorted, scale: tuple[Category, ...], progress: Progress | None) -> CutPoints:
    """Return the cut-points of the greatest kappa, by rounds of bars that rise with kappa."""
    tell = progress or _silent
    mean, best, left = Fraction(given.sum_x, given.n), Fraction(1), 1.0
    places: list[int] = []
    while True:
        # In the first round λ is 1: these are the cut-points of the least squared error.
        bars = [(1 - best) * mean + best * (k - Fraction(1, 2)) for k in range(1, len(scale))]
        found = given.best_places(bars)
        kappa = given.kappa(found)
        assert kappa is not None, "actual ratings of two categories have a kappa"
        left /= 2
        tell(1 - left)
        if places and kappa <= best:
            break
        best, places = kappa, found
    tell(1.0)
    thresholds = np.array([given.threshold(place) for place in places], dtype=np.float64)
    return CutPoints(_frozen(thresholds), scale, float(best))


def _judged(thresholds: _Floats, given: _Sorted, scale: tuple[Category, ...]) -> CutPoints:
    kappa = given.kappa(given.places(thresholds))
    return CutPoints(_frozen(thresholds), scale, math.nan if kappa is None else float(kappa))
