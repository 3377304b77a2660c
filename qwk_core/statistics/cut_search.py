"""Which cut-points give the greatest kappa? The search, in whole numbers, over sorted scores.

Let y count the cut-points at or below an item's score, x be its actual position, A(t) the number
of items at or above a cut-point t, and X(t) the sum of their x. Then Σy = ΣA(tₖ), Σxy = ΣX(tₖ) and
Σy² = Σ(2k − 1)A(tₖ) over the cut-points t₁ ≤ t₂ ≤ …, so that both parts of

    κ = 2 (n Σxy − Σx Σy) / (n (Σx² + Σy²) − 2 Σx Σy)

are sums over cut-points of what each of them adds alone. Cumulative sums over the sorted scores
give each addend for every place a cut-point can take, in whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SortedScores:
    """The sums that decide where a cut-point is best, for every place it can take.

    At place b the b lowest of the m distinct scores are below the cut-point.

    Attributes
    ----------
    values : ndarray of float64, shape (m,)
        The distinct scores.
    items_above, sum_above : ndarray of int64, shape (m + 1,)
        The number of items at or above the place, and the sum of their x.
    n, sum_x, sum_xx : int
        Over all items.
    """

    values: Floats
    items_above: Integers
    sum_above: Integers
    n: int
    sum_x: int
    sum_xx: int

    @classmethod
    def of(cls, x: Integers, values: Floats) -> SortedScores:
        """Sum up the items of any order.

        Parameters
        ----------
        x : ndarray of int64, shape (n,)
            The actual positions.
        values : ndarray of float64, shape (n,)
            The scores.
        """
        order = np.argsort(values)
        return cls.of_sorted(x[order], values[order])

    @classmethod
    def of_sorted(cls, x: Integers, values: Floats) -> SortedScores:
        """Sum up items that are sorted by their score.

        Parameters
        ----------
        x : ndarray of int64, shape (n,)
            The actual positions.
        values : ndarray of float64, shape (n,)
            The scores, from lowest to highest.
        """
        starts = np.flatnonzero(values[1:] != values[:-1]) + 1
        places = np.concatenate(([0], starts, [x.size]))
        below = np.concatenate(([0], np.cumsum(x)))[places]
        return cls(
            values=values[places[:-1]],
            items_above=x.size - places,
            sum_above=below[-1] - below,
            n=x.size,
            sum_x=int(below[-1]),
            sum_xx=int(x @ x),
        )

    def places(self, thresholds: Floats) -> list[int]:
        """Return the place of each threshold.

        Parameters
        ----------
        thresholds : ndarray of float64, shape (N − 1,)
            From lowest to highest.

        Returns
        -------
        list of int
        """
        found: list[int] = np.searchsorted(self.values, thresholds, side="left").tolist()
        return found

    def kappa(self, places: Sequence[int]) -> Fraction | None:
        """Return kappa with cut-points at these places, exactly; None where it is 0 ÷ 0.

        Parameters
        ----------
        places : sequence of int, length N − 1
            From lowest to highest.

        Returns
        -------
        Fraction or None
        """
        items = [int(self.items_above[place]) for place in places]
        sum_y = sum(items)
        sum_yy = sum((2 * k + 1) * above for k, above in enumerate(items))
        sum_xy = sum(int(self.sum_above[place]) for place in places)
        denominator = self.n * (self.sum_xx + sum_yy) - 2 * self.sum_x * sum_y
        if denominator == 0:
            return None
        return Fraction(2 * (self.n * sum_xy - self.sum_x * sum_y), denominator)

    def best_places(self, bars: Sequence[Fraction]) -> list[int]:
        """Return, for each bar, the lowest place above which x exceeds it by the most in all.

        The bars rise, and so do their places. So the place of the middle bar bounds the places of
        all others, and so on within each half.

        Parameters
        ----------
        bars : sequence of Fraction, length N − 1
            From lowest to highest.

        Returns
        -------
        list of int
        """
        found = [0] * len(bars)
        open_ranges = [(0, len(bars), 0, self.values.size)]
        while open_ranges:
            first, stop, lowest, highest = open_ranges.pop()
            if first < stop:
                middle = (first + stop) // 2
                found[middle] = place = self._best_place(bars[middle], lowest, highest)
                open_ranges += (first, middle, lowest, place), (middle + 1, stop, place, highest)
        return found

    def _best_place(self, bar: Fraction, lowest: int, highest: int) -> int:
        """Return the best place of one bar, from `lowest` to `highest`."""
        items = self.items_above[lowest : highest + 1]
        sums = self.sum_above[lowest : highest + 1]
        surplus = items * -float(bar)
        surplus += sums
        # Floats rule out nearly all places; whole numbers decide among the others.
        doubt = 8 * np.finfo(np.float64).eps * (float(sums[0]) + abs(float(bar)) * float(items[0]))
        best = np.flatnonzero(surplus >= surplus.max() - doubt).tolist()
        if len(best) > 1:
            exact = [
                bar.denominator * int(sums[place]) - bar.numerator * int(items[place])
                for place in best
            ]
            best = [best[exact.index(max(exact))]]
        return lowest + int(best[0])

    def threshold(self, place: int) -> float:
        """Return a number between the scores at this place, with as few digits as possible.

        Parameters
        ----------
        place : int
            From 0 to m.

        Returns
        -------
        float
            −inf or inf at the two ends.
        """
        if place == 0:
            return -math.inf
        if place == self.values.size:
            return math.inf
        below, above = self.values[place - 1 : place + 1].tolist()
        middle = below + (above - below) / 2
        for digits in range(1, 17):
            short = float(f"{middle:.{digits}g}")
            if below < short <= above:
                return short
        return float(above)  # neighbours among floats

    def shortened(self, threshold: float, decimals: int) -> float:
        """Return a threshold rounded to a few decimals, at the same place among the scores.

        Parameters
        ----------
        threshold : float
            Any number.
        decimals : int
            How many decimals; more where these would move the threshold to another place.

        Returns
        -------
        float
        """
        place = int(np.searchsorted(self.values, threshold, side="left"))
        for more in range(8):
            short = round(threshold, decimals + more)
            if np.searchsorted(self.values, short, side="left") == place:
                return short
        return threshold
