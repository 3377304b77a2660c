"""One item more, corrected or left out: the same whether done to vectors or to counts."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given

from qwk_core import RatingsError, observed_matrix, read_ratings, walk_through, walk_through_counts
from qwk_core.statistics.one_item import (
    CHANGES,
    add_one_item,
    change_ratings,
    correct_one_item,
    direction,
    leave_out_one_item,
    possible_changes,
    walk_changed,
)
from qwk_core.teaching.examples import example
from tests.core.strategies import rating_pairs

EVERY_CELL = {
    "add": add_one_item,
    "correct": correct_one_item,
    "leave_out": leave_out_one_item,
}


@pytest.mark.parametrize(
    ("change", "observed"),
    [
        ("add", [[1, 1, 0], [0, 0, 0], [2, 0, 1]]),
        ("correct", [[1, 1, 0], [0, 0, 0], [0, 0, 2]]),
        ("leave_out", [[1, 1, 0], [0, 0, 0], [0, 0, 1]]),
    ],
)
def test_what_becomes_of_the_counts(change: str, observed: list[list[int]]) -> None:
    walk = walk_through([0, 0, 2, 2], [0, 1, 0, 2], categories=range(3))
    assert walk_changed(walk, change, 2, 0).observed.tolist() == observed


@given(rating_pairs())
def test_a_change_does_what_the_matrix_of_all_changes_says(
    both: tuple[list[int], list[int]],
) -> None:
    ratings = read_ratings(*both)
    walk = walk_through(*both)
    size = len(walk.categories)
    for row, column in np.ndindex(size, size):
        for change in possible_changes(walk, row, column):
            changed = walk_changed(walk, change, row, column)
            kappa = EVERY_CELL[change](walk.observed)[row, column]
            assert changed.kappa == pytest.approx(kappa, abs=1e-12, nan_ok=True)
            vectors_changed = change_ratings(ratings, change, row, column)
            counted = observed_matrix(
                vectors_changed.actual, vectors_changed.predicted, categories=range(size)
            )
            assert (counted == changed.observed).all()
            assert vectors_changed.categories == changed.categories == walk.categories


def test_what_cannot_be_done_to_a_cell() -> None:
    walk = walk_through_counts([[0, 1], [0, 0]])
    assert possible_changes(walk, 0, 1) == ("add", "correct")
    assert possible_changes(walk, 1, 0) == ("add",)
    pets = example("petfinder").walk()
    assert possible_changes(pets, 1, 1) == ("add", "leave_out")
    assert possible_changes(pets, 4, 0) == CHANGES


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("correct", "Row “b”, column “a”: there is no item to correct."),
        ("leave_out", "Row “b”, column “a”: there is no item to leave out."),
    ],
)
def test_an_item_that_is_not_there(change: str, says: str) -> None:
    both = ["a", "a"], ["b", "a"]
    with pytest.raises(RatingsError, match=says):
        walk_changed(walk_through(*both, categories=["a", "b"]), change, 1, 0)
    ratings = read_ratings(*both, categories=["a", "b"])
    with pytest.raises(RatingsError, match=says):
        change_ratings(ratings, change, 1, 0)
    with pytest.raises(RatingsError, match="there is no item"):
        change_ratings(ratings, change, 0, 1, item=1)  # that one lies in another cell


def test_the_only_item_stays() -> None:
    with pytest.raises(RatingsError, match="only item"):
        walk_changed(walk_through([2], [0]), "leave_out", 2, 0)
    with pytest.raises(RatingsError, match="only item"):
        change_ratings(read_ratings([2], [0]), "leave_out", 2, 0)


def test_the_item_that_is_named_is_the_one_that_changes() -> None:
    ratings = read_ratings([1, 1, 0], [0, 0, 0])
    assert change_ratings(ratings, "correct", 1, 0, item=1).predicted.tolist() == [0, 1, 0]
    assert change_ratings(ratings, "correct", 1, 0).predicted.tolist() == [1, 0, 0]
    assert change_ratings(ratings, "leave_out", 1, 0, item=1).actual.tolist() == [1, 0]
    assert ratings.predicted.tolist() == [0, 0, 0]
    assert not change_ratings(ratings, "add", 1, 1).actual.flags.writeable


def test_weights_of_ones_own_stay() -> None:
    weights = [[0, 1], [7, 0]]
    walk = walk_through_counts([[3, 1], [1, 3]], scheme=weights)
    changed = walk_changed(walk, "correct", 1, 0)
    assert changed.weights.tolist() == weights
    assert changed.kappa == walk_through_counts([[3, 1], [0, 4]], scheme=weights).kappa


def test_directions() -> None:
    nan = math.nan
    assert direction(0.1, 0.2) == "rise"
    assert direction(0.2, 0.1) == "fall"
    assert direction(0.2, 0.2) == "stay"
    assert direction(nan, nan) == "stay"
    assert direction(nan, 0) == "defined"
    assert direction(0, nan) == "undefined"
