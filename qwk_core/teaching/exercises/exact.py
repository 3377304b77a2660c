"""What is kappa, without any rounding? A walk through a small example, in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import TypeAlias

from qwk_core.teaching.exercises.dice import Redraw, Vector

Table: TypeAlias = tuple[tuple[int, ...], ...]
Matrix: TypeAlias = tuple[tuple[Fraction, ...], ...]

# The power of the distance in a weighting scheme.
QUADRATIC, LINEAR, UNWEIGHTED = 2, 1, 0


@dataclass(frozen=True)
class ExactWalk:
    """A small `Walkthrough` in fractions: what is equal is equal to the last digit.

    Attributes
    ----------
    observed : tuple of tuples of int, N × N
        O, not all zero; rows actual, columns predicted.
    power : {2, 1, 0}
        The weighting scheme: `QUADRATIC`, `LINEAR` or `UNWEIGHTED`.
    factor : int
        What every weight is multiplied by.

    Examples
    --------
    >>> walk = ExactWalk(((1, 0), (1, 1)))
    >>> walk.expected[0], walk.kappa
    ((Fraction(2, 3), Fraction(1, 3)), Fraction(2, 5))
    >>> print(ExactWalk(((0, 0), (0, 3))).kappa_or_none)
    None
    """

    observed: Table
    power: int = QUADRATIC
    factor: int = 1

    @property
    def size(self) -> int:
        """N, the number of categories."""
        return len(self.observed)

    @cached_property
    def rows(self) -> Vector:
        """The actual totals."""
        return tuple(map(sum, self.observed))

    @cached_property
    def columns(self) -> Vector:
        """The predicted totals."""
        return tuple(map(sum, zip(*self.observed, strict=True)))

    @cached_property
    def n(self) -> int:
        """The number of items."""
        return sum(self.rows)

    @cached_property
    def hits(self) -> int:
        """How many items have the same rating twice."""
        return sum(row[i] for i, row in enumerate(self.observed))

    @cached_property
    def weights(self) -> Matrix:
        """The matrix w."""
        return tuple(tuple(self.factor * w for w in row) for row in weights(self.size, self.power))

    @cached_property
    def expected(self) -> Matrix:
        """The matrix E; it sums to n, as O does."""
        return tuple(
            tuple(Fraction(row * column, self.n) for column in self.columns) for row in self.rows
        )

    @cached_property
    def weighted_observed(self) -> Matrix:
        """The product w × O, cell by cell."""
        return _product(self.weights, self.observed)

    @cached_property
    def weighted_expected(self) -> Matrix:
        """The product w × E, cell by cell."""
        return _product(self.weights, self.expected)

    @cached_property
    def numerator(self) -> Fraction:
        """ΣwO."""
        return _total(self.weighted_observed)

    @cached_property
    def denominator(self) -> Fraction:
        """ΣwE."""
        return _total(self.weighted_expected)

    @cached_property
    def kappa_or_none(self) -> Fraction | None:
        """κ; None where it is 0 ÷ 0."""
        return 1 - self.numerator / self.denominator if self.denominator else None

    @property
    def kappa(self) -> Fraction:
        """κ; draws again where it is 0 ÷ 0."""
        if self.kappa_or_none is None:
            raise Redraw
        return self.kappa_or_none

    @property
    def sums(self) -> dict[str, Fraction | None]:
        """What a sentence on κ names: ΣwO above, ΣwE below, and κ."""
        return {
            "above": self.numerator,
            "below": self.denominator,
            "kappa": self.kappa_or_none,
        }


def count(actual: Sequence[int], predicted: Sequence[int], size: int) -> ExactWalk:
    """Count two ratings, and walk through them with quadratic weights.

    Parameters
    ----------
    actual, predicted : sequence of int, length n
        Positions from 0 to N − 1.
    size : int
        N, the number of categories.

    Returns
    -------
    ExactWalk

    Examples
    --------
    >>> count((0, 1, 1), (0, 0, 1), 2).observed
    ((1, 0), (1, 1))
    """
    pairs = list(zip(actual, predicted, strict=True))
    return ExactWalk(tuple(tuple(pairs.count((i, j)) for j in range(size)) for i in range(size)))


@cache
def weights(size: int, power: int = QUADRATIC) -> Matrix:
    """Return w: each distance to a power, divided by the greatest.

    Parameters
    ----------
    size : int
        N, at least 2.
    power : {2, 1, 0}
        `QUADRATIC`, `LINEAR` or `UNWEIGHTED`.

    Returns
    -------
    tuple of tuples of Fraction, N × N
        0 on the diagonal, 1 in the far corners.

    Examples
    --------
    >>> weights(3)[0]
    (Fraction(0, 1), Fraction(1, 4), Fraction(1, 1))
    """
    return tuple(
        tuple(
            Fraction(abs(i - j) ** power, (size - 1) ** power) if i != j else Fraction(0)
            for j in range(size)
        )
        for i in range(size)
    )


def _total(matrix: Matrix) -> Fraction:
    return sum((cell for row in matrix for cell in row), Fraction(0))


def _product(left: Matrix, right: Sequence[Sequence[Fraction | int]]) -> Matrix:
    return tuple(
        tuple(x * y for x, y in zip(*rows, strict=True)) for rows in zip(left, right, strict=True)
    )
