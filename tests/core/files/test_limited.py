"""A process gets its limits before its script runs, and ends with its block."""

import resource
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from qwk_core.files import limited


def test_a_script_is_run_with_its_arguments_and_with_limits(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import os, resource, sys\n"
        "most = resource.getrlimit(resource.RLIMIT_AS), resource.getrlimit(resource.RLIMIT_CPU)\n"
        "print(sys.argv[1:], most[0][0], most[1][0], os.nice(0))\n"
    )
    with limited.process(script, "a", "b c", stdin=subprocess.DEVNULL, text=True) as process:
        sentence, _none = process.communicate(timeout=limited.PATIENCE)
    assert sentence.split("]")[0] == "['a', 'b c'"
    memory, seconds, courtesy = map(int, sentence.split("]")[1].split())
    assert memory <= 2**30
    assert seconds <= 120
    assert courtesy >= 5


def test_the_limits_come_before_the_script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[int] = []
    monkeypatch.setattr(resource, "setrlimit", lambda what, _most: asked.append(what))
    monkeypatch.setattr("os.nice", asked.append)
    script = tmp_path / "script.py"
    script.write_text("import sys\nsys.modules['asked_before'] = list(sys.argv)\n")
    monkeypatch.setattr(sys, "argv", ["limited.py", str(script), "a"])
    monkeypatch.setitem(sys.modules, "asked_before", None)
    runpy.run_path(limited.__file__, run_name="__main__")
    assert sys.modules["asked_before"] == [str(script), "a"]
    assert resource.RLIMIT_AS in asked
    assert len(asked) == 4


def test_a_process_is_gone_when_its_block_ends(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import sys\nsys.stdin.read()\n")
    with limited.process(script, stdin=subprocess.PIPE) as process:
        assert process.poll() is None
    assert process.returncode is not None
