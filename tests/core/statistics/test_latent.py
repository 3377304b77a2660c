"""The table of two raters of one hidden quality is compared with scipy's bivariate normal."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm

from qwk_core import SCHEMES, walk_through_counts
from qwk_core.statistics.latent import _limits, _shares, expected_shares


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("totals", [[1, 1], [73, 7, 15, 2, 3], [0, 3, 0, 5, 1, 0]])
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
