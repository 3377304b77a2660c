"""The influence of each cell, against kappa's own derivative and the published variance."""

import numpy as np
import pytest
from hypothesis import given, settings

from qwk_core import kappa_interval, walk_through_counts, weight_matrix
from qwk_core.statistics.one_item import (
    influences,
    informative,
    informative_items,
    items_of_half_the_variance,
)
from tests.core import strategies

COUNTS = np.array([[20, 5, 1], [3, 15, 4], [0, 6, 9]])


@pytest.mark.parametrize(
    "scheme", ["quadratic", "linear", "unweighted", [[0, 1, 5], [2, 0, 3]] * 2]
)
def test_a_cell_moves_kappa_as_its_influence_says(scheme):
    scheme = scheme if isinstance(scheme, str) else np.array(scheme)[:3]
    shares = COUNTS / COUNTS.sum()
    ratio, worth = influences(shares, weight_matrix(3, scheme))
    assert 1 - ratio == pytest.approx(walk_through_counts(COUNTS, scheme=scheme).kappa)
    step = 1e-6
    for cell in np.ndindex(3, 3):
        moved = shares * (1 - step)
        moved[cell] += step
        change = walk_through_counts(moved, scheme=scheme).kappa - (1 - ratio)
        assert change / step == pytest.approx(worth[cell], abs=1e-4)
    assert (shares * worth).sum() == pytest.approx(0, abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(observed=strategies.lopsided())
def test_their_mean_square_is_the_published_variance(observed):
    found = kappa_interval(observed)
    counts = np.array(observed)
    if not found.standard_error > 0:
        return
    shares = counts / counts.sum()
    _, worth = influences(shares, weight_matrix(len(counts)))
    error = np.sqrt((shares * worth**2).sum() / counts.sum())
    assert error == pytest.approx(found.standard_error, rel=1e-9)


def test_many_tables_at_once_give_what_each_gives():
    tables = np.array([COUNTS, COUNTS.T, COUNTS[::-1]])
    weights = weight_matrix(3)
    ratio, worth = influences(tables / 63, weights)
    found = informative(tables, weights)
    for at, table in enumerate(tables):
        one = influences(table / 63, weights)
        np.testing.assert_allclose(ratio[at], one.ratio)
        np.testing.assert_allclose(worth[at], one.worth)
        assert found[at] == pytest.approx(informative_items(table))


def test_informative_items():
    # Two of a thousand items differ from the rest, and from each other only in their signs.
    assert informative_items([[998, 1], [1, 0]]) == pytest.approx(2, rel=0.01)
    assert informative_items([[50, 0], [0, 50]]) == 0, "where all agree, none tells anything"
    assert informative_items([[5, 0], [0, 0]]) == 0, "kappa is undefined"
    evenly = informative_items([[25, 25], [25, 25]])
    assert evenly == pytest.approx(100)
    assert informative_items(10 * COUNTS) == pytest.approx(10 * informative_items(COUNTS))


def test_items_of_half_the_variance():
    assert items_of_half_the_variance([[998, 1], [1, 0]]) == 2, "one is a little less than half"
    assert items_of_half_the_variance([[25, 25], [25, 25]]) == 50
    assert items_of_half_the_variance([[50, 0], [0, 50]]) == 0, "all agree"
