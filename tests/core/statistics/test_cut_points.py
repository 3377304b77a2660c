"""Cut-points: the best of all, their kappa on other items, and refusals."""

import math
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import quadratic_weighted_kappa
from qwk_core.statistics.cut_points import (
    apply_cut_points,
    best_cut_points,
    cross_validated,
    deal_folds,
    round_to_nearest,
    stretch_to_match,
)
from qwk_core.statistics.cut_search import SortedScores
from tests.core import oracle


@st.composite
def scored(draw, most_items=9, most_categories=4):
    """Actual ratings with two categories or more, and scores with ties, two distinct or more."""
    top = draw(st.integers(1, most_categories - 1))
    score = st.one_of(
        st.integers(-2, 4).map(float), st.floats(-1, 5, allow_subnormal=False, width=16)
    )
    pairs = draw(
        st.lists(st.tuples(st.integers(0, top), score), min_size=2, max_size=most_items).filter(
            lambda items: len({x for x, _ in items}) > 1 and len({s for _, s in items}) > 1
        )
    )
    actual, scores = zip(*pairs, strict=True)
    return list(actual), list(scores), range(top + 1)


def exact_kappa(actual, scores, thresholds):
    """Return κ from its definition, in fractions."""
    predicted = [sum(score >= threshold for threshold in thresholds) for score in scores]
    return oracle.kappa(oracle.count(actual, predicted))


def places(scores):
    """Return one threshold for each division of the scores into two parts."""
    return [*sorted(set(scores)), math.inf]


@given(scored())
def test_no_other_cut_points_do_better(case):
    actual, scores, categories = case
    found = best_cut_points(actual, scores, categories=categories)
    kappas = [
        exact_kappa(actual, scores, thresholds)
        for thresholds in combinations_with_replacement(places(scores), len(categories) - 1)
    ]
    assert None not in kappas, "actual ratings that vary always have a kappa"
    assert found.kappa == float(max(kappas))
    assert exact_kappa(actual, scores, found.thresholds) == max(kappas)


@given(scored(most_items=30, most_categories=8))
def test_kappa_is_that_of_the_applied_cut_points_to_the_last_bit(case):
    actual, scores, categories = case
    cuts = [
        method(actual, scores, categories=categories)
        for method in (round_to_nearest, stretch_to_match, best_cut_points)
    ]
    for cut in cuts:
        assert cut.categories == tuple(categories)
        assert (cut.thresholds[1:] >= cut.thresholds[:-1]).all()
        predicted = cut.apply(scores)
        assert cut.kappa == quadratic_weighted_kappa(actual, predicted, categories=categories)
    assert cuts[2].kappa >= max(0, cuts[0].kappa, cuts[1].kappa)


SEVERITIES = ["none", "mild", "severe"]
BESIDE = float(np.nextafter(0.1, 1))


@pytest.mark.parametrize(
    ("actual", "scores", "scale", "thresholds"),
    [
        (SEVERITIES, [1, 10, 100], SEVERITIES, [6, 60]),  # the shortest numbers near 5.5 and 55
        # If the scores are in reverse order, one category for all is best: the mean.
        ([0, 1, 2, 3, 4], [5, 4, 3, 2, 1], None, [-math.inf, -math.inf, math.inf, math.inf]),
        # If it is best to leave a category unused, two thresholds are equal or one is infinite.
        ([0, 0, 0, 3, 3, 3], [1, 2, 3, 4, 5, 6], None, [4, 4, 4]),
        ([1, 2, 2], [0.1, 0.2, 0.3], range(4), [-math.inf, 0.2, math.inf]),
        ([0, 1], [0.1, BESIDE], None, [BESIDE]),  # neighbouring floats are separated
        ([0, 1], [-1e100, 1e100], None, [0]),
    ],
)
def test_known_cut_points(actual, scores, scale, thresholds):
    cut = best_cut_points(actual, scores, categories=scale)
    assert cut.thresholds.tolist() == thresholds
    assert cut.kappa == (0 if scores[0] > scores[-1] else 1)
    if scale is SEVERITIES:
        assert cut.apply([1, 9, 200]).tolist() == SEVERITIES
        assert cut.apply([9]).dtype == object


def test_places_that_floats_cannot_tell_apart_are_told_by_whole_numbers():
    # Above every second place, the surplus over the mean of 1/2 is exactly 0: many places tie.
    actual = [1, 0] * 500
    cut = best_cut_points(actual, range(1000))
    assert cut.kappa == max(
        float(exact_kappa(actual, range(1000), [place])) for place in (0, 1, 2, 998, 999)
    )
    # No float equals the mean of these ratings, 2/3. Every third rating is 2, the others are 0.
    sums = SortedScores.of(np.array([2, 0, 0] * 400), np.arange(1200.0))
    assert sums.best_places([Fraction(2, 3), Fraction(2 * 10**30 + 1, 3 * 10**30)]) == [0, 1200]


def test_rounding_lets_halves_go_up_and_keeps_to_the_scale():
    cut = round_to_nearest([1, 2, 3, 3], [-7, 1.5, 2.5, 99.0])
    assert cut.apply([-7, 1.5, 2.5, 99.0]).tolist() == [1, 2, 3, 3]
    assert cut.kappa == 1
    assert round_to_nearest([1, 4], [2.4, 2.5], categories=[1, 4]).kappa == 1, "halfway is 2.5"
    words = round_to_nearest(["mild", "severe"], [0.7, 1.6], categories=SEVERITIES)
    assert words.kappa == 1
    assert math.isnan(round_to_nearest([3, 3], [3.1, 2.9]).kappa)


def test_stretching_gives_the_mean_and_the_spread_of_actual_ratings():
    random = np.random.default_rng(1)
    actual = random.integers(0, 5, 200)
    scores = 7 + 0.1 * actual + random.normal(0, 0.05, 200)
    cut = stretch_to_match(actual, scores)
    stretched = actual.mean() + (scores - scores.mean()) * actual.std() / scores.std()
    assert cut.apply(scores).tolist() == np.clip(np.floor(stretched + 0.5), 0, 4).tolist()
    assert max(len(str(threshold)) for threshold in cut.thresholds.tolist()) <= 8, "to be copied"


def test_scores_close_to_a_stretched_cut_point_stay_on_their_side_of_it():
    # The cut-point is 1/3. Neither 0.333 nor its first ten digits separate all these scores.
    for hair in (1e-7, 1e-15):
        scores = [0, 1 / 3 - hair, 1 / 3 + hair, 2 / 3]
        cut = stretch_to_match([0, 0, 1, 1], scores)
        assert cut.kappa == 1
        assert cut.apply(scores).tolist() == [0, 0, 1, 1]
    assert stretch_to_match([0, 1], [-1e100, 1e100]).kappa == 1, "no overflow"


def test_what_is_held_out_has_no_part_in_its_own_cut_points():
    random = np.random.default_rng(2)
    n = 120
    actual = random.integers(1, 5, n)
    scores = (0.5 * actual + random.normal(0, 0.6, n)).round(2)
    shares = []
    trials = cross_validated(actual, scores, n_folds=4, seed=9, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    folds = deal_folds(actual - 1, 4, 9)
    for category in range(1, 5):
        dealt = np.bincount(folds[actual == category], minlength=4)
        assert np.ptp(dealt) <= 1, "each fold has its share of each category"
    methods = {"rounded": round_to_nearest, "tuned": best_cut_points, "stretched": stretch_to_match}
    for name, method in methods.items():
        trial = trials[name]
        assert trial.cut_points.thresholds.tolist() == method(actual, scores).thresholds.tolist()
        held_out = np.zeros(n, dtype=int)
        for fold in range(4):
            inside = folds == fold
            cut = method(actual[~inside], scores[~inside], categories=range(1, 5))
            held_out[inside] = cut.apply(scores[inside])
            assert trial.fold_kappas[fold] == quadratic_weighted_kappa(
                actual[inside], held_out[inside]
            )
        assert trial.held_out_kappa == quadratic_weighted_kappa(actual, held_out)
    rounded = trials["rounded"]
    assert rounded.held_out_kappa == rounded.cut_points.kappa, "it learns nothing"
    again = cross_validated(actual, scores, n_folds=4, seed=9)
    assert again["tuned"].fold_kappas.tolist() == trials["tuned"].fold_kappas.tolist()
    other = cross_validated(actual, scores, n_folds=4, seed=10)
    assert other["tuned"].fold_kappas.tolist() != trials["tuned"].fold_kappas.tolist()


@pytest.mark.parametrize(
    "scores",
    [
        (0.5, 2, 1.5),
        np.array([0.5, 2, 1.5], dtype=np.float32),
        np.ma.array([0.5, 2, 1.5]),
        pd.Series([0.5, 2, 1.5]),
        pd.Series([0.5, 2, 1.5], dtype="Float64"),
        [Fraction(1, 2), 2, np.float64(1.5)],
        np.array([1, 7, 3]),
        [True, 7, 3],
        (score for score in (0.5, 2, 1.5)),
    ],
)
def test_scores_come_in_many_kinds(scores):
    assert best_cut_points((x for x in [0, 2, 1]), scores).kappa == 1


def test_infinite_and_equal_cut_points_leave_categories_out():
    found = apply_cut_points([0.0, 1.0, 2.0], [-math.inf, 1, 1, math.inf], range(1, 6))
    assert found.tolist() == [2, 4, 4]
    assert found.dtype == np.int64
