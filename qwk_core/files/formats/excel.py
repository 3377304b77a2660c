"""Spreadsheets (.xlsx, .xlsb, .xls, .ods) and statistics files (.sav, .dta), read row by row.

A process of its own reads them (`sheet_process`): what ends it is an error here, and no more.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from qwk_core.errors import NoRoomError, RatingsError, shown
from qwk_core.files import limited
from qwk_core.files.formats.common import (
    SHOWN_ROWS,
    Block,
    blocks_of,
    cell_text,
    check_columns,
    split_names,
)
from qwk_core.files.layouts import Layout
from qwk_core.files.missing import is_missing_word

# What a file may unpack to: its sheet, and all else, which is held at once.
_MOST_UNPACKED = 400 * 2**20
_MOST_SHARED = 32 * 2**20
_MOST_ROWS = 2**20  # of a sheet

WORKBOOKS = frozenset({"xl/workbook.xml", "xl/workbook.bin", "content.xml"})
"""Parts by which a zip archive is known as a workbook: .xlsx, .xlsb and .ods."""

_SCRIPT = Path(__file__).with_name("sheet_process.py")
_PACKAGES = {"python_calamine": "python-calamine", "pyreadstat": "pyreadstat"}

NumberedRows: TypeAlias = Iterator[tuple[int, list[Any]]]


def find_layout(source: BinaryIO) -> Layout:
    """Return the layout of a workbook: its sheets, the first that is shown with a table chosen.

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
    with _process(source, "excel", "") as (about, _):
        sheets = tuple(about["sheets"])
    if not sheets:
        raise RatingsError("This workbook has no sheet.")
    tables = tuple(about["tables"])
    sheet = (tables or about["visible"] or sheets)[0]
    return Layout("excel", sheet=sheet, sheets=sheets, tables=tables)


def check_unpacked(source: BinaryIO) -> None:
    """Refuse a zip archive that is no workbook, or that would unpack to too much.

    The sizes that the archive declares are binding: `zipfile` unpacks no more than these.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek. What is no zip archive (.xls) passes.

    Raises
    ------
    RatingsError
        If it is one or the other.
    """
    source.seek(0)
    if source.read(2) != b"PK":
        return
    source.seek(0)
    try:
        with zipfile.ZipFile(source) as archive:
            sizes = {item.filename: item.file_size for item in archive.infolist()}
    # zipfile raises these if the index is cut short, is wrong, or needs what zipfile does not have.
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as broken:
        raise RatingsError("This file is damaged: it begins like an Excel file.") from broken
    if not WORKBOOKS & sizes.keys():
        raise RatingsError(
            "This is a zip archive without a workbook in it. Unpack it, and give the table itself."
        )
    shared = sum(
        size
        for name, size in sizes.items()
        if not name.startswith("xl/worksheets/") and name != "content.xml"
    )
    if sum(sizes.values()) > _MOST_UNPACKED or shared > _MOST_SHARED:
        raise RatingsError(
            "This workbook unpacks to {size} MB, more than is read here. Save the sheet with the "
            "ratings as CSV.",
            size=sum(sizes.values()) // 2**20,
        )


@contextlib.contextmanager
def _process(
    source: BinaryIO, kind: str, sheet: str
) -> Iterator[tuple[dict[str, Any], Iterator[list[Any]]]]:
    """Read a file in a process of its own: what it says about it, and its rows."""
    check_unpacked(source)
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(limited.turn())
        except TimeoutError as error:
            raise NoRoomError(
                "Many workbooks are read on this computer at this moment. Try again a little "
                "later, or save the sheet with the ratings as CSV."
            ) from error
        process = stack.enter_context(_started(source, kind, sheet))
        assert process.stdout is not None, "it is a pipe"
        first = process.stdout.readline()
        if not first.startswith("{"):
            raise _refused(process.wait(), first.strip())
        yield json.loads(first), _lines(process)


@contextlib.contextmanager
def _started(source: BinaryIO, kind: str, sheet: str) -> Iterator[subprocess.Popen[str]]:
    """Start the process with a copy of the file; both are gone at the end."""
    source.seek(0)
    try:
        with tempfile.NamedTemporaryFile(suffix=f".{kind}", delete=False) as copy:
            shutil.copyfileobj(source, copy)
    except OSError as error:
        raise NoRoomError(
            "There is no room for a copy of this workbook: {reason}. Save the sheet with the "
            "ratings as CSV.",
            reason=error.strerror or "?",
        ) from error
    try:
        with limited.process(
            _SCRIPT, kind, copy.name, sheet, stdin=subprocess.DEVNULL, text=True, encoding="utf-8"
        ) as process:
            yield process
    finally:
        Path(copy.name).unlink()


def _lines(process: subprocess.Popen[str]) -> Iterator[list[Any]]:
    assert process.stdout is not None, "it is a pipe"
    for line in process.stdout:
        yield json.loads(line)
    if process.wait():
        raise _refused(process.returncode, "")


def _refused(status: int, reason: str) -> RatingsError:
    if status == 3:
        package = _PACKAGES.get(reason, reason)
        return RatingsError(
            "To read this file, {package} is needed: pip install {package}. Or save it as CSV.",
            package=package,
        )
    if status == 4:
        return RatingsError(
            "This file is damaged, or locked by a password. Save it again without one, or as CSV."
        )
    return RatingsError(
        "This file needs more memory or time than it is given here. Save the sheet with the "
        "ratings as CSV."
    )


@contextlib.contextmanager
def opened(source: BinaryIO, layout: Layout) -> Iterator[tuple[dict[str, Any], NumberedRows]]:
    """Open a sheet: what is said of it, and its rows that are not blank.

    Parameters
    ----------
    source : binary file
        The workbook, or the statistics file.
    layout : Layout
        Its kind, and the sheet.

    Yields
    ------
    about : dict
        Of a sheet the "hidden_rows", counted from 1, and the "hidden_columns", counted from 0; of a
        statistics file the "labels": by column, each code, as text, and what it means.
    rows : iterator of (int, list)
        The number of each row, counted from 1, blank rows included; and its cells: numbers, bool
        and text, None for an empty one. A code that a statistics file labels as a missing rating,
        such as 9 for “don't know”, is that label.

    Raises
    ------
    RatingsError
        If the sheet is not there, or damaged; if its formulas were never calculated.
    """
    with _process(source, layout.kind, layout.sheet) as (about, rows):
        if layout.kind == "excel" and layout.sheet not in about["sheets"]:
            raise RatingsError("There is no sheet {sheet}.", sheet=shown(layout.sheet))
        if about.get("uncalculated"):
            raise RatingsError(
                "{n} formulas in this workbook have no result: the program that wrote them did not "
                "calculate. Open the file in Excel or LibreOffice, save it, and try again.",
                n=about["uncalculated"],
            )
        yield about, _with_missing(rows, _missing_codes(about))


def _with_missing(
    rows: Iterable[list[Any]], missing: Mapping[int, Mapping[str, str]]
) -> NumberedRows:
    """Yield rows in which a code for a missing rating is what it means."""
    for number, cells in rows:
        check_columns(len(cells))
        for place, codes in missing.items():
            cells[place] = codes.get(str(cells[place]), cells[place])
        yield number, cells


def _missing_codes(about: Mapping[str, Any]) -> dict[int, dict[str, str]]:
    """Return the codes that a statistics file labels as missing, by the column's place."""
    labels: Mapping[str, Mapping[str, str]] = about.get("labels", {})
    found = {
        place: {code: text for code, text in labels.get(name, {}).items() if is_missing_word(text)}
        for place, name in enumerate(about.get("names", ()))
    }
    return {place: codes for place, codes in found.items() if codes}


def first_rows(source: BinaryIO, layout: Layout) -> tuple[list[str], list[list[str]]]:
    """Return the names of a sheet's columns and its first rows, as text.

    Parameters
    ----------
    source : binary file
        The workbook.
    layout : Layout
        Names the sheet, and says where its names are.

    Returns
    -------
    names : list of str
    rows : list of list of str

    Raises
    ------
    RatingsError
        If the sheet is empty, not there, or damaged.
    """
    with opened(source, layout) as (_, all_rows):
        rows = [
            [cell_text(value) for value in cells]
            for _, cells in itertools.islice(_of_table(all_rows, layout), SHOWN_ROWS + 2)
        ]
    if not rows:
        raise RatingsError(
            "The sheet {sheet} is empty: choose the one with the ratings.",
            sheet=shown(layout.sheet),
        )
    return split_names(rows, layout)


def _of_table(rows: NumberedRows, layout: Layout) -> NumberedRows:
    return (
        (number, cells)
        for number, cells in rows
        if number > layout.skipped and number not in layout.left_out
    )


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

    Raises
    ------
    RatingsError
        If the sheet is damaged.
    """
    places = [names.index(column) for column in columns]
    with opened(source, layout) as (_, all_rows):
        rows = itertools.islice(
            _of_table(all_rows, layout), layout.header + layout.second_header, None
        )
        yield from blocks_of(rows, places, rows_per_block, lambda row: min(row / _MOST_ROWS, 1.0))
