"""Reading scales: how likely is each band, as far as the draws show? The shares of the draws."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.statistics.scales import ReadingScale


def band_probabilities(kappas: ArrayLike, scale: ReadingScale) -> NDArray[np.float64]:
    """Return the share of kappas in each band of a reading scale.

    Parameters
    ----------
    kappas : array_like, shape (m,)
        Bootstrap draws; those that are nan are left out.
    scale : ReadingScale
        Each kappa is read as `ReadingScale.band` reads it.

    Returns
    -------
    ndarray of float64, shape (number of bands,)
        They sum to 1; all nan where no kappa is defined.

    Examples
    --------
    >>> from qwk_core.statistics.scales import READING_SCALES
    >>> band_probabilities([0.1, 0.25, 0.3, 0.9], READING_SCALES[0])
    array([0.  , 0.25, 0.5 , 0.  , 0.  , 0.25])
    """
    values = np.asarray(kappas, dtype=np.float64)
    values = values[~np.isnan(values)]
    if not len(values):
        return np.full(len(scale.bands), math.nan)
    # A scale rounds to two decimals first: then few are left to be read, however many the draws.
    draws = Counter(round(kappa, 2) for kappa in values.tolist())
    shares = dict.fromkeys(scale.bands, 0.0)
    for kappa, count in sorted(draws.items()):
        band = scale.band(kappa)
        assert band is not None, "only nan falls into no band"
        shares[band] += count / len(values)
    return np.array(list(shares.values()))
