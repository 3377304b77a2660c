"""How kappa answers to one item more, corrected or left out, and to other tables."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwk_core import RatingsError, read_ratings, walk_through, walk_through_counts
from qwk_core.statistics.extremes import kappa_extremes
from qwk_core.statistics.one_item import (
    add_one_item,
    correct_one_item,
    kappa_changes,
    leave_out_one_item,
    rank_cells,
    rank_items,
)
from qwk_core.teaching.costs import compare_rankings
from qwk_core.teaching.examples import example
from tests.core import strategies

SCHEMES = ("quadratic", "linear", "unweighted")
MOVES = {
    add_one_item: lambda i, j: [((i, j), 1)],
    leave_out_one_item: lambda i, j: [((i, j), -1)],
    correct_one_item: lambda i, j: [((i, j), -1), ((i, i), 1)],
}


def recomputed(observed, move, i, j, scheme="quadratic"):
    """Kappa of a changed copy, computed from the start; nan where there is none."""
    if move is not add_one_item and observed[i][j] < 1:
        return math.nan
    changed = np.array(observed)
    for (row, column), step in MOVES[move](i, j):
        changed[row, column] += step
    return walk_through_counts(changed, scheme=scheme).kappa if changed.any() else math.nan


def check(observed, move, scheme, tolerance):
    kappas = move(observed, scheme=scheme)
    recounted = [recomputed(observed, move, i, j, scheme) for i, j in np.ndindex(kappas.shape)]
    np.testing.assert_allclose(kappas.ravel(), recounted, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("scheme", SCHEMES)
@settings(max_examples=30, deadline=None)
@given(observed=strategies.counts(largest=10**9))
def test_equals_recomputing_to_the_last_bit(move, scheme, observed):
    check(observed, move, scheme, 0)


@pytest.mark.parametrize("move", MOVES)
@settings(max_examples=30, deadline=None)
@given(observed=strategies.counts(largest=50), data=st.data())
def test_equals_recomputing_with_weights_of_ones_own(move, observed, data):
    n = len(observed)
    weight = st.sampled_from([0.0, 0.1, 0.3, 1.0, 7.0])
    row = st.lists(weight, min_size=n, max_size=n)
    check(observed, move, data.draw(st.lists(row, min_size=n, max_size=n)), 1e-12)


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_equals_recomputing_with_fractions(move, scheme):
    check([[2.5, 0.25, 0], [1.0, 0, 3.5], [0, 1.25, 1]], move, scheme, 1e-12)
    check([[2.5, 0.3, 0], [0, 0, 0], [0, 0, 0]], move, scheme, 1e-12)  # a constant rater
    check([[1.5, 0, 0], [0, 0, 0], [0, 0, 0]], move, scheme, 1e-12)  # undefined


@pytest.mark.parametrize("move", MOVES)
def test_one_huge_weight_does_not_swallow_the_others(move):
    check([[3, 1, 0], [2, 3, 1], [1, 0, 2]], move, [[0, 1, 2], [1, 0, 1], [1e14, 1, 0]], 1e-12)


def test_what_corrections_and_omissions_bring():
    # By hand: from .318 either item corrected gives .597, and either left out gives .521.
    pets = example("petfinder")
    effects = rank_items(read_ratings(pets.actual, pets.predicted))
    assert [effect.item for effect in effects[:2]] == [0, 3]
    for effect in effects[:2]:
        assert (effect.row, effect.column) == (4, 0)
        assert effect.corrected == pytest.approx(0.597, abs=5e-4)
        assert effect.left_out == pytest.approx(0.521, abs=5e-4)
        assert effect.corrected_change == effect.corrected - pets.walk().kappa
    assert len(effects) == 10
    first, *others = rank_cells(pets.walk().observed)
    assert (first.row, first.column, first.count) == (4, 0, 2)
    assert first.corrected == effects[0].corrected
    assert len(others) == 5
    corrected = [effect.corrected for effect in effects]
    assert corrected == sorted(corrected, reverse=True)
    assert [effect.corrected_change for effect in effects[3:]] == [0] * 7, "all these agree"


def test_another_scheme_ranks_other_cells_first():
    counts = [[5, 6, 1], [0, 5, 2], [1, 0, 5]]
    before = walk_through_counts(counts, scheme="unweighted")
    own = np.zeros((3, 3))
    own[2, 0], own[0, 2], own[1, 0] = 0.3, 0.3, 7  # nobody is in [1, 0]
    shifts = compare_rankings(before, walk_through_counts(counts, scheme=own))
    assert [(one.row, one.column, one.count, one.before, one.after) for one in shifts] == [
        (0, 2, 1, 3, 1),
        (2, 0, 1, 3, 1),
        (0, 1, 6, 1, None),
        (1, 2, 2, 2, None),
    ]
    assert [one.share_before for one in shifts] == [0.1, 0.1, 0.6, 0.2]
    assert [one.share_after for one in shifts] == [0.5, 0.5, 0, 0]
    perfect = example("perfect").walk()
    assert compare_rankings(perfect, perfect) == ()


def test_changes_that_are_only_rounding_are_none():
    observed = np.array(
        [[6, 2, 1, 1, 0], [2, 5, 2, 1, 0], [1, 1, 0, 1, 1], [0, 1, 2, 5, 2], [0, 1, 1, 2, 6]]
    )
    own = np.abs(np.subtract.outer(range(5), range(5))) ** 2 / 7
    assert kappa_changes(observed, scheme=own)[2, 2] == 0
    assert kappa_changes(observed * 1.5)[2, 2] == 0


def test_a_single_item():
    (effect,) = rank_items(read_ratings([4], [0]))
    assert math.isnan(effect.corrected)
    assert math.isnan(effect.left_out)
    (effect,) = rank_items(read_ratings([3], [3]))
    assert math.isnan(effect.corrected_change)


def test_an_undefined_kappa_can_become_defined():
    assert add_one_item([[5, 0], [0, 0]]).tolist()[0][1:] == [0]
    assert add_one_item([[5, 0], [0, 0]])[1, 1] == 1
    assert math.isnan(add_one_item([[5, 0], [0, 0]])[0, 0])
    assert np.isnan(kappa_changes([[5, 0], [0, 0]])).all()


@pytest.mark.parametrize("scheme", SCHEMES)
@settings(max_examples=30, deadline=None)
@given(ratings=strategies.rating_pairs(highest=3), data=st.data())
def test_extremes_are_those_of_all_permutations(scheme, ratings, data):
    actual, predicted = (vector[:5] for vector in ratings)
    observed = walk_through(actual, predicted, categories=range(4)).observed
    worst, best = kappa_extremes(observed.sum(axis=1), observed.sum(axis=0), scheme=scheme)
    for extreme in (worst, best):
        assert extreme.observed.dtype == np.int64
        assert extreme.actual_totals.tolist() == observed.sum(axis=1).tolist()
        assert extreme.predicted_totals.tolist() == observed.sum(axis=0).tolist()
    kappas = [
        walk_through(actual, permuted, categories=range(4), scheme=scheme).kappa
        for permuted in set(itertools.permutations(predicted))
    ]
    if any(map(math.isnan, kappas)):
        assert math.isnan(worst.kappa)
        assert worst.undefined_reason
    else:
        assert (worst.kappa, best.kappa) == (min(kappas), max(kappas))


@settings(max_examples=50, deadline=None)
@given(observed=strategies.counts(largest=30))
def test_unweighted_extremes_agree_as_little_and_as_much_as_the_totals_allow(observed):
    rows, columns = np.sum(observed, axis=1), np.sum(observed, axis=0)
    worst, best = kappa_extremes(rows, columns, scheme="unweighted")
    assert worst.observed.diagonal().tolist() == np.maximum(rows + columns - rows.sum(), 0).tolist()
    assert best.observed.diagonal().tolist() == np.minimum(rows, columns).tolist()
    for extreme in (worst, best):
        assert extreme.actual_totals.tolist() == rows.tolist()
        assert extreme.predicted_totals.tolist() == columns.tolist()


def test_extremes_with_weights_of_ones_own():
    cubed = np.abs(np.subtract.outer(range(4), range(4))) ** 3
    worst, best = kappa_extremes([3, 2, 1, 2], [1, 3, 3, 1], scheme=cubed)
    assert best.observed.tolist() == [[1, 2, 0, 0], [0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 1, 1]]
    assert worst.kappa < -0.5
    with pytest.raises(RatingsError, match="the extremes are not known"):
        kappa_extremes([1, 1, 1], [1, 1, 1], scheme=[[0, 9, 1], [9, 0, 9], [1, 9, 0]])


@pytest.mark.parametrize("scheme", SCHEMES)
def test_extremes_of_proportions(scheme):
    rows, columns = [0.1, 0.2, 0.3, 0.4], [0.7, 0.1, 0.1, 0.1]
    whole = kappa_extremes([1, 2, 3, 4], [7, 1, 1, 1], scheme=scheme)
    for extreme, exact in zip(kappa_extremes(rows, columns, scheme=scheme), whole, strict=True):
        assert extreme.kappa == pytest.approx(exact.kappa)
        assert extreme.actual_totals == pytest.approx(rows)
        assert extreme.predicted_totals == pytest.approx(columns)


def test_extremes_of_billions():
    worst, best = kappa_extremes([10**9] * 20, [10**9] * 20)
    assert (worst.kappa, best.kappa) == (-1, 1)


@pytest.mark.parametrize(
    ("actual", "predicted", "message"),
    [
        ([1, 2], [1, 1], "Actual totals sum to 3, Predicted totals to 2; "),
        ([1, 2], [1, 1, 1], "Actual totals are 2, Predicted totals 3; "),
        ([10**9, 1], [10**9, 2], "Actual totals sum to 1000000001, "),
        ([[1]], [1], "Actual totals: give one number for each category"),
        (["a"], [1], "Actual totals: give one number for each category"),
        ([1], [], "Predicted totals: give one number for each category"),
        ([1, 1], [3, -1], "Counts, row 2, column 2: "),
    ],
)
def test_refusals(actual, predicted, message):
    with pytest.raises(RatingsError) as caught:
        kappa_extremes(actual, predicted)
    assert str(caught.value).startswith(message)
