"""The raw rows of a file, each with its number: what its shape is recognised by."""

from __future__ import annotations

import io
import itertools
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import BinaryIO

from qwk_core.files.blocks import first_rows
from qwk_core.files.formats import excel, text
from qwk_core.files.formats.common import CountedFile, cell_text, empty_file, read_head, whole_lines
from qwk_core.files.layouts import HEAD, Layout

_MOST_WHOLE = 20_000  # rows of which all are looked at
_FIRST = 2_000  # rows of a longer table
_LAST = 60
_LARGEST_WHOLE = 2 * 2**20  # bytes of a text of which all rows are looked at


@dataclass(frozen=True)
class Row:
    """One row of a file.

    Attributes
    ----------
    number : int
        Its number in the file, counted from 1.
    cells : tuple of str
        Without blanks around them, and without empty ones at the end.
    hidden : bool
        Whether the sheet does not show it.
    """

    number: int
    cells: tuple[str, ...]
    hidden: bool = False

    @property
    def filled(self) -> int:
        """How many cells are not empty."""
        return sum(map(bool, self.cells))

    @property
    def folded(self) -> tuple[str, ...]:
        """Its cells in small letters."""
        return tuple(map(str.casefold, self.cells))

    def cell(self, place: int) -> str:
        """Return a cell; empty beyond the last one.

        Parameters
        ----------
        place : int
            The position of the cell in its row, from 0.

        Returns
        -------
        str
        """
        return self.cells[place] if place < len(self.cells) else ""


@dataclass(frozen=True)
class Grid:
    """The rows of a file that are not blank: all of them, or its first and its last.

    Attributes
    ----------
    rows : tuple of Row
        All of them, or the first 2,000.
    last : tuple of Row
        The last ones of a longer file.
    hidden_columns : tuple of int
        The places of columns that the sheet does not show.
    labels : mapping of str to mapping of str to str
        What the codes of each column mean, where the file says it.
    """

    rows: tuple[Row, ...]
    last: tuple[Row, ...] = ()
    hidden_columns: tuple[int, ...] = ()
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def decimal_of(layout: Layout, rows: Iterable[Sequence[str]]) -> str:
    """Return what stands before decimals: in a format with types, numbers may be text all the same.

    Parameters
    ----------
    layout : Layout
        What `detect` found; of a text, it knows.
    rows : iterable of sequence of str

    Returns
    -------
    {".", ","}
    """
    return layout.decimal if layout.kind == "text" else text.find_decimal(rows)


def read_grid(source: BinaryIO, layout: Layout) -> Grid:
    r"""Return the raw rows of a file, headings, titles and footers among them.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        How it is to be read; what it leaves out is in the grid.

    Returns
    -------
    Grid

    Raises
    ------
    RatingsError
        If the file cannot be read so, or no cell of it is filled.

    Examples
    --------
    >>> import io
    >>> grid = read_grid(io.BytesIO(b"Study 7\n\na,b\n1,2\n"), Layout("text"))
    >>> [(row.number, row.cells) for row in grid.rows]
    [(1, ('Study 7',)), (3, ('a', 'b')), (4, ('1', '2'))]
    """
    grid = _read(source, layout)
    if not grid.rows:
        first_rows(source, layout)  # which says what is empty
        raise empty_file()
    return grid


def _read(source: BinaryIO, layout: Layout) -> Grid:
    if layout.kind == "text":
        return _of_text(source, layout)
    with excel.opened(source, layout) as (about, all_rows):
        cells = ((number, [cell_text(one) for one in cells]) for number, cells in all_rows)
        grid = _grid(cells, frozenset(about.get("hidden_rows", ())))
    columns = tuple(about.get("hidden_columns", ()))
    return replace(grid, hidden_columns=columns, labels=about.get("labels", {}))


def _grid(rows: Iterable[tuple[int, Sequence[str]]], hidden: Collection[int] = ()) -> Grid:
    read = _rows(rows, hidden)
    first = tuple(itertools.islice(read, _MOST_WHOLE))
    last = deque(read, maxlen=_LAST)
    return Grid(first[:_FIRST] if last else first, tuple(last))


def _rows(rows: Iterable[tuple[int, Sequence[str]]], hidden: Collection[int] = ()) -> Iterator[Row]:
    for number, cells in rows:
        cleaned = [" ".join(cell.split()) for cell in cells]
        while cleaned and not cleaned[-1]:
            cleaned.pop()
        if cleaned:
            yield Row(number, tuple(cleaned), number in hidden)


def _of_text(source: BinaryIO, layout: Layout) -> Grid:
    size = source.seek(0, io.SEEK_END)
    whole = size <= _LARGEST_WHOLE
    head = read_head(source, layout, _LARGEST_WHOLE if whole else HEAD)
    lines = io.StringIO(head, newline="") if whole else whole_lines(head)
    rows = text.numbered_rows(lines, layout.delimiter, whole=whole)
    grid = _grid(row for row in rows if row[0] > layout.skipped)
    return grid if whole else Grid(grid.rows[:_FIRST], _last_of_text(source, layout, size))


def _last_of_text(source: BinaryIO, layout: Layout, size: int) -> tuple[Row, ...]:
    """Return the last rows of a long text, numbered from its end: -1 is the very last."""
    source.seek(max(size - HEAD // 8, 0))
    lines = source.read().decode(layout.encoding, errors="replace").splitlines(keepends=True)[1:]
    rows = tuple(_rows(text.numbered_rows(lines, layout.delimiter)))[-_LAST:]
    last = rows[-1].number if rows else 0
    return tuple(Row(row.number - last - 1, row.cells) for row in rows)


def number_last(source: BinaryIO, layout: Layout, rows: Iterable[int]) -> tuple[int, ...]:
    """Return the numbers that rows numbered from the end of a long text have in the file.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        How it is to be read.
    rows : iterable of int
        Negative where they count from the end.

    Returns
    -------
    tuple of int
    """
    wanted = tuple(rows)
    if all(row > 0 for row in wanted):
        return wanted
    total = max(row for row, _ in text.items_of(CountedFile(source), layout))
    return tuple(row if row > 0 else total + 1 + row for row in wanted)
