"""Every entry of the table of moves is what a whole walk finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import SCHEMES, RatingsError, read_ratings, walk_through, walk_through_counts
from qwk_core.ratings import Ratings
from qwk_core.statistics.one_item import kappa_moves, move_prediction
from qwk_core.teaching.box import box, fill_box, shuffle_items
from qwk_core.teaching.examples import example
from tests.core.strategies import rating_pairs

schemes = st.sampled_from(SCHEMES)


def walked(ratings: Ratings, predicted: np.ndarray, scheme: str):  # type: ignore[no-untyped-def]
    """The box of a walk through these items, with these predictions."""
    return box(
        walk_through(
            ratings.actual, predicted, categories=range(len(ratings.categories)), scheme=scheme
        )
    )


def check_moves(ratings: Ratings, scheme: str) -> None:
    """Every move of every item is what a walk finds."""
    moves = kappa_moves(ratings, scheme)
    assert moves.kappa.shape == (ratings.n, 5)
    for item, category in np.ndindex(ratings.n, 5):
        moved = move_prediction(ratings, item, category)
        assert moved.categories == ratings.categories
        found = walked(ratings, moved.predicted, scheme)
        at = item, category
        assert moves.cost[at] == found.cost
        assert moves.chance[at] == pytest.approx(found.chance, rel=1e-12)
        assert moves.agreeing[at] == found.agreeing
        np.testing.assert_equal(moves.kappa[at], found.kappa)  # to the last bit, and nan as well


@given(rating_pairs(), schemes)
def test_every_move_is_what_a_walk_finds(pair: tuple[list[int], list[int]], scheme: str) -> None:
    check_moves(read_ratings(*pair, categories=range(5)), scheme)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_move_of_the_pets(scheme: str) -> None:
    pets = example("petfinder")
    check_moves(read_ratings(pets.actual, pets.predicted), scheme)


def test_counts_beyond_64_bits_are_added_exactly() -> None:
    huge = 9 * 10**17
    found = box(walk_through_counts([[0, 0, 0, 0, huge], *[[0] * 5] * 3, [huge, 0, 0, 0, 0]]))
    assert found.cost == 2 * huge * 16
    assert found.kappa == -1


def test_the_box_of_fractions() -> None:
    found = box(walk_through_counts([[0.5, 0.25], [0.0, 0.25]]))
    assert (found.cost, found.chance, found.agreeing) == (0.25, 0.5, 0.75)


def test_the_figures_of_the_picture() -> None:
    """The misses 4, 2 and 4 are squares of 16 + 4 + 16 = 36 in a box of 52.8."""
    pets = example("petfinder")
    found = [box(pets.walk(scheme)) for scheme in SCHEMES]
    assert [each.cost for each in found] == [36, 10, 3]
    assert [each.chance for each in found] == pytest.approx([52.8, 18.2, 7.6])
    filling = fill_box(read_ratings(pets.actual, pets.predicted))
    assert filling.items.tolist() == [0, 3, 2]
    assert filling.kappa == pytest.approx([1 - part / 52.8 for part in (0, 16, 32, 36)])


@given(rating_pairs(), schemes)
def test_the_box_fills_up_to_kappa(pair: tuple[list[int], list[int]], scheme: str) -> None:
    ratings = read_ratings(*pair)
    filling = fill_box(ratings, scheme)
    assert set(filling.items.tolist()) == set(np.flatnonzero(ratings.actual != ratings.predicted))
    np.testing.assert_equal(filling.kappa[-1], walk_through(*pair, scheme=scheme).kappa)
    assert (np.diff(filling.kappa[~np.isnan(filling.kappa)]) < 0).all()


@given(rating_pairs(), schemes, st.integers(0, 99))
def test_a_shuffle_keeps_the_predictions_and_the_box(
    pair: tuple[list[int], list[int]], scheme: str, seed: int
) -> None:
    ratings = read_ratings(*pair)
    shuffles = shuffle_items(ratings, n_shuffles=3, seed=seed, scheme=scheme)
    again = shuffle_items(ratings, n_shuffles=3, seed=seed, scheme=scheme)
    assert (shuffles.predicted == again.predicted).all()
    for predicted, cost, kappa in zip(
        shuffles.predicted, shuffles.cost, shuffles.kappa, strict=True
    ):
        assert sorted(predicted) == sorted(ratings.predicted)
        found = walked(ratings, predicted, scheme)
        assert cost == found.cost
        np.testing.assert_equal(kappa, found.kappa)


def test_shuffles_cost_a_box_full_on_average() -> None:
    pets = example("petfinder")
    ratings = read_ratings(pets.actual, pets.predicted)
    shuffles = shuffle_items(ratings, n_shuffles=20_000, seed=1)
    assert shuffles.cost.mean() == pytest.approx(box(pets.walk()).chance, abs=0.4)
    assert shuffles.kappa.mean() == pytest.approx(0, abs=0.01)


def test_refusals() -> None:
    ratings = read_ratings([0, 1], [1, 1])
    with pytest.raises(RatingsError, match="Shuffles: 0 are none"):
        shuffle_items(ratings, n_shuffles=0, seed=1)
    for item, category, message in ((2, 0, "Item 3: there are 2 items"), (-1, 0, "Item 0")):
        with pytest.raises(RatingsError, match=message):
            move_prediction(ratings, item, category)
    with pytest.raises(RatingsError, match="Category 3: there are 2 categories"):
        move_prediction(ratings, 0, 2)
    for compute in (kappa_moves, fill_box):
        with pytest.raises(RatingsError, match="cubic"):
            compute(ratings, "cubic")
