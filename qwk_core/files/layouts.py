"""What kind of table a file is: found from its first bytes, before anything is read."""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

from qwk_core.errors import RatingsError, shown
from qwk_core.files.labels import kind_of
from qwk_core.messages import N_

HEAD = 256 * 1024
"""How many bytes, from the beginning, a table is judged by."""

# A word processor's or a camera's file, whatever it is called.
_MAGIC = (
    (b"\xd0\xcf\x11\xe0", N_("an old Excel file (.xls)")),
    (b"\x1f\x8b", N_("a compressed file (gzip)")),
    (b"BZh", N_("a compressed file (bzip2)")),
    (b"\xfd7zXZ", N_("a compressed file (xz)")),
    (b"\x28\xb5\x2f\xfd", N_("a compressed file (zstd)")),
    (b"7z\xbc\xaf", N_("a compressed archive (7z)")),
    (b"Rar!", N_("a compressed archive (rar)")),
    (b"%PDF", N_("a PDF")),
    (b"\x89PNG", N_("a picture")),
    (b"\xff\xd8\xff", N_("a picture")),
    (b"GIF8", N_("a picture")),
)

# What an Excel file may unpack to: its sheet is read row by row, its shared texts all at once.
_MOST_UNPACKED = 400 * 2**20
_MOST_SHARED = 32 * 2**20

# Files are looked through for bytes that are no UTF-8 up to here.
_LOOKED_THROUGH = 64 * 2**20

# Text has no characters that control a terminal, but for one that slipped into a comment.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
_MOST_CONTROLS = 0.02

_JSON = re.compile(r'\s*+\[?\s*+\{\s*+["}]')

DELIMITERS = ("\t", ";", "|", ",", " ")
"""What may stand between cells; the first that fits, since a comma may be a decimal one."""


@dataclass(frozen=True)
class Layout:
    """How a file is to be read. What does not apply to its kind keeps its default.

    Attributes
    ----------
    kind : {"text", "excel", "parquet", "jsonl"}
        The kind of file.
    encoding : str
        Python's name of a text's encoding.
    delimiter : str
        What stands between the cells of a text: one character.
    decimal : {".", ","}
        What stands before decimals.
    header : bool
        Whether the first row has the names of the columns.
    skipped : int
        Lines before that row which belong to no table ("sep=;").
    sheet : str
        The sheet of an Excel file.
    sheets : tuple of str
        All its sheets.
    """

    kind: str
    encoding: str = "utf-8"
    delimiter: str = ","
    decimal: str = "."
    header: bool = True
    skipped: int = 0
    sheet: str = ""
    sheets: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        try:
            io.TextIOWrapper(io.BytesIO(), encoding=self.encoding)
        except (LookupError, ValueError):
            raise RatingsError(
                "{value} is no encoding that is known here; utf-8 and cp1252 are usual.",
                value=shown(self.encoding),
            ) from None
        if len(self.delimiter) != 1 or not self.delimiter.isascii() or self.delimiter in '"\r\n\0':
            raise RatingsError(
                "{value} cannot stand between cells: give one character, such as a comma.",
                value=shown(self.delimiter),
            )


def detect(source: BinaryIO, name: str = "") -> Layout:
    r"""Find out what kind of table a file is.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    name : str
        The file's name: for error messages alone, what the file says of itself counts.

    Returns
    -------
    Layout
        A proposal: change what is wrong with `dataclasses.replace`.

    Raises
    ------
    RatingsError
        If the file is empty, no table, or larger unpacked than can be read.

    Examples
    --------
    >>> import io
    >>> layout = detect(io.BytesIO(b"grader a;grader b\n1,5;2\n2;2\n"))
    >>> layout.kind, layout.delimiter, layout.decimal, layout.header
    ('text', ';', ',', True)
    """
    source.seek(0)
    head = source.read(HEAD)
    if not head.strip(b"\0 \t\r\n\xef\xbb\xbf"):
        raise _empty()
    if head.startswith(b"PAR1"):
        return Layout("parquet")
    if head.startswith(b"PK\x03\x04"):
        return _excel(source)
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            raise RatingsError(
                "This is {kind}, not a table. Unpack it or save it as CSV, Excel (.xlsx), Parquet "
                "or JSON lines.",
                kind=kind,
            )
    encoding = _encoding(source, head)
    text = head.decode(encoding, errors="replace").removeprefix("\ufeff")
    controls = len(_CONTROL.findall(text))
    if "\0" in text or controls > len(text) * _MOST_CONTROLS:
        raise _binary(name)
    if _JSON.match(text):
        return _json_lines(text.lstrip(), encoding)
    return _text(text, encoding)


def _empty() -> RatingsError:
    return RatingsError("This file is empty: give a table with two columns of ratings.")


def _binary(name: str) -> RatingsError:
    return RatingsError(
        "{name} is not text, whatever its name says. Save the table as CSV, Excel (.xlsx), Parquet "
        "or JSON lines.",
        name=shown(name) if name else "This file",
    )


def _encoding(source: BinaryIO, head: bytes) -> str:
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if head.startswith(mark):
            return encoding
    # Text in UTF-16 without its mark: every other byte of what is mostly ASCII is 0.
    pairs = head[: len(head) // 2 * 2]
    if len(pairs) >= 4 and pairs[:200:2].count(0) == 0 and not pairs[1:200:2].strip(b"\0"):
        return "utf-16-le"
    decoder = codecs.getincrementaldecoder("utf-8")()
    source.seek(0)
    try:
        for _ in range(0, _LOOKED_THROUGH, HEAD):
            block = source.read(HEAD)
            decoder.decode(block, final=not block)
            if not block:
                break
    except UnicodeDecodeError:
        try:
            head.decode("cp1252")
        except UnicodeDecodeError:
            return "latin-1"
        return "cp1252"
    return "utf-8"


def _json_lines(text: str, encoding: str) -> Layout:
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


def _excel(source: BinaryIO) -> Layout:
    check_unpacked(source)
    from qwk_core.files.blocks import open_workbook

    with open_workbook(source) as workbook:
        sheets = tuple(workbook.sheetnames)
        shown_first = [
            sheet.title for sheet in workbook.worksheets if sheet.sheet_state == "visible"
        ]
    if not sheets:
        raise RatingsError("This workbook has no sheet.")
    return Layout("excel", sheet=(shown_first or sheets)[0], sheets=sheets)


def check_unpacked(source: BinaryIO) -> None:
    """Refuse a zip archive that is no workbook, or that would unpack to too much.

    The sizes that the archive declares are binding: `zipfile` unpacks no more than these.
    """
    source.seek(0)
    try:
        with zipfile.ZipFile(source) as archive:
            sizes = {item.filename: item.file_size for item in archive.infolist()}
    # What zipfile says of an index that is cut short, points nowhere, or asks for what it lacks.
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as broken:
        raise RatingsError("This file is damaged: it begins like an Excel file.") from broken
    if "xl/workbook.xml" not in sizes:
        raise RatingsError(
            "This is a zip archive without a workbook in it. Unpack it, and give the table itself."
        )
    shared = sum(size for name, size in sizes.items() if not name.startswith("xl/worksheets/"))
    if sum(sizes.values()) > _MOST_UNPACKED or shared > _MOST_SHARED:
        raise RatingsError(
            "This workbook unpacks to {size} MB, more than is read here. Save the sheet with the "
            "ratings as CSV.",
            size=sum(sizes.values()) // 2**20,
        )


def _text(text: str, encoding: str) -> Layout:
    skipped, delimiter = 0, ""
    first, _, rest = text.partition("\n")
    declared = re.fullmatch(r'"?sep=(.)"?\r?', first, re.IGNORECASE)
    if declared:  # Excel's own way of saying so
        skipped, delimiter, text = 1, declared[1], rest
    lines = whole_lines(text)
    if not any(line.strip() for line in lines):
        raise _empty()
    delimiter = delimiter or _delimiter(lines)
    rows = parse_lines(lines, delimiter)
    decimal = _decimal(rows) if delimiter != "," else "."
    return Layout("text", encoding, delimiter, decimal, _has_header(rows, decimal), skipped)


def whole_lines(text: str) -> list[str]:
    """Return the lines of a text's beginning, without a last one that may be cut off."""
    lines = list(io.StringIO(text, newline=""))  # not at what else Unicode calls a line's end
    if len(lines) > 2 and len(text) >= HEAD // 2 and not lines[-1].endswith(("\n", "\r")):
        lines.pop()
    return lines[:2_000]


def parse_lines(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    """Return the rows of lines of text, empty ones left out."""
    try:
        return [row for row in csv.reader(lines, delimiter=delimiter) if row]
    except csv.Error as error:
        raise RatingsError(
            "This text cannot be read as a table: a cell is longer than 131,072 characters. Look "
            "for a quotation mark that is opened and never closed."
        ) from error


def _delimiter(lines: Sequence[str]) -> str:
    """Return the first delimiter that gives every row the same number of cells, or nearly."""
    best, best_share = ",", 0.0
    for delimiter in DELIMITERS:
        widths = Counter(map(len, parse_lines(lines[:200], delimiter)))
        width, rows = max(widths.items(), key=lambda item: (item[0] > 1, item[1]))
        share = rows / widths.total() if width > 1 else 0.0
        if share > best_share + 0.1:
            best, best_share = delimiter, share
    return best


def _decimal(rows: Sequence[Sequence[str]]) -> str:
    cells = [cell.strip() for row in rows for cell in row]
    commas = sum(bool(re.fullmatch(r"[+\-−]?\d*,\d+", cell)) for cell in cells)
    points = sum(bool(re.fullmatch(r"[+\-−]?\d*\.\d+", cell)) for cell in cells)
    return "," if commas > points else "."


def _has_header(rows: Sequence[Sequence[str]], decimal: str) -> bool:
    """Tell whether the first row names the columns: no number, and nothing that comes again."""
    first, rest = rows[0], rows[1:]
    if any(kind_of([cell], decimal) not in ("text", "empty") for cell in first):
        return False
    if not rest:
        return True
    columns = [{row[column] for row in rest if column < len(row)} for column in range(len(first))]
    if any(kind_of(column, decimal) in ("whole", "fraction") for column in columns):
        return True
    return not any(cell in column for cell, column in zip(first, columns, strict=True) if cell)
