"""Two columns against a third, counted in one pass."""

import math
from collections import Counter
from dataclasses import replace
from functools import partial
from io import BytesIO

import numpy as np
import pytest

from qwk_core.files.columns import Columns, count_pairs
from qwk_core.files.detection import detect
from qwk_core.files.labelled import LabelCounts, mark_of
from qwk_core.statistics.difference import kappa_difference
from qwk_core.study.sentences import FixedKappa, plain_text
from qwk_core.study.study import make_rater_study
from qwk_core.study.two_models import compare_columns, compare_with_reference
from tests.core.refused import error_of

NAMES = ("truth", "old", "new")
RANDOM = np.random.default_rng(2)
TRUTH = RANDOM.integers(0, 4, 60)
OLD, NEW = (np.clip(TRUTH + RANDOM.integers(-1, 2, 60), 0, 3) for _ in range(2))


def counted(rows):
    data = BytesIO(b"truth,old,new\n" + "\n".join(map(",".join, rows)).encode())
    layout = detect(data)
    return count_pairs(data, layout, Columns("truth", "old", group="new"))


def test_it_is_the_difference_of_the_items():
    rows = [tuple(map(str, row)) for row in zip(TRUTH, OLD, NEW, strict=True)]
    found = compare_columns(counted(rows), range(4), NAMES, scheme="linear", level=0.9)
    items = kappa_difference(TRUTH, OLD, NEW, scheme="linear", level=0.9)
    difference = found.difference
    assert difference.difference == items.difference
    assert (difference.low, difference.high) == pytest.approx((items.low, items.high))
    assert (difference.n, found.n_left_out) == (60, 0)
    text = plain_text(found.sentence())
    assert f"κ = {items.first.kappa:.3f} for “old”" in text
    assert (
        f"(90% confidence interval {items.low:.3f} to {items.high:.3f})".replace("-", "−") in text
    )


def test_clusters_and_weights_of_the_items_are_those_of_the_study():
    clusters, weights = [f"c{at // 4}" for at in range(60)], RANDOM.choice([0.5, 1, 4], 60)
    marks = [*map(mark_of, zip(map(str, NEW), clusters, map(str, weights), strict=True))]
    rows = zip(marks, map(str, TRUTH), map(str, OLD), strict=True)
    counts = LabelCounts(Counter(rows))
    found = compare_columns(counts, range(4), NAMES, ["cluster", "weight"]).difference
    items = kappa_difference(TRUTH, OLD, NEW, clusters=clusters, sample_weight=weights)
    assert (found.difference, found.low, found.high) == pytest.approx(
        (items.difference, items.low, items.high)
    )
    assert (found.n, found.n_clusters, found.df) == (60, 15, 14)
    few = LabelCounts({(mark_of(["1", "a"]), "1", "1"): 9, (mark_of(["2", "b"]), "1", "2"): 9})
    assert math.isnan(compare_columns(few, [1, 2], NAMES, ["cluster"]).difference.low)


def test_it_says_which_agrees_better():
    good, bad = [("1", "1", "2"), ("2", "2", "1")], [("1", "2", "1"), ("2", "1", "2")]
    first = compare_columns(counted(good * 30 + bad), [1, 2], NAMES)
    second = compare_columns(counted(bad * 30 + good), [1, 2], NAMES)
    assert "above 0: “old” agrees better than “new”" in plain_text(first.sentence())
    assert "below 0: “new” agrees better than “old”" in plain_text(second.sentence())


def test_items_without_the_third_rating_are_left_out_and_counted():
    rows = [("1", "1", "1"), ("2", "2", "1"), ("2", "1", "2"), ("1", "2", ""), ("1", "1", "9")]
    found = compare_columns(counted(rows * 5), [1, 2], NAMES)
    assert (found.difference.n, found.n_left_out) == (15, 10)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        (LabelCounts({("9", "1", "1"): 3, ("", "2", "2"): 1}), "No item has all three ratings"),
        (
            LabelCounts({("1", "1", "1"): 1.5}),
            "a difference needs whole counts of items, not weights",
        ),
    ],
)
def test_refusals(counts, message):
    assert message in error_of(compare_columns, counts, [1, 2], NAMES)


@pytest.mark.parametrize("weights", [None, RANDOM.choice([0.5, 1.25, 3], 60).tolist()])
@pytest.mark.parametrize("clusters", [None, [str(at // 2) for at in range(60)]])
def test_two_raters_are_compared_with_the_truth_on_the_items_of_all_three(clusters, weights):
    rows = np.column_stack([OLD, TRUTH, NEW]).astype(object)
    rows[:7, 2] = None
    study = make_rater_study(
        rows.tolist(), raters=["old", "truth", "new"], categories=range(4),
        clusters=clusters or (), sample_weight=weights,
    )  # fmt: skip
    found = compare_with_reference(study)
    of_three = {"clusters": clusters and clusters[7:], "sample_weight": weights and weights[7:]}
    items = kappa_difference(TRUTH[7:], OLD[7:], NEW[7:], categories=range(4), **of_three)
    assert found.difference == items
    assert (found.names, found.n_left_out) == (NAMES, 7)


def test_the_kappas_as_written_have_the_difference_as_written():
    rows = [tuple(map(str, row)) for row in zip(TRUTH[7:], OLD[7:], NEW[7:], strict=True)]
    found = compare_columns(counted(rows), range(4), NAMES)
    number = partial(FixedKappa, decimals=found.decimals_from(3))  # .852 − .814 is not .039
    said = plain_text(found.sentence(number=number))
    assert "κ = 0.8521 for “old” and κ = 0.8136 for “new”. The difference is 0.0385" in said


def test_what_cannot_be_compared_with_the_truth_is_not():
    rows = [[1, 1, 2, 1], [2, 2, 2, 2], [3, 3, 1, 3]] * 4
    names = ["truth", "a", "b", "c"]
    apart = [[1, 1, None], [2, 2, None], [1, None, 1], [2, None, 2]]
    pair = make_rater_study([row[:2] for row in rows], raters=names[:2])
    four = make_rater_study(rows, raters=names)
    same = make_rater_study([[1, 1, 1]] * 5, raters=names[:3])
    for study in (pair, four, same, make_rater_study(apart, raters=names[:3])):
        assert compare_with_reference(study) is None


def test_an_end_that_is_not_0_is_not_written_as_0():
    found = compare_columns(counted([("1", "1", "1"), ("2", "2", "1")] * 9), [1, 2], NAMES)
    near = replace(found, difference=replace(found.difference, low=0.0004, high=0.2, caution=None))
    assert near.decimals_from(3) == 4
    assert near.decimals_from(2) == 4
