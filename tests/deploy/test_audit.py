"""No package that the project installs has a known vulnerability.

pip-audit asks PyPI about all packages that are installed here, and about all packages that
docs/deploy/locked.txt pins. If it cannot reach PyPI (no network, or a private index), the test is
skipped: that is neither a fault of the project nor a proof of safety.

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

import pytest

from tests.browser.server import ROOT

WANTED = "pip-audit>=2.9,<3"
HOME = Path(sys.prefix) / "audit"
PYTHON = HOME / ("Scripts" if sys.platform == "win32" else "bin") / "python"
INSTALLED = ("--path", sysconfig.get_path("purelib"))
PINNED = ("--requirement", str(ROOT / "docs/deploy/locked.txt"), "--no-deps", "--disable-pip")

PATIENCE = 120  # seconds


def known(*packages: str) -> list[dict[str, Any]]:
    """Return the known facts on some packages; without an answer, skip the test."""
    command = [PYTHON, "-m", "pip_audit", *packages, "--format", "json"]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        found: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        pytest.skip(f"Nothing was checked: no answer within {PATIENCE} s")
    if not any("vulns" in package for package in found):
        pytest.skip("Nothing was checked: PyPI knows none of these, or cannot be reached")
    return found


@pytest.mark.release
def test_no_installed_package_is_known_to_be_vulnerable() -> None:
    if not PYTHON.exists():
        venv.create(HOME, with_pip=True)
    pip = [PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", WANTED]
    if subprocess.run(pip, capture_output=True, check=False).returncode:
        pytest.skip(f"Nothing was checked: {WANTED} cannot be installed")
    assert [
        f"{package['name']} {package['version']}: {one['id']}, mended in {one['fix_versions']}"
        for package in known(*INSTALLED) + known(*PINNED)
        for one in package.get("vulns", ())
    ] == []
