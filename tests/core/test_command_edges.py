"""`python -m qwk_core` where the machine, the shell or the terminal does not play along."""

import io
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from qwk_core import __main__ as command_line
from qwk_core.__main__ import main
from qwk_core.command import studies
from qwk_core.files.columns import Columns
from qwk_core.files.queries import sql

PAIRS = "a,b\n1,1\n2,2\n1,2\n3,3\n"
COMMAND = f"{shlex.quote(sys.executable)} -m qwk_core"
# What a terminal takes for the end of pasted text, then for "delete the line", then for Enter.
ORDERS = "a\x1b[201~\x15touch X #\x0f"


@pytest.fixture
def shell(tmp_path):
    """Run a line of shell beside a file with ratings; return status, output and errors."""
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


def test_what_can_be_read_once_is_read(shell):
    usual = shell("qwk r.csv")[1].replace("r.csv", "FILE")
    assert "kappa     0.800" in usual
    assert shell("qwk <(cat r.csv)")[1].partition(":")[2] == usual.partition(":")[2]
    status, output, _ = shell("mkfifo f; cat r.csv > f & qwk f")
    assert status == 0
    assert output.replace("f:", "FILE:", 1) == usual


def test_without_the_package_that_reads_files_one_line_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(command_line, "find_spec", lambda name: None)
    assert main(["r.csv"]) == 1
    told = "qwk reads files with pyarrow: pip install 'qwk-explorer[files]'\n"
    assert capsys.readouterr() == ("", told)


def test_closed_standard_input_is_a_wrong_call(shell):
    assert shell("qwk - <&-")[0] == 2


def test_a_result_that_nobody_gets_is_no_success(shell):
    broken = "qwk: standard output: Broken pipe\n"
    assert shell("set -o pipefail; qwk r.csv | true") == (1, "", broken)


def test_nobody_to_tell_is_no_traceback(shell):
    assert shell("qwk r.csv >&- 2>&-") == (1, "", "")


def test_a_full_memory_is_said(tmp_path, monkeypatch, capsys):
    def out_of_memory(*_anything, **_more):
        raise MemoryError

    (tmp_path / "r.csv").write_text(PAIRS)
    monkeypatch.setattr(studies, "read", out_of_memory)
    assert main([str(tmp_path / "r.csv")]) == 1
    assert "the memory of this machine is too small" in capsys.readouterr().err


def test_a_column_may_begin_with_a_hyphen(tmp_path, capsys):
    (tmp_path / "r.csv").write_text(PAIRS.replace("a,b", "-a,b"))
    assert main([str(tmp_path / "r.csv"), "--actual=-a", "--predicted=b"]) == 0
    assert "0.800" in capsys.readouterr().out


def test_a_query_holds_nothing_that_a_terminal_obeys():
    written = sql(Columns(ORDERS, "b\nc"))
    assert all(each.isprintable() for each in written.replace("\n", ""))
    assert '"b c"' in written


class Full(io.StringIO):
    """A stream that takes nothing."""

    def flush(self):
        raise OSError(28, "No space left on device")


def test_what_a_stream_does_not_take_is_no_success(tmp_path, monkeypatch, capsys):
    (tmp_path / "r.csv").write_text(PAIRS)
    monkeypatch.setattr(sys, "stdout", Full())
    assert main([str(tmp_path / "r.csv")]) == 1
    assert "standard output: No space left on device" in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdout", None)
    assert main([str(tmp_path / "r.csv")]) == 1
    assert "standard output is closed" in capsys.readouterr().err
    monkeypatch.setattr(sys, "stderr", None)
    assert main([str(tmp_path / "r.csv")]) == 1
