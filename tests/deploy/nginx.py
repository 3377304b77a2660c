"""The nginx that the tests of the deployment run: found, or installed where there is none yet.

    python -m tests.deploy.nginx     makes sure that there is one, and prints its path

Looked for in this order: `NGINX` in the environment; nginx of the system; Debian's package, for
root. The package's service is not started: the tests run a process of their own, on a free port of
this machine alone, in a folder that they throw away.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

# Debian has it where only root's PATH looks.
PLACES = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])

HOW_TO_GET_ONE = (
    "There is no nginx for the tests of the deployment. Install one (on Debian or Ubuntu: "
    "`sudo apt-get install nginx-light`), or put the path of yours in NGINX."
)


class NginxMissing(Exception):
    """There is no nginx, and none could be had."""


def find_nginx() -> Path | None:
    """Path of an nginx that is already here, or None."""
    named = os.environ.get("NGINX")
    if named:
        found = shutil.which(named)
        if found is None:
            raise NginxMissing(f"NGINX is {named!r}, which is not a program here.")
        return Path(found)
    found = shutil.which("nginx", path=PLACES)
    return None if found is None else Path(found)


def ensure_nginx() -> Path:
    """Path of an nginx, installed first where there is none."""
    found = find_nginx()
    if found is not None:
        return found
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if root and shutil.which("apt-get"):
        print("Installing Debian's nginx-light …", flush=True)
        environment = {
            **os.environ,
            "DEBIAN_FRONTEND": "noninteractive",
            "RUNLEVEL": "1",  # no service is started by what is installed
        }
        install = ["install", "-qq", "-y", "--no-install-recommends", "nginx-light"]
        for command in (["update", "-qq"], install):
            subprocess.run(
                ["apt-get", *command], env=environment, stdout=subprocess.DEVNULL, check=False
            )
        found = find_nginx()
    if found is None:
        raise NginxMissing(HOW_TO_GET_ONE)
    return found


if __name__ == "__main__":
    try:
        print(ensure_nginx())
    except NginxMissing as missing:
        sys.exit(str(missing))
