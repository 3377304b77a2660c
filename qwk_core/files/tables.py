r"""From a file of any size to the counts O: read in blocks, and only the counts are kept.

O of a whole is the sum of the O of its parts, so a file of ten million rows needs no more memory
than one of ten thousand.

>>> import io
>>> file = io.BytesIO(b"actual,predicted\n4,0\n4,4\n3,1\n,1\n")
>>> layout = detect(file)
>>> sample(file, layout).kinds
('whole', 'whole')
>>> counts = tally(file, layout, Columns("actual", "predicted"))
>>> counts.n, counts.n_rows, counts.missing_actual
(3, 4, 1)
>>> order = propose_order(counts.labels)
>>> order.categories
(0, 1, 2, 3, 4)
>>> observed_of(counts, order.categories)
array([[0, 0, 0, 0, 0],
       [0, 0, 0, 0, 0],
       [0, 0, 0, 0, 0],
       [0, 1, 0, 0, 0],
       [1, 0, 0, 0, 1]])
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown, shown_categories
from qwk_core.files.blocks import ROWS_PER_BLOCK, first_rows, read_blocks
from qwk_core.files.detection import detect
from qwk_core.files.formats.common import Block
from qwk_core.files.labels import (
    MISSING,
    category_of,
    is_number,
    is_whole,
    kind_of,
    number_label,
    reader_of,
    value_label,
)
from qwk_core.files.layouts import Layout
from qwk_core.files.order import Order, propose_order
from qwk_core.ratings import Array, Category, Scale, check_size, read_categories

__all__ = [
    "Cancelled",
    "Columns",
    "Layout",
    "Order",
    "Sample",
    "Tally",
    "detect",
    "observed_of",
    "propose_order",
    "sample",
    "scores",
    "tally",
]

MOST_LABELS = 1_000
"""The most distinct labels of a column."""

MOST_GROUPS = 100_000
"""The most groups."""

MOST_CELLS = 1_000_000
"""The most distinct pairs of labels, over all groups."""

MOST_SCORES = 1_000_000
"""The most rows of which the single scores are kept."""

_MISSING = rf"(?i)^(?:{'|'.join(map(re.escape, sorted(MISSING)))})$"
_LONGEST_GROUP = 200
_LARGEST_COUNT = 2**45  # so that the sum of a block's stays within 64 bits


class Cancelled(Exception):
    """Reading was stopped by the one who had asked for it."""


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
    """

    actual: str
    predicted: str
    count: str | None = None
    group: str | None = None


@dataclass(frozen=True)
class Tally:
    """How often each actual label met each predicted one. Tallies of parts add up.

    Attributes
    ----------
    pairs : mapping of (group, actual, predicted) to int or float
        The counts; the group is "" where there is none. Labels are spelled in one way, so "1.0"
        and "1" are one.
    n_rows : int
        The rows read, those with missing values included.
    missing_actual, missing_predicted, missing_both : int or float
        The items (rows, or what the count column says) left out as only the actual, only the
        predicted, or both ratings are missing.
    declared : tuple of str
        The order that the file itself declares: that of an ordered Categorical.
    conflict : tuple of str
        Another order, which the file declares for the predicted ratings.
    """

    pairs: Mapping[tuple[str, str, str], int | float]
    n_rows: int = 0
    missing_actual: int | float = 0
    missing_predicted: int | float = 0
    missing_both: int | float = 0
    declared: tuple[str, ...] = ()
    conflict: tuple[str, ...] = ()

    @property
    def n(self) -> int | float:
        """The items with both ratings."""
        return sum(self.pairs.values())

    @property
    def n_missing(self) -> int | float:
        """The items without both ratings."""
        return self.missing_actual + self.missing_predicted + self.missing_both

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of both columns, in the order in which they were met."""
        return tuple(dict.fromkeys(label for _, *both in self.pairs for label in both))

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups, in the order in which they were met."""
        return tuple(dict.fromkeys(group for group, _, _ in self.pairs))

    def __add__(self, other: Tally) -> Tally:
        pairs = dict(self.pairs)
        for pair, count in other.pairs.items():
            pairs[pair] = pairs.get(pair, 0) + count
        return Tally(
            pairs,
            self.n_rows + other.n_rows,
            self.missing_actual + other.missing_actual,
            self.missing_predicted + other.missing_predicted,
            self.missing_both + other.missing_both,
            self.declared or other.declared,
            self.conflict or other.conflict,
        )


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
    >>> file = io.BytesIO(b"grader,grader\nmild,1\nnone,2.5\n")
    >>> beginning = sample(file, detect(file))
    >>> beginning.columns, beginning.rows, beginning.kinds
    (('grader (1)', 'grader (2)'), (('mild', '1'), ('none', '2.5')), ('text', 'fraction'))
    """
    names, first = first_rows(source, layout)
    if len(names) < 2:
        raise RatingsError(
            "This table has one column, {column}; two are needed, actual and predicted. Is "
            "something else between the cells?",
            column=shown(names[0]),
        )
    if not first:
        raise RatingsError("There is a header and nothing below it: no row has a rating.")
    padded = [[*row, *[""] * (len(names) - len(row))][: len(names)] for row in first]
    kinds = tuple(kind_of(column, layout.decimal) for column in zip(*padded, strict=True))
    return Sample(names, tuple(map(tuple, padded[:rows])), kinds)


def tally(
    source: BinaryIO,
    layout: Layout,
    columns: Columns,
    *,
    predicted_as: str | Sequence[float] | None = None,
    first_category: int = 0,
    progress: Callable[[float], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
    rows_per_block: int = ROWS_PER_BLOCK,
) -> Tally:
    """Count the pairs of labels in a table of any size.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        What `detect` found, or a correction of it.
    columns : Columns
        The columns to read; others are not looked at.
    predicted_as : None, "round" or sequence of float
        What to do with predictions that are fractions: nothing; round them to whole numbers,
        halves up; or cut them at these points, in order, a prediction at a point belonging to the
        category above it.
    first_category : int
        The category below the first cut-point.
    progress : callable, optional
        Told the share read so far, from 0 to 1, after each block.
    cancelled : callable, optional
        Asked before each block; True stops.
    rows_per_block : int
        About how many rows are held at a time.

    Returns
    -------
    Tally

    Raises
    ------
    RatingsError
        Naming the column, the row and the value at fault; or if a column has more than 1,000
        distinct labels.
    Cancelled
        If `cancelled` said so.
    """
    counting = _Counting(layout, columns, _conversion(predicted_as, first_category))
    for block in _blocks(source, layout, columns, progress, cancelled, rows_per_block):
        counting.add(block)
    return counting.tally()


def scores(
    source: BinaryIO,
    layout: Layout,
    columns: Columns,
    *,
    progress: Callable[[float], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
    rows_per_block: int = ROWS_PER_BLOCK,
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
    progress : callable, optional
        Called with the share of the file that is read, from 0 to 1.
    cancelled : callable, optional
        Called between blocks; reading stops where it returns True.
    rows_per_block : int
        How many rows are read at once.

    Returns
    -------
    actual : ndarray of int64, shape (n,)
    predicted : ndarray of float64, shape (n,)

    Raises
    ------
    RatingsError
        If an actual rating is no whole number, a prediction no number, or if there are more than
        1,000,000 rows.
    Cancelled
        If `cancelled` said so.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO(b"actual,score\n4,3.2\n0,\n1,0.9\n")
    >>> scores(file, detect(file), Columns("actual", "score"))
    (array([4, 1]), array([3.2, 0.9]))
    """
    columns = Columns(columns.actual, columns.predicted)
    parts: list[NDArray[np.float64]] = [np.zeros((2, 0))]
    n = 0
    for block in _blocks(source, layout, columns, progress, cancelled, rows_per_block):
        pairs = np.array(
            [
                _numbers(values, name, layout.decimal, block.rows)
                for values, name in zip(
                    block.columns, (columns.actual, columns.predicted), strict=True
                )
            ]
        )
        parts.append(pairs[:, ~np.isnan(pairs).any(axis=0)])
        n += parts[-1].shape[1]
        if n > MOST_SCORES:
            raise RatingsError(
                "There are more than {most} rows: too many to search for cut-points here. Take a "
                "random sample of the rows.",
                most=MOST_SCORES,
            )
        _check_whole(pairs[0], columns.actual, block.rows)
    actual, predicted = np.concatenate(parts, axis=1)
    if not n:
        raise RatingsError("There is no rating in these columns: every row misses one of the two.")
    return actual.astype(np.int64), predicted


def observed_of(
    counts: Tally,
    categories: Iterable[Category],
    group: str | None = None,
    *,
    clip: bool = False,
) -> Array:
    """Return O for a scale: the counts in its order, rows actual and columns predicted.

    Parameters
    ----------
    counts : Tally
        What `tally` counted.
    categories : iterable of int or str, length N
        The scale from lowest to highest.
    group : str, optional
        One group alone; all of them without.
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
    >>> counts = Tally({("", "1", "2"): 3, ("", "2", "9"): 1})
    >>> observed_of(counts, [1, 2], clip=True)
    array([[0, 3],
           [0, 1]])
    """
    scale = read_categories(categories)
    check_size(len(scale))
    places = {str(category): place for place, category in enumerate(scale)}
    observed = np.zeros((len(scale), len(scale)), dtype=object)
    for (one, *both), count in counts.pairs.items():
        if group is None or one == group:
            row, column = (_place(label, places, scale, clip) for label in both)
            observed[row, column] += count
    whole = all(isinstance(count, int) for count in counts.pairs.values())
    return observed.astype(np.int64 if whole else np.float64)


def _place(label: str, places: Mapping[str, int], scale: Scale, clip: bool) -> int:
    if label in places:
        return places[label]
    if clip and is_whole(label) and isinstance(scale[0], int) and isinstance(scale[-1], int):
        if int(label) < min(scale[0], scale[-1]):
            return 0 if scale[0] < scale[-1] else len(scale) - 1
        if int(label) > max(scale[0], scale[-1]):
            return len(scale) - 1 if scale[0] < scale[-1] else 0
    raise RatingsError(
        "The label {value} is not one of the categories {categories}.",
        value=shown(category_of(label)),
        categories=shown_categories(scale),
    )


def _blocks(
    source: BinaryIO,
    layout: Layout,
    columns: Columns,
    progress: Callable[[float], object] | None,
    cancelled: Callable[[], bool] | None,
    rows_per_block: int,
) -> Iterator[Block]:
    """Read the columns block by block, telling how far, and stopping when asked to."""
    if columns.actual == columns.predicted:
        raise RatingsError(
            "Actual and predicted are one and the same column, {column}: choose two.",
            column=shown(columns.actual),
        )
    with contextlib.closing(read_blocks(source, layout, _names(columns), rows_per_block)) as blocks:
        while True:
            if cancelled is not None and cancelled():
                raise Cancelled
            block = next(blocks, None)
            if block is None:
                break
            yield block
            if progress is not None:
                progress(block.share)
    if progress is not None:
        progress(1.0)


def _names(columns: Columns) -> tuple[str, ...]:
    names = (columns.actual, columns.predicted, columns.count, columns.group)
    return tuple(dict.fromkeys(name for name in names if name is not None))


class Labels:
    """The labels of one column as numbers: 0 for what is missing, then as they are met."""

    def __init__(
        self,
        name: str,
        decimal: str,
        read: Callable[[object, str], str] = value_label,
        most: int = MOST_LABELS,
    ) -> None:
        self.most = most
        self.name, self.decimal, self._read = name, decimal, read
        self.labels = [""]
        self.declared: tuple[str, ...] = ()
        self._codes = {"": 0}

    def encode(self, values: Any, rows: Sequence[int]) -> NDArray[np.intp]:
        """Return each value's number, shape (n,).

        Parameters
        ----------
        values : pyarrow.Array, ndarray or list, length n
            A column of a block.
        rows : sequence of int, length n
            The number of each row, for messages.
        """
        distinct, places = _distinct(values)
        # The last place, -1, is that of a missing value.
        codes = np.zeros(len(distinct) + 1, dtype=np.intp)
        for place, value in enumerate(distinct):
            try:
                label = self._read(value, self.decimal)
            except RatingsError as error:
                row = rows[int(np.argmax(places == place))]
                raise _placed(error, self.name, row) from None
            codes[place] = self._code(label)
        if getattr(getattr(values, "type", None), "ordered", False) and not self.declared:
            self.declared = tuple(map(value_label, distinct))
        taken: NDArray[np.intp] = codes[places]
        return taken

    def _code(self, label: str) -> int:
        code = self._codes.get(label)
        if code is None:
            code = self._codes[label] = len(self.labels)
            self.labels.append(label)
            if code > self.most:
                raise RatingsError(
                    "Column {column} has more than {most} different values: it looks like an "
                    "identifier or a score, not like ratings. Choose another column, or turn "
                    "scores into categories by rounding or cut-points.",
                    column=shown(self.name),
                    most=self.most,
                )
        return code


def group_label(value: object, decimal: str) -> str:
    """Return the name of a group, which may be what no rating is: a date, a sentence.

    Parameters
    ----------
    value : object
        As the file has it.
    decimal : {".", ","}
        What stands before decimals.
    """
    try:
        return value_label(value, decimal)
    except RatingsError:
        return " ".join(str(value)[:_LONGEST_GROUP].split())


def _placed(error: RatingsError, column: str, row: int) -> RatingsError:
    """Return an error about a value with the column and the row where it stands."""
    return RatingsError(error.template, **{**error.values, "column": shown(column), "row": row})


def _distinct(values: Any) -> tuple[list[Any], NDArray[np.intp]]:
    """Return the distinct values, and for each value its place among them; -1 where missing."""
    if isinstance(values, list):
        try:
            codes: dict[Any, int] = {}
            places = [codes.setdefault(value, len(codes)) for value in values]
        except TypeError:  # a list or an object of JSON, which no label is
            return values, np.arange(len(values))
        return list(codes), np.array(places, dtype=np.intp)
    if isinstance(values, np.ndarray):
        distinct, inverse = np.unique(values, return_inverse=True)
        return distinct.tolist(), inverse
    import pyarrow as pa

    if pa.types.is_nested(values.type):
        return values.to_pylist(), np.arange(len(values))
    if not pa.types.is_dictionary(values.type):
        values = values.dictionary_encode(null_encoding="encode")
    indices = values.indices.cast(pa.int32())
    if indices.null_count:
        indices = indices.fill_null(-1)
    return values.dictionary.to_pylist(), np.from_dlpack(indices).astype(np.intp)


def _numbers(values: Any, name: str, decimal: str, rows: Sequence[int]) -> NDArray[np.float64]:
    """Return a column of numbers, nan where one is missing."""
    numbers = None if isinstance(values, list) else _cast(values, decimal)
    if numbers is None:
        items = values if isinstance(values, list) else values.to_pylist()
        numbers = np.array(
            [_number(item, name, decimal, rows, place) for place, item in enumerate(items)]
        )
    infinite = np.isinf(numbers)
    if infinite.any():
        raise RatingsError(
            "Column {column}, row {row}: {value} is infinite. Give a finite number.",
            column=shown(name),
            row=rows[int(infinite.argmax())],
            value=shown(float(numbers[infinite.argmax()])),
        )
    return numbers


def _cast(values: Any, decimal: str) -> NDArray[np.float64] | None:
    """Return an array of pyarrow as floats, None where a value is none at first sight."""
    import pyarrow as pa
    from pyarrow import compute

    if pa.types.is_dictionary(values.type):
        values = values.dictionary_decode()
    try:
        if pa.types.is_string(values.type):
            values = compute.utf8_trim_whitespace(values)
            missing = compute.match_substring_regex(values, _MISSING)
            values = compute.if_else(missing, pa.nulls(1, pa.string())[0], values)
            if decimal == ",":
                values = compute.replace_substring(values, ",", ".")
        floats = values.cast(pa.float64())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return None  # read value by value instead, which names the one that is no number
    # Its own `to_numpy` imports pandas: 50 MB, and half a second.
    return np.from_dlpack(floats.fill_null(math.nan)).astype(np.float64, copy=False)


def _number(value: object, name: str, decimal: str, rows: Sequence[int], place: int) -> float:
    try:
        label = value_label(value, decimal)
    except RatingsError as error:
        raise _placed(error, name, rows[place]) from None
    try:
        return float(label) if label else math.nan
    except ValueError:
        raise RatingsError(
            "Column {column}, row {row}: {value} is not a number.",
            column=shown(name),
            row=rows[place],
            value=shown(label),
        ) from None


def _check_whole(numbers: NDArray[np.float64], name: str, rows: Sequence[int]) -> None:
    """Check that all numbers of a block, shape (n,), are whole; nan is missing."""
    refused = (numbers != np.rint(numbers)) & ~np.isnan(numbers) | (np.abs(numbers) > 2**53)
    if refused.any():
        place = int(refused.argmax())
        raise RatingsError(
            "Column {column}, row {row}: {value} is not a whole number, as a rating must be here.",
            column=shown(name),
            row=rows[place],
            value=shown(float(numbers[place])),
        )


def _rounded(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round numbers of shape (n,) to whole ones, halves up, as cut-points at the halves do."""
    below = np.floor(numbers)
    rounded: NDArray[np.float64] = below + (numbers - below >= 0.5)
    return rounded


_Conversion = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def _conversion(
    predicted_as: str | Sequence[float] | None, first_category: int
) -> _Conversion | None:
    """Return what turns predictions into categories."""
    if predicted_as is None:
        return None
    if isinstance(predicted_as, str):
        if predicted_as != "round":
            raise RatingsError(
                "{value} is no way from predictions to categories: use “round”, or cut-points.",
                value=shown(predicted_as),
            )
        return _rounded
    points = np.asarray(predicted_as, dtype=np.float64)
    # Two at one place leave out the category between them; one at infinity, those beyond it.
    if not points.size or np.isnan(points).any() or (points[1:] < points[:-1]).any():
        raise RatingsError("Cut-points: give at least one, in order, none of them missing.")

    def cut(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        above = first_category + np.searchsorted(points, numbers, side="right")
        return np.where(np.isnan(numbers), math.nan, above)

    return cut


def categories_of_scores(
    labels: Sequence[str], predicted_as: str | Sequence[float] | None, first_category: int = 0
) -> list[str]:
    """Return the label of the category that each score falls into.

    Parameters
    ----------
    labels : sequence of str, length n
        Scores as `label_of` spells them, "" for a missing one.
    predicted_as : "round" or sequence of float, optional
        Rounding, halves up, or cut-points; without, the labels stay.
    first_category : int
        The category below the first cut-point.

    Returns
    -------
    list of str, length n

    Raises
    ------
    RatingsError
        If a label is no number.

    Examples
    --------
    >>> categories_of_scores(["0.5", "1.49", ""], "round"), categories_of_scores(["0.7"], [0.6], 1)
    (['1', '1', ''], ['2'])
    """
    convert = _conversion(predicted_as, first_category)
    if convert is None:
        return list(labels)
    for label in labels:
        if label and not is_number(label):
            raise RatingsError("{value} is not a number: it is no score.", value=shown(label))
    numbers = np.array([float(label) if label else math.nan for label in labels])
    cut = convert(numbers).tolist()
    return ["" if math.isnan(one) else number_label(one) for one in cut]


class _Counting:
    """The counts so far."""

    def __init__(self, layout: Layout, columns: Columns, conversion: _Conversion | None) -> None:
        self.columns, self.decimal, self.conversion = columns, layout.decimal, conversion
        self.actual = Labels(columns.actual, layout.decimal, reader_of(layout))
        self.predicted = Labels(columns.predicted, layout.decimal, reader_of(layout))
        self.groups = Labels(columns.group or "", layout.decimal, group_label, MOST_GROUPS)
        self.counts: dict[tuple[int, int, int], int | float] = {}
        self.n_rows = 0

    def add(self, block: Block) -> None:
        values = dict(zip(_names(self.columns), block.columns, strict=True))
        rows, n = block.rows, len(block.columns[0])
        self.n_rows += n
        predicted = values[self.columns.predicted]
        if self.conversion is not None:
            numbers = _numbers(predicted, self.columns.predicted, self.decimal, rows)
            predicted = self.conversion(numbers)
        codes = [
            np.zeros(n, dtype=np.intp)
            if self.columns.group is None
            else self.groups.encode(values[self.columns.group], rows),
            self.actual.encode(values[self.columns.actual], rows),
            self.predicted.encode(predicted, rows),
        ]
        weights = None
        if self.columns.count is not None:
            weights = _numbers(values[self.columns.count], self.columns.count, self.decimal, rows)
            _check_counts(weights, self.columns.count, rows)
        shape = tuple(len(one.labels) for one in (self.groups, self.actual, self.predicted))
        self._sum(np.ravel_multi_index(codes, shape), shape, weights)

    def _sum(
        self,
        cells: NDArray[np.intp],
        shape: tuple[int, ...],
        weights: NDArray[np.float64] | None,
    ) -> None:
        """Add a block to the sums: the cell and the weight of each row, both of shape (n,)."""
        if math.prod(shape) > max(4 * len(cells), 4_096):  # too many to have a place for each
            met, cells = np.unique(cells, return_inverse=True)
        else:
            met = np.flatnonzero(np.bincount(cells, minlength=1))
            places = np.zeros(math.prod(shape), dtype=np.intp)
            places[met] = np.arange(len(met))
            cells = places[cells]
        if weights is None or (weights != np.rint(weights)).any():
            totals = np.bincount(cells, weights, minlength=len(met))
        else:
            totals = np.zeros(len(met), dtype=np.int64)
            np.add.at(totals, cells, weights.astype(np.int64))
        keys = zip(*(axis.tolist() for axis in np.unravel_index(met, shape)), strict=True)
        for key, total in zip(keys, totals.tolist(), strict=True):
            self.counts[key] = self.counts.get(key, 0) + total
        if len(self.counts) > MOST_CELLS:
            raise RatingsError(
                "These columns make more than {most} different combinations: choose another group "
                "column, or none.",
                most=MOST_CELLS,
            )

    def tally(self) -> Tally:
        pairs: dict[tuple[str, str, str], int | float] = {}
        missing: dict[tuple[bool, bool], int | float] = {}
        for (group, actual, predicted), count in sorted(self.counts.items()):
            if actual and predicted:
                labels = (self.groups.labels[group], self.actual.labels[actual])
                pairs[*labels, self.predicted.labels[predicted]] = count
            else:
                which = (actual == 0, predicted == 0)
                missing[which] = missing.get(which, 0) + count
        return Tally(
            pairs,
            self.n_rows,
            missing.get((True, False), 0),
            missing.get((False, True), 0),
            missing.get((True, True), 0),
            *_one_order(self.actual.declared, self.predicted.declared),
        )


def _one_order(
    actual: tuple[str, ...], predicted: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the order that two columns declare, and another one if they contradict each other."""
    longer, shorter = (actual, predicted) if len(actual) >= len(predicted) else (predicted, actual)
    agrees = tuple(label for label in longer if label in shorter) == shorter
    return (longer, ()) if agrees else (actual, predicted)


def _check_counts(counts: NDArray[np.float64], name: str, rows: Sequence[int]) -> None:
    """Check that all counts of a block, shape (n,), are numbers from 0 on."""
    refused = ~((counts >= 0) & (counts <= _LARGEST_COUNT))
    if refused.any():
        place = int(refused.argmax())
        raise RatingsError(
            "Column {column}, row {row}: {value} is not a count. Give a number, 0 or more, in "
            "every row.",
            column=shown(name),
            row=rows[place],
            value=shown(float(counts[place])),
        )
