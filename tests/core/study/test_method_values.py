"""What the paragraph on the method names: means and shares, clusters and their sources."""

import re

import numpy as np
from scipy import stats

from qwk_core.command.report import report_text
from qwk_core.statistics.rating_table import Dependence
from qwk_core.study.cautions import find_cautions
from qwk_core.study.methods import bibtex, methods, ris
from qwk_core.study.raw import raw_agreement
from qwk_core.study.sentences import citation, plain_text
from qwk_core.study.study import make_rater_study, make_study
from tests.core.study.studies import COUNTS


def paragraph(study, style="apa"):
    return " ".join(plain_text(one) for one in methods(study, style))


def test_a_mean_of_two_words_is_a_share():
    rows, columns = np.repeat(np.indices((2, 2)).reshape(2, -1), [40, 9, 21, 30], axis=1)
    paired = stats.ttest_rel(columns, rows).confidence_interval(0.95)
    low, high = (f"{100 * end:.1f}".replace("-", "−") for end in paired)
    study = make_study([[40, 9], [21, 30]], ("no", "yes"))
    assert raw_agreement(study).means == (rows.mean(), columns.mean()) == (0.51, 0.39)
    said = "39% of the predicted ratings and 51% of the actual ratings, a difference of −12.0"
    assert (
        f"“yes” made up {said} percentage points (95% CI [{low}, {high}], paired t with 99 degrees"
    ) in paragraph(study)
    assert f"“yes” makes up {said} percentage points (" in paragraph(study, "plain")
    assert "categories below" not in paragraph(study)
    numbers = make_study([[40, 9], [21, 30]], (0, 1))
    assert "lay 0.120 categories below that of" in paragraph(numbers)
    table = [["lo", "hi", "hi"], ["hi", "lo", None], ["hi", "hi", None], ["lo", "lo", None]]
    many = make_rater_study([*table, [None, "lo", None]], categories=("lo", "hi"))
    report = report_text(many)
    assert "Each rater (share of “hi”; bias in steps)" in report
    assert re.search(r"A +4 +50% ", report)
    assert re.search(r"B +5 +40% ", report)
    assert re.search(r"C +1 +100% ", report)
    silent = make_rater_study([[*row[:2], None] for row in table], categories=("lo", "hi"))
    assert re.search(r"C +0 +undefined ", report_text(silent))


def test_the_means_of_two_raters_are_on_their_scale():
    rows = [[20, 40], [40, 40], [60, 40], [60, None]]
    numbers = make_rater_study(rows, categories=(20, 40, 60))
    assert raw_agreement(numbers).means == (40, 40)
    words = make_rater_study([["a", "b"], ["c", "b"]], categories=("a", "b", "c"))
    assert raw_agreement(words).means == (2, 2)
    assert raw_agreement(make_rater_study([[1, 2, 1], [2, 2, 2]])).means is None


def test_what_the_column_of_clusters_is_called_is_in_the_paragraph():
    said = Dependence("Items with the same {column} belong together.", {"column": "“patient”"})
    tables = np.array([COUNTS // 4] * 12)
    known = make_study(tables.sum(axis=0), clusters=tables, choices=[said])
    alone = make_study(COUNTS, choices=[said])  # each cluster had one item
    for style in ("apa", "plain"):
        text = paragraph(known, style)
        assert text.count("Items with the same “patient” belong together.") == 1
        assert "patient" not in paragraph(alone, style)


def test_the_mean_over_clusters_has_its_source():
    tables = np.random.default_rng(4).integers(0, 4, (12, 3, 3))
    study = make_study(tables.sum(axis=0), clusters=tables)
    assert "t over clusters with 11 degrees of freedom; Cochran, 1977)" in paragraph(study)
    for cited in (" ".join(citation(study)), bibtex(study), ris(study)):
        assert "Sampling techniques" in cited
    few = make_study(tables[:4].sum(axis=0), clusters=tables[:4])
    for other in (few, make_study(tables.sum(axis=0))):
        assert "Cochran" not in " ".join(citation(other))


def test_why_few_clusters_leave_no_interval_is_said_once():
    rows, raters = [[1, 1, 2], [2, 2, 1], [3, 3, 3], [1, 2, 1]] * 5, ["truth", "old", "new"]
    few = ["a", "b", "c", "d"] * 5
    reason = "The items come in fewer than five clusters."
    for study in (
        make_rater_study(rows, raters=raters, clusters=few),
        make_rater_study([[*row, 1] for row in rows], raters=[*raters, "x"], clusters=few),
        make_rater_study(rows, raters=["Ann", "Ben", "Cy"], clusters=few),
        make_rater_study([row[:2] for row in rows], raters=["Ann", "Ben"], clusters=few),
    ):
        for style in ("apa", "plain"):
            assert paragraph(study, style).count(reason) == 1
        cautions = " ".join(plain_text(one.message) for one in find_cautions(study))
        assert cautions.count(reason) == 1
        assert report_text(study).count(reason) == 1
