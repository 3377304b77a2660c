"""The lowest and the highest kappa that are possible with the totals of two raters."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import SCHEMES, walk_through
from qwk_core.statistics.extremes import kappa_extremes
from tests.core import strategies

SIX = [0, 0, 1, 1, 3, 2], [1, 0, 3, 3, 2, 2]


def check(actual, predicted, scheme):
    """Compare both extremes with all permutations of the predictions."""
    observed = walk_through(actual, predicted, categories=range(4)).observed
    totals = observed.sum(axis=1), observed.sum(axis=0)
    worst, best = kappa_extremes(*totals, scheme=scheme)
    for extreme in (worst, best):
        assert extreme.observed.dtype == np.int64
        assert extreme.actual_totals.tolist() == totals[0].tolist()
        assert extreme.predicted_totals.tolist() == totals[1].tolist()
    kappas = [
        walk_through(actual, permuted, categories=range(4), scheme=scheme).kappa
        for permuted in set(itertools.permutations(predicted))
    ]
    if any(map(math.isnan, kappas)):
        assert math.isnan(worst.kappa)
        assert worst.undefined_reason
    else:
        assert (worst.kappa, best.kappa) == (min(kappas), max(kappas))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_extremes_are_those_of_all_permutations(scheme):
    check(*SIX, scheme)
    check([2, 2], [2, 2], scheme)


@given(strategies.rating_pairs(highest=3), st.sampled_from(SCHEMES))
def test_extremes_of_any_ratings(ratings, scheme):
    check(*(vector[:5] for vector in ratings), scheme)


@given(observed=strategies.counts(largest=30))
def test_unweighted_extremes_agree_as_little_and_as_much_as_the_totals_allow(observed):
    rows, columns = np.sum(observed, axis=1), np.sum(observed, axis=0)
    worst, best = kappa_extremes(rows, columns, scheme="unweighted")
    assert worst.observed.diagonal().tolist() == np.maximum(rows + columns - rows.sum(), 0).tolist()
    assert best.observed.diagonal().tolist() == np.minimum(rows, columns).tolist()


def test_extremes_with_weights_of_ones_own():
    cubed = np.abs(np.subtract.outer(range(4), range(4))) ** 3
    worst, best = kappa_extremes([3, 2, 1, 2], [1, 3, 3, 1], scheme=cubed)
    assert best.observed.tolist() == [[1, 2, 0, 0], [0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 1, 1]]
    assert worst.kappa < -0.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_extremes_of_proportions(scheme):
    rows, columns = [0.1, 0.2, 0.3, 0.4], [0.7, 0.1, 0.1, 0.1]
    whole = kappa_extremes([1, 2, 3, 4], [7, 1, 1, 1], scheme=scheme)
    for extreme, exact in zip(kappa_extremes(rows, columns, scheme=scheme), whole, strict=True):
        assert extreme.kappa == pytest.approx(exact.kappa)
        assert extreme.actual_totals == pytest.approx(rows)
        assert extreme.predicted_totals == pytest.approx(columns)


def test_extremes_of_billions():
    worst, best = kappa_extremes([10**9] * 20, [10**9] * 20)
    assert (worst.kappa, best.kappa) == (-1, 1)
