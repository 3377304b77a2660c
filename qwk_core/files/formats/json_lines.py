"""JSON lines: one object a line."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Generator, Sequence
from typing import Any, BinaryIO

from qwk_core.errors import RatingsError, shown
from qwk_core.files.formats.common import (
    BYTES_PER_ROW,
    SHOWN_ROWS,
    Block,
    CountedFile,
    read_head,
    whole_lines,
    wrong_encoding,
)
from qwk_core.files.layouts import Layout

BEGINNING = re.compile(r'\s*+\[?\s*+\{\s*+["}]')
"""How JSON begins that holds objects."""

_HALF = "\\u"  # how JSON spells it


def first_rows(source: BinaryIO, layout: Layout) -> tuple[list[str], list[list[str]]]:
    """Return the names of a table's columns and its first rows, as text.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        How it is to be read.

    Returns
    -------
    names : list of str
    rows : list of list of str

    Raises
    ------
    RatingsError
        If it cannot be read so.
    """
    text = read_head(source, layout)
    records = _records(_numbered(whole_lines(text), 1))
    names = list(dict.fromkeys(name for record in records for name in record))
    rows = [
        ["" if record.get(name) is None else str(record[name]) for name in names]
        for record in records[:SHOWN_ROWS]
    ]
    return names, rows


def _numbered(lines: Sequence[str], first_row: int) -> list[tuple[int, str]]:
    """Return the lines that are not blank, each with its number in the file."""
    return [(row, line) for row, line in enumerate(lines, first_row) if line.strip()]


def _records(lines: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    """Return the objects of some lines, decoded at one go where nothing is wrong."""
    text = "[" + ",".join(line for _, line in lines) + "]"
    try:
        records: list[Any] = json.loads(text)
        if len(records) == len(lines) and all(isinstance(record, dict) for record in records):
            return [_of_whole_characters(each) for each in records] if _HALF in text else records
    except (ValueError, RecursionError):
        pass  # one of them is wrong: which?
    row, line = next((pair for pair in lines if not _is_object(pair[1])), lines[0])
    raise RatingsError("Row {row} is not a JSON object: {text}", row=row, text=shown(line.strip()))


def _of_whole_characters(record: dict[str, Any]) -> dict[str, Any]:
    """Return an object whose words can be shown: JSON can spell half a character, UTF-8 cannot."""
    return {
        _of_utf_8(name): _of_utf_8(value) if isinstance(value, str) else value
        for name, value in record.items()
    }


def _of_utf_8(word: str) -> str:
    return word.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read_blocks(
    source: BinaryIO,
    layout: Layout,
    names: Sequence[str],
    columns: Sequence[str],
    rows_per_block: int,
) -> Generator[Block, None, None]:
    """Read some columns of a table block by block.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        How it is to be read.
    names : sequence of str
        The names of all columns.
    columns : sequence of str
        Those to read.
    rows_per_block : int
        About how many rows a block has.

    Yields
    ------
    Block

    Raises
    ------
    RatingsError
        If a row cannot be read.
    """
    reading = CountedFile(source)
    row = 1
    with io.TextIOWrapper(io.BufferedReader(reading), layout.encoding) as text:
        while lines := _lines(text, rows_per_block * BYTES_PER_ROW):
            numbered = _numbered(lines, row)
            records = _records(numbered)
            yield Block(
                tuple([record.get(column) for record in records] for column in columns),
                [number for number, _ in numbered],
                min(reading.taken / reading.size, 1.0),
            )
            row += len(lines)
        reading.check_whole()


def _lines(text: io.TextIOWrapper, characters: int) -> list[str]:
    try:
        return text.readlines(characters)
    except UnicodeError as error:
        raise wrong_encoding(text.encoding) from error


def find_layout(text: str, encoding: str) -> Layout:
    """Return the layout of JSON lines.

    Parameters
    ----------
    text : str
        The beginning of the file.
    encoding : str
        Python's name of its encoding.

    Returns
    -------
    Layout

    Raises
    ------
    RatingsError
        If the first line is not one whole object.
    """
    first = text.partition("\n")[0]
    try:
        record = json.loads(first)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise RatingsError(
            "This looks like JSON, but its first line is not one whole object. Write JSON lines: "
            'one object a line, such as {example}; in pandas df.to_json(path, orient="records", '
            "lines=True).",
            example='{"actual": 1, "predicted": 2}',
        )
    return Layout("jsonl", encoding)
