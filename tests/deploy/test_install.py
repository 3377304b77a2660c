"""`pip install .` in an empty environment gives the core and the command, and two packages."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.browser.server import ROOT

PATIENCE = 300  # seconds
# What pip says when there is no index to ask.
NO_NETWORK = ("Could not find a version", "No matching distribution", "NewConnectionError")


def run(*command: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.release
def test_the_core_and_its_command_are_installed_from_the_checkout(tmp_path: Path) -> None:
    # A copy, as setuptools builds in the folder it is given; without what git does not know.
    listed = run(
        "git",
        "ls-files",
        "-z",
        "--",
        "qwk_core",
        "pyproject.toml",
        "README.md",
        "LICENSE",
        cwd=ROOT,
    )
    source = tmp_path / "checkout"
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).exists():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, source / name)
    assert (source / "pyproject.toml").exists()

    venv.create(tmp_path / "empty")
    programs = tmp_path / "empty" / ("Scripts" if sys.platform == "win32" else "bin")
    # The pip of this environment works on the empty one, which so has nothing at all of its own.
    pip = (sys.executable, "-m", "pip", "--python", programs / "python")
    pip = (*pip, "--disable-pip-version-check")
    options = ("-q", "--no-compile", "--retries", "1")
    done = run(*pip, "install", *options, source, cwd=tmp_path)
    if done.returncode and any(sign in done.stderr for sign in NO_NETWORK):
        pytest.skip("pip install .: not tried, since the package index cannot be reached")
    assert done.returncode == 0, done.stderr

    installed = run(*pip, "list", "--format", "freeze", cwd=tmp_path).stdout.splitlines()
    names = {line.partition("==")[0].lower() for line in installed}
    assert names == {"qwk-explorer", "numpy", "pyarrow"}

    # Outside the checkout: what answers is what was installed.
    ratings = tmp_path / "ratings.csv"
    ratings.write_text("a,b\n4,0\n4,4\n3,1\n4,0\n4,4\n0,0\n1,1\n1,1\n2,2\n1,1\n")
    answer = run(programs / "qwk", ratings, cwd=tmp_path)
    assert answer.returncode == 0, answer.stderr
    assert "0.318" in answer.stdout
    module = run(programs / "python", "-m", "qwk_core", ratings, cwd=tmp_path)
    assert module.stdout == answer.stdout
    # The usual words of scales are files: they are installed as well.
    ratings.write_text("a,b\nnone,mild\nmild,mild\nmoderate,severe\nsevere,severe\n")
    in_words = run(programs / "qwk", ratings, cwd=tmp_path)
    assert "“none”, “mild”, “moderate”, “severe”" in in_words.stdout, in_words.stderr
