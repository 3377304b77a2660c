"""Worked examples and pitfalls: what they say is true. Figures: tests/core/published.toml."""

import numpy as np
import pytest

from qwk_core import format_categories, parse_categories, quadratic_weighted_kappa
from qwk_core.teaching.examples import EXAMPLES, example, example_rated
from qwk_core.teaching.pitfalls.catalogue import PITFALLS, pitfall
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
        found = example_rated(known.actual, known.categories)
        assert (found.actual, found.categories) == (known.actual, known.categories)
        assert example_rated([*known.actual, known.actual[0]], known.categories) is None


def test_an_unknown_key_is_refused():
    assert error_of(example, "nothing").startswith("Example: “nothing” is not known; ")
    says = "Pitfall: “luck” is not known; the pitfalls are as-far"
    assert error_of(pitfall, "luck").startswith(says)


def test_petfinder_two_far_misses_make_up_89_percent():
    walk = example("petfinder").walk()
    # The outer product of the histograms as printed in the handbook
    assert (walk.expected * 10).round(12).tolist() == [
        [3, 4, 1, 0, 2],
        [9, 12, 3, 0, 6],
        [3, 4, 1, 0, 2],
        [3, 4, 1, 0, 2],
        [12, 16, 4, 0, 8],
    ]
    assert (walk.costliest[0], walk.observed[4, 0]) == ((4, 0), 2)
    assert round(100 * walk.shares[4, 0]) == 89


def test_retinopathy_one_far_miss_costs_more_than_all_near_misses():
    known = example("retinopathy")
    assert len(known.actual) == len(known.predicted) == 16
    misses = [abs(a - p) for a, p in zip(known.actual, known.predicted, strict=True) if a != p]
    assert sorted(misses)[-2:] == [1, 3]
    assert known.walk().shares[known.walk().costliest[0]] > 0.5


def test_imbalanced_accuracy_is_9999_in_ten_thousand():
    none, one = (example(key) for key in ("imbalanced-none", "imbalanced-one"))
    for walk in (none.walk(), one.walk()):
        assert walk.n == 100_010
        assert f"{walk.observed.trace() / walk.n:.2%}" in none.point
    assert f"{one.walk().kappa:.2f}" in one.point


def test_ten_thousand_is_what_numpy_draws():
    generator = np.random.RandomState(2020)
    drawn = [generator.randint(0, 4, 10000).tolist() for _rater in range(2)]
    assert oracle.count(*drawn) == [list(row) for row in example("ten-thousand").observed]


@pytest.mark.parametrize("one", PITFALLS, ids=lambda one: one.key)
def test_examples_of_a_pitfall_open_in_the_walkthrough(one):
    assert one.examples
    assert len({item.key for item in one.examples}) == len(one.examples)
    for item in one.examples:
        walk = item.walk()
        assert (walk.categories, walk.scheme) == (item.categories, item.scheme)
        assert parse_categories(format_categories(item.categories)) == item.categories


def test_exactly_what_the_texts_of_pitfalls_call_exact():
    unused = pitfall("unused-category").numbers()
    assert (unused["gap"], unused["wide"]) == (unused["gap_longer"], unused["wide_longer"])
    recipes = pitfall("w-or-1-minus-w").numbers()
    assert recipes["times_16"] == pytest.approx(recipes["right"], rel=1e-14)
    centre = pitfall("centre-cell").numbers()
    assert centre["empty"] == centre["full"]
