"""Find the nginx for the tests of the deployment on the machine, or install it.

    python -m tests.deploy.nginx     makes sure that there is one, and prints its path

The order of the search: `NGINX` in the environment; nginx of the system; Debian's package, for
root. The package's service is not started: the tests start their own process, on a free local port,
in a temporary folder.
"""

from functools import partial
from pathlib import Path

from tests.programs import ensure, find, report

# Debian installs nginx in a folder that only root's PATH contains.
FOLDERS = (Path("/usr/sbin"), Path("/usr/local/sbin"))


def ensure_nginx() -> Path:
    """Return the path of an nginx; install it if there is none."""
    return ensure(partial(find, "NGINX", ["nginx"], FOLDERS), "NGINX", "nginx-light")


if __name__ == "__main__":
    report(ensure_nginx)
