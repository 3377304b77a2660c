"""What breaks careless apps: numbers, words, markup, names of files, and files themselves."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Sequence

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq

NUMBERS = (
    "0", "-1", "−1", "+3", "3.0", "1.5", "1,5", "1e999", "-1e999", "1e-999", "nan", "NaN", "inf",
    "-Infinity", "9" * 18, "9" * 19, "9" * 5_000, "-" + "9" * 400, "0x1F", "1_000", "٣", "３", "²",
    "Ⅳ", "½", "1/0", "00000000001", "2147483648", "9223372036854775808", "1e308", "4.9e-324", "--1",
    "1-", "1-99999999999", "5-1", "0-999", "0-19", "1 to 3", "0..1e9", "True", "None", "NULL", "NA",
)  # fmt: skip

WORDS = (
    "", " ", "\t", "\n", "\r\n", "\x00", "a\x00b", "\x1b[31mred", "\x7f", "\u200b", "\u2060",
    "\ufeff",
    "\u202eelggig", "\u2066x\u2069", "مرحبا", "שלום", "e\u0301", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍", "👩‍👩‍👧‍👦", "🏳️‍🌈", "ﷺ", "𝕬",
    "\ufffd", "\uffff", "\U0010ffff", "\ud800", "x\udfffy", "a" * 300, "m" * 20_001, "ß" * 5_000,
    ",", ";", ",,,,", ";;;;", "[", "]]", "[[1,2],[3,4]]", "(", "array([1,2])",
    "np.array([1", '"', "'",
    '"unclosed', "'a''b'", '""', "a b c", "none, mild, severe", "mild,mild", "1,2,1",
    "…", "-", "–", "..",
    "../../etc/passwd", "C:\\con", "a\\", "%00", "%s%s%n", "%d", "${7*7}", "{{7*7}}", "#{7*7}",
    "{0}", "{0.__class__}", "{name.__init__.__globals__}", "{", "}", "{}", "{n!r:>99999999}", "{{",
    "'; DROP TABLE ratings; --", "$(touch x)", "`id`", "| id", "__proto__",
    "constructor", "toString",
    "null", "undefined", "[object Object]", "row", "_value",
)  # fmt: skip

MARKUP = (
    "<img src=x onerror=window.hit=1>",
    "<script>window.hit=1</script>",
    "</script><script>window.hit=1</script>",
    "</style><img src=x onerror=window.hit=1>",
    "<svg/onload=window.hit=1>",
    "<iframe srcdoc='<script>parent.hit=1</script>'>",
    "<a href='javascript:window.hit=1'>x</a>",
    "<a href='https://evil.example/x'>x</a>",
    "<span style='background:url(https://evil.example/x)'>x</span>",
    "<b>x</b><br><sup>1</sup>",
    "&lt;img src=x onerror=window.hit=1&gt;",
    "&#60;script&#62;window.hit=1&#60;/script&#62;",
    "\"><img src=x onerror=window.hit=1>",
    "' onmouseover='window.hit=1",
    "--><img src=x onerror=window.hit=1>",
    "]]><img src=x onerror=window.hit=1>",
    "![x](https://evil.example/x.png)",
    "[x](javascript:window.hit=1)",
    "[x](https://evil.example)",
    "https://evil.example/x",
    "www.evil.example",
    "<https://evil.example>",
    "x@evil.example",
    ":material/delete:",
    ":red[x]",
    ":small[x]",
    ":streamlit:",
    "**x** _y_ ~~z~~",
    "# x",
    "- x",
    "> x",
    "| a | b |",
    "```x```",
    "`x`",
    "---",
    "5$ and 6$",
    "$x^2$",
    "$$\\href{javascript:window.hit=1}{x}$$",
    "\\href{javascript:window.hit=1}{x}",
    "\\includegraphics{https://evil.example/x.png}",
    "\\htmlStyle{background:url(https://evil.example)}{x}",
    "\\url{javascript:window.hit=1}",
    "}\\href{javascript:window.hit=1}{x}\\text{",
    "\\def\\x{\\x\\x}\\x",
    "\\rule{9999em}{9999em}",
    "\\frac{1}{",
    "%{customdata[0]}",
    "%{x}<extra></extra>",
)  # fmt: skip

FORMULAS = (
    "=cmd|' /C calc'!A0",
    "=cmd()",
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    '=HYPERLINK("https://evil.example","x")',
    '=WEBSERVICE("https://evil.example")',
    "=1+1,x",
    '"=1+1"',
)

GOOD = (
    "0,1,2,3",
    "3,1,2,2",
    "4,4,3,4,4,0,1,1,2,1",
    "0,4,1,4,4,0,1,1,2,1",
    "none,mild,severe",
    "severe,mild,none",
    "40,9;6,45",
    "1,0,0;0,1,0;0,0,1",
    "0,0;0,0",
    "0-4",
    "quadratic",
    "true",
    "1",
    "3",
    "es",
    "observed",
)

TEXTS = NUMBERS + WORDS + MARKUP + FORMULAS + GOOD
FILE_NAMES = tuple(
    f"{name}{ending}"
    for name in ("ratings", "", *MARKUP, *FORMULAS, *WORDS[:44], "a/b", "..", "{0.__class__}")
    for ending in (".csv", ".xlsx", ".parquet", ".jsonl", "")
)


def table(header: Sequence[str], rows: Iterable[Sequence[str]], delimiter: str = ",") -> bytes:
    """Write a text table as a spreadsheet would, its cells in quotation marks where they must."""

    def cell(text: str) -> str:
        if any(mark in text for mark in (delimiter, '"', "\n", "\r")):
            return '"' + text.replace('"', '""') + '"'
        return text

    lines = (delimiter.join(map(cell, row)) for row in (header, *rows))
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def lines_of_json(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Write a table as JSON lines: the one kind of file that can carry half a character."""
    return "\n".join(json.dumps(dict(zip(header, row, strict=True))) for row in rows).encode()


def workbook(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Write a table as an Excel file, without what Excel itself refuses."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (header, *rows):
        sheet.append([_printable(cell)[:30_000] for cell in row])
    sink = io.BytesIO()
    book.save(sink)
    return sink.getvalue()


def parquet(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Write a table as a Parquet file."""
    columns = list(zip(*rows, strict=True))
    names = [f"{sendable(name)}{'' if at == 0 else at}" for at, name in enumerate(header)]
    sink = io.BytesIO()
    arrays = [pa.array([sendable(cell) for cell in column]) for column in columns]
    pq.write_table(pa.table(arrays, names=names), sink)
    return sink.getvalue()


def sendable(text: str) -> str:
    """Return a text as UTF-8 carries it: half a character becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _printable(text: str) -> str:
    return "".join(c for c in text if c in "\t\n" or (c >= " " and not "\ud800" <= c <= "\udfff"))


def zipped(members: dict[str, bytes]) -> bytes:
    """Write a zip archive."""
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return sink.getvalue()


_PAIRS = [("0", "0"), ("1", "1"), ("0", "1"), ("2", "2"), ("2", "1")]
BOOK = workbook(("actual", "predicted"), _PAIRS)
_PARQUET = parquet(("actual", "predicted"), _PAIRS)
_LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "'
    + b"&a;" * 1000
    + b'"><!ENTITY c "'
    + b"&b;" * 1000
    + b'">]><sst>&c;</sst>'
)


def with_part(book: bytes, member: str, data: bytes) -> bytes:
    """Return an Excel file with one of its parts put in the place of another."""
    with zipfile.ZipFile(io.BytesIO(book)) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    return zipped({**parts, member: data})


SHEET = "xl/worksheets/sheet1.xml"
_LINKS = "xl/_rels/workbook.xml.rels"
_STRINGS = "xl/sharedStrings.xml"


def with_sheet(rows: bytes) -> bytes:
    """Return an Excel file whose sheet holds these rows."""
    space = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    text = b"<worksheet " + space + b"><sheetData>" + rows + b"</sheetData></worksheet>"
    return with_part(BOOK, SHEET, text)


def with_strings(strings: bytes) -> bytes:
    """Return an Excel file whose cells are shared strings, which its links name."""
    with zipfile.ZipFile(io.BytesIO(BOOK)) as archive:
        links = archive.read(_LINKS)
    kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    link = b'<Relationship Id="rId9" Type="' + kind + b'" Target="sharedStrings.xml"/>'
    cells = b'<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>' * 4
    named = links.replace(b"</Relationships>", link + b"</Relationships>")
    return with_part(with_part(with_sheet(cells), _LINKS, named), _STRINGS, strings)


# The workbooks among the files: what is odd about each, and whether its sheet can be read.
STRINGS = with_strings(b"<sst><si><t>2</t></si></sst>")
# Those that tests/core/files/test_refused.py tries are not here.
FILES = (
    b"\x00" * 100_000,
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
    b'{"actual": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    b'{"actual": {"a": 1}, "predicted": [1]}\n{"actual": null, "predicted": true}\n',
    b'{"actual": ' + b"9" * 5_000 + b', "predicted": 1}\n',
    b'{"": 1}\n',
    b"PK\x05\x06" + b"\x00" * 18,
    b"PAR1\xff\xff\xff\x7fPAR1",
    STRINGS,
    BOOK[:-100],
    _PARQUET[:-20],
    _PARQUET[:4] + b"\x00" * (len(_PARQUET) - 12) + _PARQUET[-8:],
    zipped({"xl/workbook.xml": b"<x/>"}),
    with_part(BOOK, SHEET, b"<worksheet><sheetData><row r='99999999999'><c r='ZZZZZ9'/></row>"),
    with_part(BOOK, SHEET, b"<x>" * 30_000),
    with_strings(_LAUGHS),
    with_strings(b"<sst>" + b" " * 40_000_000 + b"</sst>"),
    with_part(BOOK, "[Content_Types].xml", b"not xml"),
)
WHOLE = (BOOK, STRINGS, _PARQUET, table(("actual", "predicted"), _PAIRS))


def with_rows(*rows: Sequence[int], times: int) -> bytes:
    """Write an Excel file of two columns, actual and predicted, and these rows so many times."""
    names = (f'<c t="inlineStr"><is><t>{name}</t></is></c>' for name in ("actual", "predicted"))
    cells = ("".join(f"<c><v>{value}</v></c>" for value in row) for row in rows)
    text = "".join(f"<row>{row}</row>" for row in cells) * times
    return with_sheet(f"<row>{''.join(names)}</row>{text}".encode())
