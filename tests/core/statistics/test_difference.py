"""The difference of two kappas on the same items."""

import math

import numpy as np
import pandas as pd
import pytest

from qwk_core import kappa_interval, observed_matrix
from qwk_core.kappa import quadratic_weighted_kappa as cohen
from qwk_core.statistics.difference import kappa_difference
from tests.core import oracle
from tests.core.refused import error_of

RANDOM = np.random.default_rng(3)
ACTUAL = RANDOM.integers(0, 5, 80)
NEAR = np.clip(ACTUAL + RANDOM.integers(-1, 2, 80), 0, 4)
FAR = np.clip(ACTUAL + RANDOM.integers(-3, 4, 80), 0, 4)
WEIGHTS = RANDOM.choice([0.5, 1, 4], 80)
EYES = np.repeat(np.arange(40), 2).tolist()  # both eyes of each patient, which are alike


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


@pytest.mark.parametrize(
    ("ratings", "clusters", "weights"),
    [
        ((ACTUAL, NEAR, FAR), None, None),
        ((ACTUAL, ACTUAL, NEAR), None, None),
        ((ACTUAL[EYES], NEAR[EYES], FAR[EYES]), EYES, None),
        ((ACTUAL, NEAR, FAR), None, WEIGHTS),
        ((ACTUAL, NEAR, FAR), np.arange(80) // 4, WEIGHTS),
    ],
    ids=["items", "a perfect rater", "clusters", "weights", "weights in clusters"],
)
def test_its_interval_leaves_out_each_item_or_cluster(ratings, clusters, weights):
    names = np.arange(80) if clusters is None else np.array(clusters)

    def of(kept, **settings):
        settings |= {"sample_weight": None if weights is None else weights[kept]}
        return kappa_difference(*(one[kept] for one in ratings), categories=range(5), **settings)

    found = of(names >= 0, clusters=clusters)
    without = [of(names != name).difference for name in dict.fromkeys(names)]
    weighed = np.ones(80) if weights is None else weights
    worth = round(weighed.sum() ** 2 / (weighed @ weighed))  # items of one weight (Kish)
    df = min(len(without), worth) - 1
    halves = np.array(without) / 2  # between −1 and 1
    _, ends = oracle.jackknife(found.difference / 2, halves, df=df)
    assert (found.low, found.high) == pytest.approx(tuple(2 * end for end in ends))
    assert (found.n, found.df) == (80, df)
    assert found.n_clusters == (0 if clusters is None else len(without))


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


@pytest.mark.parametrize("clusters", [["a"] * 80, ["a", "b"]])
def test_clusters_are_two_or_more_and_one_for_each_item(clusters):
    assert "Clusters: give one for each item, and at least two" in error_of(
        kappa_difference, ACTUAL, NEAR, FAR, clusters=clusters
    )


def with_weights(weights, **settings):
    settings |= {"categories": range(5), "sample_weight": weights}
    return kappa_difference(ACTUAL, NEAR, FAR, **settings)


@pytest.mark.parametrize("clusters", [None, np.arange(80) // 4], ids=["items", "clusters"])
def test_survey_weights(clusters, monkeypatch):
    found = with_weights(WEIGHTS, clusters=clusters)
    for kappa, ratings in ((found.first.kappa, NEAR), (found.second.kappa, FAR)):
        assert kappa == pytest.approx(cohen(ACTUAL, ratings, sample_weight=WEIGHTS))
    monkeypatch.setattr("qwk_core.statistics.difference._CELLS_AT_ONCE", 100)
    assert with_weights(WEIGHTS, clusters=clusters).low == pytest.approx(found.low)
    alike = with_weights(np.full(80, 3.0), clusters=clusters)
    plain = kappa_difference(ACTUAL, NEAR, FAR, categories=range(5), clusters=clusters)
    assert (alike.low, alike.high) == pytest.approx((plain.low, plain.high))
    assert alike.first.width == pytest.approx(plain.first.width)


def test_weights_are_no_counts():
    assert "give these, or sample weights" in error_of(with_weights, WEIGHTS, counts=np.ones(80))
