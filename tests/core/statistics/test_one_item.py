"""The change of kappa by an added, corrected or removed item, and the effect of each cell."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import SCHEMES, read_ratings, walk_through_counts, weight_matrix
from qwk_core.statistics.one_item import (
    CHANGES,
    add_one_item,
    change_ratings,
    correct_one_item,
    direction,
    influences,
    informative,
    informative_items,
    items_of_half_the_variance,
    kappa_changes,
    leave_out_one_item,
    possible_changes,
    rank_corrections,
    walk_changed,
)
from qwk_core.teaching.examples import example
from tests.core import oracle, strategies
from tests.core.refused import error_of

EVERY_CELL = {"add": add_one_item, "correct": correct_one_item, "leave_out": leave_out_one_item}
COUNTS = np.array([[20, 5, 1], [3, 15, 4], [0, 6, 9]])
TABLES = (
    COUNTS,
    [[2.5, 0.25, 0], [1.0, 0, 3.5], [0, 1.25, 1]],
    [[2.5, 0.3, 0], [0, 0, 0], [0, 0, 0]],  # a constant rater
    [[1.5, 0, 0], [0, 0, 0], [0, 0, 0]],  # undefined
    [[0, 1, 0], [0, 0, 0], [0, 0, 0]],  # the only item
    [[3, 1, 0], [2, 3, 1], [1, 0, 2]],
)
OWN = [[0, 1, 5], [2, 0, 3], [1e14, 1, 0]]  # one huge weight must not hide the others


def changed(observed, change, i, j):
    """Return the counts after a change, or None if the change is impossible."""
    after = np.array(observed)
    if change != "add":
        if after[i, j] < 1:
            return None
        after[i, j] -= 1
    if change == "add":
        after[i, j] += 1
    elif change == "correct":
        after[i, i] += 1
    return after if after.any() else None


def check(observed, scheme):
    """Compare each change of each cell with a new walk: whole counts to the last bit."""
    walk = walk_through_counts(observed, scheme=scheme)
    exact = isinstance(scheme, str) and walk.observed.dtype == np.int64
    within = {"rtol": 0, "atol": 0} if exact else {"rtol": 1e-12, "atol": 1e-12}
    for change, every_cell in EVERY_CELL.items():
        kappas = every_cell(observed, scheme=scheme)
        for i, j in np.ndindex(kappas.shape):
            after = changed(observed, change, i, j)
            kappa = math.nan if after is None else walk_through_counts(after, scheme=scheme).kappa
            np.testing.assert_allclose(kappas[i, j], kappa, **within)
            if change in possible_changes(walk, i, j):
                assert (walk_changed(walk, change, i, j).observed == after).all()
            else:
                assert after is None or (change == "correct" and i == j)


@pytest.mark.parametrize("observed", TABLES)
@pytest.mark.parametrize("scheme", [*SCHEMES, OWN], ids=[*SCHEMES, "own"])
def test_every_change_is_what_a_walk_from_the_start_finds(observed, scheme):
    check(observed, scheme)


@given(st.data())
def test_every_change_of_any_counts(data):
    observed = data.draw(strategies.counts(largest=10**9) | strategies.counts(largest=50))
    n = len(observed)
    row = st.lists(st.sampled_from([0.0, 0.1, 0.3, 1.0, 7.0]), min_size=n, max_size=n)
    own = st.lists(row, min_size=n, max_size=n)
    check(observed, data.draw(st.sampled_from(SCHEMES) | own))


@given(strategies.rating_pairs())
def test_a_change_of_ratings_is_that_of_their_counts(both):
    ratings = read_ratings(*both)
    counts = np.zeros((len(ratings.categories),) * 2, dtype=int)
    np.add.at(counts, (ratings.actual, ratings.predicted), 1)
    walk = walk_through_counts(counts)
    for row, column in np.argwhere(counts + 1):
        for change in possible_changes(walk, row, column):
            after = change_ratings(ratings, change, row, column)
            found = np.zeros_like(counts)
            np.add.at(found, (after.actual, after.predicted), 1)
            assert (found == changed(counts, change, row, column)).all()
            assert after.categories == ratings.categories


def test_what_can_be_done_to_a_cell_and_to_which_item():
    pets = example("petfinder").walk()
    assert possible_changes(pets, 1, 1) == ("add", "leave_out")
    assert possible_changes(pets, 4, 0) == CHANGES
    ratings = read_ratings([1, 1, 0], [0, 0, 0])
    assert change_ratings(ratings, "correct", 1, 0, item=1).predicted.tolist() == [0, 1, 0]
    assert change_ratings(ratings, "correct", 1, 0).predicted.tolist() == [1, 0, 0]
    assert change_ratings(ratings, "leave_out", 1, 0, item=1).actual.tolist() == [1, 0]
    assert change_ratings(ratings, "add", 1, 1).actual.tolist() == [1, 1, 0, 1]


def test_an_item_that_is_not_there_and_the_only_one():
    ratings = read_ratings(["a", "a"], ["b", "a"], categories=["a", "b"])
    walk = walk_through_counts([[1, 1], [0, 0]], categories=["a", "b"])
    alone = read_ratings([0], [1])
    for change, verb in (("correct", "correct"), ("leave_out", "leave out")):
        message = f"Row “b”, column “a”: there is no item to {verb}."
        assert error_of(walk_changed, walk, change, 1, 0) == message
        assert error_of(change_ratings, ratings, change, 1, 0) == message
        # Item 1 is in another cell.
        assert "there is no item" in error_of(change_ratings, ratings, change, 0, 1, item=1)
    assert "only item" in error_of(change_ratings, alone, "leave_out", 0, 1)
    only = walk_through_counts([[0, 1], [0, 0]])
    assert "only item" in error_of(walk_changed, only, "leave_out", 0, 1)


def test_what_corrections_bring():
    # Computed by hand: a correction of either item changes .318 to .597.
    pets = example("petfinder")
    effects = rank_corrections(read_ratings(pets.actual, pets.predicted))
    assert [effect.item for effect in effects[:2]] == [0, 3]
    for effect in effects[:2]:
        assert (effect.row, effect.column) == (4, 0)
        assert effect.corrected == pytest.approx(0.597, abs=5e-4)
        assert effect.corrected_change == effect.corrected - pets.walk().kappa
    corrected = [effect.corrected for effect in effects]
    assert corrected == sorted(corrected, reverse=True)
    assert [effect.corrected_change for effect in effects[3:]] == [0] * 7, "all these agree"
    first, *others = rank_corrections(pets.walk().observed)
    assert (first.row, first.column) == (4, 0)
    assert first.corrected == effects[0].corrected
    assert len(others) == 5
    (alone,) = rank_corrections(read_ratings([4], [0]))
    assert math.isnan(alone.corrected)


def test_changes_that_are_only_rounding_are_none():
    observed = np.array(
        [[6, 2, 1, 1, 0], [2, 5, 2, 1, 0], [1, 1, 0, 1, 1], [0, 1, 2, 5, 2], [0, 1, 1, 2, 6]]
    )
    own = np.abs(np.subtract.outer(range(5), range(5))) ** 2 / 7
    assert kappa_changes(observed, scheme=own)[2, 2] == 0
    assert np.isnan(kappa_changes([[5, 0], [0, 0]])).all(), "an undefined kappa changes by nothing"


def test_directions():
    nan = math.nan
    assert direction(0.1, 0.2) == "rise"
    assert direction(0.2, 0.1) == "fall"
    assert direction(0.2, 0.2) == direction(nan, nan) == "stay"
    assert direction(nan, 0) == "defined"
    assert direction(0, nan) == "undefined"


# -- The effect of a cell -------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", [*SCHEMES, [[0, 1, 5], [2, 0, 3], [0, 1, 5]]])
def test_a_cell_moves_kappa_as_its_influence_says(scheme):
    shares = COUNTS / COUNTS.sum()
    ratio, worth = influences(shares, weight_matrix(3, scheme))
    assert 1 - ratio == pytest.approx(walk_through_counts(COUNTS, scheme=scheme).kappa)
    assert worth == pytest.approx(oracle.slopes(COUNTS, scheme), abs=1e-8)
    assert (shares * worth).sum() == pytest.approx(0, abs=1e-12)


def test_many_tables_at_once_are_each_as_informative_as_alone():
    tables = np.array([COUNTS, COUNTS.T, COUNTS[::-1]])
    found = informative(tables, weight_matrix(3))
    assert found.tolist() == pytest.approx([informative_items(table) for table in tables])


@pytest.mark.parametrize(
    ("observed", "informed", "half"),
    [
        # Two of a thousand items differ from the rest, and from each other only in their signs.
        ([[998, 1], [1, 0]], pytest.approx(2, rel=0.01), 2),
        ([[25, 25], [25, 25]], pytest.approx(100), 50),
        ([[50, 0], [0, 50]], 0, 0),  # if all agree, no item informs
        ([[5, 0], [0, 0]], 0, None),  # kappa is undefined
    ],
)
def test_how_many_items_inform_and_how_many_make_up_half(observed, informed, half):
    assert informative_items(observed) == informed
    assert half is None or items_of_half_the_variance(observed) == half
    assert informative_items(10 * COUNTS) == pytest.approx(10 * informative_items(COUNTS))
