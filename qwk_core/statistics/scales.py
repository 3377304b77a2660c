"""Which word describes a kappa? Reading scales, which disagree with one another.

No single scale can serve all weighted kappas: Warrens (2013), doi 10.1155/2013/325831.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any


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
    includes_high: bool


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


def _read(key: str, ends: list[float], **texts: Any) -> ReadingScale:
    words, hold = texts["words"], texts["holds_its_end"]
    return ReadingScale(
        key=key,
        name=texts.get("called") or texts["name"],
        source=texts.get("publication") or texts["source"],
        bands=tuple(map(Band, ends, ends[1:], words, hold)),
    )


_CATALOGUE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
READING_SCALES = tuple(_read(**scale) for scale in _CATALOGUE["scale"])
"""The reading scales; none of them fits all weighted kappas."""
