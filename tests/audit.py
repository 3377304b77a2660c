"""Ask whether any installed package has a known vulnerability: `python -m tests.audit`.

pip-audit asks PyPI about all packages that are installed here, and about all packages that
docs/deploy/locked.txt pins. The program ends with 1 if any has a vulnerability. If it cannot reach
PyPI (no network, or a private index), it prints that nothing was checked: that is neither a fault
of the project nor a proof of safety.

pip-audit has its own environment, because it installs Rich. If Rich is installed, Streamlit's log
has boxes instead of the tracebacks that the tests look for.
"""

import json
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import Any

WANTED = "pip-audit>=2.9,<3"
HOME = Path(sys.prefix) / "audit"
LOCK = Path(__file__).resolve().parents[1] / "docs" / "deploy" / "locked.txt"

PATIENCE = 120  # seconds


def report() -> list[dict[str, Any]] | str:
    """Return the known facts on each installed package, or why there is no answer."""
    python = HOME / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(HOME, with_pip=True)
    pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", WANTED]
    if subprocess.run(pip, capture_output=True, check=False).returncode:
        return f"{WANTED} cannot be installed"
    here = _ask(python, "--path", sysconfig.get_path("purelib"))
    pinned = _ask(python, "--requirement", str(LOCK), "--no-deps", "--disable-pip")
    return here if isinstance(here, str) else pinned if isinstance(pinned, str) else here + pinned


def _ask(python: Path, *what: str) -> list[dict[str, Any]] | str:
    """Return the known facts on some packages, or why there is no answer."""
    command = [python, "-m", "pip_audit", *what, "--format", "json"]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {PATIENCE} s"
    try:
        found: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return (done.stderr.strip().splitlines() or ["no answer"])[-1][:200]
    if not any("vulns" in package for package in found):
        return "its source knows none of these packages, or cannot be reached"
    return found


def faults(package: dict[str, Any]) -> list[str]:
    """Return the known vulnerabilities of a package, one line for each."""
    return [
        f"{package['name']} {package['version']}: {one['id']}, "
        f"mended in {', '.join(one['fix_versions']) or 'no version yet'}"
        for one in package.get("vulns", ())
    ]


def main() -> int:
    """Print the known vulnerabilities."""
    found = report()
    if isinstance(found, str):
        print(f"Vulnerabilities: nothing was checked: {found}.")
        return 0
    bad = [line for package in found for line in faults(package)]
    print(*bad, sep="\n", end="\n" if bad else "")
    checked = sum("vulns" in package for package in found)
    print(f"Vulnerabilities: {len(bad)} in {checked} packages checked, of {len(found)}.")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
