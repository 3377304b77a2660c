"""How often do the ratings agree, and how far do the raters' means lie apart? Beside kappa."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from qwk_core.statistics.dependence import degrees_of_freedom
from qwk_core.statistics.raters.summaries import scale_of
from qwk_core.statistics.raters.sums import CELLS_AT_ONCE
from qwk_core.statistics.rating_table import RatingTable
from qwk_core.statistics.resampling import student_quantile
from qwk_core.study.interval_choice import FEWEST_CLUSTERS
from qwk_core.study.study import Study


@dataclass(frozen=True)
class RawAgreement:
    """Agreement that is not set against chance, and the difference of the means.

    Of more than two raters, of all pairs in one. What is undefined is nan.

    Attributes
    ----------
    same : float
        The share of the items, or of all pairs of ratings of one item, with twice the same
        category.
    observed, expected : float
        p_o and p_e: 1 minus the mean weight of what was observed, and of what chance would give;
        of more than two raters, as a mean of their pairs.
    difference : float
        The second rater's mean minus the first's, in steps of the scale; nan of more raters.
    low, high : float
        The ends of its interval, by Student's t for paired differences; where items come in
        clusters, of the clusters' sums of differences.
    degrees_of_freedom : int
        Of Student's t: items, or clusters, less one, and fewer where weights are uneven; 0
        without an interval.
    means : tuple of float or None
        Each one's mean on the items that both rated, on the scale where the categories are numbers
        that only rise or only fall. Two words count as 0 and 1: then it is the share of the
        second. Other categories count as 1, 2, 3, … None of more raters.

    References
    ----------
    Cochran, W. G. (1977). Sampling techniques (3rd ed.). Wiley, section 9A.2. (The mean of
    clusters of unequal size.)
    """

    same: float
    observed: float
    expected: float
    difference: float = math.nan
    low: float = math.nan
    high: float = math.nan
    degrees_of_freedom: int = 0
    means: tuple[float, float] | None = None


def raw_agreement(study: Study) -> RawAgreement:
    """Return raw agreement, the two parts of kappa, and the difference of the raters' means.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    RawAgreement
        κ = (p_o − p_e) ÷ (1 − p_e).

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> found = raw_agreement(make_study([[40, 9], [6, 45]]))
    >>> round(found.same, 2), round(found.difference, 3), round(found.low, 3), round(found.high, 3)
    (0.85, 0.03, -0.047, 0.107)
    >>> round((found.observed - found.expected) / (1 - found.expected), 4)
    0.6995
    """
    walk = study.walks.get(study.scheme)
    if walk is None or not walk.n:
        return RawAgreement(math.nan, math.nan, math.nan)
    n = float(walk.n)
    parts = (
        float(np.trace(walk.observed)) / n,
        1 - walk.numerator / n,
        1 - walk.denominator / n,
    )
    pair = study.pair
    if pair is None:
        return RawAgreement(_share_of_same(study.all_raters.table), *parts[1:])
    lowest, worth = scale_of(study.categories)
    first, second = (float(one @ worth) / n for one in (walk.actual_totals, walk.predicted_totals))
    means = lowest + first, lowest + second
    steps = np.subtract.outer(np.arange(len(walk.observed)), np.arange(len(walk.observed))).T
    mean = float((steps * walk.observed).sum()) / n
    beyond = steps - mean
    squared = walk.observed if pair.squares is None else pair.squares
    if study.clusters is not None:
        units = len(study.clusters)
        squares = float(((study.clusters * beyond).sum(axis=(1, 2)) ** 2).sum())
    else:
        known = pair.squares is not None or not (study.effective or study.is_uncounted)
        units = round(n) if known else 0
        squares = float((beyond**2 * squared).sum())
    few = units < (2 if study.clusters is None else FEWEST_CLUSTERS)
    if few or not squares:  # one and the same difference everywhere shows no spread
        return RawAgreement(*parts, mean, means=means)
    error = math.sqrt(squares * units / (units - 1)) / n
    df = degrees_of_freedom(units, n**2 / float(squared.sum()))
    margin = student_quantile((1 + study.level) / 2, df) * error
    return RawAgreement(*parts, mean, mean - margin, mean + margin, df, means)


def _share_of_same(table: RatingTable) -> float:
    """Return the share of the pairs of ratings of one item that are the same.

    Some item has two ratings.
    """
    positions, size, weights = table.positions, len(table.categories), table.item_weights
    same = pairs = 0.0
    at_once = max(CELLS_AT_ONCE // size, 1)
    for start in range(0, len(positions), at_once):
        block = positions[start : start + at_once]
        items, raters = np.nonzero(block >= 0)
        cells = np.bincount(items * size + block[items, raters], minlength=len(block) * size)
        counts = cells.reshape(-1, size)
        rated = counts.sum(axis=1)
        counting = 1 if weights is None else weights[start : start + at_once]
        same += float(((counts * (counts - 1)).sum(axis=1) * counting).sum())
        pairs += float((rated * (rated - 1) * counting).sum())
    return same / pairs
