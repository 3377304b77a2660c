"""Chance that a link repeats on every machine, and kappa's matrices without rounding."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Vector: TypeAlias = tuple[int, ...]
Table: TypeAlias = tuple[tuple[int, ...], ...]
Matrix: TypeAlias = tuple[tuple[Fraction, ...], ...]

QUADRATIC, LINEAR = 2, 1  # the power of the distance
UNWEIGHTED = 0


class Unfit(Exception):
    """Chance gave nothing that is fit to be asked: throw again."""


def fit(holds: bool) -> None:
    """See that what chance gave is fit to be asked."""
    if not holds:
        raise Unfit


class Dice:
    """Chance from words: the same words throw the same, in every version of Python.

    Of Python's generator only `random` itself is promised to stay as it is.
    """

    def __init__(self, *words: object) -> None:
        self._random = random.Random("-".join(map(str, words)))
        self._aim = self.share()

    def aim(self, n: int) -> int:
        """Return a whole number from 0 to n − 1, the same however often these dice are thrown.

        What an exercise aims at stays, try after try: aims that are hard to meet are no rarer.
        """
        return int(self._aim * n)

    def share(self) -> float:
        """Throw a number from 0 to 1."""
        return self._random.random()

    def below(self, n: int) -> int:
        """Throw a whole number from 0 to n − 1."""
        return int(self.share() * n)

    def pick(self, options: Sequence[T]) -> T:
        """Pick one."""
        return options[self.below(len(options))]

    def shuffled(self, options: Iterable[T]) -> list[T]:
        """Return all of them in an order of chance."""
        left, order = list(options), []
        while left:
            order.append(left.pop(self.below(len(left))))
        return order

    def ratings(self, size: int, n: int, *, hits: float = 0.45) -> tuple[Vector, Vector]:
        """Throw two ratings of n items: a share of hits, many near misses, a few far ones."""
        actual, predicted = [], []
        for _ in range(n):
            rating, luck = self.below(size), self.share()
            actual.append(rating)
            if luck < hits:
                predicted.append(rating)
            elif luck < hits + 0.35:
                predicted.append(self.pick([p for p in range(size) if abs(p - rating) == 1]))
            else:
                predicted.append(self.below(size))
        return tuple(actual), tuple(predicted)


def count(actual: Vector, predicted: Vector, size: int) -> Table:
    """Return O.

    >>> count((0, 1, 1), (0, 0, 1), 2)
    ((1, 0), (1, 1))
    """
    pairs = list(zip(actual, predicted, strict=True))
    return tuple(tuple(pairs.count((i, j)) for j in range(size)) for i in range(size))


def row_totals(table: Table) -> Vector:
    """Return the sums of the rows."""
    return tuple(map(sum, table))


def column_totals(table: Table) -> Vector:
    """Return the sums of the columns."""
    return row_totals(transposed(table))


def transposed(table: tuple[tuple[T, ...], ...]) -> tuple[tuple[T, ...], ...]:
    """Return a matrix turned over its diagonal."""
    return tuple(zip(*table, strict=True))


def total(matrix: Iterable[Iterable[Fraction | int]]) -> Fraction:
    """Return the sum of all cells."""
    return sum((Fraction(cell) for row in matrix for cell in row), Fraction(0))


def expected(table: Table) -> Matrix:
    """Return E.

    >>> expected(((2, 0), (1, 1)))[0]
    (Fraction(3, 2), Fraction(1, 2))
    """
    rows, columns = row_totals(table), column_totals(table)
    n = sum(rows)
    return tuple(tuple(Fraction(row * column, n) for column in columns) for row in rows)


@cache
def weights(size: int, power: int = QUADRATIC) -> Matrix:
    """Return w: distances to a power, over the farthest; power 0 counts all misses alike.

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


def product(left: Matrix, right: Sequence[Sequence[Fraction | int]]) -> Matrix:
    """Return two matrices multiplied cell by cell."""
    return tuple(
        tuple(x * y for x, y in zip(*rows, strict=True)) for rows in zip(left, right, strict=True)
    )


def numerator(table: Table, power: int = QUADRATIC) -> Fraction:
    """Return ΣwO."""
    return total(product(weights(len(table), power), table))


def denominator(table: Table, power: int = QUADRATIC) -> Fraction:
    """Return ΣwE."""
    return total(product(weights(len(table), power), expected(table)))


def kappa(table: Table, power: int = QUADRATIC) -> Fraction | None:
    """Return κ, None where it is 0 ÷ 0.

    >>> kappa(((1, 0), (1, 1))), kappa(((0, 0), (0, 3)))
    (Fraction(2, 5), None)
    """
    by_chance = denominator(table, power)
    return 1 - numerator(table, power) / by_chance if by_chance else None


def known_kappa(table: Table, power: int = QUADRATIC) -> Fraction:
    """Return κ where it is a number; ratings of which it is none are not fit to be asked.

    >>> known_kappa(((1, 0), (1, 1)))
    Fraction(2, 5)
    """
    found = kappa(table, power)
    if found is None:
        raise Unfit
    return found


def hits(table: Table) -> int:
    """Return how many items are rated alike."""
    return sum(row[at] for at, row in enumerate(table))


def plain_number(value: Fraction | int) -> int | float:
    """Return a number as a message takes it: whole where it is whole."""
    return value.numerator if value.denominator == 1 else float(value)
