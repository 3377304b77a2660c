"""The fourteen pitfalls; their numbers: see tests/core/published.toml."""

import pytest

from qwk_core import format_categories, parse_categories
from qwk_core.teaching.pitfalls.catalogue import PITFALLS, pitfall
from tests.core.refused import error_of


@pytest.mark.parametrize("one", PITFALLS, ids=lambda one: one.key)
def test_examples_open_in_the_walkthrough(one):
    assert one.examples
    assert len({item.key for item in one.examples}) == len(one.examples)
    for item in one.examples:
        walk = item.walk()
        assert walk.categories == item.categories
        assert walk.scheme == item.scheme
        assert parse_categories(format_categories(item.categories)) == item.categories


def test_exactly_what_the_texts_call_exact():
    unused = pitfall("unused-category").numbers()
    assert (unused["gap"], unused["wide"]) == (unused["gap_longer"], unused["wide_longer"])
    recipes = pitfall("w-or-1-minus-w").numbers()
    assert recipes["times_16"] == pytest.approx(recipes["right"], rel=1e-14)
    centre = pitfall("centre-cell").numbers()
    assert centre["empty"] == centre["full"]


def test_an_unknown_pitfall():
    message = "Pitfall: “luck” is not known; the pitfalls are as-far"
    assert error_of(pitfall, "luck").startswith(message)
