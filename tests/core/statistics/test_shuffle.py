"""Shuffling: the same distribution as permuting the predictions, at a cost independent of n."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from qwk_core import (
    expected_matrix,
    observed_matrix,
    quadratic_weighted_kappa,
    walk_through_counts,
)
from qwk_core.statistics.histograms import shuffle_histogram
from qwk_core.statistics.shuffle import shuffle_predictions

ACTUAL = [0, 0, 0, 1, 2, 2]
PREDICTED = [0, 1, 2, 2, 2, 2]
OBSERVED = observed_matrix(ACTUAL, PREDICTED)


def test_draws_tables_as_often_as_permutations_do():
    # These are all 720 permutations. Kappa has few distinct values in them.
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
    # The mean is the degrees of freedom, and the variance is twice that.
    # The limit is five standard deviations above the mean.
    freedom = len(exact) - 1
    assert chi_squared < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("scheme", ["quadratic", "linear", np.arange(9).reshape(3, 3)])
def test_the_mean_and_the_kappas_belong_together(scheme):
    one = shuffle_predictions(OBSERVED, n_shuffles=1, seed=3, scheme=scheme)
    assert one.mean_proportions.tolist() == (one.mean_observed / len(ACTUAL)).tolist()
    kappa = walk_through_counts(one.mean_observed, scheme=scheme).kappa
    assert one.kappas.tolist() == pytest.approx([kappa])
    assert (one.mean_observed == np.rint(one.mean_observed)).all()
    assert one.mean_observed.sum(axis=1).tolist() == OBSERVED.sum(axis=1).tolist()
    assert one.mean_observed.sum(axis=0).tolist() == OBSERVED.sum(axis=0).tolist()


def test_nearly_a_billion_items():
    observed = [[9 * 10**8, 0], [0, 9 * 10**7]]
    shuffles = shuffle_predictions(observed, n_shuffles=100, seed=1)
    assert shuffles.mean_observed == pytest.approx(expected_matrix(observed), rel=1e-3)
    assert shuffles.kappas == pytest.approx(0, abs=1e-3)


def test_a_permutation_test_is_fisher_s_for_two_categories():
    observed = [[8, 2], [1, 5]]
    kappa = walk_through_counts(observed).kappa
    shuffles = shuffle_predictions(observed, n_shuffles=40_000, seed=7)
    assert shuffles.p_value(kappa) == (1 + shuffles.reaching(kappa)) / 40_001
    exact = stats.fisher_exact(observed, "greater").pvalue
    assert shuffles.p_value(kappa) == pytest.approx(exact, abs=5 * (exact / 40_000) ** 0.5)


def test_a_permutation_test_of_nothing():
    for observed, p_value in (([[3, 0], [0, 0]], math.nan), ([[3, 1], [0, 0]], 1)):
        kappa = walk_through_counts(observed).kappa
        found = shuffle_predictions(observed, n_shuffles=9, seed=1).p_value(kappa)
        assert found == pytest.approx(p_value, nan_ok=True)


LOPSIDED = [[1, 0, 0, 0, 0], [0, 3, 0, 0, 0], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0], [2, 0, 0, 0, 2]]


def shuffled(n_shuffles, observed=LOPSIDED, seed=1):
    return shuffle_predictions(observed, n_shuffles=n_shuffles, seed=seed)


@pytest.mark.parametrize("few", [1, 10, 37])
@pytest.mark.parametrize("observed", [LOPSIDED, [[900, 40, 3], [70, 500, 60], [5, 80, 700]]])
def test_more_shuffles_begin_with_the_same_ones(few, observed):
    # This includes large samples, which are drawn by rejection.
    some, many = shuffled(few, observed), shuffled(100, observed)
    np.testing.assert_array_equal(some.kappas, many.kappas[:few])


def test_cells_are_drawn_independently():
    # Each of the four free cells has its own stream. Equal streams would give few tables.
    tables = {shuffled(1, seed=seed).mean_observed.tobytes() for seed in range(100)}
    assert len(tables) > 80


def test_gaps_are_the_largest_distances_from_expected_and_close():
    shuffles = shuffled(1000)
    assert (shuffles.checkpoints, shuffled(70).checkpoints) == ((1, 10, 100, 1000), (1, 10, 70))
    expected = expected_matrix(LOPSIDED)
    for passed, gap in zip(shuffles.checkpoints, shuffles.gaps, strict=True):
        assert gap == pytest.approx(abs(shuffled(passed).mean_observed - expected).max())
    # Each cell's standard error after 1,000 shuffles is below 0.04.
    assert shuffles.gaps[-1] < 0.15 < shuffles.gaps[0]


def test_reaching_counts_ties():
    # A shuffle of [[1, 1], [1, 1]] gives the same table, perfect agreement, or its opposite.
    shuffles = shuffled(500, [[1, 1], [1, 1]])
    assert set(np.round(shuffles.kappas, 12)) == {-1, 0, 1}
    assert shuffles.reaching(-1) == 500
    assert shuffles.reaching(0.1 + 0.2 - 0.3) == shuffles.reaching(0)  # 5.6e-17 ≈ 0
    assert shuffles.reaching(1) == np.count_nonzero(shuffles.kappas > 0.5) > 0


@pytest.mark.parametrize("observed", [[[7, 3, 2], [0, 0, 0], [0, 0, 0]], [[7, 0], [3, 0]]])
def test_a_constant_rater_leaves_nothing_to_shuffle(observed):
    walk, shuffles = walk_through_counts(observed), shuffled(20, observed)
    assert walk.has_constant_rater
    np.testing.assert_array_equal(walk.observed, walk.expected)
    assert not shuffles.gaps.any()
    assert set(shuffles.kappas) == {0.0}
    bars = shuffle_histogram(shuffles.kappas, 0.0)
    assert bars.counts.tolist() == [20]
    assert bars.edges.tolist() == [0, 0.1]
