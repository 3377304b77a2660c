"""Every entry of the table of moves is equal to the result of a whole walk."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import SCHEMES, read_ratings, walk_through, walk_through_counts
from qwk_core.statistics.one_item import kappa_moves, move_prediction
from qwk_core.teaching.box import box, fill_box, shuffle_items
from qwk_core.teaching.examples import example
from tests.core.refused import error_of
from tests.core.strategies import rating_pairs

PETS = read_ratings(example("petfinder").actual, example("petfinder").predicted)
schemes = st.sampled_from(SCHEMES)


def walked(ratings, predicted, scheme):
    """Return the box of a walk through these items with these predictions."""
    scale = range(len(ratings.categories))
    return box(walk_through(ratings.actual, predicted, categories=scale, scheme=scheme))


def check_moves(ratings, scheme):
    """Check that every move of every item equals the result of a walk."""
    moves = kappa_moves(ratings, scheme)
    assert moves.kappa.shape == (ratings.n, 5)
    for at in np.ndindex(ratings.n, 5):
        moved = move_prediction(ratings, *at)
        assert moved.categories == ratings.categories
        found = walked(ratings, moved.predicted, scheme)
        assert (moves.cost[at], moves.agreeing[at]) == (found.cost, found.agreeing)
        assert moves.chance[at] == pytest.approx(found.chance, rel=1e-12)
        np.testing.assert_equal(moves.kappa[at], found.kappa)  # to the last bit, also nan


@given(rating_pairs(), schemes)
def test_every_move_is_what_a_walk_finds(pair, scheme):
    check_moves(read_ratings(*pair, categories=range(5)), scheme)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_move_of_the_pets(scheme):
    check_moves(PETS, scheme)


def test_counts_beyond_64_bits_and_fractions_are_added_exactly():
    huge = 9 * 10**17
    found = box(walk_through_counts([[0, 0, 0, 0, huge], *[[0] * 5] * 3, [huge, 0, 0, 0, 0]]))
    assert (found.cost, found.kappa) == (2 * huge * 16, -1)
    found = box(walk_through_counts([[0.5, 0.25], [0.0, 0.25]]))
    assert (found.cost, found.chance, found.agreeing) == (0.25, 0.5, 0.75)


def test_the_figures_of_the_picture():
    """The misses 4, 2 and 4 are squares of 16 + 4 + 16 = 36 in a box of 52.8."""
    found = [box(example("petfinder").walk(scheme)) for scheme in SCHEMES]
    assert [each.cost for each in found] == [36, 10, 3]
    assert [each.chance for each in found] == pytest.approx([52.8, 18.2, 7.6])
    filling = fill_box(PETS)
    assert filling.items.tolist() == [0, 3, 2]
    assert filling.kappa == pytest.approx([1 - part / 52.8 for part in (0, 16, 32, 36)])


@given(rating_pairs(), schemes)
def test_the_box_fills_up_to_kappa(pair, scheme):
    ratings = read_ratings(*pair)
    filling = fill_box(ratings, scheme)
    assert set(filling.items.tolist()) == set(np.flatnonzero(ratings.actual != ratings.predicted))
    np.testing.assert_equal(filling.kappa[-1], walk_through(*pair, scheme=scheme).kappa)
    assert (np.diff(filling.kappa[~np.isnan(filling.kappa)]) < 0).all()


@given(rating_pairs(), schemes, st.integers(0, 99))
def test_a_shuffle_keeps_the_predictions_and_the_box(pair, scheme, seed):
    ratings = read_ratings(*pair)
    shuffles, again = (shuffle_items(ratings, n_shuffles=3, seed=seed, scheme=scheme) for _ in "ab")
    assert (shuffles.predicted == again.predicted).all()
    for predicted, *sums in zip(shuffles.predicted, shuffles.cost, shuffles.kappa, strict=True):
        assert sorted(predicted) == sorted(ratings.predicted)
        found = walked(ratings, predicted, scheme)
        np.testing.assert_equal(sums, [found.cost, found.kappa])


def test_shuffles_cost_a_box_full_on_average():
    shuffles = shuffle_items(PETS, n_shuffles=20_000, seed=1)
    assert shuffles.cost.mean() == pytest.approx(box(example("petfinder").walk()).chance, abs=0.4)
    assert shuffles.kappa.mean() == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda of: shuffle_items(of, n_shuffles=0, seed=1), "Shuffles: 0 are none"),
        (lambda of: move_prediction(of, 2, 0), "Item 3: there are 2 items"),
        (lambda of: move_prediction(of, -1, 0), "Item 0"),
        (lambda of: move_prediction(of, 0, 2), "Category 3: there are 2 categories"),
        (lambda of: kappa_moves(of, "cubic"), "Scheme: “cubic” is not known"),
        (lambda of: fill_box(of, "cubic"), "Scheme: “cubic” is not known"),
    ],
)
def test_refusals(call, says):
    assert error_of(call, read_ratings([0, 1], [1, 1])).startswith(says)
