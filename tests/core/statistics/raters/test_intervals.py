"""The uncertainty of a coefficient of many raters."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

from qwk_core.statistics.raters import COEFFICIENTS, agreement_of, rater_agreement
from qwk_core.statistics.raters.table import read_table
from qwk_core.statistics.resampling import student_quantile
from tests.core import oracle
from tests.core.published import ANXIETY, RAW4
from tests.core.refused import error_of
from tests.core.statistics.raters.cases import CLUSTERS, SEEDED, WEIGHTS, tables_with_gaps


def with_clusters(rows, clusters, scheme="quadratic", weights=None):
    """Return how far the raters of a table agree, whose items come in clusters."""
    rows = [[None if one is None or math.isnan(one) else one for one in row] for row in rows]
    table = replace(read_table(rows, categories=range(7)), clusters=tuple(clusters))
    return agreement_of(replace(table, item_weights=weights), scheme=scheme)


FEW = [[1, 2, 1], [2, 2, 3], [None, 4, 4], [4, 3, 4], [0, 1, 1], [5, 5, 6], [2, 3, None]]


@pytest.mark.parametrize("scheme", ["quadratic", "linear", "unweighted"])
@pytest.mark.parametrize(
    ("rows", "clusters", "weights"),
    [
        (ANXIETY, "", None),
        (RAW4[:11], "", None),
        (SEEDED, "", None),
        (FEW, "aababcd", None),
        (SEEDED, "", WEIGHTS),
        (SEEDED, CLUSTERS, WEIGHTS),
    ],
    ids=["1", "2", "3", "clusters", "weights", "weights in clusters"],
)
def test_the_jackknife_leaves_out_each_item_or_cluster(rows, clusters, weights, scheme):
    names = clusters or [str(at) for at in range(len(rows))]
    without = []
    shared = [at for at, row in enumerate(rows) if sum(one is not None for one in row) > 1]
    worth = np.ones(len(rows))[shared] if weights is None else weights[shared]
    df = min(len({names[at] for at in shared}), round(worth.sum() ** 2 / (worth @ worth))) - 1
    for gone in dict.fromkeys(names):
        kept = [at for at, name in enumerate(names) if name != gone]
        own = None if weights is None else weights[kept]
        without.append(with_clusters([rows[at] for at in kept], "", scheme, own).coefficients)
    agreement = with_clusters(rows, clusters, scheme, weights)
    found = agreement.intervals(level=0.9)
    if weights is not None:
        alpha = found.pop("alpha")
        assert math.isnan(alpha.low)
        assert "number, which weights do not say" in str(alpha.caution)
    for name, interval in found.items():
        assert interval.kappa == agreement.coefficients[name]
        assert interval.df == df
        error, ends = oracle.jackknife(interval.kappa, [one[name] for one in without], 0.9, df)
        assert interval.standard_error == pytest.approx(error, abs=1e-10)
        assert (interval.low, interval.high) == pytest.approx(ends, abs=1e-4)
        assert (interval.level, interval.method) == (0.9, "fisher")
        assert (interval.n_draws, interval.group_size, interval.caution) == (0, 1, None)


def test_clusters_of_one_item_are_items_and_many_come_in_groups(monkeypatch):
    alone = with_clusters(FEW, "abcdefg").intervals()["pooled"]
    assert alone == with_clusters(FEW, "").intervals()["pooled"]
    monkeypatch.setattr("qwk_core.statistics.raters.intervals._FEWEST_GROUPS", 2)
    monkeypatch.setattr("qwk_core.statistics.raters.intervals._MOST_LEFT_OUT", 1)
    assert with_clusters(FEW, "aababcd").intervals()["pooled"].group_size == 2


@pytest.mark.parametrize("method", ["fisher", "bootstrap"])
def test_items_in_groups_are_about_as_sure(method, monkeypatch):
    generator = np.random.default_rng(8)
    truth = generator.integers(0, 5, 1030)[:, np.newaxis]
    rows = np.clip(truth + generator.integers(-1, 2, (1030, 4)), 0, 4).astype(float)
    rows[generator.random(rows.shape) < 0.2] = math.nan
    agreement = rater_agreement(rows)
    one_by_one = agreement.intervals(method=method)
    monkeypatch.setattr("qwk_core.statistics.raters.intervals._MOST_LEFT_OUT", 1)
    monkeypatch.setattr("qwk_core.statistics.raters.intervals._MOST_DRAWN", 1)
    for name, interval in agreement.intervals(method=method).items():
        assert (interval.group_size, interval.caution) == (11, None)
        assert interval.standard_error == pytest.approx(one_by_one[name].standard_error, rel=0.3)


def test_a_bootstrap_of_very_many_raters_is_refused(monkeypatch):
    monkeypatch.setattr("qwk_core.statistics.raters.intervals._MOST_KEPT", 1)
    refused = error_of(rater_agreement(ANXIETY).intervals, method="bootstrap")
    assert refused.startswith("A bootstrap of 3 raters takes too much memory; use")


@pytest.mark.parametrize("method", ["fisher", "bootstrap"])
def test_no_interval_without_its_reason(method):
    one_item = rater_agreement([[1, 2, 4], [None, None, None]]).intervals(method=method)
    assert {i.caution for i in one_item.values()} == {
        "One item alone shows no spread, so nothing can be said about how sure this is."
    }
    assert all(math.isnan(i.low) for i in one_item.values())
    undefined = rater_agreement([[1, None], [None, 2]])
    for name, interval in undefined.intervals(method=method).items():
        assert interval.caution == undefined.reasons[name]
        assert math.isnan(interval.high)
    perfect = rater_agreement([[1, 1, 1], [2, 2, 2], [3, 3, 3], [3, 3, None]])
    for interval in perfect.intervals(method=method).values():
        if method == "fisher" or interval.n_undefined == 0:
            assert interval.caution.startswith("Whichever item is left out, the rest give the same")
        assert (interval.low, interval.high) == (1, 1)


def test_a_jackknife_that_one_item_leaves_undefined():
    agreement = rater_agreement([[1, 1, 1], [1, 1, 1], [1, 2, 3]])
    jackknife = agreement.intervals()["pooled"]
    assert jackknife.caution.startswith("Without some of the items the figure is undefined")
    assert math.isnan(jackknife.standard_error)
    drawn = agreement.intervals(method="bootstrap", n_draws=1000)["pooled"]
    # a draw of three items lacks the third item with probability (2 ÷ 3)³
    assert drawn.n_undefined == pytest.approx(1000 * 8 / 27, abs=50)
    assert math.isfinite(drawn.low)
    one_draw = agreement.intervals(method="bootstrap", n_draws=1)["pooled"]
    assert math.isnan(one_draw.standard_error)


@given(case=tables_with_gaps(most_items=5))
def test_intervals_of_every_table(case):
    q, rows = case
    agreement = rater_agreement(rows, categories=range(q))
    for method in ("fisher", "bootstrap"):
        found = agreement.intervals(method=method, n_draws=20)
        assert tuple(found) == COEFFICIENTS
        for name, interval in found.items():
            assert math.isnan(interval.kappa) == (name in agreement.reasons)
            assert math.isnan(interval.low) == math.isnan(interval.high)
            if math.isnan(interval.low) and method == "fisher":
                assert interval.caution
            assert not interval.standard_error < 0


def test_students_quantiles_are_those_of_scipy():
    for share in (0.55, 0.9, 0.95, 0.975, 0.995, 0.9995):
        for df in (1, 2, 3, 4, 5, 9, 19, 99, 10_000):
            assert student_quantile(share, df) == pytest.approx(stats.t.ppf(share, df), rel=2e-4)


def test_a_trace_of_rounding_does_not_make_an_interval_of_everything():
    """Conger's kappa is −1 here apart from rounding: Fisher's scale would give −1 to 1."""
    ratings = [[0, 2, None], [1, 1, 1], [2, 0, 2], [None, 2, 0], [1, 1, 1]]
    agreement = rater_agreement(ratings, categories=range(3))
    assert agreement.coefficients["conger"] == pytest.approx(-1, abs=1e-12)
    one = agreement.intervals(method="fisher")["conger"]
    margin = student_quantile(0.975, 4) * one.standard_error
    assert (one.low, one.high) == pytest.approx((-1 - margin, -1 + margin))
