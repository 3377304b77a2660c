"""Tables as somebody types or pastes them, and as a link carries them: counts, weights, ratings."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from qwk_core.errors import RatingsError, shown
from qwk_core.messages import N_
from qwk_core.ratings import LARGEST_NUMBER, Category, check_width
from qwk_core.text import (
    MOST_DIGITS,
    TOO_LONG,
    WIDE_SIGNS,
    format_ratings,
    parse_ratings,
    whole_number,
)

T = TypeVar("T")

_NUMBER = re.compile(r"(?:\d{1,100}+(?:\.\d{0,100}+)?|\.\d{1,100}+)(?:[eE][+\-]?\d{1,3}+)?")
_NEXT_ROW = re.compile(r"\]\s*+[,;]?\s*+\[")
# A row ends at a semicolon or at a new line, but not within quotation marks.
_RATINGS_ROW = re.compile(r'(?:"[^"]*+"|[^;；\r\n"]|")+?(?=[;；\r\n]|\Z)')
_COMMA = re.compile("[,，、]")
_GAPS = frozenset({".", "-", "–", "na", "n/a", "nan", "null"})


def parse_counts(text: str) -> list[list[int]]:
    r"""Read a matrix of counts: rows by semicolons or new lines, cells by commas, tabs or spaces.

    Parameters
    ----------
    text : str
        For example "20,5;10,15", a table pasted from a spreadsheet, or "[[20, 5], [10, 15]]".

    Returns
    -------
    list of lists of int
        Rows of equal length; none where the text is empty.

    Raises
    ------
    RatingsError
        Naming the row and the column, if a cell is no whole number from 0, or a row has another
        length.

    Examples
    --------
    >>> parse_counts("20,5;10,15"), parse_counts("[[20 5]\n [10 15]]")
    ([[20, 5], [10, 15]], [[20, 5], [10, 15]])
    """
    refused = N_(
        "Counts, row {row}, column {column}: {value} is not a count. "
        "A count is a whole number, 0 or more, of at most {most} digits."
    )
    return _parse_table(text, "Counts", _count, refused)


def parse_weights(text: str) -> list[list[float]]:
    """Read a matrix of disagreement weights, in the same forms as `parse_counts`.

    Parameters
    ----------
    text : str
        For example "0,1,4;1,0,1;4,1,0".

    Returns
    -------
    list of lists of float
        Rows of equal length; none where the text is empty.

    Raises
    ------
    RatingsError
        Naming the row and the column, if a cell is no number from 0, or a row has another length.

    Examples
    --------
    >>> parse_weights("0,0.5;1,0")
    [[0.0, 0.5], [1.0, 0.0]]
    """
    refused = N_(
        "Weights, row {row}, column {column}: {value} is not a weight. "
        "A weight is a number, 0 or more."
    )
    return _parse_table(text, "Weights", _weight, refused)


def parse_shares(text: str) -> list[list[float]]:
    """Read expected totals, or a table of proportions, written as `parse_counts` reads counts.

    Parameters
    ----------
    text : str
        One row of totals, such as "50, 30, 20"; or more rows, separated by ";": a table. Counts,
        shares and percent alike.

    Returns
    -------
    list of lists of float
        Rows of equal length; none where the text is empty.

    Raises
    ------
    RatingsError
        Naming the row and the column, if a cell is no number from 0, or a row is too short or too
        long.

    Examples
    --------
    >>> parse_shares("50%, 30%, 20%"), parse_shares("0.5 0.1; 0.1 0.3")
    ([[50.0, 30.0, 20.0]], [[0.5, 0.1], [0.1, 0.3]])
    """
    refused = N_(
        "Totals, row {row}, column {column}: {value} is not a share. Give a number, 0 or more."
    )
    return _parse_table(text, "Totals", _share, refused)


def _parse_table(
    text: str, name: str, read: Callable[[str], T | None], refused: str
) -> list[list[T]]:
    text = in_lines(text).partition("dtype=")[0].strip().rstrip(",)")
    text = text.removeprefix("np.").removeprefix("array(")
    if text.count("[") > 1:  # rows have brackets of their own, so new lines are for looks
        text = _NEXT_ROW.sub(";", " ".join(text.splitlines()))
    lines = re.split(r"[;\r\n]", text.replace("[", " ").replace("]", " "))
    table: list[list[T]] = []
    for row, line in enumerate(filter(None, map(str.strip, lines)), start=1):
        table.append([])
        for column, cell in enumerate(map(str.strip, _cells(line)), start=1):
            number = read(cell)
            if number is None:
                raise RatingsError(
                    refused, row=row, column=column, value=shown(cell), most=MOST_DIGITS
                )
            table[-1].append(number)
        check_width(name, row, table[-1], table[0])
    return table


def in_lines(text: str) -> str:
    r"""Return a table with plain signs, and with tabs where semicolons stand between its cells.

    Parameters
    ----------
    text : str
        Semicolons end its rows, unless new lines do.

    Returns
    -------
    str

    Examples
    --------
    >>> in_lines("42;7\n5;26"), in_lines("42,7;\n5,26")
    ('42\t7\n5\t26', '42,7;\n5,26')
    """
    text = text.translate(WIDE_SIGNS)
    lines = text.strip().splitlines()
    between = "," not in text and any(";" in line.strip().rstrip(";") for line in lines)
    return text.replace(";", "\t") if len(lines) > 1 and between else text


def _cells(line: str) -> list[str]:
    if "," in line:
        return line.removesuffix(",").split(",")
    return line.split("\t") if "\t" in line else line.split()


def _count(cell: str) -> int | None:
    number = whole_number(cell)
    return number if number is not None and 0 <= number < TOO_LONG else None


def _weight(cell: str) -> float | None:
    weight = float(cell) if _NUMBER.fullmatch(cell) else math.nan
    return weight if weight <= LARGEST_NUMBER else None


def _share(cell: str) -> float | None:
    plain = cell.removesuffix("%").rstrip()
    return float(plain) if _NUMBER.fullmatch(plain) else None


def format_counts(matrix: ArrayLike) -> str:
    """Return a matrix of whole counts as text that `parse_counts` reads back.

    Parameters
    ----------
    matrix : array_like of whole numbers, shape (N, N)
        The counts.

    Examples
    --------
    >>> format_counts([[20, 5], [10, 15]])
    '20,5;10,15'
    """
    return ";".join(",".join(str(int(cell)) for cell in row) for row in np.asarray(matrix).tolist())


def format_weights(matrix: ArrayLike) -> str:
    """Return a matrix of weights as text that `parse_weights` reads back.

    Parameters
    ----------
    matrix : array_like of float, shape (N, N)
        The weights.

    Examples
    --------
    >>> format_weights([[0, 0.25], [1.0, 0]])
    '0,0.25;1,0'
    """
    rows = np.asarray(matrix, dtype=np.float64).tolist()
    return ";".join(",".join(repr(cell).removesuffix(".0") for cell in row) for row in rows)


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
    lines = [_line(match[0]) for match in _RATINGS_ROW.finditer(text) if match[0].strip(" ")]
    given = [_cells_of(line, known) for line in lines]
    width = max(map(len, given), default=0)
    # The separator at the end of a row may be the last thing written, or come before a gap.
    rows = [
        (*row, None) if line.endswith(tuple(",，、")) and len(row) + 1 == width else row
        for line, row in zip(lines, given, strict=True)
    ]
    for number, row in enumerate(rows, start=1):
        check_width("Ratings", number, row, rows[0])
    raters = _names_in(rows[0], known) if rows else None
    items = tuple(rows if raters is None else rows[1:])
    if raters is not None and not items:
        raise RatingsError("Ratings: these are names alone. Write a row of ratings below them.")
    if not items:
        raise RatingsError("{name} is empty; give at least one rating.", name="Ratings")
    return WrittenTable(raters, items)


def _line(text: str) -> str:
    """Return a row as written, its cells separated by commas where they were by tabs."""
    line = text.strip(" ")
    return line if _COMMA.search(line) else line.replace("\t", ",")


def _cells_of(line: str, known: Collection[Category]) -> tuple[Category | None, ...]:
    cells = tuple(
        None if isinstance(cell, str) and cell.casefold() in _GAPS and cell not in known else cell
        for cell in parse_ratings(line, "Ratings")
    )
    return cells or (None,)


def _names_in(
    row: Sequence[Category | None], known: Collection[Category]
) -> tuple[str, ...] | None:
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
