"""What does a cell of counts say: 1 204, 1,204,000, 1.204? Or is it a share, such as 26%?

>>> sorted(without_marks(["1.204", "310", "3.050"], ".").values())
['1204', '3050']
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from qwk_core.errors import RatingsError, shown
from qwk_core.ratings import Array

_GROUPED = re.compile(r"[1-9]\d{0,2}(?P<mark>[.,'’\s])\d{3}(?:(?P=mark)\d{3})*", re.ASCII)
_MARKS = re.compile(r"[.,'’\s]")


def plain_count(cell: str) -> str:
    """Return a count without the marks between its thousands, where they can be nothing else.

    Parameters
    ----------
    cell : str

    Returns
    -------
    str

    Examples
    --------
    >>> [plain_count(cell) for cell in ("1 204", "1,204,000", "1.204", "310")]
    ['1204', '1204000', '1.204', '310']
    """
    match = _GROUPED.fullmatch(cell)
    sure = match and (match["mark"] not in ".," or cell.count(match["mark"]) > 1)
    return _MARKS.sub("", cell) if sure else cell


def without_marks(cells: Iterable[str], decimal: str, *, typed: bool = False) -> dict[str, str]:
    """Return the counts that have marks between their thousands, each with its plain spelling.

    A comma or a point before three digits is such a mark beside counts without one, if no program
    writes the fractions so: one number ends in 0, and another has no decimals.

    Parameters
    ----------
    cells : iterable of str
        Those of a table of counts, or of a column of counts.
    decimal : {".", ","}
        What stands before decimals in the file.
    typed : bool
        Whether numbers have a type of their own in the file: then a point is a decimal one.

    Returns
    -------
    dict of str to str

    Raises
    ------
    RatingsError
        If a count may be one of thousands, or a fraction.

    Examples
    --------
    >>> without_marks(["1 204", "310"], "."), without_marks(["1.204", "0.5"], ".")
    ({'1 204': '1204'}, {})
    """
    given = {cell for cell in cells if not (typed and "." in cell)}
    grouped = {cell: mark[1] for cell in given if (mark := _GROUPED.fullmatch(cell))}
    found = {cell: _MARKS.sub("", cell) for cell in grouped}
    others = given - set(grouped)
    open_ones = sorted(cell for cell, mark in grouped.items() if mark == decimal)
    if not open_ones:
        return found
    if any(decimal in cell for cell in others):  # other fractions, so these are some, too
        return {cell: plain for cell, plain in found.items() if cell not in open_ones}
    whole = [cell for cell in others if cell.isdecimal()]
    sure = whole and max(map(len, whole)) < 4 and any(cell.endswith("0") for cell in open_ones)
    if not (sure or any(cell.count(decimal) > 1 for cell in open_ones)):
        raise RatingsError(
            "Among the counts, {value} may be {whole} or a fraction. Write {whole}, or {fraction}.",
            value=shown(open_ones[0]),
            whole=found[open_ones[0]],
            fraction=f"{open_ones[0]}0",
        )
    return found


def are_shares(counts: Array, step: float) -> bool:
    """Tell whether numbers with fractions are shares, or percentages of all, of rows or of columns.

    Parameters
    ----------
    counts : ndarray of numbers, shape (N, N)
    step : float
        The unit of the last digit to which they were rounded.

    Returns
    -------
    bool

    Examples
    --------
    >>> are_shares(np.array([[0.4, 0.1], [0.2, 0.3]]), 0.1), are_shares(np.eye(2), 1)
    (True, False)
    """
    n = len(counts)
    sums = ((counts.sum(), n * n), (counts.sum(axis=0), n), (counts.sum(axis=1), n))
    percent = any(_are_hundred(total, summed, step) for total, summed in sums)
    return bool((counts % 1).any()) and (percent or bool(counts.max() <= 1))


def add_up_to(counts: Array, *wholes: int) -> bool:
    """Tell whether each row, or each column, adds up to about a whole, such as 100.

    Percentages that were rounded to whole numbers do. So do counts of 100 items in each category.

    Parameters
    ----------
    counts : ndarray of numbers, shape (N, N)
    *wholes : int

    Returns
    -------
    bool

    Examples
    --------
    >>> add_up_to(np.array([[80, 20], [33, 66]]), 100), add_up_to(np.array([[0.4, 0.6]] * 2), 100)
    (True, False)
    """
    return any(
        _are_hundred(counts.sum(axis=axis) * 100 / whole, len(counts), 1)
        for axis in (0, 1)
        for whole in wholes
    )


def _are_hundred(sums: Array, summed: int, step: float) -> bool:
    """Tell whether sums of shape () or (N,), each of `summed` rounded numbers, are about 100."""
    return bool(np.all(abs(sums - 100) <= summed * step / 2 + 1e-9))


def no_counts() -> RatingsError:
    """Return what is said of shares and percentages in place of counts."""
    return RatingsError(
        "These look like shares or percentages, not like counts of items. Give the counts."
    )
