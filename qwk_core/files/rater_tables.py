r"""From a file to the ratings of many raters: one column a rater, or one row a rating.

>>> import io
>>> from qwk_core.files.detection import detect
>>> file = io.BytesIO(b"essay,who,score\ne1,Ann,3\ne1,Ben,4\ne2,Ann,2\n")
>>> table = read_long(file, detect(file), item="essay", rater="who", rating="score")
>>> table.raters, table.ratings.tolist()
(('Ann', 'Ben'), [['3', '4'], ['2', None]])
"""

from __future__ import annotations

import contextlib
import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown, shown_categories
from qwk_core.files.blocks import read_blocks
from qwk_core.files.formats.common import Block
from qwk_core.files.labels import category_of, reader_of
from qwk_core.files.layouts import Layout
from qwk_core.files.tables import Labels, group_label
from qwk_core.ratings import Category, read_categories
from qwk_core.statistics.raters import check_cells, raters_from_long

Progress = Callable[[float], object]

_MOST_ROWS = 2_000_000  # of a long table: its names and ratings are kept, 500 MB of them


@dataclass(frozen=True, eq=False)
class RaterLabels:
    """The ratings of many raters as a file spells them.

    Attributes
    ----------
    ratings : ndarray of str or None, shape (n, r)
        One row an item, one column a rater; None where a rating is missing.
    raters : tuple of str, length r
        The raters' names.
    labels : tuple of str
        The distinct labels, in the order in which they were met.
    groups : tuple of str, length n or 0
        Each item's group; empty where there is no column for it.
    orders : mapping of str to tuple of str
        The orders that the file itself declares, by column: those of ordered Categoricals.
    """

    ratings: NDArray[np.object_]
    raters: tuple[str, ...]
    labels: tuple[str, ...]
    groups: tuple[str, ...] = ()
    orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def totals(self) -> dict[str, int]:
        """Return how often each label occurs, in the order in which they were met.

        Returns
        -------
        dict of str to int
        """
        counted = Counter(label for label in self.ratings.ravel().tolist() if label is not None)
        return {label: counted[label] for label in self.labels if label in counted}

    def renamed(self, labels: Mapping[str, str | None]) -> RaterLabels:
        """Return the ratings with some labels spelled otherwise, or taken for missing.

        Parameters
        ----------
        labels : mapping of str to str or None
            What each label becomes; None for a missing rating.

        Returns
        -------
        RaterLabels
        """
        if not labels:
            return self
        found = np.empty(self.ratings.size, dtype=object)
        found[:] = [labels.get(label, label) for label in self.ratings.ravel().tolist()]
        kept = dict.fromkeys(labels.get(label, label) for label in self.labels)
        return replace(
            self,
            ratings=found.reshape(self.ratings.shape),
            labels=tuple(label for label in kept if label is not None),
        )

    def on_scale(self, categories: Iterable[Category]) -> NDArray[np.object_]:
        """Return the ratings as categories of a scale.

        Parameters
        ----------
        categories : iterable of int or str
            From lowest to highest.

        Returns
        -------
        ndarray of int, str or None, shape (n, r)
            None where a rating is missing.

        Raises
        ------
        RatingsError
            If the scale misses a label.
        """
        scale = read_categories(categories)
        by_label = {str(category): category for category in scale}
        for label in self.labels:
            if label not in by_label:
                raise RatingsError(
                    "The label {value} is not one of the categories {categories}.",
                    value=shown(category_of(label)),
                    categories=shown_categories(scale),
                )
        found = np.empty(self.ratings.size, dtype=object)
        found[:] = [by_label.get(label) for label in self.ratings.ravel().tolist()]
        return found.reshape(self.ratings.shape)


def read_wide(
    source: BinaryIO,
    layout: Layout,
    raters: Sequence[str],
    *,
    group: str | None = None,
    progress: Progress | None = None,
) -> RaterLabels:
    r"""Read a table with one column a rater.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        How it is to be read.
    raters : sequence of str
        The raters' columns.
    group : str, optional
        The column that tells items apart.
    progress : callable, optional
        Called after each block with the share read so far, from 0 to 1.

    Returns
    -------
    RaterLabels

    Raises
    ------
    RatingsError
        Naming the column, the row and the value at fault.

    Examples
    --------
    >>> import io
    >>> from qwk_core.files.detection import detect
    >>> file = io.BytesIO(b"id,ann,ben,cy\n1,4,4,\n2,3,2,3\n")
    >>> read_wide(file, detect(file), ["ann", "ben", "cy"]).ratings.tolist()
    [['4', '4', None], ['3', '2', '3']]
    """
    if len(raters) < 2:
        raise RatingsError(
            "Raters: {given} are not enough; at least two are needed.", given=len(raters)
        )
    columns = [Labels(name, layout.decimal, reader_of(layout)) for name in raters]
    of_groups = Labels(group or "", layout.decimal, group_label)
    parts: list[NDArray[np.intp]] = []
    grouped: list[NDArray[np.intp]] = []
    n = 0
    for block, values in _blocks(source, layout, [*raters, *_given(group)], progress):
        n += len(block.columns[0])
        check_cells(n, len(raters))
        parts.append(np.column_stack([one.encode(values[one.name], block.rows) for one in columns]))
        if group is not None:
            grouped.append(of_groups.encode(values[group], block.rows))
    codes = np.concatenate(parts)
    ratings = np.empty(codes.shape, dtype=object)
    for place, one in enumerate(columns):
        labels = np.array([None, *one.labels[1:]], dtype=object)
        ratings[:, place] = labels[codes[:, place]]
    return RaterLabels(
        ratings,
        tuple(raters),
        tuple(dict.fromkeys(label for one in columns for label in one.labels[1:])),
        tuple(of_groups.labels[code] for part in grouped for code in part.tolist()),
        {one.name: one.declared for one in columns if one.declared},
    )


def read_long(
    source: BinaryIO,
    layout: Layout,
    *,
    item: str,
    rater: str,
    rating: str,
    raters: Sequence[str] | None = None,
    group: str | None = None,
    progress: Progress | None = None,
) -> RaterLabels:
    """Read a table with one row a rating.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        How it is to be read.
    item, rater, rating : str
        The columns that name the item and the rater, and that hold the rating.
    raters : sequence of str, optional
        Whose ratings count, in this order; without, everybody's, as they first come.
    group : str, optional
        The column that tells items apart: equal names in two groups are two items.
    progress : callable, optional
        Called after each block with the share read so far, from 0 to 1.

    Returns
    -------
    RaterLabels

    Raises
    ------
    RatingsError
        If a rater rated an item twice, or naming the column, the row and the value at fault.
    """
    of_ratings = Labels(rating, layout.decimal, reader_of(layout))
    of_groups = Labels(group or "", layout.decimal, group_label)
    items: list[Hashable] = []
    names: list[str | None] = []
    found: list[str | None] = []
    rows = _Rows()
    for block, values in _blocks(source, layout, [item, rater, rating, *_given(group)], progress):
        rows.add(block.rows, len(block.columns[0]))
        if len(rows) > _MOST_ROWS:
            raise RatingsError(
                "This long table has more than {most} rows: put each item in one row first.",
                most=_MOST_ROWS,
            )
        named = _names(values[item])
        if group is not None:
            codes = of_groups.encode(values[group], block.rows).tolist()
            in_groups = zip(named, codes, strict=True)
            items += [
                None if name is None else _ItemOfGroup(name, of_groups.labels[code])
                for name, code in in_groups
            ]
        else:
            items += named
        names += _names(values[rater])
        codes = of_ratings.encode(values[rating], block.rows).tolist()
        found += [of_ratings.labels[code] or None for code in codes]
    wide = raters_from_long(items, names, found, rows=rows)
    ratings = wide.ratings
    if raters is None:
        raters = wide.raters
    else:
        _check_known(raters, wide.raters)
        ratings = ratings[:, [wide.raters.index(name) for name in raters]]
    used = dict.fromkeys(label for label in ratings.ravel().tolist() if label is not None)
    return RaterLabels(
        ratings,
        tuple(raters),
        tuple(used),
        tuple(one.group for one in wide.items) if group is not None else (),
        {rating: of_ratings.declared} if of_ratings.declared else {},
    )


class _ItemOfGroup(NamedTuple):
    """An item that is known by its name within a group."""

    name: str
    group: str

    def __repr__(self) -> str:
        return f"{shown(self.name)} ({self.group})"


class _Rows(Sequence[int]):
    """The numbers of all rows of the blocks; a file is asked for one only for a message."""

    def __init__(self) -> None:
        self._blocks: list[Sequence[int]] = []
        self._starts: list[int] = []
        self._n = 0

    def add(self, rows: Sequence[int], n: int) -> None:
        self._blocks.append(rows)
        self._starts.append(self._n)
        self._n += n

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, line: Any) -> Any:
        block = bisect_right(self._starts, line) - 1
        return self._blocks[block][line - self._starts[block]]


def _names(values: Any) -> list[str | None]:
    """Return the names in a column of items or raters; None where one is missing."""
    listed = values if isinstance(values, list) else values.to_pylist()
    return [_name(value) for value in listed]


def _name(value: object) -> str | None:
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return str(int(value)) if value.is_integer() else str(value)  # a gap makes floats of ids
    return None if value is None else " ".join(str(value).split()) or None


def _check_known(raters: Sequence[str], known: Sequence[str]) -> None:
    for place, name in enumerate(raters):
        if name in raters[:place]:
            raise RatingsError(
                "Raters: {value} appears twice; give each rater a name of their own.",
                value=shown(name),
            )
        if name not in known:
            raise RatingsError(
                "There is no rater {rater}. The raters are: {raters}.",
                rater=shown(name),
                raters=", ".join(map(shown, known[:20])) + (", …" if len(known) > 20 else ""),
            )


def _given(group: str | None) -> list[str]:
    return [] if group is None else [group]


def _blocks(
    source: BinaryIO, layout: Layout, columns: Sequence[str], progress: Progress | None
) -> Iterator[tuple[Block, dict[str, Any]]]:
    """Yield each block with its columns by name."""
    distinct = list(dict.fromkeys(columns))
    if len(distinct) < len(columns):
        twice = next(name for place, name in enumerate(columns) if name in columns[:place])
        raise RatingsError(
            "Column {column} is named twice; each column can be used once.", column=shown(twice)
        )
    with contextlib.closing(read_blocks(source, layout, distinct)) as blocks:
        for block in blocks:
            yield block, dict(zip(distinct, block.columns, strict=True))
            if progress is not None:
                progress(block.share)
    if progress is not None:
        progress(1.0)
