"""Raters in order, what each is called, and what each pair weighs in the pooled kappa."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from qwk_core.statistics.raters import (
    ERRATIC,
    SEVERE,
    by_similarity,
    limits,
    rater_agreement,
)
from qwk_core.teaching.rater_examples import RATER_EXAMPLES
from tests.core.statistics.raters.cases import RAW5, WIKIPEDIA, ZAPF, seeded_table

NAN = math.nan


@pytest.mark.parametrize("table", [RAW5, WIKIPEDIA, ZAPF, seeded_table()], ids=range(4))
@pytest.mark.parametrize("scheme", ["quadratic", "linear", "unweighted"])
def test_the_pooled_kappa_is_the_mean_of_the_cells_weighing_as_much_as_their_e(
    table: Any, scheme: str
) -> None:
    agreement = rater_agreement(table, scheme=scheme)
    e = agreement.pair_expected
    pooled = np.nansum(e * agreement.pairs) / np.nansum(np.where(np.isnan(agreement.pairs), 0, e))
    assert pooled == pytest.approx(agreement.pooled, abs=1e-14)
    walk = agreement.walk(0, 1)
    assert e[0, 1] == e[1, 0] == pytest.approx(walk.denominator / walk.n, abs=1e-14)
    assert np.isnan(e.diagonal()).all()
    assert not e.flags.writeable


def test_a_pair_without_a_common_item_weighs_nothing() -> None:
    agreement = rater_agreement([[1, 2, None], [2, 1, None], [1, None, 3], [2, None, 1]])
    assert agreement.pair_expected[1, 2] == 0


def test_who_agrees_stands_together() -> None:
    pairs = np.eye(4)
    pairs[0, 3] = pairs[3, 0] = 0.9
    pairs[1, 3] = pairs[3, 1] = 0.8
    pairs[0, 2] = pairs[2, 0] = 0.7
    assert by_similarity(pairs) == (2, 0, 3, 1)
    pairs[0, 2] = pairs[2, 0] = NAN
    assert sorted(by_similarity(pairs)) == [0, 1, 2, 3]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_without_any_kappa_the_table_has_the_order(size: int) -> None:
    assert by_similarity(np.full((size, size), NAN)) == tuple(range(size))


def test_a_rater_can_be_severe_and_erratic_at_once() -> None:
    films = RATER_EXAMPLES[0].agreement()
    bounds = limits(films)
    assert bounds.spread == 2 * bounds.bias == pytest.approx(1.4134658945638332)
    called = {one.name: bounds.names(one) for one in films.raters_summary}
    assert called == {"Ana": (), "Ben": (), "Cleo": (SEVERE,), "Dan": (ERRATIC,)}
    three = rater_agreement([[5, 5, 1], [5, 5, 5], [5, 5, 1], [5, 5, 1], [4, 4, 1], [1, 1, 5]])
    assert [limits(three).names(one) for one in three.raters_summary] == [
        (),
        (),
        (SEVERE, ERRATIC),
    ]


def test_too_few_ratings_call_nobody_anything() -> None:
    one = rater_agreement([[1, None]])
    assert limits(one).names(one.raters_summary[0]) == ()


def test_the_examples_are_as_they_say() -> None:
    films, anxiety = (example.agreement() for example in RATER_EXAMPLES)
    assert films.n_items == 12
    assert films.n_ratings == 44
    assert anxiety.pooled == 91 / 479
    assert len({example.key for example in RATER_EXAMPLES}) == len(RATER_EXAMPLES)
