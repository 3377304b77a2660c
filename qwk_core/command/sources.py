"""The files that the command line names: patterns, pipes, progress."""

from __future__ import annotations

import argparse
import contextlib
import glob
import io
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from qwk_core.files.packed import unpacked

_LONG = 16 * 2**20  # bytes: below, reading takes no time worth telling
_SOON = 1.0  # seconds: what takes no longer is not worth telling


def expand_patterns(asked: argparse.Namespace) -> bool:
    """Put the files that a pattern names in its place, and tell whether there is one.

    Parameters
    ----------
    asked : argparse.Namespace
        The options, whose `files` are replaced.

    Returns
    -------
    bool
        Whether many files are to be counted as one.
    """
    patterns = [path for path in asked.files if glob.has_magic(path) and not Path(path).exists()]
    if patterns:
        found = [glob.glob(one) if one in patterns else [one] for one in asked.files]  # noqa: PTH207 - patterns may be absolute
        asked.files = sorted(one for paths in found for one in paths)
    return bool(patterns or asked.engine)


@contextlib.contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Open a file; copy what cannot be read twice, such as a pipe, to one on the disk.

    Parameters
    ----------
    path : str
        Its name; ``-`` is standard input.

    Yields
    ------
    binary file
        The table in it, unpacked.
    """
    with contextlib.ExitStack() as stack:
        given = stack.enter_context(Path(path).open("rb")) if path != "-" else sys.stdin.buffer
        source: BinaryIO = given
        if not given.seekable() or path == "-":
            source = stack.enter_context(tempfile.TemporaryFile())
            shutil.copyfileobj(given, source)
        table = unpacked(source)
        stack.callback(table.close)
        yield table


@contextlib.contextmanager
def progress(
    asked: argparse.Namespace, what: str, source: BinaryIO | None = None
) -> Iterator[Callable[[float], None]]:
    """Yield what tells standard error how far something has come, once it takes a second.

    Parameters
    ----------
    asked : argparse.Namespace
        The options.
    what : str
        What is done.
    source : binary file, optional
        What is read: of short files nothing is told.

    Yields
    ------
    callable
        Takes the share that is done, from 0 to 1.
    """
    begun, shown = monotonic(), 0
    short = source is not None and source.seek(0, io.SEEK_END) < _LONG
    quiet = asked.quiet or sys.stderr is None or short
    on_screen = not quiet and sys.stderr.isatty()
    step, start, end = (1, "\r", "") if on_screen else (10, "", "\n")

    def tell(share: float) -> None:
        nonlocal shown
        percent = int(share * 100)
        if quiet or monotonic() - begun < _SOON or percent // step <= shown // step:
            return
        print(f"{start}{what} {percent}%", end=end, file=sys.stderr, flush=True)
        shown = percent

    try:
        yield tell
    finally:
        if on_screen and shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
