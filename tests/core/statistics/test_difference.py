"""The difference of two kappas on the same items."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from qwk_core import RatingsError, kappa_interval, observed_matrix, weight_matrix
from qwk_core.kappa import quadratic_weighted_kappa as cohen
from qwk_core.statistics.difference import kappa_difference
from qwk_core.statistics.intervals import kappas_of_draws, multinomial_draws

RANDOM = np.random.default_rng(3)
ACTUAL = RANDOM.integers(0, 5, 80)
NEAR = np.clip(ACTUAL + RANDOM.integers(-1, 2, 80), 0, 4)
FAR = np.clip(ACTUAL + RANDOM.integers(-3, 4, 80), 0, 4)


def test_it_is_the_difference_of_both_kappas():
    found = kappa_difference(ACTUAL, NEAR, FAR)
    first, second = (
        kappa_interval(observed_matrix(ACTUAL, one), method="auto") for one in (NEAR, FAR)
    )
    assert found.first == first
    assert found.second == second
    assert found.difference == first.kappa - second.kappa
    assert found.low < found.difference < found.high
    assert (found.n, found.better) == (80, 1)


def test_exchanging_the_raters_turns_the_difference_round():
    one, other = kappa_difference(ACTUAL, NEAR, FAR), kappa_difference(ACTUAL, FAR, NEAR)
    assert (other.low, other.high) == pytest.approx((-one.high, -one.low))
    assert other.better == 2
    same = kappa_difference(ACTUAL, NEAR, NEAR)
    assert (same.difference, same.better) == (0, 0)
    assert "Whichever item is left out" in same.caution


def test_the_same_items_make_the_difference_surer_than_both_kappas():
    random = np.random.default_rng(1)
    other = NEAR.copy()
    other[:8] = np.clip(other[:8] + random.integers(-1, 2, 8), 0, 4)
    found = kappa_difference(ACTUAL, NEAR, other)
    assert found.high - found.low < min(found.first.width, found.second.width)


def test_a_perfect_rater_is_found_better_than_one_who_errs():
    erring = np.where(np.arange(80) % 10 < 4, np.where(ACTUAL < 4, ACTUAL + 1, 3), ACTUAL)
    found = kappa_difference(ACTUAL, ACTUAL, erring)
    assert (found.first.kappa, found.better) == (1, 1)
    left_out = [np.arange(80) != at for at in range(80)]
    without = [
        kappa_difference(ACTUAL[at], ACTUAL[at], erring[at], categories=range(5)).difference
        for at in left_out
    ]
    error = math.sqrt(79 / 80 * ((without - np.mean(without)) ** 2).sum())
    margin = stats.t(79).ppf(0.975) * error
    assert found.high - found.low == pytest.approx(2 * margin, rel=0.01)


def test_drawing_items_gives_about_the_same_ends():
    found = kappa_difference(ACTUAL, NEAR, FAR)
    met, times = np.unique(np.stack([ACTUAL, NEAR, FAR]), axis=1, return_counts=True)
    one, other = (  # the same seed draws the same items
        kappas_of_draws(multinomial_draws(times, 4000, seed=1), met[0], predicted, weight_matrix(5))
        for predicted in met[1:]
    )
    assert (found.low, found.high) == pytest.approx(
        tuple(np.quantile(one - other, [0.025, 0.975])), abs=0.05
    )


def test_no_interval_where_a_rater_is_constant():
    found = kappa_difference([0, 1, 2, 1], [0, 1, 2, 2], [1, 1, 1, 1])
    assert math.isnan(found.low)
    assert found.caution == found.second.caution
    once = kappa_difference([0, 1, 1, 1], [0, 1, 1, 1], [0, 1, 1, 0])
    assert "Without some of the items" in once.caution
    assert found.difference == found.first.kappa
    undefined = kappa_difference([1, 1], [1, 1], [1, 1], categories=[1, 2])
    assert math.isnan(undefined.difference)
    assert undefined.better == 0


def test_all_three_share_one_scale():
    found = kappa_difference([1, 2, 3, 2], [1, 2, 3, 3], [1, 2, 5, 2])
    expected = observed_matrix([1, 2, 3, 2], [1, 2, 3, 3], categories=range(1, 6))
    assert found.first.kappa == kappa_interval(expected).kappa
    order = ["low", "mid", "high"]
    ordered = [
        pd.Categorical(one, categories=order, ordered=True)
        for one in (["low", "mid", "high"], ["low", "high", "high"], ["mid", "mid", "high"])
    ]
    by_names = kappa_difference(*ordered)
    by_numbers = kappa_difference([0, 1, 2], [0, 2, 2], [1, 1, 2])
    assert by_names.difference == by_numbers.difference


def test_whole_clusters_left_out_give_about_the_same_ends():
    patients = np.repeat(np.arange(40), 2)  # both eyes of each, almost alike
    actual, near, far = (np.repeat(one[:40], 2) for one in (ACTUAL, NEAR, FAR))
    found = kappa_difference(actual, near, far, clusters=patients.tolist())
    left_out = [patients != patient for patient in range(40)]
    without = [kappa_difference(actual[at], near[at], far[at]).difference for at in left_out]
    error = math.sqrt(39 / 40 * ((without - np.mean(without)) ** 2).sum())
    assert found.high - found.low == pytest.approx(2 * stats.t(39).ppf(0.975) * error, rel=0.02)
    as_if_apart = kappa_difference(actual, near, far)
    once = kappa_difference(ACTUAL[:40], NEAR[:40], FAR[:40])
    assert as_if_apart.high - as_if_apart.low < 0.8 * (found.high - found.low)
    assert found.high - found.low == pytest.approx(once.high - once.low, rel=0.1)
    assert (found.df, found.n_clusters, once.df, once.n_clusters) == (39, 40, 39, 0)


@pytest.mark.parametrize("clusters", [["a"] * 80, ["a", "b"]])
def test_clusters_are_two_or_more_and_one_for_each_item(clusters):
    with pytest.raises(RatingsError, match="Clusters: give one for each item, and at least two"):
        kappa_difference(ACTUAL, NEAR, FAR, clusters=clusters)


WEIGHTS = RANDOM.choice([0.5, 1, 4], 80)


def with_weights(kept, weights=WEIGHTS, **settings):
    settings |= {"categories": range(5), "sample_weight": weights[kept]}
    return kappa_difference(ACTUAL[kept], NEAR[kept], FAR[kept], **settings)


@pytest.mark.parametrize("clusters", [None, np.arange(80) // 4], ids=["items", "clusters"])
def test_survey_weights(clusters, monkeypatch):
    units = np.arange(80) if clusters is None else clusters
    every = np.ones(80, dtype=bool)
    found = with_weights(every, clusters=clusters)
    for kappa, ratings in ((found.first.kappa, NEAR), (found.second.kappa, FAR)):
        assert kappa == pytest.approx(cohen(ACTUAL, ratings, sample_weight=WEIGHTS))
    without = [with_weights(units != one).difference for one in np.unique(units)]
    n = len(without)
    error = math.sqrt((n - 1) / n * np.sum((without - np.mean(without)) ** 2)) / 2
    half = math.atanh(found.difference / 2)
    margin = stats.t.ppf(0.975, n - 1) * error / (1 - (found.difference / 2) ** 2)
    ends = 2 * math.tanh(half - margin), 2 * math.tanh(half + margin)
    assert (found.low, found.high) == pytest.approx(ends)
    assert (found.n, found.df) == (80, n - 1)
    monkeypatch.setattr("qwk_core.statistics.difference._CELLS_AT_ONCE", 100)
    assert with_weights(every, clusters=clusters).low == pytest.approx(found.low)
    alike = with_weights(every, np.full(80, 3.0), clusters=clusters)
    plain = kappa_difference(ACTUAL, NEAR, FAR, categories=range(5), clusters=clusters)
    assert (alike.low, alike.high) == pytest.approx((plain.low, plain.high))
    assert alike.first.width == pytest.approx(plain.first.width)


def test_weights_are_no_counts():
    with pytest.raises(RatingsError, match="give these, or sample weights"):
        with_weights(np.ones(80, dtype=bool), counts=np.ones(80))
