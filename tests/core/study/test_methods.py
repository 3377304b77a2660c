"""The paragraph on the method, the sentence for a paper, and the references."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pytest
from scipy import stats

from qwk_core.messages import Message
from qwk_core.statistics.rating_table import Exclusion
from qwk_core.study.cautions import find_cautions
from qwk_core.study.checklist import checklist
from qwk_core.study.document import study_json
from qwk_core.study.interval_choice import INTERVALS, IntervalChoice
from qwk_core.study.methods import BLANKS, METHOD_STYLES, bibtex, blank_sentence, methods, ris
from qwk_core.study.notebook import notebook
from qwk_core.study.raw import raw_agreement
from qwk_core.study.references import INTERVAL_SOURCES, MEASURE_SOURCES
from qwk_core.study.sentences import citation, plain_text, sentence
from qwk_core.study.study import Cutting, Study, make_rater_study, make_study
from qwk_core.version import __version__

COUNTS = [[40, 9, 1], [6, 45, 4], [0, 3, 20]]
TUNED = Cutting("tuned", (0.62, 1.31), 0.6612, 5)


def paragraph(study, style):
    return " ".join(plain_text(one) for one in methods(study, style))


STYLES = METHOD_STYLES[1:]  # the first is the sentence


@pytest.mark.parametrize("style", STYLES)
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


@pytest.mark.parametrize("style", STYLES)
def test_what_has_no_interval_or_no_kappa(style):
    weights = make_study([[40.5, 9], [6, 45]])
    assert "no confidence interval" in paragraph(weights, style)
    assert "independent of one another" not in paragraph(weights, style)
    assert "undefined" in paragraph(make_study([[9, 0], [0, 0]]), style)


@pytest.mark.parametrize("style", STYLES)
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
    for style in STYLES:
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
        sources = (MEASURE_SOURCES[scheme], *INTERVAL_SOURCES["smoothed"])
        assert list(citation(study)[:-1]) == [one.entry for one in sources]
        for one in sources:
            fields = one.fields
            assert entries.count(f"@article{{{one.key},") == 1
            assert fields["author"].partition(",")[0] in one.text
            assert f"({fields['year']})" in one.text
            assert f"{fields['volume']}({fields['number']})" in one.text
            assert fields["pages"].replace("--", "–") in one.text
            assert f"doi = {{{fields['doi']}}}" in entries
            assert f"DO  - {fields['doi']}" in ris(study)
        assert entries.count("{") == entries.count("}")
        assert "qwkexplorer" in entries
        assert ris(study).count("TY  - ") == ris(study).count("ER  - ") == len(sources) + 1
        assert "AU  - QWK Explorer contributors" in ris(study)


def test_what_is_cited_of_many_raters_has_its_entry():
    study = make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2], [1, 1, 1]])
    entries, cited = bibtex(study), citation(study)
    assert any("Efron" in one for one in cited)
    for one in cited[:-1]:
        title = one.split("). ", 1)[1].split(". ")[0].split(" (")[0]
        assert f"= {{{title.replace('“', '``').replace('”', chr(39) * 2)}}}" in entries
    assert entries.count("@") == len({line for line in entries.splitlines() if "@" in line})


def test_blanks_are_marked_until_the_author_fills_them_in():
    study = make_study(COUNTS)
    text = paragraph(study, "apa")
    assert all(f"[{blank}]" in text for blank in BLANKS.values())
    for key, blank in BLANKS.items():  # the sentence that its field shows
        before, _, after = plain_text(blank_sentence(key)).partition("…")
        assert f"{before}[{blank}]{after}" in text
    missing = {item.number for item in checklist(study) if not item.answered}
    assert {3, 4, 6, 7, 8, 9, 10, 12} <= missing
    details = {
        "raters": "two teachers with ten years of practice",
        "blinding": "alone",
        "sampling": "all essays of the year",
        "size": "there were no more",
        "scheme": "before the first essay was read",
        "address": "https://example.org",
    }
    written = study.with_details(details)
    for style in STYLES:
        said = paragraph(written, style)
        assert "[" not in said.replace("[.", "").replace("[0", "").replace("[−", "")
        assert all(own in said for key, own in details.items() if key != "address")
    assert {item.number for item in checklist(written) if not item.answered} == {2, 5, 14}
    assert citation(written)[-1].endswith("https://example.org")
    assert "https://example.org" in bibtex(written) + ris(written)
    assert json.loads(study_json(written))["details"] == details
    assert "[address of the program]" in citation(study)[-1]


@pytest.mark.parametrize(
    ("names", "roles", "says", "calls"),
    [
        (("Ann", "Ben"), None, "Inter-rater agreement between Ann and Ben", "ratings by “Ben”"),
        (("truth", "model"), None, "Agreement of predicted with actual", "predicted ratings"),
        (("expert", "student"), None, "of a rater with a reference", "ratings of the rater"),
        (("score_t1", "score_t2"), None, "Intra-rater agreement", "ratings of the second time"),
        (("a", "b"), "times", "Intra-rater agreement", "ratings of the second time"),
    ],
)
def test_roles_are_found_from_the_names_or_chosen_and_followed(names, roles, says, calls):
    study = make_study(COUNTS, raters=names, roles=roles)
    assert says in paragraph(study, "apa")
    assert f"The mean of the {calls} lay" in paragraph(study, "apa")
    assert str(study.named.both) in plain_text(sentence(study))
    constant = make_study([[0, 3], [0, 4]], raters=names, roles=roles)
    (said,) = (one for one in find_cautions(constant) if one.key == "constant-rater")
    assert f"All {calls} are 1." in plain_text(said.message)


def test_raw_agreement_and_the_means_against_a_count_item_by_item():
    rows, columns = np.repeat(np.indices((3, 3)).reshape(2, -1), np.ravel(COUNTS), axis=1)
    found = raw_agreement(make_study(COUNTS))
    assert found.same == pytest.approx((rows == columns).mean())
    gaps = (rows - columns) ** 2 / 4
    chance = ((rows[:, np.newaxis] - columns) ** 2 / 4).mean()
    assert (found.observed, found.expected) == pytest.approx((1 - gaps.mean(), 1 - chance))
    paired = stats.ttest_rel(columns, rows).confidence_interval(0.95)
    assert found.difference == pytest.approx((columns - rows).mean())
    assert (found.low, found.high) == pytest.approx((paired.low, paired.high), rel=1e-5)
    assert math.isnan(raw_agreement(make_study(COUNTS, effective_n=60)).low)
    nobody = make_rater_study([[1, None], [None, 2]])
    assert math.isnan(raw_agreement(nobody).same)


def test_many_raters_have_a_paragraph_with_the_metric_and_the_weighing_of_pairs():
    rows = [[1, 2, 1], [2, 2, None], [3, 3, 2], [1, 1, 1], [4, 3, 4]]
    study = make_rater_study(rows)
    text = paragraph(study, "apa")
    for part in (
        "Inter-rater agreement of 3 raters was examined on 5 items (14 ratings).",
        "Of all ratings, 1 was missing.",
        "quadratically weighted kappa of all pairs",
        "on the items that both rated (from 4 to 5); every pair counts alike",
        "Krippendorff’s α (interval metric: squared distances) was",
        "Efron & Tibshirani",
    ):
        assert part in text
    linear = paragraph(make_rater_study(rows, scheme="linear"), "plain")
    assert "metric of absolute distances" in linear
    assert "undefined" in paragraph(make_rater_study([[1, None], [None, 2]]), "apa")


@pytest.mark.parametrize("style", ["apa", "plain"])
def test_a_lower_mean_is_said_to_lie_below(style):
    counts = np.array([[40, 9], [6, 45]])
    above, below = (
        next(one for one in (map(plain_text, methods(make_study(each), style))) if "0.03 " in one)
        for each in (counts, counts.T)
    )
    assert "0.03 categories above" in above
    assert "0.03 categories below" in below
    # The interval is turned with the sentence: it is the same seen from the other side.
    assert above.split("(")[1] == below.split("(")[1]


@pytest.mark.parametrize("chosen", [one for one in INTERVALS if one != "cluster"])
def test_the_interval_is_a_whole_phrase(chosen):
    study = make_study([[40, 9], [6, 45]], choice=IntervalChoice(chosen))
    said = " ".join(map(plain_text, methods(study)))
    assert re.search(r"The interval was computed (by|with) ", said)


def test_what_was_left_out_by_choice_is_quoted():
    said = Exclusion("The first of each counts ({n}).", {"n": 2})
    study = Study(make_study([[40, 9], [6, 45]]).table, choices=[Message("Found."), said])
    assert plain_text(sentence(study)).endswith(". The first of each counts (2).")
    for style in ("apa", "plain"):
        assert said in methods(study, style)
