r"""The one table of a web page, made into text with tabs: many school systems export that as .xls.

>>> as_cells(b"<table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>3</table>")
b'a\tb\r\n1\t2\r\n3\t3\r\n'
"""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser

MARKUP = re.compile(r"(?i)\s*+<(?:!doctype|\?xml|html|table|meta)\b")
"""How a web page begins, or XML."""

_CHARSET = re.compile(rb"""(?i)(?:charset|encoding)\s*=\s*["']?([\w-]+)""")
_HEAD = 4 * 1024  # bytes in which the encoding is named
_MOST_SPANNED = 100  # columns or rows of a cell


class _Tables(HTMLParser):
    """The tables of a page, or the sheets of a workbook of 2003 that Excel wrote as XML."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.open: list[list[list[str]]] = []
        self.below: dict[int, int] = {}  # rows that a cell of each column still covers
        self.inside = False
        self.at = 0  # the column of the cell that is open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.open.append([])
            self.tables.append(self.open[-1])
        elif tag in ("tr", "row") and self.open:
            self.open[-1].append([])
            self.inside = False
        elif tag in ("td", "th", "cell") and self.open and self.open[-1]:
            named = dict(attrs)
            row = self.open[-1][-1]
            row += [""] * (_number(named, "ss:index") - 1 - len(row))
            while self.below.get(len(row), 0):
                self.below[len(row)] -= 1
                row.append("")
            self.at = len(row)
            row += [""] * (max(_number(named, "colspan"), 1) + _number(named, "ss:mergeacross"))
            covered = max(_number(named, "rowspan") - 1, 0)
            self.below |= dict.fromkeys(range(self.at, len(row)), covered)
            self.inside = True
        elif self.inside:
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == "table" and self.open:
            self.open.pop()
        self.inside = self.inside and tag not in ("td", "th", "cell", "tr", "row", "table")

    def handle_data(self, data: str) -> None:
        if self.inside and self.open:
            self.open[-1][-1][self.at] += data


def _number(attrs: dict[str, str | None], name: str) -> int:
    value = attrs.get(name) or ""
    return min(int(value[:9]), _MOST_SPANNED) if value.isdecimal() else 0


def as_cells(content: bytes) -> bytes | None:
    """Return the rows of the one table on a page; None where there is none, or are several.

    Parameters
    ----------
    content : bytes
        A whole file.

    Returns
    -------
    bytes or None
    """
    named = _CHARSET.search(content[:_HEAD])
    text = _decoded(content, named[1].decode() if named else "utf-8").removeprefix("\ufeff")
    if not MARKUP.match(text):
        return None
    page = _Tables()
    page.feed(text)
    found = [rows for rows in page.tables if len(rows) > 2 and max(map(len, rows)) > 1]
    if len(found) != 1:
        return None
    out = io.StringIO()
    rows = ([" ".join(cell.split()) for cell in row] for row in found[0])
    csv.writer(out, delimiter="\t").writerows(row for row in rows if any(row))
    return out.getvalue().encode()


def _decoded(content: bytes, encoding: str) -> str:
    try:
        return content.decode("utf-16" if content[:2] == b"\xff\xfe" else encoding)
    except (UnicodeError, LookupError):  # a page may name any encoding, also one that is none
        return content.decode("cp1252", errors="replace")
