"""The nginx that the tests of the deployment run: found, or installed where there is none yet.

    python -m tests.deploy.nginx     makes sure that there is one, and prints its path

Looked for in this order: `NGINX` in the environment; nginx of the system; Debian's package, for
root. The package's service is not started: the tests run a process of their own, on a free port of
this machine alone, in a folder that they throw away.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tests.programs import ProgramMissing, install, named_in, report

# Debian has it where only root's PATH looks.
PLACES = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])

HOW_TO_GET_ONE = (
    "There is no nginx for the tests of the deployment. Install one (on Debian or Ubuntu: "
    "`sudo apt-get install nginx-light`), or put the path of yours in NGINX."
)


def find_nginx() -> Path | None:
    """Path of an nginx that is already here, or None."""
    found = shutil.which("nginx", path=PLACES)
    return named_in("NGINX") or (None if found is None else Path(found))


def ensure_nginx() -> Path:
    """Path of an nginx, installed first where there is none."""
    found = find_nginx()
    if found is None:
        # RUNLEVEL: no service is started by what is installed.
        install("nginx-light", "--no-install-recommends", RUNLEVEL="1")
        found = find_nginx()
    if found is None:
        raise ProgramMissing(HOW_TO_GET_ONE)
    return found


if __name__ == "__main__":
    report(ensure_nginx)
