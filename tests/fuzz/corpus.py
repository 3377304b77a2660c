"""What breaks careless apps: numbers, words, markup, names of files, and files themselves."""

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import pyarrow as pa

from tests.core.files.made import excel, in_parquet, zipped

_LISTED = json.loads(Path(__file__).with_name("words.json").read_text("utf-8"))
NUMBERS = (*_LISTED["numbers"], "9" * 5_000, "-" + "9" * 400)
WORDS = (*_LISTED["words"], "a" * 300, "m" * 20_001, "ß" * 5_000)
MARKUP, FORMULAS, GOOD = (tuple(_LISTED[name]) for name in ("markup", "formulas", "good"))
TEXTS = (*NUMBERS, *WORDS, *MARKUP, *FORMULAS, *GOOD)
FILE_NAMES = tuple(
    f"{name}{ending}"
    for name in ("ratings", "", *MARKUP, *FORMULAS, *WORDS[:44], "a/b", "..", "{0.__class__}")
    for ending in (".csv", ".xlsx", ".parquet", ".jsonl", "")
)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Write a text table as a spreadsheet would."""
    sink = io.StringIO()
    csv.writer(sink, lineterminator="\n").writerows((header, *rows))
    return sink.getvalue().encode("utf-8", "surrogatepass")


def lines_of_json(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Write a table as JSON lines: the only kind of file that can contain half a character."""
    return "\n".join(json.dumps(dict(zip(header, row, strict=True))) for row in rows).encode()


def workbook(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Write a table as an Excel file, without the characters that Excel refuses."""
    cells = [[_printable(cell)[:30_000] for cell in row] for row in (header, *rows)]
    return excel(cells).getvalue()


def parquet(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Write a table as a Parquet file."""
    columns = list(zip(*rows, strict=True))
    names = [f"{sendable(name)}{'' if at == 0 else at}" for at, name in enumerate(header)]
    arrays = [pa.array([sendable(cell) for cell in column]) for column in columns]
    return bytes(in_parquet(pa.table(arrays, names=names)).getvalue())


def sendable(text: str) -> str:
    """Return a text as sent in UTF-8: half a character becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _printable(text: str) -> str:
    return "".join(c for c in text if c in "\t\n" or (c >= " " and not "\ud800" <= c <= "\udfff"))


_PAIRS = [("0", "0"), ("1", "1"), ("0", "1"), ("2", "2"), ("2", "1")]
BOOK = workbook(("actual", "predicted"), _PAIRS)
_PARQUET = parquet(("actual", "predicted"), _PAIRS)


def with_part(book: bytes, member: str, data: bytes) -> bytes:
    """Return an Excel file with one of its parts replaced."""
    with zipfile.ZipFile(io.BytesIO(book)) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    return zipped({**parts, member: data})


SHEET = "xl/worksheets/sheet1.xml"
_LINKS = "xl/_rels/workbook.xml.rels"
_STRINGS = "xl/sharedStrings.xml"


def with_sheet(rows: bytes) -> bytes:
    """Return an Excel file whose sheet contains these rows."""
    space = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    text = b"<worksheet " + space + b"><sheetData>" + rows + b"</sheetData></worksheet>"
    return with_part(BOOK, SHEET, text)


def with_strings(strings: bytes) -> bytes:
    """Return an Excel file whose cells are shared strings, with a link to their part."""
    with zipfile.ZipFile(io.BytesIO(BOOK)) as archive:
        links = archive.read(_LINKS)
    kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    link = b'<Relationship Id="rId9" Type="' + kind + b'" Target="sharedStrings.xml"/>'
    cells = b'<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>' * 4
    named = links.replace(b"</Relationships>", link + b"</Relationships>")
    return with_part(with_part(with_sheet(cells), _LINKS, named), _STRINGS, strings)


# The workbooks among the files: the fault of each, and whether its sheet can be read.
STRINGS = with_strings(b"<sst><si><t>2</t></si></sst>")
# tests/core/files/test_refused.py tries others, which are not repeated here.
FILES = (
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"actual,actual\n1,2\n2,1\n",
    b"actual,predicted\n" + b'"' * 50_001,
    b"actual,predicted\n" + b"9" * 5_000 + b",1\n1,1\n",
    b"actual,predicted\n" + b"".join(b"%d,%d\n" % (i, i + 1) for i in range(3_000)),
    b"actual,predicted,count\n1,1,9223372036854775807\n1,2,9223372036854775807\n2,2,1\n",
    b"actual,predicted\n" + b"1,2\r" * 40 + b"\n",
    b"sep=;\nactual;predicted\n1,5;2,5\n2;2\n",
    "actual;predicted\n1,5;2,5\n2;2\n".encode("utf-16"),
    "actual,predicted\nß,ß\nü,ß\n".encode("latin-1"),
    ",".join(f"c{i}" for i in range(5_000)).encode() + b"\n" + b",".join([b"1"] * 5_000),
    b"x" * 300_000,
    b"," * 100_000,
    b"actual,predicted\n" + b"\xed\xa0\x80,\xed\xa0\x80\n1,1\n",
    b'{"actual": 1, "predicted": 1e999}\n{"actual": NaN, "predicted": -Infinity}\n',
    b'{"actual": "\\ud800", "predicted": "\\udfff"}\n{"actual": "a", "predicted": "\\ud800"}\n',
    b'{"\\ud800": 1, "b": 2}\n{"\\ud800": 2, "b": 2}\n',
    b'{"actual": {"a": 1}, "predicted": [1]}\n{"actual": null, "predicted": true}\n',
    b'{"actual": ' + b"9" * 5_000 + b', "predicted": 1}\n',
    b'{"": 1}\n',
    b"PK\x05\x06" + b"\x00" * 18,
    STRINGS,
    BOOK[:-100],
    _PARQUET[:-20],
    _PARQUET[:4] + b"\x00" * (len(_PARQUET) - 12) + _PARQUET[-8:],
    with_part(BOOK, SHEET, b"<worksheet><sheetData><row r='99999999999'><c r='ZZZZZ9'/></row>"),
    with_part(BOOK, SHEET, b"<x>" * 30_000),
    with_strings(b"<sst>" + b" " * 40_000_000 + b"</sst>"),
)
WHOLE = (BOOK, STRINGS, _PARQUET, table(("actual", "predicted"), _PAIRS))
