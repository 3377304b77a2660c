"""How O grows, how far apart its items lie, and what each miss costs."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import SCHEMES, observed_matrix, read_ratings, walk_through_counts
from qwk_core.teaching.construction import add_unused_category
from qwk_core.teaching.costs import compare_rankings, rank_costs
from qwk_core.teaching.examples import EXAMPLES, example
from qwk_core.teaching.stages import stages_of_counts, stages_of_ratings
from tests.core.strategies import counts

# -- O grows --------------------------------------------------------------------------------------


def growth(stages):
    before = [np.zeros_like(stages[0].observed), *(stage.observed for stage in stages)]
    return [after - so_far for so_far, after in itertools.pairwise(before)]


def test_stages_take_the_items_in_their_order():
    stages = stages_of_ratings(read_ratings([4, 4, 3, 4], [0, 4, 1, 0]))  # categories 0 to 4
    assert [stage.cells for stage in stages] == [((4, 0),), ((4, 4),), ((3, 1),), ((4, 0),)]
    assert [stage.total for stage in stages] == [1, 2, 3, 4]
    first, second, third = stages_of_ratings(read_ratings([0, 1, 1, 1, 0], [0, 1, 1, 0, 0]), most=3)
    assert [first.added, second.added, third.added] == [2, 2, 1]
    assert (first.cells, second.cells) == (((0, 0), (1, 1)), ((1, 1), (1, 0)))


@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=90),
    st.integers(1, 40),
)
def test_stages_of_ratings_end_with_all_of_them(pairs, most):
    actual, predicted = zip(*pairs, strict=True)
    stages = stages_of_ratings(read_ratings(actual, predicted), most)
    assert len(stages) <= most
    np.testing.assert_array_equal(stages[-1].observed, observed_matrix(actual, predicted))
    for stage, grown in zip(stages, growth(stages), strict=True):
        assert grown.sum() == stage.added
        assert {tuple(cell) for cell in np.argwhere(grown).tolist()} == set(stage.cells)


@given(counts(largest=10**12).map(np.array), st.integers(1, 12))
def test_stages_of_counts_pass_over_empty_cells(observed, most):
    stages = stages_of_counts(observed, most)
    assert len(stages) <= most
    np.testing.assert_array_equal(stages[-1].observed, observed)
    filled = [cell for stage in stages for cell in stage.cells]
    assert filled == [tuple(cell) for cell in np.argwhere(observed).tolist()]
    assert sum(stage.added for stage in stages) == observed.sum()


def test_distance_totals_of_lopsided_fractions():
    walk = walk_through_counts([[0.5, 0.25, 0.125], [0, 0, 1], [2, 0, 0]])
    assert walk.distance_totals.tolist() == [0.5, 1.25, 2.125]


# -- What each miss costs -------------------------------------------------------------------------

MIXED = [[6, 2, 1, 1], [2, 5, 2, 1], [0, 3, 4, 2], [5, 1, 2, 6]]


@pytest.mark.parametrize("most", [1, 3, 20])
@pytest.mark.parametrize("item", EXAMPLES, ids=lambda item: item.key)
def test_ranked_costs_sum_to_the_whole(item, most):
    walk = item.walk()
    ranked = rank_costs(walk, most=most)
    assert math.fsum(cost.cost for cost in ranked) == pytest.approx(walk.numerator, rel=1e-12)
    assert sum(cost.count for cost in ranked) == walk.observed[walk.weighted_observed > 0].sum()
    shares = math.fsum(cost.share for cost in ranked)
    assert shares == pytest.approx(1 if walk.numerator else 0)
    alone = [cost.cost for cost in ranked if len(cost.cells) == 1][:most]
    assert alone == sorted(alone, reverse=True)
    assert len(ranked) == min(len(walk.costliest), most + 1)


def test_what_is_not_listed_comes_together_and_last():
    walk = walk_through_counts(MIXED)
    *listed, rest = rank_costs(walk, most=2)
    assert [(cost.cells, cost.count) for cost in listed] == [(((3, 0),), 5), (((0, 3),), 1)]
    assert (len(rest.cells), rest.count) == (9, 16)
    assert rest.cost == pytest.approx(walk.numerator - 6)
    assert rest.chance_cost == pytest.approx(sum(walk.weighted_expected[at] for at in rest.cells))


def test_another_scheme_ranks_other_cells_first():
    observed = [[5, 6, 1], [0, 5, 2], [1, 0, 5]]
    before = walk_through_counts(observed, scheme="unweighted")
    own = np.zeros((3, 3))
    own[2, 0], own[0, 2], own[1, 0] = 0.3, 0.3, 7  # [1, 0] is empty
    shifts = compare_rankings(before, walk_through_counts(observed, scheme=own))
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


def test_an_unused_category_changes_kappa_only_between_others():
    observed = [[4, 1, 0], [1, 3, 2], [2, 0, 5]]
    for scheme in SCHEMES:
        own = walk_through_counts(observed, scheme=scheme).kappa
        longer = [add_unused_category(observed, at) for at in range(4)]
        kappas = [walk_through_counts(one, scheme=scheme).kappa for one in longer]
        same = [kappa == pytest.approx(own) for kappa in kappas]
        assert same == [True, scheme == "unweighted", scheme == "unweighted", True]
    assert longer[3].tolist() == [[4, 1, 0, 0], [1, 3, 2, 0], [2, 0, 5, 0], [0] * 4]
