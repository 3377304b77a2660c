"""The permutation test counts shuffles, and agrees with Fisher's exact test."""

import math

import numpy as np
import pytest
from scipy import stats

from qwk_core import RatingsError, walk_through_counts
from qwk_core.statistics.permutation import permutation_test
from qwk_core.teaching.examples import example

STEPS = example("steps").walk().observed


def test_a_permutation_test_counts_permutations():
    found = permutation_test(STEPS, n_shuffles=999, seed=1)
    assert found.kappa == walk_through_counts(STEPS).kappa
    assert found.hits == np.count_nonzero(found.kappas >= found.kappa - 1e-9)
    assert found.p_value == (1 + found.hits) / 1000
    both = permutation_test(STEPS, n_shuffles=999, seed=1, alternative="two-sided")
    assert both.hits == np.count_nonzero(np.abs(found.kappas) >= found.kappa - 1e-9)
    assert both.hits > found.hits


def test_a_permutation_test_is_fisher_s_for_two_categories():
    observed = [[8, 2], [1, 5]]
    for alternative in ("greater", "two-sided"):
        found = permutation_test(observed, n_shuffles=40_000, seed=7, alternative=alternative)
        assert found.alternative == alternative
        if alternative == "greater":
            exact = stats.fisher_exact(observed, "greater").pvalue
            assert found.p_value == pytest.approx(exact, abs=5 * (exact / 40_000) ** 0.5)


def test_a_permutation_test_of_nothing():
    assert math.isnan(permutation_test([[3, 0], [0, 0]], n_shuffles=9).p_value)
    assert permutation_test([[3, 1], [0, 0]], n_shuffles=9).p_value == 1


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"n_shuffles": 10**7}, "^Draws: 10000000 is out of range; "),
        ({"alternative": "less"}, "^Alternative: “less” is not known. "),
    ],
)
def test_refusals(setting, message):
    with pytest.raises(RatingsError, match=message):
        permutation_test(STEPS, **setting)
