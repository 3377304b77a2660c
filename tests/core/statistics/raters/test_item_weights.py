"""Many raters whose items bear survey weights: repeated items, two raters, equal weights."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import quadratic_weighted_kappa
from qwk_core.statistics.dependence import effective_items
from qwk_core.statistics.raters import COEFFICIENTS, agreement_of
from qwk_core.statistics.raters import intervals as module
from qwk_core.statistics.raters.table import read_table
from qwk_core.study.raw import raw_agreement
from qwk_core.study.study import Study, make_rater_study
from tests.core import oracle
from tests.core.refused import error_of
from tests.core.statistics.raters.cases import CLUSTERS, SEEDED, WEIGHTS, tables_with_gaps

SCHEMES = st.sampled_from(["quadratic", "linear", "unweighted"])
OF_ALL = [name for name in COEFFICIENTS if name != "alpha"]


def near(wanted):
    return pytest.approx(wanted, abs=1e-12, nan_ok=True)


def weighed(rows, weights, q, **settings):
    return make_rater_study(rows, categories=range(q), sample_weight=weights, **settings)


@st.composite
def weighted_tables(draw, most_weight=4):
    q, rows = draw(tables_with_gaps())
    weight = st.integers(1, most_weight)
    return q, rows, draw(st.lists(weight, min_size=len(rows), max_size=len(rows)))


def shares(study):
    """Return O and E as shares, which do not depend on how many items there are."""
    walks = study.walks.values()
    return [one / walk.observed.sum() for walk in walks for one in (walk.observed, walk.expected)]


@given(weighted_tables(), SCHEMES)
def test_whole_weights_are_repeated_items(case, scheme):
    q, rows, weights = case
    repeated = [row for row, times in zip(rows, weights, strict=True) for _ in range(times)]
    study = weighed(rows, weights, q, scheme=scheme)
    whole = make_rater_study(repeated, categories=range(q), scheme=scheme)
    own, other = study.all_raters, whole.all_raters
    for name in OF_ALL:
        assert own.coefficients[name] == near(other.coefficients[name]), name
        assert own.reasons.get(name) == other.reasons.get(name)
    assert own.pairs == near(other.pairs)
    assert own.pair_expected == near(other.pair_expected)
    for one, same in zip(shares(study), shares(whole), strict=True):
        assert one == near(same)
    raw, same = raw_agreement(study), raw_agreement(whole)
    of_raw = ("same", "observed", "expected", "difference")
    assert [getattr(raw, one) for one in of_raw] == near([getattr(same, one) for one in of_raw])
    for one, same in zip(own.raters_summary, other.raters_summary, strict=True):
        for name in ("mean", "bias", "consensus_kappa", "pooled_without"):
            assert getattr(one, name) == near(getattr(same, name)), name
        assert one.consensus_reason == same.consensus_reason
    starts = np.cumsum([0, *weights[:-1]])
    assert own.items_summary.share == near(np.add.reduceat(other.items_summary.share, starts))
    counts = agreement_of(replace(own.table, item_weights=None)).pair_counts
    assert own.pair_counts.tolist() == counts.tolist(), "the items themselves are counted"


@given(weighted_tables(), SCHEMES)
def test_equal_weights_are_none(case, scheme):
    q, rows, _ = case
    study = weighed(rows, [2.5] * len(rows), q, scheme=scheme)
    plain = make_rater_study(rows, categories=range(q), scheme=scheme)
    assert study.kappa == near(plain.kappa)
    wanted, found = plain.coefficient_intervals, study.coefficient_intervals
    for name in OF_ALL if study.table.n_raters > 2 else ["conger", "fleiss", "ac2"]:
        one, other = found[name], wanted[name]
        ends, others = (one.low, one.high), (other.low, other.high)
        assert ends == pytest.approx(others, abs=1e-9, nan_ok=True), name
        assert (one.df, one.caution) == (other.df, other.caution)
    assert [one.spread for one in study.all_raters.raters_summary] == near(
        [one.spread for one in plain.all_raters.raters_summary]
    )


@given(weighted_tables(most_weight=9), SCHEMES)
def test_two_raters_are_many(case, scheme):
    q, rows, weights = case
    rows = [row[:2] for row in rows]
    both = [at for at, row in enumerate(rows) if None not in row]
    if not both:
        return
    study = weighed(rows, weights, q, scheme=scheme)
    actual, predicted = np.array([rows[at] for at in both]).T
    of_both = [weights[at] / 7 for at in both]
    settings = {"sample_weight": of_both, "categories": range(q)}
    if scheme == "quadratic":
        kappa = quadratic_weighted_kappa(actual, predicted, **settings)
        assert study.kappa == near(kappa)
        assert study.all_raters.pooled == near(kappa)
    assert study.all_raters.pooled == near(study.kappa)
    worth = effective_items(actual, predicted, scheme=scheme, **settings)
    assert study.independent_items == pytest.approx(worth)
    of_counts = Study(study.table.pair(), scheme=scheme)
    assert (of_counts.kappa, of_counts.n) == (study.kappa, len(both))
    assert str(of_counts.interval) == str(study.interval)


@pytest.mark.parametrize("clusters", [(), CLUSTERS], ids=["items", "clusters"])
def test_many_items_with_weights_are_left_out_in_groups(clusters, monkeypatch):
    whole = weighed(SEEDED, WEIGHTS, 5, clusters=clusters).interval
    monkeypatch.setattr(module, "_MOST_LEFT_OUT", 1)
    monkeypatch.setattr(module, "_FEWEST_GROUPS", 10)
    few = weighed(SEEDED, WEIGHTS, 5, clusters=clusters).interval
    assert few.df == 9
    assert few.standard_error == pytest.approx(whole.standard_error, rel=0.7)


def test_items_are_drawn_with_their_weights():
    table = replace(read_table(SEEDED, categories=range(5)), item_weights=WEIGHTS)
    agreement = agreement_of(table)
    drawn = agreement.intervals(method="bootstrap", n_draws=400, seed=2)["pooled"]
    left_out = agreement.intervals()["pooled"]
    assert drawn.standard_error == pytest.approx(left_out.standard_error, rel=0.3)
    assert drawn.low < agreement.pooled < drawn.high


def test_what_is_left_by_rounding_is_nothing():
    """Without the last item of a pair there is no disagreement, neither seen nor by chance."""
    rows = [[0, 0, 1], [0, 0, 0], [0, 0, 1], [1, 0, 0]]
    weights = [0.1, 0.2, 0.3, 0.7]
    study = weighed(rows, weights, 2)
    wanted = weighed(rows[:3], weights[:3], 2).all_raters.coefficients["light"]
    assert wanted == 0
    error = study.coefficient_intervals["light"].standard_error
    without = [
        weighed(rows[:at] + rows[at + 1 :], weights[:at] + weights[at + 1 :], 2).all_raters
        for at in range(4)
    ]
    light = [one.coefficients["light"] for one in without]
    assert error == pytest.approx(oracle.jackknife(wanted, light)[0])


def test_some_of_the_items_keep_their_weights_and_clusters():
    study = weighed(SEEDED, WEIGHTS, 5, clusters=CLUSTERS)
    some = study.all_raters.of_items(range(9))
    assert some.table.clusters == tuple(CLUSTERS[:9])
    assert some.pooled == near(weighed(SEEDED[:9], WEIGHTS[:9], 5).kappa)


@pytest.mark.parametrize(
    ("weights", "begins"),
    [
        ([1, 0, 2], "Sample weights: leave out the items of weight 0."),
        ([1, 2], "Sample weights: 2 for 3 items"),
        ([1, -1, 2], "Sample weights, item 2: -1 is not allowed"),
    ],
)
def test_what_is_no_weight(weights, begins):
    rows = [[1, 2, 1], [2, 2, 2], [1, 1, 1]]
    assert error_of(make_rater_study, rows, sample_weight=weights).startswith(begins)
