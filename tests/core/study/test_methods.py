"""The paragraph on the method, its references and its numbers. Its text: see tests/recorded.py."""

import json
import math
import re
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from qwk_core.study import raw
from qwk_core.study.checklist import checklist
from qwk_core.study.document import study_json
from qwk_core.study.methods import BLANKS, bibtex, blank_sentence, methods, ris
from qwk_core.study.raw import raw_agreement
from qwk_core.study.references import INTERVAL_SOURCES, MEASURE_SOURCES
from qwk_core.study.sentences import citation, plain_text, sentence
from qwk_core.study.study import make_rater_study, make_study
from tests.core.study.studies import COUNTS, DETAILS, GAPPED, OF_WORDS


def paragraph(study, style="apa"):
    return " ".join(plain_text(one) for one in methods(study, style))


@pytest.mark.parametrize("scheme", MEASURE_SOURCES)
def test_references_are_the_same_in_both_forms(scheme):
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
    text = paragraph(study)
    for key, blank in BLANKS.items():  # each field shows its sentence
        before, _, after = plain_text(blank_sentence(key)).partition("…")
        assert f"{before}[{blank}]{after}" in text
    missing = {item.number for item in checklist(study) if not item.answered}
    assert {3, 4, 6, 7, 8, 9, 10, 12} <= missing
    assert "[address of the program]" in citation(study)[-1]
    written = OF_WORDS["details"]
    for style in ("apa", "plain"):
        text = paragraph(written, style)
        assert not re.search(r"\[[^.0−]", text)
        assert all(own in text for key, own in DETAILS.items() if key != "address")
    assert {item.number for item in checklist(written) if not item.answered} == {1, 2, 5, 14}
    for cited in (citation(written)[-1], bibtex(written), ris(written)):
        assert DETAILS["address"] in cited
    assert json.loads(study_json(written))["details"] == DETAILS


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
    assert math.isnan(raw_agreement(make_study([[0, 9, 0], [0, 0, 8], [0, 0, 0]])).low)
    nobody = make_rater_study([[1, None], [None, 2]])
    assert math.isnan(raw_agreement(nobody).same)


def test_the_share_of_identical_ratings_is_of_all_pairs_of_ratings(monkeypatch):
    rows = [[1, 1, 1, 1], [2, 2, None, 3], [3, 1, None, None], [None, 2, None, None]]
    pairs = [
        one == other
        for row in rows
        for one, other in combinations(row, 2)
        if None not in (one, other)
    ]
    study = make_rater_study(rows)
    assert raw_agreement(study).same == sum(pairs) / len(pairs) == 0.7
    monkeypatch.setattr(raw, "CELLS_AT_ONCE", 4)  # one item at a time
    assert raw_agreement(study).same == 0.7
    assert "Of all pairs of ratings of one item, 70% were identical." in paragraph(study)


def test_gaps_are_said_and_only_what_was_computed_is_cited():
    full, gaps = make_rater_study(GAPPED[:1] + GAPPED[2:]), make_rater_study(GAPPED)
    for study, conger in ((full, True), (gaps, False)):
        assert ("Conger" in paragraph(study)) == ("Conger" in " ".join(citation(study))) == conger
    lonely = make_rater_study(
        [[1, 1, None], [2, 2, None], [3, 2, None], [None, None, 3], [None] * 3]
    )
    for text in (paragraph(lonely), paragraph(lonely, "plain"), plain_text(sentence(lonely))):
        assert "7 ratings, 3 items with two or more" in text
    for style in ("apa", "plain"):
        assert "Pairs of raters without a kappa: 2 of 3." in paragraph(lonely, style)
    assert "with two or more" not in paragraph(gaps)


def test_survey_weights_are_said():
    study = OF_WORDS["weights of known worth"]
    for text in (paragraph(study), paragraph(study, "plain"), plain_text(sentence(study))):
        assert "Items count by their survey weights" in text
    for other in (OF_WORDS["worth fewer items"], OF_WORDS["clusters"], make_study(COUNTS)):
        assert "survey" not in paragraph(other)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([[5, 2], [2, 5]], "differed by 0.000 categories (95% CI [−0.320, 0.320])"),
        ([[5, 0], [4, 5]], "categories below that of"),
        ([[5, 4], [0, 5]], "categories above that of"),
        ([[5, 0], [0, 5]], None),  # no spread, no interval
        ([[10**9, 2], [1, 10**9]], None),  # an interval that would show no width
    ],
)
def test_what_is_said_of_the_means(counts, said):
    text = paragraph(make_study(counts))
    assert ("The mean of" in text) == (said is not None)
    assert said is None or said in text
