"""Which word describes a kappa? Reading scales, which disagree with one another.

No single scale can serve all weighted kappas: Warrens (2013), doi 10.1155/2013/325831.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from qwk_core.messages import N_


@dataclass(frozen=True)
class Band:
    """A stretch of a reading scale.

    Attributes
    ----------
    low, high : float
        Its two ends.
    label : str
        The word for a kappa in it.
    includes_high : bool
        Whether a kappa of exactly `high` belongs here, not to the next band.
    """

    low: float
    high: float
    label: str
    includes_high: bool = True


@dataclass(frozen=True)
class ReadingScale:
    """Words for kappa, from −1 to 1 without a gap.

    Attributes
    ----------
    key, name, source : str
        A short name that never changes, the name people see, and the publication.
    bands : tuple of Band
        From low to high; each begins where the one before ends.
    """

    key: str
    name: str
    source: str
    bands: tuple[Band, ...]

    def band(self, kappa: float) -> Band | None:
        """Return the band that a kappa falls into, None for nan.

        The sources print their bands to two decimals ("0.21–0.40"), so kappa is rounded to two
        decimals first, as `round` does: 0.204 reads as 0.20, and 0.206 as 0.21.

        Parameters
        ----------
        kappa : float
            From −1 to 1, or nan.

        Returns
        -------
        Band or None

        Examples
        --------
        >>> landis_koch = READING_SCALES[0]
        >>> landis_koch.band(0.204).label, landis_koch.band(0.206).label
        ('slight', 'fair')
        """
        if math.isnan(kappa):
            return None
        rounded = round(kappa, 2)
        return next(
            band
            for band in self.bands
            if rounded < band.high or (rounded == band.high and band.includes_high)
        )


READING_SCALES = (
    ReadingScale(
        key="landis-koch",
        name="Landis & Koch (1977)",
        source="Landis, J. R. & Koch, G. G. (1977). The measurement of observer agreement for "
        "categorical data. Biometrics 33(1), 159–174.",
        bands=(
            Band(-1.0, 0.0, N_("poor"), includes_high=False),
            Band(0.0, 0.2, N_("slight")),
            Band(0.2, 0.4, N_("fair")),
            Band(0.4, 0.6, N_("moderate")),
            Band(0.6, 0.8, N_("substantial")),
            Band(0.8, 1.0, N_("almost perfect")),
        ),
    ),
    ReadingScale(
        key="fleiss",
        name="Fleiss (1981)",
        source="Fleiss, J. L. (1981). Statistical methods for rates and proportions, 2nd edition. "
        "Wiley.",
        bands=(
            Band(-1.0, 0.4, N_("poor"), includes_high=False),
            Band(0.4, 0.75, N_("fair to good")),
            Band(0.75, 1.0, N_("excellent")),
        ),
    ),
    ReadingScale(
        key="altman",
        name="Altman (1991)",
        source="Altman, D. G. (1991). Practical statistics for medical research. Chapman & Hall.",
        bands=(
            Band(-1.0, 0.2, N_("poor")),
            Band(0.2, 0.4, N_("fair")),
            Band(0.4, 0.6, N_("moderate")),
            Band(0.6, 0.8, N_("good")),
            Band(0.8, 1.0, N_("very good")),
        ),
    ),
    ReadingScale(
        key="cicchetti",
        name="Cicchetti (1994)",
        source="Cicchetti, D. V. (1994). Guidelines, criteria, and rules of thumb for evaluating "
        "normed and standardized assessment instruments in psychology. "
        "Psychological Assessment 6(4), 284–290.",
        bands=(
            Band(-1.0, 0.4, N_("poor"), includes_high=False),
            Band(0.4, 0.6, N_("fair"), includes_high=False),
            Band(0.6, 0.75, N_("good"), includes_high=False),
            Band(0.75, 1.0, N_("excellent")),
        ),
    ),
    ReadingScale(
        key="mchugh",
        name="McHugh (2012)",
        source="McHugh, M. L. (2012). Interrater reliability: the kappa statistic. "
        "Biochemia Medica 22(3), 276–282.",
        bands=(
            # The source's scale begins at 0; what lies below agrees no more than that.
            Band(-1.0, 0.2, N_("none")),
            Band(0.2, 0.4, N_("minimal"), includes_high=False),
            Band(0.4, 0.6, N_("weak"), includes_high=False),
            Band(0.6, 0.8, N_("moderate"), includes_high=False),
            Band(0.8, 0.9, N_("strong")),
            Band(0.9, 1.0, N_("almost perfect")),
        ),
    ),
    ReadingScale(
        key="essay-scoring",
        name=N_("Automated essay scoring (ETS)"),
        source=N_(
            "The practice of ETS: quadratic weighted kappa of 0.70 or more with a human rater, "
            "and within 0.10 of what two human raters reach."
        ),
        bands=(
            Band(-1.0, 0.7, N_("below the threshold"), includes_high=False),
            Band(0.7, 1.0, N_("acceptable")),
        ),
    ),
)
"""The reading scales; none of them fits all weighted kappas."""
