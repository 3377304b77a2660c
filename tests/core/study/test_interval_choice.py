"""Every interval by its name: what it is, where it can be, and the same however items come."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from qwk_core import RatingsError, kappa_interval
from qwk_core.statistics.dependence import bootstrap_group_kappas
from qwk_core.study.interval_choice import INTERVALS, OF_MANY, IntervalChoice, possible_intervals
from qwk_core.study.sentences import citation, interval_notes, method_words, plain_text
from qwk_core.study.study import make_rater_study, make_study

COUNTS = np.array([[30, 6, 1], [4, 25, 5], [1, 3, 25]])
CLUSTERS = np.array([COUNTS // 5] * 4 + [COUNTS - 4 * (COUNTS // 5)])


@pytest.mark.parametrize("name", [name for name in INTERVALS if name != "cluster"])
def test_two_raters_have_each_interval_under_its_name(name: str) -> None:
    study = make_study(COUNTS, groups={"a": COUNTS}, choice=IntervalChoice(name, 400, 7))
    own = {"formula": "analytic"}.get(name, name)
    for scheme, found in study.intervals.items():
        expected = kappa_interval(COUNTS, scheme=scheme, method=own, n_draws=400, seed=7)
        assert (found.low, found.high) == (expected.low, expected.high)
        assert found.method == name
    assert study.groups["a"].interval.method == name
    assert plain_text(method_words(study))
    assert len(citation(study)) >= 3
    assert all(plain_text(note) for note in interval_notes(study))


def test_the_jackknife_leaves_out_each_item_once() -> None:
    rows, columns = np.repeat(np.indices((3, 3)).reshape(2, -1), COUNTS.ravel(), axis=1)
    kappas = []
    for item in range(len(rows)):
        table = COUNTS.copy()
        table[rows[item], columns[item]] -= 1
        kappas.append(kappa_interval(table).kappa)
    n, kappa = len(rows), kappa_interval(COUNTS).kappa
    error = math.sqrt((n - 1) * np.var(kappas))
    margin = stats.t.ppf(0.975, n - 1) * error / (1 - kappa**2)
    found = kappa_interval(COUNTS, method="jackknife")
    assert found.standard_error == pytest.approx(error)
    ends = np.tanh(np.arctanh(kappa) + np.array([-margin, margin]))
    assert (found.low, found.high) == pytest.approx(tuple(ends), rel=1e-5)
    of_ratings = make_rater_study(np.c_[rows, columns]).all_raters.intervals(method="fisher")
    assert found.low == pytest.approx(of_ratings["pooled"].low)


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
    assert study.cluster_draws is None  # it is the interval itself
    assert "whole clusters, seed 3" in plain_text(method_words(study))
    assert "Field, C. A." in " ".join(citation(study))


def test_one_cluster_drawn_leaves_no_spread() -> None:
    study = make_study(COUNTS, clusters=CLUSTERS, choice=IntervalChoice("cluster", 1, 3))
    assert math.isnan(study.interval.standard_error)


def test_the_standard_errors_have_names() -> None:
    table = [[106, 10, 4], [22, 28, 10], [2, 12, 6]]
    found, formula = make_study(table).interval, kappa_interval(table)
    assert found.formula_standard_error == formula.standard_error
    assert found.null_standard_error == formula.null_standard_error
    assert found.standard_error != found.formula_standard_error  # two items were added


@pytest.mark.parametrize(
    ("settings", "method", "says"),
    [
        ({}, "cluster", "smoothed, formula, bootstrap, bca, jackknife"),
        ({"effective_n": 60}, "bca", "smoothed, formula"),
        ({"clusters": CLUSTERS}, "bootstrap", "smoothed, formula, cluster"),
        ({}, "percentile", "“percentile” cannot be computed here"),
    ],
)
def test_what_cannot_be_computed_names_what_can(
    settings: dict[str, object], method: str, says: str
) -> None:
    with pytest.raises(RatingsError, match=says):
        make_study(COUNTS, choice=IntervalChoice(method), **settings)


def test_many_raters_have_two() -> None:
    rows = [[1, 2, 1], [2, 2, 2], [3, 3, 2], [1, 1, 1], [3, 2, 3]]
    drawn = make_rater_study(rows, choice=IntervalChoice("bootstrap", 200, 5))
    own = drawn.all_raters.intervals(method="bootstrap", n_draws=200, seed=5)["pooled"]
    assert (drawn.interval.low, drawn.interval.method) == (own.low, "bootstrap")
    assert possible_intervals(drawn.table) == OF_MANY
    with pytest.raises(RatingsError, match="jackknife, bootstrap"):
        make_rater_study(rows, choice=IntervalChoice("smoothed"))


def test_another_interval_of_the_same_data_is_the_same_study() -> None:
    study = make_study(COUNTS, source="a.csv", n_missing=2, raters=("Ann", "Ben"))
    other = replace(study, roles="times", choice=IntervalChoice("formula"))
    assert (other.kappa, other.n_missing, other.source) == (study.kappa, 2, "a.csv")
    assert str(other.named.row) == "first time"
    assert replace(other, roles="equal").interval.method == "formula"
