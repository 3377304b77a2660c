"""How is a file read that may bite? In a process of its own, with limited memory and time.

The libraries that read spreadsheets, statistics files and pictures are quick and not written in
Python: a file of 5 kB can end the process that reads it. So it is not the one that serves all.

This file is also the script that such a process begins with. It imports nothing of `qwk_core`, so
that it starts at once:

    python -I limited.py SCRIPT [ARGUMENT …]
"""

from __future__ import annotations

import contextlib
import os
import runpy
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PATIENCE = 60
"""Seconds that a process may take, and that one may wait for its turn."""

_MOST_MEMORY = 800 * 2**20  # bytes of addresses; as much as 1,048,576 rows of 12 columns take
_MOST_SECONDS = 40  # of a processor
_COURTESY = 5  # of a process that lets others go first: 0 is none, 19 the most

# Processes at once: each may take as much memory as the app. Two, as two files may be joined.
_places = threading.BoundedSemaphore(2)


@contextlib.contextmanager
def turn() -> Iterator[None]:
    """Wait until a process may be started, and hold its place until the block ends.

    Raises
    ------
    TimeoutError
        If there is no place in time.
    """
    if not _places.acquire(timeout=PATIENCE):
        raise TimeoutError
    try:
        yield
    finally:
        _places.release()


@contextlib.contextmanager
def process(script: Path, *arguments: str, **pipes: Any) -> Iterator[subprocess.Popen[Any]]:
    """Run a script in a limited process, which is gone when the block ends.

    Parameters
    ----------
    script : Path
        A file of Python that imports nothing of this package.
    *arguments : str
        What it is started with.
    **pipes
        As `subprocess.Popen` takes them. What the script complains of is not read.
    """
    command = [sys.executable, "-I", __file__, str(script), *arguments]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **pipes)
    try:
        yield running
    finally:
        running.kill()  # which does nothing to one that has ended
        running.communicate()


def _limit() -> None:
    """Bound what this process may use, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(_COURTESY)


if __name__ == "__main__":
    _limit()
    del sys.argv[0]
    runpy.run_path(sys.argv[0], run_name="__main__")
