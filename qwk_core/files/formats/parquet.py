"""Parquet files, a group of rows at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator, Sequence
from typing import Any, BinaryIO

from qwk_core.errors import RatingsError, shown
from qwk_core.files.formats.common import SHOWN_ROWS, Block
from qwk_core.files.labels import IS_NEITHER
from qwk_core.files.layouts import Layout

_BYTES = ("binary", "large_binary", "binary_view", "string_view")
_LIST = "[…]"  # what stands for a list or an object among the first rows
_AT_ONCE = 16  # times as many rows as of a text: nothing is parsed
_LONGEST_SHOWN = 500  # characters of a cell among the first rows
_LARGEST_CHUNK = 2**30  # bytes that one column of a group of rows may unpack to


@contextlib.contextmanager
def _open_parquet(source: BinaryIO) -> Iterator[Any]:
    import pyarrow as pa
    from pyarrow import parquet

    source.seek(0)
    try:
        found = parquet.ParquetFile(source)
        # With a buffer of its own a column is read bit by bit, not a group of rows at a time. And a
        # text that is written once for a million rows stays one text.
        yield parquet.ParquetFile(
            source,
            metadata=found.metadata,
            buffer_size=2**18,
            pre_buffer=False,
            read_dictionary=[
                field.name
                for field in found.schema_arrow
                if pa.types.is_string(field.type) or pa.types.is_large_string(field.type)
            ],
        )
    # A name that is no text, for one, is not noticed by Arrow, but by Python.
    except (pa.ArrowException, OSError, UnicodeError, OverflowError) as error:
        raise RatingsError(
            "This Parquet file is damaged: {reason}", reason=shown(str(error))
        ) from error


def count_rows(source: BinaryIO) -> int:
    """Return how many rows a file says it has.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.

    Returns
    -------
    int

    Raises
    ------
    RatingsError
        If it cannot be read.
    """
    with _open_parquet(source) as file:
        rows: int = file.metadata.num_rows
    return rows


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
    with _open_parquet(source) as file:
        names, kinds = list(file.schema_arrow.names), list(file.schema_arrow.types)
        # A cell of a list may hold a million values: it is not read.
        flat = [name for name, kind in zip(names, kinds, strict=True) if not _is_nested(kind)]
        batch = next(file.iter_batches(batch_size=SHOWN_ROWS, columns=flat), None) if flat else None
        n = min(file.metadata.num_rows, SHOWN_ROWS) if batch is None else batch.num_rows
        columns = [[_LIST] * n] * len(names)
        for place, kind in enumerate(kinds):
            if batch is not None and not _is_nested(kind):
                columns[place] = _shown(_column(batch, names[place], names[:place]))
    return names, [list(row) for row in zip(*columns, strict=True)]


def _column(batch: Any, name: str, before: Sequence[str]) -> Any:
    """Return a column of a batch by its name, of which others before it may have the same."""
    return batch.column(batch.schema.get_all_field_indices(name)[before.count(name)])


def _is_nested(kind: Any) -> bool:
    import pyarrow as pa

    nested: bool = pa.types.is_nested(getattr(kind, "storage_type", kind))
    return nested


def _shown(column: Any) -> list[str]:
    """Return a column's cells as text, long ones cut; one text for all cells that are alike."""
    import pyarrow as pa

    column = _of_plain_type(column)
    if pa.types.is_dictionary(column.type):
        texts = [*_shown(column.dictionary), ""]
        return [texts[place] for place in column.indices.fill_null(len(texts) - 1).to_pylist()]
    cells = column.to_pylist()
    return ["" if cell is None else str(cell)[:_LONGEST_SHOWN] for cell in cells]


def _of_plain_type(column: Any) -> Any:
    """Return a column in a type that labels are made of, where it has a rare one for the same."""
    import pyarrow as pa

    if isinstance(column, pa.ExtensionArray):
        # A truth value in a byte counts; what an identifier is stored as would be no label.
        known = column.type.extension_name
        stored = column.storage
        column = stored.cast(pa.bool_()) if known == "arrow.bool8" else stored
        return column if known == "arrow.uuid" else _of_plain_type(column)
    kind = column.type
    if str(kind).startswith(("decimal32", "decimal64")):
        return column.cast(pa.decimal128(kind.precision, kind.scale))
    if pa.types.is_fixed_size_binary(kind):
        column = column.cast(pa.binary())
    if str(column.type) in _BYTES:
        with contextlib.suppress(pa.ArrowInvalid):  # some programs write text so; others do not
            return column.cast(pa.string())
    return column


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
    row = 1
    with _open_parquet(source) as file:
        total = max(file.metadata.num_rows, 1)
        own = file.schema_arrow.names
        wanted = [own[place] for place in places]
        _check_chunks(file.metadata, set(wanted))
        for place in places:
            if _is_nested(file.schema_arrow.field(place).type):
                raise RatingsError(IS_NEITHER, column=shown(own[place]), row=1, value=_LIST)
        for batch in file.iter_batches(
            batch_size=_AT_ONCE * rows_per_block, columns=wanted, use_threads=False
        ):
            yield Block(
                tuple(_of_plain_type(_column(batch, own[place], own[:place])) for place in places),
                range(row, row + batch.num_rows),
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
