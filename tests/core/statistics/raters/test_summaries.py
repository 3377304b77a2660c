"""Each rater among the others, and each item among the items."""

import math
from itertools import combinations
from statistics import mean, median, stdev

import numpy as np
import pytest
from hypothesis import given

from qwk_core.statistics.raters import agreement_of, rater_agreement
from qwk_core.statistics.rating_table import RatingTable
from tests.core import oracle
from tests.core.statistics.raters import formulas
from tests.core.statistics.raters.cases import seeded_table, table, tables_with_gaps

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
        left = np.delete(agreement.positions, g, axis=1)
        others = agreement_of(RatingTable(left, agreement.categories, agreement.raters[:-1]))
        assert summary.pooled_without == pytest.approx(others.pooled, abs=1e-12, nan_ok=True)
        assert summary.pooled_without_reason == others.reasons.get("pooled")


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
    assert same.consensus_reason.startswith("This rater and the others’ consensus give every")


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
                n = sum(map(sum, formulas.pair_counts(rows, g, h, q)))
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
    assert items.ratings(3) == (1, 3)
