"""The effective number of independent items, for items in groups and items with weights."""

import numpy as np
import pytest

from qwk_core import kappa_interval, observed_matrix
from qwk_core.statistics.dependence import (
    bootstrap_group_kappas,
    effective_items,
    effective_items_of_groups,
)
from qwk_core.statistics.notes import NOTES

RANDOM = np.random.default_rng(5)
ACTUAL = RANDOM.integers(0, 4, 120)
PREDICTED = np.clip(ACTUAL + RANDOM.integers(-1, 2, 120), 0, 3)
ALONE = list(range(120))


def test_items_for_themselves_are_worth_their_number_and_twice_the_same_half():
    assert effective_items(ACTUAL, PREDICTED) == pytest.approx(120)
    assert effective_items(ACTUAL, PREDICTED, groups=ALONE) == pytest.approx(119)
    twice = effective_items([*ACTUAL, *ACTUAL], [*PREDICTED, *PREDICTED], groups=ALONE * 2)
    assert twice == pytest.approx(119, rel=1e-3)
    assert effective_items_of_groups([[[2, 0], [0, 0]], [[3, 0], [0, 0]]]) == 5, "all are alike"


def test_groups_as_tables_are_worth_what_their_items_are():
    groups = RANDOM.integers(0, 12, 120)
    tables = [
        observed_matrix(ACTUAL[groups == one], PREDICTED[groups == one], categories=range(4))
        for one in range(12)
    ]
    by_tables = effective_items_of_groups(tables)
    assert by_tables == pytest.approx(effective_items(ACTUAL, PREDICTED, groups=list(groups)))


def test_unequal_weights_are_worth_less_and_equal_ones_nothing_less():
    weight = RANDOM.lognormal(0, 1, 120)
    kish = weight.sum() ** 2 / (weight**2).sum()
    assert effective_items(ACTUAL, PREDICTED, sample_weight=weight) <= kish + 1e-9
    assert effective_items(ACTUAL, PREDICTED, sample_weight=[7] * 120) == pytest.approx(120)
    scaled = effective_items(ACTUAL, PREDICTED, sample_weight=weight * 50)
    assert scaled == pytest.approx(effective_items(ACTUAL, PREDICTED, sample_weight=weight))


def test_an_interval_for_fewer_items_is_wider():
    observed = observed_matrix(ACTUAL, PREDICTED)
    for method in ("auto", "smoothed", "analytic"):
        whole = kappa_interval(observed, method=method)
        quarter = kappa_interval(observed, method=method, effective_n=30)
        assert quarter.kappa == whole.kappa
        assert quarter.width == pytest.approx(2 * whole.width, rel=0.3)
        same = kappa_interval(observed, method=method, effective_n=120)
        assert (same.low, same.high) == pytest.approx((whole.low, whole.high))
        assert quarter.held is None


def test_sums_of_weights_have_no_interval_unless_it_is_known_what_they_are_worth():
    weights = RANDOM.lognormal(0, 0.5, 120)
    observed = observed_matrix(ACTUAL, PREDICTED, sample_weight=weights)
    unknown = kappa_interval(observed, method="auto")
    assert np.isnan([unknown.low, unknown.high]).all()
    assert unknown.caution == NOTES["weighted"]
    worth = effective_items(ACTUAL, PREDICTED, sample_weight=weights)
    known = kappa_interval(observed, method="auto", effective_n=worth)
    assert known.low < known.kappa < known.high
    assert known.caution is None
    as_shares = kappa_interval(observed / observed.sum(), method="auto", effective_n=worth)
    assert as_shares.low == pytest.approx(known.low)


def test_drawing_groups():
    good, bad = [[5, 0], [0, 5]], [[2, 3], [3, 2]]
    kappas = bootstrap_group_kappas([good, bad] * 10, n_draws=4000, seed=2)
    # κ is 1 in a good group and −.2 in a bad one. The number of good groups of 20 is binomial.
    assert kappas.mean() == pytest.approx(0.4, abs=0.01)
    assert kappas.std() == pytest.approx(1.2 * np.sqrt(0.25 / 20), rel=0.05)
    again = bootstrap_group_kappas([good, bad] * 10, n_draws=4000, seed=2)
    np.testing.assert_array_equal(kappas, again)
