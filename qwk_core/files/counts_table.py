"""A table of counts in a file: with or without headings, with or without totals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from qwk_core.errors import RatingsError, shown
from qwk_core.files.grid import Row
from qwk_core.files.labels import is_number, label_of
from qwk_core.files.names import is_count_name, says
from qwk_core.files.no_items import is_summary
from qwk_core.files.order import propose_order
from qwk_core.messages import N_, Message
from qwk_core.ratings import Category
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
        if rows[at].filled > 1:
            break  # this is no title: the table begins here, and is another
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
    columns, before = _without_margins(names, body)
    plain = [names[n] for n in columns]
    labels = [label for label in body if label in before]
    if len(plain) < 2 or {_folded(one) for one in plain} != {_folded(one) for one in labels}:
        return None
    if list(map(_folded, plain)) != list(map(_folded, labels)):
        raise RatingsError(
            "This is a table of counts whose columns are called {above}, and whose rows {before}. "
            "Give the rows and the columns the same order.",
            above=", ".join(map(shown, plain)),
            before=", ".join(map(shown, labels)),
        )
    counts = tuple(tuple(body[label][place] for place in columns) for label in labels)
    remarks = [_about(len(labels), sum(map(sum, counts)))]
    if len(plain) < len(names) or len(labels) < len(body):
        _check_totals(names, body, counts, labels, plain)
        remarks.append(Message(N_("Its totals were left out.")))
    return CountsTable(tuple(labels), counts, True, tuple(remarks))


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


def _without_margins(
    names: Sequence[str], body: dict[str, list[float]]
) -> tuple[list[int], set[str]]:
    """Return the columns and the rows that are categories: no totals, by name or by arithmetic.

    What is called Total is one. So are the last column and the last row where each is the sum of
    the others, whatever they are called.
    """
    columns = [n for n, name in enumerate(names) if name and not is_summary(name)]
    labels = [label for label in body if label and not is_summary(label)]
    if len(columns) > 2 and len(labels) > 2:
        *others, last = columns
        across = all(abs(body[one][last] - sum(body[one][n] for n in others)) < 0.5 for one in body)
        *above, bottom = labels
        down = all(abs(body[bottom][n] - sum(body[one][n] for one in above)) < 0.5 for n in columns)
        both = across and down and body[bottom][last] > 0
        if both or (across and len(columns) > len(labels)):
            columns = others
        if both or (down and len(labels) > len(columns)):
            labels = above
    return columns, set(labels)


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _check_totals(
    names: Sequence[str],
    body: dict[str, list[float]],
    counts: Sequence[Sequence[float]],
    labels: Sequence[str],
    plain: Sequence[str],
) -> None:
    """Refuse a table whose column or row of totals is something else: a category, perhaps."""
    beside = [n for n, name in enumerate(names) if name not in plain]
    below = [label for label in body if label not in labels]
    rows = [sum(row) for row in counts]
    columns = [sum(column) for column in zip(*counts, strict=True)]
    right = all(
        abs(body[label][n] - total) < 0.5
        for n in beside
        for label, total in zip(labels, rows, strict=True)
    )
    places = [names.index(name) for name in plain]
    right = right and all(
        abs(body[label][place] - total) < 0.5
        for label in below
        for place, total in zip(places, columns, strict=True)
    )
    if not right:
        raise RatingsError(
            "This is a table of counts, but its row or column {name} does not hold the sums of the "
            "others. Mend it, or leave it out.",
            name=shown((below or [names[n] for n in beside])[0]),
        )


def _about(size: int, n: float) -> Message:
    return Message(
        N_("This is a table of counts: {size} categories, {n} items."), {"size": size, "n": n}
    )


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
    counts = [[cell for cell in row if cell is not None] for row in square]
    if any(not row.cells[0] for row in body) or any(
        cell != int(cell) for row in counts for cell in row
    ):
        return None
    totals = size > 2 and _has_totals(counts)
    inner = [row[:-1] for row in counts[:-1]] if totals else counts
    labels = tuple(rows[0].cells[: len(inner)]) if above else tuple(map(str, range(len(inner))))
    remarks = [_about(len(inner), sum(map(sum, inner)))]
    if totals:
        remarks.append(Message(N_("Its totals were left out.")))
    return CountsTable(labels, tuple(map(tuple, inner)), totals, tuple(remarks))


def _may_be_categories(names: Sequence[str]) -> bool:
    """Tell whether names above a square may be those of categories: none says another role."""
    roles = ("actual", "predicted", "rater", "id")
    plain = not any(is_count_name(name) or any(says(name, one) for one in roles) for name in names)
    order = propose_order(names)
    return plain or (order.certain and order.ordered)


def _has_totals(counts: Sequence[Sequence[float]]) -> bool:
    """Tell whether the last row and the last column are the sums of the others."""
    rows = all(sum(row[:-1]) == row[-1] for row in counts)
    columns = all(sum(column[:-1]) == column[-1] for column in zip(*counts, strict=True))
    return rows and columns and counts[-1][-1] > 0


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
