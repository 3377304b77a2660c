"""The paragraph on the method, the sentence for a paper, and the references."""

from __future__ import annotations

import json
import re

import pytest

from qwk_core.study.document import study_json
from qwk_core.study.methods import METHOD_STYLES, bibtex, methods
from qwk_core.study.notebook import notebook
from qwk_core.study.references import INTERVAL_SOURCES, MEASURE_SOURCES
from qwk_core.study.sentences import citation, plain_text, sentence
from qwk_core.study.study import Cutting, make_study
from qwk_core.version import __version__

COUNTS = [[40, 9, 1], [6, 45, 4], [0, 3, 20]]
TUNED = Cutting("tuned", (0.62, 1.31), 0.6612, 5)


def paragraph(study, style):
    return " ".join(plain_text(one) for one in methods(study, style))


@pytest.mark.parametrize("style", METHOD_STYLES)
@pytest.mark.parametrize("scheme", ["quadratic", "linear", "unweighted"])
def test_a_paragraph_names_what_a_reader_must_know(style, scheme):
    study = make_study(
        COUNTS, (1, 2, 3), n_missing=7, codes=("-99", "x"), scheme=scheme, cutting=TUNED
    )
    text = paragraph(study, style)
    decimals = 2 if style == "apa" else study.decimals
    ends = (study.interval.low, study.interval.high)
    low, high = (f"{end:.{decimals}f}"[style == "apa" :] for end in ends)
    measure = {"quadratic": "quadratically", "linear": "linearly", "unweighted": "unweighted"}
    named = ["128", "135", " 7 ", "“-99”, “x”", "0.62 · 1.31", "5 folds", low, high, __version__]
    for part in (*named, measure[scheme], "Fisher", "independent", ".66"):
        assert part in text
    assert ("(Cohen, 19" in text) == (style == "apa")


def test_apa_writes_no_zero_before_the_point():
    text = paragraph(make_study(COUNTS), "apa")
    assert re.search(r"κ = \.\d\d, 95% CI \[\.\d\d, \.\d\d\]", text)
    negative = paragraph(make_study([[1, 9], [9, 1]]), "apa")
    assert "κ = −.80" in negative


@pytest.mark.parametrize("style", METHOD_STYLES)
def test_what_has_no_interval_or_no_kappa(style):
    weights = make_study([[40.5, 9], [6, 45]])
    assert "no confidence interval" in paragraph(weights, style)
    assert "independent" not in paragraph(weights, style)
    assert "undefined" in paragraph(make_study([[9, 0], [0, 0]]), style)


@pytest.mark.parametrize("style", METHOD_STYLES)
def test_effective_items_are_not_taken_as_independent(style):
    study = make_study(COUNTS, effective_n=60)
    assert "independent of one another" not in paragraph(study, style)
    assert "60 independent items" in paragraph(study, style)


@pytest.mark.parametrize(
    ("cutting", "says"),
    [
        (Cutting("rounded"), "rounded"),
        (Cutting("given", (0.5, 1.5)), "0.5 · 1.5"),
        (TUNED, "on the same items"),
        (Cutting("stretched", (0.4, 1.7), 0.6612, 5), "stretched"),
    ],
)
def test_every_word_for_a_paper_says_how_scores_were_cut(cutting, says):
    study = make_study(COUNTS, cutting=cutting)
    written = plain_text(sentence(study))
    assert says in written
    assert written in study_json(study).replace('\\"', '"')
    assert says in json.loads(notebook(study))["cells"][0]["source"].replace("\\", "")
    for style in METHOD_STYLES:
        assert re.search("rounded|cut|stretched", paragraph(study, style))
    if cutting.folds:
        assert "0.661" in written
        assert "5 folds" in written


def test_cut_points_at_infinity_are_null_in_json():
    study = make_study(COUNTS, cutting=Cutting("tuned", (0.5, float("inf")), 0.6, 5))
    assert re.search(r'"thresholds": \[\s*0.5,\s*null\s*\]', study_json(study))


def test_references_are_the_same_in_both_forms():
    for scheme in MEASURE_SOURCES:
        study = make_study(COUNTS, scheme=scheme)
        entries = bibtex(study)
        sources = (MEASURE_SOURCES[scheme], *INTERVAL_SOURCES)
        assert list(citation(study)[:-1]) == [one.text for one in sources]
        for one in sources:
            fields = dict(one.fields)
            assert entries.count(f"@article{{{one.key},") == 1
            assert fields["author"].partition(",")[0] in one.text
            assert f"({fields['year']})" in one.text
            assert f"{fields['volume']}({fields['number']})" in one.text
            assert fields["pages"].replace("--", "–") in one.text
        assert entries.count("{") == entries.count("}")
        assert "qwkexplorer" in entries
