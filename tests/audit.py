"""Ask whether any installed package has a known vulnerability: `python -m tests.audit`.

pip-audit asks PyPI about all that is installed here. Ends with 1 if it knows of any. Where PyPI
cannot be asked (no network, or an index of one's own), a line says that nothing was checked: that
is no fault of the project, and no proof of anything either.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

PATIENCE = 120  # seconds


def report() -> list[dict[str, Any]] | str:
    """Return what is known of each installed package, or why that cannot be said."""
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
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


def main() -> int:
    """Print what is known."""
    found = report()
    if isinstance(found, str):
        print(f"Vulnerabilities: nothing was checked: {found}.")
        return 0
    checked = [package for package in found if "vulns" in package]
    bad = [package for package in checked if package["vulns"]]
    for package in bad:
        for one in package["vulns"]:
            mended = ", ".join(one["fix_versions"]) or "no version yet"
            print(f"{package['name']} {package['version']}: {one['id']}, mended in {mended}")
    print(f"Vulnerabilities: {len(bad)} of {len(checked)} packages, {len(found)} installed.")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
