"""Checks of ratings, categories, counts and weights: the rest of the core trusts what passes."""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Mapping, Sequence, Set, Sized
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, is_run, shown, shown_categories
from qwk_core.messages import N_

MAX_CATEGORIES = 2_000
"""The most categories a matrix may have: at 2,000, one matrix takes 32 MB."""

Category: TypeAlias = int | str
Vector: TypeAlias = Iterable[Any]
Array: TypeAlias = NDArray[Any]
Scale: TypeAlias = Sequence[Category]

LARGEST_NUMBER = 1e100
"""Weights, counts and scores up to here can be multiplied with one another without overflow."""

NEITHER = N_("{name}, item {item}: {value} is neither a whole number nor text.")
NO_ORDER = N_(
    "{name}, item {item}: {value} is not a whole number. Correct it, or declare the categories "
    "from lowest to highest."
)
OUTSIDE = N_("{name}, item {item}: {value} is not one of the categories {categories}.")
"""What may be wrong with a rating: its type, an order that it needs, a place on the scale."""

_NOT_WHOLE = N_("{name}, item {item}: {value} is not a whole number.")


@dataclass(frozen=True, eq=False)
class Ratings:
    """Two raters' ratings of the same items, checked and frozen.

    Attributes
    ----------
    actual, predicted : ndarray of intp, shape (n,)
        Positions in `categories`, read-only.
    categories : tuple of int or str, length N
        From lowest to highest.

    Examples
    --------
    >>> ratings = read_ratings([1, 3, 3], [1, 2, 3])
    >>> ratings.actual, ratings.categories, ratings.n
    (array([0, 2, 2]), (1, 2, 3), 3)
    >>> ratings.items_in_cell(2, 1)
    array([1])
    """

    actual: NDArray[np.intp]
    predicted: NDArray[np.intp]
    categories: tuple[Category, ...]

    def __post_init__(self) -> None:
        for positions in (self.actual, self.predicted):
            positions.setflags(write=False)

    @property
    def n(self) -> int:
        """The number of items."""
        return self.actual.size

    def items_in_cell(self, row: int, column: int) -> NDArray[np.intp]:
        """Return the items, counted from 0, with this actual and this predicted position.

        Parameters
        ----------
        row, column : int
        """
        return np.flatnonzero((self.actual == row) & (self.predicted == column))


def read_ratings(
    actual: Vector, predicted: Vector, *, categories: Iterable[Category] | None = None
) -> Ratings:
    """Check two vectors of ratings and turn them into positions on one scale.

    Parameters
    ----------
    actual, predicted : sequence of int or str, shape (n,)
        Lists, tuples, numpy arrays, pandas, polars or pyarrow columns. Whole numbers of any type
        (floats only when whole, booleans as 0 and 1), or text. An ordered type brings its order:
        an ordered Categorical of pandas, an Enum of polars, an ordered dictionary of pyarrow.
    categories : iterable of int or str, optional
        The scale from lowest to highest; distance is counted in positions. Without it, whole
        numbers run from the smallest to the largest in either vector; text has no order.

    Returns
    -------
    Ratings

    Raises
    ------
    RatingsError
        Naming the vector, the item (counted from 1) and the value at fault.

    Examples
    --------
    >>> read_ratings(["mild", "none"], ["mild", "mild"], categories=["none", "mild"]).actual
    array([1, 0])
    >>> read_ratings([0, 1, 4, 2], [0, 1, 4, 7], categories=range(5))
    Traceback (most recent call last):
    qwk_core.errors.RatingsError: Predicted, item 4: 7 is not one of the categories 0–4.
    """
    x, y, scale = read_values(actual, predicted, categories)
    if scale is None:
        scale = whole_numbers(min(int(x.min()), int(y.min())), max(int(x.max()), int(y.max())))
    check_size(len(scale))
    if isinstance(scale, range):
        x = subtract(x, scale.start).astype(np.intp)
        y = subtract(y, scale.start).astype(np.intp)
    return Ratings(x, y, tuple(scale))


def whole_numbers(lowest: int, highest: int) -> range:
    """Return the scale of whole numbers that nobody declared.

    Parameters
    ----------
    lowest, highest : int
        The smallest and the largest rating.

    Raises
    ------
    RatingsError
        If there would be more than `MAX_CATEGORIES`.
    """
    if highest - lowest >= MAX_CATEGORIES:
        raise RatingsError(
            "The ratings run from {lowest} to {highest}: a matrix would need {needed} "
            "categories, and {most} is the most. Declare the categories in use.",
            lowest=shown(lowest),
            highest=shown(highest),
            needed=shown(highest - lowest + 1),
            most=MAX_CATEGORIES,
        )
    return range(lowest, highest + 1)


def read_values(
    actual: Vector, predicted: Vector, categories: Iterable[Category] | None
) -> tuple[Array, Array, Scale | None]:
    """Check two vectors and return numbers whose differences are distances on the scale.

    Parameters
    ----------
    actual, predicted : sequence of int or str, shape (n,)
        Two ratings of each item; see `read_ratings`.
    categories : iterable of int or str, or None
        The scale from lowest to highest, where it is declared.

    Returns
    -------
    x, y : ndarray of any integer dtype (object for integers beyond 64 bits), shape (n,)
        The ratings themselves while the scale is None or a range; else positions on the scale.
    scale : None, range, or tuple of int or str
        None for whole numbers without declared categories: their smallest and largest are not
        looked up.

    Raises
    ------
    RatingsError
        Naming the vector, the item (counted from 1) and the value at fault.
    """
    x, x_order = _read_vector(actual, "Actual")
    y, y_order = _read_vector(predicted, "Predicted")
    if x.size != y.size:
        raise RatingsError(
            "Actual and Predicted differ in length, {n_actual} and {n_predicted}; "
            "every item needs one of each.",
            n_actual=x.size,
            n_predicted=y.size,
        )
    if categories is not None:
        scale = read_categories(categories)
    elif x_order is None and y_order is None:
        _refuse_text(x, "Actual")
        _refuse_text(y, "Predicted")
        return x, y, None
    else:
        scale = _common_order(x_order, y_order)
    return _positions(x, scale, "Actual"), _positions(y, scale, "Predicted"), scale


def read_categories(categories: Iterable[Category | None]) -> Scale:
    """Check declared categories: at least one, none twice, in an order.

    Parameters
    ----------
    categories : iterable of int or str
        From lowest to highest.

    Returns
    -------
    range or tuple of int or str
        A range where the categories are consecutive whole numbers.

    Raises
    ------
    RatingsError
        Naming the position, counted from 1, or the category that appears twice.

    Examples
    --------
    >>> read_categories([0, 1, 2]), read_categories(("none", "mild"))
    (range(0, 3), ('none', 'mild'))
    """
    if isinstance(categories, range) and categories.step == 1 and categories:
        return categories
    seen: dict[Category, int] = {}
    for position, value in enumerate(items_of(categories, "Categories"), start=1):
        if is_missing(value):
            raise RatingsError(
                "Categories, position {position}: the category is missing.", position=position
            )
        category = read_item(value, "Categories", position)
        if category in seen:
            raise RatingsError(
                "Categories: {value} appears twice; list each one once, from lowest to highest.",
                value=shown(category),
            )
        seen[category] = position
    if not seen:
        raise RatingsError("Categories: none are given; list them from lowest to highest.")
    scale = tuple(seen)
    if isinstance(scale[0], int) and is_run(scale):
        return range(scale[0], scale[0] + len(scale))
    return scale


def read_counts(
    observed: Any, categories: Iterable[Category] | None = None
) -> tuple[Array, tuple[Category, ...]]:
    """Check a square matrix of counts, rows actual and columns predicted.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        Counts, or proportions or summed weights: finite, none negative, not all zero.
    categories : iterable of int or str, optional
        The names of the N categories; 0 … N − 1 without.

    Returns
    -------
    observed : ndarray of int64, or of float64 where any count is a fraction, shape (N, N)
        Always a copy.
    categories : tuple of int or str, length N

    Raises
    ------
    RatingsError
        Naming the row and the column, counted from 1.

    Examples
    --------
    >>> read_counts([[20, 5], [10.0, 15]])
    (array([[20,  5],
           [10, 15]]), (0, 1))
    """
    matrix = _read_table(observed, "Counts")
    rows, columns = matrix.shape
    if rows != columns:
        raise RatingsError(
            "Counts: the matrix is {rows} × {columns}; give as many rows as columns.",
            rows=rows,
            columns=columns,
        )
    # Totals of integer counts stay within 64 bits; what is larger is kept as floats.
    if matrix.sum(dtype=np.float64) < 2**62 and (matrix == np.floor(matrix)).all():
        matrix = matrix.astype(np.int64)
    else:
        matrix = matrix.astype(np.float64)
    if not matrix.any():
        raise RatingsError("Counts: every cell is 0; at least one item is needed.")
    if categories is None:
        return matrix, tuple(range(rows))
    scale = read_categories(categories)
    if len(scale) != rows:
        raise RatingsError(
            "Categories: {given} are declared for {rows} rows of counts.",
            given=len(scale),
            rows=rows,
        )
    return matrix, tuple(scale)


def read_disagreement(weights: Any, n_categories: int) -> NDArray[np.float64]:
    """Check disagreement weights: finite, none negative; return float64, shape (N, N).

    Parameters
    ----------
    weights : array_like, shape (N, N)
    n_categories : int

    Raises
    ------
    RatingsError
        Naming the row and the column, counted from 1.
    """
    matrix = _read_table(weights, "Weights")
    if matrix.shape != (n_categories, n_categories):
        raise RatingsError(
            "Weights: {rows} × {columns} do not fit {n} categories; {n} × {n} are needed.",
            rows=matrix.shape[0],
            columns=matrix.shape[1],
            n=n_categories,
        )
    return matrix.astype(np.float64)


def read_sample_weight(sample_weight: Vector, n: int) -> NDArray[np.float64]:
    """Check the weights of the items: one each, finite, none negative, not all zero.

    Parameters
    ----------
    sample_weight : sequence of float, shape (n,)
    n : int

    Returns
    -------
    ndarray of float64, shape (n,)

    Raises
    ------
    RatingsError
        Naming the item, counted from 1.

    Examples
    --------
    >>> read_sample_weight([1, 0.5], 2)
    array([1. , 0.5])
    """
    weights, items = read_numbers(sample_weight, "Sample weights")
    if len(items) != n:
        raise RatingsError(
            "Sample weights: {given} for {n} items; every item needs one.",
            given=len(items),
            n=n,
        )
    refused = _refused(weights)
    if refused is not None:
        raise RatingsError(
            "Sample weights, item {item}: {value} is not allowed; give a finite number, 0 or more.",
            item=refused + 1,
            value=shown(items[refused]),
        )
    if not weights.any():
        raise RatingsError("Sample weights: all are 0; at least one item must count.")
    return weights


def read_numbers(values: Vector, name: str) -> tuple[NDArray[np.float64], Array | Sequence[Any]]:
    """Return numbers as float64, shape (n,), nan for what is none; and the items as they came.

    Parameters
    ----------
    values : sequence of float, shape (n,)
    name : str
        Their name in errors.

    Raises
    ------
    RatingsError
        If this is no list.
    """
    if isinstance(getattr(values, "dtype", None), np.dtype):
        values = np.asanyarray(values)
    # No masked array: its masked items are missing.
    if type(values) is np.ndarray and values.ndim == 1 and values.dtype.kind in "iuf":
        return values.astype(np.float64), values
    items = items_of(values, name)
    return _read_reals(items).astype(np.float64), items


def items_of(values: Any, name: str) -> Sequence[Any]:
    """Return the items of anything one-dimensional and ordered.

    Parameters
    ----------
    values : list, tuple, ndarray, Series or other iterable, shape (n,)
    name : str
        The name of the vector in errors.

    Raises
    ------
    RatingsError
        If there is no order, or more than one dimension.
    """
    if isinstance(values, (list, tuple)):
        return values
    if isinstance(values, (str, bytes, Mapping, Set)) or not hasattr(values, "__iter__"):
        raise RatingsError(
            "{name}: this is of type {kind}; give a list, one value for each item.",
            name=name,
            kind=type(values).__name__,
        )
    if getattr(values, "ndim", 1) != 1:
        raise RatingsError(
            "{name}: this has {dimensions} dimensions; give a plain list, one value for each item.",
            name=name,
            dimensions=values.ndim,
        )
    # A masked array turns what is masked into None; numpy and pyarrow give Python's own values.
    for method in ("tolist", "to_pylist"):
        if hasattr(values, method):
            items: Sequence[Any] = getattr(values, method)()
            return items
    return list(values)


def _read_vector(values: Any, name: str) -> tuple[Array, Scale | None]:
    """Return a vector, shape (n,), and the order that an ordered type brings.

    Whole numbers come as an integer array, all else as int and str in an object array.
    """
    order = None
    if isinstance(getattr(values, "dtype", None), np.dtype):
        values = np.asanyarray(values)  # a numpy-backed Series too; a masked array keeps its mask
    if isinstance(values, np.ndarray) and values.ndim == 1:
        array = _read_array(values, name)
    else:
        values = getattr(values, "array", values)  # what a pandas Series holds
        order = _order_of(values)
        array = _read_items(items_of(values, name), name)
    if not array.size:
        raise RatingsError("{name} is empty; give at least one rating.", name=name)
    return array, order


def _order_of(values: Any) -> Scale | None:
    """Return the order that an ordered type of pandas, polars or pyarrow brings, or None."""
    dtype: Any = getattr(values, "dtype", None)
    if type(dtype).__name__ == "Enum" or getattr(dtype, "ordered", False):
        return read_categories(dtype.categories)
    if getattr(getattr(values, "type", None), "ordered", False):
        chunks = values.unify_dictionaries().chunks if hasattr(values, "chunks") else [values]
        return read_categories(chunks[0].dictionary) if chunks else None
    return None


def _read_array(array: Array, name: str) -> Array:
    """Do the same for an array of any dtype, shape (n,)."""
    kind = array.dtype.kind
    if kind in "mM" and array.size:  # dates and durations, whose `tolist` may give plain integers
        raise item_error(NEITHER, name, 1, array[0])
    if isinstance(array, np.ma.MaskedArray) or kind not in "iubf":
        return _read_items(array.tolist(), name)
    if kind == "b":
        return array.view(np.uint8)
    if kind == "f":
        if (array != np.floor(array)).any() or float(np.abs(array).max(initial=0)) >= 2**62:
            return _read_items(array.tolist(), name)
        return array.astype(np.int64)
    return array


def _read_items(items: Sequence[Any], name: str) -> Array:
    """Do the same for n items of any type."""
    # Types first: numpy would turn [1, "a"] into text and [2**63, -1] into floats.
    types = set(map(type, items))
    if not types <= {int, bool}:
        items = [read_item(value, name, item) for item, value in enumerate(items, start=1)]
        types = set(map(type, items))
    if str not in types:
        try:
            return np.array(items, dtype=np.int64)
        except OverflowError:
            pass  # beyond 64 bits: kept as Python's own integers
    array = np.empty(len(items), dtype=object)
    array[:] = items
    return array


def read_item(value: Any, name: str, item: int) -> Category:
    """Return one rating as an int or a str.

    Parameters
    ----------
    value, name, item : object, str, int
        The rating, its vector, and the item in it (counted from 1).

    Raises
    ------
    RatingsError
        If the rating is missing, or neither a whole number nor text.
    """
    if isinstance(value, str) and value.strip():
        return str(value)
    if isinstance(value, (int, np.integer, np.bool_)):
        return int(value)
    if isinstance(value, (float, Fraction, np.floating, Decimal)) and value == value:
        if math.isfinite(value) and value == int(value):
            return int(value)
        raise item_error(_NOT_WHOLE, name, item, value)
    if not is_missing(value):
        raise item_error(NEITHER, name, item, value)
    raise RatingsError(
        "{name}, item {item}: the rating is missing. Give one, or leave the item out of both.",
        name=name,
        item=item,
    )


def item_error(
    text: str, name: str, item: int, value: object, scale: Scale | None = None
) -> RatingsError:
    """Return the error for a rating that cannot be used.

    Parameters
    ----------
    text : str
        What is wrong: `NEITHER`, `NO_ORDER` or `OUTSIDE`.
    name : str
        The name of the vector, or of the rater.
    item : int
        Counted from 1.
    value : object
        What was given.
    scale : sequence of int or str, optional
        The categories, where they are declared.

    Returns
    -------
    RatingsError
    """
    named = {} if scale is None else {"categories": shown_categories(scale)}
    return RatingsError(text, name=name, item=item, value=shown(value), **named)


def is_missing(value: object) -> bool:
    """Return whether a value stands for a missing rating: None, nan, blank text or the like.

    Parameters
    ----------
    value : object
    """
    # Missing values of other libraries are recognised by name: the libraries may not be installed.
    return (
        value is None
        or (isinstance(value, str) and not value.strip())
        or (isinstance(value, (numbers.Real, Decimal)) and value != value)
        or type(value).__name__ in ("NAType", "NaTType", "MaskedConstant")
    )


def _refuse_text(values: Array, name: str) -> None:
    """Raise for the first text among the values, shape (n,)."""
    if values.dtype != object:
        return
    for item, value in enumerate(values, start=1):
        if isinstance(value, str):
            raise item_error(NO_ORDER, name, item, value)


def _common_order(first: Scale | None, second: Scale | None) -> Scale:
    if first is not None and second is not None and tuple(first) != tuple(second):
        raise RatingsError(
            "Actual orders its categories {first}, Predicted {second}. "
            "Give both one order, or declare the categories.",
            first=shown_categories(first),
            second=shown_categories(second),
        )
    order = first if second is None else second
    assert order is not None
    return order


def _on_range(values: Array, scale: range, name: str) -> Array:
    """Return whole numbers, shape (n,), as they are, after a look at their two ends."""
    if values.dtype == object or not (
        scale.start <= int(values.min()) and int(values.max()) < scale.stop
    ):
        for item, value in enumerate(values.tolist(), start=1):
            if value not in scale:
                raise item_error(OUTSIDE, name, item, value, scale)
    return values


def _positions(values: Array, scale: Scale, name: str) -> Array:
    """Return the positions of categories, shape (n,), on the scale."""
    if isinstance(scale, range):
        return _on_range(values, scale, name)
    position_of = {category: position for position, category in enumerate(scale)}
    positions = np.array([position_of.get(value, -1) for value in values.tolist()], dtype=np.intp)
    if positions.min() < 0:
        culprit = int(positions.argmin())
        raise item_error(OUTSIDE, name, culprit + 1, values.tolist()[culprit], scale)
    return positions


def subtract(values: Array, start: int) -> Array:
    """Return values − start for integers of any size, as int64 or as Python's own integers.

    Parameters
    ----------
    values : ndarray of any integer dtype, or of object, shape (n,)
    start : int
    """
    ends = (start, int(values.min()), int(values.max()))
    fits = values.dtype != object and max(map(abs, ends)) < 2**62
    return values.astype(np.int64 if fits else object) - start


def _read_table(values: Any, name: str) -> Array:
    """Return a matrix of numbers, all finite and none negative, as int64 or float64."""
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    if isinstance(values, np.ndarray) and values.ndim > 1:
        values = values.tolist()
    rows = items_of(values, name)
    check_size(len(rows))
    cells: list[Any] = []
    for row, given in enumerate(rows, start=1):
        if not isinstance(given, (list, tuple, np.ndarray)):
            raise RatingsError(
                "{name}, row {row}: {value} is not a row of numbers; give a square matrix.",
                name=name,
                row=row,
                value=shown(given),
            )
        check_width(name, row, given, rows[0])
        cells.extend(given)
    if not cells:
        raise RatingsError("{name}: the matrix is empty; give at least one row.", name=name)
    table = _read_reals(cells)
    width = len(rows[0])
    refused = _refused(table)
    if refused is not None:
        raise RatingsError(
            "{name}, row {row}, column {column}: {value} is not allowed; "
            "give a finite number, 0 or more.",
            name=name,
            row=refused // width + 1,
            column=refused % width + 1,
            value=shown(cells[refused]),
        )
    return table.reshape(-1, width)


def check_width(name: str, row: int, cells: Sized, first: Sized) -> None:
    """Refuse a row that is longer or shorter than the first.

    Parameters
    ----------
    name : str
        The name of the table in errors.
    row : int
        The number of the row, counted from 1.
    cells, first : list, tuple or ndarray
        The row, and the first one.

    Raises
    ------
    RatingsError
        Naming the row.
    """
    if len(cells) != len(first):
        raise RatingsError(
            "{name}, row {row}: the number of cells is {cells}, but {wanted} in row 1.",
            name=name,
            row=row,
            cells=len(cells),
            wanted=len(first),
        )


def _read_reals(items: Sequence[Any]) -> Array:
    """Return n numbers as int64 where all are integers, else as float64; nan for what is none."""
    if set(map(type, items)) <= {int, bool}:
        try:
            return np.array(items, dtype=np.int64)
        except OverflowError:
            pass  # beyond 64 bits: as floats
    return np.array([_read_real(value) for value in items], dtype=np.float64)


def _read_real(value: Any) -> float:
    if not isinstance(value, (numbers.Real, Decimal, np.bool_)):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _refused(values: Array) -> int | None:
    """Return where the first value, shape (n,), is negative, not finite or too large."""
    allowed = (values >= 0) & (values <= LARGEST_NUMBER)
    return None if allowed.all() else int(allowed.argmin())


def check_size(n_categories: int) -> None:
    """Refuse a matrix that would fill the memory of the machine.

    Parameters
    ----------
    n_categories : int

    Raises
    ------
    RatingsError
        If N is above `MAX_CATEGORIES`.
    """
    if n_categories > MAX_CATEGORIES:
        raise RatingsError(
            "Categories: a matrix for {given} would be too large; {most} is the most.",
            given=n_categories,
            most=MAX_CATEGORIES,
        )
