"""A table of counts in a file: with or without headings, with or without totals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from qwk_core.errors import RatingsError, shown
from qwk_core.files.grid import Row
from qwk_core.files.labels import is_number, label_of
from qwk_core.files.names import is_count_name, says
from qwk_core.files.no_items import is_summary
from qwk_core.files.order import propose_order
from qwk_core.messages import N_, Message
from qwk_core.ratings import Array, Category
from qwk_core.text import format_ratings, parse_categories

_MOST = 60  # categories
_NUMBER = re.compile(r"[+\-−]?\d+(?:[.,]\d*)?")


@dataclass(frozen=True)
class CountsTable:
    """A table of counts.

    Attributes
    ----------
    labels : tuple of str, length N
        The categories in the order of its rows; "0", "1" and so on where it has no headings.
    counts : tuple of tuple of int or float, shape (N, N)
    certain : bool
        Whether it can be nothing else.
    remarks : tuple of Message
        What was found and left out, a sentence each.
    """

    labels: tuple[str, ...]
    counts: tuple[tuple[float, ...], ...]
    certain: bool
    remarks: tuple[Message, ...]


def find_counts_table(rows: Sequence[Row], decimal: str = ".") -> CountsTable | None:
    """Return the table of counts that some rows are, None where they are none.

    Parameters
    ----------
    rows : sequence of Row
        Titles above it and notes below it do no harm.
    decimal : {".", ","}

    Returns
    -------
    CountsTable or None

    Raises
    ------
    RatingsError
        If its rows and its columns have the same names in different orders, or if totals beside it
        do not add up.

    Examples
    --------
    >>> cells = [("", "no", "yes", "Total"), ("no", "20", "5", "25"), ("yes", "1", "9", "10"),
    ...          ("Total", "21", "14", "35")]
    >>> table = find_counts_table([Row(at, row) for at, row in enumerate(cells, 1)])
    >>> table.labels, table.counts, table.certain
    (('no', 'yes'), ((20, 5), (1, 9)), True)
    >>> find_counts_table([Row(at, ("1", "2")) for at in range(3)]) is None
    True
    """
    for at in range(min(len(rows), 8)):
        found = _headed(rows, at, decimal) or _bare(rows[at:], decimal)
        if found is not None:
            return found
        if rows[at].filled > 1 and any(rows[at].cells[:2]):
            break  # neither a title nor the other rater's name: another table begins here
    return None


def _number(cell: str, decimal: str) -> float | None:
    """Return the count in a cell, 0 where it is empty, None where there is none."""
    if not cell or cell in ("-", "–", "."):
        return 0
    try:
        label = label_of(cell, decimal)
    except RatingsError:
        return None
    if not is_number(label) or float(label) < 0:
        return None
    value = float(label)
    return int(value) if value.is_integer() else value


def _headed(rows: Sequence[Row], at: int, decimal: str) -> CountsTable | None:
    """Read a table with names above it and before it."""
    head = rows[at]
    first = 1
    if len(head.cells) > 1 and not head.cells[0] and not head.cells[1]:
        first = 2  # "Rater A" stands before
    names = list(head.cells[first:])
    below = rows[at + 1] if at + 1 < len(rows) else head
    if len(below.cells) == len(head.cells) + 1:
        names.append("")  # totals that have no name
    named = [name for name in names if name]
    if not 2 <= len(named) <= _MOST or len(set(named)) < len(named) or "" in names[:-1]:
        return None
    if is_number(head.cells[0]):
        return None
    body = _body(rows[at + 1 :], first, len(names), decimal)
    if any(row.filled > 2 for row in rows[at + 1 + len(body) :]):
        return None
    if len(body) < 2:
        return None
    before, cells = list(body), np.array(list(body.values()), dtype=object)
    columns, places = _without_margins(names, before, cells)
    plain, labels = [names[n] for n in columns], [before[n] for n in places]
    if len(plain) < 2 or {_folded(one) for one in plain} != {_folded(one) for one in labels}:
        return None
    if list(map(_folded, plain)) != list(map(_folded, labels)):
        raise RatingsError(
            "This is a table of counts whose columns are called {above}, and whose rows {before}. "
            "Give the rows and the columns the same order.",
            above=", ".join(map(shown, plain)),
            before=", ".join(map(shown, labels)),
        )
    counts = cells[np.ix_(places, columns)]
    beside = [n for n in range(len(names)) if n not in columns]
    beneath = [n for n in range(len(before)) if n not in places]
    across = cells[np.ix_(places, beside)], counts.sum(axis=1, keepdims=True)
    down = cells[np.ix_(beneath, columns)], counts.sum(axis=0)
    if not (_are_near(*across) and _are_near(*down)):
        raise RatingsError(
            "This is a table of counts, but its row or column {name} does not hold the sums of the "
            "others. Mend it, or leave it out.",
            name=shown([*(before[n] for n in beneath), *(names[n] for n in beside)][0]),
        )
    return _found(labels, counts, certain=True, totals=bool(beside or beneath))


def _body(rows: Sequence[Row], first: int, width: int, decimal: str) -> dict[str, list[float]]:
    """Return the counts below names, by the name before each row; the last may have none."""
    body: dict[str, list[float]] = {}
    for row in rows:
        label = row.cell(first - 1) or (row.cell(0) if first == 2 else "")
        cells = [_number(row.cell(first + n), decimal) for n in range(width)]
        if "" in body or label in body or None in cells or len(row.cells) > first + width:
            break
        if not label and row.filled < width:
            break
        body[label] = [cell for cell in cells if cell is not None]
    return body


def _are_near(some: Array, others: Array) -> bool:
    """Tell whether counts are the sums they may be, of shapes such as (m, n) and (m, 1)."""
    return bool(np.all(abs(some - others) < 0.5))


def _without_margins(
    names: Sequence[str], before: Sequence[str], cells: Array
) -> tuple[list[int], list[int]]:
    """Return the places of the columns and of the rows of (m, n) counts that are no totals.

    What is called Total is one. So are the last column and the last row where each is the sum of
    the others, whatever they are called.
    """
    columns = [n for n, name in enumerate(names) if name and not is_summary(name)]
    rows = [n for n, name in enumerate(before) if name and not is_summary(name)]
    if len(columns) > 2 and len(rows) > 2:
        across = _are_near(cells[:, columns[-1]], cells[:, columns[:-1]].sum(axis=1))
        down = _are_near(cells[rows[-1], columns], cells[rows[:-1]][:, columns].sum(axis=0))
        both = across and down and cells[rows[-1], columns[-1]] > 0
        if both or (across and len(columns) > len(rows)):
            del columns[-1]
        if both or (down and len(rows) > len(columns)):
            del rows[-1]
    return columns, rows


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _found(labels: Sequence[str], counts: Array, *, certain: bool, totals: bool) -> CountsTable:
    """Return a table of counts of shape (N, N), and say what it is."""
    values = {"size": len(labels), "n": counts.sum()}
    remarks = [Message(N_("This is a table of counts: {size} categories, {n} items."), values)]
    if totals:
        remarks.append(Message(N_("Its totals were left out.")))
    return CountsTable(tuple(labels), tuple(map(tuple, counts.tolist())), certain, tuple(remarks))


def _bare(rows: Sequence[Row], decimal: str) -> CountsTable | None:
    """Read a square of numbers without names, or with names above it alone."""
    above = not any(is_number(cell) for cell in rows[0].cells) and all(rows[0].cells)
    if above and (len(set(rows[0].cells)) < 2 or not _may_be_categories(rows[0].cells)):
        return None
    body = rows[1:] if above else rows
    square = [[_number(cell, decimal) for cell in row.cells] for row in body]
    size = len(square)
    if not 2 <= size <= _MOST + 1 or any(len(row) != size or None in row for row in square):
        return None
    counts: Array = np.array(square, dtype=object)
    if any(not row.cells[0] for row in body) or (counts % 1).any():
        return None
    across = counts[:, :-1].sum(axis=1) == counts[:, -1]
    down = counts[:-1].sum(axis=0) == counts[-1]
    totals = bool(size > 2 and across.all() and down.all() and counts[-1, -1] > 0)
    if totals:
        counts = counts[:-1, :-1]
    labels = rows[0].cells[: len(counts)] if above else list(map(str, range(len(counts))))
    return _found(labels, counts, certain=totals, totals=totals)


def _may_be_categories(names: Sequence[str]) -> bool:
    """Tell whether names above a square may be those of categories: none says another role."""
    roles = ("actual", "predicted", "rater", "id")
    plain = not any(is_count_name(name) or any(says(name, one) for one in roles) for name in names)
    order = propose_order(names)
    return plain or (order.certain and order.ordered)


def split_headings(text: str) -> tuple[str, tuple[Category, ...] | None]:
    r"""Take the names off a table that has them above its rows, before them, or both.

    Parameters
    ----------
    text : str
        As it was pasted.

    Returns
    -------
    cells : str
        The counts alone; the text as it is where it has no names.
    names : tuple of int or str, or None

    Raises
    ------
    RatingsError
        If rows and columns have the same names in different orders.

    Examples
    --------
    >>> split_headings("\tno\tyes\nno\t20\t5\nyes\t10\t15")
    ('20\t5\n10\t15', ('no', 'yes'))
    >>> split_headings(",1,2\n1,20,5\n2,10,15"), split_headings("no 20 5\nyes 10 15")
    (('20,5\n10,15', (1, 2)), ('20 5\n10 15', ('no', 'yes')))
    >>> split_headings("20,5\n10,15"), split_headings("20,5;10,15")
    (('20,5\n10,15', None), ('20,5;10,15', None))
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or any(mark in text for mark in "[(;"):  # as programs write it: cells alone
        return text, None
    mark = next((mark for mark in "\t," if mark in lines[0]), None)
    rows = [[cell.strip() for cell in line.split(mark)] for line in lines]
    # Where the names are numbers, the corner tells: it is empty, or it has words.
    corner = len(rows) == len(rows[0]) > 1 and not any(map(str.isdigit, rows[0][0]))
    above = corner or (len(rows) > 1 and not any(map(_NUMBER.fullmatch, rows[0])))
    body = rows[above:]
    before = corner or not any(_NUMBER.fullmatch(row[0]) for row in body)
    if not (above or before):
        return text, None
    names = [row[0] for row in body] if before else rows[0]
    if above and before and rows[0][-len(names) :] != names:
        raise RatingsError(
            "Counts: the names above the table are {above}, and those before it {before}. Give the "
            "rows and the columns the same order.",
            above=", ".join(rows[0]),
            before=", ".join(names),
        )
    cells = "\n".join((mark or " ").join(row[before:]) for row in body)
    return cells, parse_categories(format_ratings(names))
