"""Excel workbooks (.xlsx), a sheet at a time."""

from __future__ import annotations

import itertools
import warnings
import zipfile
import zlib
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, BinaryIO, TypeVar
from xml.etree.ElementTree import ParseError

from qwk_core.errors import RatingsError, shown
from qwk_core.files.formats.common import Block
from qwk_core.files.layouts import Layout

# What an Excel file may unpack to: its sheet is read row by row, its shared texts all at once.
_MOST_UNPACKED = 400 * 2**20
_MOST_SHARED = 32 * 2**20
_MOST_ROWS = 2**20  # of a sheet

# What openpyxl runs into where a workbook is not what it should be.
_DAMAGE = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,  # a password, or a compression that Python does not know
    TypeError,
    ValueError,
    ParseError,
    zipfile.BadZipFile,
    zlib.error,
)

T = TypeVar("T")


def find_layout(source: BinaryIO) -> Layout:
    """Return the layout of a workbook: its sheets, the first that is shown chosen.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.

    Returns
    -------
    Layout

    Raises
    ------
    RatingsError
        If it is damaged, unpacks to too much, or has no sheet.
    """
    check_unpacked(source)
    workbook = _opened(source)
    sheets = tuple(workbook.sheetnames)
    if not sheets:
        raise RatingsError("This workbook has no sheet.")
    visible = [sheet.title for sheet in workbook.worksheets if sheet.sheet_state == "visible"]
    return Layout("excel", sheet=(visible or sheets)[0], sheets=sheets)


def check_unpacked(source: BinaryIO) -> None:
    """Refuse a zip archive that is no workbook, or that would unpack to too much.

    The sizes that the archive declares are binding: `zipfile` unpacks no more than these.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.

    Raises
    ------
    RatingsError
        If it is one or the other.
    """
    source.seek(0)
    try:
        with zipfile.ZipFile(source) as archive:
            sizes = {item.filename: item.file_size for item in archive.infolist()}
    # What zipfile says of an index that is cut short, points nowhere, or asks for what it lacks.
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as broken:
        raise RatingsError("This file is damaged: it begins like an Excel file.") from broken
    if "xl/workbook.xml" not in sizes:
        raise RatingsError(
            "This is a zip archive without a workbook in it. Unpack it, and give the table itself."
        )
    shared = sum(size for name, size in sizes.items() if not name.startswith("xl/worksheets/"))
    if sum(sizes.values()) > _MOST_UNPACKED or shared > _MOST_SHARED:
        raise RatingsError(
            "This workbook unpacks to {size} MB, more than is read here. Save the sheet with the "
            "ratings as CSV.",
            size=sum(sizes.values()) // 2**20,
        )


def _opened(source: BinaryIO) -> Any:
    """Open an Excel file whose unpacked size has been looked at; any damage is a RatingsError."""
    from openpyxl import load_workbook

    source.seek(0)
    # It warns of styles and checks it does not know. For good, and not while the file is open:
    # what is put back at the end would be put back in the midst of another reader's work.
    warnings.filterwarnings("ignore", category=UserWarning, module=r"openpyxl\.")
    try:
        return load_workbook(source, read_only=True, data_only=True)
    except _DAMAGE as error:
        raise _damaged() from error


def _guarded(rows: Iterator[T]) -> Iterator[T]:
    """Yield what openpyxl yields; what goes wrong in it, and nothing else, is damage."""
    while True:
        try:
            row = next(rows, None)
        except _DAMAGE as error:
            raise _damaged() from error
        if row is None:
            return
        yield row


def _damaged() -> RatingsError:
    return RatingsError("This Excel file is damaged. Save it again, or as CSV.")


def numbered_rows(
    source: BinaryIO, layout: Layout, n_columns: int | None = None
) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield the rows of a sheet that are not blank, each with its number in the sheet.

    Parameters
    ----------
    source : binary file
        The workbook.
    layout : Layout
        Names the sheet.
    n_columns : int, optional
        How many cells of a row to read; all of them without.

    Yields
    ------
    row : int
        Counted from 1, blank rows included.
    cells : tuple
        Python values; None where a cell is empty.

    Raises
    ------
    RatingsError
        If the sheet is not there, or damaged.
    """
    workbook = _opened(source)
    if layout.sheet not in workbook.sheetnames:
        raise RatingsError("There is no sheet {sheet}.", sheet=shown(layout.sheet))
    sheet = workbook[layout.sheet]
    if not hasattr(sheet, "reset_dimensions"):
        raise RatingsError(
            "The sheet {sheet} is a chart: choose the one with the ratings.",
            sheet=shown(layout.sheet),
        )
    sheet.reset_dimensions()  # which a file may state wrongly
    rows = sheet.iter_rows(values_only=True, max_row=_MOST_ROWS, max_col=n_columns)
    for number, cells in enumerate(_guarded(iter(rows)), start=1):
        if any(value is not None for value in cells):
            yield number, cells


def first_rows(source: BinaryIO, layout: Layout) -> tuple[list[str], list[list[str]]]:
    """Return the names of a sheet's columns and its first rows, as text.

    Parameters
    ----------
    source : binary file
        The workbook.
    layout : Layout
        Names the sheet, and says whether its first row has names.

    Returns
    -------
    names : list of str
    rows : list of list of str

    Raises
    ------
    RatingsError
        If the sheet is empty, not there, or damaged.
    """
    check_unpacked(source)
    rows = [
        ["" if value is None else str(value) for value in cells]
        for _, cells in itertools.islice(_of_table(numbered_rows(source, layout), layout), 101)
    ]
    if not rows:
        raise RatingsError(
            "The sheet {sheet} is empty: choose the one with the ratings.",
            sheet=shown(layout.sheet),
        )
    if not layout.header:
        return [f"column {place}" for place in range(1, max(map(len, rows)) + 1)], rows
    return rows[0], rows[1:]


def _of_table(rows: Iterable[tuple[int, T]], layout: Layout) -> Iterator[tuple[int, T]]:
    return ((number, cells) for number, cells in rows if number > layout.skipped)


def read_blocks(
    source: BinaryIO,
    layout: Layout,
    names: Sequence[str],
    columns: Sequence[str],
    rows_per_block: int,
) -> Generator[Block, None, None]:
    """Read some columns of a sheet block by block.

    Parameters
    ----------
    source : binary file
        The workbook.
    layout : Layout
        How it is to be read.
    names : sequence of str
        The names of all columns.
    columns : sequence of str
        Those to read.
    rows_per_block : int
        How many rows a block has.

    Yields
    ------
    Block
    """
    places = [names.index(column) for column in columns]
    rows = _of_table(numbered_rows(source, layout, len(names)), layout)
    if layout.header:
        next(rows)
    while block := list(itertools.islice(rows, rows_per_block)):
        taken = tuple(
            [cells[place] if place < len(cells) else None for _, cells in block] for place in places
        )
        numbers = [number for number, _ in block]
        yield Block(taken, numbers, min(numbers[-1] / _MOST_ROWS, 1.0))
