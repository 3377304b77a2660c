"""Where a table begins and ends in its file: titles and notes, headings, totals below."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from qwk_core.files.grid import Grid, Row
from qwk_core.files.labels import is_number
from qwk_core.files.missing import find_codes, is_missing_word
from qwk_core.files.names import says
from qwk_core.files.profiles import Profile
from qwk_core.messages import N_, Message

_SUMMARY = re.compile(
    r"(?i)(?:grand |sub|gran |overall |column )?"
    r"(?:totals?|sums?|means?|averages?|avg|medians?|mode|"
    r"std\.?(?: ?dev(?:iation)?)?\.?|st\.? ?dev\.?|sd|s\.d\.|se|variance|var|n|count|counts|min|"
    r"max|minimum|maximum|range|kappa|qwk|agreement|percent agreement|accuracy|correlation|r|"
    r"sumas?|total general|promedio|medias?|mediana|desviaci[oó]n(?: est[aá]ndar)?|recuento|"
    r"m[ií]nimo|m[aá]ximo|moda|varianza|"
    r"summe|gesamt|gesamtsumme|mittelwert|durchschnitt|anzahl|standardabweichung|"
    r"somme|moyenne|écart[- ]type|effectif|soma|média|desvio padrão|totale|somma)"
    r"(?: ?(?:score|rating|items?|value|\(.*\)))?[\s:.=]*"
)
_SUMMARY_WITH_VALUE = re.compile(rf"{_SUMMARY.pattern}(?<=[:=\s])\s*[-\d.,%]+")
_NOTE = re.compile(
    r"(?i)[*†‡§]|\(?(?:notes?|nota|source|fuente|quelle|legend|leyenda|key|scale|escala|comments?|"
    r"generated|exported|created|end of|printed|rows?:|page)\b"
)
_COMMENT = re.compile(r"#(?!\w*$)|//|%%|;;")
_SENTENCE = 25  # characters of a first cell that is a note, where the rest is empty


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
    >>> is_summary("Total"), is_summary("Media:"), is_summary("totally")
    (True, True, False)
    """
    return bool(_SUMMARY.fullmatch(cell) or _SUMMARY_WITH_VALUE.fullmatch(cell))


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
    """

    names: tuple[Row, ...]
    rows: tuple[Row, ...]
    left_out: tuple[LeftOut, ...] = ()
    titles: tuple[Row, ...] = ()


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
    checks = _column_checks(rest, decimal)
    begin, names = _headings(rest, checks, width)
    if header_row is not None:
        rest = grid.rows
        at = next((n for n, row in enumerate(rest) if row.number == header_row), -1)
        names, begin = ([rest[at]] if at >= 0 else []), at + 1
        if not names:
            begin = next((n for n, row in enumerate(rest) if _is_data(row, checks) != 0), 0)
        above = rest[: max(begin - len(names), 0)]
    else:
        above = (*above, *rest[: max(begin - len(names), 0)])
    body = rest[begin:]
    return Table(
        tuple(names), body, tuple(_left_out(grid, body, names, checks, decimal)), tuple(above)
    )


def _width(rows: Sequence[Row]) -> int:
    """Return how many cells most rows have; of two, the larger."""
    widths = Counter(len(row.cells) for row in rows)
    return max(widths, key=lambda width: (widths[width] * min(width, 2), width), default=0)


def _without_titles(rows: tuple[Row, ...], width: int) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """Part the rows above the table that have too few cells, or say that they are comments."""
    at = 0
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


@dataclass(frozen=True)
class _Check:
    """What the cells of a column of ratings look like."""

    place: int
    numeric: bool
    common: frozenset[str]
    name: str = ""


def _column_checks(rows: Sequence[Row], decimal: str) -> list[_Check]:
    """Judge the columns by the middle of the table, where neither headings nor totals are."""
    n = len(rows)
    middle = rows[min(2, n // 4) : max(n - max(2, n // 10), n // 2 + 1)] or rows
    found = []
    for place in range(max((len(row.cells) for row in middle), default=0)):
        column = Profile("", tuple(row.cell(place) for row in middle), decimal)
        whole = Profile("", tuple(row.cell(place) for row in rows), decimal)
        numeric = column.n > 0 and column.kind in ("whole", "fraction")
        if column.n == 0 or (not numeric and (column.kind == "date" or column.is_id)):
            continue
        common = {label for label, count in whole.counts.items() if count > 1}
        if numeric or (common and len(column.counts) <= max(12, column.n // 3)):
            found.append(_Check(place, numeric, frozenset(common)))
    return found


def _is_data(row: Row, checks: Sequence[_Check]) -> float:
    """Return the share of a row's judged cells that look like those of its columns."""
    seen = [_fits(row.cell(check.place), check) for check in checks if row.cell(check.place)]
    return sum(seen) / len(seen) if seen else 0.5


def _fits(cell: str, check: _Check) -> bool:
    if is_missing_word(cell):
        return True
    if check.numeric:
        return is_number(cell.replace(",", ".").replace("−", "-").rstrip("%").strip())
    return cell in check.common


def _headings(rows: Sequence[Row], checks: Sequence[_Check], width: int) -> tuple[int, list[Row]]:
    """Return where the items begin, and the one or two rows of headings above them."""
    if not checks:
        return (1, list(rows[:1])) if _all_words(rows[0]) and len(rows) > 1 else (0, [])
    begin = next((at for at, row in enumerate(rows) if _is_data(row, checks) >= 0.5), len(rows))
    numeric = any(check.numeric for check in checks)
    begin = _below_title(rows, checks, begin)
    if begin and not numeric:
        # Words that seldom occur look like headings: only the first row of the table is one.
        two = ((at, rows[at - 1], rows[at]) for at in range(begin - 1, 0, -1))
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


def _below_title(rows: Sequence[Row], checks: Sequence[_Check], begin: int) -> int:
    """Return where the items begin, where "Study, 7" stands above the headings.

    A title with a number looks like half an item; headings have none, and all below them fits.
    """
    whole = next((at for at, row in enumerate(rows) if _is_data(row, checks) == 1), begin)
    for at in range(whole - 1, begin, -1):
        row = rows[at]
        if row.filled > 1 and _all_words(row) and not _is_data(row, checks):
            return at + 1
    return begin


def _is_over(upper: Row, lower: Row) -> bool:
    """Tell whether a row of headings stands over another: it has gaps, or one repeats itself."""
    if upper.filled < 2 or not _all_words(upper) or not _all_words(lower):
        return False
    corner = not upper.cells[0] and upper.filled == len(upper.cells) - 1  # a column without a name
    gaps = upper.filled < lower.filled and (not corner or says(lower.cells[0], "id"))
    filled = [cell for cell in lower.cells if cell]
    return gaps or len(set(filled)) < len(filled)


def _all_words(row: Row) -> bool:
    return not any(is_number(cell) for cell in row.cells)


def _left_out(
    grid: Grid, body: Sequence[Row], names: Sequence[Row], checks: Sequence[_Check], decimal: str
) -> list[LeftOut]:
    """Find what is no item: headings that come again, totals, notes."""
    headings = {row.cells for row in names}
    found = {
        row.number: LeftOut(row.number, _words(row), Message(_AGAIN))
        for row in body
        if headings and row.cells in headings
    }
    last = grid.last or body
    before = None if grid.last else body
    at = len(last)
    gap = False
    while at > (0 if grid.last else max(len(last) // 2, 1)):
        row = last[at - 1]
        gap = at > 1 and row.number > last[at - 2].number + 1
        above = [one for one in (before or last)[: at - 1] if one.number not in found]
        reason, certain = _no_item(row, above, checks, decimal, whole=before is not None)
        if reason is None and not (gap and _is_data(row, checks) < 0.5):
            break
        found[row.number] = LeftOut(
            row.number, _words(row), reason or Message(_APART), certain or gap
        )
        at -= 1
    return sorted(found.values(), key=lambda one: (one.row < 0, one.row))


_FEWEST_COUNTED = 10  # rows: in a shorter file their number may be a rating
_AGAIN = N_("the headings again")
_APART = N_("apart from the table")
_TOTAL = N_("a total or a mean, no item")
_NOTED = N_("a note")


def _words(row: Row) -> str:
    return next((cell for cell in row.cells if cell), "")[:60]


def _no_item(
    row: Row, above: Sequence[Row], checks: Sequence[_Check], decimal: str, *, whole: bool
) -> tuple[Message | None, bool]:
    """Tell what a row is if it is no item, and whether that is certain."""
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
        return Message(_TOTAL), certain
    if computed:
        return Message(_TOTAL), True
    lone = row.filled == 1 and len(judged) + (0 in judged) > 0
    first = row.cell(0)
    rating = 0 in judged and _fits(first, next(c for c in checks if c.place == 0))
    if lone and not rating and (_NOTE.match(first) or len(first) > _SENTENCE or 0 in judged):
        return Message(_NOTED), True
    if first and _NOTE.match(first) and not any(_fits(row.cell(p), c) for p, c in _pairs(checks)):
        return Message(_NOTED), True
    return None, False


def _pairs(checks: Sequence[_Check]) -> list[tuple[int, _Check]]:
    return [(check.place, check) for check in checks]


def _is_computed(row: Row, above: Sequence[Row], checks: Sequence[_Check], decimal: str) -> bool:
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
