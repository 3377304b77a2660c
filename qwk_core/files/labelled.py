"""Ratings as a file spells them, before anybody says what the labels mean.

Two raters come to counts of pairs of labels, whatever the size of the file; more come to a table.

>>> counts = LabelCounts({("", "1", "2"): 3, ("", "1", "-99"): 1})
>>> counts.totals(), counts.renamed({"-99": None}).missing
({'1': 4, '2': 3, '-99': 1}, (0, 1, 0))
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown, shown_categories
from qwk_core.files.labels import category_of, is_whole
from qwk_core.files.missing import Codes
from qwk_core.ratings import Array, Category, Scale, check_size, read_categories

Key = TypeVar("Key")

_MOST_POOLED = 8  # raters
_BETWEEN = "\x1f"  # the parts of a mark; no label has it, as it is a blank


def mark_of(parts: Iterable[str]) -> str:
    """Return what tells an item apart in one text: its group, its cluster, its weight.

    Parameters
    ----------
    parts : iterable of str
        Labels of the item.

    Returns
    -------
    str
    """
    return _BETWEEN.join(parts)


def parts_of(mark: str) -> list[str]:
    """Return the parts of a mark.

    Parameters
    ----------
    mark : str
        What `mark_of` made.

    Returns
    -------
    list of str

    Examples
    --------
    >>> parts_of(mark_of(["north", "", "0.5"])), parts_of("")
    (['north', '', '0.5'], [''])
    """
    return mark.split(_BETWEEN)


@dataclass(frozen=True)
class Tidied:
    """What was left out, or made one, while rows were put together.

    Attributes
    ----------
    merged : int
        Rows that said again what another had said.
    unnamed : int
        Rows that name no item or no rater.
    n_twice : int
        Items that a rater gave different ratings, each rater counted.
    twice : mapping of str to object
        The first of them: the `rater`, the `item`, both ratings (`before`, `label`), and the `row`
        of the second one.
    words : tuple of (str, int)
        The words for missing ratings that every file may have, such as NA, and how many there are.
    spelled : tuple of str
        Items of which other spellings, by capitals or blanks alone, were made one.
    blank : int
        Rows between the items that hold nothing, in a table of ratings alone.
    """

    merged: int = 0
    unnamed: int = 0
    n_twice: int = 0
    twice: Mapping[str, object] = field(default_factory=dict, hash=False)
    words: tuple[tuple[str, int], ...] = ()
    spelled: tuple[str, ...] = ()
    blank: int = 0


@dataclass(frozen=True)
class LabelCounts:
    """How often each actual label met each predicted one. Counts of parts add up.

    Attributes
    ----------
    cells : dict from (str, str, str) to int or float
        The mark ("" where there is none), the actual and the predicted label ("" for a missing
        rating), and how often they met. Floats only where a column gives counts that are no whole
        numbers. A mark is what tells items apart: a group, or several parts as `mark_of` joins
        them, such as a group, a cluster and a survey weight.
    orders : tuple of tuple of str
        The orders that the file itself declares; two where its columns contradict each other.
    raters : tuple of str
        The names of the two columns, or of the two raters.
    tidied : Tidied
        What was left out or made one.
    codes : Codes or None
        Which labels stand for a missing rating, where predictions were made categories: their own
        numbers tell it, which are gone here.

    Examples
    --------
    >>> counts = LabelCounts({("", "1", "2"): 3, ("", "4", ""): 1})
    >>> (counts + counts).pairs, counts.n, counts.missing
    ({('', '1', '2'): 6}, 3, (0, 1, 0))
    """

    cells: Mapping[tuple[str, str, str], int | float]
    orders: tuple[tuple[str, ...], ...] = ()
    raters: tuple[str, str] = field(default=("", ""), compare=False)
    tidied: Tidied = field(default=Tidied(), compare=False)
    codes: Codes | None = field(default=None, compare=False)

    @cached_property
    def pairs(self) -> dict[tuple[str, str, str], int | float]:
        """The cells of items with both ratings."""
        return {cell: n for cell, n in self.cells.items() if cell[1] and cell[2]}

    @property
    def n(self) -> int | float:
        """The items with both ratings."""
        return sum(self.pairs.values())

    @property
    def missing(self) -> tuple[int | float, int | float, int | float]:
        """The items that miss the actual rating alone, the predicted one alone, and both."""

        def lacking(*which: bool) -> int | float:
            return sum(n for (_, *both), n in self.cells.items() if tuple(map(bool, both)) == which)

        return lacking(False, True), lacking(True, False), lacking(False, False)

    def __add__(self, other: LabelCounts) -> LabelCounts:
        return LabelCounts(
            _summed([*self.cells.items(), *other.cells.items()]),
            self.orders or other.orders,
            self.raters,
            codes=self.codes + other.codes
            if self.codes and other.codes
            else self.codes or other.codes,
        )

    def pooled(self) -> LabelCounts:
        """Return these counts: those of the one pair there is.

        Returns
        -------
        LabelCounts
        """
        return self

    def by_part(self, at: int = 0) -> dict[str, LabelCounts]:
        """Return the counts of each value of one part of the marks, in the order they were met.

        Parameters
        ----------
        at : int
            The place of the part, counted from 0.

        Returns
        -------
        dict from str to LabelCounts
            With the other parts as their marks, and without those that miss a rating.
        """
        cells: dict[str, list[tuple[tuple[str, str, str], int | float]]] = {}
        for (mark, actual, predicted), n in self.pairs.items():
            parts = parts_of(mark)
            name = parts.pop(at)
            cells.setdefault(name, []).append(((mark_of(parts), actual, predicted), n))
        return {name: LabelCounts(_summed(each)) for name, each in cells.items()}

    def sides(self) -> list[set[str]]:
        """Return the labels of each of the two.

        Returns
        -------
        list of set of str
        """
        return [{cell[at] for cell in self.cells} - {""} for at in (1, 2)]

    def totals(self) -> dict[str, int | float]:
        """Return how often each label occurs, in both columns together.

        Returns
        -------
        dict from str to int or float
            Of the items with both ratings.
        """
        return _summed((label, n) for (_, *both), n in self.pairs.items() for label in both)

    def renamed(self, labels: Mapping[str, str | None]) -> LabelCounts:
        """Return the counts with some labels spelled otherwise, or taken for missing.

        Parameters
        ----------
        labels : dict from str to str or None
            What a label becomes; None: its rating is missing. Others stay.

        Returns
        -------
        LabelCounts

        Examples
        --------
        >>> counts = LabelCounts({("", "1", "9"): 2, ("", "1", "1"): 3, ("", "9", "9"): 1})
        >>> found = counts.renamed({"9": None})
        >>> found.pairs, found.missing
        ({('', '1', '1'): 3}, (0, 2, 1))
        """
        if not labels:
            return self
        become = {
            label: labels.get(label, label) or "" for cell in self.cells for label in cell[1:]
        }
        cells = (
            ((group, become[actual], become[predicted]), n)
            for (group, actual, predicted), n in self.cells.items()
        )
        return replace(self, cells=_summed(cells))


@dataclass(frozen=True, eq=False)
class LabelTable:
    """The ratings of several raters as a file spells them.

    Attributes
    ----------
    codes : ndarray of int, shape (n, r)
        Each rating's place in `labels`; 0 where it is missing.
    labels : tuple of str
        The distinct labels in the order in which they are met, row by row; the first is "".
    raters : tuple of str, length r
        The raters' names.
    marks : tuple of str, length n or 0
        What tells each item apart, as `LabelCounts` has it; empty where no column does.
    orders : tuple of tuple of str
        The orders that the file itself declares, each once: those of ordered Categoricals.
    tidied : Tidied
    """

    codes: NDArray[np.int32]
    labels: tuple[str, ...]
    raters: tuple[str, ...]
    marks: tuple[str, ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()
    tidied: Tidied = Tidied()

    def sides(self) -> list[set[str]]:
        """Return the labels of each rater.

        Returns
        -------
        list of set of str
        """
        return [{self.labels[code] for code in np.unique(one)} - {""} for one in self.codes.T]

    def totals(self) -> dict[str, int | float]:
        """Return how often each label occurs, in the order in which they are met.

        Returns
        -------
        dict of str to int
        """
        counted = np.bincount(self.codes.ravel(), minlength=len(self.labels)).tolist()
        return {label: n for label, n in zip(self.labels, counted, strict=True) if label and n}

    def renamed(self, labels: Mapping[str, str | None]) -> LabelTable:
        """Return the ratings with some labels spelled otherwise, or taken for missing.

        Parameters
        ----------
        labels : mapping of str to str or None
            What each label becomes; None for a missing rating.

        Returns
        -------
        LabelTable
        """
        if not labels:
            return self
        become = [labels.get(label, label) or "" for label in self.labels]
        kept = dict.fromkeys(["", *become])
        places = {label: place for place, label in enumerate(kept)}
        codes = np.array([places[label] for label in become], dtype=self.codes.dtype)[self.codes]
        return replace(self, codes=codes, labels=tuple(kept))

    def pooled(self) -> LabelCounts:
        """Return how often the labels of the first raters met, two raters at a time.

        Returns
        -------
        LabelCounts
        """
        pairs = itertools.combinations(range(min(len(self.raters), _MOST_POOLED)), 2)
        tables = (replace(self, codes=self.codes[:, [*pair]], marks=()) for pair in pairs)
        return sum((one.counts() for one in tables), LabelCounts({}))

    def counts(self) -> LabelCounts:
        """Return how often each label of two raters met each of the other.

        Returns
        -------
        LabelCounts
        """
        names = [*dict.fromkeys(self.marks)] or [""]
        places = {name: place for place, name in enumerate(names)}
        apart = [places[name] for name in self.marks] or [0] * len(self.codes)
        cells = Counter(zip(apart, *self.codes[:, :2].T.tolist(), strict=True))
        labels = self.labels
        return LabelCounts(
            {
                (names[at], labels[one], labels[two]): n
                for (at, one, two), n in sorted(cells.items())
            },
            self.orders,
            (self.raters[0], self.raters[1]),
            self.tidied,
        )


Labelled: TypeAlias = LabelCounts | LabelTable
"""What is read from a file, before its labels are settled."""


def _summed(counts: Iterable[tuple[Key, int | float]]) -> dict[Key, int | float]:
    """Add up the counts of each key, in the order in which the keys are met."""
    sums: dict[Key, int | float] = {}
    for key, n in counts:
        sums[key] = sums.get(key, 0) + n
    return sums


def by_first_met(codes: NDArray[np.int32], labels: Sequence[str]) -> LabelTable:
    """Return a table whose labels are numbered as they are met, those that nobody gave left out.

    Parameters
    ----------
    codes : ndarray of int, shape (n, r)
        Each rating's place in `labels`; 0 where it is missing.
    labels : sequence of str
        The first is "".

    Returns
    -------
    LabelTable
        Without names.

    Examples
    --------
    >>> by_first_met(np.array([[2, 0], [2, 3]], dtype=np.int32), ["", "a", "b", "c"]).labels
    ('', 'b', 'c')
    """
    import pyarrow as pa

    # From the bytes: of an array Arrow would look for pandas, which takes longer than the rest.
    given, kind = pa.py_buffer(codes.ravel()), pa.from_numpy_dtype(codes.dtype)
    numbers = pa.Array.from_buffers(kind, codes.size, [None, given])
    met = [code for code in numbers.unique().to_pylist() if code]
    places = np.zeros(len(labels), dtype=codes.dtype)
    places[met] = np.arange(1, len(met) + 1)
    return LabelTable(places[codes], ("", *(labels[code] for code in met)), ())


def observed_of(
    counts: LabelCounts,
    categories: Iterable[Category],
    *,
    clip: bool = False,
) -> Array:
    """Return O for a scale: the counts in its order, rows actual and columns predicted.

    Parameters
    ----------
    counts : LabelCounts
        What `count_pairs` counted.
    categories : iterable of int or str, length N
        The scale from lowest to highest.
    clip : bool
        Whether numbers beyond the ends of the scale go to its ends, instead of being an error: as
        rounded predictions may.

    Returns
    -------
    ndarray of int64, or of float64 where any count is a fraction, shape (N, N)

    Raises
    ------
    RatingsError
        If the scale misses a label.

    Examples
    --------
    >>> counts = LabelCounts({("", "1", "2"): 3, ("", "2", "9"): 1})
    >>> observed_of(counts, [1, 2], clip=True)
    array([[0, 3],
           [0, 1]])
    """
    scale = read_categories(categories)
    check_size(len(scale))
    places = {str(category): place for place, category in enumerate(scale)}
    observed = np.zeros((len(scale), len(scale)), dtype=object)
    for (_, *both), count in counts.pairs.items():
        row, column = (place_of(label, places, scale, clip) for label in both)
        observed[row, column] += count
    whole = all(isinstance(count, int) for count in counts.pairs.values())
    return observed.astype(np.int64 if whole else np.float64)


def place_of(label: str, places: Mapping[str, int], scale: Scale, clip: bool) -> int:
    """Return the position of a label on a scale.

    Parameters
    ----------
    label : str
    places : mapping of str to int
        The position of each category.
    scale : sequence of int or str
        From lowest to highest.
    clip : bool
        Whether numbers beyond its ends go to its ends.

    Returns
    -------
    int

    Raises
    ------
    RatingsError
        If the scale misses it.
    """
    if label in places:
        return places[label]
    if clip and is_whole(label) and isinstance(scale[0], int) and isinstance(scale[-1], int):
        ends = {scale[0]: 0, scale[-1]: len(scale) - 1}
        nearest = min(max(int(label), min(ends)), max(ends))
        if nearest != int(label):
            return ends[nearest]
    raise RatingsError(
        "The label {value} is not one of the categories {categories}.",
        value=shown(category_of(label)),
        categories=shown_categories(scale),
    )
