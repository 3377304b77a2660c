"""How many draws, shuffles or scores fall where? Histograms, counted for the charts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.kappa import SAME_KAPPA
from qwk_core.ratings import Category, Vector
from qwk_core.statistics.scores import read_rated_scores

_MOST_SHUFFLE_BARS = 20

# Quantiles of the scores; the bars go at most a tenth of their distance beyond them.
_MIDDLE = (0.005, 0.995)


@dataclass(frozen=True, eq=False)
class Histogram:
    """How many values fall into each of some bars of one width.

    Attributes
    ----------
    edges : ndarray of float64, shape (n_bars + 1,)
        Where the bars begin and end.
    counts : ndarray of int64, shape (n_bars,), or (N, n_bars) for N categories
        How many fell into each bar.
    """

    edges: NDArray[np.float64]
    counts: NDArray[np.int64]


def draw_histogram(kappas: ArrayLike, *, most_bars: int = 50) -> Histogram:
    """Count bootstrap draws by their kappa.

    Parameters
    ----------
    kappas : array_like, shape (m,)
        The draws.
    most_bars : int
        About how many bars there are at most.

    Returns
    -------
    Histogram
        Of a round width; without any bar where no draw is defined. Those that are nan are in none.

    Examples
    --------
    >>> bars = draw_histogram([0.1, 0.25, 0.3, 0.9, 0.9], most_bars=5)
    >>> bars.edges, bars.counts
    (array([0. , 0.2, 0.4, 0.6, 0.8, 1. ]), array([1, 2, 0, 0, 2]))
    """
    values = np.asarray(kappas, dtype=np.float64)
    values = values[~np.isnan(values)]
    if not len(values):
        return Histogram(np.zeros(0), np.zeros(0, dtype=np.int64))
    width = _round_width(float(np.ptp(values)) / most_bars)
    # A kappa on an edge, up to rounding, belongs to the bar that begins there.
    bars = np.floor(values / width + SAME_KAPPA).astype(np.int64)
    bars = np.minimum(bars, math.ceil(1 / width - SAME_KAPPA) - 1)  # no kappa is above 1
    first = int(bars.min())
    counts = np.bincount(bars - first).astype(np.int64)
    edges: NDArray[np.float64] = np.arange(first, first + len(counts) + 1) * np.float64(width)
    return Histogram(edges, counts)


def shuffle_histogram(kappas: ArrayLike, kappa: float) -> Histogram:
    """Count shuffles by their kappa, in bars that end at the observed kappa.

    So each bar holds either shuffles that reached `kappa` or shuffles that did not: those that did
    begin at `kappa` or above it.

    Parameters
    ----------
    kappas : array_like, shape (n_shuffles,)
        Kappa after each shuffle, as in `Shuffles.kappas`; none of them nan.
    kappa : float
        The observed kappa to compare with; not nan.

    Returns
    -------
    Histogram

    Examples
    --------
    >>> bars = shuffle_histogram([-0.2, 0.1, 0.45, 0.6], 0.5)
    >>> bars.counts.tolist(), bars.edges[-4:].round(2)
    ([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1], array([0.5 , 0.55, 0.6 , 0.65]))
    """
    values = np.asarray(kappas, dtype=np.float64)
    low, high = min(values.min(), kappa, 0.0), max(values.max(), kappa, 0.0)
    width = _round_width((high - low) / _MOST_SHUFFLE_BARS)
    bars = np.floor((values - kappa + SAME_KAPPA) / width).astype(np.int64)
    first = bars.min()
    counts = np.bincount(bars - first)
    return Histogram(kappa + (first + np.arange(len(counts) + 1)) * width, counts)


def score_histogram(
    actual: Vector,
    scores: Vector,
    *,
    categories: Iterable[Category] | None = None,
    n_bars: int = 50,
) -> Histogram:
    """Count the items of each actual category by their score.

    Parameters
    ----------
    actual : sequence of int or str, shape (n,)
        The actual ratings.
    scores : sequence of float, shape (n,)
        The continuous predictions, finite.
    categories : iterable of int or str, optional
        The scale from lowest to highest, as for `best_cut_points`.
    n_bars : int
        How many bars there are; one where all scores are the same.

    Returns
    -------
    Histogram
        A row for each actual category, as in O; the outer bars hold what lies beyond them, too.

    Raises
    ------
    RatingsError
        If the ratings or the scores cannot be used.

    Examples
    --------
    >>> bars = score_histogram([0, 0, 1], [0.1, 0.25, 0.9], n_bars=4)
    >>> bars.edges.round(1), bars.counts
    (array([0.1, 0.3, 0.5, 0.7, 0.9]), array([[2, 0, 0, 0],
           [0, 0, 0, 1]]))
    """
    x, values, scale = read_rated_scores(actual, scores, categories)
    # A few far scores must not squeeze all others into one bar.
    low, high = np.quantile(values, _MIDDLE).tolist()
    lowest = max(low - (high - low) / 10, float(values.min()))
    highest = min(high + (high - low) / 10, float(values.max()))
    if lowest == highest:
        n_bars, room = 1, max(0.5, abs(lowest) / 1000)
        lowest, highest = lowest - room, highest + room
    edges = np.linspace(lowest, highest, n_bars + 1)
    bars = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, n_bars - 1)
    counts = np.bincount(x * n_bars + bars, minlength=len(scale) * n_bars)
    return Histogram(edges, counts.reshape(len(scale), n_bars))


def _round_width(least: float) -> float:
    """Return the least of …, 0.1, 0.2, 0.5, 1, … that is not below `least`; 0.1 for 0.

    >>> _round_width(0.07), _round_width(0.11), _round_width(0.0)
    (0.1, 0.2, 0.1)
    """
    if least < SAME_KAPPA:
        return 0.1
    power = math.floor(math.log10(least))
    return float(
        next(f"{digit}e{power}" for digit in (1, 2, 5, 10) if digit * 10.0**power >= least)
    )
