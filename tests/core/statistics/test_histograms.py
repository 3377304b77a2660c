"""Histograms of draws, of shuffles and of scores count every value once; so do reading bands."""

import math

import numpy as np
import pytest

from qwk_core.statistics.bands import band_probabilities
from qwk_core.statistics.histograms import draw_histogram, score_histogram, shuffle_histogram
from qwk_core.statistics.intervals import bootstrap_kappas
from qwk_core.statistics.scales import READING_SCALES
from qwk_core.statistics.shuffle import shuffle_predictions
from qwk_core.teaching.examples import EXAMPLES, example
from tests.core.published import FLEISS_1969

STEPS = example("steps").walk().observed


def check(bars, values):
    """Check that the bars hold each value once, and reach from the lowest to the highest."""
    assert len(bars.edges) == len(bars.counts) + 1
    assert bars.counts.sum() == len(values)
    assert bars.edges[0] <= min(values) + 1e-9
    assert bars.edges[-1] >= max(values) - 1e-9


@pytest.mark.parametrize("observed", [FLEISS_1969, [[3, 0], [0, 3]], [[10**9 - 2, 1], [1, 0]]])
def test_a_histogram_holds_every_draw(observed):
    draws = bootstrap_kappas(observed, n_draws=500, seed=1)
    bars = draw_histogram(draws)
    check(bars, draws[~np.isnan(draws)])
    assert len(bars.counts) <= 52
    widths = np.diff(bars.edges)
    assert widths == pytest.approx(widths[0])
    assert bars.counts[0] > 0
    assert bars.counts[-1] > 0


def test_a_histogram_of_nothing():
    assert draw_histogram([math.nan]).counts.tolist() == []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
@pytest.mark.parametrize("n_shuffles", [1, 100])
def test_a_bar_holds_only_what_reached_or_only_what_did_not(example, n_shuffles):
    walk = example.walk()
    shuffles = shuffle_predictions(walk.observed, n_shuffles=n_shuffles, seed=1)
    bars = shuffle_histogram(shuffles.kappas, walk.kappa)
    check(bars, shuffles.kappas)
    reaching = bars.edges[:-1] >= walk.kappa
    assert bars.counts[reaching].sum() == shuffles.reaching(walk.kappa)
    assert len(bars.counts) <= 22


def test_the_bars_hold_every_item_once():
    actual, scores = [0, 0, 1, 1, 2], [0.1, 0.2, 0.2, 0.9, 1.4]
    bars = score_histogram(actual, scores, categories=range(4), n_bars=5)
    assert bars.counts.shape == (4, len(bars.edges) - 1)
    assert bars.counts.sum(axis=1).tolist() == [2, 2, 1, 0]
    for score in scores:
        assert bars.edges[0] <= score <= bars.edges[-1]


def test_one_far_score_does_not_squeeze_the_others_into_one_bar():
    scores = [*np.linspace(0, 1, 400), 1e6]
    bars = score_histogram([0, 1] * 200 + [1], scores)
    assert bars.edges[-1] < 2
    assert bars.counts.sum() == 401
    assert np.count_nonzero(bars.counts.sum(axis=0)) > 20


def test_equal_scores_are_one_bar():
    bars = score_histogram([0, 1], [3.0, 3.0])
    assert bars.counts.tolist() == [[1], [1]]
    assert bars.edges[0] <= 3 <= bars.edges[1]


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


def test_no_bar_goes_beyond_a_kappa_of_1():
    for draws in ([0.2, 0.9, 1, 1], [1, 1], [0.995, 1], [-1, 1]):
        bars = draw_histogram(draws)
        check(bars, draws)
        assert bars.edges[-1] == pytest.approx(1)
