"""`python -m qwk_core`: what it prints, and what it says when it cannot."""

import io
import json
import runpy
import sys

import pytest
from openpyxl import Workbook

from qwk_core import __main__ as command_line
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


COUNTED = "actual,predicted,count,x\n0,0,5,1\n1,1,5,1\n"
CODED = "a,b\n" + "1,1\n2,2\n3,2\n2,1\n" * 5 + "9,1\n"
GRADED = "actual,predicted\nmild,none\nsevere,severe\nnone,none\nmild,mild\n"
WHOLE = ["none", "mild", "moderate", "severe"]
TOTALLED = "Study 7\n\nid,a,b\n1,1,1\n2,2,2\n3,3,2\n4,2,1\nTotal,8,6\n"
SCORES = "y,p\n0,0.4\n1,1.6\n2,2.2\n3,3.9\n1,0.7\n"
PIPED = "1|2\n2,0|2\n1|1\n"
TWICE = "a,a\n1,2\n1,1\n"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (COUNTS, "--count count --scheme linear --level 0.9", {"n": 100, "scheme": "linear"}),
        (COUNTED, "--counts none", {"n": 2}),
        (COUNTED, "--yes", {"n": 10}),
        ("a,b\n1,1\n2,2\nI,1\n2,1\n", "--same I=1", {"n": 4, "categories": [1, 2]}),
        (CODED, "--missing=none", {"n": 21}),
        (CODED, "--missing=9,3", {"n": 15}),
        (GRADED, "--categories none,mild,moderate,severe", {"categories": WHOLE}),
        (GRADED, "--yes", {"categories": WHOLE}),
        (TOTALLED, "--header-row 3", {"n": 4}),
        ("y,p\n1,0.4\n2,1.6\n", "--cut-points 1 --categories 1-2", {"observed": [[1, 0], [0, 1]]}),
        (PIPED, "--no-header --delimiter | --decimal , --encoding cp1252", {"n": 3}),
        ("a\tb\n1\t2\n2\t2\n2\t1\n", "--delimiter \\t", {"n": 3}),
        ("a,b\n3,3\n3,3\n3,3\n", "", {"kappa": None}),
        (RATED, "--raters all", {"raters": ["ann", "ben", "cy"]}),
        ("a,b,c\n1,,\n,2,\n", "--raters a,b,c", {"kappa": None}),
    ],
)
def test_what_an_option_makes_of_a_file(run, text, options, expected):
    status, output, errors = run(text, *options.split(), "--json")
    assert (status, errors) == (0, "")
    content = json.loads(output)
    assert {key: content[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        ("a,b\n1,1\n2,2\n,2\n1,\n,\n2,1\n", "", "Items that miss a rating, and were left out: 3."),
        ("a,b\n3,3\n3,3\n3,3\n", "", "kappa     undefined"),
        ("a,b,c\n1,,\n,2,\n", "--raters a,b,c", "No item has ratings by two raters"),
        (TOTALLED, "", "row 8, “Total” (a total or a mean, no item)"),
        (
            "pupil,a,b\n" + "".join(f"P{n // 6},{n % 5},{min(n % 5 + 1, 4)}\n" for n in range(60)),
            "--columns a,b --counts none --cluster pupil",
            "whole clusters are drawn",
        ),
        (SCORES, "--round", "Predictions were rounded, halves up."),
        (SCORES, "--cut-points 0.5,1.5,2.5 --categories 0-3", "cut at 0.5,1.5,2.5"),
        ("1000,2001\n3002,4000\n", "--matrix", "0  1200.6  1800.4"),
        ('a,b,"c,d"\n1,2,1\n2,2,1\n', '--raters a,b,"c,d"', "c,d"),
        (
            "a,b\n" + "".join(f"{n},{n}\n" for n in range(27)) + "3,4\n",
            "--categories 0-26",
            "The matrices have 27 rows: --json has them.",
        ),
        (
            "a,b,g\n" + "1,1,x\n2,2,x\n1,2,x\n" * 9 + "1,1,one\x1b[31m\n2,1,x\n",
            "--actual a --predicted b --group g",
            "one�[31m",
        ),
    ],
)
def test_what_is_printed_of_a_file(run, text, options, says):
    status, output, _ = run(text, *options.split())
    assert status == 0
    assert says in output
    assert "\x1b" not in output


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        (COUNTED, "", "Does “count” count how many items"),
        (CODED, "", "--missing=9 "),
        (GRADED, "", "--categories none,mild,severe "),
        (GRADED, "", "Nobody used “moderate”"),
        (GRADED, "--raters actual,predicted", "Nobody used “moderate”"),
        (SCORES, "", "--keep-fractions"),
        (TOTALLED, "--keep-rows 8", "--missing"),
        (RATED, "", "--raters all "),
        (RATED + "1,7A,ann,2\n", " ".join(LONG), "“ann” rated “1” as “3”, and in row 24 as “2”"),
    ],
)
def test_what_is_asked_of_a_file(run, text, options, says):
    assert says in asks(run, text, *options.split())


def test_two_files_are_joined_by_ids_of_two_names(run, tmp_path):
    rows = "".join(f"{at},{at % 3}\n" for at in range(10))
    (tmp_path / "renamed.csv").write_text(f"essay,grade\n{rows}")
    output = run(f"id,grade\n{rows}", "renamed.csv", "--id", "id,essay", "--json")[1]
    assert (json.loads(output)["n"], json.loads(output)["kappa"]) == (10, 1)
    assert json.loads(output)["source"] == "ratings.csv + renamed.csv"
    said = asks(run, f"id,grade\n{rows}3,1\n", "renamed.csv", "--id", "id,essay")
    assert "--duplicates drop " in said


def test_a_sheet_is_named(run):
    workbook = Workbook()
    workbook.active.append(["nothing"])
    second = workbook.create_sheet("Round 2")
    for row in [("a", "b"), (1, 2), (2, 2), (1, 1)]:
        second.append(row)
    file = io.BytesIO()
    workbook.save(file)
    status, output, _ = run(file.getvalue(), "--sheet", "Round 2", "--json", name="r.xlsx")
    assert (status, json.loads(output)["n"]) == (0, 3)
    assert "no sheet" in fails(run, file.getvalue(), "--sheet", "Round 3", name="r.xlsx")


# -- Many raters ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (LONG[:4], "--item, --rater and --rating go together"),
        (("--rating", "mark"), "--item, --rater and --rating go together"),
        (("--raters", "a,b,c", "--actual", "a"), "--actual is for two raters"),
        ((*LONG, "--matrix"), "--matrix is for two raters"),
        (("--raters", "a,b,c", "--cut-points", "1"), "--cut-points is for two raters"),
        (("--raters", "a,b,c", "--keep-fractions"), "--keep-fractions is for two raters"),
        (("ratings.csv", *LONG), "Many raters are read from one file"),
        (("a.csv", "b.csv"), "Name one file, two to be joined"),
        (("--cluster", "essay", "--weights", "mark"), "Give one of --group, --cluster and"),
        (("--scheme", "cubic"), "invalid choice: 'cubic'"),
        (("--nonsense",), "unrecognized arguments: --nonsense"),
        (("--round", "--cut-points", "1"), "not allowed with argument"),
    ],
)
def test_wrong_options_are_one_line(run, arguments, message, capsys):
    with pytest.raises(SystemExit) as left:
        run(RATED, *arguments)
    assert left.value.code == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1


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


def test_the_module_runs_as_a_program(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["qwk_core"])
    monkeypatch.setattr(sys, "stdin", Stdin(COUNTS.encode()))
    with pytest.raises(SystemExit) as left:
        runpy.run_path(command_line.__file__, run_name="__main__")
    assert left.value.code == 0
    assert "kappa     0.70" in capsys.readouterr().out


# -- Progress -------------------------------------------------------------------------------------


def test_progress_of_a_long_file(run, monkeypatch):
    monkeypatch.setattr(sources, "_SOON", 0)
    text = "a,b\n" + "1,2\n2,2\n1,1\n" * 60_000
    errors = run(text)[2]
    told = [int(line.removeprefix("Reading ").removesuffix("%")) for line in errors.splitlines()]
    assert told == sorted(set(told))
    assert told[-1] == 100
    assert len(told) <= 10
    assert run(text, "--quiet")[2] == ""


def test_progress_of_a_bootstrap(run, monkeypatch):
    monkeypatch.setattr(sources, "_SOON", 0)
    drawn = ("--interval", "bootstrap", "--draws", "300000")
    errors = run("a,b\n1,2\n2,2\n1,1\n", *drawn)[2].splitlines()
    assert [line for line in errors if line.startswith("Drawing")][-1] == "Drawing 100%"
    assert len(errors) > 5
    assert run("a,b\n1,2\n2,2\n1,1\n", *drawn, "--quiet")[2] == ""


def test_progress_on_a_screen_is_one_line_that_goes_away(run, monkeypatch):
    monkeypatch.setattr(sources, "_SOON", 0)
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda _: True)
    errors = run("a,b\n" + "1,2\n2,2\n1,1\n" * 60_000)[2]
    assert errors.startswith("\rReading ")
    assert errors.endswith("\rReading 100%\r\033[K")
    assert "\n" not in errors


def test_an_error_in_a_long_file_is_one_line_below_its_progress(run, monkeypatch):
    monkeypatch.setattr(sources, "_SOON", 0)
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
        ("a,b,c\n1,2,3\n", ("--actual", "a"), "go together"),
        (PAIRS, ("--same", "I"), "not two labels"),
        (PAIRS, ("--keep-rows", "x"), "not a list of rows"),
        (PAIRS, ("--encoding", "utf-99"), "“utf-99” is no encoding"),
        (PAIRS, ("ratings.csv", "--id", "a,b,c"), "--id: give two names"),
        (GRADED, ("--categories", "none,severe"), "“mild” is not one of the categories"),
        (GRADED, ("--raters", "actual,predicted", "--categories", "none,severe"), "is not one of"),
        (SCORES, ("--cut-points", "x"), "“x” is not a list of numbers"),
        (SCORES, ("--cut-points", "1", "--categories", "low,high"), "is not one of the categories"),
        (RATED, ("--raters", "ann"), "1 are not enough"),
        (MARKS, ("--raters", ""), "0 are not enough"),
        ("a,b\n", (), "a header and nothing below it"),
        ("20,5\n10\n", ("--matrix",), "row 2"),
        (",no,yes\nno,20,5\nyes,10,15\n", ("--cluster", "pupil"), "one item per row"),
        (
            "g,a,b\n" + "".join(f"{n},{n % 3},{n % 2}\n" for n in range(1100)),
            ("--group", "g", "--columns", "a,b"),
            "has 1100 different values",
        ),
        (TWICE, ("--actual", "a", "--predicted", "a (2)"), "The columns are: “a (1)”, “a (2)”"),
        ("a,b,c\n1,2,3\n", ("--columns", "a"), "give two names"),
        ("a\n1\n", (), "has one column"),
        ("a,b\n1,2\n", ("--level", "2"), "Level: 2"),
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
