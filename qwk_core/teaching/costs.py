"""What does each disagreement cost, and what would one more agreement change?"""

from __future__ import annotations

from dataclasses import dataclass

from qwk_core.teaching.changes import walk_changed
from qwk_core.walkthrough import Walkthrough


def likeliest_cell(walk: Walkthrough) -> tuple[int, int]:
    """Return the cell (row, column) that chance fills most: where E is largest.

    Parameters
    ----------
    walk : Walkthrough

    Returns
    -------
    tuple of int
        The first one in reading order where several are as large.

    Examples
    --------
    >>> from qwk_core import walk_through
    >>> likeliest_cell(walk_through([0, 1, 1], [0, 1, 0]))
    (1, 0)
    """
    row, column = divmod(int(walk.expected.argmax()), len(walk.categories))
    return row, column


@dataclass(frozen=True)
class Cost:
    """What one cell, or several together, add to the numerator of kappa.

    Attributes
    ----------
    cells : tuple of (row, column)
        The cells.
    count : int or float
        How many items they hold.
    cost, chance_cost : float
        Their sums in w ∘ O and in w ∘ E.
    share : float
        Their part of the numerator, from 0 to 1.
    """

    cells: tuple[tuple[int, int], ...]
    count: int | float
    cost: float
    chance_cost: float
    share: float


def rank_costs(walk: Walkthrough, *, most: int = 8) -> tuple[Cost, ...]:
    """Return what disagreement costs cell by cell, the costliest first, all others as one.

    Parameters
    ----------
    walk : Walkthrough
        The walk through an example.
    most : int
        How many cells are listed one by one. All other cells that cost anything come last,
        together.

    Returns
    -------
    tuple of Cost
        Their costs sum to the numerator. Empty where nothing disagrees.

    Examples
    --------
    >>> from qwk_core.teaching.examples import example
    >>> for cost in rank_costs(example("petfinder").walk()):
    ...     print(cost.cells, cost.count, cost.cost, round(cost.share, 3))
    ((4, 0),) 2 2.0 0.889
    ((3, 1),) 1 0.25 0.111
    """
    listed = [(cell,) for cell in walk.costliest[:most]]
    others = walk.costliest[most:]
    return tuple(_cost(walk, cells) for cells in ([*listed, others] if others else listed))


def _cost(walk: Walkthrough, cells: tuple[tuple[int, int], ...]) -> Cost:
    """Sum up what several cells cost."""
    where = tuple(zip(*cells, strict=True))
    return Cost(
        cells=cells,
        count=walk.observed[where].sum().item(),
        cost=float(walk.weighted_observed[where].sum()),
        chance_cost=float(walk.weighted_expected[where].sum()),
        share=float(walk.shares[where].sum()),
    )


def correct_one(walk: Walkthrough, row: int, column: int) -> Walkthrough:
    """Walk through the same example with one item of a cell predicted as it was rated.

    Parameters
    ----------
    walk : Walkthrough
        The walk through an example.
    row, column : int
        The cell's positions. The item goes to (row, row).

    Returns
    -------
    Walkthrough

    Raises
    ------
    RatingsError
        If the cell holds no item.

    Examples
    --------
    >>> from qwk_core.teaching.examples import example
    >>> round(correct_one(example("petfinder").walk(), 4, 0).kappa, 3)
    0.597
    """
    return walk_changed(walk, "correct", row, column)
