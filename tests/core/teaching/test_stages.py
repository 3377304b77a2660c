"""How O grows, and how far apart its items lie."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import observed_matrix, read_ratings, walk_through_counts
from qwk_core.teaching.stages import Stage, stages_of_counts, stages_of_ratings


def growth(stages: tuple[Stage, ...]) -> list[np.ndarray]:
    before = [np.zeros_like(stages[0].observed), *(stage.observed for stage in stages)]
    return [after - so_far for so_far, after in itertools.pairwise(before)]


def test_a_stage_an_item_in_order() -> None:
    ratings = read_ratings([4, 4, 3, 4], [0, 4, 1, 0])  # categories 0 to 4
    stages = stages_of_ratings(ratings)
    assert [stage.cells for stage in stages] == [((4, 0),), ((4, 4),), ((3, 1),), ((4, 0),)]
    assert [stage.total for stage in stages] == [1, 2, 3, 4]
    assert stages[2].observed[4, 0] == 1
    assert stages[3].observed[4, 0] == 2


def test_many_items_share_a_stage() -> None:
    ratings = read_ratings([0, 1, 1, 1, 0], [0, 1, 1, 0, 0])
    first, second, third = stages_of_ratings(ratings, most=3)
    assert [first.added, second.added, third.added] == [2, 2, 1]
    assert first.cells == ((0, 0), (1, 1))
    assert second.cells == ((1, 1), (1, 0))
    assert third.observed.tolist() == [[2, 0], [1, 2]]


@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=90),
    st.integers(1, 40),
)
def test_stages_of_ratings_end_with_all_of_them(pairs: list[tuple[int, int]], most: int) -> None:
    actual, predicted = zip(*pairs, strict=True)
    stages = stages_of_ratings(read_ratings(actual, predicted), most)
    assert len(stages) <= most
    np.testing.assert_array_equal(stages[-1].observed, observed_matrix(actual, predicted))
    for stage, grown in zip(stages, growth(stages), strict=True):
        assert grown.sum() == stage.added
        assert {tuple(cell) for cell in np.argwhere(grown).tolist()} == set(stage.cells)


@given(
    st.integers(1, 7).flatmap(
        lambda n: st.lists(st.integers(0, 10**12), min_size=n * n, max_size=n * n)
    ),
    st.integers(1, 12),
)
def test_stages_of_counts_pass_over_empty_cells(cells: list[int], most: int) -> None:
    size = round(len(cells) ** 0.5)
    cells[-1] += 1  # O is never all zero
    observed = np.array(cells).reshape(size, size)
    stages = stages_of_counts(observed, most)
    assert len(stages) <= most
    np.testing.assert_array_equal(stages[-1].observed, observed)
    filled = [cell for stage in stages for cell in stage.cells]
    assert filled == [tuple(cell) for cell in np.argwhere(observed).tolist()]
    assert sum(stage.added for stage in stages) == observed.sum()


def test_what_a_stage_holds_cannot_be_changed() -> None:
    (stage,) = stages_of_counts(np.array([[3]]))
    with pytest.raises(ValueError, match="read-only"):
        stage.observed[0, 0] = 4


def test_distance_totals_of_lopsided_fractions() -> None:
    walk = walk_through_counts([[0.5, 0.25, 0.125], [0, 0, 1], [2, 0, 0]])
    assert walk.distance_totals.tolist() == [0.5, 1.25, 2.125]
