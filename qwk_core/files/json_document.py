r"""JSON with a table in it, made into JSON lines or text: a list, columns, records that are nested.

>>> as_lines(b'{"a": {"0": 1, "1": 2}, "b": {"0": 1, "1": 3}}')
b'{"a": 1, "b": 1}\n{"a": 2, "b": 3}\n'
>>> as_lines(b'[{"item": 1, "by": {"ana": 3, "luis": [4]}}]')
b'{"item": 1, "by.ana": 3, "by.luis": 4}\n'
>>> as_lines(b'{"raters": ["Ana", "Luis"], "ratings": [[3, 4], [2, 2], [1, 1]]}')
b'Ana,Luis\r\n3,4\r\n2,2\r\n1,1\r\n'
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from qwk_core.errors import RatingsError, shown
from qwk_core.files.formats.common import listed
from qwk_core.files.formats.text import find_layout
from qwk_core.files.labelling_tools import rows_of_tool

_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s*+[\[{]")
_CELL = re.compile(rb'"\s*(?:\[\s*[\[{"\d]|\{\s*"")')  # JSON in a cell of a text
_OF_CATEGORIES = re.compile(r"(?i)label|class|categor")  # in the name of a list
_HEAD = 64 * 1024  # bytes by which either is known
_MOST_ROWS = 500_000  # that nested records may become
_DEEPEST = 6  # objects in objects
_ROUNDED = 0.02  # how far rounded probabilities are from 1 together
_SHOWN = 60  # characters of a document without a table

Record = Mapping[str, Any]


def as_lines(content: bytes) -> bytes | None:
    """Return a JSON document as JSON lines or as text; None where it is none, or is read as it is.

    A list of objects is a table, and so is what ``DataFrame.to_json`` of pandas writes: columns by
    name, each a list or an object, or names and rows in "columns" and "data". Lists of lists are
    rows. Objects in objects become columns, and lists of objects rows; what a labelling tool wrote
    becomes a row an annotation. A text whose cells hold JSON is read so, too.

    Parameters
    ----------
    content : bytes
        A whole file.

    Returns
    -------
    bytes or None

    Raises
    ------
    RatingsError
        If there is no table in it, or several; if a labelling tool wrote it, and nothing in it is
        a rating.
    """
    if _BEGINNING.match(content):
        return _of_json(content)
    return _of_cells(content) if _CELL.search(content[:_HEAD]) else None


def _of_json(content: bytes) -> bytes | None:
    """Return the table in a document; None where it is none, damaged, or has been JSON lines."""
    lines = _of_lines(content)
    if lines is not None:
        return _of_records(lines, changed=False)
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):  # damaged: whoever reads it says so
        return None
    if isinstance(document, dict) and not any(map(_holds_more, document.values())):
        return None  # one line of JSON lines
    if isinstance(document, dict) and "schema" in document and _are_objects(document.get("data")):
        document = document["data"]  # pandas writes it so with orient="table"
    made = _table(document)
    if made is None:
        raise RatingsError(
            "This is JSON, and no table that is known here is in it: {text} Write a list of "
            "objects, one an item or a rating, such as {example}.",
            text=shown(content.decode(errors="replace").strip()[:_SHOWN]),
            example='[{"item": 1, "rater_1": 3, "rater_2": 4}]',
        )
    return made


def _of_lines(content: bytes) -> list[Record] | None:
    """Return the objects of JSON lines, two or more; None where a line is none."""
    try:
        lines = [line for line in content.decode("utf-8-sig").split("\n") if line.strip()]
        records = [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        return None
    return records if len(records) > 1 and _are_objects(records) else None


def _holds_more(value: object) -> bool:
    return isinstance(value, (dict, list))


def _are_objects(values: object) -> bool:
    return isinstance(values, list) and bool(values) and all(isinstance(v, dict) for v in values)


def _are_plain(values: object) -> bool:
    """Tell whether something is a list without lists and objects in it."""
    return isinstance(values, list) and bool(values) and not any(map(_holds_more, values))


def _table(document: Any, beside: Record | None = None, depth: int = 0) -> bytes | None:
    """Return the one table in a document, wherever in it; `beside`, what stands next to it."""
    if isinstance(document, list):
        return _of_records(document) if _are_objects(document) else _of_rows(document, beside or {})
    if all(isinstance(row, dict) and [*row] == [*document] for row in document.values()):
        return _of_rows([[*row.values()] for row in document.values()], {"labels": [*document]})
    columns = _of_columns(document)
    if columns is not None:
        return _of_records(columns)
    parts = {name: part for name, part in document.items() if depth < _DEEPEST}
    tables = {
        name: made
        for name, part in parts.items()
        if _holds_more(part) and (made := _table(part, document, depth + 1)) is not None
    }
    if len(tables) > 1 and not depth:
        raise RatingsError(
            "This JSON holds {n} tables: {names}. Save the one with the ratings by itself.",
            n=len(tables),
            names=listed([*tables]),
        )
    return next(iter(tables.values())) if len(tables) == 1 else None


def _of_columns(document: Record) -> list[Record] | None:
    """Return the rows of columns by name, or of objects by the names of their items."""
    values = [*document.values()]
    if len(values) > 1 and all(map(_are_plain, values)):
        even = len(set(map(len, values))) == 1
        rows = zip(*values, strict=True) if even else ()
        return [dict(zip(document, row, strict=True)) for row in rows] or None
    if len(values) < 2 or not all(isinstance(value, dict) for value in values):
        return None
    inner = [*dict.fromkeys(name for value in values for name in value)]
    if len(inner) < len(values) > 2 and not all(map(str.isdigit, inner)):
        return [{"id": name, **record} for name, record in document.items()]  # an item a name
    if any(_holds_more(cell) for value in values for cell in value.values()):
        return None
    return [{name: document[name].get(key) for name in document} for key in inner]


def _of_rows(rows: Sequence[Any], beside: Record) -> bytes | None:
    """Return lists of one length as text; lists beside them may be the names of either side."""
    if len(rows) < 2 or not all(map(_are_plain, rows)) or len(set(map(len, rows))) > 1:
        return None
    table, width = [[*row] for row in rows], len(rows[0])
    named = {name: cells for name, cells in beside.items() if _are_plain(cells)}
    above = next((one for one in named.values() if len(one) == width), None)
    before = next((name for name, one in named.items() if len(one) == len(rows) != width), None)
    if before is not None:
        table = [[name, *row] for name, row in zip(named[before], table, strict=True)]
        above = above or [f"column {place}" for place in range(2, width + 2)]
    if len(rows) == width and any(map(_OF_CATEGORIES.search, named)):  # counts of each pair
        table = [[name, *row] for name, row in zip(above or (), table, strict=True)]
        above = ["", *(above or ())]
    if above is not None:
        table = [[*([] if before is None else [before]), *above], *table]
    text = io.StringIO()
    csv.writer(text).writerows(["" if cell is None else cell for cell in row] for row in table)
    return text.getvalue().encode() if len(table[0]) > 1 else None


def _of_records(records: Sequence[Record], *, changed: bool = True) -> bytes | None:
    """Return records as JSON lines without anything nested; None where they are so unchanged."""
    rows = rows_of_tool(records)
    if rows is None and any(_holds_more(cell) for record in records for cell in record.values()):
        rows = _unfolded(records)
    if rows is None and not changed:
        return None
    return _written(rows or records)


def _written(records: Iterable[Record]) -> bytes:
    lines = (json.dumps(record, ensure_ascii=True) + "\n" for record in records)
    return "".join(lines).encode()


# -- JSON in the cells of a text -------------------------------------------------------------------


def _of_cells(content: bytes) -> bytes | None:
    """Return a text whose cells hold JSON as JSON lines: a tool's rows, or what each one holds."""
    try:
        text = content.decode("utf-8-sig")
        mark = find_layout(text, "utf-8").delimiter
        names, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    except (ValueError, csv.Error, RatingsError):
        return None
    rows = [row for row in rows if len(row) == len(names)]
    columns = dict(zip(names, map(_parsed, zip(*rows, strict=True)), strict=False))
    nested = [name for name, cells in columns.items() if any(map(_holds_more, cells))]
    if not nested or len(columns) < len(names):
        return None
    records = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    made = rows_of_tool(records)
    if made is not None:
        return _written(made)
    alone = {name: [*map(_alone, columns[name])] for name in nested}
    alone = {name: one for name, one in alone.items() if any(cell is not None for cell in one)}
    if not alone:
        return None
    cells = [map(_cell, alone.get(name, columns[name])) for name in columns]
    return _written(dict(zip(columns, row, strict=True)) for row in zip(*cells, strict=True))


def _parsed(cells: Sequence[str]) -> list[Any]:
    """Return a column with its lists and objects, where nearly every cell is one; else as it is."""
    found: list[Any] = []
    for cell in cells:
        try:
            value = json.loads(cell) if cell.lstrip()[:1] in ("[", "{") else cell
        except (ValueError, RecursionError):
            value = cell
        found.append(value)
    filled = sum(map(bool, cells))
    return found if sum(map(_holds_more, found)) > 0.9 * filled else list(cells)


def _alone(value: Any) -> Any:
    """Return the one thing that a list or an object holds; of several, the one that is true."""
    if isinstance(value, dict) and len(value) > 1:
        chosen = [name for name, given in value.items() if given is not False]
        return chosen[0] if len(chosen) == 1 and value[chosen[0]] is True else None
    if isinstance(value, (dict, list)):
        parts = [*value.values()] if isinstance(value, dict) else value
        return _alone(parts[0]) if len(parts) == 1 else None
    return value


# -- Records that are nested -----------------------------------------------------------------------


def _unfolded(records: Iterable[Record]) -> list[Record] | None:
    """Return records without objects and lists in them; None where they are too deep or many."""
    rows: list[Record] = []
    flat_ones = [dict(_flat(record, "", 0)) for record in records]
    others = {
        name
        for flat in flat_ones
        for name, value in flat.items()
        if isinstance(value, list)
        and not all(map(_are_shares, value if all(map(_are_plain, value)) else [value]))
    }
    for flat in flat_ones:
        # Programs count probabilities from 0.
        rows += _exploded(flat, {name: int(name in others) for name in flat})
        if len(rows) > _MOST_ROWS:
            return None
    return rows


def _flat(record: Record, before: str, depth: int) -> Iterator[tuple[str, Any]]:
    for name, value in record.items():
        if isinstance(value, dict) and depth < _DEEPEST:
            yield from _flat(value, f"{before}{name}.", depth + 1)
        elif _are_plain(value) and len(value) == 1:
            yield f"{before}{name}", value[0]
        else:
            yield f"{before}{name}", value


def _exploded(flat: Record, first: Mapping[str, int]) -> Iterator[Record]:
    """Yield a row for each object or list in a record's list, or for each place of lists.

    The first part of a list has the number in `first`.
    """
    plain = {name: value for name, value in flat.items() if not _holds_more(value)}
    lists = {name: value for name, value in flat.items() if isinstance(value, list) and value}
    objects = [name for name, value in lists.items() if _are_objects(value)]
    if objects:
        name = max(objects, key=lambda one: len(lists[one]))
        for one in lists[name]:
            inner = dict(_flat(_without_lists_of_one(one), "", 1))
            named = {f"{name}.{key}" if key in plain else key: inner[key] for key in inner}
            yield {**plain, **{key: _cell(cell) for key, cell in named.items()}}
        return
    longest = max(map(len, lists.values()), default=0)
    beside = {name: value for name, value in lists.items() if len(value) == longest > 1}
    others = {name: _cell(value) for name, value in lists.items() if name not in beside}
    if len(beside) > 1:
        for cells in zip(*beside.values(), strict=True):
            yield {**plain, **others, **dict(zip(beside, map(_cell, cells), strict=True))}
        return
    for name, value in beside.items():
        if all(map(_are_plain, value)) and len(set(map(len, value))) == 1 < len(value[0]):
            for row in value:
                who = len(row) == 2 and isinstance(row[0], str) and not isinstance(row[1], str)
                named = (
                    {"rater": row[0], name: row[1]} if who else _numbered(name, row, first[name])
                )
                yield {**plain, **others, **named}  # [["Ana", 3], ["Luis", 4]]
            return
    spread: dict[str, Any] = {}
    for name, value in beside.items():
        spread |= _numbered(name, value, first[name])
    yield {**plain, **others, **spread}


def _numbered(name: str, values: Sequence[Any], first: int) -> dict[str, Any]:
    """Return the parts of a list by numbered names."""
    return {f"{name}.{at}": _cell(value) for at, value in enumerate(values, start=first)}


def _without_lists_of_one(value: Any) -> Any:
    """Return a value in which a list with one object in it is that object."""
    if _are_objects(value) and len(value) == 1:
        return _without_lists_of_one(value[0])
    if isinstance(value, dict):
        return {name: _without_lists_of_one(one) for name, one in value.items()}
    return value


def _are_shares(values: Sequence[Any]) -> bool:
    """Tell whether numbers are probabilities of categories."""
    numbers = [one for one in values if isinstance(one, (int, float))]
    whole = len(numbers) == len(values) and all(0 <= one <= 1 for one in numbers)
    return whole and math.isclose(sum(numbers), 1, abs_tol=_ROUNDED)


def _cell(value: Any) -> Any:
    """Return what a cell can hold: of a list or an object its text."""
    return json.dumps(value, ensure_ascii=False) if _holds_more(value) else value
