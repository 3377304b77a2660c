"""Each rater among the others, each item among the items, and how sure a coefficient is."""

import math
from itertools import combinations
from statistics import NormalDist, mean, median, stdev

import numpy as np
import pytest
from hypothesis import given

from qwk_core import RatingsError, kappa_interval
from qwk_core.statistics.raters import COEFFICIENTS, rater_agreement
from tests.core import oracle, raters_oracle
from tests.core.test_raters import ANXIETY, RAW4, ZAPF, seeded_table, table, tables_with_gaps

# -- Raters -------------------------------------------------------------------------------------


def consensus(rows, g):
    """Pairs of a rater's rating and the median of the others', by the standard library."""
    found = []
    for row in rows:
        others = [x for h, x in enumerate(row) if h != g and x is not None]
        if row[g] is not None and others:
            found.append((row[g], median(others)))
    return found


@given(case=tables_with_gaps())
def test_raters_by_the_standard_library(case):
    q, rows = case
    agreement = rater_agreement(rows, categories=range(q))
    for g, summary in enumerate(agreement.raters_summary):
        own = [row[g] for row in rows if row[g] is not None]
        assert summary.name == agreement.raters[g]
        assert summary.n_rated == len(own)
        assert summary.mean == pytest.approx(mean(own) if own else math.nan, nan_ok=True)
        spread = stdev(own) if len(own) > 1 else math.nan
        assert summary.spread == pytest.approx(spread, nan_ok=True)
        differences = [
            row[g] - mean(others)
            for row in rows
            if row[g] is not None
            and (others := [x for h, x in enumerate(row) if h != g and x is not None])
        ]
        assert summary.n_shared == len(differences)
        bias = mean(differences) if differences else math.nan
        assert summary.bias == pytest.approx(bias, abs=1e-12, nan_ok=True)
        spread = stdev(differences) if len(differences) > 1 else math.nan
        assert summary.bias_spread == pytest.approx(spread, abs=1e-9, nan_ok=True)
        # Kappa on a scale of half steps, in exact fractions
        pairs = [(2 * x, int(2 * y)) for x, y in consensus(rows, g)]
        kappa = None
        if pairs:
            observed = [[pairs.count((i, j)) for j in range(2 * q - 1)] for i in range(2 * q - 1)]
            kappa = oracle.kappa(observed)
        found = summary.consensus_kappa
        assert np.array_equal(found, math.nan if kappa is None else float(kappa), equal_nan=True)
        assert (summary.consensus_reason is None) == (kappa is not None)


@given(case=tables_with_gaps())
def test_pooled_without_each_rater_is_that_of_the_others(case):
    q, rows = case
    agreement = rater_agreement(rows, categories=range(q))
    for g, summary in enumerate(agreement.raters_summary):
        if len(agreement.raters) == 2:
            assert math.isnan(summary.pooled_without)
            assert summary.pooled_without_reason.startswith("No item has ratings by two raters")
            continue
        others = agreement.without(g)
        assert summary.pooled_without == pytest.approx(others.pooled, abs=1e-12, nan_ok=True)
        assert summary.pooled_without_reason == others.reasons.get("pooled")


def test_the_consensus_of_two_raters_is_the_other():
    agreement = rater_agreement([row[:2] for row in ANXIETY])
    kappas = {rater.consensus_kappa for rater in agreement.raters_summary}
    assert kappas == {agreement.pairs[0, 1]}
    assert {rater.consensus_ties for rater in agreement.raters_summary} == {0}


def test_ties_of_the_consensus_are_counted():
    ann, *_ = rater_agreement(table("1234 1244 1334"), raters=["Ann", "Ben", "Cy"]).raters_summary
    # Ben and Cy give 2 and 3 once, 4 and 3 once: half steps
    assert ann.consensus_ties == 2
    assert ann.consensus_kappa == float(
        oracle.kappa(
            [[(i, j) in {(0, 0), (2, 3), (4, 5), (6, 6)} for j in range(7)] for i in range(7)]
        )
    )


@pytest.mark.parametrize(
    ("scheme", "own"),
    [
        ("linear", np.abs(np.subtract.outer(range(5), range(5))) / 7),
        ("quadratic", np.subtract.outer(range(5), range(5)) ** 2),
    ],
)
def test_the_consensus_under_other_weights(scheme, own):
    rows = seeded_table()
    named = rater_agreement(rows, categories=range(5), scheme=scheme).raters_summary
    custom = rater_agreement(rows, categories=range(5), scheme=own).raters_summary
    for one, other in zip(named, custom, strict=True):
        # weights of one's own are drawn straight between categories, as linear ones are
        near = 1e-12 if scheme == "linear" else 0.05
        assert other.consensus_kappa == pytest.approx(one.consensus_kappa, abs=near)
        assert other.pooled_without == pytest.approx(one.pooled_without, abs=1e-12)
    half = rater_agreement([[1, 1, 2], [2, 2, 2], [1, 1, 1]], scheme="unweighted").raters_summary
    assert half[0].consensus_ties == 1
    assert half[0].consensus_kappa < 1


def test_a_severe_a_lenient_and_an_erratic_rater():
    truth = [2, 3, 4, 2, 3, 4, 2, 3, 4]
    severe, lenient = [x - 1 for x in truth], [x + 1 for x in truth]
    erratic = [1, 5, 4, 3, 1, 5, 2, 4, 2]
    rows = list(zip(truth, severe, lenient, erratic, strict=True))
    summaries = rater_agreement(rows, categories=range(1, 6)).raters_summary
    assert summaries[1].bias < summaries[0].bias < summaries[2].bias
    assert max(summaries, key=lambda one: one.bias_spread) is summaries[3]
    assert summaries[0].mean == 3
    assert summaries[3].consensus_kappa < 0.5


def test_means_of_categories_that_are_no_run_of_numbers_count_from_1():
    agreement = rater_agreement([["lo", "hi"], ["lo", "hi"]], categories=["lo", "mid", "hi"])
    low, high = agreement.raters_summary
    assert (low.mean, high.mean, high.bias) == (1, 3, 2)
    # both are constant: a constant rater's kappa is 0
    assert (low.consensus_kappa, low.consensus_reason) == (0, None)


def test_a_rater_alone_has_no_consensus():
    lonely = rater_agreement([[1, 1, None], [2, 2, None], [None, None, 2]]).raters_summary[2]
    assert lonely.n_shared == 0
    assert lonely.consensus_reason == "Nobody else rated an item that this rater rated."
    assert math.isnan(lonely.bias)
    assert lonely.pooled_without == 1
    same = rater_agreement([[1, 1], [1, 1], [2, None]]).raters_summary[0]
    assert same.consensus_reason.startswith("This rater and the others’ consensus are one and the")


# -- Items --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["quadratic", "linear", "unweighted"])
@given(case=tables_with_gaps())
def test_items_share_all_disagreement(scheme, case):
    q, rows = case
    agreement = rater_agreement(rows, categories=range(q), scheme=scheme)
    items = agreement.items_summary
    w = oracle.weights(q, scheme)
    parts = []
    for row in rows:
        part = 0
        for g, h in combinations(range(len(row)), 2):
            if row[g] is not None and row[h] is not None:
                n = sum(map(sum, raters_oracle.pair_counts(rows, g, h, q)))
                part += w[row[g]][row[h]] / n
        parts.append(part)
    shares = [float(part / sum(parts)) if any(parts) else 0 for part in parts]
    assert items.share == pytest.approx(shares, abs=1e-12)
    assert (items.share[np.array(parts) == 0] == 0).all()
    for i, row in enumerate(rows):
        rated = [x for x in row if x is not None]
        assert items.n_ratings[i] == len(rated)
        spread = stdev(rated) if len(rated) > 1 else math.nan
        assert items.spread[i] == pytest.approx(spread, abs=1e-12, nan_ok=True)
        assert items.ratings(i) == tuple(row)
    in_order = items.share[items.most_disputed]
    assert (np.diff(in_order) <= 0).all()


def test_equal_shares_keep_the_order_of_the_items():
    items = rater_agreement([[1, 2], [3, 3], [2, 1], [1, 3]]).items_summary
    assert items.most_disputed.tolist() == [3, 0, 2, 1]
    assert items.share.tolist() == pytest.approx([1 / 6, 0, 1 / 6, 4 / 6])


# -- Intervals ----------------------------------------------------------------------------------


def left_out(rows, **settings):
    """Each coefficient without each item, one after the other."""
    rows = np.array([[math.nan if x is None else x for x in row] for row in rows], dtype=float)
    return [
        rater_agreement(np.delete(rows, item, axis=0), **settings).coefficients
        for item in range(len(rows))
    ]


@pytest.mark.parametrize("scheme", ["quadratic", "linear"])
@pytest.mark.parametrize("rows", [ANXIETY, RAW4[:11], seeded_table()], ids=["1", "2", "3"])
def test_the_jackknife_leaves_out_each_item(rows, scheme):
    settings = {"categories": range(7), "scheme": scheme}
    agreement = rater_agreement(rows, **settings)
    without = left_out(rows, **settings)
    n = len(rows)
    for name, interval in agreement.intervals(level=0.9).items():
        values = np.array([one[name] for one in without])
        error = math.sqrt((n - 1) / n * ((values - values.mean()) ** 2).sum())
        assert interval.standard_error == pytest.approx(error, abs=1e-10)
        margin = NormalDist().inv_cdf(0.95) * error
        assert interval.estimate == getattr(agreement, name)
        assert interval.low == pytest.approx(interval.estimate - margin)
        assert interval.high == pytest.approx(interval.estimate + margin)
        assert (interval.coefficient, interval.level, interval.method) == (name, 0.9, "jackknife")
        assert (interval.n_draws, interval.group_size, interval.caution) == (0, 1, None)


@pytest.mark.parametrize(
    ("rows", "gwet", "jackknife"),
    # Conger's kappa: Gwet's standard error from irrCAC, and a jackknife of another program
    [(ANXIETY, 0.1133, 0.1230), (ZAPF, 0.0281, 0.0285), (RAW4, 0.1437, 0.1354)],
    ids=["anxiety", "zapf", "raw4raters"],
)
def test_standard_errors_of_another_program(rows, gwet, jackknife):
    found = rater_agreement(rows).intervals()["conger"].standard_error
    assert found == pytest.approx(jackknife, abs=1.1e-4)
    assert found == pytest.approx(gwet, rel=0.1)


@pytest.mark.parametrize("method", ["jackknife", "bootstrap"])
def test_two_raters_are_about_as_sure_as_the_formula_says(method):
    generator = np.random.default_rng(3)
    truth = generator.integers(0, 5, 400)
    rows = np.clip(truth[:, np.newaxis] + generator.integers(-1, 2, (400, 2)), 0, 4)
    agreement = rater_agreement(rows)
    formula = kappa_interval(agreement.walk(0, 1).observed)
    ours = agreement.intervals(method=method)["pooled"]
    assert ours.standard_error == pytest.approx(formula.standard_error, rel=0.05)
    assert ours.low == pytest.approx(formula.low, abs=0.01)


def test_a_bootstrap_draws_items_with_replacement():
    rows = seeded_table()
    agreement = rater_agreement(rows, categories=range(5))
    found = agreement.intervals(method="bootstrap", n_draws=1000, seed=4)
    assert found == agreement.intervals(method="bootstrap", n_draws=1000, seed=4)
    generator = np.random.default_rng(1)
    drawn = [
        rater_agreement(rows[generator.integers(0, 40, 40)], categories=range(5)).coefficients
        for _ in range(1000)
    ]
    for name, interval in found.items():
        values = [one[name] for one in drawn]
        assert interval.standard_error == pytest.approx(np.std(values), rel=0.15)
        low, high = np.quantile(values, [0.025, 0.975])
        assert interval.low == pytest.approx(low, abs=0.02)
        assert interval.high == pytest.approx(high, abs=0.02)
        assert (interval.n_draws, interval.n_undefined, interval.method) == (1000, 0, "bootstrap")


def test_the_difference_that_a_rater_makes():
    agreement = rater_agreement(ANXIETY, raters=["Ann", "Ben", "Cy"])
    others = agreement.without("Cy")
    settings = {"categories": agreement.categories}
    with_cy = left_out(ANXIETY, **settings)
    without_cy = left_out([row[:2] for row in ANXIETY], **settings)
    for name, interval in agreement.intervals(without="Cy").items():
        assert interval.estimate == getattr(agreement, name) - getattr(others, name)
        values = np.array([a[name] - b[name] for a, b in zip(with_cy, without_cy, strict=True)])
        error = math.sqrt(19 / 20 * ((values - values.mean()) ** 2).sum())
        assert interval.standard_error == pytest.approx(error, abs=1e-10)
    drawn = agreement.intervals(without="Cy", method="bootstrap")
    for name, interval in agreement.intervals(without="Cy").items():
        assert drawn[name].standard_error == pytest.approx(interval.standard_error, rel=0.2)
    # It is one difference of one draw, and not that of two intervals.
    both = agreement.intervals()["pooled"].standard_error, others.intervals()["pooled"]
    difference = agreement.intervals(without="Cy")["pooled"].standard_error
    assert difference < math.hypot(both[0], both[1].standard_error)


@pytest.mark.parametrize("method", ["jackknife", "bootstrap"])
def test_items_in_groups_are_about_as_sure(method, monkeypatch):
    generator = np.random.default_rng(8)
    truth = generator.integers(0, 5, 1030)[:, np.newaxis]
    rows = np.clip(truth + generator.integers(-1, 2, (1030, 4)), 0, 4).astype(float)
    rows[generator.random(rows.shape) < 0.2] = math.nan
    agreement = rater_agreement(rows)
    one_by_one = agreement.intervals(method=method)
    monkeypatch.setattr("qwk_core.statistics.raters.intervals._MOST_LEFT_OUT", 1)
    monkeypatch.setattr("qwk_core.statistics.raters.intervals._MOST_DRAWN", 1)
    for name, interval in agreement.intervals(method=method, without=0).items():
        assert interval.group_size == 11
        assert interval.caution is None, name
    for name, interval in agreement.intervals(method=method).items():
        assert interval.standard_error == pytest.approx(one_by_one[name].standard_error, rel=0.3)


def test_a_bootstrap_of_very_many_raters_is_refused(monkeypatch):
    monkeypatch.setattr("qwk_core.statistics.raters.intervals._MOST_KEPT", 1)
    with pytest.raises(RatingsError, match=r"^A bootstrap of 3 raters takes too much memory; use"):
        rater_agreement(ANXIETY).intervals(method="bootstrap")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"method": "bca"}, r"^Method: “bca” is not known\. Use “jackknife” or “bootstrap”\.$"),
        ({"level": 95}, r"^Level: 95 is not between 0 and 1; 0\.95 is usual\.$"),
        ({"level": "95%"}, r"^Level: “95%” is not between 0 and 1"),
        ({"n_draws": 0}, r"^Draws: 0 is out of range; from 1 to 1000000 can be made\.$"),
        ({"without": "Dan"}, r"^Raters: “Dan” is not one of them\.$"),
    ],
)
def test_settings_that_cannot_be_used(settings, message):
    with pytest.raises(RatingsError, match=message):
        rater_agreement(ANXIETY).intervals(**settings)


@pytest.mark.parametrize("method", ["jackknife", "bootstrap"])
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
        if method == "jackknife" or interval.n_undefined == 0:
            assert interval.caution.startswith("Without any one of the items the number is the")
        assert (interval.low, interval.high) == (1, 1)
    nothing = rater_agreement([[1, 1, 2], [1, 1, 1], [1, 1, 2]]).intervals(
        method=method, without="C"
    )
    assert nothing["pooled"].caution == "With or without this rater the coefficient is undefined."


def test_a_jackknife_that_one_item_leaves_undefined():
    agreement = rater_agreement([[1, 1, 1], [1, 1, 1], [1, 2, 3]])
    jackknife = agreement.intervals()["pooled"]
    assert jackknife.caution.startswith("Without one of the items this is undefined")
    assert math.isnan(jackknife.standard_error)
    drawn = agreement.intervals(method="bootstrap", n_draws=1000)["pooled"]
    # no draw of three has the third item with probability (2 ÷ 3)³
    assert drawn.n_undefined == pytest.approx(1000 * 8 / 27, abs=50)
    assert math.isfinite(drawn.low)
    one_draw = agreement.intervals(method="bootstrap", n_draws=1)["pooled"]
    assert math.isnan(one_draw.standard_error)


@given(case=tables_with_gaps(most_items=5))
def test_intervals_of_every_table(case):
    q, rows = case
    agreement = rater_agreement(rows, categories=range(q))
    for method in ("jackknife", "bootstrap"):
        found = agreement.intervals(method=method, n_draws=20)
        assert tuple(found) == COEFFICIENTS
        for name, interval in found.items():
            assert math.isnan(interval.estimate) == (name in agreement.reasons)
            assert math.isnan(interval.low) == math.isnan(interval.high)
            if math.isnan(interval.low) and method == "jackknife":
                assert interval.caution
            assert not interval.standard_error < 0
