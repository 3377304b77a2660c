"""Downloads contain the computed figures: CSV and JSON of walks and of studies."""

import csv
import io
import itertools
import json
import math
from dataclasses import fields

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import (
    SCHEMES,
    Walkthrough,
    walk_through,
    walk_through_counts,
)
from qwk_core.study.diagnostic import diagnostics
from qwk_core.study.document import FORMAT, study_json
from qwk_core.study.export import (
    csv_text,
    json_value,
    matrix_csv,
    walkthrough_csv,
    walkthrough_json,
)
from qwk_core.study.raw import raw_agreement
from qwk_core.study.sentences import plain_text, sentence
from qwk_core.study.study import make_study
from qwk_core.study.tables import counts_csv, study_tables
from qwk_core.study.two_models import compare_with_reference
from qwk_core.teaching.examples import EXAMPLES
from tests.core.study.studies import ALL, OF_WORDS, SCHEMA, every_study

WALKS = [
    *(known.walk() for known in EXAMPLES),
    walk_through([3, 3], [3, 3]),
    walk_through_counts([[0.1, 0.2], [0.3, 0.4]], categories=("no", "yes"), scheme="linear"),
    walk_through(["a, b", 'c "d"'], ["a, b", "a, b"], categories=["a, b", 'c "d"', "é\nκ"]),
    walk_through([0, 1], [1, 1], scheme=[[0, 1 / 3], [2, 0]]),
]
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
MATRICES = ("observed", "expected", "weights", "weighted_observed", "weighted_expected", "shares")


def read_csv(text):
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def numbers(cells):
    return [float(cell) if cell else math.nan for cell in cells]


# -- A walk -------------------------------------------------------------------------------------


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_read_again_is_the_same(walk):
    names = [str(category) for category in walk.categories]
    header, *cells = read_csv(walkthrough_csv(walk))
    assert [tuple(row[:2]) for row in cells] == list(itertools.product(names, names))
    columns = {"weights": "weight", "shares": "share"}
    for name in MATRICES:
        matrix = getattr(walk, name)
        head, *rows = read_csv(matrix_csv(matrix, walk.categories))
        assert head == ["actual / predicted", *names]
        assert [row[0] for row in rows] == names
        assert [numbers(row[1:]) for row in rows] == matrix.tolist()
        place = header.index(columns.get(name, name))
        assert numbers(row[place] for row in cells) == matrix.ravel().tolist()
    content = json.loads(walkthrough_json(walk), parse_constant=pytest.fail)
    assert list(content) == [field.name for field in fields(Walkthrough)] + ["n"]
    for name, value in content.items():
        computed = getattr(walk, name)
        if isinstance(computed, (np.ndarray, tuple)):
            computed = np.asarray(computed, dtype=object).tolist()
        assert value == (None if name == "kappa" and math.isnan(walk.kappa) else computed)
    assert math.isnan(walk.kappa) == (content["undefined_reason"] is not None)


# -- Text that a spreadsheet would run ------------------------------------------------------------

FORMULA = 'HYPERLINK("http://x")'
# A spreadsheet skips blanks and invisible characters, and accepts full-width signs.
HIDDEN = ["", " ", "\u00a0", "\n", "\t", "\r", "\v", "\ufeff", "\u200b ", "\u3000", "\x00"]
STARTS = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦"]


@pytest.mark.parametrize("start", [hidden + sign for hidden in HIDDEN for sign in STARTS])
def test_labels_that_a_spreadsheet_would_run_are_defused(start):
    label = start + FORMULA
    walk = walk_through([label, "b"], ["b", "b"], categories=[label, "b"])
    for text in (matrix_csv(walk.observed, walk.categories), walkthrough_csv(walk)):
        cells = [cell for row in read_csv(text) for cell in row]
        assert "'" + label in cells
        assert label not in cells


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_a_spreadsheet_that_parts_cells_elsewhere_finds_no_formula(separator):
    """Other separators are usual with decimal commas; quotation marks keep each cell whole."""
    label = f"mild{separator}={FORMULA}"
    text = csv_text([[label, 1]])
    (row,) = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=False)
    assert not any(cell.startswith("=") for cell in row)
    assert read_csv(text) == [[label, "1"]]


@pytest.mark.parametrize("number", [-1, -0.5, "-1", "+3", "-1.5e-3", "-2,5", "1e400"])
def test_numbers_stay_numbers(number):
    assert read_csv(csv_text([[number]])) == [[str(number)]]


@pytest.mark.parametrize(
    "text",
    ["-1-1", "+1+cmd", "-", "--1", "-1\n", "- 1", "-１=x", "\t", "\r", "\rcmd", "\tx"],
)
def test_what_only_begins_like_a_number_and_a_tab_or_a_return_are_defused(text):
    assert csv_text([[text]]) in (f"'{text}\r\n", f'"\'{text}"\r\n')


LABEL = st.text(min_size=1, max_size=5).filter(lambda label: label.strip())


@given(st.lists(LABEL, min_size=2, max_size=4, unique=True))
def test_any_label_survives(labels):
    walk = walk_through(labels[:2], labels[:2], categories=labels)
    rows = read_csv(matrix_csv(walk.observed, walk.categories))
    assert rows[0][1:] == [row[0] for row in rows[1:]]
    for cell, label in zip(rows[0][1:], labels, strict=True):
        assert cell in (label, "'" + label)
        if label[0] in "=@\t\r":
            assert cell != label
        if label[0].isalnum():
            assert cell == label
    assert json.loads(walkthrough_json(walk))["categories"] == labels


# -- A study --------------------------------------------------------------------------------------


@every_study
def test_json_follows_its_schema_and_holds_what_was_computed(study):
    content = json.loads(study_json(study), parse_constant=pytest.fail)
    VALIDATOR.validate(content)
    assert content["format"] == FORMAT
    assert content["categories"] == list(study.categories)
    assert [group["name"] for group in content["groups"]] == list(study.groups)
    assert content["sentence"] == plain_text(sentence(study), study.decimals)
    for part, of in ((content, study), *zip(content["groups"], study.groups.values(), strict=True)):
        hold_each_rater(part["against"], of.against)
    accuracy = {one["name"]: one for one in content["diagnostic_accuracy"]}
    assert accuracy.keys() == diagnostics(study).keys()
    for name, one in diagnostics(study).items():
        assert (accuracy[name]["positive"], accuracy[name]["method"]) == (one.positive, one.method)
        for measure, share in one.shares.items():
            assert accuracy[name][measure] == json_value(vars(share))
    for scheme, walk in study.walks.items():
        own = content["schemes"][scheme]
        assert (own["scheme"], own["weights"]) == (scheme, walk.weights.tolist())
        assert own["weighted_observed"] == walk.weighted_observed.tolist()
        assert own["kappa"] == (None if math.isnan(walk.kappa) else walk.kappa)
    mine = content["schemes"][study.scheme]
    assert {name: content[name] for name in mine} == mine
    own, agreement = content["all_raters"], study.agreement
    assert (own is None) == (agreement is None)
    if agreement is None:
        assert content["observed"] == study.observed.tolist()
        return
    assert content["raters"] == list(agreement.raters)
    np.testing.assert_array_equal(np.array(own["pairs"], dtype=float), agreement.pairs)
    assert own["pair_counts"] == agreement.pair_counts.tolist()
    for name, value in agreement.coefficients.items():
        assert own[name] == (None if math.isnan(value) else value)
        assert own["undefined_reasons"][name] == agreement.reasons.get(name)
    assert content["kappa"] == own["pooled"]
    if content["reference"] is not None:
        row = own["pairs"][agreement.raters.index(content["reference"])]
        kappas = {one["name"]: one["kappa"] for one in content["against"]}
        for name, kappa in zip(agreement.raters, row, strict=True):
            assert kappas.get(name, kappa) == (kappa if kappa is None else pytest.approx(kappa))
    assert [one["name"] for one in own["raters_summary"]] == list(agreement.raters)


def hold_each_rater(content, against):
    """Compare what a file says of each rater with the truth with their studies."""
    assert [one["name"] for one in content] == [*against]
    for found, one in zip(content, against.values(), strict=True):
        own, interval = found["interval"], one.interval
        figures = [one.n, one.kappa, interval.low, interval.high, raw_agreement(one).means]
        told = [found["n"], found["kappa"], own["low"], own["high"], found["agreement"]["means"]]
        assert told == json_value(figures)


def test_the_schema_describes_every_key():
    VALIDATOR.check_schema(SCHEMA)

    def look(node, where):
        if isinstance(node, dict):
            for name, property in node.get("properties", {}).items():
                assert "description" in property or "$ref" in property, f"{where}/{name}"
            for name, child in node.items():
                look(child, f"{where}/{name}")

    look(SCHEMA, "")
    content = json.loads(study_json(ALL["many"]))
    for spoilt in ({**content, "more": 1}, {**content, "kappa": "0.5"}, {"n": 1}):
        with pytest.raises(jsonschema.ValidationError):
            VALIDATOR.validate(spoilt)


@every_study
def test_every_csv_of_a_study_holds_what_was_computed_and_runs_nothing(study):
    files = {name: read_csv(write()) for name, write in study_tables(study).items()}
    if study.walks:
        for name in MATRICES:
            _header, *rows = files[f"{name}.csv"]
            assert [numbers(row[1:]) for row in rows] == getattr(study.walk, name).tolist()
    header, *rows = files["kappas.csv"]
    assert [row[0] for row in rows] == (list(SCHEMES) if study.is_pair else [study.scheme])
    for row, interval in zip(rows, study.intervals.values(), strict=True):
        for column in ("kappa", "low", "high"):
            (found,) = numbers([row[header.index(column)]])
            np.testing.assert_equal(found, getattr(interval, column))
    assert ("groups.csv" in files) == bool(study.groups)
    assert ("against.csv" in files) == bool(study.against)
    assert ("groups_against.csv" in files) == bool(study.against and study.groups)
    compared, lines = compare_with_reference(study), files.get("difference.csv", [])
    assert len(lines) == 2 * (compared is not None)
    if compared is not None:
        found = compared.difference
        assert lines[1][:2] == [*compared.names[1:]]
        kappas = [found.first.kappa, found.second.kappa, found.difference]
        np.testing.assert_equal(numbers(lines[1][2:8]), [found.n, *kappas, found.low, found.high])
    held = {(name,): one for name, one in study.against.items()}
    for group, part in study.groups.items():
        held |= {(group, name): one for name, one in part.against.items()}
    lines = [*files.get("against.csv", [])[1:], *files.get("groups_against.csv", [])[1:]]
    for line, (names, one) in zip(lines, held.items(), strict=True):
        assert (*line[: len(names)],) == names
        own, raw = [one.n, one.kappa, one.interval.low, one.interval.high], raw_agreement(one)
        np.testing.assert_equal(numbers(line[len(names) : len(names) + 4]), own)
        if len(names) == 1:
            beside = [raw.same, raw.observed, raw.expected, *raw.means]
            np.testing.assert_equal(
                numbers(line[-8:]), [*beside, raw.difference, raw.low, raw.high]
            )
    shares = [share for one in diagnostics(study).values() for share in one.shares.values()]
    for line, share in zip(files.get("diagnostic_accuracy.csv", [])[1:], shares, strict=True):
        own = [share.estimate, share.hits, share.n, share.low, share.high]
        np.testing.assert_equal(numbers(line[3:8]), own)
    assert ("pairs.csv" in files) == (study.agreement is not None)
    if study.agreement is not None:
        hold_tables_of_raters(study, files)
    for cell in itertools.chain.from_iterable(itertools.chain.from_iterable(files.values())):
        start = cell.lstrip()[:1]
        assert start not in ("=", "@", "＝")
        assert start not in ("-", "+") or float(cell) is not None


def hold_tables_of_raters(study, tables):
    """Compare each table of many raters with their agreement; nan is an empty cell."""
    agreement, items = study.agreement, study.agreement.items_summary
    upper = np.triu_indices(len(agreement.raters), 1)
    held = {
        ("pairs.csv", "kappa"): agreement.pairs[upper],
        ("pairs.csv", "items"): agreement.pair_counts[upper],
        ("pairs.csv", "expected"): agreement.pair_expected[upper],
        ("coefficients.csv", "estimate"): [*agreement.coefficients.values()],
        ("coefficients.csv", "low"): [one.low for one in study.coefficient_intervals.values()],
        ("raters.csv", "above_the_others"): [one.bias for one in agreement.raters_summary],
        ("items.csv", "share"): items.share,
    }
    for (name, header), values in held.items():
        head, *rows = tables[name]
        np.testing.assert_array_equal(numbers(row[head.index(header)] for row in rows), values)
    for at, row in enumerate(tables["items.csv"][1:]):
        assert row[4:] == ["" if one is None else str(one) for one in agreement.table.ratings(at)]


def test_standard_errors_say_for_how_many_independent_items_they_are():
    sums = [[5.2846210224507, 2.238314434781574], [0.3399412402143833, 0.13712330255334346]]
    study = make_study(sums, effective_n=6.5)
    assert study.n == study.n_rows == 8 != study.observed.sum()  # 8.000000000000002
    head, *rows = read_csv(study_tables(study)["kappas.csv"]())
    assert {row[head.index("n")] for row in rows} == {"8.0"}
    assert {row[head.index("independent_items")] for row in rows} == {"6.5"}
    content = json.loads(study_json(study))
    VALIDATOR.validate(content)
    assert content["n"] == 8
    assert content["interval"]["independent_items"] == 6.5
    usual = json.loads(study_json(ALL["many"]))["interval"]
    assert usual["independent_items"] is usual["degrees_of_freedom"] is None
    jackknife = json.loads(study_json(OF_WORDS["interval jackknife"]))
    assert jackknife["interval"]["degrees_of_freedom"] == jackknife["n"] - 1


@pytest.mark.parametrize(
    ("name", "unit"), [("raters: words", "1, 2, 3, …"), ("raters: gaps", "scale")]
)
def test_the_table_of_raters_says_how_the_categories_count(name, unit):
    head, *rows = read_csv(study_tables(ALL[name])["raters.csv"]())
    assert {row[head.index("means_in")] for row in rows} == {unit}


def test_the_counts_as_csv_make_the_table_again():
    observed = np.array([[40, 0, 1], [6, 45, 0], [0, 0, 0]])
    head, *lines = read_csv(counts_csv(make_study(observed)))
    assert head == ["actual", "predicted", "count"]
    again = np.zeros_like(observed)
    for row, column, count in (map(int, line) for line in lines):
        again[row, column] = count
    assert again.tolist() == observed.tolist()
    assert len(lines) == 4  # counts of 0 are left out


def test_the_checklist_carries_what_the_author_filled_in():
    study = make_study([[40, 9], [6, 45]])
    filled = study.with_details({"raters": "two nurses", "sampling": "by lot"})
    for one, own in (
        (study, ""),
        (filled, "The items were by lot. The ratings were given by two nurses."),
    ):
        assert read_csv(study_tables(one)["checklist.csv"]())[7][4] == own
