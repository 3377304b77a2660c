"""Sensitivity and specificity of two categories, counted anew item by item."""

import csv
import io
import json
import math

import numpy as np
import pytest
from scipy import stats

from qwk_core.command.report import report_text
from qwk_core.study.diagnostic import diagnostics
from qwk_core.study.document import study_json
from qwk_core.study.methods import methods
from qwk_core.study.sentences import citation, plain_text
from qwk_core.study.study import make_rater_study, make_study
from qwk_core.study.tables import study_tables

SCALE = ("no", "yes")


def judged(n=60, seed=3):
    """Return the truth and two models' ratings as 0 and 1; the second model misses some items."""
    random = np.random.default_rng(seed)
    truth = random.integers(0, 2, n)
    models = [np.where(random.random(n) < share, 1 - truth, truth) for share in (0.1, 0.3)]
    rows = np.column_stack([truth, *models]).astype(object)
    rows[:5, 2] = None
    return rows


def study_of(rows, **more):
    words = [[None if one is None else SCALE[one] for one in row] for row in rows]
    names = ["truth", "old", "new"][: len(rows[0])]
    return make_rater_study(words, categories=SCALE, raters=names, **more)


def paragraph(study, style="apa"):
    return " ".join(plain_text(one, study.decimals) for one in methods(study, style))


def test_each_share_is_counted_and_has_wilson_s_interval():
    rows = judged()
    found = diagnostics(study_of(rows, level=0.9))
    assert [*found] == ["old", "new"]
    for place, one in enumerate(found.values(), 1):
        assert one.positive == "yes"
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


def test_paragraph_report_json_and_csv_say_the_same():
    rows = judged()[:, :2]
    study = study_of(rows)
    positive = rows[rows[:, 0] == 1]
    hits = int((positive[:, 1] == 1).sum())
    known = stats.binomtest(hits, len(positive)).proportion_ci(method="wilson")
    low, high = (f"{100 * end:.1f}" for end in known)
    said = f"{100 * hits / len(positive):.1f}% ({hits} of {len(positive)}; "
    apa, plain = paragraph(study), paragraph(study, "plain")
    begin = "Taking “yes”, the second of the two categories, as positive, sensitivity "
    assert f"{begin}was {said}95% CI [{low}%, {high}%]) and specificity " in apa
    assert f"{begin}was {said}95% confidence interval {low}% to {high}%) and " in plain
    assert "by Wilson’s score method (Wilson, 1927)" in apa
    assert any(entry.startswith("Wilson, E. B. (1927)") for entry in citation(study))
    assert f"{said}95% CI [{low}%, {high}%])" in report_text(study)
    (one,) = json.loads(study_json(study))["diagnostic_accuracy"]
    assert (one["name"], one["positive"], one["method"]) == ("old", "yes", "wilson")
    assert (one["sensitivity"]["hits"], one["sensitivity"]["n"]) == (hits, len(positive))
    assert one["sensitivity"]["low"] == pytest.approx(known.low)
    lines = list(
        csv.DictReader(io.StringIO(study_tables(study)["diagnostic_accuracy.csv"](), newline=""))
    )
    assert [line["measure"] for line in lines] == ["sensitivity", "specificity"]
    assert float(lines[0]["high"]) == pytest.approx(known.high)
    assert lines[0]["method"] == "wilson"


def test_of_several_each_is_named():
    study = study_of(judged())
    text = paragraph(study)
    for name, one in diagnostics(study).items():
        share = one.sensitivity
        said = f"for “{name}” sensitivity was {100 * share.estimate:.1f}".removesuffix(".0")
        assert f"{said}% ({share.hits} of {share.n}; " in text
        assert name in report_text(study)
    assert "wilson" in study_tables(study)["diagnostic_accuracy.csv"]()


def test_items_that_are_not_independent_have_no_such_interval():
    rows = judged()
    clusters = [str(at // 3) for at in range(len(rows))]
    weighted = make_study([[15.5, 2], [1, 13.5]], effective_n=20.4)
    uncounted = make_study([[15.5, 2], [1, 13.5]])
    for study in (study_of(rows, clusters=clusters), weighted, uncounted):
        for one in diagnostics(study).values():
            assert math.isnan(one.sensitivity.low)
            assert one.caution is not None
            assert one.method is None
        for text in (paragraph(study), paragraph(study, "plain"), report_text(study)):
            assert text.count("Sensitivity and specificity have no interval here") == 1
            assert "Wilson’s score" not in text
        assert "Wilson" not in " ".join(citation(study))
        assert "wilson" not in study_tables(study)["diagnostic_accuracy.csv"]()
    assert "sensitivity was 93.1% and specificity" in paragraph(weighted), "no sum of weights"


def test_without_a_positive_item_there_is_no_sensitivity():
    study = make_study([[9, 3], [0, 0]])
    found = diagnostics(study)["predicted"]
    assert math.isnan(found.sensitivity.estimate)
    assert found.specificity.estimate == 0.75
    assert "sensitivity was undefined (no such item) and specificity 75% (9 of 12" in (
        paragraph(study)
    )


@pytest.mark.parametrize(
    "study",
    [
        make_study([[9, 3], [2, 8]], roles="equal"),
        make_study([[9, 3], [2, 8]], roles="times"),
        make_study([[9, 3, 0], [2, 8, 0], [0, 0, 1]]),
        make_rater_study([[0, 1, 1], [1, 1, 1]] * 9, raters=["Ann", "Ben", "Cy"]),
    ],
)
def test_without_a_truth_or_with_more_categories_there_is_none(study):
    assert diagnostics(study) == {}
    assert "diagnostic_accuracy.csv" not in study_tables(study)
    assert json.loads(study_json(study))["diagnostic_accuracy"] == []
    for text in (paragraph(study), report_text(study)):
        assert "ensitivity" not in text
