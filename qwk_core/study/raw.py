"""How often do the ratings agree, and how far do the raters' means lie apart? Beside kappa."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from qwk_core.statistics.resampling import student_quantile
from qwk_core.study.study import Study


@dataclass(frozen=True)
class RawAgreement:
    """Agreement that is not set against chance, and the difference of the means.

    Of more than two raters, of all pairs in one. What is undefined is nan.

    Attributes
    ----------
    same : float
        The share of the items, or of the pairs of ratings, with twice the same category.
    observed, expected : float
        p_o and p_e: 1 minus the mean weight of what was observed, and of what chance would give.
    difference : float
        The second rater's mean minus the first's, in steps of the scale; nan of more raters.
    low, high : float
        The ends of its interval, by Student's t for paired differences.
    """

    same: float
    observed: float
    expected: float
    difference: float = math.nan
    low: float = math.nan
    high: float = math.nan


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
    if not study.is_pair:
        return RawAgreement(*parts)
    steps = np.subtract.outer(np.arange(len(walk.observed)), np.arange(len(walk.observed))).T
    mean = float((steps * walk.observed).sum()) / n
    if study.effective or study.clusters is not None or n < 2 or n % 1:
        return RawAgreement(*parts, mean)
    spread = float(((steps - mean) ** 2 * walk.observed).sum()) / (n - 1)
    margin = student_quantile((1 + study.level) / 2, int(n) - 1) * math.sqrt(spread / n)
    return RawAgreement(*parts, mean, mean - margin, mean + margin)
