"""A study of a table of ratings: its intervals, its JSON, its text, its sentence."""

import json
import math
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from qwk_core import RatingsError, rater_agreement
from qwk_core.command.report import report_text
from qwk_core.study.cautions import find_cautions
from qwk_core.study.document import FORMAT, study_json
from qwk_core.study.sentences import COEFFICIENT_NAMES, plain_text, sentence
from qwk_core.study.study import make_rater_study, make_study
from tests.core.statistics.raters.cases import ANXIETY, RAW4, ZAPF, seeded_table

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "docs" / "schema.json").read_text(encoding="utf-8")
)
STUDIES = {
    "anxiety": make_rater_study(ANXIETY, raters=["Ann", "Ben", "Cy"], source="anxiety.csv"),
    "gaps": make_rater_study(RAW4, scheme="linear", level=0.9),
    "groups": make_rater_study(
        seeded_table(), categories=range(5), groups=["x"] * 20 + ["y"] * 19 + ["z"]
    ),
    "undefined": make_rater_study([[1, None], [None, 2]]),
    "words": make_rater_study([["lo", "hi"], ["hi", "hi"]], categories=["lo", "mid", "hi"]),
    "many": make_rater_study(np.arange(81).reshape(3, 27) % 5),
}
every_study = pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)


@every_study
def test_json_follows_its_schema_and_holds_what_was_computed(study):
    content = json.loads(study_json(study), parse_constant=pytest.fail)
    jsonschema.validate(content, SCHEMA, cls=jsonschema.Draft202012Validator)
    agreement = study.agreement
    assert content["format"] == FORMAT
    assert content["raters"] == list(agreement.raters)
    own = content["all_raters"]
    pairs = [[math.nan if one is None else one for one in row] for row in own["pairs"]]
    assert np.array_equal(pairs, agreement.pairs, equal_nan=True)
    assert own["pair_counts"] == agreement.pair_counts.tolist()
    for name, value in agreement.coefficients.items():
        assert own[name] == (None if math.isnan(value) else value)
        assert own["undefined_reasons"][name] == agreement.reasons.get(name)
    assert content["kappa"] == own["pooled"]
    assert [one["name"] for one in own["raters_summary"]] == list(agreement.raters)
    assert [one["name"] for one in content["groups"]] == list(study.groups)


@every_study
def test_text_says_what_was_computed(study):
    text = report_text(study)
    assert text.endswith("\n")
    for name in COEFFICIENT_NAMES.values():
        assert text.count(name) >= 1
    for rater in study.agreement.raters:
        assert f"\n  {rater} " in text


def test_text_of_three_raters():
    lines = report_text(STUDIES["anxiety"]).splitlines()
    assert lines[0] == "anxiety.csv: n = 20, 3 raters, 60 ratings, categories 1–6"
    pairs = lines.index("Kappa of each pair (quadratic weights)")
    assert lines[pairs + 1].split() == ["Ann", "Ben", "Cy"]
    assert lines[pairs + 2].split() == ["Ann", "–", "0.297", "0.070"]
    assert "Items that both of a pair rated" not in lines
    everyone = lines.index("All raters, with 95% intervals over items")
    assert lines[everyone + 1].split()[:4] == ["Pooled", "kappa", "0.190", "-0.075"]
    raters = lines.index("Each rater")
    assert lines[raters + 2].split()[:4] == ["Ann", "20", "3.15", "+0.42"]


def test_text_of_gaps_groups_and_what_is_undefined():
    gaps = report_text(STUDIES["gaps"])
    assert "7 of 48 ratings are missing: each pair is compared on the items that both" in gaps
    assert "Items that both of a pair rated" in gaps
    assert "90% intervals" in gaps
    groups = report_text(STUDIES["groups"])
    lines = groups[groups.index("By group") :].splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["x", "y", "z"]
    assert "n = 20" in lines[1]
    assert "With few items (20), intervals can be too narrow" in report_text(STUDIES["anxiety"])
    assert "few items" not in report_text(make_rater_study(ZAPF))
    undefined = report_text(STUDIES["undefined"])
    assert "kappa     undefined  (quadratic weights, all pairs in one)\ninterval  none" in undefined
    reason = "No item has ratings by two raters, so nobody can see whether they agree."
    assert f"error: {reason}" in undefined
    assert "The matrix of pairs has 27 rows: --json has it." in report_text(STUDIES["many"])


def test_groups_are_those_of_their_items():
    study = STUDIES["groups"]
    rows = seeded_table()
    alone = rater_agreement(rows[:20], categories=range(5))
    own = study.groups["x"]
    assert own.all_raters.coefficients == alone.coefficients
    assert study.all_raters.of_items(range(20)).coefficients == alone.coefficients
    assert own.coefficient_intervals["pooled"] == alone.intervals(method="fisher")["pooled"]
    assert own.interval.low == alone.intervals(method="fisher")["pooled"].low
    empty = make_rater_study([[1, 2], [None, None], [2, 2]], groups=["a", "b", "a"])
    assert list(empty.groups) == ["a"]
    with pytest.raises(RatingsError, match=r"^Level: 2 is not between 0 and 1"):
        make_rater_study(ANXIETY, level=2)


def test_no_interval_goes_beyond_1():
    rows = [[2, 2, 2], [3, 1, 3], [4, 4, 4], [1, 1, 2]]
    study = make_rater_study(rows)
    assert {one.method for one in study.coefficient_intervals.values()} == {"fisher"}
    assert study.interval.high < 1
    assert json.loads(study_json(study))["all_raters"]["intervals"]["pooled"]["seed"] is None
    assert "(95%, jackknife over items, on Fisher’s scale)" in report_text(study)


def test_decimals_follow_the_width_of_the_interval():
    assert STUDIES["anxiety"].decimals == 3
    assert make_rater_study(ZAPF * 200).decimals == 4
    assert STUDIES["undefined"].decimals == 3


def test_two_raters_have_one_kappa_and_one_interval_however_they_come():
    ratings = [[1, 1], [2, 3], [3, 3], [2, 2], [1, 2], [3, None]]
    typed = make_rater_study(ratings, categories=(1, 2, 3), raters=("Ann", "Ben"))
    counted = make_study(typed.counts, (1, 2, 3), n_missing=1, raters=("Ann", "Ben"))
    assert typed.kappa == counted.kappa == typed.all_raters.pooled
    assert typed.interval == counted.interval
    assert typed.coefficient_intervals["pooled"].low == counted.interval.low
    assert (typed.n, typed.n_missing, typed.n_rows) == (5, 1, 6)
    assert plain_text(sentence(typed)) == plain_text(sentence(counted))
    assert "all_raters" in study_json(typed)


def test_the_sentence_names_what_a_reader_must_know():
    said = plain_text(sentence(STUDIES["gaps"]))
    assert said.startswith("Agreement of 4 raters was κ = 0.749 (")
    assert "(linearly weighted kappa of all pairs; 90% confidence interval" in said
    assert "n = 12 items, 41 ratings, " in said
    undefined = plain_text(sentence(STUDIES["undefined"]))
    assert "is undefined (n = 2 items, 2 ratings" in undefined
    alone = plain_text(sentence(make_rater_study([[1, 2, 2]])))
    assert "no confidence interval can be given" in alone


def test_every_reason_is_a_caution():
    found = {one.key: plain_text(one.message) for one in find_cautions(STUDIES["undefined"])}
    assert found["undefined"].startswith("No item has ratings by two raters")
    assert found["gaps"].startswith("2 of 4 ratings are missing")
    assert "few-items" in found
