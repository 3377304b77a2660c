"""Sensitivity and specificity of two categories, counted anew item by item.

What is said of them is recorded: see studies.toml. The files have them: see test_export.py.
"""

import math

import numpy as np
import pytest
from scipy import stats

from qwk_core.study.diagnostic import diagnostics
from qwk_core.study.study import make_rater_study, make_study
from tests.core.study.studies import ALL, OF_WORDS


def test_each_share_is_counted_and_has_wilson_s_interval():
    random = np.random.default_rng(3)
    truth = random.integers(0, 2, 60)
    models = [np.where(random.random(60) < share, 1 - truth, truth) for share in (0.1, 0.3)]
    rows = np.column_stack([truth, *models]).astype(object)
    rows[:5, 2] = None
    found = diagnostics(make_rater_study(rows, raters=["truth", "old", "new"], level=0.9))
    assert [*found] == ["old", "new"]
    for place, one in enumerate(found.values(), 1):
        assert one.positive == 1
        for positive, share in ((1, one.sensitivity), (0, one.specificity)):
            own = [row[place] for row in rows if row[0] == positive and row[place] is not None]
            hits = sum(given == positive for given in own)
            assert (share.hits, share.n, share.estimate) == (hits, len(own), hits / len(own))
            known = stats.binomtest(hits, len(own)).proportion_ci(0.9, method="wilson")
            assert (share.low, share.high) == pytest.approx((known.low, known.high))


@pytest.mark.parametrize(("hits", "n"), [(0, 7), (7, 7), (1, 1)])
def test_at_the_ends_the_interval_ends_there(hits, n):
    share = diagnostics(make_study([[3, 0], [n - hits, hits]]))["predicted"].sensitivity
    known = stats.binomtest(hits, n).proportion_ci(method="wilson")
    assert (share.low, share.high) == pytest.approx((known.low, known.high), abs=1e-12)
    assert (share.low == 0) == (hits == 0)
    assert (share.high == 1) == (hits == n)


@pytest.mark.parametrize("name", ["weights of known worth", "sums of weights", "clusters alike"])
def test_items_that_are_not_independent_have_no_such_interval(name):
    one = diagnostics(OF_WORDS[name])["predicted"]
    assert math.isnan(one.sensitivity.low)
    assert one.caution is not None
    assert one.method is None


def test_without_a_positive_item_there_is_no_sensitivity():
    found = diagnostics(make_study([[9, 3], [0, 0]]))["predicted"]
    assert math.isnan(found.sensitivity.estimate)
    assert found.specificity.estimate == 0.75


def test_without_a_truth_or_with_more_categories_there_is_none():
    equal, times, three = OF_WORDS["constant Ann"], OF_WORDS["constant score_t1"], ALL["many"]
    words = OF_WORDS["raters: two words"]
    assert [diagnostics(study) for study in (equal, times, three, words)] == [{}] * 4
