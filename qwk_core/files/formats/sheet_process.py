"""Read a workbook or a statistics file: a script for a limited process (`files/limited`).

It writes all its tables as a zip archive: a part for each, whose lines are its rows as JSON, and
`about.json`. It imports nothing of `qwk_core`, so that it starts at once.
"""

from __future__ import annotations

import contextlib
import datetime
import html
import io
import json
import math
import posixpath
import re
import sys
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

_MOST_UNPACKED = 400 * 2**20  # bytes of all parts
_LOOKED_THROUGH = 4 * 2**20  # bytes of a part that names others

# A formula whose result was never computed: a cell with <f>, and no value after it.
_UNCALCULATED = re.compile(rb"<f[ >][^<]*</f>\s*(?:<v\s*/>|<v></v>)?\s*</c>")

# The texts of a workbook may lie in any of its parts, which this file names.
_STRINGS = "xl/sharedStrings.xml"
_LINK = re.compile(r"<(?:\w+:)?Relationship\s[^>]*>")
_LONGEST_TEXT = 32_767  # characters of a cell, as in Excel; a longer one is no label
_MOST_HIDDEN = 16_384
_HIDDEN_ROW = re.compile(rb"<row(?=\s)[^>]*\shidden=\"(?:1|true)\"[^>]*>")
_HIDDEN_COLUMN = re.compile(rb"<col(?=\s)[^>]*\shidden=\"(?:1|true)\"[^>]*>")
_ODS_TAG = re.compile(r"<table:table(?:-(row|column))?(\s[^>]*|/)?>")
_NUMBERED = re.compile(rb"\s(r|min|max)=\"(\d+)\"")


def main(arguments: list[str], out: BinaryIO) -> int:
    """Write the tables of a file.

    Parameters
    ----------
    arguments : list of str
        The kind ("excel", "sav" or "dta"), and the path.
    out : binary file
        Where the archive goes.

    Returns
    -------
    int
        0; 3 where the library that reads the format is not installed; 4 where it refuses the file;
        5 where the memory is too small.
    """
    kind, path = arguments
    try:
        tables = _sheets(path) if kind == "excel" else _statistics(kind, path)
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            about = [
                said | _written(archive, str(place), rows)
                for place, (said, rows) in enumerate(tables)
            ]
            archive.writestr("about.json", json.dumps({"kind": kind, "tables": about}))
    except ImportError:
        return 3
    except MemoryError:
        return 5
    except Exception:  # noqa: BLE001 - whatever a library says of a file it cannot read
        return 4
    return 0


def _written(archive: zipfile.ZipFile, part: str, rows: Iterable[list[Any]]) -> dict[str, Any]:
    """Write the rows that are not blank, each behind its number: most of a sheet may be empty.

    Return the first of them that has two cells or more, and how many there are.
    """
    first: list[Any] = []
    n = 0
    with (
        archive.open(part, "w", force_zip64=True) as binary,
        io.TextIOWrapper(binary, "ascii", newline="\n") as lines,
    ):
        for number, cells in enumerate(rows, start=1):
            filled = len(cells) - cells.count(None)
            if filled:
                first = first if n or (first and filled == 1) else cells
                n += filled > 1
                lines.write(json.dumps([number, cells], allow_nan=False) + "\n")
    return {"part": part, "first": first, "rows": n}


def _sheets(path: str) -> Iterator[tuple[dict[str, Any], Iterator[list[Any]]]]:
    """Yield what is said of each sheet, and its rows; a damaged one is refused at once."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    said = _said(path)
    workbook = _opened(path)
    for one in workbook.sheets_metadata:
        if one.typ == SheetTypeEnum.WorkSheet:
            about = {"name": one.name, "visible": one.visible == SheetVisibleEnum.Visible}
            yield about | said.get(one.name, {}), _rows(workbook.get_sheet_by_name(one.name))


def _rows(sheet: Any) -> Iterator[list[Any]]:
    # Empty rows above come, too; empty columns before the first do not.
    before = [None] * (sheet.start[1] if sheet.start else 0)
    return ([*before, *map(_plain, row)] for row in sheet.iter_rows())


def _said(path: str) -> dict[str, dict[str, Any]]:
    """Return what the parts of an .xlsx workbook say of each sheet, by its name."""
    with contextlib.suppress(zipfile.BadZipFile, KeyError), zipfile.ZipFile(path) as archive:
        if sum(part.file_size for part in archive.infolist()) > _MOST_UNPACKED:
            raise MemoryError
        for part in archive.namelist():
            with archive.open(part) as content:
                if b"<!DOCTYPE" in content.read(_LOOKED_THROUGH):
                    raise ValueError("no spreadsheet defines entities of its own")
        if "content.xml" in archive.namelist():
            return _said_in_ods(archive)
        return {name: _said_in(archive, part) for name, part in _parts(archive)}
    return {}


def _said_in_ods(archive: zipfile.ZipFile) -> dict[str, dict[str, Any]]:
    """Return the rows and the columns that the sheets of an .ods workbook hide."""
    said: dict[str, dict[str, Any]] = {}
    with archive.open("content.xml") as content:
        text = content.read(16 * _LOOKED_THROUGH).decode(errors="replace")
    begin: dict[str, int] = {}
    about: dict[str, list[int]] = {}
    for what, tag in _ODS_TAG.findall(text):
        if not what:
            begin, about = {"row": 1, "column": 0}, {"hidden_rows": [], "hidden_columns": []}
            said[html.unescape(_attribute("table:name", tag))] = about
        else:
            times = int(_attribute(f"table:number-{what}s-repeated", tag) or 1)
            if _attribute("table:visibility", tag) in ("collapse", "filter"):
                last = begin[what] + min(times, _MOST_HIDDEN)
                about[f"hidden_{what}s"] += range(begin[what], last)
            begin[what] += times
    return said


def _said_in(archive: zipfile.ZipFile, part: str) -> dict[str, Any]:
    """Return the rows that a sheet hides, counted from 1, and its columns, counted from 0.

    Beside them the number of its formulas that have no value.
    """
    rows: list[int] = []
    columns: list[int] = []
    with archive.open(part) as content:
        text = content.read(16 * _LOOKED_THROUGH)
    for tag in _HIDDEN_COLUMN.findall(text):
        ends = dict(_NUMBERED.findall(tag))
        last = min(int(ends.get(b"max", 0)), _MOST_HIDDEN)
        columns += range(int(ends.get(b"min", 1)) - 1, last)
    for tag in _HIDDEN_ROW.findall(text)[:_MOST_HIDDEN]:
        rows += [int(n) for key, n in _NUMBERED.findall(tag) if key == b"r"]
    uncalculated = len(_UNCALCULATED.findall(text))
    return {"hidden_rows": rows, "hidden_columns": columns, "uncalculated": uncalculated}


def _parts(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Yield the sheets of an .xlsx workbook that are found, each with the part that holds it."""
    with archive.open("xl/workbook.xml") as content:
        book = content.read(_LOOKED_THROUGH).decode(errors="replace")
    targets = {_attribute("Id", link): _attribute("Target", link) for link in _links(archive)}
    for tag in re.findall(r"<(?:\w+:)?sheet\s[^>]*>", book):
        part = _part(targets.get(_attribute("r:id", tag), ""))
        if part in archive.namelist():
            yield html.unescape(_attribute("name", tag)), part


def _links(archive: zipfile.ZipFile) -> list[str]:
    """Return the tags by which a workbook names its parts."""
    with archive.open("xl/_rels/workbook.xml.rels") as content:
        return _LINK.findall(content.read(_LOOKED_THROUGH).decode(errors="replace"))


def _part(target: str) -> str:
    return posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")


def _attribute(key: str, tag: str) -> str:
    """Return what a tag says of something, "" for nothing."""
    return next(iter(re.findall(rf"\s{key}\s*=\s*[\"']([^\"']*)", tag)), "")


def _opened(path: str) -> Any:
    """Open a workbook, and put the texts of its cells where the library looks for them."""
    from python_calamine import CalamineWorkbook

    moved = _moved_strings(path)
    if moved:
        with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(path, "a") as archive:
            archive.writestr(_STRINGS, archive.read(moved))
    return CalamineWorkbook.from_path(path)


def _moved_strings(path: str) -> str:
    """Return the part with the texts that cells share, "" where it is the usual one, or none."""
    with contextlib.suppress(zipfile.BadZipFile, KeyError), zipfile.ZipFile(path) as archive:
        for link in _links(archive):
            target = _attribute("Target", link)
            if target and _attribute("Type", link).endswith("/sharedStrings"):
                part = _part(target)
                return part if part != _STRINGS and part in archive.namelist() else ""
    return ""


def _plain(value: Any) -> Any:
    """Return a cell as JSON has it: dates as text, nothing for what is empty or no number."""
    if isinstance(value, str):
        return value[:_LONGEST_TEXT] or None
    if isinstance(value, bool):
        return str(value).upper()  # as the sheet shows it
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ", "minutes").removesuffix(" 00:00")
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return str(value)
    return value


def _statistics(kind: str, path: str) -> Iterator[tuple[dict[str, Any], Iterator[list[Any]]]]:
    import pyreadstat

    read = pyreadstat.read_sav if kind == "sav" else pyreadstat.read_dta
    # What the file declares as missing is left empty; values stay codes, beside their labels.
    columns, about = read(path, output_format="dict")
    labels = {
        name: {str(_plain(code)): text for code, text in labels.items()}
        for name, labels in about.variable_value_labels.items()
    }
    rows = _of_columns([columns[name] for name in about.column_names], about.column_names)
    yield {"name": "", "labels": labels}, rows


def _of_columns(columns: list[Any], names: list[str]) -> Iterator[list[Any]]:
    yield list(names)
    for row in zip(*columns, strict=True):
        yield [_plain(getattr(value, "item", lambda value=value: value)()) for value in row]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout.buffer))
