"""The share of draws in each band of a reading scale."""

import math

import numpy as np
import pytest

from qwk_core.statistics.bands import band_probabilities
from qwk_core.statistics.intervals import bootstrap_kappas
from qwk_core.statistics.scales import READING_SCALES
from qwk_core.teaching.examples import example

STEPS = example("steps").walk().observed


@pytest.mark.parametrize("scale", READING_SCALES, ids=lambda scale: scale.key)
def test_band_probabilities_read_as_the_scale_reads(scale):
    draws = np.append(bootstrap_kappas(STEPS, n_draws=1000, seed=1), [math.nan, 1, -1, 0])
    shares = band_probabilities(draws, scale)
    assert shares.sum() == pytest.approx(1)
    read = [scale.band(kappa) for kappa in draws.tolist()]
    assert shares.tolist() == [
        pytest.approx(read.count(band) / np.count_nonzero(~np.isnan(draws))) for band in scale.bands
    ]


def test_band_probabilities_of_nothing():
    assert np.isnan(band_probabilities([math.nan], READING_SCALES[0])).all()
