"""The difference of two kappas on the same items."""

import math

import numpy as np
import pandas as pd
import pytest

from qwk_core import RatingsError, kappa_interval, observed_matrix
from qwk_core.statistics.difference import kappa_difference

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
    assert (found.n, found.method, found.better) == (80, "smoothed", 1)
    assert found.width == found.high - found.low


def test_exchanging_the_raters_turns_the_difference_round():
    one, other = kappa_difference(ACTUAL, NEAR, FAR), kappa_difference(ACTUAL, FAR, NEAR)
    assert (other.low, other.high) == pytest.approx((-one.high, -one.low))
    assert other.better == 2


def test_raters_with_the_same_ratings_differ_by_nothing():
    found = kappa_difference(ACTUAL, NEAR, NEAR)
    assert found.difference == 0
    assert -0.05 < found.low <= 0 <= found.high < 0.05
    assert found.correlation == pytest.approx(1)
    assert found.better == 0


def test_the_same_items_make_the_difference_surer_than_both_kappas():
    random = np.random.default_rng(1)
    other = NEAR.copy()
    other[:8] = np.clip(other[:8] + random.integers(-1, 2, 8), 0, 4)
    found = kappa_difference(ACTUAL, NEAR, other)
    assert found.correlation > 0.8
    assert found.width < min(found.first.width, found.second.width)


def test_drawing_items_gives_about_the_same_ends():
    smoothed = kappa_difference(ACTUAL, NEAR, FAR)
    drawn = kappa_difference(ACTUAL, NEAR, FAR, method="bootstrap", n_draws=4000, seed=1)
    assert drawn.low == pytest.approx(smoothed.low, abs=0.05)
    assert drawn.high == pytest.approx(smoothed.high, abs=0.05)
    assert (drawn.method, drawn.n_draws, drawn.n_undefined) == ("bootstrap", 4000, 0)


def test_draws_keep_the_three_ratings_of_an_item_together():
    # Both raters say the same of every item: so does every draw.
    other = np.where(
        NEAR > ACTUAL, np.clip(ACTUAL + 1, 0, 4), np.where(NEAR < ACTUAL, NEAR, ACTUAL)
    )
    drawn = kappa_difference(ACTUAL, NEAR, other, method="bootstrap", n_draws=200)
    assert (drawn.low, drawn.high) == pytest.approx((0, 0), abs=1e-12)


@pytest.mark.parametrize("method", ["auto", "bootstrap"])
def test_no_interval_where_a_rater_is_constant(method):
    found = kappa_difference([0, 1, 2, 1], [0, 1, 2, 2], [1, 1, 1, 1], method=method, n_draws=50)
    assert math.isnan(found.low)
    assert found.caution == found.second.caution
    assert found.difference == found.first.kappa
    undefined = kappa_difference([1, 1], [1, 1], [1, 1], categories=[1, 2], method=method)
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


def test_refusals():
    with pytest.raises(RatingsError, match=r"^Method: “best” is not known"):
        kappa_difference([0, 1], [0, 1], [1, 0], method="best")
    with pytest.raises(RatingsError, match=r"^Rater 2: Actual and Predicted differ in length, 2"):
        kappa_difference([0, 1], [0, 1], [1, 0, 1])
    one = pd.Categorical([0, 2, 2], categories=[0, 2, 1], ordered=True)
    with pytest.raises(RatingsError, match="different scales"):
        kappa_difference([0, 2, 2], one, [0, 1, 2])
