"""What the shuffles say of chance, and the walk in proportions."""

from __future__ import annotations

import numpy as np
import pytest

from qwk_core import expected_matrix, walk_through_counts
from qwk_core.statistics.histograms import shuffle_histogram
from qwk_core.statistics.shuffle import Shuffles, shuffle_predictions
from qwk_core.teaching.examples import EXAMPLES, Example

LOPSIDED = [[1, 0, 0, 0, 0], [0, 3, 0, 0, 0], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0], [2, 0, 0, 0, 2]]


def shuffled(n_shuffles: int, observed: object = LOPSIDED, seed: int = 1) -> Shuffles:
    return shuffle_predictions(observed, n_shuffles=n_shuffles, seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("n_shuffles", "checkpoints"),
    [
        (1, (1,)),
        (10, (1, 10)),
        (70, (1, 10, 70)),
        (1000, (1, 10, 100, 1000)),
    ],
)
def test_checkpoints_lead_from_the_first_shuffle_to_all(
    n_shuffles: int, checkpoints: tuple[int, ...]
) -> None:
    assert shuffled(n_shuffles).checkpoints == checkpoints


@pytest.mark.parametrize("few", [1, 10, 37])
@pytest.mark.parametrize("observed", [LOPSIDED, [[900, 40, 3], [70, 500, 60], [5, 80, 700]]])
def test_more_shuffles_begin_with_the_same_ones(few: int, observed: list[list[int]]) -> None:
    # Also where whole samples are large, and drawn by rejection.
    some, many = shuffled(few, observed), shuffled(100, observed)
    np.testing.assert_array_equal(some.kappas, many.kappas[:few])
    np.testing.assert_array_equal(some.first_observed, many.first_observed)


def test_cells_are_drawn_independently() -> None:
    # Four free cells of one stream each: were the streams alike, their tables would be few.
    tables = {shuffled(1, seed=seed).first_observed.tobytes() for seed in range(100)}
    assert len(tables) > 80


def test_gaps_are_the_largest_distances_from_expected_and_close() -> None:
    shuffles = shuffled(1000)
    expected = expected_matrix(LOPSIDED)
    for passed, gap in zip(shuffles.checkpoints, shuffles.gaps, strict=True):
        assert gap == pytest.approx(abs(shuffled(passed).mean_observed - expected).max())
    # Each cell's standard error after 1,000 shuffles is below 0.04.
    assert shuffles.gaps[-1] < 0.15 < shuffles.gaps[0]


def test_reaching_counts_ties() -> None:
    # [[1, 1], [1, 1]] shuffles to itself or to perfect agreement or to its opposite.
    shuffles = shuffled(500, [[1, 1], [1, 1]])
    assert set(np.round(shuffles.kappas, 12)) == {-1, 0, 1}
    assert shuffles.reaching(-1) == 500
    assert shuffles.reaching(0.1 + 0.2 - 0.3) == shuffles.reaching(0)  # 5.6e-17 is 0
    assert shuffles.reaching(1) == np.count_nonzero(shuffles.kappas > 0.5) > 0


@pytest.mark.parametrize("observed", [[[7, 3, 2], [0, 0, 0], [0, 0, 0]], [[7, 0], [3, 0]]])
def test_a_constant_rater_leaves_nothing_to_shuffle(observed: list[list[int]]) -> None:
    walk, shuffles = walk_through_counts(observed), shuffled(20, observed)
    assert walk.has_constant_rater
    np.testing.assert_array_equal(walk.observed, walk.expected)
    assert not shuffles.gaps.any()
    assert set(shuffles.kappas) == {0.0}
    bars = shuffle_histogram(shuffles.kappas, 0.0)
    assert bars.counts.tolist() == [20]
    assert bars.edges.tolist() == [0, 0.1]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_proportions_are_shares_of_n(example: Example) -> None:
    walk = example.walk()
    shares = walk.proportions
    for name in ("observed", "expected", "actual_totals", "predicted_totals"):
        np.testing.assert_allclose(getattr(shares, name) * walk.n, getattr(walk, name))
        assert getattr(shares, name).sum() == pytest.approx(1)
    # E of shares is the product of shares, nothing more.
    np.testing.assert_allclose(
        shares.expected, np.outer(shares.actual_totals, shares.predicted_totals)
    )
    assert shares.kappa == walk.kappa
    if walk.denominator:
        assert 1 - shares.numerator / shares.denominator == pytest.approx(walk.kappa)
    np.testing.assert_array_equal(shares.weights, walk.weights)
    np.testing.assert_allclose(shares.weighted_observed, shares.weights * shares.observed)
    np.testing.assert_allclose(shares.weighted_expected, shares.weights * shares.expected)
