"""Read a spreadsheet or a statistics file: a script for a limited process (`files/limited`).

It hands the rows over as JSON, a line a row. It imports nothing of `qwk_core`, so that it starts at
once.
"""

from __future__ import annotations

import contextlib
import datetime
import html
import io
import itertools
import json
import math
import posixpath
import re
import shutil
import sys
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

_LOOKED_THROUGH = 4 * 2**20  # bytes of a sheet, for formulas without a value

# A formula whose result was never computed: a cell with <f>, and no value after it.
_UNCALCULATED = re.compile(rb"<f[ >][^<]*</f>\s*(?:<v\s*/>|<v></v>)?\s*</c>")

# The texts of a workbook may lie in any of its parts, which this file names.
_STRINGS = "xl/sharedStrings.xml"
_LINK = re.compile(r"<(?:\w+:)?Relationship\s[^>]*>")
_LONGEST_TEXT = 32_767  # characters of a cell, as in Excel; a longer one is no label
_MOST_SHEETS = 12  # that are looked through for a table
_MOST_COUNTED = 100_000  # of their rows
_FEWEST_ROWS = 3  # of a table, its names among them
_ALL = "*"  # all sheets as one table: no sheet has this name
_RATER = "rater"  # the column with the names of the sheets
_LOOKED_FOR_HIDDEN = 64 * 2**20  # bytes of a sheet
_MOST_HIDDEN = 16_384
_HIDDEN_ROW = re.compile(rb"<row(?=\s)[^>]*\shidden=\"(?:1|true)\"[^>]*>")
_HIDDEN_COLUMN = re.compile(rb"<col(?=\s)[^>]*\shidden=\"(?:1|true)\"[^>]*>")
_NUMBERED = re.compile(rb"\s(r|min|max)=\"(\d+)\"")


def main(arguments: list[str], out: TextIO) -> int:
    """Write what a file holds: first a line about it, then a line a row that is not blank.

    Parameters
    ----------
    arguments : list of str
        The kind ("excel", "sav" or "dta"), the path, and the sheet (the first shown without).
    out : text file
        Where the lines go.

    Returns
    -------
    int
        0; 3 where the library that reads the format is not installed; 4 where it refuses the file.
    """
    kind, path, *sheet = arguments
    try:
        about, rows = _sheet(path, *sheet) if kind == "excel" else _statistics(kind, path)
    except ImportError as error:
        print(error.name, file=out)
        return 3
    except Exception as error:  # noqa: BLE001 - whatever a library says of a file it cannot read
        print(type(error).__name__, file=out)
        return 4
    for line in itertools.chain([about], _filled(rows)):
        out.write(json.dumps(line, ensure_ascii=True, allow_nan=False) + "\n")
    return 0


def _filled(rows: Iterable[list[Any]]) -> Iterator[list[Any]]:
    """Yield the rows that are not blank, each behind its number: most of a sheet may be empty."""
    for number, cells in enumerate(rows, start=1):
        if _is_filled(cells):
            yield [number, cells]


def _is_filled(cells: list[Any]) -> bool:
    return any(cell is not None for cell in cells)


def _sheet(path: str, name: str = "") -> tuple[dict[str, Any], Iterable[list[Any]]]:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    workbook = _opened(path)
    sheets = [one for one in workbook.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet]
    names = [one.name for one in sheets]
    visible = [one.name for one in sheets if one.visible == SheetVisibleEnum.Visible]
    about = {"sheets": names, "visible": visible, "uncalculated": 0}
    if name not in (*names, _ALL):
        about["tables"] = tables = _tables(workbook, visible) if len(visible) > 1 else []
        if _are_alike(workbook, path, tables):
            about["sheets"] = [*names, _ALL]
        return about, []
    about["uncalculated"] = _uncalculated(path)
    if name == _ALL:
        tables = _tables(workbook, visible)
        if not _are_alike(workbook, path, tables):
            return about, []
        return about | {"sheets": [*names, _ALL]}, _stacked(workbook, tables)
    about["hidden_rows"], about["hidden_columns"] = _hidden(path, name)
    return about, _rows(workbook, name)


def _rows(workbook: Any, name: str) -> Iterator[list[Any]]:
    """Return the rows of a sheet; a damaged one is refused at once."""
    sheet = workbook.get_sheet_by_name(name)
    # Empty rows above come, too; empty columns before the first do not.
    before = [None] * (sheet.start[1] if sheet.start else 0)
    return ([*before, *map(_plain, row)] for row in sheet.iter_rows())


def _are_alike(workbook: Any, path: str, names: list[str]) -> bool:
    """Tell whether sheets have the same names above their columns: each may be a rater's."""
    heads = [next(filter(_is_filled, _rows(workbook, name)), []) for name in names]
    if len(heads) < 2 or any(head != heads[0] for head in heads):
        return False
    called = [cell.casefold() for cell in heads[0] if isinstance(cell, str)]
    hides = any(rows or columns for rows, columns in (_hidden(path, name) for name in names))
    return len(called) == len(heads[0]) > 1 and _RATER not in called and not hides


def _stacked(workbook: Any, names: list[str]) -> Iterator[list[Any]]:
    """Yield the rows of sheets that are alike as one table, each behind the name of its sheet."""
    head: list[Any] = []
    for name in names:
        for row in filter(_is_filled, _rows(workbook, name)):
            if not head:
                head = row
                yield [_RATER, *row]
            elif row != head:
                yield [name, *row]


def _tables(workbook: Any, names: list[str]) -> list[str]:
    """Return the sheets that hold a table: rows of two cells or more, nearly as many as any."""
    rows = {}
    for name in names[:_MOST_SHEETS]:
        sheet = workbook.get_sheet_by_name(name)
        filled = (sum(cell not in ("", None) for cell in row) for row in sheet.iter_rows())
        rows[name] = sum(n > 1 for n in itertools.islice(filled, _MOST_COUNTED))
    least = max(_FEWEST_ROWS, 0.3 * max(rows.values(), default=0))
    return [name for name, n in rows.items() if n >= least]


def _hidden(path: str, name: str) -> tuple[list[int], list[int]]:
    """Return the rows that a sheet hides, counted from 1, and its columns, counted from 0."""
    rows: list[int] = []
    columns: list[int] = []
    with contextlib.suppress(zipfile.BadZipFile, KeyError), zipfile.ZipFile(path) as archive:
        part = _part_of(archive, name)
        if not part:
            return [], []
        with archive.open(part) as content:
            text = content.read(_LOOKED_FOR_HIDDEN)
        for tag in _HIDDEN_COLUMN.findall(text):
            ends = dict(_NUMBERED.findall(tag))
            last = min(int(ends.get(b"max", 0)), _MOST_HIDDEN)
            columns += range(int(ends.get(b"min", 1)) - 1, last)
        for tag in _HIDDEN_ROW.findall(text)[:_MOST_HIDDEN]:
            rows += [int(n) for key, n in _NUMBERED.findall(tag) if key == b"r"]
    return rows, columns


def _part_of(archive: zipfile.ZipFile, name: str) -> str:
    """Return the part of an .xlsx workbook that holds a sheet, "" where it is not found."""
    with archive.open("xl/workbook.xml") as content:
        book = content.read(_LOOKED_THROUGH).decode(errors="replace")
    targets = {_attribute("Id", link): _attribute("Target", link) for link in _links(archive)}
    for tag in re.findall(r"<(?:\w+:)?sheet\s[^>]*>", book):
        target = targets.get(_attribute("r:id", tag), "")
        if target and html.unescape(_attribute("name", tag)) == name:
            return _part(target)
    return ""


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
    """Open a workbook; a copy of it where the library would not find the texts of its cells."""
    from python_calamine import CalamineWorkbook

    moved = _moved_strings(path)
    if not moved:
        return CalamineWorkbook.from_path(path)
    copy = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            if part != _STRINGS:
                place = _STRINGS if part == moved else part
                with old.open(part) as source, new.open(place, "w") as target:
                    shutil.copyfileobj(source, target)
    copy.seek(0)
    return CalamineWorkbook.from_filelike(copy)


def _moved_strings(path: str) -> str:
    """Return the part with the texts that cells share, "" where it is the usual one, or none."""
    with contextlib.suppress(zipfile.BadZipFile, KeyError), zipfile.ZipFile(path) as archive:
        for link in _links(archive):
            target = _attribute("Target", link)
            if target and _attribute("Type", link).endswith("/sharedStrings"):
                part = _part(target)
                return part if part != _STRINGS and part in archive.namelist() else ""
    return ""


def _uncalculated(path: str) -> int:
    """Count the formulas of a workbook that have no value, in the beginnings of its sheets."""
    found = 0
    with contextlib.suppress(zipfile.BadZipFile), zipfile.ZipFile(path) as archive:
        for part in archive.namelist():
            if part.startswith("xl/") or part == "content.xml":
                with archive.open(part) as content:
                    text = content.read(_LOOKED_THROUGH)
                if b"<!DOCTYPE" in text:
                    raise ValueError("no spreadsheet defines entities of its own")
                found += len(_UNCALCULATED.findall(text))
    return found


def _plain(value: Any) -> Any:
    """Return a cell as JSON has it: dates as text, nothing for what is empty or no number."""
    if isinstance(value, str):
        return value[:_LONGEST_TEXT] or None
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date().isoformat()
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ", "minutes")
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return str(value)
    return value


def _statistics(kind: str, path: str) -> tuple[dict[str, Any], Iterable[list[Any]]]:
    import pyreadstat

    read = pyreadstat.read_sav if kind == "sav" else pyreadstat.read_dta
    # What the file declares as missing is left empty; values stay codes, beside their labels.
    columns, about = read(path, output_format="dict")
    labels = {
        name: {str(_plain(code)): text for code, text in labels.items()}
        for name, labels in about.variable_value_labels.items()
    }
    return {"names": about.column_names, "labels": labels}, _of_columns(
        [columns[name] for name in about.column_names], about.column_names
    )


def _of_columns(columns: list[Any], names: list[str]) -> Iterator[list[Any]]:
    yield list(names)
    for row in zip(*columns, strict=True):
        yield [_plain(getattr(value, "item", lambda value=value: value)()) for value in row]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout))
