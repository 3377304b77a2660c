"""Tables of any kind, read block by block: a file's size does not show in the memory it takes."""

from __future__ import annotations

import io
import itertools
import zipfile
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import BinaryIO

from qwk_core.errors import RatingsError, shown
from qwk_core.files.formats import excel, json_lines, parquet, text
from qwk_core.files.formats.common import Block
from qwk_core.files.layouts import Layout

MOST_COLUMNS = 10_000
MOST_COLUMNS_OF_A_SHEET = 1_000
ROWS_PER_BLOCK = 16_384


def unique_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return names that differ: those that repeat get a number, those that are empty a place.

    Parameters
    ----------
    names : iterable of str
        The names in a header, in order.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> unique_names(["a", "", "b", "a"])
    ('a (1)', 'column 2', 'b', 'a (2)')
    """
    cleaned = [
        " ".join(name.split()) or f"column {place}" for place, name in enumerate(names, start=1)
    ]
    times = Counter(cleaned)
    taken = {name for name, n in times.items() if n == 1}
    places: dict[str, Iterator[int]] = {}
    unique = []
    for name in cleaned:
        if times[name] > 1:
            # Each name counts on from where it was: thousands of equal ones are one walk.
            numbers = places.setdefault(name, itertools.count(1))
            name = next(one for n in numbers if (one := f"{name} ({n})") not in taken)
            taken.add(name)
        unique.append(name)
    return tuple(unique)


def first_rows(source: BinaryIO, layout: Layout) -> tuple[tuple[str, ...], list[list[str]]]:
    """Return the names of a table's columns and its first rows as text, as written.

    Parameters
    ----------
    source : binary file
        The file, open for reading.
    layout : Layout
        How it is laid out.

    Returns
    -------
    names : tuple of str
    rows : list of lists of str
    """
    names, rows = {
        "text": text.first_rows,
        "excel": excel.first_rows,
        "sav": excel.first_rows,
        "dta": excel.first_rows,
        "parquet": parquet.first_rows,
        "jsonl": json_lines.first_rows,
    }[layout.kind](source, layout)
    if not names:
        raise RatingsError("This table has no column: two are needed, actual and predicted.")
    most = MOST_COLUMNS_OF_A_SHEET if layout.kind == "excel" else MOST_COLUMNS
    if len(names) > most:
        raise RatingsError(
            "This table has {n} columns; {most} is the most.", n=len(names), most=most
        )
    return unique_names(names), rows


def amount(source: BinaryIO, layout: Layout) -> int:
    """Return how much there is to read: a small file may unpack to very many rows.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        How it is laid out.

    Returns
    -------
    int
        Bytes: of all parts of a workbook, unpacked; of two bytes a row of Parquet; else the size.
    """
    size = source.seek(0, io.SEEK_END)
    source.seek(0)
    if layout.kind == "excel" and zipfile.is_zipfile(source):
        with zipfile.ZipFile(source) as archive:
            return sum(part.file_size for part in archive.infolist())
    if layout.kind == "parquet":
        return max(size, 2 * parquet.count_rows(source))
    return size


def read_blocks(
    source: BinaryIO, layout: Layout, columns: Sequence[str], rows_per_block: int = ROWS_PER_BLOCK
) -> Generator[Block, None, None]:
    """Read some columns of a table block by block.

    Parameters
    ----------
    source : binary file
        The file, open for reading.
    layout : Layout
        How it is laid out.
    columns : sequence of str
        The names of the columns to read.
    rows_per_block : int
        How many rows a block has at most.

    Raises
    ------
    RatingsError
        If a column is not there, or a row cannot be read.
    """
    names, rows = first_rows(source, layout)
    if not rows:
        raise RatingsError("There is a header and nothing below it: no row has a rating.")
    for column in columns:
        if column not in names:
            raise RatingsError(
                "There is no column {column}. The columns are: {columns}.",
                column=shown(column),
                columns=", ".join(map(shown, names[:20])) + (", …" if len(names) > 20 else ""),
            )
    read = {
        "text": text.read_blocks,
        "excel": excel.read_blocks,
        "sav": excel.read_blocks,
        "dta": excel.read_blocks,
        "parquet": parquet.read_blocks,
        "jsonl": json_lines.read_blocks,
    }[layout.kind]
    return read(source, layout, names, columns, rows_per_block)
