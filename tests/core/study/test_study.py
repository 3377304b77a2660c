"""A study and its kappa: intervals, groups, decimals, cautions and refusals."""

import math
import pickle

import numpy as np
import pytest

from qwk_core import kappa_interval, rater_agreement
from qwk_core.matrices import weight_matrix
from qwk_core.messages import Kappa, Message
from qwk_core.statistics import alignment
from qwk_core.statistics.rating_table import PairCounts
from qwk_core.study import cautions
from qwk_core.study.cautions import SEVERITIES, find_cautions
from qwk_core.study.document import study_json
from qwk_core.study.sentences import plain_text, sentence
from qwk_core.study.study import Study, make_rater_study, make_study
from qwk_core.teaching.pitfalls.catalogue import pitfall
from tests.core.refused import error_of
from tests.core.statistics.raters.cases import seeded_table
from tests.core.study.studies import (
    COUNTS,
    MANY,
    OF_COUNTS,
    OF_RATERS,
    WORDS,
    every_study,
)


def keys(study):
    return [check.key for check in find_cautions(study)]


# -- Intervals and groups -------------------------------------------------------------------------


def test_counts_that_are_fractions_need_an_effective_number():
    sums = [[15.5, 2], [1, 13.5]]
    assert math.isnan(make_study(sums).interval.low)
    known = make_study(sums, effective_n=20.4, groups={"a": sums, "b": [[0, 0], [0, 0]]})
    assert known.interval == kappa_interval(sums, method="auto", effective_n=20.4)
    assert known.groups["a"].interval == known.interval
    assert list(known.groups) == ["a"], "a group without a rating is left out"
    none = PairCounts(0 * COUNTS, (1, 2, 3))
    table = PairCounts(COUNTS, (1, 2, 3), groups={"a": PairCounts(COUNTS, (1, 2, 3)), "b": none})
    assert list(Study(table).groups) == ["a"]
    assert not {"no-interval", "alike-groups"} & set(keys(known))


def test_pooling_lifts_kappa_as_the_pitfall_says():
    study = OF_COUNTS["pooled"]
    known = {example.key: example.walk().kappa for example in pitfall("pooling").examples}
    pooling = study.pooling
    assert pooling.pooled == known["pooled"] == study.kappa
    assert pooling.lowest == pooling.highest == pytest.approx(known["low_group"])
    assert pooling.within == pytest.approx(1 / 3)


def test_groups_whose_kappa_is_undefined():
    one = np.array([[0, 0], [0, 7]])
    study = make_study(2 * one, groups={"a": one, "b": one, "empty": 0 * one})
    assert list(study.groups) == ["a", "b"]
    assert math.isnan(study.pooling.within)
    assert math.isnan(study.pooling.lowest)
    assert "pooling" not in keys(study)
    mixed = make_study(np.add(one, [[5, 1], [1, 4]]), groups={"a": one, "b": [[5, 1], [1, 4]]})
    assert mixed.pooling.lowest == mixed.pooling.highest == mixed.groups["b"].kappa


def test_groups_of_many_raters_are_those_of_their_items():
    study = OF_RATERS["groups"]
    alone = rater_agreement(seeded_table()[:20], categories=range(5))
    own = study.groups["x"]
    assert own.all_raters.coefficients == alone.coefficients
    assert study.all_raters.of_items(range(20)).coefficients == alone.coefficients
    assert own.coefficient_intervals["pooled"] == alone.intervals(method="fisher")["pooled"]
    assert own.interval == own.coefficient_intervals["pooled"]
    empty = make_rater_study([[1, 2], [None, None], [2, 2]], groups=["a", "b", "a"])
    assert list(empty.groups) == ["a"]


def test_items_without_a_group_are_called_so():
    one, other = np.array(MANY), np.array(MANY).T
    counted = make_study(one + other, groups={"": one, "a": other})
    assert list(counted.groups) == ["a", "no group"]
    assert counted.groups["no group"].counts.tolist() == MANY
    both = make_study(2 * one + other, groups={"no group": one, "": one, "a": other})
    assert list(both.groups) == ["no group", "", "a"], "none is lost"
    rated = make_rater_study([[1, 2], [2, 2], [2, 1], [1, 1]], groups=["", "a", "", "a"])
    assert {name: group.n for name, group in rated.groups.items()} == {"no group": 2, "a": 2}
    assert '"name": "no group"' in study_json(rated)


def test_two_raters_have_one_kappa_and_one_interval_however_they_come():
    ratings = [[1, 1], [2, 3], [3, 3], [2, 2], [1, 2], [3, None]]
    typed = make_rater_study(ratings, categories=(1, 2, 3), raters=("Ann", "Ben"))
    counted = make_study(typed.counts, (1, 2, 3), n_missing=1, raters=("Ann", "Ben"))
    assert typed.kappa == counted.kappa == typed.all_raters.pooled
    assert typed.interval == counted.interval
    assert typed.coefficient_intervals["pooled"].low == counted.interval.low
    assert (typed.n, typed.n_missing, typed.n_rows) == (5, 1, 6)
    assert plain_text(sentence(typed)) == plain_text(sentence(counted))
    assert "all_raters" in study_json(typed)


def test_numbers_are_written_with_the_decimals_of_their_kind():
    numbers = (Kappa(-1e-9), Kappa(1.0), 2.0, -0.5)
    written = [plain_text(Message("{one}", {"one": one})) for one in numbers]
    assert written == ["0.000", "1.000", "2", "−0.5"]


# -- Cautions --------------------------------------------------------------------------------------


@every_study
def test_cautions_come_gravest_first_and_can_be_said(study):
    found = find_cautions(study)
    ranks = [SEVERITIES.index(check.severity) for check in found]
    assert ranks == sorted(ranks)
    texts = [plain_text(check.message) for check in found]
    assert len(set(texts)) == len(found)
    assert study.against or len(set(keys(study))) == len(found), "one of each rater with the truth"
    for text in texts:
        assert "{" not in text
        assert not {"nan", "None"} & set(text.split())


def test_a_large_table_of_many_raters_is_not_tried_rater_by_rater(monkeypatch):
    rows = [[1, 1, 3], [2, 2, 2], [3, 3, 1]] * 4
    assert alignment.align_raters(rater_agreement(rows)) is not None
    monkeypatch.setattr(alignment, "_MOST_RATINGS", 10)
    assert alignment.align_raters(rater_agreement(rows)) is None


def test_raters_who_rate_by_chance_have_no_misfit():
    random = np.random.default_rng(1)
    tables = [random.integers(0, 3, (30, 3)) for _ in range(40)]
    found = [alignment.align_raters(rater_agreement(one, categories=range(3))) for one in tables]
    assert sum(one is not None for one in found) <= 4


@pytest.mark.parametrize("gaps", [0, 30])
def test_the_influence_of_items_gives_the_error_of_the_jackknife(gaps):
    random = np.random.default_rng(2)
    quality = random.normal(size=(200, 1))
    rows = np.digitize(quality + 0.8 * random.normal(size=(200, 4)), [-0.8, 0.8]).astype(object)
    rows[: 2 * gaps, 0] = rows[gaps : 3 * gaps, 1] = None
    agreement = rater_agreement(rows, categories=range(3))
    each = alignment._influences(agreement.positions, weight_matrix(3, "quadratic"))
    known = agreement.intervals()["pooled"].standard_error
    assert np.sqrt(each @ each) / len(each) == pytest.approx(known, rel=0.05)


def test_raters_of_whom_two_share_no_item_may_have_a_misfit():
    rows = [[1, 3, None], [2, 2, None], [3, 1, None], [1, None, 1], [2, None, 2], [3, None, 3]] * 9
    assert alignment.align_raters(rater_agreement(rows)).rater == 1


def test_a_constant_rater_has_no_direction():
    pairs = [(0, 0), (1, 1), (0, 1), (1, 0), (1, 1), (3, 3)] * 4
    high, low = (rater_agreement([[*pair, last] for pair in pairs]) for last in (2, 1))
    assert low.pooled > high.pooled + alignment.LEAST_GAIN
    assert alignment.align_raters(high) is None


def test_where_no_number_of_items_is_enough_none_is_named(monkeypatch):
    monkeypatch.setattr(cautions, "items_for_width", lambda *_args, **_more: None)
    (text,) = (one for one in find_cautions(make_study([[3, 1], [1, 4]])) if "few" in one.key)
    assert "would be" not in str(text.message)


# -- Refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "begins"),
    [
        ({"scheme": "cubic"}, "Scheme: “cubic” is not known"),
        ({"level": 95}, "Level: 95 is not between"),
        ({"groups": {"a": MANY, "b": MANY}}, "Groups: their counts"),
        ({"groups": {"a": [[1, 2]]}}, "Counts: the matrix is 1 × 2"),
        ({"clusters": [MANY, MANY]}, "Clusters: their counts"),
        ({"categories": WORDS[:2]}, "Categories: 2 are declared for 3"),
        ({"effective_n": -1}, "Effective n: -1 is not a positive number"),
    ],
)
def test_what_cannot_be_used_is_said(settings, begins):
    assert error_of(make_study, MANY, **settings).startswith(begins)


def test_what_cannot_be_used_of_many_raters_is_said():
    assert "“times” is for two" in error_of(make_rater_study, [[1, 2, 2]], roles="times")


def test_a_study_can_be_kept():
    study = OF_COUNTS["pooled"]
    assert study_json(pickle.loads(pickle.dumps(study))) == study_json(study)


def test_a_group_in_which_two_raters_share_no_item_is_left_out():
    rows = [[1, 2], [2, 2], [1, 1], [None, 1], [2, 1], [1, 1], [2, 2]]
    study = make_rater_study(rows, groups=[*"aaabccc"])
    assert [*study.groups] == ["a", "c"]
    assert study.pooling is not None
