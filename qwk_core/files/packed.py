"""One table in an archive, a gzip, bzip2 or xz file, a JSON document or a drawing is unpacked."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from typing import IO, Any, BinaryIO

from qwk_core.errors import RatingsError
from qwk_core.files.drawn_table import as_text
from qwk_core.files.formats.common import listed
from qwk_core.files.formats.excel import WORKBOOKS
from qwk_core.files.html_table import as_cells
from qwk_core.files.json_document import as_lines
from qwk_core.files.printed import as_printed_table, without_quotes

_MOST_UNPACKED = 2 * 2**30  # bytes
_MOST_HELD = 8 * 2**20  # bytes; Python's objects take ten times as much
_BLOCK = 2**20
_OPENERS: dict[bytes, Callable[[BinaryIO], Any]] = {
    b"\x1f\x8b": lambda source: gzip.GzipFile(fileobj=source),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ": lzma.LZMAFile,
}
_FENCED = re.compile(rb"(?m)[^`]*^```\w*\s*\n([^`]*)^```[^`]*")  # code in Markdown
# What the libraries say of data that are cut, changed or locked. zipfile checks little beforehand.
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    KeyError,
    OverflowError,
)


def unpacked(source: BinaryIO, *, most: int = _MOST_UNPACKED) -> BinaryIO:
    """Return the one table that a file holds: compressed, JSON or drawn; else the file itself.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    most : int
        How many bytes may come out.

    Returns
    -------
    binary file

    Raises
    ------
    RatingsError
        If there are several files in it, or too much, or it is damaged.

    Examples
    --------
    >>> import io
    >>> with unpacked(io.BytesIO(gzip.compress(b"a,b"))) as file:
    ...     file.read()
    b'a,b'
    """
    source.seek(0)
    head = source.read(6)
    source.seek(0)
    try:
        if head.startswith(b"PK\x03\x04"):
            return _of_zip(source, most)
        for magic, opener in _OPENERS.items():
            if head.startswith(magic):
                with opener(source) as packed:
                    return _copied(packed, most)
    except RatingsError:
        raise
    except _DAMAGE as error:
        raise RatingsError("This compressed file is damaged, or locked by a password.") from error
    return _as_table(source)


def _as_table(source: BinaryIO) -> BinaryIO:
    """Return JSON or a drawing, of which not too much is held at once, as a plain table."""
    size = source.seek(0, io.SEEK_END)
    source.seek(0)
    if size > _MOST_HELD:
        return source
    content = source.read()
    source.seek(0)
    if fenced := _FENCED.fullmatch(content):
        content = fenced[1]
        source = io.BytesIO(content)
    made = as_lines(content) or as_printed_table(content) or as_text(content)
    made = made or as_cells(content) or without_quotes(content)
    return source if made is None else io.BytesIO(made)


def _of_zip(source: BinaryIO, most: int) -> BinaryIO:
    with zipfile.ZipFile(source) as archive:
        names = [
            name
            for name in archive.namelist()
            if not name.endswith("/") and "__MACOSX" not in name and not _base(name).startswith(".")
        ]
        if WORKBOOKS & set(names):
            source.seek(0)
            return source
        if len(names) != 1:
            raise RatingsError(
                "This zip archive holds {n} files: {names}. Unpack it, and give the one with the "
                "ratings.",
                n=len(names),
                names=listed(names, 5),
            )
        with archive.open(names[0]) as packed:
            return _copied(packed, most)


def _base(name: str) -> str:
    return name.rpartition("/")[2]


def _copied(packed: IO[bytes], most: int) -> BinaryIO:
    copy = tempfile.TemporaryFile()  # noqa: SIM115 - for the caller to read
    size = 0
    try:
        while block := packed.read(_BLOCK):
            size += len(block)
            if size > most:
                raise RatingsError(
                    "This compressed file unpacks to more than {size} MB, more than is read here.",
                    size=most // 2**20,
                )
            copy.write(block)
    except BaseException:
        copy.close()
        raise
    table = _as_table(copy)
    if table is not copy:
        copy.close()
    return table
