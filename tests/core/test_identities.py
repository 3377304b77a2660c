"""What the lessons teach holds for all ratings."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import (
    SCHEMES,
    expected_matrix,
    quadratic_weighted_kappa,
    walk_through,
    walk_through_counts,
    weight_matrix,
)
from tests.core.strategies import counts, lopsided, rating_pairs

schemes = st.sampled_from(SCHEMES)


@given(lopsided())
def test_expected_has_the_totals_of_observed(observed):
    observed = np.array(observed)
    expected = expected_matrix(observed)
    assert expected.sum(axis=1) == pytest.approx(observed.sum(axis=1))
    assert expected.sum(axis=0) == pytest.approx(observed.sum(axis=0))
    # With lopsided totals, a transposed E has not.
    assert expected.T.sum(axis=1) != pytest.approx(observed.sum(axis=1))


@given(lopsided(), schemes)
def test_swapping_the_raters_transposes_the_matrices_and_keeps_kappa(observed, scheme):
    walk = walk_through_counts(observed, scheme=scheme)
    swapped = walk_through_counts(np.transpose(observed), scheme=scheme)
    assert (swapped.observed == walk.observed.T).all()
    assert (swapped.expected == walk.expected.T).all()
    assert swapped.actual_totals.tolist() == walk.predicted_totals.tolist()
    assert swapped.kappa == pytest.approx(walk.kappa, abs=0, nan_ok=True)


@given(counts(largest=1000), schemes, st.floats(1e-6, 1e6))
def test_scaling_the_weights_keeps_kappa(observed, scheme, factor):
    kappa = walk_through_counts(observed, scheme=scheme).kappa
    scaled = weight_matrix(len(observed), scheme) * factor
    assert walk_through_counts(observed, scheme=scaled).kappa == pytest.approx(
        kappa, abs=1e-12, nan_ok=True
    )


@given(rating_pairs(), st.integers(-5, 0), st.integers(4, 9))
def test_an_unused_category_at_either_end_keeps_kappa(pair, lowest, highest):
    actual, predicted = pair
    kappa = walk_through(actual, predicted).kappa
    wider = walk_through(actual, predicted, categories=range(lowest, highest + 1))
    assert wider.kappa == pytest.approx(kappa, abs=0, nan_ok=True)


@given(rating_pairs(), st.integers(-(10**9), 10**9))
def test_only_distances_count(pair, shift):
    actual, predicted = pair
    kappa = quadratic_weighted_kappa(actual, predicted)
    shifted = quadratic_weighted_kappa([a + shift for a in actual], [p + shift for p in predicted])
    assert shifted == pytest.approx(kappa, abs=0, nan_ok=True)


@given(rating_pairs())
def test_reversing_the_scale_keeps_kappa(pair):
    actual, predicted = pair
    upside_down = walk_through(actual, predicted, categories=range(4, -1, -1))
    kappa = walk_through(actual, predicted).kappa
    assert upside_down.kappa == pytest.approx(kappa, abs=0, nan_ok=True)


@given(st.lists(st.integers(0, 4), min_size=2).filter(lambda r: len(set(r)) > 1), schemes)
def test_perfect_agreement_is_1(ratings, scheme):
    assert walk_through(ratings, ratings, scheme=scheme).kappa == 1.0
    assert quadratic_weighted_kappa(ratings, ratings) == 1.0


@given(counts(largest=1000), schemes)
def test_agreement_weights_give_the_same_kappa(observed, scheme):
    walk = walk_through_counts(observed, scheme=scheme)
    v = 1 - walk.weights
    agreed = (v * walk.observed).sum() / walk.n
    agreed_by_chance = (v * walk.expected).sum() / walk.n
    if walk.denominator / walk.n > 1e-6:
        kappa = (agreed - agreed_by_chance) / (1 - agreed_by_chance)
        assert kappa == pytest.approx(walk.kappa, abs=1e-8)


@given(counts(largest=1000), schemes)
def test_shares_and_costliest_account_for_the_whole_numerator(observed, scheme):
    walk = walk_through_counts(observed, scheme=scheme)
    total = sum(walk.shares[cell] for cell in walk.costliest)
    assert total == (pytest.approx(1) if walk.numerator else 0)
    off_diagonal = np.count_nonzero(walk.observed) - np.count_nonzero(walk.observed.diagonal())
    assert len(walk.costliest) == off_diagonal
