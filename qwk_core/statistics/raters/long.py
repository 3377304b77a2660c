"""From long to wide: one row a rating becomes one row an item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.ratings import is_missing, items_of
from qwk_core.statistics.raters.table import MAX_RATERS

MAX_CELLS = 50_000_000
"""The most cells of a table, empty ones included: 100,000 items by 500 raters."""


@dataclass(frozen=True, eq=False)
class WideRatings:
    """Ratings with one row an item and one column a rater.

    Attributes
    ----------
    ratings : ndarray of object, shape (n, r)
        As they were given, None where a rater did not rate an item; read-only.
    items : tuple, length n
        The items' names, in the order in which they first come.
    raters : tuple, length r
        The raters' names, likewise.
    """

    ratings: NDArray[np.object_]
    items: tuple[Any, ...]
    raters: tuple[Any, ...]


def raters_from_long(
    items: Iterable[Any],
    raters: Iterable[Any],
    ratings: Iterable[Any],
) -> WideRatings:
    """Return ratings given one a row as a table with one row an item and one column a rater.

    Parameters
    ----------
    items, raters : sequence, shape (m,)
        Of which item and by which rater each row is: numbers or text.
    ratings : sequence, shape (m,)
        The ratings; one that is missing leaves a gap.

    Returns
    -------
    WideRatings
        What `rater_agreement` takes: `rater_agreement(wide.ratings, raters=wide.raters)`.

    Raises
    ------
    RatingsError
        If a rater rated an item twice, a row names no item or no rater, or there are too many
        raters or cells.

    Examples
    --------
    >>> wide = raters_from_long(["a", "b", "a"], ["Ann", "Ann", "Ben"], [3, 4, 2])
    >>> wide.ratings
    array([[3, 2],
           [4, None]], dtype=object)
    >>> wide.items, wide.raters
    (('a', 'b'), ('Ann', 'Ben'))
    >>> raters_from_long(["a", "a"], ["Ann", "Ann"], [3, 4])
    Traceback (most recent call last):
    qwk_core.errors.RatingsError: Rows 1 and 2: “Ann” rates the item “a” twice. Keep one of the two.
    """
    columns = [
        items_of(values.array if hasattr(values, "array") else values, name)
        for values, name in ((items, "Items"), (raters, "Raters"), (ratings, "Ratings"))
    ]
    lengths = list(map(len, columns))
    if len(set(lengths)) > 1:
        raise RatingsError(
            "Items, raters and ratings differ in length: {n_items}, {n_raters} and {n_ratings}. "
            "Every row needs one of each.",
            n_items=lengths[0],
            n_raters=lengths[1],
            n_ratings=lengths[2],
        )
    if not lengths[0]:
        raise RatingsError("{name} is empty; give at least one rating.", name="Ratings")
    row_of, column_of = _numbered(columns[0], "Items"), _numbered(columns[1], "Raters")
    if len(column_of) > MAX_RATERS:
        raise RatingsError(
            "Raters: {given} are too many; {most} is the most.",
            given=len(column_of),
            most=MAX_RATERS,
        )
    check_cells(len(row_of), len(column_of))
    wide = np.full((len(row_of), len(column_of)), None, dtype=object)
    came_from: dict[tuple[int, int], int] = {}
    for line, (item, rater, rating) in enumerate(zip(*columns, strict=True)):
        if is_missing(rating):
            continue
        place = row_of[item], column_of[rater]
        first = came_from.setdefault(place, line)
        if first != line:
            raise RatingsError(
                "Rows {first} and {second}: {rater} rates the item {item} twice. "
                "Keep one of the two.",
                first=first + 1,
                second=line + 1,
                rater=shown(rater),
                item=shown(item),
            )
        wide[place] = rating
    wide.setflags(write=False)
    return WideRatings(wide, tuple(row_of), tuple(column_of))


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


def _numbered(names: Sequence[Any], column: str) -> dict[Any, int]:
    """Return each name's number, in the order in which they first come."""
    numbers: dict[Any, int] = {}
    for row, name in enumerate(names, start=1):
        if is_missing(name):
            raise RatingsError("{name}, row {row}: the name is missing.", name=column, row=row)
        try:
            numbers.setdefault(name, len(numbers))
        except TypeError:  # a list, say, has no hash
            raise RatingsError(
                "{name}, row {row}: {value} is not a name; give a number or text.",
                name=column,
                row=row,
                value=shown(name),
            ) from None
    return numbers
