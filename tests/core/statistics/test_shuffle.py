"""Shuffling: the same distribution as permuting the predictions, at a cost without n."""

import itertools
from collections import Counter

import numpy as np
import pytest

from qwk_core import (
    RatingsError,
    expected_matrix,
    observed_matrix,
    quadratic_weighted_kappa,
    walk_through_counts,
)
from qwk_core.statistics.shuffle import shuffle_predictions

ACTUAL = [0, 0, 0, 1, 2, 2]
PREDICTED = [0, 1, 2, 2, 2, 2]
OBSERVED = observed_matrix(ACTUAL, PREDICTED)


def test_draws_tables_as_often_as_permutations_do():
    # All 720 permutations: the exact distribution of kappa has few distinct values.
    exact = Counter(
        round(quadratic_weighted_kappa(ACTUAL, permuted), 9)
        for permuted in itertools.permutations(PREDICTED)
    )
    n_shuffles = 40_000
    drawn = Counter(
        shuffle_predictions(OBSERVED, n_shuffles=n_shuffles, seed=5).kappas.round(9).tolist()
    )
    assert set(drawn) == set(exact)
    expected = {kappa: count / 720 * n_shuffles for kappa, count in exact.items()}
    chi_squared = sum((drawn[kappa] - mean) ** 2 / mean for kappa, mean in expected.items())
    # Its mean is the degrees of freedom, its variance twice that: five deviations above.
    freedom = len(exact) - 1
    assert chi_squared < freedom + 5 * (2 * freedom) ** 0.5


def test_every_shuffle_keeps_both_totals():
    for seed in range(20):
        first = shuffle_predictions(OBSERVED, n_shuffles=1, seed=seed).first_observed
        assert first.dtype == np.int64
        assert (first >= 0).all()
        assert first.sum(axis=1).tolist() == OBSERVED.sum(axis=1).tolist()
        assert first.sum(axis=0).tolist() == OBSERVED.sum(axis=0).tolist()


@pytest.mark.parametrize("scheme", ["quadratic", "linear", np.arange(9).reshape(3, 3)])
def test_the_first_table_the_mean_and_the_kappas_belong_together(scheme):
    one = shuffle_predictions(OBSERVED, n_shuffles=1, seed=3, scheme=scheme)
    assert one.mean_observed.tolist() == one.first_observed.tolist()
    assert one.mean_proportions.tolist() == (one.first_observed / len(ACTUAL)).tolist()
    kappa = walk_through_counts(one.first_observed, scheme=scheme).kappa
    assert one.kappas.tolist() == pytest.approx([kappa])


def test_the_mean_approaches_expected():
    observed = [[40, 5, 1], [10, 2, 20], [0, 1, 3]]
    n_shuffles = 20_000
    shuffles = shuffle_predictions(observed, n_shuffles=n_shuffles, seed=11)
    expected = expected_matrix(observed)
    # The variance of a cell is below its mean (hypergeometric): five standard errors.
    assert (abs(shuffles.mean_observed - expected) < 5 * (expected / n_shuffles) ** 0.5).all()
    assert abs(shuffles.kappas.mean()) < 5 * shuffles.kappas.std() / n_shuffles**0.5
    assert shuffles.kappas.shape == (n_shuffles,)


def test_a_seed_repeats_and_another_does_not():
    again = [shuffle_predictions(OBSERVED, n_shuffles=50, seed=seed).kappas for seed in (1, 1, 2)]
    assert (again[0] == again[1]).all()
    assert (again[0] != again[2]).any()


def test_nearly_a_billion_items():
    observed = [[9 * 10**8, 0], [0, 9 * 10**7]]
    shuffles = shuffle_predictions(observed, n_shuffles=100, seed=1)
    assert shuffles.mean_observed == pytest.approx(expected_matrix(observed), rel=1e-3)
    assert shuffles.kappas == pytest.approx(0, abs=1e-3)


def test_undefined_kappa_stays_undefined():
    shuffles = shuffle_predictions([[0, 0], [0, 5]], n_shuffles=3, seed=1)
    assert np.isnan(shuffles.kappas).all()
    assert shuffles.first_observed.tolist() == [[0, 0], [0, 5]]


WHOLE = "Counts: only whole counts of fewer than 10⁹ items can be shuffled."


@pytest.mark.parametrize(
    ("observed", "n_shuffles", "message"),
    [
        ([[0.5, 0], [0, 0.5]], 1, WHOLE),
        ([[10**9 - 1, 0], [0, 1]], 1, WHOLE),
        ([[1, 0], [0, 1]], 0, "Shuffles: 0 are none; 1 is the least."),
        ([[1, 0]], 1, "Counts: the matrix is 1 × 2; give as many rows as columns."),
    ],
)
def test_refusals(observed, n_shuffles, message):
    with pytest.raises(RatingsError) as caught:
        shuffle_predictions(observed, n_shuffles=n_shuffles, seed=1)
    assert str(caught.value) == message
