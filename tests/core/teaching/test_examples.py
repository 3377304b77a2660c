"""The worked examples: each one's point is true of it. Their kappas: tests/core/published.toml."""

import numpy as np
import pytest

from qwk_core import quadratic_weighted_kappa
from qwk_core.teaching.examples import EXAMPLES, example, example_rated
from tests.core import oracle
from tests.core.refused import error_of


@pytest.mark.parametrize("known", EXAMPLES, ids=lambda known: known.key)
def test_every_example_is_complete(known):
    assert known.title
    assert known.point.endswith(".")
    assert known.source.endswith(".")
    assert known.categories == tuple(range(known.categories[0], known.categories[-1] + 1))
    assert (known.observed is None) == (known.actual is not None) == (known.predicted is not None)
    if known.actual is not None:
        assert quadratic_weighted_kappa(known.actual, known.predicted) == known.walk().kappa


def test_an_unknown_key_is_refused():
    assert error_of(example, "nothing").startswith("Example: “nothing” is not known; ")


def test_petfinder_two_far_misses_make_up_89_percent():
    walk = example("petfinder").walk()
    # O and the outer product of the histograms as printed in the handbook
    assert walk.observed.tolist() == [
        [1, 0, 0, 0, 0],
        [0, 3, 0, 0, 0],
        [0, 0, 1, 0, 0],
        [0, 1, 0, 0, 0],
        [2, 0, 0, 0, 2],
    ]
    assert (walk.expected * 10).round(12).tolist() == [
        [3, 4, 1, 0, 2],
        [9, 12, 3, 0, 6],
        [3, 4, 1, 0, 2],
        [3, 4, 1, 0, 2],
        [12, 16, 4, 0, 8],
    ]
    assert walk.costliest[0] == (4, 0)
    assert walk.observed[4, 0] == 2
    assert round(100 * walk.shares[4, 0]) == 89


def test_retinopathy_one_far_miss_costs_more_than_all_near_misses():
    known = example("retinopathy")
    assert len(known.actual) == len(known.predicted) == 16
    misses = [abs(a - p) for a, p in zip(known.actual, known.predicted, strict=True) if a != p]
    assert sorted(misses)[-2:] == [1, 3]
    far_miss = known.walk().costliest[0]
    assert known.walk().shares[far_miss] > 0.5


def test_imbalanced_accuracy_is_9999_in_ten_thousand():
    none, one = (example(key) for key in ("imbalanced-none", "imbalanced-one"))
    for walk in (none.walk(), one.walk()):
        assert walk.n == 100_010
        assert f"{walk.observed.trace() / walk.n:.2%}" in none.point
    assert f"{one.walk().kappa:.2f}" in one.point


def test_ten_thousand_is_what_numpy_draws():
    generator = np.random.RandomState(2020)
    actual, predicted = generator.randint(0, 4, 10000), generator.randint(0, 4, 10000)
    counts = example("ten-thousand").observed
    assert oracle.count(actual.tolist(), predicted.tolist()) == [list(row) for row in counts]
    assert quadratic_weighted_kappa(actual, predicted) == pytest.approx(
        0.010146537647530596, abs=1e-15
    )


@pytest.mark.parametrize("known", [each for each in EXAMPLES if each.actual is not None])
def test_an_example_is_known_by_its_actual_ratings(known):
    found = example_rated(known.actual, known.categories)
    assert (found.actual, found.categories) == (known.actual, known.categories)
    assert example_rated([*known.actual, known.actual[0]], known.categories) is None
