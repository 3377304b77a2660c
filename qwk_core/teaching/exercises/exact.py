"""Are two numbers of an exercise the same? A walk through a few ratings, and exact fractions.

Small counts give fractions with small denominators, and a float is near to only one of them. So
what is equal on paper is equal here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import SupportsFloat, TypeAlias

from qwk_core.ratings import Category
from qwk_core.teaching.exercises.dice import Vector, require
from qwk_core.walkthrough import Walkthrough, walk_through

Pair: TypeAlias = tuple[Vector, Vector]

# κ of n items and N categories is a fraction over (N − 1)² n² at the most.
_LARGEST = 10**7


def fraction(value: SupportsFloat) -> Fraction:
    """Return the fraction that was rounded to this number.

    Parameters
    ----------
    value : int, float or Fraction
        A number that was computed from small counts.

    Returns
    -------
    Fraction

    Examples
    --------
    >>> fraction(0.1 + 0.2), fraction(1 / 3)
    (Fraction(3, 10), Fraction(1, 3))
    """
    return Fraction(float(value)).limit_denominator(_LARGEST)


def count(pair: Pair, categories: Sequence[Category]) -> Walkthrough:
    """Count two ratings, and walk through them with quadratic weights.

    Parameters
    ----------
    pair : (actual, predicted), tuples of int, length n
        Positions from 0 to N − 1.
    categories : sequence of int or str, length N
        The names of the positions, from lowest to highest.

    Returns
    -------
    Walkthrough

    Examples
    --------
    >>> count(((0, 1, 1), (0, 0, 1)), (1, 2)).observed.tolist()
    [[1, 0], [1, 1]]
    """
    actual, predicted = ([categories[at] for at in vector] for vector in pair)
    return walk_through(actual, predicted, categories=categories)


def kappa_of(walk: Walkthrough) -> Fraction:
    """Return κ as a fraction.

    Parameters
    ----------
    walk : Walkthrough
        Of small counts.

    Returns
    -------
    Fraction

    Raises
    ------
    Redraw
        If κ is 0 ÷ 0.

    Examples
    --------
    >>> kappa_of(count(((0, 1, 1), (0, 0, 1)), (1, 2)))
    Fraction(2, 5)
    """
    require(walk.undefined_reason is None)
    return fraction(walk.kappa)


def sums(walk: Walkthrough) -> dict[str, float]:
    """Return what a sentence on κ names: ΣwO above, ΣwE below, and κ.

    Parameters
    ----------
    walk : Walkthrough
        Of small counts.

    Returns
    -------
    dict of str to float
        κ is nan where it is 0 ÷ 0.
    """
    return {"above": walk.numerator, "below": walk.denominator, "kappa": walk.kappa}
