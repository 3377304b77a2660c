"""Find the nginx for the tests of the deployment on the machine, or install it.

    python -m tests.deploy.nginx     makes sure that there is one, and prints its path

The order of the search: `NGINX` in the environment; nginx of the system; Debian's package, for
root. The package's service is not started: the tests start their own process, on a free local port,
in a temporary folder.
"""

import os
import shutil
from pathlib import Path

from tests.programs import ProgramMissing, install, named_in, report

# Debian installs nginx in a folder that only root's PATH contains.
PLACES = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])

HOW_TO_GET_ONE = (
    "There is no nginx for the tests of the deployment. Install one (on Debian or Ubuntu: "
    "`sudo apt-get install nginx-light`), or put the path of yours in NGINX."
)


def ensure_nginx() -> Path:
    """Return the path of an nginx; install it if there is none."""
    named = named_in("NGINX")
    if named is None and not shutil.which("nginx", path=PLACES):
        # RUNLEVEL prevents that the installed package starts a service.
        install("nginx-light", "--no-install-recommends", RUNLEVEL="1")
    found = named or shutil.which("nginx", path=PLACES)
    if found is None:
        raise ProgramMissing(HOW_TO_GET_ONE)
    return Path(found)


if __name__ == "__main__":
    report(ensure_nginx)
