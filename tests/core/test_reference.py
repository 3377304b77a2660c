"""Published figures, other libraries, and the pitfalls: each number with its source."""

import numpy as np
import pytest

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


# scikit-learn, metrics/tests/test_classification.py, test_cohen_kappa:
# y1 = [0] * 46 + [1] * 44 + [2] * 10, y2 = [0] * 50 + [1] * 40 + [2] * 10
SCIKIT_LEARN = [[46, 0, 0], [4, 40, 0], [0, 0, 10]]


@pytest.mark.parametrize(
    ("observed", "scheme", "kappa", "within"),
    [
        (SCIKIT_LEARN, "quadratic", 0.9541284403669725, 1e-15),
        (SCIKIT_LEARN, "linear", 0.9411764705882353, 1e-15),
        (SCIKIT_LEARN, "unweighted", 0.9315068493150684, 1e-15),
    ],
)
def test_published_tables(observed, scheme, kappa, within):
    assert walk_through_counts(observed, scheme=scheme).kappa == pytest.approx(kappa, abs=within)


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


def test_expected_of_counts_whose_products_need_128_bits():
    big = 2**60
    assert expected_matrix([[big, 0], [0, big]]).tolist() == [[big / 2, big / 2]] * 2
