"""`python -m qwk_core` as a program. What it says of files: see tests/recorded.py."""

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


def fails(run, *arguments, **options):
    """Return the one line that says what is wrong."""
    status, output, errors = run(*arguments, **options)
    assert status == 1
    assert output == ""
    assert errors.startswith("qwk: ")
    assert errors.count("\n") == 1
    assert errors.endswith("\n")
    return errors


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
    monkeypatch.setattr(sources, "_LONG", 1_000)
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
    monkeypatch.setattr(sources, "_LONG", 1_000)
    monkeypatch.setattr(sources, "_SOON", 0)
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda _: True)
    errors = run("a,b\n" + "1,2\n2,2\n1,1\n" * 60_000)[2]
    assert errors.startswith("\rReading ")
    assert errors.endswith("\rReading 100%\r\033[K")
    assert "\n" not in errors


def test_an_error_in_a_long_file_is_one_line_below_its_progress(run, monkeypatch):
    monkeypatch.setattr(sources, "_LONG", 1_000)
    monkeypatch.setattr(sources, "_SOON", 0)
    status, _, errors = run("a,b\n" + "1,2\n" * 1_000 + "inf,2\n", "--columns", "a,b")
    assert status == 1
    assert errors.splitlines()[-1] == (
        "qwk: Column “a”, row 1002: “inf” is infinite. A rating is a finite number or a word."
    )


# -- Bad input --------------------------------------------------------------------------------


def test_a_file_that_is_not_there(capsys):
    assert main(["/nowhere/ratings.csv"]) == 1
    assert capsys.readouterr().err == "qwk: /nowhere/ratings.csv: No such file or directory\n"


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
