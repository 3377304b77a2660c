"""What is kappa, without any rounding? Small matrices in fractions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import TypeAlias, TypeVar

from qwk_core.teaching.exercises.dice import Redraw, Vector

T = TypeVar("T")
Table: TypeAlias = tuple[tuple[int, ...], ...]
Matrix: TypeAlias = tuple[tuple[Fraction, ...], ...]

# The power of the distance in a weighting scheme.
QUADRATIC, LINEAR, UNWEIGHTED = 2, 1, 0


def count(actual: Vector, predicted: Vector, size: int) -> Table:
    """Return O.

    Parameters
    ----------
    actual, predicted : tuple of int, length n
        Positions from 0 to N − 1.
    size : int
        N, the number of categories.

    Returns
    -------
    tuple of tuples of int, N × N
        Rows actual, columns predicted.

    Examples
    --------
    >>> count((0, 1, 1), (0, 0, 1), 2)
    ((1, 0), (1, 1))
    """
    pairs = list(zip(actual, predicted, strict=True))
    return tuple(tuple(pairs.count((i, j)) for j in range(size)) for i in range(size))


def row_totals(table: Table) -> Vector:
    """Return the sums of the rows.

    Parameters
    ----------
    table : tuple of tuples of int, N × N
        Counts.

    Returns
    -------
    tuple of int, length N
    """
    return tuple(map(sum, table))


def column_totals(table: Table) -> Vector:
    """Return the sums of the columns.

    Parameters
    ----------
    table : tuple of tuples of int, N × N
        Counts.

    Returns
    -------
    tuple of int, length N
    """
    return row_totals(transposed(table))


def transposed(table: tuple[tuple[T, ...], ...]) -> tuple[tuple[T, ...], ...]:
    """Return a matrix with rows and columns exchanged.

    Parameters
    ----------
    table : tuple of tuples, N × N
        The matrix.

    Returns
    -------
    tuple of tuples, N × N
    """
    return tuple(zip(*table, strict=True))


def total(matrix: Iterable[Iterable[Fraction | int]]) -> Fraction:
    """Return the sum of all cells.

    Parameters
    ----------
    matrix : iterable of iterables of int or Fraction, N × N
        The matrix.

    Returns
    -------
    Fraction
    """
    return sum((Fraction(cell) for row in matrix for cell in row), Fraction(0))


def expected(table: Table) -> Matrix:
    """Return E.

    Parameters
    ----------
    table : tuple of tuples of int, N × N
        O, not all zero.

    Returns
    -------
    tuple of tuples of Fraction, N × N
        It sums to n, as O does.

    Examples
    --------
    >>> expected(((2, 0), (1, 1)))[0]
    (Fraction(3, 2), Fraction(1, 2))
    """
    rows, columns = row_totals(table), column_totals(table)
    n = sum(rows)
    return tuple(tuple(Fraction(row * column, n) for column in columns) for row in rows)


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


def product(left: Matrix, right: Sequence[Sequence[Fraction | int]]) -> Matrix:
    """Return two matrices multiplied cell by cell.

    Parameters
    ----------
    left : tuple of tuples of Fraction, N × N
        The one matrix.
    right : sequence of sequences of int or Fraction, N × N
        The other.

    Returns
    -------
    tuple of tuples of Fraction, N × N
    """
    return tuple(
        tuple(x * y for x, y in zip(*rows, strict=True)) for rows in zip(left, right, strict=True)
    )


def numerator(table: Table, power: int = QUADRATIC) -> Fraction:
    """Return ΣwO.

    Parameters
    ----------
    table : tuple of tuples of int, N × N
        O.
    power : {2, 1, 0}
        The weighting scheme, as for `weights`.

    Returns
    -------
    Fraction
    """
    return total(product(weights(len(table), power), table))


def denominator(table: Table, power: int = QUADRATIC) -> Fraction:
    """Return ΣwE.

    Parameters
    ----------
    table : tuple of tuples of int, N × N
        O.
    power : {2, 1, 0}
        The weighting scheme, as for `weights`.

    Returns
    -------
    Fraction
    """
    return total(product(weights(len(table), power), expected(table)))


def kappa(table: Table, power: int = QUADRATIC) -> Fraction | None:
    """Return κ.

    Parameters
    ----------
    table : tuple of tuples of int, N × N
        O.
    power : {2, 1, 0}
        The weighting scheme, as for `weights`.

    Returns
    -------
    Fraction or None
        None where κ is 0 ÷ 0.

    Examples
    --------
    >>> kappa(((1, 0), (1, 1))), kappa(((0, 0), (0, 3)))
    (Fraction(2, 5), None)
    """
    by_chance = denominator(table, power)
    return 1 - numerator(table, power) / by_chance if by_chance else None


def known_kappa(table: Table, power: int = QUADRATIC) -> Fraction:
    """Return κ, and require that it is a number.

    Parameters
    ----------
    table : tuple of tuples of int, N × N
        O.
    power : {2, 1, 0}
        The weighting scheme, as for `weights`.

    Returns
    -------
    Fraction

    Raises
    ------
    Redraw
        If κ is 0 ÷ 0.

    Examples
    --------
    >>> known_kappa(((1, 0), (1, 1)))
    Fraction(2, 5)
    """
    found = kappa(table, power)
    if found is None:
        raise Redraw
    return found


def hits(table: Table) -> int:
    """Return how many items have the same rating twice.

    Parameters
    ----------
    table : tuple of tuples of int, N × N
        O.

    Returns
    -------
    int
    """
    return sum(row[i] for i, row in enumerate(table))


def plain_number(value: Fraction | int) -> int | float:
    """Return a number as the values of a message hold it.

    Parameters
    ----------
    value : int or Fraction
        Any number.

    Returns
    -------
    int or float
        An int where the number is whole.
    """
    return value.numerator if value.denominator == 1 else float(value)
