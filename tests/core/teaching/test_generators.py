"""The second rater: the counts of many drawn items approach the computed probabilities."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from qwk_core import SCHEMES, RatingsError, observed_matrix, walk_through_counts
from qwk_core.teaching.generators import (
    SLIDERS,
    RaterSettings,
    kappa_curve,
    rater_probabilities,
    second_rater,
    slider_values,
)

SETTINGS = [
    RaterSettings(),
    RaterSettings(noise=0.4, shift=0.3, stretch=0.5, prevalence=1.5, n_categories=7),
    RaterSettings(noise=0.05, shift=-0.25, stretch=1.7, prevalence=-2.0, n_categories=4),
    RaterSettings(noise=0.0, shift=0.5),
    RaterSettings(noise=0.3, n_categories=2),
    RaterSettings(noise=0.1, n_categories=20),
]


@pytest.mark.parametrize("settings", SETTINGS)
def test_many_items_approach_the_probabilities(settings):
    probabilities = rater_probabilities(settings)
    assert probabilities.sum() == pytest.approx(1)
    assert (probabilities >= 0).all()
    drawn = np.zeros_like(probabilities)
    for seed in range(20):
        ratings = second_rater(replace(settings, n=10_000), seed=seed)
        scale = range(settings.n_categories)
        drawn += observed_matrix(ratings.actual, ratings.predicted, categories=scale)
    n = drawn.sum()
    error = np.sqrt(probabilities * (1 - probabilities) / n)
    # The limit is five standard errors. A nearly impossible cell may also get one or two items.
    assert (np.abs(drawn / n - probabilities) <= 5 * error + 2 / n).all()


@pytest.mark.parametrize("settings", SETTINGS)
def test_curves_pass_through_the_table_s_own_kappas(settings):
    table = rater_probabilities(settings)
    for slider in SLIDERS:
        curve = kappa_curve(slider.key, [getattr(settings, slider.key)], settings)
        assert curve.shape == (3, 1)
        for kappa, scheme in zip(curve[:, 0], SCHEMES, strict=True):
            assert kappa == pytest.approx(walk_through_counts(table, scheme=scheme).kappa)


def test_against_the_normal_distribution_of_scipy():
    table = rater_probabilities(RaterSettings(noise=0.2, shift=0.1, n_categories=6))
    share = stats.norm.cdf(3.5, loc=2 + 0.5, scale=1) - stats.norm.cdf(2.5, loc=2.5, scale=1)
    assert table[2, 3] == pytest.approx(share / 6, rel=1e-12)


def test_what_each_slider_does():
    for settings in (RaterSettings(noise=0, shift=1), RaterSettings(noise=0, stretch=0)):
        assert kappa_curve("noise", [0], settings).ravel().tolist() == [0, 0, 0], "a constant rater"
    settings = RaterSettings()
    noise = kappa_curve("noise", np.linspace(0, 1, 21), settings)
    assert (np.diff(noise) < 0).all()
    shift = kappa_curve("shift", [-0.5, -0.25, 0, 0.25, 0.5], settings)
    assert shift == pytest.approx(shift[:, ::-1])
    assert (shift.argmax(axis=1) == 2).all()
    prevalence = kappa_curve("prevalence", [-2, 0, 2], settings)
    assert prevalence[:, 0] == pytest.approx(prevalence[:, 2])
    assert (prevalence[:, 1] > prevalence[:, 0]).all()
    # Brenner & Kliebsch (1996): finer scales raise quadratic and lower unweighted kappa.
    quadratic, _, unweighted = kappa_curve("n_categories", [2, 3, 5, 10, 20], RaterSettings())
    assert (np.diff(unweighted[1:]) < 0).all()
    assert np.ptp(quadratic) < 0.1
    items = kappa_curve("n", [10, 10_000], settings)
    assert (items[:, 0] == items[:, 1]).all()


@pytest.mark.parametrize("slider", SLIDERS, ids=lambda slider: slider.key)
def test_a_slider_can_be_set_anywhere_in_its_range(slider):
    assert slider.low <= slider.default <= slider.high
    values = slider_values(slider)
    assert (values[0], values[-1]) == (slider.low, slider.high)
    assert np.isfinite(kappa_curve(slider.key, values, RaterSettings())).all()
    assert np.isfinite(kappa_curve(slider.key, values, RaterSettings(noise=0))).all()
    steps = (slider.high - slider.low) / slider.step
    assert steps == pytest.approx(round(steps))
    for outside in (slider.low - slider.step, slider.high + slider.step, math.nan):
        with pytest.raises(RatingsError, match=f"^{slider.title}: .* is out of range; from "):
            RaterSettings(**{slider.key: outside})


def test_a_seed_repeats_and_a_small_change_of_a_slider_changes_little():
    first, again = (second_rater(RaterSettings(n=2000), seed=3) for _ in range(2))
    np.testing.assert_array_equal(first.predicted, again.predicted)
    other = second_rater(RaterSettings(n=2000), seed=4)
    assert (first.actual != other.actual).any()
    changed = second_rater(RaterSettings(noise=0.16, n=2000), seed=3)
    np.testing.assert_array_equal(first.actual, changed.actual)
    assert 0 < np.mean(first.predicted != changed.predicted) < 0.05
