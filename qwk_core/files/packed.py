"""What is no plain table becomes one: an archive, a workbook, a JSON document, a drawing."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import re
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, BinaryIO

from qwk_core.errors import RatingsError
from qwk_core.files.drawn_table import as_text
from qwk_core.files.formats import excel
from qwk_core.files.formats.common import listed
from qwk_core.files.html_table import as_cells
from qwk_core.files.json_document import as_lines
from qwk_core.files.printed import as_printed_table, without_quotes

_MOST_UNPACKED = 2 * 2**30  # bytes
_MOST_HELD = 8 * 2**20  # bytes; Python's objects take ten times as much
_BLOCK = 2**20


def _of_zip(source: BinaryIO) -> IO[bytes] | None:
    """Return the one file in an archive; None where the archive is a workbook."""
    with zipfile.ZipFile(source) as archive:
        names = [
            name
            for name in archive.namelist()
            if not name.endswith("/")
            and "__MACOSX" not in name
            and not name.rpartition("/")[2].startswith(".")
        ]
        if excel.WORKBOOKS & set(names):
            return None
        if len(names) != 1:
            raise RatingsError(
                "This zip archive holds {n} files: {names}. Unpack it, and give the one with the "
                "ratings.",
                n=len(names),
                names=listed(names, 5),
            )
        return archive.open(names[0])  # which stays open, since the source does


_OPENERS: dict[bytes, Callable[[BinaryIO], Any]] = {
    b"PK\x03\x04": _of_zip,
    b"\x1f\x8b": lambda source: gzip.GzipFile(fileobj=source),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ": lzma.LZMAFile,
}
_FENCED = re.compile(rb"(?m)[^`]*^```\w*\s*\n([^`]*)^```[^`]*")  # code in Markdown


def unpacked(source: BinaryIO, *, most: int = _MOST_UNPACKED) -> BinaryIO:
    """Return the one table that a file holds: compressed, JSON or drawn; else the file itself.

    Of a workbook or a statistics file, all tables become an archive of rows.

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
    with contextlib.ExitStack() as stack:
        plain = _plain(source, most)
        if plain is not source:
            stack.callback(plain.close)
        table = _as_table(plain, most)
        if table is plain:
            stack.pop_all()
        return table


def _plain(source: BinaryIO, most: int) -> BinaryIO:
    """Return what a compressed file holds; any other file itself."""
    source.seek(0)
    head = source.read(6)
    source.seek(0)
    opener = next((one for magic, one in _OPENERS.items() if head.startswith(magic)), None)
    if opener is None:
        return source
    with _refusing_damage():
        packed = opener(source)
    if packed is None:
        return source

    def read() -> bytes:
        with _refusing_damage():
            block: bytes = packed.read(_BLOCK)
            return block

    with packed:
        return _copied(iter(read, b""), most)  # a full disk is no damage


@contextlib.contextmanager
def _refusing_damage() -> Iterator[None]:
    """Refuse what a library says of data that are cut, changed or locked, whatever it is."""
    try:
        yield
    except (RatingsError, MemoryError):
        raise
    except Exception as error:
        raise RatingsError("This compressed file is damaged, or locked by a password.") from error


def _as_table(source: BinaryIO, most: int) -> BinaryIO:
    """Return a workbook as its rows, and JSON or a drawing, if it is short, as a plain table."""
    size = source.seek(0, io.SEEK_END)
    source.seek(0)
    kind = excel.kind_of(source.read(16))
    if kind:
        with contextlib.closing(excel.as_rows(source, kind)) as blocks:
            return _copied(blocks, most)
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


def _copied(blocks: Iterable[bytes], most: int) -> BinaryIO:
    copy = tempfile.TemporaryFile()  # noqa: SIM115 - for the caller to read
    size = 0
    try:
        for block in blocks:
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
    copy.seek(0)
    return copy
