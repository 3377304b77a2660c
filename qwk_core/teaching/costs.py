"""What does each disagreement cost, and which cost most under another scheme?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qwk_core.walkthrough import Walkthrough


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


@dataclass(frozen=True)
class RankShift:
    """Where a cell stands among the costliest under two schemes.

    Attributes
    ----------
    row, column : int
        The cell's positions.
    count : int or float
        How many items it holds.
    before, after : int or None
        Its rank by cost under the one and the other scheme: 1 for the costliest, equal ranks for
        equal costs, None where it costs nothing.
    share_before, share_after : float
        Its part of the numerator under each.
    """

    row: int
    column: int
    count: int | float
    before: int | None
    after: int | None
    share_before: float
    share_after: float


def compare_rankings(before: Walkthrough, after: Walkthrough) -> tuple[RankShift, ...]:
    """Return how another scheme changes the ranking of the cells by their cost.

    Parameters
    ----------
    before, after : Walkthrough
        The same counts under two schemes.

    Returns
    -------
    tuple of RankShift
        The cells that cost anything under either, by their rank after, then before.

    Examples
    --------
    >>> from qwk_core import walk_through_counts
    >>> counts = [[5, 3, 1], [0, 5, 0], [0, 0, 5]]
    >>> for shift in compare_rankings(
    ...     walk_through_counts(counts), walk_through_counts(counts, scheme="unweighted")
    ... ):
    ...     print((shift.row, shift.column), shift.before, shift.after, shift.share_after)
    (0, 1) 2 1 0.75
    (0, 2) 1 2 0.25
    """
    there = np.nonzero((before.weighted_observed > 0) | (after.weighted_observed > 0))
    rows, columns = there
    cells = zip(
        rows.tolist(),
        columns.tolist(),
        before.observed[there].tolist(),
        _ranks(before.weighted_observed[there]),
        _ranks(after.weighted_observed[there]),
        before.shares[there].tolist(),
        after.shares[there].tolist(),
        strict=True,
    )
    shifts = [RankShift(*cell) for cell in cells]
    last = len(shifts) + 1
    return tuple(sorted(shifts, key=lambda one: (one.after or last, one.before or last)))


def _ranks(costs: NDArray[np.float64]) -> list[int | None]:
    """Return the rank of each cost, shape (m,): 1 plus how many are larger; None where it is 0."""
    # Costs that differ by rounding alone share a rank.
    rounded = np.array([float(f"{cost:.12g}") for cost in costs.tolist()])
    larger = np.searchsorted(np.sort(-rounded), -rounded).tolist()
    return [1 + n if cost else None for n, cost in zip(larger, rounded, strict=True)]
