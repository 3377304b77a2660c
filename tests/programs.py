"""Run programs; find or install those that the tests need and that are not Python packages."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any


class ProgramMissing(Exception):
    """The program is not here, and could not be installed."""


def ran(*command: object, **options: Any) -> str:
    """Run a program to its end, which must be a good one; return its output."""
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def find(variable: str, names: Sequence[str], folders: Sequence[Path] = ()) -> Path | None:
    """Return the program that an environment variable names, or else the first of `names`."""
    named = os.environ.get(variable)
    places = os.pathsep.join([os.environ.get("PATH", ""), *map(str, folders)])
    for name in [named] if named else names:
        if found := shutil.which(name, path=places):
            return Path(found).resolve() if folders else Path(found)
    if named:
        raise ProgramMissing(f"{variable} is {named!r}, which is not a program here.")
    return None


def ensure(search: Callable[[], Path | None], variable: str, package: str) -> Path:
    """Return a program; on Debian, install its package for root if there is none."""
    found = search()
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if found is None and root and shutil.which("apt-get"):
        print(f"Installing Debian's {package} …", flush=True)
        # RUNLEVEL prevents that a package starts a service.
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
        for command in (["update", "-qq"], ["install", "-qq", "-y", package]):
            subprocess.run(["apt-get", *command], env=quiet, stdout=subprocess.DEVNULL, check=False)
        found = search()
    if found is None:
        raise ProgramMissing(
            f"A program for the tests is missing. Install {package} (on Debian or Ubuntu: "
            f"`sudo apt-get install {package}`), or put the path of yours in {variable}."
        )
    return found


def report(ensured: Callable[[], Path]) -> None:
    """Find or install a program and print its path, or end with the reason of the failure."""
    try:
        print(ensured())
    except ProgramMissing as missing:
        sys.exit(str(missing))
