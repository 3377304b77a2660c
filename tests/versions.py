"""Run the tests with the oldest and the newest allowed versions: `python -m tests.versions`.

There are three environments: the oldest Python here with the lowest versions that requirements.txt
allows, the same Python with the newest versions, and the newest Python here with the newest
versions. The program searches for Pythons on the path and in pyenv; it downloads none. Each
environment runs the tests of the core and of the pages, or the named tests:
`python -m tests.versions tests/core`. The program ends with 1 if any of them fails.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OLDEST, NEWEST = 11, 14  # minor versions of Python 3, as in requirements.txt
_FOUR = ("streamlit", "numpy", "pandas", "plotly")
_TESTS = ("tests/core", "tests/app")


def pythons() -> dict[int, Path]:
    """Find the Pythons of this machine that the app supports, by their minor version."""
    found: dict[int, Path] = {}
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for minor in range(OLDEST, NEWEST + 1):
        homes = sorted(pyenv.glob(f"versions/3.{minor}.*/bin"), reverse=True)
        on_path = shutil.which(f"python3.{minor}")
        candidates = [*map(Path, filter(None, [on_path])), *(home / "python3" for home in homes)]
        for candidate in candidates:
            # pyenv has a shim also for versions that are not selected, and such a shim fails.
            answer = subprocess.run(
                [candidate, "-c", "import sys, venv, ensurepip; print(sys.version_info[1])"],
                capture_output=True,
                text=True,
                check=False,
            )
            if answer.stdout.strip() == str(minor):
                found[minor] = candidate
                break
    return found


def lowest() -> list[str]:
    """Return the lowest versions that requirements.txt allows, pinned."""
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    lines = [re.match(rf"({'|'.join(_FOUR)})>=([\d.]+)", line) for line in text.splitlines()]
    return [f"{line[1]}=={line[2]}" for line in lines if line]


def run(python: Path, pinned: list[str], tests: Sequence[str], folder: Path) -> bool:
    """Build an environment and run the tests in it; return whether all is well."""
    inside = folder / "bin" / "python"
    installs = [inside, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    names = f"from importlib.metadata import version; print(*((n, version(n)) for n in {_FOUR}))"
    commands = (
        [python, "-m", "venv", folder],
        [*installs, "-r", "requirements-dev.txt", *pinned],
        [inside, "-c", names],
        [inside, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
    )
    return all(subprocess.run(each, cwd=ROOT, check=False).returncode == 0 for each in commands)


def main(tests: Sequence[str]) -> int:
    """Run the tests in each environment, one after the other."""
    here = pythons()
    print("Pythons here:", ", ".join(f"3.{minor}" for minor in here) or "none")
    if not here:
        return 1
    plans = ((min(here), "lowest"), (min(here), "newest"), (max(here), "newest"))
    well = True
    for minor, versions in plans:
        print(f"3.{minor}, {versions} versions:", flush=True)
        pinned = lowest() if versions == "lowest" else []
        with tempfile.TemporaryDirectory(prefix="qwk-versions-") as folder:
            well &= run(here[minor], pinned, tests, Path(folder))
    return not well


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or _TESTS))
