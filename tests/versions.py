"""Run the tests with the oldest and the newest allowed versions: `python -m tests.versions`.

There are three environments: the oldest Python here with the lowest versions that requirements.txt
allows, the same Python with the newest versions, and the newest Python here with the newest
versions. The program searches for Pythons on the path and in pyenv; it downloads none. Each
environment runs the tests of the core and of the pages, or the named tests:
`python -m tests.versions tests/core`. The program ends with 1 if any of them fails.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
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


def run(python: Path, pinned: list[str], tests: list[str], folder: Path) -> bool:
    """Build an environment and run the tests in it."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    inside = folder / "bin" / "python"
    wanted = folder / "pinned.txt"
    wanted.write_text("\n".join(pinned), encoding="utf-8")
    pip = [inside, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    installed = subprocess.run(
        [*pip, "-r", ROOT / "requirements-dev.txt", "-c", wanted], cwd=ROOT, check=False
    )
    if installed.returncode:
        print("  cannot be installed")
        return False
    code = "import sys, " + ", ".join(_FOUR) + "; print('  Python', sys.version.split()[0], *("
    code += "f'{m.__name__} {m.__version__}' for m in (" + ", ".join(_FOUR) + ")), sep=', ')"
    subprocess.run([inside, "-W", "ignore", "-c", code], check=True, cwd=ROOT)
    command = [inside, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    failures = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    print("\n".join(f"  {line}" for line in [*failures[:20], *lines[-1:]]), flush=True)
    return done.returncode == 0


def main() -> int:
    """Run the tests in each environment, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.versions", description=__doc__)
    parser.add_argument("tests", nargs="*", default=_TESTS)
    asked = parser.parse_args()
    here = pythons()
    print("Pythons here:", ", ".join(f"3.{minor}" for minor in here) or "none")
    for minor in range(OLDEST, NEWEST + 1):
        if minor not in here:
            print(f"3.{minor} is not on this machine, and not tried.")
    if not here:
        return 1
    old, new = here[min(here)], here[max(here)]
    plans = {
        f"3.{min(here)}, lowest versions": (old, lowest()),
        f"3.{min(here)}, newest versions": (old, []),
        f"3.{max(here)}, newest versions": (new, []),
    }
    well = True
    for name, (python, pinned) in plans.items():
        print(f"{name}:", flush=True)
        with tempfile.TemporaryDirectory(prefix="qwk-versions-") as folder:
            well &= run(python, pinned, list(asked.tests), Path(folder))
    return not well


if __name__ == "__main__":
    sys.exit(main())
