"""A table of many raters as text, in both directions: as people paste it, and as a link has it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from qwk_core.errors import RatingsError
from qwk_core.ratings import Category
from qwk_core.text import format_ratings, parse_ratings

# A row ends at a semicolon or at a new line, but not within quotation marks.
_ROW = re.compile(r'(?:"[^"]*+"|[^;\r\n"]|")+?(?=[;\r\n]|\Z)')
_GAPS = frozenset({".", "-", "–", "na", "n/a", "nan", "null"})


@dataclass(frozen=True)
class WrittenTable:
    """A table of ratings as it was written.

    Attributes
    ----------
    raters : tuple of str, length r, or None
        The names in the first row; None where it holds ratings.
    rows : tuple of tuples of int, str or None, shape (n, r)
        One row an item; None for a missing rating.
    """

    raters: tuple[str, ...] | None
    rows: tuple[tuple[Category | None, ...], ...]


def parse_rater_table(text: str, categories: Collection[Category] | None = None) -> WrittenTable:
    r"""Read a table of ratings as people type it, or paste it from a spreadsheet.

    One row is an item, one column a rater. Rows end at a semicolon or at a new line. Cells are
    separated by commas, tabs or spaces. A cell that is empty, or holds ".", "-" or "NA", is a
    missing rating. The first row holds the raters' names if none of its cells can be a rating.

    Parameters
    ----------
    text : str
        For example "Ann,Ben;4,3;5,;2,2".
    categories : collection of int or str, optional
        The declared scale: its words are ratings, not names.

    Returns
    -------
    WrittenTable

    Raises
    ------
    RatingsError
        If the rows have different lengths, or there is none.

    Examples
    --------
    >>> parse_rater_table("Ann,Ben;4,3;5,")
    WrittenTable(raters=('Ann', 'Ben'), rows=((4, 3), (5, None)))
    >>> parse_rater_table("4 3\n5 .").rows
    ((4, 3), (5, None))
    """
    known = set(categories or ())
    lines = [_line(match[0]) for match in _ROW.finditer(text) if match[0].strip(" ")]
    given = [_row(line, known) for line in lines]
    width = max(map(len, given), default=0)
    # The separator at the end of a row may be the last thing written, or come before a gap.
    rows = [
        (*row, None) if line.endswith(",") and len(row) + 1 == width else row
        for line, row in zip(lines, given, strict=True)
    ]
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise RatingsError(
                "{name}, row {row}: the number of cells is {cells}, but {wanted} in row 1.",
                name="Ratings",
                row=number,
                cells=len(row),
                wanted=len(rows[0]),
            )
    raters = _names(rows[0], known) if rows else None
    items = tuple(rows if raters is None else rows[1:])
    if not items:
        raise RatingsError("{name} is empty; give at least one rating.", name="Ratings")
    return WrittenTable(raters, items)


def _line(text: str) -> str:
    """Return a row as written, its cells separated by commas where they were by tabs."""
    line = text.strip(" ")
    return line if "," in line else line.replace("\t", ",")


def _row(line: str, known: Collection[Category]) -> tuple[Category | None, ...]:
    cells = tuple(
        None if isinstance(cell, str) and cell.casefold() in _GAPS and cell not in known else cell
        for cell in parse_ratings(line, "Ratings")
    )
    return cells or (None,)


def _names(row: Sequence[Category | None], known: Collection[Category]) -> tuple[str, ...] | None:
    names = tuple(cell for cell in row if isinstance(cell, str) and cell not in known)
    return names if len(names) == len(row) else None


def format_rater_table(
    raters: Iterable[str] | None, rows: Iterable[Iterable[Category | None]]
) -> str:
    """Return a table of ratings as text that `parse_rater_table` reads back.

    Parameters
    ----------
    raters : iterable of str, length r, or None
        The raters' names, for the first row.
    rows : iterable of iterables of int, str or None, shape (n, r)
        One row an item; None for a missing rating.

    Examples
    --------
    >>> format_rater_table(["Ann", "Ben"], [(4, 3), (5, None)])
    'Ann,Ben;4,3;5,,'
    """
    lines = [] if raters is None else [list(raters)]
    return ";".join(format_ratings(row) for row in [*lines, *rows])
