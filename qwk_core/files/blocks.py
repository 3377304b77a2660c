"""Tables of any kind, read block by block: a file's size does not show in the memory it takes."""

from __future__ import annotations

import contextlib
import io
import itertools
import zipfile
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, BinaryIO, TypeAlias

from qwk_core.errors import RatingsError
from qwk_core.files.encoding import cells_of, group_label, numbers_of
from qwk_core.files.formats import excel, json_lines, parquet, text
from qwk_core.files.formats.common import (
    Block,
    blocks_of,
    cell_text,
    check_columns,
    check_named,
    no_rows,
)
from qwk_core.files.layouts import Layout
from qwk_core.files.profiles import Profile, profiles
from qwk_core.files.reshape import largest_of, transposed

ROWS_PER_BLOCK = 16_384

Progress: TypeAlias = Callable[[float], object]
"""What is told the share read so far, from 0 to 1."""

_FORMATS: dict[str, Any] = {
    "text": text,
    "excel": excel,
    "sav": excel,
    "dta": excel,
    "parquet": parquet,
    "jsonl": json_lines,
}


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
    names, rows = _FORMATS[layout.kind].first_rows(source, layout)
    if not names:
        raise RatingsError("This table has no column: two are needed, actual and predicted.")
    check_columns(len(names))
    unique = unique_names(names)
    if layout.transposed:
        unique, rows = _transposed(source, layout, unique)
    return with_largest(unique, rows, layout) if layout.largest else (unique, rows)


def with_largest(
    names: tuple[str, ...], rows: Sequence[Sequence[str]], layout: Layout
) -> tuple[tuple[str, ...], list[list[str]]]:
    """Return the names and the cells of a table with the columns that are made of others.

    Parameters
    ----------
    names : tuple of str
        Of the columns of the file.
    rows : sequence of sequence of str
        Their cells; shorter rows miss their last cells.
    layout : Layout
        Which columns are made.

    Returns
    -------
    names : tuple of str
    rows : list of lists of str
    """
    columns = {one.name: one for one in profiles(names, rows, layout.decimal)}
    made = [
        largest_of(one, [columns[part].numbers_by(one.mark) for part in one.columns])
        for one in layout.largest
    ]
    cells = zip(*(columns[name].cells for name in names), *made, strict=True)
    return (*names, *(one.name for one in layout.largest)), [list(row) for row in cells]


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
        Bytes: of an archive of rows, unpacked; of Parquet at least two a row; else the size.
    """
    size = source.seek(0, io.SEEK_END)
    source.seek(0)
    if _FORMATS[layout.kind] is excel:
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
        raise no_rows()
    check_named(columns, names)
    places = [names.index(one) for one in columns]
    if layout.transposed:  # all its rows are read by now
        return blocks_of(enumerate(rows, 1), places, rows_per_block, lambda row: row / len(rows))
    if layout.largest:
        return _with_made(source, layout, columns, rows_per_block)
    blocks: Generator[Block, None, None] = _FORMATS[layout.kind].read_blocks(
        source, layout, places, rows_per_block
    )
    return blocks


def told_blocks(
    source: BinaryIO,
    layout: Layout,
    columns: Sequence[str],
    progress: Progress | None = None,
    rows_per_block: int = ROWS_PER_BLOCK,
) -> Iterator[Block]:
    """Read some columns of a table block by block, and tell how far.

    Parameters
    ----------
    source, layout, columns
        As `read_blocks` takes them.
    progress : callable, optional
        Told the share read so far, from 0 to 1, after each block.
    rows_per_block : int
        How many rows a block has at most.

    Yields
    ------
    Block
    """
    needed = tuple(dict.fromkeys((*columns, *layout.only[:1])))
    with contextlib.closing(read_blocks(source, layout, needed, rows_per_block)) as blocks:
        for block in blocks:
            yield _only(block, needed, len(columns), layout) if layout.only else block
            if progress is not None:
                progress(block.share)
    if progress is not None:
        progress(1.0)


def _only(block: Block, names: Sequence[str], n: int, layout: Layout) -> Block:
    """Return the rows with the wanted value in the column that tells it, of the first n columns."""
    column, value = layout.only
    cells = cells_of(block.columns[names.index(column)])
    kept = [at for at, cell in enumerate(cells) if group_label(cell, layout.decimal) == value]
    rows = [block.rows[at] for at in kept]
    columns = tuple([one[at] for at in kept] for one in map(cells_of, block.columns[:n]))
    return replace(block, columns=columns, rows=rows)


def _with_made(
    source: BinaryIO, layout: Layout, columns: Sequence[str], rows_per_block: int
) -> Generator[Block, None, None]:
    """Read columns of which some are made of others."""
    made = {one.name: one for one in layout.largest}
    parts = {one: made[one].columns if one in made else (one,) for one in columns}
    needed = tuple(dict.fromkeys(itertools.chain.from_iterable(parts.values())))
    plain = replace(layout, largest=())
    with contextlib.closing(read_blocks(source, plain, needed, rows_per_block)) as blocks:
        for block in blocks:
            known = dict(zip(needed, block.columns, strict=True))
            for one in made.keys() & parts.keys():
                mark, own = made[one].mark, [known[part] for part in parts[one]]
                if mark:
                    texts = ([*map(cell_text, cells_of(each))] for each in own)
                    own = [Profile("", tuple(each)).numbers_by(mark) for each in texts]
                else:
                    named = zip(own, parts[one], strict=True)
                    own = [numbers_of(*each, layout.decimal, block.rows) for each in named]
                known[one] = largest_of(made[one], own)
            yield replace(block, columns=tuple(known[one] for one in columns))


def _transposed(
    source: BinaryIO, layout: Layout, names: Sequence[str]
) -> tuple[tuple[str, ...], list[list[str]]]:
    """Return the names and all rows of a table whose rows are raters, as one item per row."""
    plain = replace(layout, transposed=False, largest=())
    rows: list[list[str]] = []
    with contextlib.closing(read_blocks(source, plain, names)) as blocks:
        for block in blocks:
            columns = map(cells_of, block.columns)
            rows += ([cell_text(cell) for cell in row] for row in zip(*columns, strict=True))
    turned, items = transposed(names, rows)
    return unique_names(turned), items
