r"""JSON with a table in it, made into JSON lines: a list, columns, or records that are nested.

>>> import io
>>> file = as_lines(io.BytesIO(b'{"a": {"0": 1, "1": 2}, "b": {"0": 1, "1": 3}}'))
>>> file.read()
b'{"a": 1, "b": 1}\n{"a": 2, "b": 3}\n'
>>> as_lines(io.BytesIO(b'[{"item": 1, "by": {"ana": 3, "luis": [4]}}]')).read()
b'{"item": 1, "by.ana": 3, "by.luis": 4}\n'
"""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from qwk_core.errors import RatingsError
from qwk_core.files.labelling_tools import rows_of_tool
from qwk_core.files.typed import format_counts, parse_counts

_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s*+[\[{]")
_HEAD = 256  # bytes
_MOST = 8 * 2**20  # bytes; Python's objects take ten times as much
_MOST_ROWS = 500_000  # that nested records may become
_DEEPEST = 6  # objects in objects
_ROUNDED = 0.02  # how far rounded probabilities are from 1 together


def as_lines(source: BinaryIO) -> BinaryIO:
    """Return a JSON document as JSON lines; the file itself where it is none, or holds no table.

    A list of objects is a table, and so is what ``DataFrame.to_json`` of pandas writes: columns by
    name, each a list or an object, or names and rows in "columns" and "data". Objects in objects
    become columns, and lists of objects rows; what a labelling tool wrote becomes a row an
    annotation.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.

    Returns
    -------
    binary file
        At its beginning.

    Raises
    ------
    RatingsError
        If a labelling tool wrote it, and there is no rating in it.
    """
    source.seek(0)
    begins = _BEGINNING.match(source.read(_HEAD)) is not None
    size = source.seek(0, io.SEEK_END)
    source.seek(0)
    if not begins or size > _MOST:
        return source
    content = source.read()
    source.seek(0)
    matrix = _matrix(content)
    if matrix is not None:
        return io.BytesIO(matrix)
    records = _of_lines(content)
    as_it_is = records is not None
    if records is None:
        try:
            records = _records(json.loads(content))
        except (ValueError, RecursionError):  # damaged: whoever reads it says so
            return source
    if not records:
        return source
    rows = rows_of_tool(records)
    if rows is None and any(map(_is_nested, records)):
        rows = _unfolded(records)
    if rows is None and as_it_is:
        return source
    lines = (json.dumps(record, ensure_ascii=True) + "\n" for record in rows or records)
    return io.BytesIO("".join(lines).encode())


def _matrix(content: bytes) -> bytes | None:
    """Return counts as JSON or numpy writes them as CSV; None where it is something else."""
    text = content.decode("utf-8-sig", errors="replace").strip()
    try:
        rows = parse_counts(text) if text.startswith("[[") else []
    except RatingsError:
        return None
    return f"{format_counts(rows).replace(';', chr(10))}\n".encode() if len(rows) > 1 else None


def _is_nested(record: Mapping[str, Any]) -> bool:
    return any(isinstance(cell, (dict, list)) for cell in record.values())


def _of_lines(content: bytes) -> list[Mapping[str, Any]] | None:
    """Return the objects of JSON lines, two or more; None where a line is none."""
    try:
        lines = [line for line in content.decode("utf-8-sig").split("\n") if line.strip()]
        records = [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        return None
    return records if len(records) > 1 and all(isinstance(one, dict) for one in records) else None


def _records(document: Any) -> list[Mapping[str, Any]] | None:
    """Return the rows of a table; None where the document is something else."""
    if isinstance(document, list):
        return document if all(isinstance(one, dict) for one in document) else None
    names, rows = document.get("columns"), document.get("data")
    if isinstance(names, list) and isinstance(rows, list) and all(map(_is_list, rows)):
        return _rows(names, rows)
    lists = [value for value in document.values() if _is_list(value) and value]
    if len(lists) == 1 and all(isinstance(one, dict) for one in lists[0]):
        return list(lists[0])  # {"results": [{…}, …]}
    columns = [
        [*column.values()] if isinstance(column, dict) else column for column in document.values()
    ]
    indices = {tuple(column) for column in document.values() if isinstance(column, dict)}
    if len(columns) < 2 or len(indices) > 1 or not all(map(_is_list, columns)):
        return None
    index = next(iter(indices), ())
    if 1 < len(index) < len(columns) and not all(map(str.isdigit, index)):
        return [{"id": name, **record} for name, record in document.items()]  # an item a name
    return _rows([*document], [*zip(*columns, strict=True)])


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _rows(names: Sequence[object], rows: Iterable[Sequence[Any]]) -> list[Mapping[str, Any]]:
    """Name the cells of rows, of which each must be as long as the names: ValueError if not."""
    return [dict(zip(map(str, names), row, strict=True)) for row in rows]


def _unfolded(records: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]] | None:
    """Return records without objects and lists in them; None where they are too deep or many."""
    rows: list[Mapping[str, Any]] = []
    for record in records:
        flat = dict(_flat(record, "", 0))
        rows += _exploded(flat)
        if len(rows) > _MOST_ROWS:
            return None
    return rows


def _flat(record: Mapping[str, Any], before: str, depth: int) -> Iterator[tuple[str, Any]]:
    for name, value in record.items():
        if isinstance(value, dict) and depth < _DEEPEST:
            yield from _flat(value, f"{before}{name}.", depth + 1)
        elif isinstance(value, list) and len(value) == 1 and not isinstance(value[0], (dict, list)):
            yield f"{before}{name}", value[0]
        else:
            yield f"{before}{name}", value


def _exploded(flat: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a row for each object in a record's list, or for each place of lists side by side."""
    plain = {name: value for name, value in flat.items() if not isinstance(value, (list, dict))}
    lists = {name: value for name, value in flat.items() if isinstance(value, list) and value}
    objects = [name for name, value in lists.items() if all(isinstance(one, dict) for one in value)]
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
    spread = {
        f"{name}.{at}": _cell(cell)
        for name, value in beside.items()
        for at, cell in enumerate(value, start=not _are_shares(value))
    }
    yield {**plain, **others, **spread}


def _without_lists_of_one(value: Any) -> Any:
    """Return a value in which a list with one object in it is that object."""
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
        return _without_lists_of_one(value[0])
    if isinstance(value, dict):
        return {name: _without_lists_of_one(one) for name, one in value.items()}
    return value


def _are_shares(values: Sequence[Any]) -> bool:
    """Tell whether numbers are probabilities of categories, which programs count from 0."""
    numbers = [one for one in values if isinstance(one, (int, float))]
    whole = len(numbers) == len(values) and all(0 <= one <= 1 for one in numbers)
    return whole and math.isclose(sum(numbers), 1, abs_tol=_ROUNDED)


def _cell(value: Any) -> Any:
    """Return what a cell can hold: of a list or an object its text."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else value
