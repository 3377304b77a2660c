"""Who among the raters is severe, lenient or erratic?"""

from __future__ import annotations

import math
from dataclasses import dataclass

from qwk_core.statistics.raters.agreement import RaterAgreement
from qwk_core.statistics.raters.summaries import RaterSummary, scale_of

SEVERE, LENIENT, ERRATIC = "severe", "lenient", "erratic"
"""What a rater can be called."""


@dataclass(frozen=True)
class Limits:
    """From where on a rater is called severe, lenient or erratic, on the scale of `RaterSummary`.

    Both follow from the standard deviation of all ratings, so that they suit scales of any length.

    Attributes
    ----------
    bias : float
        Half that standard deviation: a rater who is further above or below the others is lenient
        or severe.
    spread : float
        That standard deviation: a rater whose differences from the others spread more than the
        ratings themselves do is erratic.
    """

    bias: float
    spread: float

    def names(self, rater: RaterSummary) -> tuple[str, ...]:
        """Return what a rater is: some of SEVERE, LENIENT and ERRATIC; nothing for most raters.

        Parameters
        ----------
        rater : RaterSummary
            One of `RaterAgreement.raters_summary`.

        Returns
        -------
        tuple of str
        """
        found = []
        if rater.bias < -self.bias:
            found.append(SEVERE)
        if rater.bias > self.bias:
            found.append(LENIENT)
        if rater.bias_spread > self.spread:
            found.append(ERRATIC)
        return tuple(found)


def limits(agreement: RaterAgreement) -> Limits:
    """Return from where on a rater of this table is called severe, lenient or erratic.

    Parameters
    ----------
    agreement : RaterAgreement
        All raters.

    Returns
    -------
    Limits
        nan where there are fewer than two ratings: then nobody is called anything.

    Examples
    --------
    >>> from qwk_core.statistics.raters import rater_agreement
    >>> agreement = rater_agreement([[1, 1, 3], [2, 2, 4], [3, 3, 5]], raters=["A", "B", "C"])
    >>> [limits(agreement).names(rater) for rater in agreement.raters_summary]
    [('severe',), ('severe',), ('lenient',)]
    """
    _lowest, worth = scale_of(agreement.categories)
    ratings = worth[agreement.positions[agreement.positions >= 0]]
    spread = float(ratings.std(ddof=1)) if len(ratings) > 1 else math.nan
    return Limits(spread / 2, spread)
