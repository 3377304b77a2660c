"""A table of counts in a file: with or without headings, with or without totals."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from qwk_core.errors import RatingsError, shown
from qwk_core.files.answers import COUNTS, NOTHING_SAID, Answers
from qwk_core.files.count_cells import (
    add_up_to,
    are_shares,
    no_counts,
    plain_count,
    without_marks,
)
from qwk_core.files.cross_table import counts_in
from qwk_core.files.grid import Row
from qwk_core.files.labels import is_number, label_of
from qwk_core.files.names import RATES, is_called, says
from qwk_core.files.no_items import is_summary
from qwk_core.files.order import propose_order
from qwk_core.files.reshape import parts_of_names
from qwk_core.files.typed import in_lines, parse_counts
from qwk_core.files.usual_scales import folded, usual_scales, usual_words
from qwk_core.messages import N_, Message
from qwk_core.ratings import Array, Category
from qwk_core.text import format_ratings, parse_categories

_MOST = 60  # categories
_MOST_LACKING = 2  # rows or columns of a table of numbers that nobody gave
_PERCENT = re.compile(r" ?\(\d+(?:[.,]\d+)? ?%\)")  # behind a count: 20 (26.7%)
_MISSING = N_("Its counts of missing ratings were left out.")
_EMPTY = ("", "-", "–", ".")
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
    doubtful : Row or None
        A row that may be a category or a total, where nobody said which.
    percentages : bool
        Whether they may be percentages: each row, or each column, adds up to about 100.
    unlike : bool
        Whether its rows and its columns have names that differ by what each side has in common: E1
        and R1 may be items and raters.
    """

    labels: tuple[str, ...]
    counts: tuple[tuple[float, ...], ...]
    certain: bool
    remarks: tuple[Message, ...]
    doubtful: Row | None = None
    percentages: bool = False
    unlike: bool = False


def find_counts_table(
    rows: Sequence[Row], decimal: str = ".", answers: Answers = NOTHING_SAID, *, typed: bool = False
) -> CountsTable | None:
    """Return the table of counts that some rows are, None where they are none.

    Parameters
    ----------
    rows : sequence of Row
        Titles above it and notes below it do no harm.
    decimal : {".", ","}
    answers : Answers
        What a person said.
    typed : bool
        Whether numbers have a type of their own in the file.

    Returns
    -------
    CountsTable or None

    Raises
    ------
    RatingsError
        If its rows and its columns have different names; if totals beside it do not add up; if it
        holds shares, or what may be thousands or fractions.

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
    if whole := counts_in([row.cells for row in rows[: 8 * _MOST]]):
        rows = [Row(at, tuple(row)) for at, row in enumerate(whole, start=1)]
    wide = (row.cells for row in rows if row.filled > 2)
    blank = min((cells.index(next(filter(None, cells))) for cells in wide), default=0)
    rows = [replace(row, cells=row.cells[blank:]) for row in rows]
    for at in range(min(len(rows), 8)):
        found = _headed(rows, at, decimal, answers, typed=typed) or _bare(
            rows[at:], decimal, answers
        )
        if found is not None:
            return found
        below = rows[min(at + 1, len(rows) - 1)]
        pivot = rows[at].filled == 2 and (below.filled > 2 or below.number > rows[at].number + 1)
        if rows[at].filled > 1 and any(rows[at].cells[:2]) and not pivot:
            break  # neither a title nor the other rater's name: another table begins here
    return None


def _count(row: Row, place: int) -> str:
    """Return the count in a cell without the percentage in brackets behind it."""
    return _PERCENT.sub("", row.cell(place))


def _number(cell: str, decimal: str) -> float | None:
    """Return the count in a cell, 0 where it is empty, None where there is none."""
    if cell in _EMPTY:
        return 0
    try:
        label = label_of(plain_count(cell), decimal)
    except RatingsError:
        return None
    if not is_number(label) or not 0 <= float(label) < math.inf:
        return None
    value = float(label)
    return int(value) if value.is_integer() else value


def _headed(
    rows: Sequence[Row], at: int, decimal: str, answers: Answers, *, typed: bool
) -> CountsTable | None:
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
    before = list(body)
    more = max(len(names), len(before)) - min(len(names), len(before))
    if more > len(names) + _MOST_LACKING:
        return None  # 50 rows and 2 columns are items of two raters
    unlike = len({*map(_folded, named)} & {*map(_folded, before)}) < 2
    if unlike:  # "true_mild" and "pred_mild"; of E1 and R1 only a person knows
        sides = [_without_common(each) for each in (names, before)]
        names, before = (labels for _, labels in sides)
        unlike = not all(says(common, "actual", "predicted") for common, _ in sides)
        both = {*names} & {*before} - {""}
        if (
            len(both) < 2
            or len({*names}) < len(names)
            or (more > 0 if unlike else more > _MOST_LACKING)
        ):
            return None
    if head.cells in [row.cells for row in rows[at + 1 :]]:
        raise RatingsError("This file holds several tables of counts. Give one.")
    if any(row.filled > 2 for row in rows[at + 1 + len(body) :]):
        return None
    texts = [[_count(row, first + n) for n in range(len(names))] for row in body.values()]
    plain = without_marks((cell for row in texts for cell in row), decimal, typed=typed)
    cells: Array = np.array(
        [[_number(plain.get(cell, cell), decimal) for cell in row] for row in texts], dtype=object
    )
    table = _Headed(names, before, cells)
    doubtful = table.find_totals(list(body.values()), answers)
    lonely = table.without_partner()
    numbered = all(map(is_number, named)) or (cells % 1).any()
    if any(lonely) and numbered and answers.shape != COUNTS and not _may_lack(lonely, table):
        return None
    columns = [n for n in sorted(table.columns + lonely[0]) if label_of(names[n])]
    places = [n for n in sorted(table.rows + lonely[1]) if label_of(table.before[n])]
    above, before = [names[n] for n in columns], [table.before[n] for n in places]
    order = list(map(_folded, before))
    if sorted(order) == sorted(map(_folded, above)):  # each cell has its names, in any order
        columns.sort(key=lambda n: order.index(_folded(names[n])))
        above = [names[n] for n in columns]
    counts = cells[np.ix_(places, columns)]
    percent = any(texts[i][j].endswith("%") for i in places for j in columns)
    if percent or are_shares(counts, table.step):
        raise no_counts()
    if list(map(_folded, above)) != list(map(_folded, before)):
        alike = all(is_number(name) == is_number(named[0]) for name in (*above, *before))
        if bool(lonely[0]) != bool(lonely[1]) and alike:  # one of the two never gave a category
            return _filled(above, before, counts, certain=not numbered)
        raise RatingsError(
            "This is a table of counts whose columns are called {above}, and whose rows {before}. "
            "Give the rows and the columns the same names in the same order, and 0 where there is "
            "no item.",
            above=", ".join(map(shown, above)),
            before=", ".join(map(shown, before)),
        )
    wrong = [name for name in table.wrong_totals() if label_of(name)]
    if wrong and doubtful is None:
        raise RatingsError(
            "This is a table of counts, but its row or column {name} does not hold the sums of the "
            "others. Mend it, or leave it out.",
            name=shown(wrong[0]),
        )
    _check_whole([[texts[i][j] for j in columns] for i in places])
    missing = len(columns) < len(table.columns) + len(lonely[0])
    totals = counts.size < cells.size and not missing
    empty = any(texts[i][j] in _EMPTY for i in places for j in columns)
    found = _found(
        before, counts, certain=not unlike, totals=totals, empty=empty, doubtful=doubtful
    )
    found = replace(found, unlike=unlike)
    return replace(found, remarks=(*found.remarks, Message(_MISSING))) if missing else found


def _may_lack(lonely: tuple[list[int], list[int]], table: _Headed) -> bool:
    """Tell whether rows or columns may be left out that hold nothing: few, and on one side."""
    n = max(map(len, lonely))
    return min(map(len, lonely)) == 0 and n <= _MOST_LACKING and n < len(table.rows)


def _filled(
    above: Sequence[str], before: Sequence[str], counts: Array, *, certain: bool
) -> CountsTable:
    """Return a table whose rows or columns lack some categories, with 0 for each of these.

    `counts` has the shape (k, l), below the names `above` and behind those `before`.
    """
    names = max(above, before, key=len)
    whole: Array = np.zeros((len(names), len(names)), dtype=counts.dtype)
    places = [list(map(_folded, names)).index(_folded(name)) for name in before]
    columns = [list(map(_folded, names)).index(_folded(name)) for name in above]
    whole[np.ix_(places, columns)] = counts
    found = _found(names, whole, certain=certain, totals=False, empty=False)
    both = {*map(_folded, above)} & {*map(_folded, before)}
    lacking = [name for name in names if _folded(name) not in both]
    text = N_("One of the two has no row or column for {categories}: it counts as 0.")
    values = {"categories": ", ".join(map(shown, lacking))}
    return replace(found, remarks=(*found.remarks, Message(text, values)))


class _Headed:
    """A table of counts of shape (m, n) with names, and its rows and columns that are categories.

    At first these are all that have a name above and before.
    """

    def __init__(self, names: Sequence[str], before: Sequence[str], cells: Array) -> None:
        self.names, self.before, self.cells = names, before, cells
        self.above, self.left = list(map(_folded, names)), list(map(_folded, before))
        self.columns = [n for n, name in enumerate(self.above) if name and name in self.left]
        self.rows = [n for n, name in enumerate(self.left) if name and name in self.above]
        exponents = (Decimal(repr(cell)).as_tuple().exponent for cell in cells.flat)
        self.step = 10.0 ** min(map(int, exponents))

    def find_totals(self, body: Sequence[Row], answers: Answers) -> Row | None:
        """Take totals off both ends of the categories; return a row that may be one, if one may."""
        for end in (-1, 0):
            while len(self.columns) > 2:
                column = self.columns[end]
                name, row = self.names[column], self.left.index(self.above[column])
                columns = [n for n in self.columns if n != column]
                rows = [n for n in self.rows if n != row]
                others = self.cells[np.ix_(rows, columns)]
                adds = (
                    self.cells[row, column] > 0
                    and self._add_up(self.cells[rows, column], others, 1)
                    and self._add_up(self.cells[row, columns], others, 0)
                    and self._add_up(self.cells[row, column], others)
                )
                summary = is_summary(name) and (adds or not _is_step(name))
                if not (adds or summary) or body[row].number in answers.kept_rows:
                    break
                sure = summary and (adds or folded(name) not in usual_words("total_or_name"))
                if not (sure or answers.left_out):
                    return body[row]
                self.columns, self.rows = columns, rows
        return None

    def without_partner(self) -> tuple[list[int], list[int]]:
        """Return the columns and the rows that are no totals, and have a name on one side alone."""
        wrong = self.wrong_totals()

        def lonely(names: Sequence[str], others: set[str]) -> list[int]:
            return [
                n
                for n, name in enumerate(names)
                if name in wrong
                and _folded(name) not in others
                and (not is_summary(name) or _is_step(name))
            ]

        above, left = {*self.above} - {""}, {*self.left} - {""}
        return lonely(self.names, left), lonely(self.before, above)

    def wrong_totals(self) -> list[str]:
        """Return the names beside the categories that do not hold their sums."""
        counts = self.cells[np.ix_(self.rows, self.columns)]
        beside = [n for n in range(len(self.names)) if n not in self.columns]
        beneath = [n for n in range(len(self.before)) if n not in self.rows]
        wrong = [
            self.before[n]
            for n in beneath
            if not self._add_up(self.cells[n, self.columns], counts, 0)
            or not all(self._add_up(one, counts) for one in self.cells[n, beside] if one)
        ]
        wrong += [
            self.names[n] for n in beside if not self._add_up(self.cells[self.rows, n], counts, 1)
        ]
        return wrong

    def _add_up(self, totals: Array, counts: Array, axis: int | None = None) -> bool:
        """Tell whether totals may be the sums of counts of shape (k, l), where each was rounded."""
        sums = counts.sum(axis=axis)
        n = counts.size if axis is None else counts.shape[axis]
        rounded = 0 if self.step == 1 else (n + 1) * self.step / 2
        return bool(np.all(abs(totals - sums) <= rounded + 1e-9 * abs(sums)))


def _body(rows: Sequence[Row], first: int, width: int, decimal: str) -> dict[str, Row]:
    """Return the rows of counts below names, by the name before each; the last may have none."""
    body: dict[str, Row] = {}
    for row in rows:
        label = row.cell(first - 1) or (row.cell(0) if first == 2 else "")
        cells = [_number(_count(row, first + n), decimal) for n in range(width)]
        if "" in body or label in body or None in cells or len(row.cells) > first + width:
            break
        if not label and row.filled < width:
            break
        body[label] = row
    return body


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _without_common(names: Sequence[str]) -> tuple[str, list[str]]:
    """Return what all names but totals have in common, and what is left of each: "Actual: 0"."""
    own = [name for name in names if name and not is_summary(name)]
    common, labels = parts_of_names(own) if own else ("", ())
    become = dict(zip(own, labels, strict=True))
    return common, [become.get(name, name) for name in names]


def _is_step(name: str) -> bool:
    """Tell whether a word is a step of a usual scale, such as "average"."""
    return any(folded(name) in scale.steps for scale in usual_scales())


def _found(
    labels: Sequence[str],
    counts: Array,
    *,
    certain: bool,
    totals: bool,
    empty: bool,
    doubtful: Row | None = None,
) -> CountsTable:
    """Return a table of counts of shape (N, N), and say what it is.

    `empty` says whether some of its cells are.
    """
    values = {"size": len(labels), "n": counts.sum()}
    remarks = [Message(N_("This is a table of counts: {size} categories, n = {n}."), values)]
    if totals:
        remarks.append(Message(N_("Its totals were left out.")))
    if empty:
        remarks.append(Message(N_("Its empty cells count as 0.")))
    cells = tuple(map(tuple, counts.tolist()))
    unsure = add_up_to(counts, 100)
    return CountsTable(tuple(labels), cells, certain, tuple(remarks), doubtful, unsure)


def _bare(rows: Sequence[Row], decimal: str, answers: Answers) -> CountsTable | None:
    """Read a square of numbers without names, or with names above it alone."""
    above = not any(is_number(cell) for cell in rows[0].cells) and all(rows[0].cells)
    if above and (len(set(rows[0].cells)) < 2 or not _may_be_categories(rows[0].cells)):
        return None
    body = rows[1:] if above else rows
    size = len(body)
    if not 2 <= size <= _MOST + 1 or any(len(row.cells) != size for row in (rows[0], *body)):
        return None
    square = [[_number(cell, decimal) for cell in row.cells] for row in body]
    if any(None in row or not cells.cells[0] for row, cells in zip(square, body, strict=True)):
        return None
    counts: Array = np.array(square, dtype=object)
    if (counts % 1).any() or any(cell.endswith("%") for row in body for cell in row.cells):
        if add_up_to(counts, 1, 100):
            raise no_counts()
        return None
    across = counts[:, :-1].sum(axis=1) == counts[:, -1]
    down = counts[:-1].sum(axis=0) == counts[-1]
    adds = bool(size > 2 and across.all() and down.all() and counts[-1, -1] > 0)
    totals = adds and body[-1].number not in answers.kept_rows
    sure = answers.left_out or (above and is_summary(rows[0].cells[-1]))
    called = rows[0].cells[-1:] if above else body[-1].cells
    doubtful = None if sure or not totals else Row(body[-1].number, called)
    if totals:
        counts = counts[:-1, :-1]
    labels = rows[0].cells[: len(counts)] if above else list(map(str, range(len(counts))))
    texts = [row.cells[: len(counts)] for row in body[: len(counts)]]
    if answers.shape == COUNTS:
        _check_whole(texts)
    empty = any(cell in _EMPTY for row in texts for cell in row)
    return _found(labels, counts, certain=totals, totals=totals, empty=empty, doubtful=doubtful)


def _check_whole(cells: Sequence[Sequence[str]]) -> None:
    """Refuse a square of three or more categories of which one half is empty: it is folded."""
    size = range(len(cells))
    halves = (
        [(i, j) for i in size for j in size if i < j],
        [(i, j) for i in size for j in size if i > j],
    )
    if len(cells) > 2 and any(all(cells[i][j] in _EMPTY for i, j in half) for half in halves):
        raise RatingsError(
            "This is half a table of counts: every cell on one side of its diagonal is empty, and "
            "who gave the higher category is not known. Give both halves, with 0 where there is no "
            "item."
        )


def _may_be_categories(names: Sequence[str]) -> bool:
    """Tell whether names above a square may be those of categories: none says another role."""
    plain = not any(is_called(name, "count") or says(name, *RATES, "id") for name in names)
    order = propose_order(names)
    return plain or (order.certain and order.ordered)


def typed_counts(text: str) -> tuple[list[list[int]], tuple[Category, ...] | None]:
    r"""Read a table of counts as somebody types or pastes it, with or without names and totals.

    Parameters
    ----------
    text : str

    Returns
    -------
    counts : list of lists of int
    names : tuple of int or str, or None

    Raises
    ------
    RatingsError
        If it is no such table, or has totals that nothing names.

    Examples
    --------
    >>> typed_counts("\tno\tyes\nno\t20\t5\nyes\t10\t15")
    ([[20, 5], [10, 15]], ('no', 'yes'))
    """
    cells, names = split_headings(text)
    counts = parse_counts(cells)
    sums = [*map(sum, zip(*counts[:-1], strict=True))]
    beside = all(sum(row[:-1]) == row[-1] for row in counts)
    if any(sums) and counts[-1] == sums and beside:
        raise RatingsError(
            "The last row and the last column are the sums of the others. Leave them out."
        )
    return counts, names


def split_headings(text: str) -> tuple[str, tuple[Category, ...] | None]:
    r"""Take the names off a table that has them above its rows, before them, or both.

    Parameters
    ----------
    text : str
        As it was pasted.

    Returns
    -------
    cells : str
        The counts alone, without totals that have a name; the text as it is where it has no names.
    names : tuple of int or str, or None

    Raises
    ------
    RatingsError
        For what `find_counts_table` refuses.

    Examples
    --------
    >>> split_headings("\tno\tyes\nno\t20\t5\nyes\t10\t15")
    ('20\t5\n10\t15', ('no', 'yes'))
    >>> split_headings(",1,2\n1,20,5\n2,10,15"), split_headings("no 20 5\nyes 10 15")
    (('20,5\n10,15', (1, 2)), ('20 5\n10 15', ('no', 'yes')))
    >>> split_headings("20,5\n10,15"), split_headings("20,5;10,15")
    (('20,5\n10,15', None), ('20,5;10,15', None))
    """
    lines = [line for line in in_lines(text).splitlines() if line.strip()]
    # With brackets or semicolons programs write it: cells alone.
    if not lines or any(mark in "".join(lines) for mark in "[(;"):
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
    counts = [row[before:] for row in body]
    if above and before:
        head = Row(1, ("", *rows[0][-len(counts[0]) :]))
        given = [head, *(Row(at, tuple(row)) for at, row in enumerate(body, start=2))]
        if found := find_counts_table(given):
            names, counts = [*found.labels], [[*map(str, row)] for row in found.counts]
        elif rows[0][-len(names) :] != names:
            return text, None
    cells = "\n".join(map((mark or " ").join, counts))
    return cells, parse_categories(format_ratings(names))
