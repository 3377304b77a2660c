"""The table that two raters of one hidden quality fill, against scipy's bivariate normal."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm

from qwk_core import RatingsError, walk_through_counts
from qwk_core.statistics.latent import _limits, _shares, expected_shares


@pytest.mark.parametrize("scheme", ["quadratic", "linear", "unweighted"])
@pytest.mark.parametrize("totals", [[1, 1], [50, 30, 20], [73, 7, 15, 2, 3], [0, 3, 0, 5, 1, 0]])
@pytest.mark.parametrize("kappa", [0, 0.4, 0.9])
def test_it_has_the_totals_and_the_kappa(scheme, totals, kappa):
    shares = expected_shares(totals, kappa, scheme=scheme)
    assert shares.sum(axis=1) == pytest.approx(np.array(totals) / sum(totals), abs=1e-9)
    assert shares.sum(axis=0) == pytest.approx(np.array(totals) / sum(totals), abs=1e-9)
    assert walk_through_counts(shares, scheme=scheme).kappa == pytest.approx(kappa, abs=1e-9)
    np.testing.assert_allclose(shares, shares.T, atol=1e-12)


@pytest.mark.parametrize("correlation", [0.0, 0.3, 0.9, 0.999])
def test_it_is_a_bivariate_normal_cut_into_categories(correlation):
    rows, columns = np.array([0.2, 0.5, 0.3]), np.array([0.4, 0.1, 0.5])
    table = _shares(_limits(rows), _limits(columns), correlation)
    both = multivariate_normal([0, 0], [[1, correlation], [correlation, 1]])
    below = table.cumsum(axis=0).cumsum(axis=1)
    for row, at in enumerate(norm.ppf(rows.cumsum()[:-1])):
        for column, over in enumerate(norm.ppf(columns.cumsum()[:-1])):
            assert below[row, column] == pytest.approx(both.cdf([at, over]), abs=1e-5)


def test_two_raters_with_different_totals():
    shares = expected_shares([5, 3, 2], 0.5, predicted_totals=[2, 3, 5])
    assert shares.sum(axis=1) == pytest.approx([0.5, 0.3, 0.2])
    assert shares.sum(axis=0) == pytest.approx([0.2, 0.3, 0.5])
    assert walk_through_counts(shares).kappa == pytest.approx(0.5)


EACH = "Totals: give a number for each category"
BETWEEN = "cannot be expected. With these totals it lies between"


@pytest.mark.parametrize(
    ("totals", "kappa", "others", "message"),
    [
        (["a", "b"], 0.5, None, f"{EACH}."),
        ([[1, 2], [3, 4]], 0.5, None, f"{EACH}, none below 0."),
        ([1, -1], 0.5, None, f"{EACH}, none below 0."),
        ([1, float("nan")], 0.5, None, f"{EACH}, none below 0."),
        ([1, 0, 0], 0.5, None, "Totals: at least two categories need more than 0."),
        ([1, 2], 0.5, [1, 2, 3], "Totals: 2 categories for one rater and 3 for the other."),
        ([9, 1], 0.5, [1, 9], f"Kappa: 0.5 {BETWEEN} 0 and 0.024."),
        ([1, 1], -0.1, None, f"Kappa: -0.1 {BETWEEN} 0 and 0.99."),
    ],
)
def test_refusals(totals, kappa, others, message):
    with pytest.raises(RatingsError) as caught:
        expected_shares(totals, kappa, predicted_totals=others)
    assert str(caught.value) == message


def test_weights_that_cost_nothing_allow_no_kappa():
    with pytest.raises(RatingsError, match="lies between 0 and 0"):
        expected_shares([1, 1], 0.5, scheme=[[0, 0], [0, 0]])
