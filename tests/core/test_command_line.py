"""`python -m qwk_core`: what it prints, and what it says when it cannot."""

import gzip
import io
import json
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from openpyxl import Workbook

from qwk_core import __main__ as command_line
from qwk_core import kappa_interval, rater_agreement, walk_through, walk_through_counts
from qwk_core.__main__ import main
from qwk_core.command import sources, studies
from qwk_core.command.options import make_parser

ACTUAL = [4, 4, 3, 4, 4, 0, 1, 1, 2, 1]
PREDICTED = [0, 4, 1, 0, 4, 0, 1, 1, 2, 1]
PAIRS = "a,b\n" + "".join(f"{a},{b}\n" for a, b in zip(ACTUAL, PREDICTED, strict=True))
COUNTS = "actual,predicted,count\n0,0,40\n0,1,9\n1,0,6\n1,1,45\n"


class Stdin:
    """Standard input with bytes in it."""

    def __init__(self, content):
        self.buffer = io.BytesIO(content)

    def isatty(self):
        return False


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run the command line on a text and return its status, its output and its errors."""

    def run(content, *arguments, name="ratings.csv"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        monkeypatch.chdir(tmp_path)
        status = main([name, *arguments])
        return status, *capsys.readouterr()

    return run


def asks(run, *arguments, **options):
    """Return the question that has to be answered first."""
    status, output, errors = run(*arguments, **options)
    assert status == 3
    assert output == ""
    assert "qwk: " in errors
    assert "No kappa was computed." in errors
    assert errors.splitlines()[-1].lstrip().startswith("--")  # an option that answers it
    return errors


def fails(run, *arguments, **options):
    """Return the one line that says what is wrong."""
    status, output, errors = run(*arguments, **options)
    assert status == 1
    assert output == ""
    assert errors.startswith("qwk: ")
    assert errors.count("\n") == 1
    assert errors.endswith("\n")
    return errors


# -- What it prints -----------------------------------------------------------------------------


def test_kappa_its_interval_and_three_matrices(run):
    status, output, errors = run(PAIRS, "--actual", "a", "--predicted", "b")
    assert (status, errors) == (0, "")
    assert "ratings.csv: n = 10, categories 0–4" in output
    assert "kappa     0.318  (quadratic weights)" in output
    assert "interval  -0." in output
    lines = output.splitlines()
    observed = lines.index("Observed (rows a, columns b)")
    assert lines[observed + 1].split() == ["0", "1", "2", "3", "4"]
    assert lines[observed + 6].split() == ["4", "2", "0", "0", "0", "2"]
    weights = lines.index("Weights (rows a, columns b)")
    assert lines[weights + 2].split() == ["0", "0.0000", "0.0625", "0.2500", "0.5625", "1.0000"]
    expected = lines.index("Expected (rows a, columns b)")
    assert lines[expected + 6].split() == ["4", "1.2", "1.6", "0.4", "0.0", "0.8"]


def test_json(run):
    status, output, _ = run(PAIRS, "--categories", "0-5", "--json")
    assert status == 0
    content = json.loads(output)
    walk = walk_through(ACTUAL, PREDICTED, categories=range(6))
    assert content["kappa"] == walk.kappa
    assert content["n"] == 10
    assert content["categories"] == [0, 1, 2, 3, 4, 5]
    np.testing.assert_array_equal(content["observed"], walk.observed)
    np.testing.assert_array_equal(content["weights"], walk.weights)
    np.testing.assert_array_equal(content["expected"], walk.expected)
    assert content["interval"]["low"] < walk.kappa < content["interval"]["high"]


@pytest.mark.parametrize("scheme", ["quadratic", "linear", "unweighted"])
def test_a_file_of_counts_and_a_scheme(run, scheme):
    status, output, _ = run(COUNTS, "--scheme", scheme, "--level", "0.9", "--json")
    assert status == 0
    content = json.loads(output)
    interval = kappa_interval([[40, 9], [6, 45]], scheme=scheme, level=0.9, method="auto")
    assert content["n"] == 100
    assert content["kappa"] == interval.kappa
    assert content["interval"]["low"] == pytest.approx(interval.low)
    assert content["scheme"] == scheme
    again = run(
        COUNTS.replace("count", "times"),
        "--count",
        "times",
        "--scheme",
        scheme,
        "--level",
        "0.9",
        "--json",
    )
    assert again[1] == output


def test_a_count_among_other_columns_is_taken_only_if_it_is_named(run):
    text = "actual,predicted,count,x\n0,0,5,1\n1,1,5,1\n"
    assert "Does “count” count how many items" in asks(run, text, "--json")
    assert json.loads(run(text, "--json", "--counts", "none")[1])["n"] == 2
    assert json.loads(run(text, "--json", "--counts", "count")[1])["n"] == 10
    assert json.loads(run(text, "--json", "--yes")[1])["n"] == 10


def test_a_matrix_of_counts(run):
    status, output, _ = run("20,5\n10,15\n", "--matrix", "--categories", "no,yes", "--json")
    assert status == 0
    content = json.loads(output)
    assert content["categories"] == ["no", "yes"]
    assert content["kappa"] == walk_through_counts([[20, 5], [10, 15]]).kappa
    assert "row 2" in fails(run, "20,5\n10\n", "--matrix")


def test_labels_of_one_meaning_are_made_one(run):
    text = "a,b\n1,1\n2,2\nI,1\n2,1\n"
    content = json.loads(run(text, "--same", "I=1", "--json")[1])
    assert (content["n"], content["categories"]) == (4, [1, 2])
    assert "not two labels" in fails(run, text, "--same", "I")


def test_words_need_an_order(run):
    text = "actual,predicted\nmild,none\nsevere,severe\nnone,none\nmild,mild\n"
    said = asks(run, text)
    assert "Nobody used “moderate”" in said
    assert "--categories none,mild,severe " in said
    status, output, _ = run(text, "--categories", "none,mild,moderate,severe", "--json")
    assert status == 0
    assert json.loads(output)["categories"] == ["none", "mild", "moderate", "severe"]
    assert "“mild” is not one of the categories" in fails(run, text, "--categories", "none,severe")
    whole = ["none", "mild", "moderate", "severe"]
    assert json.loads(run(text, "--yes", "--json")[1])["categories"] == whole


def test_yes_takes_no_order_without_a_reason(run):
    text = "actual,predicted\nwee,big\nbig,big\nhuge,wee\nhuge,huge\n"
    said = asks(run, text, "--yes")
    assert "Not ordered yet" in said
    assert "--categories wee,big,huge  with these labels in your order" in said
    assert "--yes takes no answer without a reason" in said
    assert "Not ordered yet" in asks(run, text, "--raters", "actual,predicted", "--yes")
    assert run(text, "--scheme", "unweighted")[0] == 0
    status, output, _ = run(text, "--categories", "wee,big,huge", "--json")
    assert (status, json.loads(output)["n"]) == (0, 4)


def test_an_order_is_quoted_for_the_shell(run):
    said = asks(run, "actual,predicted\n$(bad),very good\nodd,$(bad)\n")
    assert """--categories '"$(bad)",very good,odd'""" in said


def test_missing_ratings_are_left_out_and_said(run):
    text = "a,b\n1,1\n2,2\n,2\n1,\n,\n2,1\n"
    status, output, _ = run(text)
    assert status == 0
    assert "n = 3" in output
    assert "Items that miss a rating, and were left out: 3." in output
    assert json.loads(run(text, "--json")[1])["n_missing"] == 3


def test_codes_for_missing_ratings(run):
    text = "a,b\n" + "1,1\n2,2\n3,2\n2,1\n" * 5 + "9,1\n"
    said = asks(run, text)
    assert "--missing=9 " in said
    assert json.loads(run(text, "--missing=9", "--json")[1])["n"] == 20
    assert json.loads(run(text, "--missing=none", "--json")[1])["categories"][-1] == 9
    assert json.loads(run(text, "--missing=9,3", "--json")[1])["n"] == 15


def test_titles_and_totals_are_left_out(run):
    text = "Study 7\n\nid,a,b\n1,1,1\n2,2,2\n3,3,2\n4,2,1\nTotal,8,6\n"
    content = json.loads(run(text, "--json")[1])
    assert content["n"] == 4
    assert "Left out: row 8, “Total” (a total or a mean, no item)." in content["choices"]
    assert "--missing" in asks(run, text, "--keep-rows", "8")
    assert json.loads(run(text, "--header-row", "3", "--json")[1])["n"] == 4
    assert "not a list of rows" in fails(run, text, "--keep-rows", "x")


def test_a_row_a_rating(run):
    rows = "".join(f"{at},{who},{at % 3}\n" for at in range(6) for who in ("Ana", "Luis", "Eva"))
    said = asks(run, "item,rater,rating\n" + rows)
    assert "--raters Ana,Eva " in said
    assert "--raters all " in said
    content = json.loads(run("item,rater,rating\n" + rows, "--raters", "Ana,Luis", "--json")[1])
    assert (content["n"], content["kappa"]) == (6, 1)
    assert "1 are not enough" in fails(run, "item,rater,rating\n" + rows, "--raters", "Ana")
    assert "give two names" in fails(run, "item,rater,rating\n" + rows, "--columns", "item")


def test_two_files_are_joined_by_id(run, tmp_path):
    rows = [f"{at},{at % 3}\n" for at in range(10)]
    (tmp_path / "truth.csv").write_text("id,grade\n" + "".join(rows[:9]))
    other = "id,grade\n" + "".join(rows[:0:-1]) + "3,1\n"
    said = asks(run, other, "truth.csv")
    assert "--duplicates drop " in said
    assert "--one-sided drop " in said
    options = ("truth.csv", "--id", "id", "--duplicates", "drop", "--one-sided", "drop", "--json")
    content = json.loads(run(other, *options)[1])
    assert (content["n"], content["kappa"]) == (7, 1)
    assert content["source"] == "ratings.csv + truth.csv"
    (tmp_path / "renamed.csv").write_text("essay,grade\n" + "".join(rows))
    output = run("id,grade\n" + "".join(rows), "renamed.csv", "--id", "id,essay", "--json")[1]
    assert (json.loads(output)["n"], json.loads(output)["kappa"]) == (10, 1)
    assert "--id: give two names" in fails(run, other, "truth.csv", "--id", "id,essay,grade")
    with pytest.raises(SystemExit):
        main(["a", "b", "c"])


def test_a_compressed_file(run):
    packed = run(gzip.compress(PAIRS.encode()), name="ratings.csv.gz")[1]
    assert packed == run(PAIRS)[1].replace("ratings.csv", "ratings.csv.gz")


def test_predictions_that_are_fractions(run):
    text = "y,p\n0,0.4\n1,1.6\n2,2.2\n3,3.9\n1,0.7\n"
    status, output, _ = run(text, "--round", "--categories", "0-3", "--json")
    assert status == 0
    assert json.loads(output)["observed"] == [
        [1, 0, 0, 0],
        [0, 1, 1, 0],
        [0, 0, 1, 0],
        [0, 0, 0, 1],
    ]
    assert "Predictions were rounded, halves up." in json.loads(output)["choices"]
    assert "--round" in asks(run, text)
    assert asks(run, text).count("--keep-fractions") == 1
    assert run(text, "--keep-fractions", "--categories", "0,0.4,0.7,1,1.6,2,2.2,3,3.9")[0] == 0
    assert "predictions were rounded" in run(text, "--round")[1].lower()
    status, output, _ = run(text, "--cut-points", "0.5,1.5,2.5", "--categories", "0-3", "--json")
    assert status == 0
    assert json.loads(output)["observed"][1] == [0, 1, 1, 0]
    assert "cut at 0.5,1.5,2.5" in json.loads(output)["choices"][-1]
    shifted = "y,p\n1,0.4\n2,1.6\n"
    content = json.loads(run(shifted, "--cut-points", "1", "--categories", "1-2", "--json")[1])
    assert content["observed"] == [[1, 0], [0, 1]]
    assert "“x” is not a list of numbers" in fails(run, text, "--cut-points", "x")
    words = fails(run, text, "--cut-points", "1", "--categories", "low,high")
    assert "is not one of the categories" in words


def test_groups(run):
    text = "a,b,g\n" + "1,1,x\n2,2,x\n1,2,x\n" * 9 + "1,1,one\x1b[31m\n" + "2,1,x\n"
    status, output, _ = run(text, "--actual", "a", "--predicted", "b", "--group", "g")
    assert status == 0
    lines = output[output.index("By group") :].splitlines()
    assert {line.split()[0] for line in lines[1:3]} == {"x", "one�[31m"}
    assert "undefined" in output
    assert "n = 28" in output
    assert "\x1b" not in output
    content = json.loads(
        run(text, "--actual", "a", "--predicted", "b", "--group", "g", "--json")[1]
    )
    assert {group["n"] for group in content["groups"]} == {28, 1}


def test_an_undefined_kappa_is_said(run):
    status, output, _ = run("a,b\n3,3\n3,3\n3,3\n")
    assert status == 0
    assert "kappa     undefined" in output
    assert "interval  none" in output
    assert json.loads(run("a,b\n3,3\n3,3\n3,3\n", "--json")[1])["kappa"] is None


def test_large_matrices_are_left_to_json(run):
    text = "a,b\n" + "".join(f"{n},{n}\n" for n in range(27)) + "3,4\n"
    assert "The matrices have 27 rows: --json has them." in run(text, "--categories", "0-26")[1]


def test_large_numbers_have_few_decimals(run):
    output = run("1000,2001\n3002,4000\n", "--matrix")[1]
    assert "0  1000  2001" in output
    assert "0  1200.6  1800.4" in output


def test_corrections_of_what_is_found(run):
    text = "1|2\n2|2\n1|1\n".replace("2|2", "2,0|2")
    arguments = ("--no-header", "--delimiter", "|", "--decimal", ",", "--encoding", "cp1252")
    assert json.loads(run(text, *arguments, "--json")[1])["n"] == 3
    assert json.loads(run("a\tb\n1\t2\n2\t2\n2\t1\n", "--delimiter", "\\t", "--json")[1])["n"] == 3
    assert "“utf-99” is no encoding" in fails(run, text, "--encoding", "utf-99")
    workbook = Workbook()
    workbook.active.append(["nothing"])
    second = workbook.create_sheet("Round 2")
    for row in [("a", "b"), (1, 2), (2, 2), (1, 1)]:
        second.append(row)
    file = io.BytesIO()
    workbook.save(file)
    status, output, _ = run(file.getvalue(), "--sheet", "Round 2", "--json", name="r.xlsx")
    assert status == 0
    assert json.loads(output)["n"] == 3
    assert "no sheet" in fails(run, file.getvalue(), "--sheet", "Round 3", name="r.xlsx")


# -- Many raters ----------------------------------------------------------------------------------

MARKS = "essay,class,ann,ben,cy\n" + "".join(
    f"{essay},{'7A' if essay < 5 else '7B'},{marks}\n"
    for essay, marks in enumerate(
        ["3,3,4", "4,3,4", "1,2,", "5,4,5", "2,,2", "3,1,3", "4,4,4", "1,1,2"], start=1
    )
)
# The same, one row a rating
RATED = "essay,class,who,mark\n" + "".join(
    f"{essay},{group},{who},{mark}\n"
    for essay, group, *marks in (line.split(",") for line in MARKS.splitlines()[1:])
    for who, mark in zip(["ann", "ben", "cy"], marks, strict=True)
    if mark
)
LONG = ("--item", "essay", "--rater", "who", "--rating", "mark")


def test_many_raters_in_columns(run):
    status, output, errors = run(MARKS, "--raters", "ann,ben,cy")
    assert (status, errors) == (0, "")
    assert "ratings.csv: n = 8, 3 raters, 22 ratings, categories 1–5" in output
    assert "2 of 24 ratings are missing" in output
    assert "kappa     0.731  (quadratic weights, all pairs in one)" in output
    content = json.loads(run(MARKS, "--raters", "ann, ben, cy", "--json")[1])
    rows = [line.split(",")[2:] for line in MARKS.splitlines()[1:]]
    ratings = [[int(one) if one else None for one in row] for row in rows]
    agreement = rater_agreement(ratings, raters=["ann", "ben", "cy"])
    own = content["all_raters"]
    assert own["pairs"] == agreement.pairs.tolist()
    for name in ("pooled", "conger", "light", "fleiss", "alpha", "ac2"):
        assert own[name] == getattr(agreement, name)
    assert content["raters"] == ["ann", "ben", "cy"]


def test_many_raters_in_rows(run):
    wide = json.loads(run(MARKS, "--raters", "ann,ben,cy", "--json")[1])
    status, output, _ = run(RATED, *LONG, "--json")
    assert status == 0
    assert json.loads(output) == wide
    named = run(RATED, "--raters", "ann,ben,cy", "--json")[1]
    assert json.loads(named)["all_raters"] == wide["all_raters"]
    assert json.loads(named)["choices"][1:] == wide["choices"]
    everybody = json.loads(run(RATED, "--raters", "all", "--json")[1])
    assert everybody["all_raters"] == wide["all_raters"]
    two = json.loads(run(RATED, *LONG, "--raters", "cy,ann", "--json")[1])
    assert two["raters"] == ["cy", "ann"]
    assert two["kappa"] == pytest.approx(wide["all_raters"]["pairs"][0][2])


def test_two_raters_named_are_columns_or_two_of_a_row_a_rating(run):
    wide = json.loads(run(MARKS, "--raters", "ann,ben", "--json")[1])
    long = json.loads(run(RATED, "--raters", "ann,ben", "--json")[1])
    for key in ("kappa", "interval", "observed", "checks"):
        assert long[key] == wide[key]  # the same items, wide or long


def test_many_raters_by_group_with_a_scale_a_scheme_and_a_level(run):
    options = ("--group", "class", "--categories", "1-6", "--scheme", "linear", "--level", "0.9")
    for arguments in ((MARKS, "--raters", "ann,ben,cy"), (RATED, *LONG)):
        content = json.loads(run(*arguments, *options, "--json")[1])
        assert content["categories"] == [1, 2, 3, 4, 5, 6]
        assert content["scheme"] == "linear"
        assert [group["name"] for group in content["groups"]] == ["7A", "7B"]
        assert [group["n"] for group in content["groups"]] == [4, 4]
        assert content["interval"]["level"] == 0.9
        output = run(*arguments, *options)[1]
        assert "By group" in output


def test_words_of_many_raters_need_an_order(run):
    text = 'a,b,"c, d"\nmild,none,mild\nsevere,severe,mild\n'
    lines = asks(run, text, "--raters", 'a,b,"c, d"')
    assert "--categories none,mild,severe" in lines
    yes = run(text, "--raters", 'a,b,"c, d"', "--yes", "--json")[1]
    assert json.loads(yes)["categories"] == ["none", "mild", "moderate", "severe"]
    status, output, _ = run(text, "--raters", 'a,b,"c, d"', "--categories", "none,mild,severe")
    assert status == 0
    assert "c, d" in output
    assert "“mild” is not one of" in fails(
        run, text, "--raters", "a,b", "--categories", "none,severe"
    )


def test_many_raters_that_cannot_be_used(run):
    assert "no column “dan”" in fails(run, MARKS, "--raters", "ann,dan")
    assert "1 are not enough" in fails(run, MARKS, "--raters", "ann")
    assert "0 are not enough" in fails(run, MARKS, "--raters", "")
    assert "no column “dan”" in fails(run, MARKS, "--raters", "ann,ben,dan")
    twice = RATED + "1,7A,ann,2\n"
    said = asks(run, twice, *LONG)
    assert "“ann” rated “1” as “3”, and in row 24 as “2”" in said
    assert "--duplicates first" in said
    assert run(twice, *LONG, "--duplicates", "first")[0] == 0
    assert "There is no rating" in fails(run, "a,b\n1,\n,2\n", "--raters", "a,b")
    status, output, _ = run("a,b,c\n1,,\n,2,\n", "--raters", "a,b,c")
    assert status == 0
    assert "kappa     undefined" in output
    assert "No item has ratings by two raters" in output
    assert json.loads(run("a,b,c\n1,,\n,2,\n", "--raters", "a,b,c", "--json")[1])["kappa"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (LONG[:4], "--item, --rater and --rating go together"),
        (("--rating", "mark"), "--item, --rater and --rating go together"),
        (("--raters", "a,b,c", "--actual", "a"), "--actual is for two raters"),
        ((*LONG, "--matrix"), "--matrix is for two raters"),
        (("--raters", "a,b,c", "--cut-points", "1"), "--cut-points is for two raters"),
        (("--raters", "a,b,c", "--keep-fractions"), "--keep-fractions is for two raters"),
    ],
)
def test_options_that_do_not_go_together(run, arguments, message, capsys):
    with pytest.raises(SystemExit) as left:
        run(RATED, *arguments)
    assert left.value.code == 2
    assert message in capsys.readouterr().err


def test_many_raters_come_from_one_file(run, tmp_path, capsys):
    run(RATED, *LONG)
    with pytest.raises(SystemExit) as left:
        main(["ratings.csv", "ratings.csv", *LONG])
    assert left.value.code == 2
    assert "Many raters are read from one file" in capsys.readouterr().err


# -- Standard input -------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input(arguments, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", Stdin(PAIRS.encode()))
    assert main([*arguments, "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert content["n"] == 10
    assert content["source"] == "standard input"


def test_a_person_at_a_terminal_is_not_left_waiting(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 2
    assert "Name a file" in capsys.readouterr().err


def test_as_a_process_of_its_own():
    ran = subprocess.run(
        [sys.executable, "-m", "qwk_core", "--actual", "a", "--predicted", "b", "--json"],
        input=PAIRS.encode(),
        capture_output=True,
        check=False,
        cwd=Path(command_line.__file__).parents[1],
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout)["kappa"] == 0.3181818181818182


def test_the_module_runs_as_a_program(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["qwk_core"])
    monkeypatch.setattr(sys, "stdin", Stdin(COUNTS.encode()))
    with pytest.raises(SystemExit) as left:
        runpy.run_path(command_line.__file__, run_name="__main__")
    assert left.value.code == 0
    assert "kappa     0.70" in capsys.readouterr().out


# -- Progress -------------------------------------------------------------------------------------


def test_progress_of_a_long_file(run, monkeypatch):
    monkeypatch.setattr(sources, "_LONG", 1_000)
    text = "a,b\n" + "1,2\n2,2\n1,1\n" * 60_000
    errors = run(text)[2]
    told = [int(line.removeprefix("Reading ").removesuffix("%")) for line in errors.splitlines()]
    assert told == sorted(set(told))
    assert told[-1] == 100
    assert len(told) <= 10
    assert run(text, "--quiet")[2] == ""


def test_progress_on_a_screen_is_one_line_that_goes_away(run, monkeypatch):
    monkeypatch.setattr(sources, "_LONG", 1_000)
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda _: True)
    errors = run("a,b\n" + "1,2\n2,2\n1,1\n" * 60_000)[2]
    assert errors.startswith("\rReading ")
    assert errors.endswith("\rReading 100%\r\033[K")
    assert "\n" not in errors


def test_an_error_in_a_long_file_is_one_line_below_its_progress(run, monkeypatch):
    monkeypatch.setattr(sources, "_LONG", 1_000)
    status, _, errors = run("a,b\n" + "1,2\n" * 1_000 + "inf,2\n", "--columns", "a,b")
    assert status == 1
    assert errors.splitlines()[-1] == (
        "qwk: Column “a”, row 1002: “inf” is infinite. A rating is a finite number or a word."
    )


# -- Bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        ("", (), "This file is empty"),
        ("a,b\n", (), "a header and nothing below it"),
        ("a\n1\n", (), "has one column"),
        ("a,b\n1,2\n1,1\n2,1\n1\n2,2\n", (), "Row 5 has 1 cells"),
        (bytes(range(256)), (), "“ratings.csv” is not text"),
        ("a,b\n1,2\n2024-01-22,1\n", (), "is a date"),
        ("a,b,c\n1,2,3\n", ("--actual", "a"), "go together"),
        ("a,b,c\n1,2,3\n", ("--columns", "a"), "give two names"),
        ("a,b\n1,2\n", ("--actual", "x", "--predicted", "b"), "no column “x”"),
        ("a,b\n1,2\n", ("--actual", "a", "--predicted", "a"), "one and the same column"),
        ("a,b\n1,2\n", ("--level", "2"), "Level: 2"),
        ("a,b\n1,2\n", ("--categories", "1,1"), "appears twice"),
        (
            "a,\x1b[31mb" + "c" * 50 + "\n1,2\n",
            ("--actual", "x", "--predicted", "a"),
            "no column “x”",
        ),
    ],
)
def test_bad_input_is_one_clear_line(run, content, arguments, message):
    line = fails(run, content, *arguments)
    assert message in line
    assert "\x1b" not in line


def test_columns_of_one_name_are_told_apart(run):
    line = fails(run, "a,a\n1,2\n1,1\n", "--actual", "a", "--predicted", "a (2)")
    assert "no column “a”. The columns are: “a (1)”, “a (2)”" in line
    assert run("a,a\n1,2\n1,1\n", "--actual", "a (1)", "--predicted", "a (2)")[0] == 0


def test_a_file_that_is_not_there(capsys):
    assert main(["/nowhere/ratings.csv"]) == 1
    assert capsys.readouterr().err == ("qwk: /nowhere/ratings.csv: No such file or directory\n")


def test_output_that_is_no_terminal_at_all(run, monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert run(PAIRS)[0] == 0
    assert "kappa     0.318" in sys.stdout.getvalue()


def test_someone_stops_it(monkeypatch, capsys, run):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(studies, "read", stop)
    assert fails(run, PAIRS) == "qwk: stopped\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--scheme", "cubic"], "invalid choice: 'cubic'"),
        (["--nonsense"], "unrecognized arguments: --nonsense"),
        (["--round", "--cut-points", "1"], "not allowed with argument"),
    ],
)
def test_wrong_options_are_one_line(arguments, message, capsys):
    with pytest.raises(SystemExit) as left:
        main(["x.csv", *arguments])
    assert left.value.code == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1


def test_help_says_all(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    for option in make_parser()._actions:
        assert all(name in text for name in option.option_strings)
        assert option.help
    assert "examples:" in text
    assert max(map(len, text.splitlines())) <= 100


# -- Items that are not independent ----------------------------------------------------------------

PUPILS = "pupil,a,b,weight\n" + "".join(
    f"P{n // 6},{n % 5},{min(n % 5 + n // 6 % 2, 4)},{(0.5, 2)[n % 2]}\n" for n in range(120)
)


def test_clusters_and_survey_weights(run):
    columns = ("--columns", "a,b")
    plain = json.loads(run(PUPILS, *columns, "--counts", "none", "--json")[1])["interval"]
    status, said, _ = run(PUPILS, *columns, "--counts", "none", "--cluster", "pupil")
    assert status == 0
    assert "20 clusters" in said
    assert "whole clusters are drawn" in said
    weighted = json.loads(run(PUPILS, *columns, "--weights", "weight", "--json")[1])
    assert weighted["n"] == pytest.approx(120)
    assert weighted["interval"]["low"] < plain["low"]
    assert "n = 120, " in run(PUPILS, *columns, "--weights", "weight")[1]


def test_one_column_has_one_use(run):
    with pytest.raises(SystemExit) as end:
        run(PUPILS, "--cluster", "pupil", "--weights", "weight")
    assert end.value.code == 2
    status, _, error = run(",no,yes\nno,20,5\nyes,10,15\n", "--cluster", "pupil")
    assert status == 1
    assert "a row an item" in error


def test_too_many_groups_to_list(run):
    rows = "".join(f"{n},{n % 3},{n % 2}\n" for n in range(1100))
    status, _, error = run(f"g,a,b\n{rows}", "--group", "g", "--columns", "a,b")
    assert status == 1
    assert "has 1100 different values" in error
