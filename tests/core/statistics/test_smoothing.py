"""The smoothed interval: its two items, its ends, and how often it contains kappa."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as hypothesis

from qwk_core import kappa_interval, walk_through_counts, weight_matrix
from qwk_core.statistics.latent import expected_shares
from qwk_core.statistics.planning import Simulation
from qwk_core.statistics.smoothing import add_two_items, smoothed_bounds
from tests.core import strategies

LOPSIDED = np.array([[20, 5, 1, 0], [3, 15, 4, 0], [0, 6, 9, 0], [0, 0, 0, 0]])


APART = np.diag([0, 0, 3, 0, 5, 0, 0, 0])


@pytest.mark.parametrize(
    ("counts", "agreed"), [(LOPSIDED, [1 / 4] * 4), (APART, [0, *[1 / 5] * 5, 0, 0])]
)
def test_one_item_is_chance_and_one_agrees_from_below_to_above_those_used(counts, agreed):
    by_chance = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum() ** 2
    added = add_two_items(counts) - counts - by_chance
    np.testing.assert_allclose(added, np.diag(agreed), atol=1e-12)


def test_the_ends_by_hand():
    # κ and its error with both items, then tanh(artanh κ ± 1.96 × error ÷ (1 − κ²)).
    with_items = add_two_items(np.array([[40, 9], [6, 45]]))
    formula = kappa_interval(with_items)
    middle = math.atanh(formula.kappa)
    margin = 1.959963984540054 * formula.standard_error / (1 - formula.kappa**2)
    found = kappa_interval([[40, 9], [6, 45]], method="smoothed")
    assert found.low == pytest.approx(math.tanh(middle - margin), abs=1e-12)
    assert found.high == pytest.approx(math.tanh(middle + margin), abs=1e-12)
    assert found.standard_error == pytest.approx(formula.standard_error, abs=1e-12)


@given(
    observed=strategies.counts(largest=10**9),
    scheme=hypothesis.sampled_from(["quadratic", "linear", "unweighted"]),
    level=hypothesis.sampled_from([0.5, 0.95, 0.999]),
)
def test_it_holds_kappa_within_minus_1_and_1(observed, scheme, level):
    walk = walk_through_counts(observed, scheme=scheme)
    found = kappa_interval(observed, scheme=scheme, level=level, method="smoothed")
    if walk.has_constant_rater or walk.n == 1:
        assert math.isnan(found.low)
        assert found.caution is not None
        return
    assert found.caution is None
    assert -1 <= found.low <= walk.kappa <= found.high <= 1
    assert found.low < found.high
    turned = np.array(observed).T[::-1, ::-1]
    again = kappa_interval(turned, scheme=scheme, level=level, method="smoothed")
    assert (again.low, again.high) == pytest.approx((found.low, found.high), abs=1e-9)


def test_perfect_agreement_has_an_interval_and_more_of_it_a_narrower_one():
    few, many = (kappa_interval(np.eye(3, dtype=int) * n, method="auto") for n in (4, 400))
    assert few.high == many.high == 1
    assert 0 < few.low < many.low < 1
    assert few.caution is many.caution is None


def test_weights_of_ones_own_may_take_kappa_beyond_fisher_s_scale():
    weights = [[0, 9, 1], [9, 0, 1], [1, 1, 0]]
    counts = [[0, 20, 0], [20, 0, 0], [0, 0, 30]]
    found = kappa_interval(counts, scheme=weights, method="auto")
    assert found.low < found.kappa < -0.9
    assert math.isfinite(found.high)
    assert found.held is None
    assert "simulated" not in str(found.reason)


def test_many_tables_at_once_give_what_each_gives():
    tables = np.array([LOPSIDED, LOPSIDED.T, np.eye(4, dtype=int), np.full((4, 4), 3)])
    found = smoothed_bounds(tables, weight_matrix(4), 0.9)
    for at, table in enumerate(tables):
        one = kappa_interval(table, level=0.9, method="smoothed")
        assert (found.low[at], found.high[at]) == pytest.approx((one.low, one.high))


@pytest.mark.parametrize(
    ("totals", "kappa", "n"),
    [
        ([1, 1, 1, 1, 1], 0.7, 50),
        ([73, 7, 15, 2, 3], 0.79, 50),
        ([90, 6, 2, 1, 1], 0.68, 100),
        ([95, 5], 0.5, 100),
    ],
)
def test_it_holds_the_true_kappa_as_often_as_it_says(totals, kappa, n):
    # In 3,000 studies the Monte Carlo error is .4%. `tests.benchmarks.coverage` has more cases.
    shares = expected_shares(totals, kappa)
    studies = Simulation(shares, n_studies=3000, seed=1).studies(n)
    held = (studies.lows <= kappa) & (kappa <= studies.highs)
    assert 0.93 <= held.sum() / np.count_nonzero(~np.isnan(studies.lows)) <= 0.99
