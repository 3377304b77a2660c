"""`pip install .` installs the core and numpy; `.[files]` adds the readers of `qwk`."""

import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.browser.server import ROOT

PATIENCE = 300  # seconds
RATINGS = "a,b\n4,0\n4,4\n3,1\n4,0\n4,4\n0,0\n1,1\n1,1\n2,2\n1,1\n"
# pip's messages when it cannot reach an index.
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


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy without ignored files, since setuptools builds inside the source folder."""
    copied = ("qwk_core", "pyproject.toml", "README.md", "LICENSE")
    listed = run("git", "ls-files", "-z", "--", *copied, cwd=ROOT)
    source = tmp_path_factory.mktemp("source") / "checkout"
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).exists():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, source / name)
    assert (source / "pyproject.toml").exists()
    return source


def installed(source: Path, extra: str, folder: Path) -> tuple[Path, set[str]]:
    """Install in a new environment; return the folder of its programs, and its packages."""
    venv.create(folder)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    # This environment's pip installs into the new one, so the new one does not need pip.
    pip = (sys.executable, "-m", "pip", "--python", programs / "python")
    pip = (*pip, "--disable-pip-version-check")
    options = ("-q", "--no-compile", "--retries", "1")
    done = run(*pip, "install", *options, f"{source}{extra}", cwd=folder)
    if done.returncode and any(sign in done.stderr for sign in NO_NETWORK):
        pytest.skip("pip install .: not tried, since the package index cannot be reached")
    assert done.returncode == 0, done.stderr
    listed = run(*pip, "list", "--format", "freeze", cwd=folder).stdout.splitlines()
    return programs, {line.partition("==")[0].lower() for line in listed}


def answer_of(
    command: Sequence[object], folder: Path, text: str = RATINGS, encoding: str = "utf-8"
) -> subprocess.CompletedProcess[str]:
    """Run the command on a file with this text."""
    ratings = folder / "ratings.csv"
    ratings.write_text(text, encoding=encoding)
    return run(*command, ratings, cwd=folder)


# Each test runs outside the checkout, so it uses the installed package.


@pytest.mark.release
def test_the_core_is_installed_with_numpy_alone(checkout: Path, tmp_path: Path) -> None:
    programs, packages = installed(checkout, "", tmp_path / "empty")
    assert packages == {"qwk-explorer", "numpy"}
    code = "import qwk_core; print(qwk_core.kappa_interval([[40, 9], [6, 45]]).kappa)"
    answer = run(programs / "python", "-c", code, cwd=tmp_path)
    assert answer.stdout.startswith("0.69"), answer.stderr

    for command in ((programs / "qwk",), (programs / "python", "-m", "qwk_core")):
        refused = answer_of(command, tmp_path)
        assert (refused.returncode, refused.stdout) == (1, "")
        assert refused.stderr == "qwk reads files with pyarrow: pip install 'qwk-explorer[files]'\n"


@pytest.mark.release
def test_the_command_is_installed_with_what_reads_files(checkout: Path, tmp_path: Path) -> None:
    programs, packages = installed(checkout, "[files]", tmp_path / "empty")
    readers = {"pyarrow", "python-calamine", "pyreadstat", "charset-normalizer"}
    assert {"qwk-explorer", "numpy", *readers} <= packages
    qwk, module = [programs / "qwk"], [programs / "python", "-m", "qwk_core"]
    assert "0.318" in answer_of(qwk, tmp_path).stdout
    assert "0.318" in answer_of(module, tmp_path).stdout
    # The usual words of scales are data files: they must be installed, too.
    words = "a,b\nnone,mild\nmild,mild\nmoderate,severe\nsevere,severe\n"
    assert "“none”, “mild”, “moderate”, “severe”" in answer_of(qwk, tmp_path, words).stdout
    # The detector of other encodings than UTF-8 must be installed, too.
    rows = "甲,乙\n" + "良好,良好\n一般,良好\n一般,一般\n较差,较差\n" * 9
    unordered = [*qwk, "--scheme", "unweighted"]
    assert "“良好”" in answer_of(unordered, tmp_path, rows, "gb18030").stdout
