"""A study of many raters: its intervals, its JSON, its text."""

import json
import math
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from qwk_core import RatingsError, rater_agreement
from qwk_core.study.raters import (
    FORMAT,
    NAMES,
    make_rater_study,
    rater_report,
    rater_study_json,
)
from tests.core.statistics.raters.cases import ANXIETY, RAW4, ZAPF, seeded_table

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "docs" / "raters_schema.json").read_text(encoding="utf-8")
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
    content = json.loads(rater_study_json(study), parse_constant=pytest.fail)
    jsonschema.validate(content, SCHEMA, cls=jsonschema.Draft202012Validator)
    agreement = study.agreement
    assert content["format"] == FORMAT
    assert content["raters"] == list(agreement.raters)
    pairs = [[math.nan if one is None else one for one in row] for row in content["pairs"]]
    assert np.array_equal(pairs, agreement.pairs, equal_nan=True)
    assert content["pair_counts"] == agreement.pair_counts.tolist()
    for name, value in agreement.coefficients.items():
        assert content[name] == (None if math.isnan(value) else value)
        assert content["undefined_reasons"][name] == agreement.reasons.get(name)
    assert [one["name"] for one in content["raters_summary"]] == list(agreement.raters)
    assert [one["name"] for one in content["groups"]] == list(study.groups)


def test_the_schema_describes_every_key():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def look(node, where):
        for name, one in node.get("properties", {}).items():
            assert "description" in one or "$ref" in one, f"{where}/{name}"
            look(one, f"{where}/{name}")

    for name, one in {"": SCHEMA, **SCHEMA["$defs"]}.items():
        look(one, name)
    content = json.loads(rater_study_json(STUDIES["groups"]))
    for spoilt in ({**content, "more": 1}, {**content, "pooled": "0.5"}, {"n_items": 1}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(spoilt, SCHEMA)


@every_study
def test_text_says_what_was_computed(study):
    text = rater_report(study)
    assert text.endswith("\n")
    for name in NAMES.values():
        assert text.count(name) >= 1
    for rater in study.agreement.raters:
        assert f"\n  {rater} " in text


def test_text_of_three_raters():
    lines = rater_report(STUDIES["anxiety"]).splitlines()
    assert lines[0] == "anxiety.csv: 20 items, 3 raters, 60 ratings, categories 1–6"
    pairs = lines.index("Kappa of each pair (quadratic weights)")
    assert lines[pairs + 1].split() == ["Ann", "Ben", "Cy"]
    assert lines[pairs + 2].split() == ["Ann", "–", "0.297", "0.070"]
    assert "Items that both of a pair rated" not in lines
    everyone = lines.index("All raters, with 95% intervals over items")
    assert lines[everyone + 1].split()[:4] == ["pooled", "kappa", "0.190", "-0.075"]
    raters = lines.index("Each rater")
    assert lines[raters + 2].split()[:4] == ["Ann", "20", "3.15", "+0.42"]


def test_text_of_gaps_groups_and_what_is_undefined():
    gaps = rater_report(STUDIES["gaps"])
    assert "7 of 48 ratings are missing: each pair is compared on the items that both" in gaps
    assert "Items that both of a pair rated" in gaps
    assert "90% intervals" in gaps
    groups = rater_report(STUDIES["groups"])
    lines = groups[groups.index("Pooled kappa by group") :].splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["x", "y", "z"]
    assert "n = 20" in lines[1]
    assert "With few items (20), intervals can be too narrow" in rater_report(STUDIES["anxiety"])
    assert "few items" not in rater_report(make_rater_study(ZAPF))
    undefined = rater_report(STUDIES["undefined"])
    assert "pooled kappa          undefined  no interval" in undefined
    reason = "No item has ratings by two raters, so nobody can see whether they agree."
    assert undefined.count(reason) == 1
    assert "The matrix of pairs has 27 rows: --json has it." in rater_report(STUDIES["many"])


def test_groups_are_those_of_their_items():
    study = STUDIES["groups"]
    rows = seeded_table()
    alone = rater_agreement(rows[:20], categories=range(5))
    assert study.groups["x"].coefficients == alone.coefficients
    assert study.group_intervals["x"]["pooled"] == alone.intervals(method="fisher")["pooled"]
    empty = make_rater_study([[1, 2], [None, None], [2, 2]], groups=["a", "b", "a"])
    assert list(empty.groups) == ["a"]
    with pytest.raises(RatingsError, match=r"^Level: 2 is not between 0 and 1"):
        make_rater_study(ANXIETY, level=2)


def test_no_interval_goes_beyond_1():
    rows = [[2, 2, 2], [3, 1, 3], [4, 4, 4], [1, 1, 2]]
    assert rater_agreement(rows).intervals()["pooled"].high > 1
    study = make_rater_study(rows)
    assert {one.method for one in study.intervals.values()} == {"fisher"}
    assert study.intervals["pooled"].high < 1
    assert json.loads(rater_study_json(study))["intervals"]["pooled"]["seed"] is None
    assert "(fisher)" in rater_report(study)


def test_decimals_follow_the_width_of_the_interval():
    assert STUDIES["anxiety"].decimals == 3
    assert make_rater_study(ZAPF * 200).decimals == 4
    assert STUDIES["undefined"].decimals == 3
