"""Tables as somebody types them, and as a link carries them: counts, weights, shares."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from qwk_core.errors import RatingsError, shown
from qwk_core.ratings import LARGEST_NUMBER
from qwk_core.text import MOST_DIGITS, TOO_LONG, whole_number

T = TypeVar("T")

_NUMBER = re.compile(r"(?:\d{1,100}+(?:\.\d{0,100}+)?|\.\d{1,100}+)(?:[eE][+\-]?\d{1,3}+)?")
_NEXT_ROW = re.compile(r"\]\s*+[,;]?\s*+\[")


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
    return _parse_table(text, "Counts", _count)


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
    return _parse_table(text, "Weights", _weight)


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
    return _parse_table(text, "Totals", _share)


def _parse_table(text: str, name: str, read: Callable[[str, int, int], T]) -> list[list[T]]:
    text = text.partition("dtype=")[0].strip().rstrip(",)")
    text = text.removeprefix("np.").removeprefix("array(")
    if text.count("[") > 1:  # rows have brackets of their own, so new lines are for looks
        text = _NEXT_ROW.sub(";", " ".join(text.splitlines()))
    lines = re.split(r"[;\r\n]", text.replace("[", " ").replace("]", " "))
    table: list[list[T]] = []
    for line in filter(None, map(str.strip, lines)):
        row = len(table) + 1
        table.append(
            [read(cell.strip(), row, column) for column, cell in enumerate(_cells(line), 1)]
        )
        if len(table[-1]) != len(table[0]):
            raise RatingsError(
                "{name}, row {row}: the number of cells is {cells}, but {wanted} in row 1.",
                name=name,
                row=row,
                cells=len(table[-1]),
                wanted=len(table[0]),
            )
    return table


def _cells(line: str) -> list[str]:
    if "," in line:
        return line.removesuffix(",").split(",")
    return line.split("\t") if "\t" in line else line.split()


def _count(cell: str, row: int, column: int) -> int:
    number = whole_number(cell)
    if number is None or not 0 <= number < TOO_LONG:
        raise RatingsError(
            "Counts, row {row}, column {column}: {value} is not a count. "
            "A count is a whole number, 0 or more, of at most {most} digits.",
            row=row,
            column=column,
            value=shown(cell),
            most=MOST_DIGITS,
        )
    return number


def _weight(cell: str, row: int, column: int) -> float:
    weight = float(cell) if _NUMBER.fullmatch(cell) else math.nan
    if not weight <= LARGEST_NUMBER:
        raise RatingsError(
            "Weights, row {row}, column {column}: {value} is not a weight. "
            "A weight is a number, 0 or more.",
            row=row,
            column=column,
            value=shown(cell),
        )
    return weight


def _share(cell: str, row: int, column: int) -> float:
    plain = cell.removesuffix("%").rstrip()
    if not _NUMBER.fullmatch(plain):
        raise RatingsError(
            "Totals, row {row}, column {column}: {value} is not a share. Give a number, 0 or more.",
            row=row,
            column=column,
            value=shown(cell),
        )
    return float(plain)


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
