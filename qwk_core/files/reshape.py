"""Tables in another shape, read as a column a rater: a column a category, and a column an item.

>>> transposed(("rater", "e1", "e2"), [["Ana", "3", "4"], ["Luis", "3", "2"]])
(('item', 'Ana', 'Luis'), [['e1', '3', '3'], ['e2', '4', '2']])
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import shown
from qwk_core.files.formats.common import listed
from qwk_core.files.labels import is_number
from qwk_core.files.layouts import Largest
from qwk_core.files.names import RATES, says, words_of
from qwk_core.files.profiles import Profile
from qwk_core.messages import N_, Message
from qwk_core.statistics.raters.table import MAX_RATERS, check_raters

_NUMBERED = re.compile(r"\d+$")
_AROUND = " _-.:=[](){}"
_FEWEST = 5  # rows by which a column a category is known
_SHARE = 0.9  # of the rows in which its numbers add up to 1
_ROUNDED = 0.02  # how far rounded probabilities are from 1 together


def find_largest(columns: Sequence[Profile]) -> tuple[Largest, ...]:
    """Find columns that hold a category each: 1 where it was chosen, or its probability.

    Parameters
    ----------
    columns : sequence of Profile

    Returns
    -------
    tuple of Largest

    Examples
    --------
    >>> from qwk_core.files.profiles import profiles
    >>> rows = [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"], ["0", "1", ""], [".8", ".2", ""]]
    >>> (found,) = find_largest(profiles(["p_none", "p_mild", "p_severe"], rows))
    >>> found.name, found.labels
    ('p', ('none', 'mild', 'severe'))
    """
    if len(columns) < 3:
        return ()
    found: list[Largest] = []
    taken: set[str] = set()
    for group in _groups(columns):
        names = [one.name for one in group]
        if not taken & set(names) and (mark := _mark(group)) is not None:
            taken |= set(names)
            name, labels = parts_of_names(names)
            known = {*(one.name for one in columns), *(one.name for one in found)}
            found.append(Largest(_unlike(name, known), tuple(names), labels, mark))
    others = [one for one in columns if one.name not in taken]
    return tuple(replace(one, labels=_as_rated(one.labels, others)) for one in found)


def _as_rated(labels: tuple[str, ...], others: Sequence[Profile]) -> tuple[str, ...]:
    """Return labels 0 to 5 as 1 to 6, if these are the ratings: programs count from 0."""
    counted = range(1, len(labels) + 1)
    rated = [one for one in others if one.kind == "whole" and says(one.name, *RATES)]
    fits = [one.numbers[0] >= 1 and one.numbers[-1] == len(labels) for one in rated]
    shifted = [*map(int, filter(str.isdecimal, labels))] == [one - 1 for one in counted]
    return tuple(map(str, counted)) if shifted and rated and all(fits) else labels


def _groups(columns: Sequence[Profile]) -> Iterator[list[Profile]]:
    """Yield columns that may belong together: named alike but for the end, or side by side."""
    kinds = {one.name: _holds(one) for one in columns}
    for cut, text in itertools.product((slice(None, -1), slice(1, None)), (True, False)):
        stems: dict[tuple[str, ...], list[Profile]] = {}
        for one in columns:
            # A category that nobody chose has a column without any mark.
            if one.kind == "empty" or (kinds[one.name] and (one.kind == "text") == text):
                stems.setdefault(words_of(one.name)[cut], []).append(one)
        yield from (group for stem, group in stems.items() if stem)
    for kind, run in itertools.groupby(columns, lambda one: kinds[one.name]):
        if kind:
            yield list(run)


def _holds(one: Profile) -> frozenset[str]:
    """Return what columns that belong together hold: words, or numbers up to 1."""
    if one.is_numeric:
        return frozenset("1" if one.numbers[-1] <= 1 else "")
    return frozenset(one.counts)


def _mark(group: Sequence[Profile]) -> str | None:
    """Return what marks one of some columns in nearly all rows that are not empty.

    It is "" where their numbers add up to 1, and None where the columns are something else.
    """
    numeric = any(one.is_numeric for one in group)
    if len(group) < 2 or (len(group) == 2 and all(one.kind != "fraction" for one in group)):
        return None  # two raters who never agree
    words = set().union(*(one.counts for one in group))
    for mark in [""] if numeric else sorted(words) if len(words) <= 2 else []:
        sums = np.nansum([one.numbers_by(mark) for one in group], axis=0)
        filled = np.count_nonzero(sums)
        if filled >= _FEWEST and np.sum(abs(sums - 1) < _ROUNDED) >= _SHARE * filled:
            return mark
    return None


def parts_of_names(names: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return what some names have in common, and how they differ.

    Parameters
    ----------
    names : sequence of str

    Returns
    -------
    common : str
    labels : tuple of str

    Examples
    --------
    >>> parts_of_names(["prob_1", "prob_2"])
    ('prob', ('1', '2'))
    """
    before = _common(names)
    rest = [name[len(before) :] for name in names]
    after = _common([name[::-1] for name in rest])
    labels = tuple(name[: len(name) - len(after)].strip(_AROUND) for name in rest)
    parts = (before.strip(_AROUND), after[::-1].strip(_AROUND))
    return " ".join(filter(None, parts)) or f"{labels[0]} … {labels[-1]}", labels


def _common(names: Sequence[str]) -> str:
    """Return what names begin with, up to the end of a word in each."""
    alike = itertools.takewhile(lambda one: len(set(one)) == 1, zip(*names, strict=False))
    before = "".join(one[0] for one in alike)
    while not all(_ends_word(name, len(before)) for name in names):
        before = before[:-1]
    return before


def _ends_word(name: str, at: int) -> bool:
    if at in (0, len(name)):
        return at == 0
    one, other = name[at - 1], name[at]
    return not (one.isalnum() and other.isalnum()) or one.isdigit() != other.isdigit()


def _unlike(name: str, known: set[str]) -> str:
    numbers = (f"{name} ({n})" for n in itertools.count(2))
    return name if name not in known else next(one for one in numbers if one not in known)


def about_largest(one: Largest) -> Message:
    """Say what a column is made of.

    Parameters
    ----------
    one : Largest

    Returns
    -------
    Message
    """
    text = N_("{name} is made of {columns}: of each row, the category of the largest.")
    if one.labels[0] == "1" and [name[-1] for name in one.columns[:2]] == ["0", "1"]:
        text = N_(
            "{name} is made of {columns}: of each row, the category of the largest. They are "
            "numbered from 0, and stand for the ratings 1 to {n}."
        )
    values = {"name": shown(one.name), "columns": listed(one.columns), "n": len(one.labels)}
    return Message(text, values)


def largest_of(one: Largest, numbers: Sequence[NDArray[np.float64]]) -> list[str]:
    """Return the label of each row: that of its largest number.

    Parameters
    ----------
    one : Largest
        The categories.
    numbers : sequence of ndarray, shape (k, n)
        Their columns; nan where there is no number.

    Returns
    -------
    list of str, length n
        "" where no number is above 0; "mild or severe" where two are equally large, which only a
        person can decide.

    Examples
    --------
    >>> made = Largest("p", ("p_1", "p_2"), ("1", "2"))
    >>> largest_of(made, [np.array([0.9, np.nan, 0.5]), np.array([0.1, np.nan, 0.5])])
    ['1', '', '1 or 2']
    """
    table = np.nan_to_num(np.asarray(numbers)).T
    return [
        " or ".join(one.labels[place] for place in np.flatnonzero(cells == top)) if top > 0 else ""
        for cells, top in zip(table, table.max(axis=1).tolist(), strict=True)
    ]


def transposed(
    names: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[tuple[str, ...], list[list[str]]]:
    """Return a table whose rows are raters, and whose columns are items, as one item per row.

    Parameters
    ----------
    names : sequence of str, length k
        Of the columns.
    rows : sequence of sequence of str
        Shorter rows miss their last cells.

    Returns
    -------
    names : tuple of str
        The raters behind "item".
    rows : list of list of str

    Raises
    ------
    RatingsError
        If there are more raters than can be compared.
    """
    check_raters(len(rows))
    padded = [[*row, *[""] * (len(names) - len(row))] for row in rows]
    columns = list(zip(*padded, strict=False))
    named = _n_that_name_raters(names[0], columns)
    raters = columns[named - 1] if named else [f"row {at}" for at in range(1, len(rows) + 1)]
    items = [[*cells] for cells in zip(names, *padded, strict=False)][named:]
    stems = Counter(_NUMBERED.sub("", name) for name in names[named:] if _NUMBERED.search(name))
    stem, n = max(stems.items(), key=itemgetter(1), default=("", 0))
    if n > max(2, len(items) / 2):  # beside them may stand a rater's age
        items = [one for one in items if _NUMBERED.sub("", one[0]) == stem != one[0]]
    return ("item", *raters), items


def _n_that_name_raters(name: str, columns: Sequence[Sequence[str]]) -> int:
    """Return how many of the first columns name the raters: a time, a name, an address."""

    def names_them(at: int) -> bool:
        cells = columns[at]
        if len(set(cells)) < len(cells) or not all(cells):
            return False
        if at == 0 and says(name, "rater", "id"):
            return True
        ratings = set(itertools.chain(*columns[at + 1 :])) if at else set()
        return not any(map(is_number, cells)) and not ratings & set(cells)

    return next((at for at in range(len(columns)) if not names_them(at)), 0)


def may_be_transposed(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the rows of a table may be raters, and its columns items.

    Parameters
    ----------
    names : sequence of str
    rows : sequence of sequence of str

    Returns
    -------
    bool

    Examples
    --------
    >>> may_be_transposed(["rater", *"abcd"], [["Ana", *"3442"], ["Luis", *"3422"]])
    True
    >>> may_be_transposed(["essay", "Ana", "Luis"], [["e1", "3", "4"], ["e2", "4", "4"]])
    False
    """
    if not 2 <= len(rows) < min(len(names) - 1, MAX_RATERS):
        return False
    _, items = transposed(names, rows)
    raters = [Profile("", cells) for cells in list(zip(*items, strict=True))[1:]]
    labels = set().union(*(one.counts for one in raters))
    several = sum(one.n for one in raters) >= 2 * len(labels)
    return several and all(one.is_rating for one in raters)


def says_transposed(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether names say that the rows of a table are raters, and its columns no raters.

    Parameters
    ----------
    names : sequence of str
    rows : sequence of sequence of str

    Returns
    -------
    bool

    Examples
    --------
    >>> says_transposed(["rater", "e1", "e2"], [["Ana", "3", "4"], ["Luis", "3", "2"]])
    True
    """
    raters = says(names[0], "rater") or all(row and says(row[0], "rater") for row in rows)
    return raters and not any(says(name, "rater") for name in names[1:])
