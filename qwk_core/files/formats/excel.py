"""Spreadsheets (.xlsx, .xlsb, .xls, .ods) and statistics files (.sav, .dta), read row by row.

A process of its own reads such a file once (`sheet_process`) and writes all its tables as an
archive of rows: what ends it is an error here, and no more. Everything else reads this archive.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import partial
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
from qwk_core.files.layouts import ALL_SHEETS, Layout
from qwk_core.files.missing import is_missing_word

WORKBOOKS = frozenset({"xl/workbook.xml", "xl/workbook.bin", "content.xml"})
"""Parts by which a zip archive is known as a workbook: .xlsx, .xlsb and .ods."""

_ABOUT = "about.json"  # the part of an archive of rows that tells what the tables are
_SCRIPT = Path(__file__).with_name("sheet_process.py")
_FEWEST_ROWS = 3  # of a table, its names among them
_RATER = "rater"  # the column with the names of the sheets

# SPSS and Stata: Stata before version 13 begins with its version and the order of its bytes.
_BEGINNINGS = {
    "excel": (b"PK\x03\x04", b"\xd0\xcf\x11\xe0"),
    "sav": (b"$FL2", b"$FL3"),
    "dta": (b"<stata_dta>", *(bytes([v, at, 1, 0]) for v in (113, 114, 115) for at in (1, 2))),
}

NumberedRows: TypeAlias = Iterator[tuple[int, list[Any]]]


def kind_of(head: bytes) -> str:
    """Return the kind of a workbook or a statistics file, "" for any other file.

    Parameters
    ----------
    head : bytes
        How it begins.

    Returns
    -------
    {"excel", "sav", "dta", ""}
    """
    return next((kind for kind, marks in _BEGINNINGS.items() if head.startswith(marks)), "")


def as_rows(source: BinaryIO, kind: str) -> Generator[bytes, None, None]:
    """Read a file in a process of its own, and hand over all its tables.

    Parameters
    ----------
    source : binary file
        The workbook, or the statistics file; able to seek.
    kind : {"excel", "sav", "dta"}
        Which of them.

    Yields
    ------
    bytes
        Blocks of an archive of rows, which `find_layout` and `opened` read.

    Raises
    ------
    RatingsError
        If the file is damaged, takes too much, or is locked.
    NoRoomError
        If the computer is too busy, or its disk is full.
    """
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(limited.turn())
        except TimeoutError as error:
            raise NoRoomError(
                "Many workbooks are read on this computer at this moment. Try again a little "
                "later, or save the sheet with the ratings as CSV."
            ) from error
        source.seek(0)
        try:
            path = Path(stack.enter_context(tempfile.TemporaryDirectory()), "copy")
            with path.open("wb") as copy:
                shutil.copyfileobj(source, copy)
        except OSError as error:
            raise NoRoomError(
                "There is no room for a copy of this workbook: {reason}. Save the sheet with the "
                "ratings as CSV.",
                reason=error.strerror or "?",
            ) from error
        process = stack.enter_context(
            limited.process(_SCRIPT, kind, str(path), stdin=subprocess.DEVNULL)
        )
        assert process.stdout is not None, "it is a pipe"
        yield from iter(partial(process.stdout.read, 2**20), b"")
        if process.wait():
            raise _refused(process.returncode, kind)


def _refused(status: int, kind: str) -> RatingsError:
    if status == 3:
        return RatingsError(
            "To read this file, {package} is needed: pip install {package}. Or save it as CSV.",
            package="python-calamine" if kind == "excel" else "pyreadstat",
        )
    if status == 4:
        return RatingsError(
            "This file is damaged, or locked by a password. Save it again without one, or as CSV."
        )
    return RatingsError(
        "This file needs more memory or time than it is given here. Save the sheet with the "
        "ratings as CSV."
    )


def find_layout(source: BinaryIO) -> Layout:
    """Return the layout of a file: its sheets, the first that is shown with a table chosen.

    Parameters
    ----------
    source : binary file
        Its archive of rows.

    Returns
    -------
    Layout

    Raises
    ------
    RatingsError
        If it has no sheet.
    """
    with zipfile.ZipFile(source) as archive:
        kind, sheets, tables = _sheets(archive)
    if kind != "excel":
        return Layout(kind)
    if not sheets:
        raise RatingsError("This workbook has no sheet.")
    visible = [name for name, (one, *_) in sheets.items() if one["visible"]]
    named = tuple(one["name"] for one in tables)
    chosen = (*named, *visible, *sheets)[0]
    return Layout(kind, sheet=chosen, sheets=tuple(sheets), tables=named)


_Said: TypeAlias = list[dict[str, Any]]  # of sheets


def _sheets(archive: zipfile.ZipFile) -> tuple[str, dict[str, _Said], _Said]:
    """Return the kind of a file, what is said of its sheets, by name, and those with a table."""
    about = json.loads(archive.read(_ABOUT))
    sheets = {one["name"]: [one] for one in about["tables"]}
    tables = _tables(about["tables"]) if about["kind"] == "excel" else []
    every = {ALL_SHEETS: tables} if _common_names(tables) else {}
    return about["kind"], sheets | every, tables


def _tables(sheets: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the sheets of several that hold a table: rows of two cells, nearly as many as any."""
    visible = [one for one in sheets if one["visible"]]
    least = max(_FEWEST_ROWS, 0.3 * max((one["rows"] for one in visible), default=0))
    return [one for one in visible if one["rows"] >= least] if len(visible) > 1 else []


def _common_names(sheets: Sequence[dict[str, Any]]) -> list[str]:
    """Return the names above the columns of all sheets, each of which may be a rater's.

    The name of the sheet is taken out of them. There are none where sheets are not alike, hide
    something, or name their raters.
    """
    heads = []
    for one in sheets:
        name = re.compile(rf"(?i)\b{re.escape(one['name'])}\b")
        heads.append([" ".join(name.sub(" ", str(cell)).split()) for cell in one["first"]])
    words = all(isinstance(cell, str) for one in sheets for cell in one["first"])
    hides = any(one.get("hidden_rows") or one.get("hidden_columns") for one in sheets)
    alike = len(heads) > 1 and all(head == heads[0] for head in heads) and len(heads[0]) > 1
    named = alike and _RATER in map(str.casefold, heads[0])
    return heads[0] if alike and words and not (hides or named) else []


@contextlib.contextmanager
def opened(source: BinaryIO, layout: Layout) -> Iterator[tuple[dict[str, Any], NumberedRows]]:
    """Open a table: what is said of it, and its rows that are not blank.

    Parameters
    ----------
    source : binary file
        The archive of rows.
    layout : Layout
        Names the sheet.

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
        If the sheet is not there, or if its formulas were never calculated.
    """
    with zipfile.ZipFile(source) as archive:
        chosen = _sheets(archive)[1].get(layout.sheet)
        if chosen is None:
            raise RatingsError("There is no sheet {sheet}.", sheet=shown(layout.sheet))
        if n := sum(one.get("uncalculated", 0) for one in chosen):
            raise RatingsError(
                "{n} formulas in this workbook have no result: the program that wrote them did not "
                "calculate. Open the file in Excel or LibreOffice, save it, and try again.",
                n=n,
            )
        about = chosen[0]
        rows = _rows(archive, about) if len(chosen) == 1 else _stacked(archive, chosen)
        yield about, _with_missing(rows, about)


def _rows(archive: zipfile.ZipFile, about: Mapping[str, Any]) -> NumberedRows:
    with io.TextIOWrapper(archive.open(about["part"]), "ascii") as lines:
        yield from map(json.loads, lines)


def _stacked(archive: zipfile.ZipFile, sheets: Sequence[dict[str, Any]]) -> NumberedRows:
    """Yield the rows of sheets that are alike as one table, each behind the name of its sheet."""
    yield 1, [_RATER, *_common_names(sheets)]
    numbers = itertools.count(2)
    for one in sheets:
        differs = one["first"].__ne__
        rows = (cells for _, cells in _rows(archive, one))
        for cells in filter(differs, itertools.dropwhile(differs, rows)):
            yield next(numbers), [one["name"], *cells]


def _with_missing(rows: NumberedRows, about: Mapping[str, Any]) -> NumberedRows:
    """Yield rows in which a code that the file labels as missing is what it means."""
    labels: Mapping[str, Mapping[str, str]] = about.get("labels", {})
    missing = {
        place: {code: text for code, text in labels[name].items() if is_missing_word(text)}
        for place, name in enumerate(about["first"])
        if name in labels
    }
    for number, cells in rows:
        check_columns(len(cells))
        for place, codes in missing.items():
            cells[place] = codes.get(str(cells[place]), cells[place])
        yield number, cells


def first_rows(source: BinaryIO, layout: Layout) -> tuple[list[str], list[list[str]]]:
    """Return the names of a sheet's columns and its first rows, as text.

    Parameters
    ----------
    source : binary file
        The archive of rows.
    layout : Layout
        Names the sheet, and says where its names are.

    Returns
    -------
    names : list of str
    rows : list of list of str

    Raises
    ------
    RatingsError
        If the sheet is empty, or not there.
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
    source: BinaryIO, layout: Layout, places: Sequence[int], rows_per_block: int
) -> Generator[Block, None, None]:
    """Read some columns of a sheet block by block.

    Parameters
    ----------
    source : binary file
        The archive of rows.
    layout : Layout
        How it is to be read.
    places : sequence of int
        Of the columns to read, from 0.
    rows_per_block : int
        How many rows a block has.

    Yields
    ------
    Block

    Raises
    ------
    RatingsError
        If the sheet is not there.
    """
    with opened(source, layout) as (about, all_rows):
        rows = itertools.islice(
            _of_table(all_rows, layout), layout.header + layout.second_header, None
        )
        total = max(about["rows"], 1)
        yield from blocks_of(rows, places, rows_per_block, lambda row: min(row / total, 1.0))
