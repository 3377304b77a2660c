r"""One rating per row: its item, its rater and the rating stand in columns of their own.

>>> import io
>>> from qwk_core.files.detection import detect
>>> file = io.BytesIO(b"essay,who,score\ne1,Ann,3\ne1,Ben,4\ne2,Ann,2\n")
>>> table = read_rows(file, detect(file), RowColumns(("essay",), "who", "score"))
>>> table.raters, table.codes.tolist(), table.labels
(('Ann', 'Ben'), [[1, 2], [3, 0]], ('', '3', '4', '2'))
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.files.answers import columns_apart
from qwk_core.files.blocks import Progress, told_blocks
from qwk_core.files.encoding import Encoder, Marks, cells_of, group_label, orders_of
from qwk_core.files.formats.common import check_distinct, listed
from qwk_core.files.labelled import LabelTable, Tidied, by_first_met, parts_of
from qwk_core.files.labels import kept_spellings, reader_of
from qwk_core.files.layouts import Layout
from qwk_core.files.names import are_twins, names_raters, says
from qwk_core.files.profiles import Profile
from qwk_core.files.usual_scales import folded
from qwk_core.statistics.raters.table import check_cells, check_raters, check_unlike

_MOST_RATERS = 60
_AGAIN = 0.02  # of the ratings may come twice
_AGAIN_BY_NAME = 0.2  # where the columns are called items and raters
_MOST_ROWS = 2_000_000
_GAPS = 0.2  # of the cells of items or raters are empty where cells were merged
_MOST_STEPS = 12  # of a scale, where each item may have one of its own
_BY_CHANCE = 3  # repeats that are expected by chance, at least: with fewer, none is no surprise
_MOST_PARTS = 12  # columns of which two together may name items


@dataclass(frozen=True)
class RowColumns:
    """The columns of a table with one rating per row.

    Attributes
    ----------
    items : tuple of str
        Those that name the item: one, or several together, such as subject and visit.
    rater, rating : str
        Those of the rater and of the rating.
    raters : tuple of str
        Who rated, as the file spells them, sorted.
    certain : bool
        Whether the names say so, too.
    group : str or None
        What the items are to be told apart by.
    cluster : str or None
        Which items belong together.
    weight : str or None
        The items' survey weights.
    filled : bool
        Whether an empty item or rater is the one above it: their cells were merged.
    again : bool
        Whether most items come more than once for a rater, such as patients with two eyes.
    crossed : bool
        Whether no rater comes with an item twice, which by chance would happen: then these are
        raters, and not ratings.
    ratings : tuple of str
        The columns that may hold the rating as well as `rating`, which is among them.
    spelled : dict of str to str
        Raters that are one, but for capitals or blanks, and the spelling that is kept.
    """

    items: tuple[str, ...]
    rater: str
    rating: str
    raters: tuple[str, ...] = ()
    certain: bool = True
    group: str | None = None
    cluster: str | None = None
    weight: str | None = None
    filled: bool = False
    again: bool = False
    crossed: bool = False
    ratings: tuple[str, ...] = ()
    spelled: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def apart(self) -> dict[str, str]:
        """The columns that tell items apart, in the order of their parts in a mark."""
        return columns_apart(self.group, self.cluster, self.weight)

    @property
    def names(self) -> tuple[str, ...]:
        """All columns that are read."""
        apart = [one for one in dict.fromkeys(self.apart.values()) if one not in self.items]
        return (*self.items, self.rater, self.rating, *apart)


def find_rows(columns: Sequence[Profile]) -> RowColumns | None:
    """Return the columns of a table with one rating per row, None where it is none.

    Parameters
    ----------
    columns : sequence of Profile

    Returns
    -------
    RowColumns or None

    Examples
    --------
    >>> from qwk_core.files.profiles import profiles
    >>> scores = zip("345243", "344253", strict=True)
    >>> each = [(i, "Ana", a, "Luis", b) for i, (a, b) in zip("123456", scores, strict=True)]
    >>> rows = [[i, r, s] for i, *two in each for r, s in (two[:2], two[2:])]
    >>> found = find_rows(profiles(["essay", "grader", "score"], rows))
    >>> found.items, found.rater, found.rating, found.raters
    (('essay',), 'grader', 'score', ('Ana', 'Luis'))
    """
    found = _best(columns, columns)
    named = [one for one in columns if found and one.name in (*found.items, found.rater)]
    if found and not any(one.labels.count("") > _GAPS * len(one.labels) for one in named):
        return found
    whole = [_with_those_above(one) for one in columns]
    if whole == list(columns):
        return found
    merged = _best(whole, columns)
    found = replace(merged, filled=True) if merged else found
    return found and replace(found, certain=False)


def _best(columns: Sequence[Profile], rated: Sequence[Profile]) -> RowColumns | None:
    """Return the likeliest columns of items and raters, with the ratings among the others."""
    best: tuple[float, RowColumns] | None = None
    for rater in columns:
        if not 2 <= len(rater.counts) <= _MOST_RATERS or rater.is_continuous or rater.is_id:
            continue
        named = names_raters(rater.name)
        for items, item, once in _items(columns, rater, named=named):
            spelled = spellings(item, rater)
            raters = tuple(sorted({spelled.get(one, one) for one in rater.counts}))
            crossed = _is_crossed(item, rater)
            measured = rater.kind == "date" or (says(rater.name, "measured", "other") and not named)
            if not crossed and (measured or _looks_like_ratings(rater, columns)):
                continue
            able: list[tuple[tuple[float, bool], Profile]] = []
            for rating in rated:
                if rating.name in (*items, rater.name) or _copies(rating, item):
                    continue
                if rater.kind == "text" and rater.counts.keys() & rating.counts.keys():
                    continue  # mild is nobody's name
                # It may tell something of the rater, such as how far to trust them.
                of_rater = len(set(zip(rater.labels, rating.labels, strict=True))) <= len(raters)
                if of_rater and not (named and says(rating.name, "rater")):
                    continue
                if not rating.is_rating or says(rating.name, "measured"):
                    continue
                if rating.looks_like_counts and not named:  # how many gave this label
                    continue
                score = 3.0 * named + says(rating.name, "rater") + says(items[0], "id")
                score += 1 - len(rater.counts) / max(len(item.counts), 1)
                if len(items) > 1:  # a nurse has a name, a visit a number
                    whole = len(item.counts) * len(rater.counts) == len(item.labels)
                    score += whole + 0.5 * (rater.kind == "text")
                beside = sum(says(rating.name, role) for role in ("group", "id", "other"))
                score -= 2 * beside + 4 * of_rater
                # What is the same for all raters of an item says something of the item, perhaps.
                varies = len({*zip(item.labels, rating.labels, strict=True)}) > len(item.counts)
                able.append(((score, varies), rating))
            if not able:
                continue
            likely, rating = max(able, key=itemgetter(0))
            if best is None or likely[0] > best[0]:
                found = RowColumns(items, rater.name, rating.name, raters, named and once)
                found = replace(found, spelled=spelled)
                others = tuple(
                    one.name
                    for each, one in able
                    if each == likely or (each[1] and _are_as_good(rating, one))
                )
                best = likely[0], replace(found, again=not once, crossed=crossed, ratings=others)
    return best[1] if best else None


def spellings(item: Profile, rater: Profile) -> dict[str, str]:
    """Return the raters that come in several spellings, if no item has two of these.

    Parameters
    ----------
    item, rater : Profile

    Returns
    -------
    dict of str to str
        Each with the spelling that is kept.
    """
    kept = kept_spellings(rater.counts, folded)
    pairs = {pair for pair in zip(item.labels, rater.labels, strict=True) if pair[1] in kept}
    return kept if len({(one, kept[who]) for one, who in pairs}) == len(pairs) else {}


def labels_by_rater(rows: RowColumns, columns: Sequence[Profile]) -> list[list[str]]:
    """Return each rater's labels, item by item; "" where one is missing.

    Parameters
    ----------
    rows : RowColumns
        The columns of a table with one rating per row.
    columns : sequence of Profile
        All columns.

    Returns
    -------
    list of list of str, shape (r, n)
    """
    labels = {one.name: one.labels for one in columns}
    items = list(zip(*(labels[name] for name in rows.items), strict=True))
    given = dict(zip(zip(items, labels[rows.rater], strict=True), labels[rows.rating], strict=True))
    return [[given.get((item, one), "") for item in dict.fromkeys(items)] for one in rows.raters]


def _looks_like_ratings(rater: Profile, columns: Sequence[Profile]) -> bool:
    """Tell whether a column and a twin of its name have the same values: rater1 and rater2."""
    twins = (one for one in columns if one is not rater and are_twins(one.name, rater.name))
    return any(set(one.counts) & set(rater.counts) for one in twins)


def _is_crossed(item: Profile, rater: Profile) -> bool:
    """Tell whether no rater comes with an item twice, which by chance would happen.

    A column of ratings does not look so: an item that comes again often has the same rating again.
    """
    pairs = Counter(zip(item.labels, rater.labels, strict=True))
    share = sum((count / rater.n) ** 2 for count in rater.counts.values())
    by_chance = share * sum(math.comb(count, 2) for count in item.counts.values())
    return len(pairs) == len(item.labels) and by_chance >= _BY_CHANCE


def _are_as_good(best: Profile, other: Profile) -> bool:
    """Tell whether a column that promises less than the best one has its values."""
    shared = len(set(other.counts) & set(best.counts)) > 0.5 * len(best.counts)
    return shared and not says(other.name, "group", "other")


def _copies(rating: Profile, item: Profile) -> bool:
    """Tell whether a column is another name of the items."""
    both = {pair for pair in zip(rating.labels, item.labels, strict=True) if all(pair)}
    return _MOST_STEPS < len(rating.counts) == len(item.counts) == len(both)


def _with_those_above(column: Profile) -> Profile:
    """Return a column of which an empty cell is the one above it: they were merged."""
    cells = list(column.cells)
    for at in range(1, len(cells)):
        cells[at] = cells[at] or cells[at - 1]
    return replace(column, cells=tuple(cells)) if "" in column.cells else column


def _items(
    columns: Sequence[Profile], rater: Profile, *, named: bool
) -> Iterator[tuple[tuple[str, ...], Profile, bool]]:
    """Yield the columns that name items, and whether each rater rated them once.

    Where no column is enough, two or three together are looked at, such as subject and visit. If
    no name says who rates, no rater may come with such an item twice. If one does, the last to be
    looked at is a column of items that were rated again, such as patients with two eyes.
    """
    beside = ("measured",) if named else ("measured", "other")
    others = [one for one in columns if one is not rater and not says(one.name, *beside)]
    most = {True: _AGAIN_BY_NAME, False: _AGAIN}
    called = {one.name: named and says(one.name, "id") for one in others}
    alone = [
        one for one in others if _crosses(one, rater, most[called[one.name]], few=called[one.name])
    ]
    yield from (((one.name,), one, True) for one in alone)
    # The shape alone says that a row is one rating only in a table of few columns.
    wide = len(columns) > _MOST_PARTS
    no_rater = says(rater.name, "group") or _looks_like_ratings(rater, columns)
    if alone or (not named and (wide or no_rater)):
        return
    # A time with few values may be the first or the second reading of an item.
    few = [one for one in columns if one in others or len(one.counts) <= _MOST_STEPS]
    parts = [one for one in few if one is not rater and one.kind != "fraction"]
    parts = [one for one in parts if not says(one.name, "rater")]
    parts = [one for one in parts if named or not _looks_like_ratings(one, columns)]
    found = False
    parts = [one for one in parts[:_MOST_PARTS] if len(one.counts) > 1]
    for n in (2, 3):
        for several in itertools.combinations(parts, n) if not found else ():
            both = list(zip(*(one.labels for one in several), strict=True))
            if len({*both}) == len(both):
                continue  # each comes for one rater alone
            if not named and len({*zip(both, rater.labels, strict=True)}) < len(both):
                continue
            numbers = {part: f"item {at}" for at, part in enumerate(both) if all(part)}
            joint = Profile("", tuple(numbers.get(part, "") for part in both))
            once = named or _is_crossed(joint, rater)
            if once and _crosses(joint, rater, _AGAIN_BY_NAME):
                found = True
                yield tuple(one.name for one in several), joint, True
    if named and not found:
        again = (one for one in others if says(one.name, "id") and _crosses(one, rater, 1))
        yield from (((one.name,), one, False) for one in again)


def _crosses(item: Profile, rater: Profile, most: float, *, few: bool = False) -> bool:
    """Tell whether items come for several raters, for each once but for a share of the ratings.

    There are more items than raters, unless their names say what they are: then `few` may do.
    """
    if not few and (len(item.counts) < 3 or len(item.counts) <= len(rater.counts)):
        return False
    several = sum(count > 1 for count in item.counts.values())
    if several < 0.5 * len(item.counts):
        return False
    pairs = Counter(pair for pair in zip(item.labels, rater.labels, strict=True) if all(pair))
    again = sum(count for count in pairs.values() if count > 1)
    return again <= most * pairs.total()


def read_rows(
    source: BinaryIO,
    layout: Layout,
    columns: RowColumns,
    *,
    raters: Sequence[str] = (),
    twice: str | None = None,
    progress: Progress | None = None,
) -> LabelTable:
    """Read the ratings of a table with one rating per row.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        How it is to be read.
    columns : RowColumns
        Its columns. With groups, equal names in two groups are two items.
    raters : sequence of str
        Whose ratings count, in this order; none: everybody's, as they first come.
    twice : {"first", "drop"}, optional
        What becomes of an item that a rater rated twice, differently: the first stays, or none.
        Where nothing is said, the first stays, and `tidied` says that it is to be asked.
    progress : callable, optional
        Told the share read so far, from 0 to 1, after each block.

    Returns
    -------
    LabelTable
        The items that at least one of the raters has a row of.

    Raises
    ------
    RatingsError
        If a rater is not there, the table is too large, or naming the column, the row and the
        value at fault.
    """
    check_distinct(columns.names)
    reading = _Rows(layout, columns)
    for block in told_blocks(source, layout, columns.names, progress):
        reading.add(dict(zip(columns.names, block.columns, strict=True)), block.rows)
    return reading.table(raters, twice)


class _Rows:
    """The rows so far: the numbers of each one's item, rater, rating and mark."""

    def __init__(self, layout: Layout, columns: RowColumns) -> None:
        self.columns = columns
        self.items: dict[tuple[Any, ...], int] = {}
        self.raters = Encoder(columns.rater, layout.decimal, self._rater, _MOST_ROWS)
        self.ratings = Encoder(columns.rating, layout.decimal, reader_of(layout))
        self.marks = Marks(columns.apart.values(), layout.decimal)
        self.parts: list[NDArray[np.int64]] = []
        self.numbers: list[Sequence[int]] = []
        self.n = 0
        self.above: dict[str, str | None] = {}

    def add(self, values: dict[str, Any], rows: Sequence[int]) -> None:
        """Add a block of columns by their names."""
        columns = self.columns
        named = [self._cells_of(name, values) for name in columns.items]
        n = len(named[0])
        self.n += n
        if self.n > _MOST_ROWS:
            raise RatingsError(
                "This long table has more than {most} rows: put each item in one row first.",
                most=_MOST_ROWS,
            )
        keys = zip(*named, self.marks.encode(values, rows).tolist(), strict=True)
        items = [
            self.items.setdefault(key, len(self.items)) if all(key[:-1]) else -1 for key in keys
        ]
        who = self._cells_of(columns.rater, values) if columns.filled else values[columns.rater]
        raters = self.raters.encode(who, rows)
        ratings = self.ratings.encode(values[columns.rating], rows)
        self.parts.append(np.column_stack([items, raters, ratings]).astype(np.int64))
        self.numbers.append(rows)

    def _rater(self, value: object, decimal: str) -> str:
        label = group_label(value, decimal)
        return self.columns.spelled.get(label, label)

    def _cells_of(self, name: str, values: dict[str, Any]) -> list[str | None]:
        """Return the names in a column of items; None where one is missing."""
        found = [_name(one) for one in cells_of(values[name])]
        if self.columns.filled:
            above = self.above.get(name)
            for at, one in enumerate(found):
                above = found[at] = one or above
            self.above[name] = above
        return found

    def table(self, wanted: Sequence[str], twice: str | None) -> LabelTable:
        """Return one item per row, a column a rater."""
        rows = np.concatenate(self.parts)
        spelled = self._one_spelling(rows)
        named = (rows[:, 0] >= 0) & (rows[:, 1] > 0)
        unnamed = int(np.count_nonzero(~named & (rows[:, 2] > 0)))
        known = [label for label in self.raters.labels if label]
        _check_known(wanted, known)
        raters = list(wanted or known)
        check_raters(len(raters))
        column_of = np.full(len(self.raters.labels), -1)
        column_of[[self.raters.labels.index(name) for name in raters]] = np.arange(len(raters))
        kept = np.flatnonzero(named & (column_of[rows[:, 1]] >= 0))
        met, place = np.unique(rows[kept, 0], return_inverse=True)
        check_cells(len(met), len(raters))
        cells = place * len(raters) + column_of[rows[kept, 1]]
        codes, tidied, gone = self._cells(cells, kept, rows, len(met) * len(raters), twice)
        codes = codes.reshape(len(met), len(raters))
        if len(raters) == 2:  # without one of two ratings nothing is left of an item
            stay = np.setdiff1d(np.arange(len(met)), gone // 2)
            met, codes = met[stay], codes[stay]
        mark_of_each = [self.marks.labels[mark] for *_, mark in self.items]
        if self.columns.weight:
            self._check_one_weight(mark_of_each)
        return replace(
            by_first_met(codes, self.ratings.labels),
            raters=tuple(raters),
            marks=tuple(mark_of_each[at] for at in met.tolist()) if self.columns.apart else (),
            orders=orders_of((self.ratings,)),
            tidied=replace(tidied, unnamed=unnamed, spelled=spelled),
        )

    def _check_one_weight(self, marks: Sequence[str]) -> None:
        """Refuse an item with two weights; `marks` has what tells each of the items apart."""
        weights: dict[tuple[Any, ...], str] = {}
        for (*names, _), mark in zip(self.items, marks, strict=True):
            *others, weight = parts_of(mark)
            known = weights.setdefault((*names, *others), weight)
            if known != weight:
                raise RatingsError(
                    "The item {item} has two weights, {one} and {other}: give all its rows one.",
                    item=shown(" · ".join(names)),
                    one=shown(known),
                    other=shown(weight),
                )

    def _one_spelling(self, rows: NDArray[np.int64]) -> tuple[str, ...]:
        """Make items one, in rows of shape (n, 3), that differ by capitals; no rater has two."""
        first: dict[tuple[Any, ...], int] = {}
        keys = ((*map(str.casefold, names), mark) for *names, mark in self.items)
        kept = np.array([first.setdefault(key, at) for at, key in enumerate(keys)])
        if len(first) == len(kept):
            return ()
        kept = np.append(kept, -1)  # of rows that name no item
        given = rows[(rows[:, 0] >= 0) & (rows[:, 2] > 0), :2]
        made = np.column_stack([kept[given[:, 0]], given[:, 1]])
        if len(np.unique(made, axis=0)) < len(np.unique(given, axis=0)):
            return ()
        rows[:, 0] = kept[rows[:, 0]]
        again = {*kept[kept != np.arange(len(kept))].tolist()} - {-1}
        return tuple(" · ".join(key[:-1]) for at, key in enumerate(self.items) if at in again)

    def _cells(
        self,
        cells: NDArray[np.intp],
        kept: NDArray[np.intp],
        rows: NDArray[np.int64],
        n_cells: int,
        twice: str | None,
    ) -> tuple[NDArray[np.int32], Tidied, NDArray[np.intp]]:
        """Return the rating of each cell, shape (n_cells,), and the cells that are left out.

        Of several ratings of a cell the first counts, but for one that is missing.
        """
        codes = np.zeros(n_cells, dtype=np.int32)
        rated = rows[kept, 2] > 0
        cells, kept = cells[rated], kept[rated]
        first = np.full(n_cells, -1)
        first[cells[::-1]] = kept[::-1]  # what is written last stays
        codes[cells] = rows[first[cells], 2]
        again = first[cells] != kept
        differs = again & (rows[kept, 2] != codes[cells])
        tidied = Tidied(merged=int(np.count_nonzero(again & ~differs)))
        if differs.any():
            at = int(differs.argmax())
            row, before = int(kept[at]), int(first[cells[at]])
            listed = list(self.items)
            tidied = replace(
                tidied,
                n_twice=len(np.unique(cells[differs])),
                twice={
                    "rater": shown(self.raters.labels[rows[row, 1]]),
                    "item": shown(" · ".join(listed[rows[row, 0]][:-1])),
                    "before": shown(self.ratings.labels[rows[before, 2]]),
                    "label": shown(self.ratings.labels[rows[row, 2]]),
                    "row": self._number(row),
                },
            )
        gone = cells[differs] if twice == "drop" else cells[:0]
        codes[gone] = 0
        return codes, tidied, gone

    def _number(self, row: int) -> int:
        """Return the number that the file gives a row."""
        ends = np.cumsum([len(part) for part in self.parts])
        block = int(np.searchsorted(ends, row, side="right"))
        return self.numbers[block][row - int(ends[block]) + len(self.parts[block])]


def _name(value: object) -> str | None:
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return str(int(value)) if value.is_integer() else str(value)  # a gap makes floats of ids
    return None if value is None else " ".join(str(value).split()) or None


def _check_known(raters: Sequence[str], known: Sequence[str]) -> None:
    check_unlike(raters)
    for name in raters:
        if name not in known:
            raise RatingsError(
                "There is no rater {rater}. The raters are: {raters}.",
                rater=shown(name),
                raters=listed(known),
            )
