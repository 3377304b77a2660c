"""Tables of any kind, read block by block: a file's size does not show in the memory it takes."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import re
import threading
import warnings
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from qwk_core.errors import RatingsError, shown
from qwk_core.files.layouts import HEAD, Layout, check_unpacked, parse_lines, whole_lines

MOST_COLUMNS = 10_000
MOST_COLUMNS_OF_A_SHEET = 1_000
ROWS_PER_BLOCK = 16_384

_BYTES_PER_ROW = 16  # so that a block of text has about as many rows as were asked for
_MOST_ROWS_OF_A_SHEET = 2**20
_LARGEST_CHUNK = 2**30  # bytes that one column of a group of rows may unpack to
_SHOWN_ROWS = 1_000


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
)

# What pyarrow says. Its hook for such rows would print what it cannot decode, and data stay unseen.
_RAGGED = re.compile(
    r"Row #(?P<row>\d+): Expected (?P<wanted>\d+) columns, got (?P<given>\d+): (?P<text>.*)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """Some rows of the columns asked for.

    Attributes
    ----------
    columns : tuple of pyarrow.Array or list
        Equally long: pyarrow arrays of any type, or lists of Python values.
    first_row : int
        The number of its first row in the file, counted from 1, a header included.
    share : float
        How much of the file has been read by now, from 0 to 1.
    """

    columns: tuple[Any, ...]
    first_row: int
    share: float


def unique_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return names that differ: those that repeat get a number, those that are empty a place.

    Examples
    --------
    >>> unique_names(["a", "", "b", "a"])
    ('a (1)', 'column 2', 'b', 'a (2)')
    """
    cleaned = [
        " ".join(name.split()) or f"column {place}" for place, name in enumerate(names, start=1)
    ]
    taken: set[str] = {name for name in cleaned if cleaned.count(name) == 1}
    unique = []
    for name in cleaned:
        if cleaned.count(name) > 1:
            name = next(
                numbered
                for number in itertools.count(1)
                if (numbered := f"{name} ({number})") not in taken
            )
            taken.add(name)
        unique.append(name)
    return tuple(unique)


def first_rows(source: BinaryIO, layout: Layout) -> tuple[tuple[str, ...], list[list[str]]]:
    """Return the names of a table's columns and its first rows as text, as written."""
    names, rows = {
        "text": _first_of_text,
        "excel": _first_of_sheet,
        "parquet": _first_of_parquet,
        "jsonl": _first_of_lines,
    }[layout.kind](source, layout)
    if not names:
        raise RatingsError("This table has no column: two are needed, actual and predicted.")
    most = MOST_COLUMNS_OF_A_SHEET if layout.kind == "excel" else MOST_COLUMNS
    if len(names) > most:
        raise RatingsError(
            "This table has {n} columns; {most} is the most.", n=len(names), most=most
        )
    return unique_names(names), rows


def read_blocks(
    source: BinaryIO, layout: Layout, columns: Sequence[str], rows_per_block: int = ROWS_PER_BLOCK
) -> Generator[Block, None, None]:
    """Read some columns of a table block by block.

    Raises
    ------
    RatingsError
        If a column is not there, or a row cannot be read.
    """
    names, rows = first_rows(source, layout)
    if not rows:
        raise RatingsError("There is a header and nothing below it: no row has a rating.")
    for column in columns:
        if column not in names:
            raise RatingsError(
                "There is no column {column}. The columns are: {columns}.",
                column=shown(column),
                columns=", ".join(map(shown, names[:20])) + (", …" if len(names) > 20 else ""),
            )
    read = {
        "text": _text_blocks,
        "excel": _sheet_blocks,
        "parquet": _parquet_blocks,
        "jsonl": _line_blocks,
    }[layout.kind]
    return read(source, layout, names, columns, rows_per_block)


# -- Text ------------------------------------------------------------------------------------------


def _first_of_text(source: BinaryIO, layout: Layout) -> tuple[list[str], list[list[str]]]:
    text = _head(source, layout)
    rows = parse_lines(whole_lines(text)[layout.skipped :], layout.delimiter)
    if not rows:
        return [], []
    if not layout.header:
        return [f"column {place}" for place in range(1, len(rows[0]) + 1)], rows[:_SHOWN_ROWS]
    names, rows = rows[0], rows[1 : _SHOWN_ROWS + 1]
    if rows and all(len(row) == len(names) + 1 for row in rows):
        names = ["row", *names]  # R writes the names of its rows under no name
    return names, rows


def _head(source: BinaryIO, layout: Layout) -> str:
    source.seek(0)
    try:
        return source.read(HEAD).decode(layout.encoding, errors="replace").removeprefix("\ufeff")
    except UnicodeError as error:  # some encodings know no replacement
        raise _wrong_encoding(layout.encoding) from error


class _Reading(io.RawIOBase):
    """A file as a reader in another thread may use it: counted, and shut when we are done."""

    def __init__(self, source: BinaryIO) -> None:
        self._lock, self._source = threading.Lock(), source
        self._open = True
        self.size = source.seek(0, io.SEEK_END)
        source.seek(0)
        self.taken = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        with self._lock:
            block = self._source.read(size) if self._open else b""
        self.taken += len(block)
        return block

    def readinto(self, buffer: Any) -> int:
        block = self.read(len(buffer))
        buffer[: len(block)] = block
        return len(block)

    def leave(self) -> None:
        """Stop reading; the file itself stays open."""
        with self._lock:
            self._open = False


def _text_blocks(
    source: BinaryIO,
    layout: Layout,
    names: Sequence[str],
    columns: Sequence[str],
    rows_per_block: int,
) -> Generator[Block, None, None]:
    import pyarrow as pa
    from pyarrow import csv

    reading = _Reading(source)
    row = 1 + layout.header
    try:
        reader = csv.open_csv(
            reading,
            read_options=csv.ReadOptions(
                use_threads=False,
                block_size=max(rows_per_block * _BYTES_PER_ROW, 64),
                column_names=list(names),
                skip_rows=layout.skipped,
                skip_rows_after_names=int(layout.header),
                encoding=layout.encoding,
            ),
            parse_options=csv.ParseOptions(delimiter=layout.delimiter, newlines_in_values=True),
            convert_options=csv.ConvertOptions(
                include_columns=list(columns),
                column_types={column: pa.string() for column in columns},
            ),
            # Arrow's own allocator is slow to give back what one block has left to the next.
            memory_pool=pa.system_memory_pool(),
        )
        for batch in reader:
            yield Block(tuple(batch.columns), row, min(reading.taken / reading.size, 1.0))
            row += batch.num_rows
    except pa.ArrowInvalid as error:
        raise _text_error(str(error)) from error
    except UnicodeError as error:
        raise _wrong_encoding(layout.encoding) from error
    finally:
        reading.leave()


def _text_error(message: str) -> RatingsError:
    ragged = _RAGGED.search(message)
    if ragged:
        return RatingsError(
            "Row {row} has {given} cells where the first row has {wanted}: {text}",
            row=int(ragged["row"]),
            given=int(ragged["given"]),
            wanted=int(ragged["wanted"]),
            text=shown(ragged["text"]),
        )
    if "straddling" in message:
        return RatingsError(
            "A row is longer than a block of this file. Look for a quotation mark that is opened "
            "and never closed."
        )
    if "UTF8" in message:
        return _wrong_encoding("utf-8")
    return RatingsError("This text cannot be read as a table: {reason}", reason=shown(message))


def _wrong_encoding(encoding: str) -> RatingsError:
    return RatingsError(
        "This file is not encoded in {encoding}. Choose another encoding, or save the file as "
        "UTF-8.",
        encoding=encoding,
    )


# -- Excel -----------------------------------------------------------------------------------------


@contextlib.contextmanager
def open_workbook(source: BinaryIO) -> Iterator[Any]:
    """Open an Excel file whose unpacked size has been looked at; any damage is a RatingsError."""
    import zipfile
    import zlib
    from xml.etree.ElementTree import ParseError

    from openpyxl import load_workbook

    source.seek(0)
    # It warns of styles and checks it does not know. For good, and not while the file is open:
    # what is put back at the end would be put back in the midst of another reader's work.
    warnings.filterwarnings("ignore", category=UserWarning, module=r"openpyxl\.")
    try:
        yield load_workbook(source, read_only=True, data_only=True)
    except RatingsError:
        raise
    except (zipfile.BadZipFile, zlib.error, ParseError, *_DAMAGE) as error:
        raise RatingsError("This Excel file is damaged. Save it again, or as CSV.") from error


def _sheet_rows(
    workbook: Any, layout: Layout, n_columns: int | None = None
) -> Iterator[tuple[Any, ...]]:
    if layout.sheet not in workbook.sheetnames:
        raise RatingsError("There is no sheet {sheet}.", sheet=shown(layout.sheet))
    sheet = workbook[layout.sheet]
    sheet.reset_dimensions()  # which a file may state wrongly
    rows = sheet.iter_rows(values_only=True, max_row=_MOST_ROWS_OF_A_SHEET, max_col=n_columns)
    return (row for row in rows if any(value is not None for value in row))


def _first_of_sheet(source: BinaryIO, layout: Layout) -> tuple[list[str], list[list[str]]]:
    check_unpacked(source)
    with open_workbook(source) as workbook:
        rows = [
            ["" if value is None else str(value) for value in row]
            for row in itertools.islice(_sheet_rows(workbook, layout), 101)
        ]
    if not rows:
        raise RatingsError(
            "The sheet {sheet} is empty: choose the one with the ratings.",
            sheet=shown(layout.sheet),
        )
    if not layout.header:
        return [f"column {place}" for place in range(1, max(map(len, rows)) + 1)], rows
    return rows[0], rows[1:]


def _sheet_blocks(
    source: BinaryIO,
    layout: Layout,
    names: Sequence[str],
    columns: Sequence[str],
    rows_per_block: int,
) -> Generator[Block, None, None]:
    places = [names.index(column) for column in columns]
    row = 1 + layout.header
    with open_workbook(source) as workbook:
        total = workbook[layout.sheet].max_row or _MOST_ROWS_OF_A_SHEET
        rows = _sheet_rows(workbook, layout, len(names))
        if layout.header:
            next(rows)
        while block := list(itertools.islice(rows, rows_per_block)):
            taken = tuple(
                [cells[place] if place < len(cells) else None for cells in block]
                for place in places
            )
            yield Block(taken, row, min((row + len(block)) / total, 1.0))
            row += len(block)


# -- Parquet ---------------------------------------------------------------------------------------


@contextlib.contextmanager
def _open_parquet(source: BinaryIO) -> Iterator[Any]:
    import pyarrow as pa
    from pyarrow import parquet

    source.seek(0)
    try:
        # With a buffer of its own a column is read bit by bit, not a group of rows at a time.
        yield parquet.ParquetFile(
            pa.PythonFile(_KeptOpen(source), mode="r"), buffer_size=2**18, pre_buffer=False
        )
    except (pa.ArrowException, OSError) as error:
        raise RatingsError(
            "This Parquet file is damaged: {reason}", reason=shown(str(error))
        ) from error


def _first_of_parquet(source: BinaryIO, layout: Layout) -> tuple[list[str], list[list[str]]]:
    with _open_parquet(source) as file:
        names = list(file.schema_arrow.names)
        batch = next(file.iter_batches(batch_size=_SHOWN_ROWS), None)
        columns = [] if batch is None else [column.to_pylist() for column in batch.columns]
    rows = [
        ["" if cell is None else str(cell) for cell in row] for row in zip(*columns, strict=True)
    ]
    return names, rows


class _KeptOpen(io.RawIOBase):
    """A file that its reader cannot close."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self._source.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._source.seek(offset, whence)

    def tell(self) -> int:
        return self._source.tell()


def _parquet_blocks(
    source: BinaryIO,
    layout: Layout,
    names: Sequence[str],
    columns: Sequence[str],
    rows_per_block: int,
) -> Generator[Block, None, None]:
    places = [names.index(column) for column in columns]
    row = 1
    with _open_parquet(source) as file:
        total = max(file.metadata.num_rows, 1)
        own = file.schema_arrow.names
        # Names may repeat: then the n-th of that name is meant.
        wanted = [(own[place], own[:place].count(own[place])) for place in places]
        _check_chunks(file.metadata, {name for name, _ in wanted})
        for batch in file.iter_batches(
            batch_size=rows_per_block, columns=[name for name, _ in wanted], use_threads=False
        ):
            yield Block(
                tuple(
                    batch.column(batch.schema.get_all_field_indices(name)[which])
                    for name, which in wanted
                ),
                row,
                min((row + batch.num_rows) / total, 1.0),
            )
            row += batch.num_rows


def _check_chunks(metadata: Any, names: set[str]) -> None:
    """Refuse what would unpack to too much at a time."""
    for group in range(metadata.num_row_groups):
        for place in range(metadata.num_columns):
            chunk = metadata.row_group(group).column(place)
            size = chunk.total_uncompressed_size
            if size > _LARGEST_CHUNK and chunk.path_in_schema.split(".")[0] in names:
                raise RatingsError(
                    "Column {column} unpacks to {size} MB at a time, more than is read here. Write "
                    "the file in smaller groups of rows.",
                    column=shown(chunk.path_in_schema),
                    size=size // 2**20,
                )


# -- JSON lines ------------------------------------------------------------------------------------


_HALF = "\\u"  # how JSON spells it


def _first_of_lines(source: BinaryIO, layout: Layout) -> tuple[list[str], list[list[str]]]:
    text = _head(source, layout)
    records = _records([line for line in whole_lines(text) if line.strip()], 1)
    names = list(dict.fromkeys(name for record in records for name in record))
    rows = [
        ["" if record.get(name) is None else str(record[name]) for name in names]
        for record in records[:_SHOWN_ROWS]
    ]
    return names, rows


def _records(lines: Sequence[str], first_row: int) -> list[dict[str, Any]]:
    """Return the objects of some lines, decoded at one go where nothing is wrong."""
    text = "[" + ",".join(lines) + "]"
    try:
        records: list[Any] = json.loads(text)
        if len(records) == len(lines) and all(isinstance(record, dict) for record in records):
            return [_of_whole_characters(each) for each in records] if _HALF in text else records
    except (ValueError, RecursionError):
        pass  # one of them is wrong: which?
    numbered = enumerate(lines, start=first_row)
    row, line = next((pair for pair in numbered if not _is_object(pair[1])), (first_row, lines[0]))
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


def _line_blocks(
    source: BinaryIO,
    layout: Layout,
    names: Sequence[str],
    columns: Sequence[str],
    rows_per_block: int,
) -> Generator[Block, None, None]:
    reading = _Reading(source)
    row = 1
    with io.TextIOWrapper(io.BufferedReader(reading), layout.encoding) as text:
        while lines := _lines(text, rows_per_block * _BYTES_PER_ROW):
            records = _records([line for line in lines if line.strip()], row)
            yield Block(
                tuple([record.get(column) for record in records] for column in columns),
                row,
                min(reading.taken / reading.size, 1.0),
            )
            row += len(records)


def _lines(text: io.TextIOWrapper, characters: int) -> list[str]:
    try:
        return text.readlines(characters)
    except UnicodeError as error:
        raise _wrong_encoding(text.encoding) from error
