"""Text: CSV, TSV and their kin. What stands between cells is found from the beginning."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, BinaryIO

import numpy as np

from qwk_core.errors import RatingsError, shown
from qwk_core.files.formats.common import (
    BYTES_PER_ROW,
    SHOWN_ROWS,
    Block,
    CountedFile,
    blocks_of,
    empty_file,
    read_head,
    split_names,
    whole_lines,
    wrong_encoding,
)
from qwk_core.files.labels import kind_of
from qwk_core.files.layouts import DELIMITERS, Layout
from qwk_core.files.names import says

_AT_ONCE = 2**18  # bytes
_END = "\x1a"  # what DOS wrote at the end of a text


def find_layout(text: str, encoding: str) -> Layout:
    """Return the layout of a text, judged by its beginning.

    Parameters
    ----------
    text : str
        The beginning.
    encoding : str
        Python's name of the file's encoding.

    Returns
    -------
    Layout

    Raises
    ------
    RatingsError
        If the text is blank.
    """
    skipped, delimiter = 0, ""
    first, _, rest = text.partition("\n")
    declared = re.fullmatch(r'"?sep=(.)"?\r?', first, re.IGNORECASE)
    if declared:  # Excel's own way of saying so
        skipped, delimiter, text = 1, declared[1], rest
    lines = whole_lines(text)
    if not any(line.strip() for line in lines):
        raise empty_file()
    delimiter = delimiter or _delimiter(lines)
    decimal = find_decimal(cells for _, cells in numbered_rows(lines, delimiter))
    return Layout("text", encoding, delimiter, decimal, skipped=skipped)


def _delimiter(lines: Sequence[str]) -> str:
    """Return the first delimiter that gives every row the same number of cells, or nearly.

    A later one that gives more rows the same number, the names among them, is better: what parts
    two ratings in a cell parts no names.
    """
    best, most, above = ",", 0.0, 0
    for delimiter in DELIMITERS:
        given = [len(cells) for _, cells in numbered_rows(lines[:200], delimiter)]
        width, rows = max(Counter(given).items(), key=lambda item: (item[0] > 1, item[1]))
        share = rows / len(given) if width > 1 else 0.0
        first = given.index(width)
        if share > most + 0.1 or (share > most and first < above):
            best, most, above = delimiter, share, first
    return best


def find_decimal(rows: Iterable[Sequence[str]]) -> str:
    """Return what stands before decimals: a comma where more cells have one than a point.

    A number with a decimal comma may have a point all the same. So a comma it is, too, where every
    number with one stands somewhere with a point: 2,5 and 2.5.

    Parameters
    ----------
    rows : iterable of sequence of str

    Returns
    -------
    {".", ","}

    Examples
    --------
    >>> find_decimal([["1,5", "2"], ["3", "2,25"]]), find_decimal([["1.5", "2,250"]])
    (',', '.')
    """
    cells = [cell.strip() for row in rows for cell in row]
    commas = [cell for cell in cells if re.fullmatch(r"[+\-−]?\d*,\d+ ?%?", cell)]
    points = [cell for cell in cells if re.fullmatch(r"[+\-−]?\d*\.\d+ ?%?", cell)]
    both = {cell.replace(",", ".") for cell in commas} <= {*points}
    return "," if len(commas) > len(points) or (commas and both) else "."


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
        If the text is not encoded as the layout says, or a cell is endless.
    """
    lines = whole_lines(read_head(source, layout))
    numbered = numbered_rows(lines[layout.skipped :], layout.delimiter, layout.skipped + 1)
    rows = [cells for number, cells in numbered if number not in layout.left_out]
    if not rows:
        return [], []
    names, rows = split_names(rows, layout)
    rows = [cells for cells in rows if any(map(str.strip, cells))][:SHOWN_ROWS]
    if layout.header and rows and all(len(row) == len(names) + 1 for row in rows):
        if not any(row[-1].strip() for row in rows):
            names = [*names, ""]  # each row ends with a mark
        elif _are_named(rows, names[0], quoted=lines[layout.skipped].startswith('"')):
            names = ["row", *names]  # R writes the names of its rows under no name
    return names, rows


def _are_named(rows: Sequence[Sequence[str]], first: str, *, quoted: bool) -> bool:
    """Tell whether rows begin with names, as R writes them: none comes twice.

    Decimal commas without quotes give a cell more, too. Then the first name is that of an id, but
    only numbers stand in the rows, and the first name's numbers repeat.
    """
    names, below, *_rest = zip(*rows, strict=True)
    numbers = kind_of([cell for row in rows for cell in row[1:]]) in ("whole", "fraction")
    again = len(set(below)) < len(below)
    return len(set(names)) == len(names) and (
        quoted or not (numbers and again and says(first, "id"))
    )


def numbered_rows(
    lines: Iterable[str], delimiter: str, first_row: int = 1, *, whole: bool = False
) -> Iterator[tuple[int, list[str]]]:
    r"""Yield the rows of lines of text that are not blank, each with its number.

    Parameters
    ----------
    lines : iterable of str
        Each with its end.
    delimiter : str
        What stands between cells.
    first_row : int
        The number of the first line.
    whole : bool
        Whether the lines are all there are, so that they must not end within quotation marks.

    Yields
    ------
    row : int
        As a spreadsheet numbers it: blank rows count, a cell of several lines is in one row.
    cells : list of str

    Raises
    ------
    RatingsError
        If a cell is longer than 131,072 characters, or a quotation mark is not closed.

    Examples
    --------
    >>> list(numbered_rows(["a,b\n", "\n", "1,2\n"], ","))
    [(1, ['a', 'b']), (3, ['1', '2'])]
    """
    row = first_row - 1
    # A mark of our own after the last line: where a cell is still open, it swallows the mark.
    fed = itertools.chain(lines, [_END]) if whole else lines
    spaced = delimiter == " "  # one or more of them: a table that is made for a printer
    if spaced:
        fed = (line.strip(" ") for line in fed)
    reader = csv.reader(fed, delimiter=delimiter, skipinitialspace=spaced)
    try:
        for row, cells in enumerate(reader, first_row):
            if spaced and len(cells) > 1 and not cells[-1]:
                cells.pop()
            if whole and cells and cells[-1].endswith(_END):
                if cells == [_END]:
                    return
                raise RatingsError(
                    "Row {row}: a quotation mark is opened and never closed: {text}",
                    row=row,
                    text=shown(cells[-1].removesuffix(_END).partition("\n")[0]),
                )
            if cells:
                yield row, cells
    except csv.Error as error:
        raise RatingsError(
            "Row {row}: a cell is longer than 131,072 characters. Look for a quotation mark that "
            "is opened and never closed.",
            row=row + 1,
        ) from error


class _FileRows(Sequence[int]):
    """The numbers of a block's rows, found only when one is asked for: for a message."""

    def __init__(self, source: BinaryIO, layout: Layout, begin: int, n: int) -> None:
        self._source, self._layout, self._begin, self._n = source, layout, begin, n

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, place: Any) -> Any:
        rows = items_of(CountedFile(self._source), self._layout)
        row, _ = next(itertools.islice(rows, self._begin + place, None))
        return row


def items_of(
    reading: CountedFile, layout: Layout, *, whole: bool = False
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows below the header that hold something and are not left out, numbered.

    Parameters
    ----------
    reading : CountedFile
        The text.
    layout : Layout
        How it is to be read.
    whole : bool
        As `numbered_rows` takes it.

    Yields
    ------
    row : int
    cells : list of str
    """
    with io.TextIOWrapper(io.BufferedReader(reading), layout.encoding, newline="") as lines:
        below = itertools.islice(lines, layout.skipped, None)
        rows = numbered_rows(below, layout.delimiter, layout.skipped + 1, whole=whole)
        rows = itertools.islice(rows, layout.header + layout.second_header, None)
        for row, cells in rows:
            if row not in layout.left_out and any(map(str.strip, cells)):
                yield row, cells


def check_width(row: int, cells: Sequence[str], width: int, layout: Layout) -> None:
    """Refuse a row with more or fewer cells than the table.

    Parameters
    ----------
    row : int
        Its number.
    cells : sequence of str
    width : int
        How many cells each row has.
    layout : Layout

    Raises
    ------
    RatingsError
    """
    if len(cells) != width:
        raise RatingsError(
            "Row {row} has {given} cells where the first row has {wanted}: {text}. Mend this row, "
            "or delete all lines that are no rows of the table.",
            row=row,
            given=len(cells),
            wanted=width,
            text=shown(layout.delimiter.join(cells)),
        )


def _checked_rows(
    reading: CountedFile, layout: Layout, width: int, *, whole: bool = False
) -> Iterator[tuple[int, list[str]]]:
    """Yield all rows; refuse one with other cells than the first, or with rows in a cell."""
    for row, cells in items_of(reading, layout, whole=whole):
        check_width(row, cells, width, layout)
        for cell in (one for one in cells if "\n" in one or "\r" in one):
            lines = cell.splitlines()[1:]
            swallowed = [line for line in lines if line.count(layout.delimiter) >= width - 1]
            if width > 1 and swallowed:
                raise RatingsError(
                    "Row {row}: a cell in quotation marks holds {n} more rows of the table, the "
                    "first of them {text}. A quotation mark is opened and not closed.",
                    row=row,
                    n=len(swallowed),
                    text=shown(swallowed[0]),
                )
        yield row, cells


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
        If a row cannot be read, a quotation mark is not closed, or the file is cut short meanwhile.
    """
    width = len(first_rows(source, layout)[0])
    if layout.left_out or layout.delimiter == " " or _has_blank_row(source, layout):
        yield from _chosen_rows(source, layout, width, places, rows_per_block)
        return
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    reading = CountedFile(source)
    columns = [str(place) for place in places]
    n_rows = 0
    try:
        reader = arrow_csv.open_csv(
            reading,
            read_options=arrow_csv.ReadOptions(
                use_threads=False,
                block_size=max(rows_per_block * BYTES_PER_ROW, 64),
                column_names=[str(place) for place in range(width)],
                skip_rows=layout.skipped,
                skip_rows_after_names=layout.header + layout.second_header,
                encoding=layout.encoding,
            ),
            parse_options=arrow_csv.ParseOptions(
                delimiter=layout.delimiter, newlines_in_values=True
            ),
            convert_options=arrow_csv.ConvertOptions(
                include_columns=columns,
                column_types=dict.fromkeys(columns, pa.string()),
            ),
            # Arrow's own allocator is slow to give back what one block has left to the next.
            memory_pool=pa.system_memory_pool(),
        )
        for batch in reader:
            yield Block(
                tuple(batch.columns),
                _FileRows(source, layout, n_rows, batch.num_rows),
                reading.share(),
            )
            n_rows += batch.num_rows
    except pa.ArrowInvalid as error:
        reading.leave()
        raise _text_error(str(error), source, layout, width) from error
    except UnicodeError as error:
        raise wrong_encoding(layout.encoding) from error
    finally:
        reading.leave()
    reading.check_whole()
    # Cells of several lines are rare, and a mark that is not closed makes one.
    several = n_rows < reading.n_lines - layout.skipped - layout.header
    if reading.n_quotes % 2 or (reading.n_quotes and several):
        # A text must not end within quotation marks, and no cell may hold rows of the table.
        deque(_checked_rows(CountedFile(source), layout, width, whole=True), maxlen=0)


def _has_blank_row(source: BinaryIO, layout: Layout) -> bool:
    """Tell whether a row may have delimiters alone, as Excel leaves them below a table."""
    mark = layout.delimiter.encode()
    alike = bytes.maketrans(b"\r" + mark, b"\n,")
    nothing = bytes({*b' \t"\0'} - {*mark})  # \0 is of UTF-16
    rest = b""
    source.seek(0)
    while block := source.read(_AT_ONCE):
        text = rest + block.translate(alike, nothing)
        letters = np.frombuffer(text, dtype=np.uint8)
        # Looking for both bytes at once takes three times as long.
        begins = (letters[:-1] == ord("\n")) & (letters[1:] == ord(","))
        if begins.any() and re.search(rb"\n,+\n", text):
            return True
        rest = text[max(text.rfind(b"\n"), 0) :]
    return re.fullmatch(rb"\n,+", rest) is not None


def _chosen_rows(
    source: BinaryIO, layout: Layout, width: int, places: Sequence[int], rows_per_block: int
) -> Iterator[Block]:
    """Read a text of which rows are left out or blank, or whose cells are parted by spaces.

    Arrow can do none of this.
    """
    reading = CountedFile(source)
    try:
        rows = _checked_rows(reading, layout, width)
        yield from blocks_of(rows, places, rows_per_block, reading.share)
    except UnicodeError as error:
        raise wrong_encoding(layout.encoding) from error


def _text_error(message: str, source: BinaryIO, layout: Layout, width: int) -> RatingsError:
    if "UTF8" in message:
        return wrong_encoding("utf-8")
    try:  # which row is it, as the file counts them?
        deque(_checked_rows(CountedFile(source), layout, width), maxlen=0)
    except RatingsError as error:
        return error
    if "straddling" in message:
        return RatingsError(
            "A row is longer than a block of this file. Look for a quotation mark that is opened "
            "and never closed."
        )
    return RatingsError("This text cannot be read as a table: {reason}", reason=shown(message))
