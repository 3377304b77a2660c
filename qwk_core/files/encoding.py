"""How does a column become numbers? A block's values are encoded, each label once."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.files.count_cells import no_counts, without_marks
from qwk_core.files.labelled import mark_of
from qwk_core.files.labels import MISSING, value_label
from qwk_core.messages import N_

MOST_LABELS = 1_000
"""The most distinct labels of a column."""

MOST_GROUPS = 100_000
"""The most groups."""

_MISSING = rf"(?i)^(?:{'|'.join(map(re.escape, sorted(MISSING)))})$"
_LONGEST_GROUP = 200
_LARGEST_COUNT = 2**45  # so that the sum of a block's stays within 64 bits


class Encoder:
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
        self.words: Counter[str] = Counter()  # for what is missing
        self.declared: tuple[str, ...] = ()
        self._codes = {"": 0}

    def encode(self, values: Any, rows: Sequence[int]) -> NDArray[np.intp]:
        """Return each value's number, shape (n,); a view of one number where all are one.

        Parameters
        ----------
        values : pyarrow.Array or list, length n
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
            if not label and isinstance(value, str) and value.strip():
                self.words[value.strip()] += int(np.count_nonzero(places == place))
        if getattr(getattr(values, "type", None), "ordered", False) and not self.declared:
            self.declared = tuple(map(value_label, distinct))
        if not any(places.strides):
            return np.broadcast_to(codes[0], places.shape)
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


class Marks:
    """What tells items apart as numbers: each combination of the labels of some columns is one.

    Attributes
    ----------
    labels : list of str
        The marks by their numbers, as `mark_of` joins their parts.
    """

    def __init__(self, names: Iterable[str], decimal: str) -> None:
        self.columns = [Encoder(name, decimal, group_label, MOST_GROUPS) for name in names]
        self.labels = self.columns[0].labels if len(self.columns) == 1 else []
        if not self.columns:
            self.labels = [""]  # nothing tells them apart
        self._numbers: dict[tuple[int, ...], int] = {}

    def encode(self, values: Mapping[str, Any], rows: Sequence[int]) -> NDArray[np.intp]:
        """Return each row's number, shape (n,).

        Parameters
        ----------
        values : mapping of str to pyarrow.Array or list, length n
            The columns of a block by their names.
        rows : sequence of int, length n
            The number of each row, for messages.
        """
        codes = [one.encode(values[one.name], rows) for one in self.columns]
        if len(codes) < 2:
            return codes[0] if codes else np.zeros(len(rows), dtype=np.intp)
        met, places = np.unique(np.column_stack(codes), axis=0, return_inverse=True)
        numbers = np.array([self._number(row) for row in met.tolist()], dtype=np.intp)
        found: NDArray[np.intp] = numbers[places]
        return found

    def _number(self, codes: Sequence[int]) -> int:
        number = self._numbers.setdefault(tuple(codes), len(self._numbers))
        if number == len(self.labels):
            parts = zip(self.columns, codes, strict=True)
            self.labels.append(mark_of(one.labels[code] for one, code in parts))
        return number


def words_of(encoders: Sequence[Encoder]) -> tuple[tuple[str, int], ...]:
    """Return the words for missing values in columns, and how often each stands there.

    Parameters
    ----------
    encoders : sequence of Encoder
        Of columns that were read.

    Returns
    -------
    tuple of (str, int)
    """
    return tuple(sum((one.words for one in encoders), Counter[str]()).items())


def orders_of(encoders: Sequence[Encoder]) -> tuple[tuple[str, ...], ...]:
    """Return the orders that columns declare, without those that a longer one contains.

    Parameters
    ----------
    encoders : sequence of Encoder
        Of columns that were read.

    Returns
    -------
    tuple of tuple of str
        Two or more contradict each other.
    """
    orders = dict.fromkeys(one.declared for one in encoders if one.declared)
    return tuple(
        one
        for one in orders
        if not any(one == tuple(filter(one.__contains__, each)) for each in orders if each != one)
    )


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
    import pyarrow as pa
    from pyarrow import compute

    if not pa.types.is_dictionary(values.type):
        if pa.types.is_integer(values.type) and len(values) and not values.null_count:
            ends = compute.min_max(values).as_py()
            if ends["min"] == ends["max"]:  # one value throughout: no row is looked at
                return [ends["min"]], np.broadcast_to(np.intp(0), len(values))
        values = values.dictionary_encode(null_encoding="encode")
    indices = values.indices.cast(pa.int32())
    if indices.null_count:
        indices = indices.fill_null(-1)
    return values.dictionary.to_pylist(), np.from_dlpack(indices).astype(np.intp)


def cells_of(values: Any) -> list[Any]:
    """Return a column of a block as a list.

    Parameters
    ----------
    values : pyarrow.Array or list, length n

    Returns
    -------
    list, length n
    """
    return values if isinstance(values, list) else values.to_pylist()


def numbers_of(values: Any, name: str, decimal: str, rows: Sequence[int]) -> NDArray[np.float64]:
    """Return a column of numbers, nan where one is missing.

    Parameters
    ----------
    values : pyarrow.Array or list, length n
        A column of a block.
    name : str
        The column, for messages.
    decimal : {".", ","}
        What stands before decimals.
    rows : sequence of int, length n
        The number of each row, for messages.

    Returns
    -------
    ndarray of float64, shape (n,)

    Raises
    ------
    RatingsError
        If a value is no number, or infinite.
    """
    numbers = None if isinstance(values, list) else _cast(values, decimal)
    if numbers is None:
        items = enumerate(cells_of(values))
        numbers = np.array([_number(item, name, decimal, rows, place) for place, item in items])
    text = N_("Column {column}, row {row}: {value} is infinite. Give a finite number.")
    _refuse(np.isinf(numbers), text, numbers, name, rows)
    return numbers


def counts_of(values: Any, name: str, decimal: str, rows: Sequence[int]) -> NDArray[np.float64]:
    """Return a column of counts as `numbers_of` does; text may have marks between thousands.

    Parameters
    ----------
    values, name, decimal, rows
        As `numbers_of` takes them.

    Returns
    -------
    ndarray of float64, shape (n,)

    Raises
    ------
    RatingsError
        If a value is no count, or one that may be thousands or a fraction.
    """
    texts = [one for one in _distinct(values)[0] if isinstance(one, str)]
    if any(one.rstrip().endswith("%") for one in texts):
        raise no_counts()
    plain = without_marks(map(str.strip, texts), decimal)
    if plain:
        cells = cells_of(values)
        values = [plain.get(one.strip(), one) if isinstance(one, str) else one for one in cells]
    counts = numbers_of(values, name, decimal, rows)
    text = N_(
        "Column {column}, row {row}: {value} is not a count. Give a number, 0 or more, in every "
        "row."
    )
    _refuse(~((counts >= 0) & (counts <= _LARGEST_COUNT)), text, counts, name, rows)
    return counts


def whole_counts_of(values: Any, name: str, decimal: str, rows: Sequence[int]) -> NDArray[np.int64]:
    """Return a column of whole counts: how often each row comes.

    Parameters
    ----------
    values, name, decimal, rows
        As `numbers_of` takes them.

    Returns
    -------
    ndarray of int64, shape (n,)

    Raises
    ------
    RatingsError
        If a value is no whole number, 0 or more.
    """
    counts = counts_of(values, name, decimal, rows)
    text = N_(
        "Column {column}, row {row}: {value} is not a whole number of items, as it must be for "
        "more than two raters."
    )
    _refuse(counts != np.rint(counts), text, counts, name, rows)
    return counts.astype(np.int64)


def _refuse(
    refused: NDArray[np.bool_],
    text: str,
    numbers: NDArray[np.float64],
    name: str,
    rows: Sequence[int],
) -> None:
    """Refuse numbers of shape (n,) by the first that is refused, if one is."""
    if refused.any():
        place = int(refused.argmax())
        value = shown(float(numbers[place]))
        raise RatingsError(text, column=shown(name), row=rows[place], value=value)


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


def check_whole(numbers: NDArray[np.float64], name: str, rows: Sequence[int]) -> None:
    """Check that all numbers of a block are whole; nan is missing.

    Parameters
    ----------
    numbers : ndarray of float64, shape (n,)
    name : str
        The column, for messages.
    rows : sequence of int, length n
        The number of each row, for messages.

    Raises
    ------
    RatingsError
        Naming the first that is not.
    """
    text = N_(
        "Column {column}, row {row}: {value} is not a whole number, as a rating must be here."
    )
    fraction = (numbers != np.rint(numbers)) & ~np.isnan(numbers) | (np.abs(numbers) > 2**53)
    _refuse(fraction, text, numbers, name, rows)
