"""The PostgreSQL of the tests: a temporary cluster; its programs are found or installed.

    python -m tests.classroom.postgres     installs PostgreSQL if necessary, and prints its path

The search uses this order: the initdb that the environment variable `POSTGRES` names; the path; the
versions of the system, newest first; for root, Debian's package. No service of the system is
started or changed.
The cluster is in a temporary folder, and listens only on a socket in this folder. PostgreSQL
refuses to run as root, so the cluster of root runs as the user `nobody`.
"""

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.programs import ensure, find, report

PATIENCE = 60  # seconds
_NOBODY = "nobody"


def find_initdb() -> Path | None:
    """Return the path of an installed initdb, or None."""
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    newest_first = sorted(folders, key=lambda folder: -float(folder.parent.name))
    return find("POSTGRES", ["initdb"], newest_first)


def ensure_postgres() -> Path:
    """Return the folder of PostgreSQL's programs; install them if there are none."""
    return ensure(find_initdb, "POSTGRES", "postgresql").parent


def _as_nobody() -> dict[str, object]:
    """Return what subprocess needs, so that the server does not run as root."""
    if os.geteuid() != 0:
        return {}
    who = pwd.getpwnam(_NOBODY)
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}


class Cluster:
    """A running server, and the address of its database."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder = programs, folder
        self.url = f"postgresql://qwk@/postgres?host={folder}"

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs to its end."""
        done = subprocess.run(
            [self.programs / program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
            cwd=self.folder,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            check=False,
            **_as_nobody(),
        )
        assert done.returncode == 0, done.stdout

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        # No fsync: the tests do not test the disk.
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off"
        self.run(
            "pg_ctl", "-D", "data", "-l", "log", "-w", "-t", str(PATIENCE), "-o", options, "start"
        )

    def stop(self) -> None:
        """Stop the server at once, and cut all connections."""
        self.run("pg_ctl", "-D", "data", "-w", "-m", "immediate", "stop")


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    """Run a PostgreSQL until the block ends."""
    programs = ensure_postgres()
    # A short path: Linux allows at most 107 characters in the path of a socket.
    with tempfile.TemporaryDirectory(prefix="qwk-pg-", dir="/tmp") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, _NOBODY)
        made = Cluster(programs, folder)
        made.run("initdb", "-D", "data", "-U", "qwk", "-A", "trust", "-E", "UTF8", "--no-sync")
        made.start()
        try:
            yield made
        finally:
            with contextlib.suppress(AssertionError):  # a test may have stopped it
                made.stop()


if __name__ == "__main__":
    report(ensure_postgres)
