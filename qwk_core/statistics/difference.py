"""Does the first or the second agree better with the truth? Two kappas on the same items."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, is_run
from qwk_core.kappa import SAME_KAPPA
from qwk_core.matrices import Scheme, weight_matrix
from qwk_core.messages import Message
from qwk_core.ratings import Array, Category, Ratings, Vector, read_ratings, read_sample_weight
from qwk_core.statistics.dependence import (
    degrees_of_freedom,
    effective_items,
    effective_items_of_groups,
    equal_items,
)
from qwk_core.statistics.intervals import KappaInterval, kappa_interval
from qwk_core.statistics.notes import NOTES
from qwk_core.statistics.one_item import leave_out_one_item
from qwk_core.statistics.resampling import jackknife
from qwk_core.statistics.smoothing import kappas_of

_CELLS_AT_ONCE = 2**21
_ROUNDING = 1e-12  # a share of a sum that rounding may leave of it


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
    level : float
        The interval's level of confidence, between 0 and 1.
    n : int
        The number of items.
    df : int
        The degrees of freedom of Student's t: the items, or the clusters, less one, and fewer
        where weights are uneven; 0 without an interval.
    n_clusters : int
        The number of clusters; 0 where each item is alone.
    caution : str or None
        Why there is no interval.
    """

    first: KappaInterval
    second: KappaInterval
    difference: float
    low: float
    high: float
    level: float
    n: int
    df: int = 0
    n_clusters: int = 0
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
    sample_weight: Vector | None = None,
) -> KappaDifference:
    """Return the difference of two kappas on the same items, with its interval.

    Two intervals that overlap do not show that there is no difference: on the same items both
    kappas rise and fall together, and their difference is surer than either. Its interval is that
    of the jackknife: each item, or each cluster, is left out once.

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
        Which items belong together, such as a patient's: at least two clusters.
    sample_weight : sequence of float, shape (n,), optional
        The survey weight of each item, instead of counts.

    Returns
    -------
    KappaDifference

    Raises
    ------
    RatingsError
        If the ratings or a setting cannot be used.

    References
    ----------
    Efron, B. & Tibshirani, R. J. (1993). An introduction to the bootstrap. Chapman & Hall,
    chapter 11.
    How often it holds: `python -m tests.benchmarks.coverage --differences`.

    Examples
    --------
    >>> actual = [0, 1, 2, 3] * 10
    >>> first, second = [0, 1, 2, 2] * 10, [1, 2, 1, 2] * 10
    >>> found = kappa_difference(actual, first, second)
    >>> round(found.difference, 2), round(found.low, 2), round(found.high, 2), found.better
    (0.54, 0.37, 0.71, 1)
    """
    pairs = _read(actual, first, second, categories)
    met, size = _triples(pairs, clusters), len(pairs[0].categories)
    times: Array
    if sample_weight is None:
        met, times = _merged(met, counts)
    elif counts is None:
        times = read_sample_weight(sample_weight, met.shape[1])
        times *= len(times) / times.sum()
    else:
        raise RatingsError("Counts: give these, or sample weights.")
    kappas, left_out = [], []
    for predicted in met[1:3]:
        observed = _counted((met[0], predicted), times, (size, size))
        items = None
        if clusters is None and sample_weight is None:
            without = leave_out_one_item(observed, scheme=scheme)[met[0], predicted]
        else:
            units = np.arange(len(times)) if clusters is None else met[3]
            cells = (units, met[0], predicted)
            without = _without_each(observed, cells, times, weight_matrix(size, scheme))
        if sample_weight is not None:
            items = effective_items(
                met[0],
                predicted,
                groups=None if clusters is None else met[3].tolist(),
                sample_weight=times,
                categories=range(size),
                scheme=scheme,
            )
        elif clusters is not None:
            shape = (int(met[3].max()) + 1, size, size)
            each = _counted((met[3], met[0], predicted), times, shape)
            items = effective_items_of_groups(each, scheme=scheme)
        left_out.append(without)
        kappas.append(
            kappa_interval(observed, scheme=scheme, level=level, method="auto", effective_n=items)
        )
    first_kappa, second_kappa = kappas
    difference = first_kappa.kappa - second_kappa.kappa
    caution = first_kappa.caution or second_kappa.caution
    alone = clusters is None and sample_weight is None
    alike: Array = times if alone else np.ones(len(left_out[0]), dtype=np.int64)
    n_equal = float(alike.sum()) if sample_weight is None else equal_items(times)
    df = degrees_of_freedom(int(alike.sum()), n_equal)
    low, high, no_interval = _ends(difference, left_out[0] - left_out[1], alike, level, df)
    if caution is not None:
        low = high = math.nan
    return KappaDifference(
        first=first_kappa,
        second=second_kappa,
        difference=difference,
        low=low,
        high=high,
        level=float(level),
        n=round(times.sum()),
        df=0 if math.isnan(low) else df,
        n_clusters=0 if clusters is None else len(alike),
        caution=caution or no_interval,
    )


def _counted(cells: tuple[NDArray[np.intp], ...], times: Array, shape: tuple[int, ...]) -> Array:
    """Return how many items each cell has, or the sum of their weights: an array of this shape.

    `cells` are places along each axis, shape (m,), and `times` how many items each has, shape (m,).
    """
    found = np.zeros(shape, dtype=times.dtype)
    np.add.at(found, cells, times)
    return found


def _without_each(
    observed: Array,
    cells: tuple[NDArray[np.intp], ...],
    times: Array,
    weights: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return kappa without each unit, shape (k,), block by block.

    Of each of `cells`, shape (m,), the unit comes first, numbered from 0; then its row and column
    in O, `observed`, and `times` says what it counts.
    """
    n_units, at_once = int(cells[0].max()) + 1, max(_CELLS_AT_ONCE // observed.size, 1)
    found = []
    for start in range(0, n_units, at_once):
        end = min(start + at_once, n_units)
        taken = (cells[0] >= start) & (cells[0] < end)
        units, rows, columns = (places[taken] for places in cells)
        each = _counted(
            (units - start, rows, columns), times[taken], (end - start, *observed.shape)
        )
        rest = observed - each
        rest[rest < _ROUNDING * observed] = 0  # what rounding leaves of sums of weights
        found.append(kappas_of(rest, weights))
    return np.concatenate(found)


def _triples(
    pairs: tuple[Ratings, Ratings], clusters: Iterable[Hashable] | None
) -> NDArray[np.intp]:
    """Return the three ratings of each item, and its cluster: shape (4, n)."""
    first, second = pairs
    numbers: dict[Hashable, int] = {}
    named = [0] * first.n if clusters is None else clusters
    places = [numbers.setdefault(one, len(numbers)) for one in named]
    if len(places) != first.n or (clusters is not None and len(numbers) < 2):
        raise RatingsError("Clusters: give one for each item, and at least two.")
    return np.stack([first.actual, first.predicted, second.predicted, np.array(places)])


def _ends(
    difference: float, without: Array, alike: Array, level: float, df: int
) -> tuple[float, float, str | None]:
    """Return the ends of the jackknife's interval, or why there is none.

    `without` are the differences without an item, or a cluster, of each kind, shape (k,), and
    `alike` how many there are of that kind. Half a difference lies between −1 and 1, as a kappa.
    """
    if np.isnan(without).any() or not df:
        return math.nan, math.nan, NOTES["undefined-without"]
    low, high, error = jackknife(difference / 2, without / 2, alike, level, df)
    if error < SAME_KAPPA:
        return math.nan, math.nan, NOTES["no-spread-of-many"]
    return 2 * low, 2 * high, None


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


def _merged(
    each: NDArray[np.intp], counts: Vector | None
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return what occurs of items, shape (4, n), each once: (4, m), and how often: (m,)."""
    n = each.shape[1]
    how_often = np.ones(n) if counts is None else read_sample_weight(counts, n)
    if (how_often != np.rint(how_often)).any():
        raise RatingsError("Counts: a difference needs whole counts of items, not weights.")
    met, which = np.unique(each, axis=1, return_inverse=True)
    times = np.zeros(met.shape[1], dtype=np.int64)
    np.add.at(times, which.ravel(), how_often.astype(np.int64))
    return met[:, times > 0], times[times > 0]
