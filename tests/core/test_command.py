"""`python -m qwk_core` as a program, also if the machine, the shell or the terminal fails.

Its messages about files: see tests/recorded.py.
"""

import io
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from qwk_core import __main__ as command_line
from qwk_core.__main__ import main
from qwk_core.command import sources, studies
from qwk_core.command.options import make_parser
from qwk_core.files.columns import Columns
from qwk_core.files.queries import sql
from tests.core.files.made import excel

PAIRS = "a,b\n1,1\n2,2\n1,2\n3,3\n"
COMMAND = f"{shlex.quote(sys.executable)} -m qwk_core"
# A terminal reads these as the end of pasted text, "delete the line", and later Enter.
ORDERS = "a\x1b[201~\x15touch X #\x0f"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run the command on a text or on bytes, and return its status, its output and its errors."""

    def run(content, *arguments, name="ratings.csv"):
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
        monkeypatch.chdir(tmp_path)
        status = main([name, *arguments])
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def shell(tmp_path):
    """Run a shell command in a folder with a file of ratings; return status, output and errors."""
    (tmp_path / "r.csv").write_text(PAIRS)
    root = Path(command_line.__file__).parents[1]

    def shell(line):
        ended = subprocess.run(
            ["bash", "-c", line.replace("qwk ", f"{COMMAND} ", 1)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert "Traceback" not in ended.stderr
        assert ended.stderr.count("\n") <= 1
        return ended.returncode, ended.stdout, ended.stderr

    return shell


def test_the_counts_of_a_sheet_are_a_matrix(run):
    sheet = excel([("", "1", "2"), ("1", 8, 2), ("2", 1, 9)]).getvalue()
    _, of_sheet, _ = run(sheet, "--matrix", "--json", name="counts.xlsx")
    assert json.loads(of_sheet)["observed"] == [[8, 2], [1, 9]]


def test_no_number_is_a_minus_zero(run):
    rows = ["1,1,1", "2,2,2", "1,1,2", "1,2,1", "2,1,1"] * 100
    _, printed, _ = run("\n".join(["ann,ben,cy", *rows, "1,1,2"]), "--raters", "ann,ben,cy")
    assert re.search(r"ann .* 0\.00 ", printed)
    assert "-0.00 " not in printed
    assert "+0.00 " not in printed


def test_an_order_that_is_offered_is_not_offered_again_to_be_changed(run):
    items = "".join(f"E{n},{one},{one}\n" for n, one in enumerate(["4", "5", "5.5", "6"] * 4))
    status, _, errors = run("id,rater1,rater2\n" + items)
    assert (status, errors.count("--categories 4,4.5,5,5.5,6 ")) == (3, 1)
    words = items.replace("5.5", "blue")
    status, _, errors = run("id,rater1,rater2\n" + words)
    assert (status, errors.count("with these labels in your order")) == (3, 1)


def test_the_module_runs_as_a_program_and_reads_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["qwk_core", "--json"])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PAIRS.encode())))
    with pytest.raises(SystemExit) as left:
        runpy.run_path(command_line.__file__, run_name="__main__")
    assert left.value.code == 0
    content = json.loads(capsys.readouterr().out)
    assert (content["n"], content["source"]) == (4, "standard input")


def test_what_can_be_read_once_is_read(shell):
    usual = shell("qwk r.csv")[1].replace("r.csv", "FILE")
    assert "kappa     0.800" in usual
    assert shell("cat r.csv | qwk -")[1].partition(":")[2] == usual.partition(":")[2]
    assert shell("qwk <(cat r.csv)")[1].partition(":")[2] == usual.partition(":")[2]
    status, output, _ = shell("mkfifo f; cat r.csv > f & qwk f")
    assert status == 0
    assert output.replace("f:", "FILE:", 1) == usual


def test_help_lists_every_option(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    for option in make_parser()._actions:
        assert all(name in text for name in option.option_strings)
        assert option.help
    assert "examples:" in text
    assert max(map(len, text.splitlines())) <= 100


# -- Progress -------------------------------------------------------------------------------------

LONG = "a,b\n" + "1,2\n2,2\n1,1\n" * 60_000
DRAWN = ("--interval", "bootstrap", "--draws", "300000")


@pytest.fixture
def impatient(monkeypatch):
    """Show progress at once, also for a short file."""
    monkeypatch.setattr(sources, "_LONG", 1_000)
    monkeypatch.setattr(sources, "_SOON", 0)


@pytest.mark.parametrize(
    ("verb", "text", "options"), [("Reading", LONG, ()), ("Drawing", PAIRS, DRAWN)]
)
def test_progress_is_printed(impatient, run, verb, text, options):
    lines = [line for line in run(text, *options)[2].splitlines() if line.startswith(verb)]
    shares = [int(line.removeprefix(f"{verb} ").removesuffix("%")) for line in lines]
    assert shares == sorted(set(shares))
    assert shares[-1] == 100
    assert len(shares) <= 10 if verb == "Reading" else len(shares) > 2
    assert run(text, *options, "--quiet")[2] == ""


def test_progress_on_a_screen_is_one_line_that_goes_away(impatient, run, monkeypatch):
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda _: True)
    errors = run(LONG)[2]
    assert errors.startswith("\rReading ")
    assert errors.endswith("\rReading 100%\r\033[K")
    assert "\n" not in errors


def test_an_error_in_a_long_file_is_one_line_below_its_progress(impatient, run):
    status, _, errors = run("a,b\n" + "1,2\n" * 1_000 + "inf,2\n", "--columns", "a,b")
    assert status == 1
    assert errors.splitlines()[-1] == (
        "qwk: Column “a”, row 1002: “inf” is infinite. A rating is a finite number or a word."
    )


# -- Failures -------------------------------------------------------------------------------------


def test_a_file_that_is_not_there(capsys):
    assert main(["/nowhere/ratings.csv"]) == 1
    assert capsys.readouterr().err == "qwk: /nowhere/ratings.csv: No such file or directory\n"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (KeyboardInterrupt, "qwk: stopped\n"),
        (MemoryError, "the memory of this machine is too small"),
    ],
)
def test_what_stops_it_is_printed_in_a_line(monkeypatch, run, error, message):
    def stop(*_, **__):
        raise error

    monkeypatch.setattr(studies, "read", stop)
    status, output, errors = run(PAIRS)
    assert (status, output, errors.count("\n")) == (1, "", 1)
    assert message in errors


def test_without_the_package_that_reads_files_one_line_says_what_to_install(monkeypatch, run):
    monkeypatch.setattr(command_line, "find_spec", lambda name: None)
    message = "qwk reads files with pyarrow: pip install 'qwk-explorer[files]'\n"
    assert run(PAIRS) == (1, "", message)


def test_a_person_at_a_terminal_is_not_left_waiting(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 2
    assert "Name a file" in capsys.readouterr().err


def test_streams_that_are_closed_or_break(shell):
    assert shell("qwk - <&-")[0] == 2, "a wrong call"
    broken = "qwk: standard output: Broken pipe\n"
    assert shell("set -o pipefail; qwk r.csv | true") == (1, "", broken)
    assert shell("qwk r.csv >&- 2>&-") == (1, "", ""), "no stream is open for a message"


class Full(io.StringIO):
    """A stream that refuses all output."""

    def flush(self):
        raise OSError(28, "No space left on device")


def test_what_a_stream_does_not_take_is_no_success(monkeypatch, run):
    monkeypatch.setattr(sys, "stdout", Full())
    status, _, errors = run(PAIRS)
    assert status == 1
    assert "standard output: No space left on device" in errors
    monkeypatch.setattr(sys, "stdout", None)
    status, _, errors = run(PAIRS)
    assert status == 1
    assert "standard output is closed" in errors
    monkeypatch.setattr(sys, "stderr", None)
    assert run(PAIRS)[0] == 1


def test_a_query_holds_nothing_that_a_terminal_obeys():
    written = sql(Columns(ORDERS, "b\nc"))
    assert all(each.isprintable() for each in written.replace("\n", ""))
    assert '"b c"' in written


def test_a_report_without_a_kappa_has_an_exit_status_of_its_own(run):
    code, out, _ = run("a,b\n3,3\n3,3\n3,3\n", "--json")
    assert code == 4
    assert json.loads(out)["kappa"] is None
