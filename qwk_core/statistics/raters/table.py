"""Where a table of many raters is read: every cell is checked once, and the gaps stay gaps."""

from __future__ import annotations

import itertools
import string
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown, shown_categories
from qwk_core.ratings import (
    NEITHER,
    NO_ORDER,
    OUTSIDE,
    Array,
    Category,
    Scale,
    Vector,
    check_size,
    check_width,
    is_missing,
    item_error,
    items_of,
    read_categories,
    read_item,
    read_sample_weight,
    whole_numbers,
)
from qwk_core.statistics.rating_table import RatingTable

MAX_RATERS = 500
"""The most raters a table may have: their pairs are 124,750."""

MAX_CELLS = 50_000_000
"""The most cells of a table, empty ones included: 100,000 items by 500 raters."""


def read_table(
    ratings: Any,
    *,
    categories: Iterable[Category] | None = None,
    raters: Iterable[object] | None = None,
    sample_weight: Vector | None = None,
) -> RatingTable:
    """Check a table of ratings, one row an item and one column a rater.

    Parameters
    ----------
    ratings : array_like, DataFrame or sequence of rows, shape (n, r)
        Whole numbers or text; what is missing is None, nan, masked, or blank text.
    categories : iterable of int or str, optional
        The scale from lowest to highest. Without it, whole numbers run from the smallest to the
        largest in the table; text has no order, unless an ordered Categorical brings one.
    raters : iterable, length r, optional
        The raters' names. Without them, a DataFrame's columns, or else the letters A, B, C, …
    sample_weight : sequence of float, shape (n,), optional
        The survey weight of each item, above 0.

    Returns
    -------
    RatingTable

    Raises
    ------
    RatingsError
        Naming the rater, the item (counted from 1) and the value at fault.

    Examples
    --------
    >>> table = read_table([[1, 3, None], [2, 3, 3]])
    >>> table.positions
    array([[ 0,  2, -1],
           [ 1,  2,  2]], dtype=int16)
    >>> table.categories, table.raters
    ((1, 2, 3), ('A', 'B', 'C'))
    """
    columns = getattr(ratings, "columns", None)
    array = _table_of(ratings)
    n_raters = array.shape[1]
    if n_raters < 2:
        raise RatingsError(
            "Raters: {given} are not enough; at least two are needed.", given=n_raters
        )
    check_raters(n_raters)
    names = _names(columns if raters is None else raters, n_raters)
    scale = _orders(ratings, names) if categories is None else read_categories(categories)
    if scale is not None:
        check_size(len(scale))
    positions, scale = _positions_of(array, scale, names)
    weights = None
    if sample_weight is not None:
        weights = read_sample_weight(sample_weight, len(positions))
        if not weights.all():
            raise RatingsError("Sample weights: leave out the items of weight 0.")
    return RatingTable(positions, tuple(scale), names, item_weights=weights)


def check_raters(n_raters: int) -> None:
    """Refuse more raters than anybody compares.

    Parameters
    ----------
    n_raters : int

    Raises
    ------
    RatingsError
        If there are more than `MAX_RATERS`.
    """
    if n_raters > MAX_RATERS:
        raise RatingsError(
            "Raters: {given} are too many; {most} is the most.", given=n_raters, most=MAX_RATERS
        )


def check_unlike(names: Sequence[str]) -> None:
    """Refuse two raters of one name.

    Parameters
    ----------
    names : sequence of str

    Raises
    ------
    RatingsError
        Naming the first that comes twice.
    """
    twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
    if twice is not None:
        raise RatingsError(
            "Raters: {value} appears twice; give each rater a name of their own.",
            value=shown(twice),
        )


def check_cells(n_items: int, n_raters: int) -> None:
    """Refuse a table that would eat the memory of everyone on the machine.

    Parameters
    ----------
    n_items, n_raters : int
        Its rows and columns.

    Raises
    ------
    RatingsError
        If they make more than `MAX_CELLS` cells.
    """
    if n_items * n_raters > MAX_CELLS:
        raise RatingsError(
            "{n_items} items by {n_raters} raters are too large a table; {most} cells are the "
            "most.",
            n_items=n_items,
            n_raters=n_raters,
            most=MAX_CELLS,
        )


def letters(n: int) -> tuple[str, ...]:
    """Return names as spreadsheets give them to columns.

    Parameters
    ----------
    n : int
        How many.

    Returns
    -------
    tuple of str, length n

    Examples
    --------
    >>> letters(3), letters(28)[-3:]
    (('A', 'B', 'C'), ('Z', 'AA', 'AB'))
    """
    of_lengths = (itertools.product(string.ascii_uppercase, repeat=m) for m in itertools.count(1))
    names = map("".join, itertools.chain.from_iterable(of_lengths))
    return tuple(itertools.islice(names, n))


def _names(names: Iterable[object] | None, n_raters: int) -> tuple[str, ...]:
    if names is None:
        return letters(n_raters)
    given = [str(name).strip() for name in items_of(names, "Raters")]
    if len(given) != n_raters:
        raise RatingsError(
            "Raters: the number of names is {given}, but that of columns is {wanted}.",
            given=len(given),
            wanted=n_raters,
        )
    if "" in given:
        raise RatingsError("Raters: name {position} is empty.", position=given.index("") + 1)
    check_unlike(given)
    return tuple(given)


def _orders(ratings: Any, names: Sequence[str]) -> Scale | None:
    """Return the one order that a DataFrame's ordered Categoricals bring, or None."""
    first: tuple[str, Scale] | None = None
    for name, dtype in zip(names, getattr(ratings, "dtypes", ()), strict=False):
        if not getattr(dtype, "ordered", False):
            continue
        order = read_categories(dtype.categories)
        if first is None:
            first = name, order
        elif tuple(first[1]) != tuple(order):
            raise RatingsError(
                "{first_rater} orders the categories {first}, {second_rater} {second}. "
                "Give both one order, or declare the categories.",
                first_rater=first[0],
                first=shown_categories(first[1]),
                second_rater=name,
                second=shown_categories(order),
            )
    return None if first is None else first[1]


def _table_of(ratings: Any) -> Array:
    """Return the cells as an array of numbers or of Python's objects, shape (n, r)."""
    if hasattr(ratings, "columns") and hasattr(ratings, "to_numpy"):
        ratings = ratings.to_numpy()
    if not isinstance(ratings, np.ndarray):
        ratings = _stack(items_of(ratings, "Ratings"))
    if ratings.ndim != 2:
        raise RatingsError(
            "Ratings: the number of dimensions is {dimensions}; give a table, one row for each "
            "item and one column for each rater.",
            dimensions=ratings.ndim,
        )
    if not len(ratings):
        raise RatingsError("{name} is empty; give at least one rating.", name="Ratings")
    if ratings.dtype.kind in "mM":  # dates and durations, whose `tolist` may give plain integers
        raise item_error(NEITHER, "Ratings", 1, ratings.flat[0])
    if isinstance(ratings, np.ma.MaskedArray):
        return _stack(ratings.tolist())  # what is masked becomes None
    kind = ratings.dtype.kind
    return ratings.view(np.uint8) if kind == "b" else ratings if kind in "iuf" else _stack(ratings)


def _stack(rows: Iterable[Any]) -> Array:
    """Return rows of one length as an array of Python's objects, shape (n, r)."""
    cells: list[Any] = []
    first: Sequence[Any] = ()
    row = 0
    for row, given in enumerate(rows, start=1):
        if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
            raise RatingsError(
                "Ratings, row {row}: {value} is not a row; give one rating for each rater.",
                row=row,
                value=shown(given),
            )
        listed = items_of(given, "Ratings")
        first = listed if row == 1 else first
        check_width("Ratings", row, listed, first)
        cells.extend(listed)
    table = np.empty(len(cells), dtype=object)
    table[:] = cells
    return table.reshape(row, len(first))


def _positions_of(
    array: Array, scale: Scale | None, names: Sequence[str]
) -> tuple[NDArray[np.int16], Scale]:
    """Return the positions, shape (n, r), −1 where a rating is missing, and the scale.

    Each distinct value is read once, in the order in which they come: the first culprit is named.
    """
    values, cells, codes = _distinct(array, names)
    read: list[tuple[Category, str, int] | None] = []
    for value, cell in zip(values, cells, strict=True):
        item, rater = divmod(cell, len(names))
        place = names[rater], item + 1
        read.append(None if is_missing(value) else (read_item(value, *place), *place))
    known = [one for one in read if one is not None]
    if not known:
        raise RatingsError("Ratings: every cell is empty; give at least one rating.")
    if scale is None:
        scale = _scale_of(known)
    position_of = {category: position for position, category in enumerate(scale)}
    for category, name, number in known:
        if category not in position_of:
            raise item_error(OUTSIDE, name, number, category, scale)
    positions = np.array(
        [-1 if one is None else position_of[one[0]] for one in read], dtype=np.int16
    )
    return positions[codes].reshape(array.shape), scale


def _distinct(array: Array, names: Sequence[str]) -> tuple[list[Any], list[int], Array]:
    """Return each distinct value of cells, shape (n, r), the first cell that has it, and codes.

    A code says which of the values a cell has; codes have the shape (n · r,).
    """
    if array.dtype != object:
        values, first, codes = np.unique(array, return_index=True, return_inverse=True)
        order = np.argsort(first)
        rank = np.argsort(order)
        return values[order].tolist(), first[order].tolist(), rank[codes.ravel()]
    known: dict[tuple[type, object], int] = {}
    cells: list[int] = []
    codes = np.empty(array.size, dtype=np.int64)
    for cell, value in enumerate(array.ravel().tolist()):
        try:
            codes[cell] = known.setdefault((type(value), value), len(known))
        except TypeError:  # a list, say, has no hash
            item, rater = divmod(cell, len(names))
            raise item_error(NEITHER, names[rater], item + 1, value) from None
        if len(known) > len(cells):
            cells.append(cell)
    return [value for _kind, value in known], cells, codes


def _scale_of(distinct: Iterable[tuple[Category, str, int]]) -> range:
    """Return the scale of whole numbers that nobody declared; text has none."""
    numbers = []
    for category, name, item in distinct:
        if isinstance(category, str):
            raise item_error(NO_ORDER, name, item, category)
        numbers.append(category)
    return whole_numbers(min(numbers), max(numbers))
