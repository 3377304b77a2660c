"""Find or install programs that the tests need and that are not Python packages."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path


class ProgramMissing(Exception):
    """The program is not here, and could not be installed."""


def named_in(variable: str) -> Path | None:
    """Return the program that an environment variable names, or None if it is not set."""
    name = os.environ.get(variable)
    if not name:
        return None
    found = shutil.which(name)
    if found is None:
        raise ProgramMissing(f"{variable} is {name!r}, which is not a program here.")
    return Path(found)


def install(package: str, *options: str, **environment: str) -> None:
    """Install Debian's package, if this is Debian and the user is root; else do nothing."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not root or not shutil.which("apt-get"):
        return
    print(f"Installing Debian's {package} …", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", **environment}
    for command in (["update", "-qq"], ["install", "-qq", "-y", *options, package]):
        subprocess.run(["apt-get", *command], env=quiet, stdout=subprocess.DEVNULL, check=False)


def report(ensure: Callable[[], Path]) -> None:
    """Find or install a program and print its path, or end with the reason of the failure."""
    try:
        print(ensure())
    except ProgramMissing as missing:
        sys.exit(str(missing))
