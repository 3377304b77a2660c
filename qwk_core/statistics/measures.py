"""How else can agreement be measured? Other measures, and the parts of quadratic kappa."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from qwk_core.ratings import Array
from qwk_core.statistics.notes import NOTES
from qwk_core.walkthrough import Walkthrough, walk_through_counts

# Measures nearer than this are the same: they are computed by different formulas.
_SAME = 1e-12


@dataclass(frozen=True)
class Measure:
    """A measure of how far two raters agree.

    Attributes
    ----------
    key : str
        The name of its field in `Measures`.
    title, idea : str
        The name people see, and what it counts, in one sentence.
    higher_is_better : bool
        False for errors.
    """

    key: str
    title: str
    idea: str
    higher_is_better: bool = True


_CATALOGUE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
MEASURES = tuple(Measure(**one) for one in _CATALOGUE["measure"])
"""The measures, in the order of a table."""


@dataclass(frozen=True)
class Measures:
    """Measures of agreement, and the terms of quadratic kappa. Distances are in positions.

    Moments are taken over the n items, with 1/n. What is undefined is nan.

    Attributes
    ----------
    n : int or float
        The number of items.
    accuracy, within_one : float
        The share of items whose two ratings are equal, and at most one category apart.
    mean_absolute_error, mean_squared_error : float
        The mean distance, and the mean squared distance.
    unweighted, linear, quadratic : float
        The kappas.
    pearson, spearman : float
        The correlations of the ratings and of their ranks, equal ratings sharing a rank.
    concordance : float
        Lin's: 2 · covariance ÷ (both variances + squared difference of the means).
    expected_mse : float
        The mean squared error that chance alone would give; both variances + squared difference
        of the means.
    actual_mean, predicted_mean, actual_variance, predicted_variance, covariance : float
        The five moments.
    location_shift : float
        Predicted mean − actual mean, in units of the geometric mean of both standard deviations.
    scale_shift : float
        The predicted standard deviation ÷ the actual one.
    bias_factor : float
        2 ÷ (scale + 1 ÷ scale + location²): 1 without bias, and less with. Kappa is Pearson's
        correlation times this.
    undefined : mapping of str to str
        Why, for each field that is nan.
    """

    n: int | float
    accuracy: float
    within_one: float
    mean_absolute_error: float
    mean_squared_error: float
    unweighted: float
    linear: float
    quadratic: float
    pearson: float
    spearman: float
    concordance: float
    expected_mse: float
    actual_mean: float
    predicted_mean: float
    actual_variance: float
    predicted_variance: float
    covariance: float
    location_shift: float
    scale_shift: float
    bias_factor: float
    undefined: Mapping[str, str]

    def __getitem__(self, key: str) -> float:
        """Return a measure by its key in `MEASURES`."""
        value: float = getattr(self, key)
        return value

    @property
    def spread_factor(self) -> float:
        """The factor by which unequal spreads reduce the correlation: 2 ÷ (scale + 1 ÷ scale).

        Examples
        --------
        >>> shrunk = measures([[0, 1, 0], [0, 4, 0], [0, 0, 1]])
        >>> round(shrunk.scale_shift, 4), round(shrunk.spread_factor, 4)
        (0.6455, 0.9113)
        """
        return 2 / (self.scale_shift + 1 / self.scale_shift)

    @property
    def shift_factor(self) -> float:
        """The factor by which unequal means reduce it: bias factor ÷ spread factor.

        Examples
        --------
        >>> shifted = measures([[0, 2, 0], [0, 0, 2], [0, 0, 0]])
        >>> shifted.spread_factor, round(shifted.shift_factor, 4)
        (1.0, 0.3333)
        """
        return self.bias_factor / self.spread_factor


def measures(observed: ArrayLike) -> Measures:
    """Compute all measures of a matrix of counts.

    Whole counts are summed as exact integers, so each measure is rounded only once or twice.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.

    Returns
    -------
    Measures

    Raises
    ------
    RatingsError
        If the counts cannot be used.

    References
    ----------
    Lin, L. I.-K. (1989). A concordance correlation coefficient to evaluate reproducibility.
    Biometrics 45(1), 255–268.

    Examples
    --------
    >>> near = measures([[3, 1, 0], [0, 2, 1], [0, 0, 3]])
    >>> near.accuracy, near.within_one, near.mean_absolute_error
    (0.8, 1.0, 0.2)
    >>> round(near.quadratic, 4), round(1 - near.mean_squared_error / near.expected_mse, 4)
    (0.8592, 0.8592)
    >>> round(near.pearson, 4), round(near.bias_factor, 4)
    (0.8841, 0.9718)
    """
    walk = walk_through_counts(observed)
    n = Fraction(walk.n)
    distances = [Fraction(total) for total in walk.distance_totals.tolist()]
    mse = sum(d * d * total for d, total in enumerate(distances)) / n
    actual_mean, actual_variance = _moments(walk.actual_totals, n)
    predicted_mean, predicted_variance = _moments(walk.predicted_totals, n)
    spread = actual_variance * predicted_variance
    expected_mse = actual_variance + predicted_variance + (predicted_mean - actual_mean) ** 2
    covariance = (expected_mse - mse) / 2 if spread else Fraction(0)
    kappas = walk.kappas
    reasons = {key: walk.undefined_reason for key, kappa in kappas.items() if math.isnan(kappa)}
    reasons |= {"concordance": walk.undefined_reason} if not expected_mse else {}
    if not spread:
        biased = ("pearson", "spearman", "location_shift", "scale_shift", "bias_factor")
        reasons |= dict.fromkeys(biased, NOTES["no-spread-to-divide-by"])
    return Measures(
        n=walk.n,
        accuracy=float(distances[0] / n),
        within_one=float(sum(distances[:2]) / n),
        mean_absolute_error=float(sum(d * total for d, total in enumerate(distances)) / n),
        mean_squared_error=float(mse),
        **kappas,
        pearson=_correlation(covariance, spread),
        spearman=_spearman(walk),
        concordance=float(2 * covariance / expected_mse) if expected_mse else math.nan,
        expected_mse=float(expected_mse),
        actual_mean=float(actual_mean),
        predicted_mean=float(predicted_mean),
        actual_variance=float(actual_variance),
        predicted_variance=float(predicted_variance),
        covariance=float(covariance),
        **_bias(actual_variance, predicted_variance, predicted_mean - actual_mean),
        undefined={key: reason for key, reason in reasons.items() if reason},
    )


@dataclass(frozen=True)
class Comparison:
    """Which of two examples each measure prefers.

    Attributes
    ----------
    preferences : mapping of str to "a", "b" or None
        By the measure's key; None where both are equal or one is undefined.
    flips : tuple of (str, str)
        The pairs of measures that contradict each other: the first prefers a, the second b.
    """

    preferences: Mapping[str, str | None]
    flips: tuple[tuple[str, str], ...]


def rankings_flip(a: Measures, b: Measures) -> Comparison:
    """Return which of two examples each measure prefers, and which measures disagree.

    Parameters
    ----------
    a, b : Measures
        The measures of two examples.

    Returns
    -------
    Comparison

    Examples
    --------
    Forty misses by one, or ten by four: equal in mean absolute error, not in what matters.

    >>> near = measures([[12, 8, 0], [4, 12, 4], [0, 8, 12]])
    >>> far = measures([[18, 0, 2], [0, 20, 0], [2, 0, 18]])
    >>> rankings_flip(near, far).preferences["accuracy"]
    'b'
    >>> ("within_one", "accuracy") in rankings_flip(near, far).flips
    True
    """
    preferences: dict[str, str | None] = {}
    for measure in MEASURES:
        gain = (b[measure.key] - a[measure.key]) * (1 if measure.higher_is_better else -1)
        preferences[measure.key] = None
        if abs(gain) > _SAME:  # not so for nan
            preferences[measure.key] = "b" if gain > 0 else "a"
    keys = {side: [key for key, better in preferences.items() if better == side] for side in "ab"}
    flips = tuple((for_a, for_b) for for_a in keys["a"] for for_b in keys["b"])
    return Comparison(preferences, flips)


def _moments(totals: Array, n: Fraction) -> tuple[Fraction, Fraction]:
    """Return the mean and the variance of the positions from their totals, shape (N,)."""
    counts = [Fraction(total) for total in totals.tolist()]
    mean = sum(position * total for position, total in enumerate(counts)) / sum(counts)
    spread = sum((position - mean) ** 2 * total for position, total in enumerate(counts))
    return Fraction(mean), Fraction(spread / n)


def _correlation(covariance: Fraction, spread: Fraction) -> float:
    """Return covariance ÷ √spread, rounded so that a perfect correlation is exactly 1."""
    if not spread:
        return math.nan
    correlation = math.sqrt(min(covariance**2 / spread, Fraction(1)))
    return math.copysign(correlation, covariance)


def _spearman(walk: Walkthrough) -> float:
    """Return the correlation of the ranks; equal ratings share their mean rank."""
    # x and y: twice the mean rank of each category's items, minus n + 1: whole numbers of mean 0.
    observed, actual, predicted = walk.observed, walk.actual_totals, walk.predicted_totals
    if observed.dtype == np.int64 and walk.n**3 >= 2**63:
        observed = observed.astype(object)  # Python's own integers, which do not overflow
        actual, predicted = actual.astype(object), predicted.astype(object)
    x, y = (2 * np.cumsum(one) - one - one.sum() for one in (actual, predicted))
    if walk.has_constant_rater:
        return math.nan
    products, of_x, of_y = (
        # numpy's own integers would overflow inside a fraction
        Fraction(total.item() if isinstance(total, np.generic) else total)
        for total in (x @ observed @ y, (x * x) @ actual, (y * y) @ predicted)
    )
    return _correlation(products, of_x * of_y)


def _bias(
    actual_variance: Fraction, predicted_variance: Fraction, difference: Fraction
) -> dict[str, float]:
    """Return the location shift, the scale shift and the bias factor: Lin (1989)."""
    if not actual_variance * predicted_variance:
        return dict.fromkeys(("location_shift", "scale_shift", "bias_factor"), math.nan)
    scale = math.sqrt(predicted_variance / actual_variance)
    location = float(difference) / math.sqrt(math.sqrt(actual_variance * predicted_variance))
    return {
        "location_shift": location,
        "scale_shift": scale,
        "bias_factor": 2 / (scale + 1 / scale + location * location),
    }
