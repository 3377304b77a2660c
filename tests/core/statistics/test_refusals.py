"""The refusals of each function of the statistics, with their texts."""

import math

import numpy as np
import pandas as pd
import pytest

from qwk_core import rater_agreement
from qwk_core.statistics.cut_points import (
    apply_cut_points,
    best_cut_points,
    cross_validated,
    round_to_nearest,
    stretch_to_match,
)
from qwk_core.statistics.dependence import bootstrap_group_kappas, effective_items
from qwk_core.statistics.difference import kappa_difference
from qwk_core.statistics.extremes import kappa_extremes
from qwk_core.statistics.intervals import bootstrap_kappas, kappa_interval
from qwk_core.statistics.latent import expected_shares
from qwk_core.statistics.planning import Simulation, interval_ends, items_for_width
from qwk_core.statistics.shuffle import shuffle_predictions
from tests.core.refused import error_of

COUNTS = [[4, 1], [0, 5]]
DRAWN = Simulation(COUNTS, n_studies=10)
FREE = [[0, 0], [0, 0]]
TWISTED = pd.Categorical([0, 2, 2], categories=[0, 2, 1], ordered=True)
VARY = [0, 1, 0, 1], [1, 2, 3, 4]
A_NUMBER = "give one number for each category"
TO_CUT = ["none", "mild", "severe"]


def shuffled(observed, n_shuffles=1):
    return shuffle_predictions(observed, n_shuffles=n_shuffles, seed=1)


def many(**settings):
    return rater_agreement([[1, 2], [2, 2], [3, 1]]).intervals(**settings)


@pytest.mark.parametrize(
    ("call", "begins"),
    [
        (lambda: kappa_interval(COUNTS, level=1), "Level: 1 is not between 0 and 1; 0.95 is usual"),
        (lambda: kappa_interval(COUNTS, level="95%"), "Level: “95%” is not between 0 and 1; "),
        (lambda: kappa_interval(COUNTS, level=1 - 1e-16), "Level: 0.9999999999999999 is too"),
        (lambda: kappa_interval(COUNTS, method="exact"), "Method: “exact” is not known. Use "),
        (lambda: kappa_interval(COUNTS, method="bca", n_draws=0), "Draws: 0 is out of range; from"),
        (lambda: kappa_interval(COUNTS, effective_n=5, method="bca"), "Effective n: bca takes eac"),
        (lambda: kappa_interval(COUNTS, effective_n=0), "Effective n: 0 is not a positive number."),
        (lambda: bootstrap_kappas([[0.5]], n_draws=1, seed=1), "Counts: only whole counts can be "),
        (lambda: many(method="bca"), "Method: “bca” is not known. Use “fisher” or “bootstrap”."),
        (lambda: many(level=95), "Level: 95 is not between 0 and 1; 0.95 is usual."),
        (lambda: many(n_draws=0), "Draws: 0 is out of range; from 1 to 1000000 can be made."),
        (lambda: effective_items([0, 1], [0, 1], groups=[1]), "Groups: 1 for 2 items; every item"),
        (lambda: effective_items([0, 1], [0, 1], groups=["a", "a"]), "Groups: at least two are ne"),
        (lambda: bootstrap_group_kappas([COUNTS], n_draws=10, seed=1), "Groups: at least two are"),
        (lambda: kappa_difference([0, 1], [0, 1], [1, 0, 1]), "Rater 2: Actual and Predicted diff"),
        (
            lambda: kappa_difference([0, 1], [0, 1], [1, 0], counts=[1.5, 1]),
            "Counts: a difference needs whole counts of items",
        ),
        (lambda: kappa_difference([0, 2, 2], TWISTED, [0, 1, 2]), "The two raters have different"),
        (lambda: kappa_extremes([1, 2], [1, 1]), "Actual totals sum to 3, Predicted totals to 2; "),
        (lambda: kappa_extremes([1, 2], [1] * 3), "Actual totals are 2, Predicted totals 3; "),
        (lambda: kappa_extremes([10**9, 1], [10**9, 2]), "Actual totals sum to 1000000001, "),
        (lambda: kappa_extremes([[1]], [1]), f"Actual totals: {A_NUMBER}"),
        (lambda: kappa_extremes(["a"], [1]), f"Actual totals: {A_NUMBER}"),
        (lambda: kappa_extremes([1], []), f"Predicted totals: {A_NUMBER}"),
        (lambda: kappa_extremes([1, 1], [3, -1]), "Counts, row 2, column 2: "),
        (
            lambda: kappa_extremes([1] * 3, [1] * 3, scheme=[[0, 9, 1], [9, 0, 9], [1, 9, 0]]),
            "Weights: with these, sorting both",
        ),
        (lambda: expected_shares(["a", "b"], 0.5), "Totals: give a number for each category."),
        (lambda: expected_shares(COUNTS, 0.5), "Totals: give a number for each category, none "),
        (lambda: expected_shares([1, -1], 0.5), "Totals: give a number for each category, none"),
        (lambda: expected_shares([1, math.nan], 0.5), "Totals: give a number for each category, "),
        (lambda: expected_shares([1, 0, 0], 0.5), "Totals: at least two categories need more"),
        (
            lambda: expected_shares([1, 2], 0.5, predicted_totals=[1, 2, 3]),
            "Totals: 2 categories for one rater and 3 for the other.",
        ),
        (lambda: expected_shares([9, 1], 0.5, predicted_totals=[1, 9]), "Kappa: 0.5 cannot be exp"),
        (lambda: expected_shares([1, 1], -0.1), "Kappa: -0.1 cannot be expected. With these total"),
        (lambda: expected_shares([1, 1], 0.5, scheme=FREE), "Kappa: 0.5 cannot be expected. With"),
        (lambda: interval_ends(COUNTS, [10, 0]), "Sizes: every number of items must be positive."),
        (lambda: items_for_width(COUNTS, 0), "Width: 0 is not a positive number."),
        (lambda: DRAWN.items_for_interval(-1), "Width: -1 is not a positive number."),
        (lambda: DRAWN.items_for_interval(0.1, 1), "Share: 1 is not between 0 and 1."),
        (lambda: DRAWN.items_to_show(0.1, 0), "Share: 0 is not between 0 and 1."),
        (lambda: DRAWN.items_to_show(0.99), "Kappa to show: 0.99 must lie below the kappa"),
        (lambda: DRAWN.studies(1), "Items: 1 is out of range; from 2 to 1000000 can be simulated."),
        (lambda: Simulation(COUNTS, n_studies=0), "Studies: 0 is out of range; from 1 to 100000"),
        (lambda: Simulation(COUNTS, level=95), "Level: 95 is not between 0 and 1; 0.95 is usual."),
        (lambda: shuffled([[0.5, 0], [0, 0.5]]), "Counts: only whole counts of fewer than 10⁹"),
        (lambda: shuffled([[10**9 - 1, 0], [0, 1]]), "Counts: only whole counts of fewer than"),
        (lambda: shuffled(COUNTS, 0), "Draws: 0 is out of range; from 1 to 1000000 can be made."),
        (lambda: shuffled([[1, 0]]), "Counts: the matrix is 1 × 2; give as many rows as columns."),
        (lambda: round_to_nearest([2, 1], [0.5, 1], categories=[2, 1]), "Categories: to round to"),
        *(
            (lambda n=n: cross_validated(*VARY, n_folds=n), f"Folds: {n} is not a number of folds")
            for n in (1, 5)
        ),
        (lambda: cross_validated([0, 0, 0, 1], VARY[1], n_folds=4), "Fold "),
        (lambda: cross_validated(VARY[0], [1, 1, 1, 4], n_folds=4), "Fold "),
        (lambda: apply_cut_points([1], [0.5], range(3)), "Cut-points: 1 for 3 categories; 2 are"),
        (lambda: apply_cut_points([1], [2, 1], range(3)), "Cut-points: give numbers from the low"),
        (lambda: apply_cut_points([1], [math.nan, 1], range(3)), "Cut-points: give numbers from"),
        (lambda: apply_cut_points([math.nan], [0.5], range(2)), "Scores, item 1: nan"),
    ],
)
def test_what_is_refused_names_the_culprit(call, begins):
    assert error_of(call).startswith(begins)


@pytest.mark.parametrize(
    ("actual", "scores", "begins"),
    [
        ([0, 1], [0.5, math.nan], "Scores, item 2: nan is not a score; give a finite number."),
        ([0, 1], [math.inf, 1], "Scores, item 1: inf is not a score; give a finite number."),
        ([0, 1], np.array([0.5, -math.inf]), "Scores, item 2: -inf is not a score"),
        ([0, 1], [0.5, "high"], "Scores, item 2: “high” is not a score"),
        ([0, 1], np.ma.array([0.5, 1], mask=[True, False]), "Scores, item 1: None is not a score"),
        ([0, 1], [0.5, 1e200], "Scores, item 2: 1e+200 is not a score"),
        ([0, 1], [0.5, 10**400], "Scores, item 2: ≈10^400 is not a score"),
        ([0, 1], "0.5", "Scores: this is of type str; give a list"),
        ([0, 1], np.zeros((2, 1)), "Scores: this has 2 dimensions"),
        ([0, 1], [], "Scores is empty"),
        ([], [0.5], "Actual is empty"),
        ([0, 1], [0.5], "Actual and Scores differ in length, 2 and 1; every item needs one"),
        ([0, 0.5], [0.5, 1], "Actual, item 2: 0.5 is not a whole number."),
        (["a", "b"], [0.5, 1], "Actual, item 1: “a” is not a whole number"),
    ],
)
@pytest.mark.parametrize("method", [best_cut_points, stretch_to_match, round_to_nearest])
def test_scores_that_cannot_be_cut_are_named(method, actual, scores, begins):
    assert error_of(method, actual, scores).startswith(begins)


@pytest.mark.parametrize("method", [best_cut_points, stretch_to_match, cross_validated])
def test_what_does_not_vary_cannot_be_cut(method):
    assert error_of(method, [3, 3], [0.5, 1]).startswith(
        "Actual: every item is 3, so kappa is 0 or undefined"
    )
    assert error_of(method, ["mild"] * 2, [0.5, 1], categories=TO_CUT).startswith(
        "Actual: every item is “mild”, so kappa"
    )
    assert error_of(method, [0, 1], [0.5, 0.5]).startswith(
        "Scores: every item has 0.5, so no cut-point"
    )
