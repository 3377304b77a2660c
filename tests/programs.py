"""Programs that the tests need and Python does not bring: found, or installed."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path


class ProgramMissing(Exception):
    """There is no such program, and none could be had."""


def named_in(variable: str) -> Path | None:
    """Return the program that an environment variable names; None where it is not set."""
    name = os.environ.get(variable)
    if not name:
        return None
    found = shutil.which(name)
    if found is None:
        raise ProgramMissing(f"{variable} is {name!r}, which is not a program here.")
    return Path(found)


def install(package: str, *options: str, **environment: str) -> None:
    """Install Debian's package, if this is Debian and root asks; else do nothing."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not root or not shutil.which("apt-get"):
        return
    print(f"Installing Debian's {package} …", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", **environment}
    for command in (["update", "-qq"], ["install", "-qq", "-y", *options, package]):
        subprocess.run(["apt-get", *command], env=quiet, stdout=subprocess.DEVNULL, check=False)


def report(ensure: Callable[[], Path]) -> None:
    """Print a program's path once there is one, or end with the reason why there is none."""
    try:
        print(ensure())
    except ProgramMissing as missing:
        sys.exit(str(missing))
