"""JSON lines: one object a line."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, BinaryIO

from qwk_core.errors import RatingsError, shown
from qwk_core.files.formats.common import (
    SHOWN_ROWS,
    Block,
    CountedFile,
    blocks_of,
    cell_text,
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
    lines = enumerate(whole_lines(read_head(source, layout)), start=1)
    records = [record for _, record in _records(lines)]
    names = list(dict.fromkeys(name for record in records for name in record))
    return names, [[cell_text(one.get(name)) for name in names] for one in records[:SHOWN_ROWS]]


def _records(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the object in each numbered line that is not blank."""
    for row, line in lines:
        if line.strip():
            record = _object(line)
            if record is None:
                raise RatingsError(
                    "Row {row} is not a JSON object: {text}", row=row, text=shown(line.strip())
                )
            yield row, _of_whole_characters(record) if _HALF in line else record


def _object(line: str) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _of_whole_characters(record: dict[str, Any]) -> Any:
    """Return an object whose words can be shown: JSON can spell half a character, UTF-8 cannot."""
    plain = json.dumps(record, ensure_ascii=False).encode("utf-16", "surrogatepass")
    return json.loads(plain.decode("utf-16", "replace"))


def read_blocks(
    source: BinaryIO, layout: Layout, places: Sequence[int], rows_per_block: int
) -> Generator[Block, None, None]:
    """Read some columns of a table block by block.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        How it is to be read.
    places : sequence of int
        Of the columns to read, from 0.
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
    names, _ = first_rows(source, layout)
    reading = CountedFile(source)
    with io.TextIOWrapper(io.BufferedReader(reading), layout.encoding) as text:
        records = _records(enumerate(text, start=1))
        rows = ((row, [record.get(name) for name in names]) for row, record in records)
        try:
            yield from blocks_of(rows, places, rows_per_block, reading.share)
        except UnicodeError as error:
            raise wrong_encoding(layout.encoding) from error
        reading.check_whole()


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
    if _object(text.partition("\n")[0]) is None:
        raise RatingsError(
            "This looks like JSON, but its first line is not one whole object. Write JSON lines: "
            'one object a line, such as {example}; in pandas df.to_json(path, orient="records", '
            "lines=True).",
            example='{"actual": 1, "predicted": 2}',
        )
    return Layout("jsonl", encoding)
