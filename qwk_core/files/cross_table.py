"""A cross-table as Stata, SAS, SPSS and R print it: counts, and below them percentages.

>>> rows = [["b"], ["a", "1", "2"], ["1", "8", "2"], ["80.0", "20.0"], ["2", "1", "9"], ["10.0"]]
>>> counts_in(rows)
[['', '1', '2'], ['1', '8', '2'], ['2', '1', '9']]
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from qwk_core.errors import RatingsError
from qwk_core.files.count_cells import no_counts

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?(?: ?%)?")
_SHARE = re.compile(r"%|[.,]\d\d?$")
_MOST_ABOVE = 60  # lines above the table
_MOST_BEFORE = 3  # cells before the names above the columns
_ROUNDED = 0.1  # by which percentages may miss their sum


def counts_in(rows: Sequence[Sequence[str]], *, plain: bool = False) -> list[list[str]]:
    """Return the first row of figures of each category; none where it is no such table.

    Parameters
    ----------
    rows : sequence of sequence of str
        Their cells; empty ones do not count.
    plain : bool
        Whether a table of counts alone is one, too.

    Returns
    -------
    list of list of str
        The names above the columns, and each row with its name.

    Raises
    ------
    RatingsError
        If another table follows, or these are percentages alone.
    """
    filled = [[cell for cell in row if cell] for row in rows]
    filled = [row for row in filled if any(map(str.isalnum, "".join(row)))]
    for at, row in enumerate(filled[:_MOST_ABOVE]):
        named = at > 0 and len(filled[at - 1]) == 1  # R writes the other rater's name above
        axis = [*map(len, filled[at + 1 : at + 2])] == [1]  # pandas writes it below
        for begin in range(min(_MOST_BEFORE, len(row) - 1)):
            names, below = row[begin:], filled[at + 1 :]
            # The names of an item's ratings would have its number or its first rating before them.
            if len(set(names)) < len(names) or any(map(_NUMBER.fullmatch, row[:begin])):
                continue
            found, with_shares, more = _body(names, below)
            if found and (with_shares or (plain and (not begin or named or axis))):
                if with_shares and any(map(_SHARE.search, _cells(found))):
                    raise no_counts()
                if row in below or (more and with_shares):
                    raise RatingsError("This file holds several tables of counts. Give one.")
                return [] if more else [["", *names[: len(found)]], *found]
    return []


def _body(
    names: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[list[list[str]], bool, bool]:
    """Return the rows that are called like the columns, and tell two things about what is beside.

    The first: whether rows of shares, or of expected counts, stand between these rows. The second:
    whether counts follow that are no sums, such as another table or a category without a column.
    The last column may hold totals. Then its row has another name, or the column has none.
    """
    n = len(names)
    for size, width in ((n, n + 1), (n, n), (n - 1, n)):
        body, with_shares, after = _rows_called(names[:size], rows, width)
        if len(body) < max(size, 2) or not (with_shares or all(map(str.isdecimal, _cells(body)))):
            continue
        counts = [[*map(_number, row[1:])] for row in body]
        sums = [sum(column) for column in zip(*counts, strict=True)]
        totals = all(abs(sum(row[:-1]) - row[-1]) < _ROUNDED for row in counts)
        if width == size or totals:
            below = [row for row in after if len(row) == width and all(map(str.isdecimal, row))]
            more = any([*map(_number, row)] != sums for row in below)
            return [row[: size + 1] for row in body], with_shares, more
    return [], False, False


def _rows_called(
    names: Sequence[str], rows: Sequence[Sequence[str]], width: int
) -> tuple[list[list[str]], bool, list[Sequence[str]]]:
    """Return the rows with these names, in order, each with its last `width` figures.

    Then, whether shares stand between them; and the last figures of the rows that follow.
    """
    body: list[list[str]] = []
    with_shares = False
    after: list[Sequence[str]] = []
    for at, row in enumerate(rows):
        name = names[len(body)] if len(body) < len(names) else ""
        figures, before = row[-width:], row[:-width]
        begins = before[-1:] == [name] or not any(map(_NUMBER.fullmatch, before[-1:]))
        numeric = [bool(_NUMBER.fullmatch(figure)) for figure in figures]
        if name and name in before and begins and all(numeric):
            body.append([name, *figures])
        elif body and any(_NUMBER.fullmatch(one) and not one.isdecimal() for one in row):
            with_shares = with_shares or bool(name)
        elif not name:
            after.append(figures)
        elif body or any(numeric) or at > 1:
            break
    return body, with_shares, after


def _cells(body: Sequence[Sequence[str]]) -> list[str]:
    return [cell for row in body for cell in row[1:]]


def _number(cell: str) -> float:
    return float(cell.replace(",", ".").rstrip("% "))
