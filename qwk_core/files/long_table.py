"""A long table: a row for each rating, with its item and its rater."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from qwk_core.errors import RatingsError, shown
from qwk_core.files.blocks import ROWS_PER_BLOCK, read_blocks
from qwk_core.files.labels import reader_of, value_label
from qwk_core.files.layouts import Layout
from qwk_core.files.names import are_twins, says, words_of
from qwk_core.files.profiles import Profile
from qwk_core.files.tables import Tally

_MOST_RATERS = 60
_MOST_ROWS = 2_000_000
_RATER_NAME = re.compile(
    "raters?|judge|coder|annotator|grader|marker|reviewer|reader|observer|evaluator|assessor|"
    "examiner|scorer|teacher|doctor|worker|user|who|source|evaluadora?|jueza?|correctora?|"
    "gutachter|prüfer|correcteur|avaliador|rated"
)


@dataclass(frozen=True)
class LongColumns:
    """The columns of a long table.

    Attributes
    ----------
    item, rater, rating : str
        Their names.
    raters : tuple of str
        Who rated, as the file spells them, sorted.
    certain : bool
        Whether the names say so, too.
    """

    item: str
    rater: str
    rating: str
    raters: tuple[str, ...]
    certain: bool


def find_long(columns: Sequence[Profile]) -> LongColumns | None:
    """Return the columns of a long table, None where the table is none.

    Parameters
    ----------
    columns : sequence of Profile

    Returns
    -------
    LongColumns or None

    Examples
    --------
    >>> from qwk_core.files.profiles import profiles
    >>> rows = [[i, r, s] for i in "123456" for r, s in (("Ana", "3"), ("Luis", "4"))]
    >>> found = find_long(profiles(["essay", "grader", "score"], rows))
    >>> found.item, found.rater, found.rating, found.raters
    ('essay', 'grader', 'score', ('Ana', 'Luis'))
    """
    best: tuple[float, LongColumns] | None = None
    for rater in columns:
        if not 2 <= len(rater.counts) <= _MOST_RATERS or rater.is_continuous:
            continue
        if any(one is not rater and are_twins(one.name, rater.name) for one in columns):
            continue  # rater1 and rater2 are columns of ratings
        for item in columns:
            if item is rater or not _crosses(item, rater):
                continue
            ratings = [
                one
                for one in columns
                if one not in (item, rater) and (one.is_rating or one.is_continuous)
            ]
            named = any(map(_RATER_NAME.fullmatch, words_of(rater.name)))
            for rating in ratings:
                score = 3.0 * named + says(rating.name, "rater") + says(item.name, "id")
                score += 1 - len(rater.counts) / max(len(item.counts), 1)
                score -= 2 * (says(rating.name, "other") + says(rating.name, "id"))
                found = LongColumns(
                    item.name, rater.name, rating.name, tuple(sorted(rater.counts)), named
                )
                if best is None or score > best[0]:
                    best = score, found
    return best[1] if best else None


def _crosses(item: Profile, rater: Profile) -> bool:
    """Tell whether each item comes once for each of several raters."""
    if len(item.counts) < 3 or len(item.counts) <= len(rater.counts):
        return False
    several = sum(count > 1 for count in item.counts.values())
    if several < 0.5 * len(item.counts):
        return False
    pairs = Counter(pair for pair in zip(item.labels, rater.labels, strict=True) if all(pair))
    return sum(count for count in pairs.values() if count > 1) <= 0.02 * pairs.total()


def tally_long(
    source: BinaryIO,
    layout: Layout,
    columns: LongColumns,
    raters: Sequence[str],
    *,
    progress: Callable[[float], object] | None = None,
) -> Tally:
    """Count how often two raters of a long table gave which labels to the same items.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        How it is to be read.
    columns : LongColumns
        Its columns.
    raters : sequence of str, length 2
        Whose ratings are the actual and the predicted ones.
    progress : callable, optional
        Told the share read so far, from 0 to 1.

    Returns
    -------
    Tally
        Its rows are the items that either of them rated.

    Raises
    ------
    RatingsError
        If one of them rated an item twice, differently, or there are too many rows.
    """
    ratings: tuple[dict[str, str], dict[str, str]] = ({}, {})
    n_rows = 0
    names = (columns.item, columns.rater, columns.rating)
    label_of = reader_of(layout)
    with contextlib.closing(read_blocks(source, layout, names, ROWS_PER_BLOCK)) as blocks:
        for block in blocks:
            cells = [one if isinstance(one, list) else one.to_pylist() for one in block.columns]
            n_rows += len(cells[0])
            if n_rows > _MOST_ROWS:
                raise RatingsError(
                    "This long table has more than {most} rows: put each item in one row first.",
                    most=_MOST_ROWS,
                )
            for place, (item, rater, rating) in enumerate(zip(*cells, strict=True)):
                who = value_label(rater, layout.decimal)
                if who not in raters:
                    continue
                label = label_of(rating, layout.decimal)
                key = value_label(item, layout.decimal)
                before = ratings[raters.index(who)].setdefault(key, label)
                if before != label:
                    raise RatingsError(
                        "Row {row}: {rater} rated {item} twice, as {before} and as {label}. Keep "
                        "one of the two.",
                        row=block.rows[place],
                        rater=shown(who),
                        item=shown(key),
                        before=shown(before),
                        label=shown(label),
                    )
            if progress is not None:
                progress(block.share)
    return tally_of_items(*ratings)


def tally_of_items(actual: dict[str, str], predicted: dict[str, str]) -> Tally:
    """Count the pairs of labels of items that two lists name.

    Parameters
    ----------
    actual, predicted : dict of str to str
        By item, its label; "" where it is missing. Items in one list alone miss the other rating.

    Returns
    -------
    Tally
    """
    pairs: Counter[tuple[str, str, str]] = Counter()
    missing: Counter[tuple[bool, bool]] = Counter()
    items = dict.fromkeys([*actual, *predicted])
    for item in items:
        one, other = actual.get(item, ""), predicted.get(item, "")
        if one and other:
            pairs["", one, other] += 1
        else:
            missing[not one, not other] += 1
    return Tally(
        dict(pairs),
        len(items),
        missing[True, False],
        missing[False, True],
        missing[True, True],
    )
