"""What all formats share: a block of rows, and a file that is read."""

from __future__ import annotations

import io
import itertools
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from qwk_core.errors import RatingsError, shown
from qwk_core.files.layouts import HEAD, Layout

MOST_NAMED = 20
"""The columns that a message names."""

SHOWN_ROWS = 1_000
"""The rows, from the first, that a table is judged by."""

MOST_COLUMNS = 4_000
"""The columns of a table that are looked through."""

BYTES_PER_ROW = 16
"""Of text, so that a block has about as many rows as were asked for."""


@dataclass(frozen=True)
class Block:
    """Some rows of the columns asked for.

    Attributes
    ----------
    columns : tuple of pyarrow.Array or list
        Equally long: pyarrow arrays of any type, or lists of Python values.
    rows : sequence of int
        The number of each row in the file, counted from 1; the header and blank rows count.
    share : float
        How much of the file has been read by now, from 0 to 1.
    """

    columns: tuple[Any, ...]
    rows: Sequence[int]
    share: float


def read_head(source: BinaryIO, layout: Layout, size: int = HEAD) -> str:
    """Return the beginning of a text.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        Names the encoding.
    size : int
        Of how many bytes.

    Returns
    -------
    str

    Raises
    ------
    RatingsError
        If the text is not encoded so.
    """
    source.seek(0)
    try:
        return source.read(size).decode(layout.encoding, errors="replace").removeprefix("\ufeff")
    except UnicodeError as error:  # some encodings know no replacement
        raise wrong_encoding(layout.encoding) from error


class CountedFile(io.RawIOBase):
    """A file as a reader in another thread may use it: counted, and shut when we are done."""

    def __init__(self, source: BinaryIO) -> None:
        self._lock, self._source = threading.Lock(), source
        self._open = True
        self.size = source.seek(0, io.SEEK_END)
        source.seek(0)
        self.taken = 0
        self.n_quotes, self.n_lines = 0, 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes, none once the file was left.

        Parameters
        ----------
        size : int
            How many bytes; −1 for all that are left.

        Returns
        -------
        bytes
        """
        with self._lock:
            block = self._source.read(size) if self._open else b""
        self.taken += len(block)
        self.n_quotes += block.count(b'"')
        self.n_lines += block.count(b"\n")
        return block

    def readinto(self, buffer: Any) -> int:
        """Put the next bytes into a buffer, and return how many there were.

        Parameters
        ----------
        buffer : writable buffer
            Where the bytes go.

        Returns
        -------
        int
        """
        block = self.read(len(buffer))
        buffer[: len(block)] = block
        return len(block)

    def share(self, _row: int = 0) -> float:
        """Return how much of it was read so far, from 0 to 1.

        Parameters
        ----------
        _row : int, optional
            The number of a row, which tells nothing here.
        """
        return min(self.taken / max(self.size, 1), 1.0)

    def leave(self) -> None:
        """Stop reading; the file itself stays open."""
        with self._lock:
            self._open = False

    def check_whole(self) -> None:
        """Refuse a file of which a part was cut off while it was read.

        Raises
        ------
        RatingsError
            If fewer bytes came than the file had.
        """
        if self.taken < self.size:
            raise RatingsError(
                "This file became shorter while it was read: {taken} of {size} bytes came. Read "
                "it again once it is whole.",
                taken=self.taken,
                size=self.size,
            )


def blocks_of(
    rows: Iterable[tuple[int, Sequence[Any]]],
    places: Sequence[int],
    rows_per_block: int,
    share: Callable[[int], float],
) -> Generator[Block, None, None]:
    """Yield numbered rows as blocks of some columns; a row that ends before one misses its cell.

    Parameters
    ----------
    rows : iterable of (int, sequence)
    places : sequence of int
        Of the columns.
    rows_per_block : int
        How many rows a block has at most.
    share : callable
        From the number of the last row to how much was read so far, from 0 to 1.

    Yields
    ------
    Block
    """
    given = iter(rows)
    while block := list(itertools.islice(given, rows_per_block)):
        columns = (
            [cells[place] if place < len(cells) else None for _, cells in block] for place in places
        )
        yield Block(tuple(columns), [row for row, _ in block], share(block[-1][0]))


def cell_text(cell: object) -> str:
    """Return a cell that has a type as text.

    Parameters
    ----------
    cell : object
        None for an empty one.

    Returns
    -------
    str
    """
    return "" if cell is None else str(cell)


def listed(names: Sequence[str], most: int = MOST_NAMED) -> str:
    """Return names with commas between them, the first twenty.

    Parameters
    ----------
    names : sequence of str
    most : int
        How many are named.

    Returns
    -------
    str

    Examples
    --------
    >>> listed(["a", "b"]), listed(["a", "b"], 1)
    ('“a”, “b”', '“a”, …')
    """
    return ", ".join(map(shown, names[:most])) + (", …" if len(names) > most else "")


def check_named(columns: Iterable[str], names: Sequence[str]) -> None:
    """Refuse columns that a table does not have.

    Parameters
    ----------
    columns : iterable of str
        Those that somebody named.
    names : sequence of str
        Those of the table.

    Raises
    ------
    RatingsError
        Naming the first that is not there.
    """
    for column in columns:
        if column not in names:
            raise RatingsError(
                "There is no column {column}. The columns are: {columns}.",
                column=shown(column),
                columns=listed(names),
            )


def check_distinct(columns: Sequence[str]) -> None:
    """Refuse columns of which one is named twice.

    Parameters
    ----------
    columns : sequence of str

    Raises
    ------
    RatingsError
        Naming it.
    """
    twice = next((name for at, name in enumerate(columns) if name in columns[:at]), None)
    if twice is not None:
        raise RatingsError(
            "Column {column} is named twice; each column can be used once.", column=shown(twice)
        )


def check_two(names: Sequence[str]) -> None:
    """Refuse a table of one column.

    Parameters
    ----------
    names : sequence of str

    Raises
    ------
    RatingsError
    """
    if len(names) < 2:
        raise RatingsError(
            "This table has one column, {column}; two are needed, actual and predicted. Is "
            "something else between the cells?",
            column=shown(names[0]),
        )


def no_rows() -> RatingsError:
    """Return the error for a table without a row.

    Returns
    -------
    RatingsError
    """
    return RatingsError("There is a header and nothing below it: no row has a rating.")


def check_columns(columns: int) -> None:
    """Refuse a table with more columns than anybody looks through.

    Parameters
    ----------
    columns : int

    Raises
    ------
    RatingsError
        If there are more than `MOST_COLUMNS`.
    """
    if columns > MOST_COLUMNS:
        raise RatingsError(
            "This table has {columns} columns; {most} is the most that is looked through. Keep "
            "those with the ratings.",
            columns=columns,
            most=MOST_COLUMNS,
        )


def wrong_encoding(encoding: str) -> RatingsError:
    """Return the error for a text that is not encoded as its layout says.

    Parameters
    ----------
    encoding : str
        Python's name of the encoding.

    Returns
    -------
    RatingsError
    """
    return RatingsError(
        "This file is not encoded in {encoding}. Choose another encoding, or save the file as "
        "UTF-8.",
        encoding=encoding,
    )


def empty_file() -> RatingsError:
    """Return the error for a file without any row.

    Returns
    -------
    RatingsError
    """
    return RatingsError("This file is empty: give a table with two columns of ratings.")


def whole_lines(text: str) -> list[str]:
    """Return the lines of a text's beginning, without a last one that may be cut off.

    Parameters
    ----------
    text : str
        The beginning, as `read_head` returns it.

    Returns
    -------
    list of str
        At most 2,000, each with its end.
    """
    lines = list(io.StringIO(text, newline=""))  # not at what else Unicode calls a line's end
    if len(lines) > 2 and len(text) >= HEAD // 2 and not lines[-1].endswith(("\n", "\r")):
        lines.pop()
    return lines[:2_000]


def split_names(rows: list[list[str]], layout: Layout) -> tuple[list[str], list[list[str]]]:
    """Part a table's names from its rows.

    Parameters
    ----------
    rows : list of list of str
        The first rows, one or more, with those of names among them.
    layout : Layout

    Returns
    -------
    names : list of str
        "column 1" and so on where no row has names.
    rows : list of list of str
    """
    if not layout.header:
        return [f"column {place}" for place in range(1, len(rows[0]) + 1)], rows
    if layout.second_header and len(rows) > 1:
        return join_headers(*rows[:2]), rows[2:]
    return rows[0], rows[1:]


def join_headers(above: Sequence[str], below: Sequence[str]) -> list[str]:
    """Return the names that two rows of headings make together.

    Parameters
    ----------
    above, below : sequence of str
        The two rows. A heading above that is empty is the one before it: cells were merged.

    Returns
    -------
    list of str

    Examples
    --------
    >>> join_headers(["", "Rater 1", "", "Rater 2", ""], ["id", "style", "total", "style", "total"])
    ['id', 'Rater 1 style', 'Rater 1 total', 'Rater 2 style', 'Rater 2 total']
    """
    names, group = [], ""
    for upper, lower in itertools.zip_longest(above, below, fillvalue=""):
        group, lower = upper.strip() or group, lower.strip()
        names.append(" ".join(filter(None, (group, lower))) if lower != group else lower)
    return names
