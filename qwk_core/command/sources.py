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
from typing import BinaryIO

from qwk_core.files.packed import unpacked

_LONG = 16 * 2**20  # bytes: below, reading takes no time worth telling


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
def progress_of(
    asked: argparse.Namespace, source: BinaryIO
) -> Iterator[Callable[[float], None] | None]:
    """Yield what tells standard error how far reading has come, for long files alone.

    Parameters
    ----------
    asked : argparse.Namespace
        The options.
    source : binary file
        What is read.

    Yields
    ------
    callable or None
        Takes the share that is read, from 0 to 1.
    """
    if asked.quiet or source.seek(0, io.SEEK_END) < _LONG:
        yield None
        return
    on_screen = sys.stderr.isatty()
    shown = 0

    def tell(share: float) -> None:
        nonlocal shown
        percent = int(share * 100)
        if percent // (1 if on_screen else 10) > shown // (1 if on_screen else 10):
            print(
                f"\rReading {percent}%" if on_screen else f"Reading {percent}%",
                end="" if on_screen else "\n",
                file=sys.stderr,
                flush=True,
            )
            shown = percent

    try:
        yield tell
    finally:
        if on_screen:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
