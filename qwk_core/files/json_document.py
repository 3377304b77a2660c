r"""One JSON document that holds a table, made into JSON lines.

>>> import io
>>> file = as_lines(io.BytesIO(b'{"a": {"0": 1, "1": 2}, "b": {"0": 1, "1": 3}}'))
>>> file.read()
b'{"a": 1, "b": 1}\n{"a": 2, "b": 3}\n'
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, BinaryIO

_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s*+[\[{]")
_HEAD = 256  # bytes
_MOST = 8 * 2**20  # bytes; Python's objects take ten times as much


def as_lines(source: BinaryIO) -> BinaryIO:
    """Return a JSON document as JSON lines; the file itself where it is none, or holds no table.

    A list of objects is a table, and so is what ``DataFrame.to_json`` of pandas writes: columns by
    name, each a list or an object, or names and rows in "columns" and "data".

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.

    Returns
    -------
    binary file
        At its beginning.
    """
    source.seek(0)
    begins = _BEGINNING.match(source.read(_HEAD)) is not None
    size = source.seek(0, io.SEEK_END)
    source.seek(0)
    if not begins or size > _MOST:
        return source
    try:
        records = _records(json.loads(source.read()))
    except (ValueError, RecursionError):  # JSON lines, or damaged: whoever reads it says so
        records = None
    source.seek(0)
    if not records:
        return source
    lines = (json.dumps(record, ensure_ascii=True) + "\n" for record in records)
    return io.BytesIO("".join(lines).encode())


def _records(document: Any) -> list[Mapping[str, Any]] | None:
    """Return the rows of a table; None where the document is something else."""
    if isinstance(document, list):
        return document if all(isinstance(one, dict) for one in document) else None
    names, rows = document.get("columns"), document.get("data")
    if isinstance(names, list) and isinstance(rows, list) and all(map(_is_list, rows)):
        return _rows(names, rows)
    columns = [
        [*column.values()] if isinstance(column, dict) else column for column in document.values()
    ]
    indices = {tuple(column) for column in document.values() if isinstance(column, dict)}
    if len(columns) < 2 or len(indices) > 1 or not all(map(_is_list, columns)):
        return None
    return _rows([*document], [*zip(*columns, strict=True)])


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _rows(names: Sequence[object], rows: Iterable[Sequence[Any]]) -> list[Mapping[str, Any]]:
    """Name the cells of rows, of which each must be as long as the names: ValueError if not."""
    return [dict(zip(map(str, names), row, strict=True)) for row in rows]
