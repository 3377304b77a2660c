"""Where a table begins in its file: titles and notes above it, headings, second names."""

from __future__ import annotations

import itertools
import re
import string
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from qwk_core.files.grid import Grid, Row
from qwk_core.files.labels import is_number, kind_of
from qwk_core.files.missing import may_be_code
from qwk_core.files.names import says
from qwk_core.files.no_items import (
    COMMENT,
    Check,
    column_checks,
    find_no_items,
    is_data,
    other_table,
)
from qwk_core.files.no_items import LeftOut as LeftOut
from qwk_core.messages import N_, Message

_COMMENT = re.compile(COMMENT)
_IMPORT = re.compile(r"""\{\s*["']+(?:ImportId|qid)""")  # what Qualtrics writes below its names
_MOST_NAMES = 4  # rows of names
_FEWEST_NUMBERED = 3  # columns whose names are numbers
_FEWEST_BEYOND = 20  # a smaller number may be a rating, whatever is below


@dataclass(frozen=True)
class Table:
    """A table in its file.

    Attributes
    ----------
    names : tuple of Row
        The rows with headings: none, one or two.
    rows : tuple of Row
        The items, and what is left out among them.
    left_out : tuple of LeftOut
        What is none.
    titles : tuple of Row
        What stands above it.
    hidden_columns : tuple of int
        The places of columns that the sheet does not show.
    """

    names: tuple[Row, ...]
    rows: tuple[Row, ...]
    left_out: tuple[LeftOut, ...] = ()
    titles: tuple[Row, ...] = ()
    hidden_columns: tuple[int, ...] = ()


def find_table(grid: Grid, decimal: str = ".", header_row: int | None = None) -> Table:
    """Find the table in a file.

    Parameters
    ----------
    grid : Grid
        The raw rows.
    decimal : {".", ","}
    header_row : int, optional
        The number of the row with headings, where a person said it; 0 where there is none.

    Returns
    -------
    Table

    Examples
    --------
    >>> rows = [("Study 7",), ("a", "b"), ("1", "2"), ("2", "2"), ("3", "4"), ("Total",)]
    >>> table = find_table(Grid(tuple(Row(n, cells) for n, cells in enumerate(rows, 1))))
    >>> table.names[0].cells, len(table.rows), [one.row for one in table.left_out]
    (('a', 'b'), 4, [6])
    """
    width = _width(grid.rows)
    above, rest = _without_titles(grid.rows, width)
    checks = column_checks(_once(rest), decimal)
    begin, names = _headings(rest, checks, width)
    said_first = header_row in (None, rest[0].number)
    second = _second_names(rest, checks, width) if said_first else []
    if second:
        names, begin = [rest[0]], 1
    if header_row is not None:
        above, rest = (), grid.rows
        at = next((n for n, row in enumerate(rest) if row.number == header_row), -1)
        names, begin = ([rest[at]] if at >= 0 else []), at + 1
        if not names:
            begin = next((n for n, row in enumerate(rest) if is_data(row, checks) != 0), 0)
    above = (*above, *rest[: max(begin - len(names), 0)])
    body = rest[begin:]
    again = [LeftOut(row.number, row.cells[0][:60], Message(_SECOND)) for row in second]
    items = body[len(second) :]
    found = find_no_items(grid, items, names, checks, decimal)
    return Table(tuple(names), body, (*again, *found), tuple(above), grid.hidden_columns)


def _once(rows: Sequence[Row]) -> list[Row]:
    """Return rows without the headings that stand again further below, as in files put together.

    Another table further below is left away, too.
    """
    heads = {one.folded for one in rows[:_MOST_NAMES] if _all_words(one)}
    if all(map(_all_words, rows)):
        return list(rows)
    rows = [one for at, one in enumerate(rows) if at < _MOST_NAMES or one.folded not in heads]
    return rows[: len(rows) - len(other_table(rows[_MOST_NAMES:]))]


_SECOND = N_("the names once more")


def _second_names(rows: Sequence[Row], checks: Sequence[Check], width: int) -> list[Row]:
    """Return the second and third row of a survey's names: below short names stand questions.

    Two rows of names that complete each other are another case: they are joined.
    """
    begin = 0
    for at, row in enumerate(rows[1:_MOST_NAMES], start=1):
        if sum(bool(_IMPORT.match(cell)) for cell in row.cells) >= max(row.filled // 2, 1):
            begin = at + 1
    if not begin:
        first = next((at for at, row in enumerate(rows) if is_data(row, checks) >= 0.5), 0)
        middle = rows[_MOST_NAMES : _MOST_NAMES + 40]
        columns = itertools.zip_longest(*(row.cells for row in middle), fillvalue="")
        dates = [place for place, cells in enumerate(columns) if kind_of(cells) == "date"]
        typed = next((at for at, row in enumerate(rows) if _has_dates(row, dates)), 0)
        begin = max(first, typed)
        full = [row for row in rows[:begin] if row.filled >= 0.8 * width and _all_words(row)]
        if not (2 < begin <= _MOST_NAMES or (begin == 2 and typed == 2)) or len(full) < begin:
            return []
    return list(rows[1:begin])


def _has_dates(row: Row, places: Sequence[int]) -> bool:
    """Tell whether the cells of columns of dates are dates: names are none."""
    return all(kind_of([row.cell(place)]) in ("date", "empty") for place in places)


def _width(rows: Sequence[Row]) -> int:
    """Return how many cells most rows have; of two, the larger."""
    widths = Counter(len(row.cells) for row in rows)
    return max(widths, key=lambda width: (widths[width] * min(width, 2), width), default=0)


def _without_titles(rows: tuple[Row, ...], width: int) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """Part the rows above the table that have too few cells, or say that they are comments.

    Short rows above a gap are no part of it, where headings stand below the gap.
    """
    gaps = (n for n in range(len(rows) // 2, 0, -1) if rows[n].number > rows[n - 1].number + 1)
    names = (n for n in gaps if _all_words(rows[n]) and len(rows[n].cells) == width)
    at = next((n for n in names if all(len(row.cells) < width for row in rows[:n])), 0)
    while at < len(rows) - 1:
        row = rows[at]
        comment = _COMMENT.match(row.cells[0]) and len(row.cells) != width
        few = row.filled == 1 and width > 1 and not _is_merged(row, rows[at + 1])
        if not (comment or few):
            break
        at += 1
    return rows[:at], rows[at:]


def _is_merged(row: Row, below: Row) -> bool:
    """Tell whether a lone cell is a heading over some columns: not the first, with more below."""
    return (
        row.filled == 1
        and not row.cell(0)
        and below.filled > 1
        and not any(map(is_number, below.cells))
    )


def _headings(rows: Sequence[Row], checks: Sequence[Check], width: int) -> tuple[int, list[Row]]:
    """Return where the items begin, and the one or two rows of headings above them."""
    if not checks:
        return (1, list(rows[:1])) if _all_words(rows[0]) and len(rows) > 1 else (0, [])
    begin = next(
        (at for at, row in enumerate(rows) if is_data(row, checks) >= 0.5 or _begins(rows, at)),
        len(rows),
    )
    numeric = any(check.numeric for check in checks)
    if not begin and all(check.numeric for check in checks) and is_data(rows[0], checks) < 1:
        begin = int(
            _all_words(rows[0]) and len(rows) > 1
        )  # Nr, Rating: a number, no code for missing
    begin = _below_title(rows, checks, begin)
    if not begin and _numbers_columns(rows):
        return 1, [rows[0]]
    if begin and not numeric:
        # Words that seldom occur look like headings: only the first row of the table is one, or the
        # first two.
        first = next(at for at, row in enumerate(rows) if row.filled >= rows[begin - 1].filled)
        two = ((at, rows[at - 1], rows[at]) for at in range(min(begin - 1, first + 1), 0, -1))
        begin = 1 + next((at for at, *pair in two if _is_over(*pair) or _is_merged(*pair)), 0)
    if not begin:
        return 0, []
    names = [rows[begin - 1]]
    if begin > 1:
        upper, lower = rows[begin - 2], rows[begin - 1]
        joined = upper.number == lower.number - 1 and _all_words(upper) and upper.filled > 1
        if (joined and (numeric or _is_over(upper, lower))) or _is_merged(upper, lower):
            names = [upper, lower]
    return begin, names


def _begins(rows: Sequence[Row], at: int) -> bool:
    """Tell whether the first column counts on from a row: 1, 2, 3. So that row is an item."""
    first = [row.cell(0) for row in rows[at : at + 3]]
    if at == 0 or len(first) < 3 or not all(map(str.isdecimal, first)):
        return False
    return [int(cell) - int(first[0]) for cell in first] == [0, 1, 2]


def _below_title(rows: Sequence[Row], checks: Sequence[Check], begin: int) -> int:
    """Return where the items begin, where "Study, 7" stands above the headings.

    A title with a number looks like half an item; headings have none, and all below them fits.
    """
    whole = next((at for at, row in enumerate(rows) if is_data(row, checks) == 1), begin)
    for at in range(whole - 1, begin, -1):
        row = rows[at]
        if row.filled > 1 and _all_words(row) and not is_data(row, checks):
            return at + 1
    return begin


def _is_over(upper: Row, lower: Row) -> bool:
    """Tell whether a row of headings stands over another: it has gaps, or one repeats itself."""
    if upper.filled < 2 or not _all_words(upper) or not _all_words(lower):
        return False
    corner = not upper.cells[0] and upper.filled == len(upper.cells) - 1  # a column without a name
    gaps = upper.filled < lower.filled and (not corner or says(lower.cells[0], "id"))
    both = list(zip(upper.cells, lower.cells, strict=False))
    return gaps or (_repeats(upper) and _repeats(lower) and len({*both}) == len(both))


def _repeats(row: Row) -> bool:
    filled = [cell for cell in row.cells if cell]
    return len(set(filled)) < len(filled)


def _numbers_columns(rows: Sequence[Row]) -> bool:
    """Tell whether the first row numbers its columns behind words: pupil, 1, 2, 3.

    Above ids such as E1, two numbers are enough: of raters.
    """
    cells = rows[0].cells
    words = list(itertools.takewhile(lambda cell: not is_number(cell), cells))
    numbers = cells[len(words) :]
    ids = [row.cell(0) for row in rows[1:] if row.cell(0)]
    above_ids = len(words) == 1 and len({*ids}) == len(ids) > 2 and not words[0][-1:].isdigit()
    fewest = 2 * _FEWEST_NUMBERED
    if above_ids and all(one[-1].isdigit() for one in ids[:3]):
        fewest = 2
    elif any(says(word, "id", "rater", "actual") for word in words):
        fewest = _FEWEST_NUMBERED
    if _are_no_ratings(rows):
        return True
    if not words or len(numbers) < fewest or numbers[0] not in ("0", "1"):
        return False
    return list(numbers) == [str(int(numbers[0]) + at) for at in range(len(numbers))]


def _are_no_ratings(rows: Sequence[Row]) -> bool:
    """Tell whether the numbers in the first row differ, and are far above all below: years, ids."""
    own = {at: cell for at, cell in enumerate(rows[0].cells) if is_number(cell)}
    below = [float(one.cell(at)) for one in rows[1:] for at in own if is_number(one.cell(at))]
    if len({*own.values()}) < max(len(own), 2) or any(map(may_be_code, own.values())) or not below:
        return False
    return min(map(float, own.values())) > max(2 * max(below), _FEWEST_BEYOND)


def are_letters(cells: Sequence[str]) -> bool:
    """Tell whether cells are letters one after the other, as columns are called.

    Parameters
    ----------
    cells : sequence of str

    Examples
    --------
    >>> are_letters(["A", "B", "C"]), are_letters(["x", "y"]), are_letters(["B", "A"])
    (True, True, False)
    """
    run = "".join(cells).lower()
    return len(run) == len(cells) > 1 and run in string.ascii_lowercase


def _all_words(row: Row) -> bool:
    return not any(is_number(cell) for cell in row.cells)
