"""Published figures, other libraries, and the pitfalls: each number with its source."""

import math

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.metrics import cohen_kappa_score

from qwk_core import (
    expected_matrix,
    observed_matrix,
    quadratic_weighted_kappa,
    walk_through,
    walk_through_counts,
    weight_matrix,
)

# -- Published figures --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actual", "predicted", "categories", "kappa"),
    [
        # ASAP-AES forum on Kaggle, 2012: the organisers' worked example
        (
            [1, 4, 2, 2, 5, 2, 5, 4, 5, 3, 1],
            [3, 4, 4, 4, 4, 4, 6, 7, 8, 9, 10],
            None,
            0.041025641025641,
        ),
        # Kaggle's metric library (Hamner), test_quadratic_weighted_kappa.py
        ([1, 2, 1], [1, 2, 2], range(1, 3), 0.4),
        ([1, 2, 3, 1, 2, 2, 3], [1, 2, 3, 1, 2, 3, 2], None, 0.75),
        # ETS RSMTool, the tests of its agreement metrics
        ([8, 4, 6, 3], [9, 4, 5, 12], range(3, 13), -0.0921052632),
    ],
)
def test_published_vectors(actual, predicted, categories, kappa):
    assert quadratic_weighted_kappa(actual, predicted, categories=categories) == pytest.approx(
        kappa, abs=1e-10
    )
    walk = walk_through(actual, predicted, categories=categories)
    assert walk.kappa == pytest.approx(kappa, abs=1e-10)


# Fleiss, Cohen & Everitt (1969), Psychological Bulletin 72, table 1: proportions of 200 items
FLEISS_COHEN_EVERITT = [[0.53, 0.05, 0.02], [0.11, 0.14, 0.05], [0.01, 0.06, 0.03]]
# scikit-learn, metrics/tests/test_classification.py, test_cohen_kappa:
# y1 = [0] * 46 + [1] * 44 + [2] * 10, y2 = [0] * 50 + [1] * 40 + [2] * 10
SCIKIT_LEARN = [[46, 0, 0], [4, 40, 0], [0, 0, 10]]
# Artstein & Poesio (2008), Computational Linguistics 34(4), table 1
ARTSTEIN_POESIO = [[20, 20], [10, 50]]


@pytest.mark.parametrize(
    ("observed", "scheme", "kappa", "within"),
    [
        (FLEISS_COHEN_EVERITT, "unweighted", 0.429, 5e-4),
        (FLEISS_COHEN_EVERITT, "quadratic", 0.5667, 5e-5),
        (SCIKIT_LEARN, "quadratic", 0.9541284403669725, 1e-15),
        (SCIKIT_LEARN, "linear", 0.9411764705882353, 1e-15),
        (SCIKIT_LEARN, "unweighted", 0.9315068493150684, 1e-15),
        (ARTSTEIN_POESIO, "unweighted", 0.348, 5e-4),
    ],
)
def test_published_tables(observed, scheme, kappa, within):
    assert walk_through_counts(observed, scheme=scheme).kappa == pytest.approx(kappa, abs=within)


# -- Pitfalls -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actual", "predicted", "kappa"),
    [
        ([0] * 10, [4] * 10, 0.0),  # as far apart as can be, and a constant rater: O = E
        ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], -1.0),
        ([0] * 5 + [4] * 5, [4] * 5 + [0] * 5, -1.0),
    ],
)
def test_as_far_apart_as_possible_is_not_minus_1(actual, predicted, kappa):
    assert quadratic_weighted_kappa(actual, predicted) == kappa
    assert walk_through(actual, predicted).kappa == kappa


def test_far_apart_with_one_rare_rating():
    kappa = quadratic_weighted_kappa([0, 0, 0, 0, 4], [4, 4, 4, 4, 0])
    assert kappa == pytest.approx(-0.471, abs=5e-4)


def test_undefined_is_not_1():
    assert math.isnan(quadratic_weighted_kappa([3] * 5, [3] * 5))
    assert math.isnan(walk_through([3] * 5, [3] * 5).kappa)


@pytest.mark.parametrize(
    ("actual", "predicted", "on_the_scale", "collapsed"),
    [
        ([1, 2, 2, 5, 5, 1], [1, 2, 5, 5, 2, 1], 0.481, 0.750),
        ([0, 0, 1, 1, 4, 4], [0, 1, 1, 0, 4, 1], 0.629, 0.571),
    ],
)
def test_an_unused_middle_category_counts(actual, predicted, on_the_scale, collapsed):
    used = sorted({*actual, *predicted})
    scale = range(used[0], used[-1] + 1)
    assert quadratic_weighted_kappa(actual, predicted) == pytest.approx(on_the_scale, abs=5e-4)
    assert quadratic_weighted_kappa(actual, predicted, categories=used) == pytest.approx(
        collapsed, abs=5e-4
    )
    # What scikit-learn does with and without labels=
    assert cohen_kappa_score(actual, predicted, weights="quadratic") == pytest.approx(
        collapsed, abs=5e-4
    )
    assert cohen_kappa_score(actual, predicted, weights="quadratic", labels=scale) == pytest.approx(
        on_the_scale, abs=5e-4
    )


def test_text_in_its_true_order_and_alphabetically():
    actual = ["low", "low", "medium", "medium", "high", "high"]
    predicted = ["low", "medium", "medium", "high", "high", "medium"]
    true_order = ["low", "medium", "high"]
    kappa = quadratic_weighted_kappa(actual, predicted, categories=true_order)
    assert kappa == pytest.approx(0.571, abs=5e-4)
    assert quadratic_weighted_kappa(actual, predicted, categories=sorted(true_order)) == 0


def test_w_or_one_minus_w_and_the_scale_of_e():
    actual = [0, 0, 4, 3, 2, 4, 1, 1, 2, 1]
    predicted = [0, 2, 3, 0, 0, 4, 1, 1, 3, 1]
    walk = walk_through(actual, predicted)
    agreement = 1 - walk.weights
    mixed = 1 - (agreement * walk.observed).sum() / (agreement * walk.expected).sum()
    assert mixed == pytest.approx(-0.165, abs=5e-4)
    assert 1 - walk.numerator / (walk.denominator * walk.n) == pytest.approx(0.951, abs=5e-4)
    assert walk.kappa == pytest.approx(0.5128, abs=5e-5)


def test_high_kappa_without_one_exact_hit():
    actual, predicted = list(range(1, 10)), list(range(2, 11))
    schemes = {
        scheme: walk_through(actual, predicted, scheme=scheme).kappa
        for scheme in ("quadratic", "linear", "unweighted")
    }
    assert schemes == pytest.approx(
        {"quadratic": 0.930, "linear": 0.675, "unweighted": -0.110}, abs=5e-4
    )


@pytest.mark.parametrize(
    ("observed", "accuracy", "kappa"),
    [
        ([[40, 9], [6, 45]], 0.85, 0.700),
        ([[80, 10], [5, 5]], 0.85, 0.318),
        ([[45, 15], [25, 15]], 0.60, 0.130),
        ([[25, 35], [5, 35]], 0.60, 0.259),
        (
            [
                [16, 4, 0, 0, 0],
                [2, 16, 2, 0, 0],
                [0, 2, 16, 2, 0],
                [0, 0, 2, 16, 2],
                [0, 0, 0, 4, 16],
            ],
            0.80,
            0.948,
        ),
        (
            [[0, 0, 0, 0, 0], [0, 2, 2, 0, 0], [0, 8, 76, 8, 0], [0, 0, 2, 2, 0], [0, 0, 0, 0, 0]],
            0.80,
            0.286,
        ),
    ],
)
def test_prevalence_and_bias(observed, accuracy, kappa):
    walk = walk_through_counts(observed)
    assert walk.observed.trace() / walk.n == pytest.approx(accuracy)
    assert walk.kappa == pytest.approx(kappa, abs=5e-4)


@pytest.mark.parametrize("scheme", ["quadratic", "unweighted"])
def test_more_categories_move_kappa(scheme):
    # Brenner & Kliebsch (1996), Epidemiology 7(2): bivariate normal, correlation .7, equal bins.
    published = {
        "quadratic": {2: 0.494, 3: 0.590, 5: 0.646, 10: 0.673, 20: 0.680},
        "unweighted": {2: 0.494, 20: 0.078},
    }
    for n_categories, kappa in published[scheme].items():
        walk = walk_through_counts(_binned_normal(n_categories, 0.7), scheme=scheme)
        assert walk.kappa == pytest.approx(kappa, abs=1e-3)


def _binned_normal(n_categories, correlation):
    """Cut a bivariate normal into equally frequent bins, by integrating over a fine grid."""
    # Midpoints of 2,400 equally likely slices of the first rating, and the second rating's
    # distribution given each of them.
    x = norm.ppf((np.arange(2400) + 0.5) / 2400)
    cuts = norm.ppf(np.arange(1, n_categories) / n_categories)
    given_x = norm.cdf((cuts - correlation * x[:, np.newaxis]) / math.sqrt(1 - correlation**2))
    bins = np.diff(given_x, axis=1, prepend=0, append=1)
    return bins.reshape(n_categories, 2400 // n_categories, n_categories).mean(axis=1)


@pytest.mark.parametrize("centre", [0, 1, 10, 1000])
def test_the_centre_cell_can_be_irrelevant(centre):
    observed = [
        [6, 2, 1, 1, 0],
        [2, 5, 2, 1, 0],
        [1, 1, centre, 1, 1],
        [0, 1, 2, 5, 2],
        [0, 1, 1, 2, 6],
    ]
    assert walk_through_counts(observed).kappa == pytest.approx(0.70833, abs=5e-6)


@pytest.mark.parametrize(
    ("predicted", "correlation", "kappa"),
    [([1, 2, 3, 4, 5], 1, 0.80), ([1, 1, 2, 3, 3], 0.949, 0.857)],
)
def test_quadratic_kappa_is_not_correlation(predicted, correlation, kappa):
    actual = [0, 1, 2, 3, 4]
    assert np.corrcoef(actual, predicted)[0, 1] == pytest.approx(correlation, abs=5e-4)
    assert quadratic_weighted_kappa(actual, predicted) == pytest.approx(kappa, abs=5e-4)


# -- The three matrices -------------------------------------------------------------------------


def test_weights_of_five_categories():
    # Fleiss & Cohen (1973): squared distance over the largest squared distance
    assert (weight_matrix(5) * 16).tolist() == [
        [0, 1, 4, 9, 16],
        [1, 0, 1, 4, 9],
        [4, 1, 0, 1, 4],
        [9, 4, 1, 0, 1],
        [16, 9, 4, 1, 0],
    ]
    assert (weight_matrix(5, "linear") * 4)[0].tolist() == [0, 1, 2, 3, 4]
    assert weight_matrix(3, "unweighted").tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]


@pytest.mark.parametrize("scheme", ["quadratic", "linear", "unweighted"])
def test_one_category_weighs_nothing(scheme):
    assert weight_matrix(1, scheme).tolist() == [[0.0]]
    assert weight_matrix(np.int8(1), scheme).tolist() == [[0.0]]


@pytest.mark.parametrize("n_categories", [0, -1])
def test_no_category_weighs_not_even_nothing(n_categories):
    with pytest.raises(ValueError, match=r"is not a number of categories; 1 is the least\.$"):
        weight_matrix(n_categories)


def test_weights_of_ones_own_are_copied():
    own = np.array([[0, 2.5], [1, 0]])
    copied = weight_matrix(2, own)
    own[0, 1] = 9
    assert copied.tolist() == [[0, 2.5], [1, 0]]


def test_observed_with_and_without_sample_weights():
    actual, predicted = [0, 2, 2, 1], [0, 1, 1, 1]
    counted = observed_matrix(actual, predicted)
    assert counted.dtype == np.int64
    assert counted.tolist() == [[1, 0, 0], [0, 1, 0], [0, 2, 0]]
    weighted = observed_matrix(actual, predicted, sample_weight=[1, 0.25, 0.5, 2])
    assert weighted.dtype == np.float64
    assert weighted.tolist() == [[1, 0, 0], [0, 2, 0], [0, 0.75, 0]]
    assert observed_matrix([1], [1], categories=range(3)).shape == (3, 3)


def test_expected_rows_are_actual():
    # A transposed E, [[6, 4], [24, 16]] / 10 upside down, would have the other rater's totals.
    assert expected_matrix([[5, 5], [5, 0]]).tolist() == [[100 / 15, 50 / 15], [50 / 15, 25 / 15]]
    assert expected_matrix([[8, 2], [0, 0]]).tolist() == [[8, 2], [0, 0]]
    lopsided = expected_matrix([[1, 7], [0, 2]])
    assert lopsided.tolist() == [[0.8, 7.2], [0.2, 1.8]]


def test_expected_of_counts_whose_products_need_128_bits():
    big = 2**60
    assert expected_matrix([[big, 0], [0, big]]).tolist() == [[big / 2, big / 2]] * 2
