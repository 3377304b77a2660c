"""Many raters: exact fractions, other libraries and the standard library give the same."""

import math
from itertools import combinations
from statistics import mean, median, median_high, median_low, stdev

import krippendorff
import numpy as np
import pandas as pd
import pytest
from hypothesis import given

from qwk_core import quadratic_weighted_kappa, weight_matrix
from qwk_core.statistics.raters import (
    COEFFICIENTS,
    ERRATIC,
    LENIENT,
    SEVERE,
    agreement_of,
    by_similarity,
    limits,
    rater_agreement,
)
from qwk_core.statistics.rating_table import RatingTable
from tests.core import oracle
from tests.core.oracle import near
from tests.core.refused import error_of
from tests.core.statistics.raters import formulas
from tests.core.statistics.raters.cases import KNOWN, seeded_table, tables_with_gaps

SCHEMES = ("quadratic", "linear", "unweighted")
every_scheme = pytest.mark.parametrize("scheme", SCHEMES)


def same(exact):
    return near(exact, abs=0)


def spread(values):
    return stdev(values) if len(values) > 1 else None


def check(case, scheme):
    """Compare every number of an agreement with a second computation."""
    q, rows = case
    agreement = rater_agreement(rows, categories=range(q), scheme=scheme)
    check_pairs(agreement, rows, q, scheme)
    check_pooled_walk(agreement, rows, q)
    check_raters(agreement, rows, q, scheme)
    check_items(agreement, rows, q, scheme)


def check_pairs(agreement, rows, q, scheme):
    shared = formulas.pairs(rows, q, scheme)
    for g, h in combinations(range(len(rows[0])), 2):
        counts = formulas.pair_counts(rows, g, h, q)
        kappa = formulas.ratio(*shared[g, h]) if (g, h) in shared else None
        assert agreement.pairs[g, h] == same(kappa) == agreement.pairs[h, g]
        assert (agreement.pair_reason(g, h) is None) == (kappa is not None)
        assert agreement.pair_counts[g, h] == sum(map(sum, counts))
        if (g, h) in shared:
            walk = agreement.walk(g, h)
            assert walk.observed.tolist() == counts
            assert walk.kappa == same(kappa)
            assert agreement.pair_expected[g, h] == near(shared[g, h][1])
    for name, exact in formulas.coefficients(rows, q, scheme).items():
        assert agreement.coefficients[name] == near(exact), name
        assert (name in agreement.reasons) == (exact is None)


def check_pooled_walk(agreement, rows, q):
    counts = agreement.pair_counts[np.triu_indices(len(rows[0]), 1)]
    if not counts.any():
        assert error_of(lambda: agreement.pooled_walk).startswith("No item has ratings by two")
        return
    walk = agreement.pooled_walk
    assert walk.kappa == same(agreement.pooled)
    assert (walk.undefined_reason is None) == ("pooled" not in agreement.reasons)
    if walk.undefined_reason is None:
        assert 1 - walk.numerator / walk.denominator == near(walk.kappa)
    assert (walk.weights * walk.observed == walk.weighted_observed).all()
    assert (walk.weights * walk.expected == walk.weighted_expected).all()
    assert walk.weighted_expected.sum() == near(walk.denominator)
    # E has the totals of O. All pairs have the same weight in both.
    assert walk.expected.sum(axis=1) == pytest.approx(walk.actual_totals, abs=1e-9)
    assert walk.expected.sum(axis=0) == pytest.approx(walk.predicted_totals, abs=1e-9)
    tables = [
        np.array(formulas.pair_counts(rows, *pair, q)) / max(n, 1)
        for pair, n in zip(combinations(range(len(rows[0])), 2), counts, strict=True)
    ]
    alike = len(set(counts[counts > 0].tolist())) == 1
    assert walk.observed == pytest.approx(sum(tables) * counts.sum() / np.count_nonzero(counts))
    assert not alike or walk.observed.dtype == np.int64


def check_raters(agreement, rows, q, scheme):
    for g, summary in enumerate(agreement.raters_summary):
        own = [row[g] for row in rows if row[g] is not None]
        assert summary.name == agreement.raters[g]
        assert summary.n_rated == len(own)
        assert summary.mean == near(mean(own) if own else None)
        assert summary.spread == near(spread(own), abs=1e-9)
        shared = [
            (row[g], others)
            for row in rows
            if row[g] is not None
            and (others := [x for h, x in enumerate(row) if h != g and x is not None])
        ]
        differences = [rating - mean(others) for rating, others in shared]
        assert summary.n_shared == len(differences)
        assert summary.bias == near(mean(differences) if differences else None)
        assert summary.bias_spread == near(spread(differences), abs=1e-9)
        # Kappa with the median of the others. A median can be a half, so the scale has half steps.
        pairs = [(2 * rating, round(2 * median(others))) for rating, others in shared]
        ties = [median_low(others) != median_high(others) for _, others in shared]
        assert summary.consensus_ties == sum(ties)
        kappa = None
        if pairs:
            observed = [[pairs.count((i, j)) for j in range(2 * q - 1)] for i in range(2 * q - 1)]
            kappa = oracle.kappa(observed, scheme)
        assert summary.consensus_kappa == same(kappa)
        assert (summary.consensus_reason is None) == (kappa is not None)
        if len(rows[0]) == 2:
            assert summary.pooled_without_reason.startswith("No item has ratings by two raters")
            continue
        left = np.delete(agreement.positions, g, axis=1)
        others = RatingTable(left, agreement.categories, agreement.raters[:-1])
        without = agreement_of(others, scheme=scheme)
        assert summary.pooled_without == near(without.pooled)
        assert summary.pooled_without_reason == without.reasons.get("pooled")


def check_items(agreement, rows, q, scheme):
    items, w = agreement.items_summary, oracle.weights(q, scheme)
    parts = [
        sum(
            w[row[g]][row[h]] / int(agreement.pair_counts[g, h])
            for g, h in combinations(range(len(row)), 2)
            if row[g] is not None and row[h] is not None
        )
        for row in rows
    ]
    shares = [float(part / sum(parts)) if any(parts) else 0 for part in parts]
    assert items.share == pytest.approx(shares, abs=1e-12)
    assert (items.share[np.array(parts) == 0] == 0).all()
    for i, row in enumerate(rows):
        rated = [x for x in row if x is not None]
        assert items.n_ratings[i] == len(rated)
        assert items.spread[i] == near(spread(rated))
        assert agreement.table.ratings(i) == tuple(row)
    in_order = items.most_disputed.tolist()
    assert in_order == sorted(in_order, key=lambda i: (-items.share[i], i))


@every_scheme
@pytest.mark.parametrize("case", KNOWN.values(), ids=KNOWN)
def test_every_number_of_a_known_table(scheme, case):
    check(case, scheme)


@every_scheme
@given(case=tables_with_gaps())
def test_every_number_of_any_table(scheme, case):
    check(case, scheme)


def test_alpha_is_that_of_the_krippendorff_package():
    ratings = seeded_table()
    for scheme, level in (("quadratic", "interval"), ("unweighted", "nominal")):
        alpha = krippendorff.alpha(
            reliability_data=ratings.T, level_of_measurement=level, value_domain=list(range(5))
        )
        agreement = rater_agreement(ratings, categories=range(5), scheme=scheme)
        assert agreement.coefficients["alpha"] == near(alpha)


# -- What is undefined has its reason -----------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "reasons"),
    [
        ("no pair shares an item", dict.fromkeys(COEFFICIENTS, "No item has ratings by two")),
        (
            "one category of one",
            {
                "pooled": "Each pair of raters gives the items that both rated the same",
                "alpha": "The items with two ratings or more all have the same",
                "fleiss": "Every rating is the same category",
                "light": "", "conger": "", "ac2": "",
            },
        ),
        # on a scale of several categories, AC2 expects little agreement by chance
        ("one category of four", dict.fromkeys(set(COEFFICIENTS) - {"ac2"}, "")),
        ("one category wherever two met", {"pooled": "", "light": "", "alpha": ""}),
    ],
)  # fmt: skip
def test_what_is_undefined_has_its_reason(known, reasons):
    q, rows = KNOWN[known]
    found = rater_agreement(rows, categories=range(q)).reasons
    assert set(found) == set(reasons)
    assert all(found[name].startswith(begins) for name, begins in reasons.items())


def test_a_pair_or_a_rater_without_a_kappa_has_its_reason():
    apart = rater_agreement(KNOWN["no pair shares an item"][1])
    assert apart.n_undefined_pairs == 1
    assert apart.pair_reason(0, 1) == "These two raters have no item in common."
    assert error_of(apart.walk, 0, 1) == "“A” and “B” have no item in common."
    thin = rater_agreement(KNOWN["one who rated one item"][1])
    # With one shared item, kappa is 0 ÷ 0 for the same category, and 0 for two different ones.
    assert thin.pair_reason(0, 2).startswith("Both raters give every item the same")
    assert thin.n_undefined_pairs == 1
    alone = rater_agreement(KNOWN["one who rated alone"][1]).raters_summary[2]
    assert alone.consensus_reason == "Nobody else rated an item that this rater rated."
    same = rater_agreement([[1, 1], [1, 1], [2, None]]).raters_summary[0]
    assert same.consensus_reason.startswith("This rater and the others’ consensus give every")
    free = rater_agreement([[1, 2], [2, 1]], scheme=[[0, 0], [0, 0]])
    assert set(free.reasons.values()) == {
        "With these weights random pairing costs nothing, and kappa is 0 ÷ 0."
    }


# -- Scales, weights, names -----------------------------------------------------------------------


def test_the_declared_scale_is_taken_at_its_word():
    # An unused fifth category changes AC2. The categories 1, 2 and 4 count as equal steps.
    rows = [[1, 1], [2, 2], [4, 2], [4, 4], [1, 2]]
    declared = rater_agreement(rows, categories=[1, 2, 4])
    assert declared.categories == (1, 2, 4)
    in_places = rater_agreement([[{1: 0, 2: 1, 4: 2}[x] for x in row] for row in rows])
    assert declared.pooled == in_places.pooled != rater_agreement(rows).pooled
    narrow = rater_agreement(rows, categories=range(1, 5)).coefficients["ac2"]
    assert rater_agreement(rows, categories=range(1, 6)).coefficients["ac2"] > narrow
    # Numbers are the scale of the means; other categories count as 1, 2, 3, …
    for scale, expected in (
        ((0, "0.5", 1), (0, 0.5, 1)),
        ((0, 20, 100), (0, 20, 100)),
        ((2, 1, 0), (2, 1, 2)),  # above is towards the highest category, 0
        ((1, 3, 2), (1, 2, 2)),
    ):
        found = rater_agreement([[scale[0], scale[1]], [scale[0], scale[1]]], categories=scale)
        low, high = found.raters_summary
        assert (low.mean, high.mean) == expected[:2]
        assert high.bias == -low.bias == abs(expected[1] - expected[0])
        top = rater_agreement([[scale[0], scale[2]]], categories=scale)
        assert top.raters_summary[1].bias == expected[2]
        apart = limits(found)
        assert apart.spread == pytest.approx(abs(expected[1] - expected[0]) / math.sqrt(3))
    words = rater_agreement([["lo", "hi"], ["lo", "hi"]], categories=["lo", "mid", "hi"])
    low, high = words.raters_summary
    assert (low.mean, high.mean, high.bias) == (1, 3, 2)


@every_scheme
def test_weights_of_ones_own_give_what_named_ones_give(scheme):
    rows = seeded_table()
    named = rater_agreement(rows, categories=range(5), scheme=scheme)
    own = rater_agreement(rows, categories=range(5), scheme=weight_matrix(5, scheme) * 7)
    assert own.coefficients == pytest.approx(named.coefficients, abs=1e-12)
    # The weights of a user are interpolated linearly between categories.
    halfway = {"linear": 1e-12, "quadratic": 0.05, "unweighted": 0.2}[scheme]
    for one, other in zip(named.raters_summary, own.raters_summary, strict=True):
        assert other.consensus_kappa == pytest.approx(one.consensus_kappa, abs=halfway)
        assert other.pooled_without == near(one.pooled_without)
    constant = rater_agreement(KNOWN["a constant rater"][1], scheme=weight_matrix(4) / 3)
    assert constant.pairs[1].tolist() == [0, 1, 0]


def test_a_rater_is_known_by_name_and_by_column():
    frame = pd.DataFrame({"Ann": [1, 2, 3], "Ben": [1.0, None, 3.0], "Cy": [5, 1, 2]})
    agreement = rater_agreement(frame)
    assert (agreement.raters, agreement.n_items) == (("Ann", "Ben", "Cy"), 3)
    assert agreement.n_ratings == 8
    by_name, by_column = agreement.walk("Cy", "Ann"), agreement.walk(2, np.int64(0))
    assert (by_name.observed == by_column.observed).all()
    assert by_name.observed[4, 0] == 1
    for rater, shown in (("Dan", "“Dan”"), (3, "3"), (-1, "-1"), (1.5, "1.5")):
        assert error_of(agreement.walk, "Ann", rater) == f"Raters: {shown} is not one of them."
    twice = "“Ann” is chosen twice; choose two different raters."
    assert error_of(agreement.pair_reason, "Ann", 0) == twice
    frame.loc[0, "Ann"] = 3
    assert agreement.positions[0, 0] == 0


# -- Size ---------------------------------------------------------------------------------------


def test_long_tables_go_block_by_block(monkeypatch):
    rows = seeded_table()
    whole = rater_agreement(rows, categories=range(5))
    monkeypatch.setattr("qwk_core.statistics.raters.sums.CELLS_AT_ONCE", 50)
    blocks = rater_agreement(rows, categories=range(5))
    assert np.array_equal(blocks.pairs, whole.pairs)
    assert blocks.coefficients == pytest.approx(whole.coefficients, abs=1e-12)
    assert blocks.pooled_walk.observed == pytest.approx(whole.pooled_walk.observed)
    assert blocks.items_summary.share == pytest.approx(whole.items_summary.share)
    assert blocks.raters_summary == whole.raters_summary
    for method in ("fisher", "bootstrap"):
        one, other = (a.intervals(method=method, n_draws=50) for a in (whole, blocks))
        for name in COEFFICIENTS:
            assert one[name].high == pytest.approx(other[name].high, abs=1e-9)


def test_whole_numbers_that_need_python_s_own_integers(monkeypatch):
    generator = np.random.default_rng(0)
    truth = generator.integers(0, 2000, 50_000)
    rows = np.stack([truth, (truth + generator.integers(0, 900, truth.size)) % 2000, truth], axis=1)
    short = rater_agreement(rows, categories=range(2000))
    monkeypatch.setattr("qwk_core.statistics.raters.pairs._SAFE", 1)
    long = rater_agreement(rows, categories=range(2000))
    kappa = quadratic_weighted_kappa(rows[:, 0], rows[:, 1], categories=range(2000))
    assert long.pairs[0, 1] == short.pairs[0, 1] == kappa
    assert long.pooled == short.pooled
    check(KNOWN["gaps"], "quadratic")


def test_weights_that_need_too_large_a_table():
    rows = np.zeros((2, 500), dtype=int)
    rows[1] = 41
    assert rater_agreement(rows).pooled == 1
    too_large = "42 categories and 500 raters need too large a table"
    assert error_of(rater_agreement, rows, scheme="linear").startswith(too_large)
    assert error_of(lambda: rater_agreement(rows).pooled_walk).startswith(too_large)


# -- Raters who differ, and the order of raters ---------------------------------------------------

FIRST = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("fourth", "names"),
    [
        (FIRST, ()),
        ([max(rating - 2, 1) for rating in FIRST], (SEVERE,)),
        ([min(rating + 2, 5) for rating in FIRST], (LENIENT,)),
        ([6 - rating for rating in FIRST], (ERRATIC,)),
    ],
)
def test_raters_are_called_by_how_they_differ_from_the_others(fourth, names):
    rows = list(zip(FIRST, FIRST, FIRST, fourth, strict=True))
    agreement = rater_agreement(rows, categories=range(1, 6))
    found = limits(agreement)
    assert [found.names(rater) for rater in agreement.raters_summary] == [(), (), (), names]


def test_raters_who_agree_stand_side_by_side():
    places = np.array([3, 0, 4, 1, 2])  # the position of each rater in the chain
    pairs = 1 - np.abs(places[:, np.newaxis] - places) / 10
    pairs[1, 3] = pairs[3, 1] = 0.99  # the chain begins with this pair
    assert by_similarity(pairs) == (1, 3, 4, 0, 2)
    for size in (1, 2, 5):  # without any kappa, the order stays
        assert by_similarity(np.full((size, size), np.nan)) == tuple(range(size))
    # An undefined pair counts as the lowest agreement.
    assert by_similarity([[1, np.nan, 0.1], [np.nan, 1, -0.9], [0.1, -0.9, 1]]) == (0, 2, 1)
