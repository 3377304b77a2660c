"""Which rows of a table are no items: totals, means, points possible, headings again, notes?"""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qwk_core.files.grid import Grid, Row
from qwk_core.files.labels import as_number, is_number
from qwk_core.files.missing import find_codes, is_missing_word, says_missing
from qwk_core.files.names import says
from qwk_core.files.profiles import Profile
from qwk_core.files.usual_scales import folded, usual_words
from qwk_core.messages import N_, Message

COMMENT = r"#(?!\w*$)|//|%%|;;"
"""How a line begins that is a comment; “#1” or “#id” is none."""

_NOTE = re.compile(
    rf"(?i)[*†‡§]|{COMMENT}|\(?(?:notes?|nota|source|fuente|quelle|legend|leyenda|key|scale|escala|comments?|"
    r"generated|exported|created|end of|printed|rows?:|page)\b"
)
_VALUE = re.compile(r"(?:(?<=\w\w\w)\s+|\s*[:=]\s*)[-\d.,%]+\s*$")
_SUFFIX = re.compile(r" (?:score|rating|items?|value)$")
_SENTENCE = 25  # characters of a first cell that is a note, where the rest is empty
_FEWEST_COUNTED = 10  # rows: in a shorter file their number may be a rating
_ABOVE = 3  # rows below the headings in which the points possible may stand
_FEWEST = 4  # rows: fewer may be raters, of whom one is called "Key"
_REMEMBERED = 65_536


@functools.lru_cache(maxsize=_REMEMBERED)
def is_summary(cell: str) -> bool:
    """Tell whether a cell names a total, a mean, or the like.

    Parameters
    ----------
    cell : str

    Returns
    -------
    bool

    Examples
    --------
    >>> is_summary("Total"), is_summary("Media:"), is_summary("平均"), is_summary("totally")
    (True, True, True, False)
    """
    return _summary_word(cell) in usual_words("total")


def _summary_word(cell: str) -> str:
    words = folded(_VALUE.sub("", re.sub(r"\([^()]*\)\s*$", "", cell)))
    return _SUFFIX.sub("", words)


def _word_of_summary(cell: str) -> str:
    """Return the word by which a cell may name a total: all of it, its last or its first one."""
    word = _summary_word(cell)
    able = (word, *word.split()[-1:], *word.split()[:1])
    return next((one for one in able if one in usual_words("total")), "")


@dataclass(frozen=True)
class LeftOut:
    """A row that is no item.

    Attributes
    ----------
    row : int
        Its number in the file.
    text : str
        Its first words.
    reason : Message
        What it is.
    certain : bool
        Whether it can be left out without asking.
    """

    row: int
    text: str
    reason: Message
    certain: bool = True


@dataclass(frozen=True)
class Check:
    """What the cells of a column of ratings look like.

    Attributes
    ----------
    place : int
        Its position, from 0.
    numeric : bool
    common : frozenset of str
        Of words, those that occur more than once.
    """

    place: int
    numeric: bool = False
    common: frozenset[str] = frozenset()

    def fits(self, cell: str) -> bool:
        """Tell whether a cell looks like the others.

        Parameters
        ----------
        cell : str

        Returns
        -------
        bool
        """
        if is_missing_word(cell) or (self.numeric and says_missing(cell)):
            return True
        return _value(cell) is not None if self.numeric else cell in self.common


def column_checks(rows: Sequence[Row], decimal: str) -> list[Check]:
    """Judge the columns by the middle of the table, where neither headings nor totals are.

    Parameters
    ----------
    rows : sequence of Row
    decimal : {".", ","}

    Returns
    -------
    list of Check
        Of the columns that may hold ratings.
    """
    n = len(rows)
    middle = rows[min(_ABOVE, n // 4) : max(n - max(2, n // 10), n // 2 + 1)] or rows
    found = []
    for place in range(max((len(row.cells) for row in middle), default=0)):
        column = Profile("", tuple(row.cell(place) for row in middle), decimal)
        if column.is_numeric:
            found.append(Check(place, numeric=True))
        elif column.kind != "date" and 0 < len(column.counts) <= max(12, column.n // 3):
            whole = Profile("", tuple(row.cell(place) for row in rows), decimal)
            common = frozenset(label for label, count in whole.counts.items() if count > 1)
            if common and not column.is_id:
                found.append(Check(place, common=common))
    return found


def is_data(row: Row, checks: Sequence[Check]) -> float:
    """Return the share of a row's judged cells that look like those of its columns.

    Parameters
    ----------
    row : Row
    checks : sequence of Check

    Returns
    -------
    float
        One half where none is filled.
    """
    seen = [check.fits(row.cell(check.place)) for check in checks if row.cell(check.place)]
    return sum(seen) / len(seen) if seen else 0.5


def other_table(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows from where another table begins: behind a gap, wider, or names amid numbers.

    Parameters
    ----------
    rows : sequence of Row
        Those of a table, and what lies below.

    Returns
    -------
    sequence of Row
        Empty where there is no other table.
    """
    width = 0
    for at in range(1, len(rows) - 2):
        above, row, below = rows[at - 1 : at + 2]
        width = max(width, len(above.cells))
        if row.number == above.number + 1 or 2 * at < len(rows) - at:
            continue  # of two tables, the one with the ratings is not much the shorter one
        names = {*row.cells} - {""}
        if all(len(one.cells) > width for one in rows[at : at + 3]):
            return rows[at:]
        if len(names) == row.filled and not any(map(is_number, names)):
            both = itertools.zip_longest(row.cells, above.cells, below.cells, fillvalue="")
            amid = sum(any(map(is_number, beside)) for cell, *beside in both if cell)
            if amid > 1:
                return rows[at:]
    return ()


_AGAIN = N_("the headings again")
AGAIN = N_("an item that stands further above, too")
_APART = N_("apart from the table")
_TOTAL = N_("a total or a mean, no item")
_POINTS = N_("the points possible or a weight, no item")
_TEST = N_("a test, no pupil")
_KEY = N_("the answer key, no item")
_NOTED = N_("a note")
_TITLE = N_("the title of a section, no item")
HIDDEN = N_("hidden in the sheet")
OTHER_TABLE = N_("another table")
"""Why rows are asked about that a filter hides, that come again, or that lie further below."""


def find_no_items(
    grid: Grid, body: Sequence[Row], names: Sequence[Row], checks: Sequence[Check], decimal: str
) -> list[LeftOut]:
    """Find the rows that are no items.

    Parameters
    ----------
    grid : Grid
        All rows, or the first and the last.
    body : sequence of Row
        Those below the headings.
    names : sequence of Row
        The headings.
    checks : sequence of Check
        What the columns of ratings look like.
    decimal : {".", ","}

    Returns
    -------
    list of LeftOut
        By row; those numbered from the end of the file last.
    """
    headings = {row.folded for row in names}
    again = [row for row in body if row.folded in headings]
    others = [row.folded for row in body if row.folded not in headings]
    columns = [set(column) for column in itertools.zip_longest(*others)]
    if again and columns and all(map(set.__contains__, columns, again[0].folded)):
        again = []  # the words of the headings are ratings, too
    found = {row.number: _out(row, _AGAIN) for row in again}
    hidden = [row for row in (*body, *grid.last) if row.hidden]
    found |= {row.number: _out(row, HIDDEN, certain=False) for row in hidden}
    other = other_table([row for row in body if row.number not in found])
    for one in (
        *(() if grid.last else _sections(body, again)),
        *_points(body, checks),
        *_tests(body, checks),
        *_between(body, checks, decimal),
        *_items_again(body, names),
        *(_out(row, OTHER_TABLE, certain=False) for row in other),
    ):
        found.setdefault(one.row, one)
    found |= {one.row: one for one in _at_the_end(grid, body, found, checks, decimal)}
    return sorted(found.values(), key=lambda one: (one.row < 0, one.row))


def _out(row: Row, reason: str, *, certain: bool = True) -> LeftOut:
    """Return a row that is no item, with its first words."""
    words = next((cell for cell in row.cells if cell), "")[:60]
    return LeftOut(row.number, words, Message(reason), certain)


def _sections(body: Sequence[Row], headings: Sequence[Row]) -> Iterator[LeftOut]:
    """Find the titles of sections, and the items from the second section on.

    A section begins below a title, or below headings that come again, if the items do, too.
    """
    heads = {row.number for row in headings}
    alone = [row for row in body if _is_text_alone(row)]
    items = [row for row in body if row.filled > 1 and row.number not in heads]
    if not (alone or heads) or not all(row.cell(0) for row in items):  # below a merged cell
        return
    shapes = {_shape(row.cell(0)) for row in items} if alone else set[str]()
    last = items[-1].number if items else 0
    titles = {
        row.number for row in alone if row.number < last and _shape(row.cell(0)) not in shapes
    }
    begins, met, below, first = math.inf, set[str](), False, None
    for row in body:
        if row.number in titles:
            yield _out(row, _TITLE)
            begins = min(begins, row.number) if len(met) > 2 else begins
        elif row.number in heads:
            below = True
        elif row.filled > 1:
            first = first or (row if below and row.cell(0) in met and len(met) > 2 else None)
            below = False
            met.add(row.cell(0))
    if first and not _are_told_apart(items, first):
        begins = min(begins, first.number - 1)
    second = [row for row in items if row.number > begins]
    if len(second) > 2:  # else notes
        yield from (_out(row, OTHER_TABLE, certain=False) for row in second)


def _is_text_alone(row: Row) -> bool:
    """Tell whether a row has text in its first cell only: a title, if no item has such a name."""
    first = row.cell(0)
    if row.filled > 1 or not re.search(r"[^\W\d_]{2}", first):
        return False
    return not (is_summary(first) or is_missing_word(first) or says_missing(first))


def _shape(cell: str) -> str:
    """Return a cell with "a" for each word and "0" for each number: "E12" and "E7" are "a0"."""
    return re.sub(r"\d+", "0", re.sub(r"[^\W\d_]+", "a", cell))


def _are_told_apart(items: Sequence[Row], first: Row) -> bool:
    """Tell whether a column has other values from a row on: one rater's items lie below another's.

    Or no column names the items.
    """
    above = [row for row in items if row.number < first.number]
    below = [row for row in items if row.number >= first.number]
    if len({row.cell(0) for row in above}) < len(above):
        return True
    width = max(len(row.cells) for row in items)
    return any(
        {row.cell(at) for row in above}.isdisjoint(row.cell(at) for row in below)
        for at in range(width)
    )


def _points(body: Sequence[Row], checks: Sequence[Check]) -> Iterator[LeftOut]:
    """Find the row with the points possible, weights or units: right below the headings, or last.

    Its numbers are as large as any below; or there is no item beside them.
    """
    numeric = [check.place for check in checks if check.numeric]
    named = _names_of_items(body)
    for row in (*body[:_ABOVE], *body[-1:]):
        rest = [one for one in body if one is not row]
        own = {place: value for place in numeric if (value := _value(row.cell(place))) is not None}
        if not own or len(rest) < 3:
            continue
        words = (
            cell
            for place, cell in enumerate(row.cells)
            if folded(cell) in usual_words("points")
            and not any(one.cell(place) == cell for one in rest)  # Max rates every item
        )
        word = next(words, "")
        others = {place: _values(rest, place) for place in own}
        beyond = all(own[place] >= max(others[place], default=-math.inf) for place in own)
        fraction = all(_is_new_fraction(own[place], others[place]) for place in own)
        nameless = bool(named) and not any(row.cell(place) for place in named)
        if word and (beyond or fraction):
            yield _out(row, _POINTS, certain=folded(word) != "max")
        elif nameless and row is body[0] and beyond:
            yield _out(row, _POINTS, certain=False)


def _items_again(body: Sequence[Row], names: Sequence[Row]) -> Iterator[LeftOut]:
    """Find the items that stand further above, too, in a table with an item in each row."""
    ids = [at for at in _names_of_items(body) if any(says(row.cell(at), "id") for row in names)]
    met: set[tuple[str, ...]] = set()
    for row in body:
        key = tuple(map(row.cell, ids))
        if key in met and any(key):
            yield _out(row, AGAIN, certain=False)
        met.add(key)


def _names_of_items(body: Sequence[Row]) -> list[int]:
    """Return the columns that name every item but one or two, differently."""
    width = max((len(row.cells) for row in body), default=0)
    found = []
    for place in range(width):
        cells = [row.cell(place) for row in body if row.cell(place)]
        if len(cells) >= len(body) - 2 > 3 and len(set(cells)) >= 0.9 * len(cells):
            found.append(place)
    return found


@functools.lru_cache(maxsize=_REMEMBERED)
def _value(cell: str) -> float | None:
    """Return the number in a cell, None where it holds none."""
    number = as_number(cell.strip(), ",")
    value = float(number) if is_number(number) else math.inf
    return value if math.isfinite(value) else None


def _values(rows: Sequence[Row], place: int) -> list[float]:
    """Return the numbers in a column."""
    return [value for row in rows if (value := _value(row.cell(place))) is not None]


def _tests(body: Sequence[Row], checks: Sequence[Check]) -> Iterator[LeftOut]:
    """Find the pupils whom a learning platform makes up to try things out, and right answers."""
    judged = {check.place for check in checks}
    for row in (*body[:_ABOVE], *body[-_ABOVE:]):
        beside = [cell for place, cell in enumerate(row.cells[:8]) if place not in judged]
        words = {folded(cell) for cell in beside if len(cell) < _SENTENCE}
        if words & usual_words("test"):
            yield _out(row, _TEST)
        elif words & usual_words("answer_key") and len(body) > _FEWEST:
            yield _out(row, _KEY, certain=False)


def _between(body: Sequence[Row], checks: Sequence[Check], decimal: str) -> Iterator[LeftOut]:
    """Find subtotals between the items, and means above them."""
    numeric = {check.place for check in checks if check.numeric}
    judged = numeric or {check.place for check in checks}
    named: dict[tuple[int, str, bool], list[Row]] = {}
    for row in body:
        for place, cell in enumerate(row.cells[:8]):
            if cell and place not in judged and (word := _word_of_summary(cell)):
                named.setdefault((place, word, is_summary(cell)), []).append(row)
                break
    numbers = {row.number for rows in named.values() for row in rows}
    items = [row for row in body if row.number not in numbers]
    for (_, word, alone), rows in named.items():
        odd = sum(_is_odd(row, items, checks) for row in rows)
        # "North Total" and "South Total" are of the items between them; "Total Recall" is a film.
        sure = odd == len(rows) if alone else odd * 2 >= len(rows) > 1
        if sure or any(_is_computed(row, items, checks, decimal) for row in rows):
            yield from (_out(row, _TOTAL) for row in rows)
            continue
        once = alone and len(rows) == 1 and rows[0] is not body[-1]
        if once and word not in usual_words("total_or_name"):
            yield _out(rows[0], _TOTAL, certain=False)


def _is_odd(row: Row, items: Sequence[Row], checks: Sequence[Check]) -> bool:
    """Tell whether a row holds a number beyond those of the items, or a fraction among wholes."""
    both = [
        (_value(row.cell(one.place)), _values(items, one.place)) for one in checks if one.numeric
    ]
    return any(
        value is not None
        and values
        and (value > max(values) + 1 or _is_new_fraction(value, values))
        for value, values in both
    )


def _is_new_fraction(number: float, values: Sequence[float]) -> bool:
    return number % 1 > 0 and not any(value % 1 for value in values)


def _at_the_end(
    grid: Grid,
    body: Sequence[Row],
    found: dict[int, LeftOut],
    checks: Sequence[Check],
    decimal: str,
) -> Iterator[LeftOut]:
    """Find totals and notes below the items."""
    last = grid.last or body
    before = None if grid.last else body
    at = len(last)
    while at > (0 if grid.last else max(len(last) // 2, 1)):
        row = last[at - 1]
        near = itertools.pairwise(last[max(at - _ABOVE - 1, 0) : at])
        gap = any(one.number + 1 < then.number for one, then in near)
        above = [one for one in (before or last)[: at - 1] if one.number not in found]
        reason, certain = _no_item(row, above, checks, decimal, whole=before is not None)
        known = found.get(row.number)
        if known is None and not reason and not (gap and is_data(row, checks) < 0.5):
            break
        if known is None or reason:
            certain = certain or gap or (known is not None and known.certain)
            yield _out(row, reason or _APART, certain=certain)
        at -= 1


def _no_item(
    row: Row, above: Sequence[Row], checks: Sequence[Check], decimal: str, *, whole: bool
) -> tuple[str, bool]:
    """Tell what a row is if it is no item, "" for an item, and whether that is certain."""
    judged = [check.place for check in checks]
    summary = next(
        (
            cell
            for place, cell in enumerate(row.cells)
            if is_summary(cell) and not any(one.cell(place) == cell for one in above)
        ),
        "",
    )
    computed = whole and _is_computed(row, above, checks, decimal)
    # A value that the column, or another one of ratings, has above is nothing odd.
    known = {"", *(one.cell(place) for one in above for place in judged)}
    odd = [place for place in judged if row.cell(place) not in known]
    if summary:
        label = next((place for place, cell in enumerate(row.cells) if cell == summary), 0)
        certain = computed or bool(odd) or label in judged or row.filled == 1
        return _TOTAL, certain
    if computed:
        return _TOTAL, True
    lone = row.filled == 1 and len(judged) + (0 in judged) > 0
    first = row.cell(0)
    rating = 0 in judged and next(c for c in checks if c.place == 0).fits(first)
    if lone and not rating and (_NOTE.match(first) or len(first) > _SENTENCE or 0 in judged):
        return _NOTED, True
    fits = any(c.fits(cell) for c in checks if (cell := row.cell(c.place)))
    if first and _NOTE.match(first) and not fits:
        return _NOTED, True
    return "", False


def _is_computed(row: Row, above: Sequence[Row], checks: Sequence[Check], decimal: str) -> bool:
    """Tell whether every number in a row is the sum, the mean, or the like, of those above it."""
    tested = odd = 0
    for check in checks:
        if not check.numeric:
            continue
        cells = Profile("", tuple(one.cell(check.place) for one in above), decimal)
        codes = find_codes(cells.counts)
        values = [
            float(label)
            for label in cells.labels
            if is_number(label) and label not in (*codes.certain, *codes.likely)
        ]
        own = Profile("", (row.cell(check.place),), decimal).labels[0]
        if not own or len(values) < 3:
            continue
        if not is_number(own):
            return False
        tested += 1
        value, mean = float(own), math.fsum(values) / len(values)
        spread = math.sqrt(math.fsum((one - mean) ** 2 for one in values) / (len(values) - 1))
        digits = len(own.partition(".")[2])
        # Items numbered from 0 have as their number how many stand above them, and in a short file
        # a rating may be a sum by chance: a total lies further above than the next number.
        beyond = value > max(values) + 1
        counted = beyond and value == len(values) >= _FEWEST_COUNTED
        summed = counted or abs(value - math.fsum(values)) < 1e-6
        near = min(abs(value - mean), abs(value - spread)) < 0.51 * 10.0**-digits
        if not (summed or (digits and near)):
            return False
        odd += beyond if summed else value not in values  # what others have may be a rating
    return tested > 0 and odd > 0
