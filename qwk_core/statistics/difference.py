"""Does the first or the second agree better with the truth? Two kappas on the same items."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, is_run
from qwk_core.matrices import Scheme, weight_matrix
from qwk_core.messages import Message
from qwk_core.ratings import Category, Ratings, Vector, read_ratings, read_sample_weight
from qwk_core.statistics.dependence import effective_items_of_groups
from qwk_core.statistics.intervals import KappaInterval, kappa_interval
from qwk_core.statistics.one_item import influences
from qwk_core.statistics.smoothing import add_two_items


@dataclass(frozen=True)
class KappaDifference:
    """Two kappas with the same actual ratings, and their difference. What is undefined is nan.

    Attributes
    ----------
    first, second : KappaInterval
        Each rater against the actual ratings.
    difference : float
        The first kappa minus the second.
    low, high : float
        The ends of its interval.
    correlation : float
        How far both kappas rise and fall together from sample to sample, between −1 and 1.
    level : float
        The interval's level of confidence, between 0 and 1.
    n : int
        The number of items.
    caution : str or None
        Why there is no interval.
    """

    first: KappaInterval
    second: KappaInterval
    difference: float
    low: float
    high: float
    correlation: float
    level: float
    n: int
    caution: str | None = None

    @property
    def better(self) -> int:
        """Which of the two agrees better, as far as the interval tells: 1, 2, or 0 for neither."""
        if self.low > 0:
            return 1
        return 2 if self.high < 0 else 0


def kappa_difference(
    actual: Vector,
    first: Vector,
    second: Vector,
    *,
    categories: Iterable[Category] | None = None,
    scheme: Scheme = "quadratic",
    level: float = 0.95,
    counts: Vector | None = None,
    clusters: Iterable[Hashable] | None = None,
) -> KappaDifference:
    """Return the difference of two kappas on the same items, with its interval.

    Two intervals that overlap do not show that there is no difference: on the same items both
    kappas rise and fall together, and their difference is surer than either. Its interval is made
    from the smoothed intervals of both kappas and their correlation.

    Parameters
    ----------
    actual, first, second : sequence of int or str, shape (n,)
        The actual ratings, and two raters (or models) to compare, item by item.
    categories : iterable of int or str, optional
        The scale from lowest to highest; without it, every whole number from the smallest to the
        largest of all three.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.
    level : float
        The level of confidence, between 0 and 1.
    counts : sequence of int, shape (n,), optional
        How many items have these three ratings; 1 each without.
    clusters : iterable of hashable, length n, optional
        Which items belong together, such as a patient's: at least two clusters. Then both
        intervals have their effective number of items, and what rises and falls together are the
        clusters.

    Returns
    -------
    KappaDifference

    Raises
    ------
    RatingsError
        If the ratings or a setting cannot be used.

    References
    ----------
    Zou, G. Y. (2007). Toward using confidence intervals to compare correlations. Psychological
    Methods 12(4), 399–413.
    Vanbelle, S. & Albert, A. (2008). A bootstrap method for comparing correlated kappa
    coefficients. Journal of Statistical Computation and Simulation 78(11), 1009–1015.
    How often it holds: `python -m tests.benchmarks.coverage --differences`.

    Examples
    --------
    >>> actual = [0, 1, 2, 3] * 10
    >>> first, second = [0, 1, 2, 2] * 10, [1, 2, 1, 2] * 10
    >>> found = kappa_difference(actual, first, second)
    >>> round(found.difference, 2), round(found.low, 2), round(found.high, 2), found.better
    (0.54, 0.32, 0.68, 1)
    """
    pairs = _read(actual, first, second, categories)
    met, times = _triples(pairs, counts, clusters)
    size, n_clusters = len(pairs[0].categories), int(met[3].max()) + 1
    of_clusters = np.zeros((2, n_clusters, size, size), dtype=np.int64)
    for tables, predicted in zip(of_clusters, met[1:3], strict=True):
        np.add.at(tables, (met[3], met[0], predicted), times)
    observed, weights = of_clusters.sum(axis=1), weight_matrix(size, scheme)
    worth: tuple[float | None, ...] = (None, None)
    if clusters is not None:
        worth = tuple(effective_items_of_groups(each, scheme=scheme) for each in of_clusters)
    one, other = (
        kappa_interval(table, scheme=scheme, level=level, method="auto", effective_n=items)
        for table, items in zip(observed, worth, strict=True)
    )
    difference = one.kappa - other.kappa
    (one_kappa, other_kappa), correlation = _together(
        met, times, observed, weights, clusters is not None
    )
    centre = one_kappa - other_kappa
    low = centre - _side(one_kappa - one.low, other.high - other_kappa, correlation)
    high = centre + _side(one.high - one_kappa, other_kappa - other.low, correlation)
    low, high = min(low, difference), max(high, difference)
    caution = one.caution or other.caution
    if caution is not None:
        low = high = math.nan
    return KappaDifference(
        first=one,
        second=other,
        difference=difference,
        low=low,
        high=high,
        correlation=correlation,
        level=float(level),
        n=int(times.sum()),
        caution=caution,
    )


def _read(
    actual: Vector, first: Vector, second: Vector, categories: Iterable[Category] | None
) -> tuple[Ratings, Ratings]:
    """Return the actual ratings with the first and with the second, all on one scale."""
    scale = None if categories is None else list(categories)
    read = [_read_one(which, actual, one, scale) for which, one in enumerate((first, second), 1)]
    scales = [one.categories for one in read]
    if scales[0] != scales[1]:
        if not (is_run(scales[0]) and is_run(scales[1])):
            raise RatingsError("The two raters have different scales: declare the categories.")
        numbers = [category for one in scales for category in one if isinstance(category, int)]
        return _read(actual, first, second, range(min(numbers), max(numbers) + 1))
    return read[0], read[1]


def _read_one(which: int, actual: Vector, ratings: Vector, scale: list[Category] | None) -> Ratings:
    try:
        return read_ratings(actual, ratings, categories=scale)
    except RatingsError as error:
        problem = Message(error.template, error.values)
        raise RatingsError("Rater {which}: {problem}", which=which, problem=problem) from error


def _triples(
    pairs: tuple[Ratings, Ratings], counts: Vector | None, clusters: Iterable[Hashable] | None
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return what occurs, shape (4, m), and how often: (m,). Three ratings, and their cluster."""
    first, second = pairs
    numbers: dict[Hashable, int] = {}
    places = [numbers.setdefault(one, len(numbers)) for one in clusters or [0] * first.n]
    if len(places) != first.n or (clusters is not None and len(numbers) < 2):
        raise RatingsError("Clusters: give one for each item, and at least two.")
    each = np.stack([first.actual, first.predicted, second.predicted, places])
    how_often = np.ones(first.n) if counts is None else read_sample_weight(counts, first.n)
    if (how_often != np.rint(how_often)).any():
        raise RatingsError("Counts: a difference needs whole counts of items, not weights.")
    met, which = np.unique(each, axis=1, return_inverse=True)
    times = np.zeros(met.shape[1], dtype=np.int64)
    np.add.at(times, which.ravel(), how_often.astype(np.int64))
    return met[:, times > 0], times[times > 0]


def _together(
    met: NDArray[np.intp],
    times: NDArray[np.int64],
    tables: NDArray[np.int64],
    weights: NDArray[np.float64],
    by_clusters: bool,
) -> tuple[tuple[float, float], float]:
    """Return both kappas with two items added, and the correlation of the items' influences.

    Or of the clusters': the sums of their items'. `met` are the categories that met, and the
    clusters, shape (4, m), and `times` how often, shape (m,); `tables` are both O, shape (2, N, N),
    and `weights` w, shape (N, N).
    """
    added = add_two_items(tables)
    ratio, worth = influences(added / added.sum(axis=(1, 2), keepdims=True), weights)
    of_items = [
        one_worth[met[0], predicted] for one_worth, predicted in zip(worth, met[1:3], strict=True)
    ]
    first, second = (one - np.average(one, weights=times) for one in of_items)
    if by_clusters:
        first, second = (np.bincount(met[3], times * one) for one in (first, second))
        times = np.ones(len(first), dtype=np.int64)
    spread = math.sqrt(float(times @ first**2) * float(times @ second**2))
    correlation = float(times @ (first * second)) / spread if spread > 0 else 0.0
    return (1 - float(ratio[0]), 1 - float(ratio[1])), correlation


def _side(one: float, other: float, correlation: float) -> float:
    """Return how far the difference goes to one side, from how far each kappa goes."""
    return math.sqrt(max(one * one + other * other - 2 * correlation * one * other, 0.0))
