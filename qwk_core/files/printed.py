r"""What a program printed, made into text with tabs: a crosstab, a tibble of R, two lists.

>>> as_printed_table(b"y_pred  1  2\ny_true      \n1       9  2\n2       0  7\n")
b'\t1\t2\n1\t9\t2\n2\t0\t7\n'
>>> as_printed_table(b"y_true = [1, 2, 2]\ny_pred = [1, 2, 1]")
b'y_true\ty_pred\n1\t1\n2\t2\n2\t1\n'
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from qwk_core.errors import RatingsError, shown
from qwk_core.files.cross_table import counts_in
from qwk_core.files.typed import parse_counts

_QUOTED = re.compile(rb'"((?:[^"]|"")*)"')
_MARKS = re.compile(rb"[,;\t|]")
_TIBBLE = re.compile(r"\s*# A (?:tibble|data frame):")
_LIST = re.compile(
    r"(?:([\w.]+)\s*(?:=|<-|:)\s*)?(?:np\.array|array|c|list)?\s*\(?\[?([^()\[\]]+)\]?\)?[;,]?"
)
_MATRIX = re.compile(r"(?s)[^\[\]]*(\[\s*\[.*\]\s*\]|\[[^\[\]]*;[^\[\]]*\])[^\[\]]*")
_CUT = re.compile(  # what is printed of a long table: R, Spark, DuckDB; a row of dots
    r"(?m)^# .{0,9}\d more rows?|^only showing top \d|^ *\[ ?reached .*max|"
    r"\d rows? *\(\d+ shown\)|^[ |│]*(?:…|·|\.{2,3})(?:[ |│┆]+(?:…|·|\.{2,3}))+[ |│]*$"
)
_OPENED = re.compile(r"[\[(]")
_BETWEEN = re.compile(r"\s*,\s*|\s+")
_CELLS = (re.compile(r"[\s|│]+"), re.compile(r"\s{2,}|\s*[|│]\s*"))
_HEAD = 64 * 1024  # bytes by which a print is known


def as_printed_table(content: bytes) -> bytes | None:
    """Return the rows of a print, its cells parted by tabs; None where it is something else.

    Parameters
    ----------
    content : bytes
        A whole file.

    Returns
    -------
    bytes or None
        Without what stands above and below the table.

    Raises
    ------
    RatingsError
        If rows are missing in it.
    """
    if len(content) > _HEAD:
        return None
    text = content.decode("utf-8-sig", errors="replace")
    if cut := _CUT.search(text):
        raise RatingsError(
            "A program printed only a part of this table: {text}. Save the whole table as CSV.",
            text=shown(cut[0].strip()),
        )
    lines = [line for line in text.splitlines() if line.strip()]
    rows = _of_tibble(text, lines) or _of_matrix(text) or _of_lists(lines) or _of_crosstab(lines)
    return "".join("\t".join(row) + "\n" for row in rows).encode() or None


def without_quotes(content: bytes) -> bytes | None:
    r"""Return the rows of a file that quotes each row whole, without these quotes; else None.

    Parameters
    ----------
    content : bytes
        A whole file.

    Returns
    -------
    bytes or None

    Examples
    --------
    >>> without_quotes(b'"id,a,b"\n"1,2,3"\n'), without_quotes(b'"id","a"\n"1","2"\n')
    (b'id,a,b\n1,2,3\n', None)
    """
    if not any(map(_inside, content[:_HEAD].splitlines()[1:2])):
        return None  # most files: their other lines are not looked at
    names, *lines = content.removeprefix(b"\xef\xbb\xbf").splitlines()
    rows = [_inside(line) for line in lines if line.strip()]
    if not all(rows):
        return None
    # The names may stand without quotes.
    return b"\n".join([_inside(names) or names, *filter(None, rows)]) + b"\n"


def _inside(line: bytes) -> bytes | None:
    """Return several cells in one pair of quotes, without these; else None."""
    found = _QUOTED.fullmatch(line.strip())
    return found[1].replace(b'""', b'"') if found and _MARKS.search(found[1]) else None


def _of_tibble(text: str, lines: Sequence[str]) -> list[list[str]]:
    """Return the rows of a tibble of R: below its names are types, before its rows numbers."""
    if not _TIBBLE.match(text):
        return []
    cells = [line.split() for line in lines if not line.lstrip().startswith("#")]
    return [*cells[:1], *(row[1:] for row in cells[2:])]


def _of_matrix(text: str) -> list[list[str]]:
    """Return the counts of the one matrix that numpy, Python or MATLAB wrote."""
    found = _MATRIX.fullmatch(text)
    try:
        rows = parse_counts(found[1]) if found else []
    except RatingsError:
        return []
    return [[*map(str, row)] for row in rows]


def _of_lists(lines: Sequence[str]) -> list[list[str]]:
    """Return two lists of Python or R, a line each, as two columns."""
    found = [_LIST.fullmatch(line.strip()) for line in lines[:3]]
    if len(found) != 2 or not all(one and (one[1] or _OPENED.search(one[0])) for one in found):
        return []
    parts = [(one[1] or "", one[2]) for one in found if one]
    columns = [
        [cell.strip("\"' ") for cell in _BETWEEN.split(cells.strip(" ,"))] for _, cells in parts
    ]
    if len({*map(len, columns)}) > 1 or len(columns[0]) < 2:
        return []
    names = [name for name, _ in parts]
    names = names if all(names) else ["first", "second"]
    return [names, *map(list, zip(*columns, strict=True))]


def _of_crosstab(lines: Sequence[str]) -> list[list[str]]:
    """Return the counts of pairs of categories that pandas, R, caret, Stata or SAS printed."""
    if any("\t" in line for line in lines):
        return []
    tables = (
        counts_in([parts.split(line.strip()) for line in lines], plain=True) for parts in _CELLS
    )
    return next(filter(None, tables), [])
