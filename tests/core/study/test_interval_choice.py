"""Every interval by its name: its value, its conditions, and its independence of item order."""

import math
from typing import Any

import numpy as np
import pytest

from qwk_core import kappa_interval
from qwk_core.statistics.dependence import bootstrap_group_kappas
from qwk_core.statistics.resampling import reporting_draws
from qwk_core.study.cautions import find_cautions
from qwk_core.study.document import study_json
from qwk_core.study.interval_choice import INTERVALS, OF_MANY, IntervalChoice, possible_intervals
from qwk_core.study.sentences import plain_text, sentence
from qwk_core.study.study import make_rater_study, make_study
from qwk_core.study.tables import study_tables
from tests.core.refused import error_of
from tests.core.study.studies import CLUSTERS, COUNTS, in_clusters

ROWS = [[1, 2, 1], [2, 2, 2], [3, 3, 2], [1, 1, 1], [3, 2, 3]]


@pytest.mark.parametrize("name", [name for name in INTERVALS if name != "cluster"])
def test_two_raters_have_each_interval_under_its_name(name: str) -> None:
    study = make_study(COUNTS, groups={"a": COUNTS}, choice=IntervalChoice(name, 400, 7))
    own = {"formula": "analytic"}.get(name, name)
    for scheme, found in study.intervals.items():
        expected = kappa_interval(COUNTS, scheme=scheme, method=own, n_draws=400, seed=7)
        assert (found.low, found.high) == (expected.low, expected.high)
        assert found.method == name
    assert study.groups["a"].interval.method == name
    assert study.interval.formula_standard_error == kappa_interval(COUNTS).standard_error
    assert study.interval.null_standard_error == kappa_interval(COUNTS).null_standard_error


def test_the_jackknife_is_that_of_a_table_of_two_raters() -> None:
    pairs = np.repeat(np.indices((3, 3)).reshape(2, -1), COUNTS.ravel(), axis=1).T
    of_ratings = make_rater_study(pairs).all_raters.intervals(method="fisher")["pooled"]
    found = kappa_interval(COUNTS, method="jackknife")
    assert found.standard_error == pytest.approx(of_ratings.standard_error)
    assert (found.low, found.high) == pytest.approx((of_ratings.low, of_ratings.high))


def test_a_jackknife_that_has_no_place_on_fishers_scale_or_is_undefined() -> None:
    perfect = kappa_interval([[9, 0], [0, 9]], method="jackknife")
    assert (perfect.low, perfect.high) == pytest.approx((1, 1))
    alone = kappa_interval([[9, 0], [0, 1]], method="jackknife")
    assert math.isnan(alone.low)  # without the one item, kappa is undefined


def test_clusters_are_drawn_whole() -> None:
    choice = IntervalChoice("cluster", 500, 3)
    study = make_study(COUNTS, clusters=CLUSTERS, choice=choice)
    kappas = bootstrap_group_kappas(CLUSTERS, n_draws=500, seed=3)
    low, high = np.quantile(kappas[~np.isnan(kappas)], [0.025, 0.975])
    assert (study.interval.low, study.interval.high) == pytest.approx((low, high))
    assert study.interval.n_draws == 500
    assert study.cluster_draws is None  # the interval has these draws
    one_draw = make_study(COUNTS, clusters=CLUSTERS, choice=IntervalChoice("cluster", 1, 3))
    assert math.isnan(one_draw.interval.standard_error)


@pytest.mark.parametrize("n_clusters", [1, 4])
@pytest.mark.parametrize("method", ["cluster", "auto", "formula"])
def test_too_few_clusters_have_no_interval(n_clusters: int, method: str) -> None:
    clusters = [COUNTS] * n_clusters
    study = make_study(sum(clusters), clusters=clusters, choice=IntervalChoice(method, 50))
    found = study.interval
    assert found.method == ("smoothed" if method == "auto" else method)
    figures = (found.low, found.standard_error, found.formula_standard_error, found.p_value)
    assert all(map(math.isnan, figures))
    assert (found.n_draws, study.has_interval) == (0, False)
    assert "clusters" in str(found.caution).lower()
    assert "no-interval" in {one.key for one in find_cautions(study)}


def test_an_undefined_kappa_has_its_own_reason_and_clusters_of_one_item_are_none() -> None:
    undefined = make_study([[4, 0], [0, 0]], clusters=[[[2, 0], [0, 0]]] * 2)
    assert undefined.interval.caution == undefined.undefined_reason
    alone = np.zeros((4, 2, 2), dtype=int)
    alone[range(4), [0, 0, 1, 1], [0, 1, 1, 1]] = 1
    study = make_study(alone.sum(axis=0), clusters=alone)
    assert not study.n_clusters
    assert study.interval.low == make_study(alone.sum(axis=0)).interval.low


def test_clusters_of_ratings_are_those_of_their_counts() -> None:
    ratings = [[0, 0], [0, 1], [1, 1], [1, 0], [1, None], [0, 0], [1, 1]]
    study = make_rater_study(ratings, clusters=[*"aabbccd"])
    tables = [[[1, 1], [0, 0]], [[0, 0], [1, 1]], [[1, 0], [0, 0]], [[0, 0], [0, 1]]]
    assert study.clusters is not None
    assert study.clusters.tolist() == tables
    assert study.interval == make_study(np.sum(tables, axis=0), clusters=tables).interval


def test_many_raters_have_intervals_over_clusters() -> None:
    few = make_rater_study(ROWS * 3, clusters=[*"aaabbbcccdddddd"])
    assert not few.has_interval
    assert "no-interval-pooled" in {one.key for one in find_cautions(few)}
    alone = make_rater_study(ROWS * 3, clusters=[*"abcdefghijklmno"])
    assert alone.interval == make_rater_study(ROWS * 3).interval
    assert "These can be: jackknife, cluster." in error_of(in_clusters, "bootstrap")


@pytest.mark.parametrize("name", [name for name in INTERVALS if name != "cluster"])
@pytest.mark.parametrize("table", [[[0, 3], [0, 4]], [[9, 0], [0, 9]]])
def test_where_no_interval_can_be_given_there_is_none_anywhere(name: str, table: Any) -> None:
    study = make_study(table, choice=IntervalChoice(name, 50))
    found = study.interval
    assert math.isnan(found.low) == math.isnan(found.standard_error) == (not study.has_interval)
    assert "no confidence interval is given" in plain_text(sentence(study)) or (
        study.has_interval and name == "smoothed"
    )
    same = make_rater_study([[1, 2, 1], [1, 2, 1]])
    assert math.isnan(same.interval.low)


def test_many_raters_have_two() -> None:
    drawn = make_rater_study(ROWS, choice=IntervalChoice("bootstrap", 200, 5))
    own = drawn.all_raters.intervals(method="bootstrap", n_draws=200, seed=5)["pooled"]
    assert (drawn.interval.low, drawn.interval.method) == (own.low, "bootstrap")
    assert possible_intervals(drawn.table) == OF_MANY


@pytest.mark.parametrize(
    ("ratings", "settings", "method", "says"),
    [
        (COUNTS, {}, "cluster", "smoothed, formula, bootstrap, bca, jackknife"),
        (COUNTS, {"effective_n": 60}, "bca", "smoothed, formula"),
        (COUNTS, {"clusters": CLUSTERS}, "bootstrap", "smoothed, formula, cluster"),
        (COUNTS, {}, "percentile", "“percentile” cannot be computed here"),
        (ROWS, {}, "smoothed", "jackknife, bootstrap"),
    ],
)
def test_what_cannot_be_computed_names_what_can(
    ratings: Any, settings: dict[str, object], method: str, says: str
) -> None:
    make = make_rater_study if ratings is ROWS else make_study
    assert says in error_of(make, ratings, choice=IntervalChoice(method), **settings)


def test_all_draws_of_a_report_are_made_with_their_progress() -> None:
    rows = [[1, 1, 2], [2, 2, 2], [3, 2, 3], [1, 1, 1], [2, 3, 2]] * 4
    choice = IntervalChoice("bootstrap", 20, 3)
    study = make_rater_study(
        rows, raters=["truth", "a", "b"], groups=["x", "y"] * 10, choice=choice
    )
    shares: list[float] = []
    study.draw(shares.append)
    assert shares[-1] == pytest.approx(1)  # of all raters, 2 groups, 2 models, and 4 in the groups
    assert study.n_draws == 9 * 20
    made: list[int] = []
    with reporting_draws(made.append):
        study_json(study)
        for write in study_tables(study).values():
            write()
    assert not made, "no file draws again"
