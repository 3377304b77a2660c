"""Other measures are compared with scipy and scikit-learn, and with kappa by identities."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from scipy import stats
from sklearn import metrics

from qwk_core import observed_matrix, walk_through_counts
from qwk_core.statistics.measures import MEASURES, measures, rankings_flip
from qwk_core.statistics.notes import NOTES
from qwk_core.walkthrough import ONE_CATEGORY
from tests.core import strategies


def close(value, **tolerance):
    return pytest.approx(value, rel=1e-12, abs=1e-12, nan_ok=True, **tolerance)


def varied(pairs):
    return all(len(set(vector)) > 1 for vector in pairs)


@given(pairs=strategies.rating_pairs().filter(varied))
def test_against_scipy_and_scikit_learn(pairs):
    actual, predicted = pairs
    found = measures(observed_matrix(actual, predicted))
    distances = np.abs(np.subtract(actual, predicted))
    assert found.n == len(actual)
    assert found.accuracy == close(metrics.accuracy_score(actual, predicted))
    assert found.within_one == close(np.mean(distances <= 1))
    assert found.mean_absolute_error == close(metrics.mean_absolute_error(actual, predicted))
    assert found.mean_squared_error == close(metrics.mean_squared_error(actual, predicted))
    assert found.pearson == close(stats.pearsonr(actual, predicted)[0])
    assert found.spearman == close(stats.spearmanr(actual, predicted)[0])
    for key, weights in (("unweighted", None), ("linear", "linear"), ("quadratic", "quadratic")):
        sklearn = metrics.cohen_kappa_score(actual, predicted, weights=weights, labels=range(5))
        assert found[key] == close(sklearn)
    assert found.covariance == close(np.cov(actual, predicted, bias=True)[0, 1])
    assert found.actual_variance == close(np.var(actual))
    assert found.predicted_variance == close(np.var(predicted))
    assert found.predicted_mean - found.actual_mean == close(np.mean(predicted) - np.mean(actual))
    assert found.undefined == {}


def test_what_unequal_spreads_and_unequal_means_do_to_the_correlation():
    shrunk = measures([[0, 1, 0], [0, 4, 0], [0, 0, 1]])  # variances 5 to 12
    assert shrunk.scale_shift == close(math.sqrt(5 / 12))
    assert shrunk.spread_factor == close(2 * math.sqrt(5 * 12) / (5 + 12))
    shifted = measures([[0, 2, 0], [0, 0, 2], [0, 0, 0]])
    assert (shifted.spread_factor, shifted.shift_factor) == (1, close(1 / 3))


@given(observed=strategies.counts())
def test_kappa_is_a_share_of_error_a_concordance_and_a_biased_correlation(observed):
    found = measures(observed)
    assert found.concordance == close(found.quadratic)
    if found.expected_mse:
        assert 1 - found.mean_squared_error / found.expected_mse == close(found.quadratic)
    shift = found.predicted_mean - found.actual_mean
    variances = found.actual_variance + found.predicted_variance
    assert found.expected_mse == close(variances + shift**2)
    assert found.mean_squared_error == close(found.expected_mse - 2 * found.covariance)
    if not math.isnan(found.pearson):
        assert found.pearson * found.bias_factor == close(found.quadratic)
        assert found.spread_factor * found.shift_factor == close(found.bias_factor)
        # The spread factor is the bias factor for equal means.
        geometric = 2 * math.sqrt(found.actual_variance * found.predicted_variance)
        assert found.spread_factor == close(geometric / variances)
        assert -1 <= found.spearman <= 1
        assert 0 < found.bias_factor <= 1


@given(observed=strategies.counts(largest=50))
def test_fractions_measure_as_whole_counts_do(observed):
    whole, shares = measures(observed), measures(np.array(observed) * 0.1)
    for measure in MEASURES:
        assert shares[measure.key] == close(whole[measure.key])
    assert set(shares.undefined) == set(whole.undefined)


@pytest.mark.parametrize("observed", [[[0, 3], [0, 5]], [[0, 0], [3, 5]], [[0, 1], [0, 0]]])
def test_a_constant_rater(observed):
    found = measures(observed)
    assert (found.quadratic, found.concordance, found.covariance) == (0, 0, 0)
    undefined = {"pearson", "spearman", "location_shift", "scale_shift", "bias_factor"}
    assert found.undefined == dict.fromkeys(undefined, NOTES["no-spread-to-divide-by"])
    assert all(math.isnan(found[key]) for key in undefined)


def test_perfect_agreement_is_exactly_1():
    found = measures([[3, 0, 0], [0, 10**9, 0], [0, 0, 1]])
    keys = ("accuracy", "quadratic", "pearson", "spearman", "concordance", "bias_factor")
    assert [found[key] for key in keys] == [1] * 6
    assert measures([[0, 3], [3, 0]]).pearson == -1


@pytest.mark.parametrize("observed", [[[0, 0], [0, 5]], [[1]], [[0.3, 0], [0, 0]]])
def test_undefined_measures_say_why(observed):
    found = measures(observed)
    for key in ("unweighted", "linear", "quadratic", "concordance"):
        assert math.isnan(found[key])
        assert found.undefined[key] == ONE_CATEGORY
    assert found.undefined["pearson"] == NOTES["no-spread-to-divide-by"]
    assert (found.accuracy, found.within_one, found.mean_squared_error) == (1, 1, 0)


def test_billions_keep_their_digits():
    n = 10**9
    found = measures([[n - 2, 1], [1, 0]])
    exact = Fraction(-1, n - 1)
    for key in ("unweighted", "linear", "quadratic", "concordance", "pearson", "spearman"):
        assert found[key] == pytest.approx(float(exact), rel=1e-15)
    many = measures(np.full((20, 20), n) + np.eye(20, dtype=int))
    assert many.spearman == pytest.approx(1 / (20 * n), rel=1e-6)
    few = np.array([[3, 1], [1, 2]])
    assert measures(few * 10**7).spearman == measures(few).spearman


def test_where_rankings_flip():
    # One table has 40% off by one, the other 10% off by four. Both mean absolute errors are .40.
    near = walk_through_counts(
        [[12, 8, 0, 0, 0], [4, 12, 4, 0, 0], [0, 4, 12, 4, 0], [0, 0, 4, 12, 4], [0, 0, 0, 8, 12]]
    )
    far = np.diag([15, 20, 20, 20, 15])
    far[[0, 4], [4, 0]] = 5
    a, b = measures(near.observed), measures(far)
    found = rankings_flip(a, b)
    preferences = dict.fromkeys(found.preferences, "a")
    preferences |= {"accuracy": "b", "unweighted": "b", "linear": "b", "mean_absolute_error": None}
    assert found.preferences == preferences
    assert len(preferences) == 10
    assert ("quadratic", "accuracy") in found.flips
    assert ("accuracy", "quadratic") in rankings_flip(b, a).flips
    assert len(found.flips) == 6 * 3


def test_what_is_undefined_takes_no_side():
    found = rankings_flip(measures([[5, 0], [0, 0]]), measures([[4, 0], [1, 0]]))
    assert found.preferences["quadratic"] is None
    assert found.preferences["accuracy"] == "a"
    assert found.flips == ()
