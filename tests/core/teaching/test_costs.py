"""What each disagreement costs."""

from __future__ import annotations

import math

import pytest

from qwk_core import walk_through_counts
from qwk_core.teaching.costs import rank_costs
from qwk_core.teaching.examples import EXAMPLES, Example, example

MIXED = [[6, 2, 1, 1], [2, 5, 2, 1], [0, 3, 4, 2], [5, 1, 2, 6]]


@pytest.mark.parametrize("most", [1, 3, 8, 20])
@pytest.mark.parametrize("item", EXAMPLES, ids=lambda item: item.key)
def test_ranked_costs_sum_to_the_whole(item: Example, most: int) -> None:
    walk = item.walk()
    ranked = rank_costs(walk, most=most)
    assert math.fsum(cost.cost for cost in ranked) == pytest.approx(walk.numerator, rel=1e-12)
    assert sum(cost.count for cost in ranked) == walk.observed[walk.weighted_observed > 0].sum()
    shares = math.fsum(cost.share for cost in ranked)
    assert shares == pytest.approx(1 if walk.numerator else 0)
    alone = [cost.cost for cost in ranked if len(cost.cells) == 1][:most]
    assert alone == sorted(alone, reverse=True)
    assert len(ranked) == min(len(walk.costliest), most + 1)


def test_what_is_not_listed_comes_together_and_last() -> None:
    walk = walk_through_counts(MIXED)
    *listed, rest = rank_costs(walk, most=2)
    assert [cost.cells for cost in listed] == [((3, 0),), ((0, 3),)]
    assert [cost.count for cost in listed] == [5, 1]
    assert len(rest.cells) == 9
    assert rest.count == 16
    assert rest.cost == pytest.approx(walk.numerator - 6)
    off = [walk.weighted_expected[cell] for cell in rest.cells]
    assert rest.chance_cost == pytest.approx(sum(off))


def test_nothing_costs_anything_where_all_agree() -> None:
    assert rank_costs(example("perfect").walk()) == ()
