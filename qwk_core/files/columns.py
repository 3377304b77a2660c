r"""One item per row, a column a rater: two columns come to counts in any size, more to a table.

O of a whole is the sum of the O of its parts, so a file of ten million rows needs no more memory
than one of ten thousand.

>>> import io
>>> from qwk_core.files.detection import detect
>>> file = io.BytesIO(b"actual,predicted,third\n4,0,4\n4,4,\n3,1,3\n,1,1\n")
>>> counts = count_pairs(file, detect(file), Columns("actual", "predicted"))
>>> counts.n, counts.missing
(3, (1, 0, 0))
>>> table = read_columns(file, detect(file), Columns("actual", "predicted", more=("third",)))
>>> table.codes.tolist(), table.labels
([[1, 2, 1], [1, 1, 0], [3, 4, 3], [0, 4, 4]], ('', '4', '0', '3', '1'))
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.files.answers import NOTHING_SAID, Answers, columns_apart
from qwk_core.files.blocks import ROWS_PER_BLOCK, Progress, first_rows, told_blocks
from qwk_core.files.count_cells import no_counts
from qwk_core.files.encoding import (
    Encoder,
    Marks,
    check_whole,
    counts_of,
    numbers_of,
    orders_of,
    whole_counts_of,
    words_of,
)
from qwk_core.files.formats.common import Block, check_distinct, check_two, no_rows
from qwk_core.files.labelled import LabelCounts, LabelTable, Tidied, by_first_met
from qwk_core.files.labels import is_whole, kind_of, number_label, reader_of
from qwk_core.files.layouts import Layout
from qwk_core.files.missing import may_be_code
from qwk_core.files.scores import beside, codes_of_scores, conversion, taken
from qwk_core.statistics.raters.table import check_cells

MOST_SCORES = 1_000_000
"""The most rows of which the single scores are kept."""

MOST_CELLS = 1_000_000
"""The most distinct pairs of labels, over all groups."""


@dataclass(frozen=True)
class Sample:
    """The beginning of a table.

    Attributes
    ----------
    columns : tuple of str
        The columns' names, made unique: those that repeat are numbered.
    rows : tuple of tuple of str
        The first rows, as written.
    kinds : tuple of str
        What each column holds, judged by its first thousand rows: "whole", "fraction", "text",
        "date", "mixed" or "empty".
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Columns:
    """Which columns have what.

    Attributes
    ----------
    actual, predicted : str
        The two ratings.
    count : str or None
        How many items a row stands for; 1 each without.
    group : str or None
        What the items are to be told apart by.
    more : tuple of str
        Further raters.
    cluster : str or None
        Which items belong together.
    weight : str or None
        The items' survey weights.
    """

    actual: str
    predicted: str
    count: str | None = None
    group: str | None = None
    more: tuple[str, ...] = ()
    cluster: str | None = None
    weight: str | None = None

    @property
    def raters(self) -> tuple[str, ...]:
        """The columns of all raters."""
        return (self.actual, self.predicted, *self.more)

    @property
    def apart(self) -> dict[str, str]:
        """The columns that tell items apart, in the order of their parts in a mark."""
        return columns_apart(self.group, self.cluster, self.weight)

    @property
    def beside(self) -> tuple[str, ...]:
        """The columns that are no raters, each once."""
        return tuple(dict.fromkeys(filter(None, (self.count, *self.apart.values()))))

    @property
    def names(self) -> tuple[str, ...]:
        """All columns that are read, each once."""
        return tuple(dict.fromkeys((*self.raters, *self.beside)))


def sample(source: BinaryIO, layout: Layout, rows: int = 8) -> Sample:
    r"""Return the beginning of a table, as it is written there.

    Parameters
    ----------
    source : binary file
        The file, open for reading.
    layout : Layout
        How it is laid out.
    rows : int
        How many rows to return at most.

    Returns
    -------
    Sample

    Raises
    ------
    RatingsError
        If there is nothing below the header, or one column alone.

    Examples
    --------
    >>> import io
    >>> from qwk_core.files.detection import detect
    >>> file = io.BytesIO(b"grader,grader\nmild,1\nnone,2.5\n")
    >>> beginning = sample(file, detect(file))
    >>> beginning.columns, beginning.rows, beginning.kinds
    (('grader (1)', 'grader (2)'), (('mild', '1'), ('none', '2.5')), ('text', 'fraction'))
    """
    names, first = first_rows(source, layout)
    check_two(names)
    if not first:
        raise no_rows()
    padded = [[*row, *[""] * (len(names) - len(row))][: len(names)] for row in first]
    kinds = tuple(kind_of(column, layout.decimal) for column in zip(*padded, strict=True))
    return Sample(names, tuple(map(tuple, padded[:rows])), kinds)


def count_pairs(
    source: BinaryIO,
    layout: Layout,
    columns: Columns,
    *,
    answers: Answers = NOTHING_SAID,
    progress: Progress | None = None,
    rows_per_block: int = ROWS_PER_BLOCK,
) -> LabelCounts:
    """Count the pairs of labels in a table of any size.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        What `detect` found, or a correction of it.
    columns : Columns
        The columns to read; others are not looked at.
    answers : Answers
        What a person said, such as what becomes of predictions that are fractions. Predictions
        that are codes for a missing one are none of them, and keep their number.
    progress : callable, optional
        Told the share read so far, from 0 to 1, after each block.
    rows_per_block : int
        About how many rows are held at a time.

    Returns
    -------
    LabelCounts

    Raises
    ------
    RatingsError
        Naming the column, the row and the value at fault; or if a column has more than 1,000
        distinct labels.
    """
    counting, blank = _Counting(layout, columns, answers), _BlankRows(source, layout, columns)
    for block in _blocks_of(source, layout, columns, progress, rows_per_block):
        counting.add(block)
        blank.add(block.rows)
    found = counting.counts_of_labels()
    return replace(found, tidied=replace(found.tidied, blank=blank.n))


def read_scores(
    source: BinaryIO, layout: Layout, columns: Columns
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    r"""Return the single ratings and predictions of a table, for a search for cut-points.

    Rows without both are left out; a count column and a group column are not looked at.

    Parameters
    ----------
    source : binary file
        The file, open for reading.
    layout : Layout
        How it is laid out.
    columns : Columns
        Which columns hold the ratings and the predictions.

    Returns
    -------
    actual : ndarray of int64, shape (n,)
    predicted : ndarray of float64, shape (n,)

    Raises
    ------
    RatingsError
        If an actual rating is no whole number, a prediction no number, or if there are more than
        1,000,000 rows.

    Examples
    --------
    >>> import io
    >>> from qwk_core.files.detection import detect
    >>> file = io.BytesIO(b"actual,score\n4,3.2\n0,\n1,0.9\n")
    >>> read_scores(file, detect(file), Columns("actual", "score"))
    (array([4, 1]), array([3.2, 0.9]))
    """
    columns = Columns(columns.actual, columns.predicted)
    parts: list[NDArray[np.float64]] = [np.zeros((2, 0))]
    n = 0
    for block in _blocks_of(source, layout, columns):
        named = zip(block.columns, columns.names, strict=True)
        pairs = np.array([numbers_of(*one, layout.decimal, block.rows) for one in named])
        parts.append(pairs[:, ~np.isnan(pairs).any(axis=0)])
        n += parts[-1].shape[1]
        if n > MOST_SCORES:
            raise RatingsError(
                "There are more than {most} rows: too many to search for cut-points here. Take a "
                "random sample of the rows.",
                most=MOST_SCORES,
            )
        check_whole(pairs[0], columns.actual, block.rows)
    actual, predicted = np.concatenate(parts, axis=1)
    if not n:
        raise RatingsError("There is no rating in these columns: every row misses one of the two.")
    return actual.astype(np.int64), predicted


def read_columns(
    source: BinaryIO, layout: Layout, columns: Columns, *, progress: Progress | None = None
) -> LabelTable:
    """Read the ratings of several raters, a column each; a row that counts items comes so often.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        How it is to be read.
    columns : Columns
        The raters' columns, the counts', and those that tell items apart.
    progress : callable, optional
        Told the share read so far, from 0 to 1, after each block.

    Returns
    -------
    LabelTable

    Raises
    ------
    RatingsError
        Naming the column, the row and the value at fault.
    """
    encoders = [Encoder(name, layout.decimal, reader_of(layout)) for name in columns.raters]
    marks = Marks(columns.apart.values(), layout.decimal)
    parts: list[NDArray[np.int32]] = []
    marked: list[str] = []
    n, blank = 0, _BlankRows(source, layout, columns)
    for block in _blocks_of(source, layout, columns, progress):
        blank.add(block.rows)
        values = dict(zip(columns.names, block.columns, strict=True))
        times = np.ones(len(block.columns[0]), dtype=np.int64)
        if columns.count is not None:
            given = values[columns.count]
            times = whole_counts_of(given, columns.count, layout.decimal, block.rows)
        n += int(times.sum())
        check_cells(n, len(encoders))
        codes = [one.encode(values[one.name], block.rows).astype(np.int32) for one in encoders]
        parts.append(np.repeat(np.column_stack(codes), times, axis=0))
        if columns.apart:
            numbers = np.repeat(marks.encode(values, block.rows), times)
            marked += [marks.labels[number] for number in numbers.tolist()]
    rated = np.concatenate(parts)
    labels = list(dict.fromkeys(label for one in encoders for label in one.labels))
    places = {label: place for place, label in enumerate(labels)}
    for place, one in enumerate(encoders):
        become = np.array([places[label] for label in one.labels], dtype=np.int32)
        rated[:, place] = become[rated[:, place]]
    return replace(
        by_first_met(rated, labels),
        raters=columns.raters,
        marks=tuple(marked),
        orders=orders_of(encoders),
        tidied=Tidied(words=() if columns.count else words_of(encoders), blank=blank.n),
    )


def _blocks_of(
    source: BinaryIO,
    layout: Layout,
    columns: Columns,
    progress: Progress | None = None,
    rows_per_block: int = ROWS_PER_BLOCK,
) -> Iterator[Block]:
    """Read the columns block by block, once it is clear that they differ."""
    if columns.actual == columns.predicted:
        raise RatingsError(
            "Actual and predicted are one and the same column, {column}: choose two.",
            column=shown(columns.actual),
        )
    if columns.more:
        check_distinct([*columns.raters, *columns.beside])
    return told_blocks(source, layout, columns.names, progress, rows_per_block)


class _BlankRows:
    """How many rows between the items hold nothing: items that nobody rated.

    Of a table of ratings alone. In another one such a row names its item, and is read.
    """

    def __init__(self, source: BinaryIO, layout: Layout, columns: Columns) -> None:
        alone = {*first_rows(source, layout)[0]} == {*columns.raters}
        # Parted by spaces, a line of blanks is no row.
        rows = layout.kind == "excel" or (layout.kind == "text" and layout.delimiter != " ")
        self.are_counted = alone and rows
        self.last = layout.skipped + layout.header + layout.second_header
        self.left_out, self.n = layout.left_out, 0

    def add(self, rows: Sequence[int]) -> None:
        # Where a row is blank, rows are read as lists of cells, and numbered.
        if not (self.are_counted and isinstance(rows, list) and rows):
            return
        others = sum(self.last < row < rows[-1] for row in self.left_out)
        self.n += rows[-1] - self.last - len(rows) - others
        self.last = rows[-1]


class _Counting:
    """The counts so far."""

    def __init__(self, layout: Layout, columns: Columns, answers: Answers) -> None:
        self.columns, self.decimal, self.answers = columns, layout.decimal, answers
        self.conversion, self.ends = conversion(answers), (math.inf, -math.inf)
        self.actual = Encoder(columns.actual, layout.decimal, reader_of(layout))
        self.predicted = Encoder(columns.predicted, layout.decimal, reader_of(layout))
        self.marks = Marks(columns.apart.values(), layout.decimal)
        self.counts: dict[tuple[int, int, int], int | float] = {}

    def add(self, block: Block) -> None:
        values = dict(zip(self.columns.names, block.columns, strict=True))
        rows, n = block.rows, len(block.columns[0])
        predicted = values[self.columns.predicted]
        if self.conversion is not None:
            numbers = numbers_of(predicted, self.columns.predicted, self.decimal, rows)
            scores = self._apart(numbers, self.conversion(numbers), self.answers.missing or ())
            predicted = scores.tolist()
        cells = np.zeros(1, dtype=np.intp)
        if self.columns.apart:
            cells = self.marks.encode(values, rows)
        for encoder, given in (
            (self.actual, values[self.columns.actual]),
            (self.predicted, predicted),
        ):
            codes = encoder.encode(given, rows)
            # Where all rows are alike, one cell stands for them.
            cells = cells * len(encoder.labels) + (codes if any(codes.strides) else codes[:1])
        weights = None if len(cells) == n else np.array([float(n)])
        if self.columns.count is not None:
            weights = counts_of(values[self.columns.count], self.columns.count, self.decimal, rows)
            cells = np.broadcast_to(cells, n)
        shape = tuple(len(one.labels) for one in (self.marks, self.actual, self.predicted))
        self._sum(cells, shape, weights)

    def _apart(
        self,
        numbers: NDArray[np.float64],
        categories: NDArray[np.float64],
        missing: Sequence[str],
    ) -> NDArray[np.float64]:
        """Return the categories of scores, a half above itself each that may be a code; (n,)."""
        whole = np.unique(numbers[(numbers == np.rint(numbers)) & (np.abs(numbers) < 2**50)])
        labels = {one: number_label(one) for one in whole.tolist()}
        able = [one for one, label in labels.items() if may_be_code(label) or label in missing]
        apart = np.isin(numbers, able)
        scores = numbers[~apart & ~np.isnan(numbers)]
        low, high = self.ends
        self.ends = float(scores.min(initial=low)), float(scores.max(initial=high))
        return np.where(apart, numbers + 0.5, categories)

    def _sum(
        self,
        cells: NDArray[np.intp],
        shape: tuple[int, ...],
        weights: NDArray[np.float64] | None,
    ) -> None:
        """Add a block to the sums: the cell and the weight of each row, both of shape (n,)."""
        size = math.prod(shape)
        if size > max(4 * len(cells), 4_096):  # too many to have a place for each
            met, cells = np.unique(cells, return_inverse=True)
            size = len(met)
        else:
            met = np.arange(size)
        if weights is None or (weights != np.rint(weights)).any():
            totals = np.bincount(cells, weights, minlength=size)
        else:
            totals = np.zeros(size, dtype=np.int64)
            np.add.at(totals, cells, weights.astype(np.int64))
        given = np.bincount(cells, minlength=size) if weights is not None else totals
        met, totals = met[given > 0], totals[given > 0]
        keys = zip(*(axis.tolist() for axis in np.unravel_index(met, shape)), strict=True)
        for key, total in zip(keys, totals.tolist(), strict=True):
            self.counts[key] = self.counts.get(key, 0) + total
        if len(self.counts) > MOST_CELLS:
            raise RatingsError(
                "These columns make more than {most} different combinations: choose another group "
                "column, or none.",
                most=MOST_CELLS,
            )

    def counts_of_labels(self) -> LabelCounts:
        numbers = self.counts.values()
        if any(number % 1 for number in numbers) and max(numbers) <= 1:
            raise no_counts()
        marks, actual, predicted = (one.labels for one in (self.marks, self.actual, self.predicted))
        codes, become = None, {label: label for label in predicted}
        if self.conversion is not None:
            own = {
                label: number_label(float(label) - 0.5)
                for label in predicted
                if label and not is_whole(label)
            }
            ends = [number_label(one) for one in self.ends if math.isfinite(one)]
            codes = codes_of_scores(actual[1:], [*ends, *own.values()])
            kept = taken(codes, self.answers)
            for label in predicted[1:]:
                raw = own.get(label, "")
                cut = number_label(self.conversion(np.array([float(raw)]))[0]) if raw else label
                become[label] = raw if raw in kept else beside(cut, kept, actual)
        cells: dict[tuple[str, str, str], int | float] = {}
        for (m, a, p), n in sorted(self.counts.items()):
            cell = marks[m], actual[a], become[predicted[p]]
            cells[cell] = cells.get(cell, 0) + n
        return LabelCounts(
            cells,
            orders_of((self.actual, self.predicted)),
            (self.columns.actual, self.columns.predicted),
            # Where rows stand for items, rows are not what counts.
            Tidied(words=() if self.columns.count else words_of((self.actual, self.predicted))),
            codes,
        )
