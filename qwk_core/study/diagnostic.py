"""How often does a rater find what the truth, or the reference, calls positive? Of two categories.

>>> from qwk_core.study.study import make_study
>>> found = diagnostics(make_study([[40, 9], [6, 45]], ("no", "yes")))["predicted"]
>>> found.positive, found.sensitivity.hits, found.sensitivity.n
('yes', 45, 51)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from qwk_core.ratings import Category
from qwk_core.study.roles import COMPARED
from qwk_core.study.study import Study
from qwk_core.study.texts import TEXTS


@dataclass(frozen=True)
class Share:
    """How many of some items a rater finds, and the ends of the interval. What is undefined is nan.

    Attributes
    ----------
    estimate : float
        `hits` ÷ `n`.
    hits, n : int or float
        Sums of weights where items bear weights.
    low, high : float
        By Wilson's score method.
    """

    estimate: float
    hits: int | float
    n: int | float
    low: float = math.nan
    high: float = math.nan


@dataclass(frozen=True)
class Diagnostic:
    """The diagnostic accuracy of one rater beside the truth, or the reference.

    Attributes
    ----------
    positive : int or str
        The category that counts as positive: the second one of the scale.
    sensitivity : Share
        Of the items that are positive, those that the rater calls so.
    specificity : Share
        Of all others, those that the rater does not call positive.
    caution : str or None
        Why there are no intervals.
    """

    positive: Category
    sensitivity: Share
    specificity: Share
    caution: str | None

    @property
    def method(self) -> str | None:
        """What the intervals are called; None without."""
        return "wilson" if self.caution is None else None

    @property
    def shares(self) -> dict[str, Share]:
        """Both, by name."""
        return {"sensitivity": self.sensitivity, "specificity": self.specificity}


def diagnostics(study: Study) -> dict[str, Diagnostic]:
    """Return the sensitivity and the specificity of each other rater, by name.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    dict of str to Diagnostic
        Empty unless there are two categories, and one of the raters is the truth or the reference.

    References
    ----------
    Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference.
    Journal of the American Statistical Association 22(158), 209–212.

    Examples
    --------
    >>> from qwk_core.study.study import make_rater_study
    >>> rows = [["no", "no", "yes"], ["yes", "yes", "yes"]] * 9
    >>> study = make_rater_study(rows, categories=("no", "yes"), raters=["truth", "old", "new"])
    >>> {name: one.specificity.estimate for name, one in diagnostics(study).items()}
    {'old': 1.0, 'new': 0.0}
    """
    if study.roles not in COMPARED or len(study.categories) != 2:
        return {}
    each = {study.raters[1]: study} if study.is_pair else study.against
    return {name: _diagnostic(one) for name, one in each.items()}


def _diagnostic(study: Study) -> Diagnostic:
    (true_negative, false_positive), (false_negative, true_positive) = study.observed.tolist()
    alone = study.clusters is None and not study.effective and not study.is_uncounted
    level = study.level if alone else math.nan
    return Diagnostic(
        study.categories[1],
        _share(true_positive, true_positive + false_negative, level),
        _share(true_negative, true_negative + false_positive, level),
        None if alone else TEXTS["both"]["diagnostic-dependent"],
    )


def _share(hits: int | float, n: int | float, level: float) -> Share:
    """Return a share with Wilson's interval; without one where there is no level."""
    if not n:
        return Share(math.nan, hits, n)
    if math.isnan(level):
        return Share(hits / n, hits, n)
    z = NormalDist().inv_cdf((1 + level) / 2)
    middle = (hits + z**2 / 2) / (n + z**2)
    margin = z / (n + z**2) * math.sqrt(hits * (n - hits) / n + z**2 / 4)
    low, high = (middle - margin if hits else 0.0), (middle + margin if hits < n else 1.0)
    return Share(hits / n, hits, n, low, high)
