"""Where should scores be cut into categories? Cut-points, compared on items held out.

From continuous predictions to the categories that agree best with the actual ratings.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from qwk_core.errors import RatingsError, shown
from qwk_core.kappa import quadratic_weighted_kappa
from qwk_core.ratings import Array, Category, Vector, read_categories
from qwk_core.statistics.cut_search import Floats, Integers, SortedScores
from qwk_core.statistics.scores import read_rated_scores, read_scores

METHODS = ("rounded", "tuned", "stretched")
"""How scores can be cut: by rounding, by the greatest kappa, by mean and spread."""


@dataclass(frozen=True, eq=False)
class CutPoints:
    """Where scores are cut into categories, and how well that agrees with the actual ratings.

    Attributes
    ----------
    thresholds : ndarray of float64, shape (N − 1,)
        From lowest to highest, in the unit of the scores, read-only. An item's category is the
        one at the position that counts the thresholds at or below its score. −inf or inf where
        the categories on that side are best never given; equal thresholds leave out a category.
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

    thresholds: Floats
    categories: tuple[Category, ...]
    kappa: float

    def apply(self, scores: Vector) -> Array:
        """Return the categories of scores; see `apply_cut_points`.

        Parameters
        ----------
        scores : sequence of float, shape (n,)
            Finite, in the unit of the thresholds.

        Returns
        -------
        ndarray of int64, or of object where the categories are text, shape (n,)
        """
        return apply_cut_points(scores, self.thresholds, self.categories)


@dataclass(frozen=True, eq=False)
class CutPointTrial:
    """One method to cut, on the items it was made from and on items it had not seen.

    Attributes
    ----------
    cut_points : CutPoints
        Made from all items; its `kappa` is on the same items.
    fold_kappas : ndarray of float64, shape (n_folds,)
        Kappa on the items of that fold alone; nan where it is undefined.
    held_out_kappa : float
        Kappa on all items, each cut by the thresholds that were made without it.
    """

    cut_points: CutPoints
    fold_kappas: Floats
    held_out_kappa: float


def best_cut_points(
    actual: Vector, scores: Vector, *, categories: Iterable[Category] | None = None
) -> CutPoints:
    """Return the cut-points with the greatest quadratic weighted kappa there is.

    Every cut-point is tried at every place between the sorted scores, by cumulative sums. What it
    adds to kappa's numerator and denominator does not depend on the other cut-points. So, with λ
    as the best kappa so far, the best place of cut-point k is where the actual positions x of the
    items above it exceed

        (1 − λ) × mean of x + λ (k − ½)

    by the greatest sum. The kappa of these places is the next λ. When it no longer grows, it is
    the greatest kappa of all (Dinkelbach 1967). All decisions are made in whole numbers. Equal
    scores stay together; of equally good places the lowest is taken. The same input always gives
    the same thresholds.

    The time is that of sorting n scores and of a few rounds over them; the memory is that of a few
    vectors.

    Parameters
    ----------
    actual : sequence of int or str, shape (n,)
        The actual ratings; see `qwk_core.ratings.read_ratings`.
    scores : sequence of float, shape (n,)
        The continuous predictions, finite, in any unit, rising with the actual ratings.
    categories : iterable of int or str, optional
        The scale from lowest to highest; without it, every whole number from the smallest to the
        largest actual rating. Text needs it.

    Returns
    -------
    CutPoints
        Each threshold is the shortest decimal near the middle between its two neighbouring scores.
        Its kappa is that of `quadratic_weighted_kappa` to the last bit. It is never below 0,
        which one category for all items gives.

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
    return _tuned(SortedScores.of(x, values), scale)


def stretch_to_match(
    actual: Vector, scores: Vector, *, categories: Iterable[Category] | None = None
) -> CutPoints:
    """Return the cut-points that give scores the mean and spread of actual ratings, then round.

    A score s becomes mean x + (s − mean s) · (spread of x ÷ spread of s), rounded, in positions x
    on the scale; spread is the standard deviation. The thresholds do the same in the unit of the
    scores, to about a thousandth of their spread, or more exactly where scores lie near.

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
    given = SortedScores.of(x, values)
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
    return _judged(_halfway(scale), SortedScores.of(x, values), scale)


def apply_cut_points(scores: Vector, thresholds: Vector, categories: Iterable[Category]) -> Array:
    """Return the category of each score: its position counts the thresholds at or below the score.

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
        If a score is no number, the thresholds do not rise, or are too many or too few.

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
    found: Array = names[np.searchsorted(cuts, values, side="right")]
    return found


def cross_validated(
    actual: Vector,
    scores: Vector,
    *,
    categories: Iterable[Category] | None = None,
    n_folds: int = 5,
    seed: int = 1,
    progress: Callable[[float], object] | None = None,
) -> dict[str, CutPointTrial]:
    """Compare three methods to cut, on the items they were made from and on items held out.

    The items are dealt into folds by chance, each category evenly. For each fold the cut-points
    are made from the items outside it and applied to those inside. So each item gets one category
    that its own rating had no part in; these categories give the held-out kappa.

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
        Called with the share of the work that is done, from 0 to 1.

    Returns
    -------
    dict of str to CutPointTrial
        By the names in `METHODS`: `round_to_nearest`, `best_cut_points` and `stretch_to_match`.

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
    >>> round(trials["tuned"].cut_points.kappa, 3), round(trials["tuned"].held_out_kappa, 3)
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
    report = progress or (lambda _share: None)
    folds = deal_folds(x, n_folds, seed)
    order = np.argsort(values)
    x_sorted, values_sorted, folds_sorted = x[order], values[order], folds[order]
    everything = SortedScores.of_sorted(x_sorted, values_sorted)
    on_all_items = _all_thresholds(x, values, everything, scale)
    report(1 / (n_folds + 1))
    fold_kappas = {method: np.empty(n_folds) for method in METHODS}
    predicted = {method: np.empty(x.size, dtype=np.intp) for method in METHODS}
    for fold in range(n_folds):
        inside = folds_sorted == fold
        x_outside, values_outside = x_sorted[~inside], values_sorted[~inside]
        _check_fold(x_outside, values_outside, fold)
        outside = SortedScores.of_sorted(x_outside, values_outside)
        made = _all_thresholds(x_outside, values_outside, outside, scale)
        for method, thresholds in made.items():
            held_out = np.searchsorted(thresholds, values_sorted[inside], side="right")
            fold_kappas[method][fold] = quadratic_weighted_kappa(x_sorted[inside], held_out)
            predicted[method][inside] = held_out
        report((fold + 2) / (n_folds + 1))
    return {
        method: CutPointTrial(
            cut_points=_judged(on_all_items[method], everything, scale),
            fold_kappas=_frozen(fold_kappas[method]),
            held_out_kappa=quadratic_weighted_kappa(x_sorted, predicted[method]),
        )
        for method in METHODS
    }


def _all_thresholds(
    x: Integers, values: Floats, given: SortedScores, scale: tuple[Category, ...]
) -> dict[str, Floats]:
    """Return the thresholds of each of `METHODS`, shape (N − 1,), made from n items."""
    return {
        "rounded": _halfway(scale),
        "tuned": _tuned(given, scale).thresholds,
        "stretched": _stretched(x, values, given, len(scale)),
    }


def _check_can_be_cut(x: Integers, values: Floats, scale: Sequence[Category]) -> None:
    """Raise where n ratings, or n scores, are all the same."""
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


def _check_fold(x: Integers, values: Floats, fold: int) -> None:
    """Raise where the n ratings, or the n scores, outside a fold are all the same."""
    if (x == x[0]).all() or (values == values[0]).all():
        raise RatingsError(
            "Fold {fold}: the items outside it all have one rating or one score, so no cut-points "
            "can be made from them. Use fewer folds, or more items.",
            fold=fold + 1,
        )


def _halfway(scale: Sequence[Category]) -> Floats:
    """Return the thresholds of plain rounding, shape (N − 1,)."""
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


def _stretched(x: Integers, scores: Floats, given: SortedScores, n_categories: int) -> Floats:
    """Return the thresholds, shape (N − 1,), that give n scores the mean and spread of x."""
    spread = float(scores.std())
    halves = np.arange(1, n_categories) - 0.5
    exact = scores.mean() + (halves - x.mean()) * (spread / x.std())
    # A thousandth of the spread is exact enough to copy, as long as no score changes sides.
    decimals = 3 - math.floor(math.log10(spread))
    return np.array([given.shortened(threshold, decimals) for threshold in exact.tolist()])


def deal_folds(x: Integers, n_folds: int, seed: int) -> Array:
    """Return a random fold for each item, each category spread as evenly as possible.

    Parameters
    ----------
    x : ndarray of int64, shape (n,)
        The actual ratings, as positions on the scale.
    n_folds : int
        How many folds.
    seed : int
        The same seed deals the same folds.

    Returns
    -------
    ndarray of an unsigned integer dtype, shape (n,)
        From 0.
    """
    shuffled = np.random.default_rng(seed).permutation(x.size)
    by_category = shuffled[np.argsort(x[shuffled], kind="stable")]
    folds = np.empty(x.size, dtype=np.min_scalar_type(n_folds - 1))
    folds[by_category] = np.arange(x.size) % n_folds
    return folds


def _frozen(array: Any) -> Any:
    """Make an array of any shape read-only, and return it."""
    array.setflags(write=False)
    return array


def _tuned(given: SortedScores, scale: tuple[Category, ...]) -> CutPoints:
    """Return the cut-points of the greatest kappa, found in rounds; see `best_cut_points`."""
    mean, best = Fraction(given.sum_x, given.n), Fraction(1)
    places: list[int] = []
    while True:
        # In the first round λ is 1: these are the cut-points of the least squared error.
        bars = [(1 - best) * mean + best * (k - Fraction(1, 2)) for k in range(1, len(scale))]
        found = given.best_places(bars)
        kappa = given.kappa(found)
        assert kappa is not None, "actual ratings of two categories have a kappa"
        if places and kappa <= best:
            break
        best, places = kappa, found
    thresholds = np.array([given.threshold(place) for place in places], dtype=np.float64)
    return CutPoints(_frozen(thresholds), scale, float(best))


def _judged(thresholds: Floats, given: SortedScores, scale: tuple[Category, ...]) -> CutPoints:
    """Return thresholds, shape (N − 1,), with the kappa of the items given."""
    kappa = given.kappa(given.places(thresholds))
    return CutPoints(_frozen(thresholds), scale, math.nan if kappa is None else float(kappa))
