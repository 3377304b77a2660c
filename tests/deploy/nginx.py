"""The nginx that the tests of the deployment run: found, or installed where there is none yet.

    python -m tests.deploy.nginx     makes sure that there is one, and prints its path

Looked for in this order: `NGINX` in the environment; nginx of the system; Debian's package, for
root. The package's service is not started: the tests run a process of their own, on a free port of
this machine alone, in a folder that they throw away.
"""

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


def ensure_nginx() -> Path:
    """Path of an nginx, installed first where there is none."""
    named = named_in("NGINX")
    if named is None and not shutil.which("nginx", path=PLACES):
        # RUNLEVEL: no service is started by what is installed.
        install("nginx-light", "--no-install-recommends", RUNLEVEL="1")
    found = named or shutil.which("nginx", path=PLACES)
    if found is None:
        raise ProgramMissing(HOW_TO_GET_ONE)
    return Path(found)


if __name__ == "__main__":
    report(ensure_nginx)
