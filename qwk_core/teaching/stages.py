"""How does O grow? The counts after some items, after some more, until all are in."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qwk_core.ratings import Array, Ratings


@dataclass(frozen=True, eq=False)
class Stage:
    """O after some more items were counted.

    Attributes
    ----------
    cells : tuple of (row, column)
        The cells that grew at this stage, in the order in which they began to grow.
    added : int or float
        How many items were counted at this stage.
    observed : ndarray, shape (N, N)
        O so far, read-only.
    """

    cells: tuple[tuple[int, int], ...]
    added: int | float
    observed: Array

    @property
    def total(self) -> int | float:
        """How many items were counted so far."""
        total: int | float = self.observed.sum().item()
        return total


def stages_of_ratings(ratings: Ratings, most: int = 40) -> tuple[Stage, ...]:
    """Count the items of two ratings one by one, in their order.

    Parameters
    ----------
    ratings : Ratings
        n items.
    most : int
        The greatest number of stages, at least 1; with more items, a stage counts several.

    Returns
    -------
    tuple of Stage
        The last one holds all of O.

    Examples
    --------
    >>> from qwk_core import read_ratings
    >>> first, second, third = stages_of_ratings(read_ratings([0, 1, 1], [0, 0, 0]))
    >>> second.cells, second.added, second.total
    (((1, 0),), 1, 2)
    >>> third.observed
    array([[1, 0],
           [2, 0]])
    """
    n_categories = len(ratings.categories)
    cells = ratings.actual * n_categories + ratings.predicted
    return _stages(cells, np.ones(ratings.n, dtype=np.int64), n_categories, most)


def stages_of_counts(observed: Array, most: int = 40) -> tuple[Stage, ...]:
    """Fill O cell by cell in reading order, where no single item is known.

    Parameters
    ----------
    observed : ndarray, shape (N, N)
        O, checked, not all zero. Its empty cells have no stage.
    most : int
        The greatest number of stages, at least 1; with more cells, a stage fills several.

    Returns
    -------
    tuple of Stage
        The last one holds all of O.

    Examples
    --------
    >>> [(stage.cells, stage.added) for stage in stages_of_counts(np.array([[40, 0], [9, 1]]))]
    [(((0, 0),), 40), (((1, 0),), 9), (((1, 1),), 1)]
    """
    cells = np.flatnonzero(observed)
    return _stages(cells, observed.ravel()[cells], len(observed), most)


def _stages(
    cells: NDArray[np.intp], counts: Array, n_categories: int, most: int
) -> tuple[Stage, ...]:
    """Count items, shape (m,), into the cells with these flat positions, shape (m,)."""
    at_a_time = -(-len(cells) // most)
    stage_of = np.arange(len(cells)) // at_a_time
    grown = np.zeros((stage_of[-1] + 1, n_categories**2), dtype=counts.dtype)
    np.add.at(grown, (stage_of, cells), counts)
    total = grown.cumsum(axis=0).reshape(-1, n_categories, n_categories)
    total.setflags(write=False)
    return tuple(
        Stage(
            # A dictionary keeps the order and drops repetitions.
            tuple(dict.fromkeys(divmod(cell, n_categories) for cell in part.tolist())),
            added.sum().item(),
            so_far,
        )
        for part, added, so_far in zip(
            np.split(cells, np.flatnonzero(np.diff(stage_of)) + 1), grown, total, strict=True
        )
    )
