"""Where do the numbers of an exercise come from? Chance that every machine repeats."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Vector: TypeAlias = tuple[int, ...]


class Redraw(Exception):
    """What was drawn cannot be asked: draw again."""


def require(condition: bool) -> None:
    """Ask for another draw unless a condition holds.

    Parameters
    ----------
    condition : bool
        What must hold for an exercise that can be asked.

    Raises
    ------
    Redraw
        If it does not hold.
    """
    if not condition:
        raise Redraw


class Dice:
    """Chance from words: the same words draw the same numbers in every version of Python.

    Of Python's own generator only `random.random` is promised to stay the same, so all else is
    made from it.

    Parameters
    ----------
    *words : object
        What the chance is made from: kind, level and seed of an exercise.
    """

    def __init__(self, *words: object) -> None:
        self._random = random.Random("-".join(map(str, words)))
        self._aim = self.share()

    def aim(self, n: int) -> int:
        """Return a whole number that stays the same, however often these dice are used.

        An exercise keeps its aim, draw after draw. Otherwise an aim that is hard to meet would be
        rare.

        Parameters
        ----------
        n : int
            How many numbers there are, from 0 to n − 1.

        Returns
        -------
        int
        """
        return int(self._aim * n)

    def share(self) -> float:
        """Draw a number from 0 to 1."""
        return self._random.random()

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n − 1.

        Parameters
        ----------
        n : int
            How many numbers there are.

        Returns
        -------
        int
        """
        return int(self.share() * n)

    def pick(self, options: Sequence[T]) -> T:
        """Draw one of several options.

        Parameters
        ----------
        options : sequence
            At least one.

        Returns
        -------
        object
            The option.
        """
        return options[self.below(len(options))]

    def shuffled(self, options: Iterable[T]) -> list[T]:
        """Return all options in a random order.

        Parameters
        ----------
        options : iterable
            What to shuffle.

        Returns
        -------
        list
        """
        left, order = list(options), []
        while left:
            order.append(left.pop(self.below(len(left))))
        return order

    def ratings(self, size: int, n: int, *, hits: float = 0.45) -> tuple[Vector, Vector]:
        """Draw two ratings of each item: a share of hits, many near misses, a few far ones.

        Parameters
        ----------
        size : int
            N, the number of categories.
        n : int
            The number of items.
        hits : float
            The probability that the prediction is the actual rating, from 0 to 0.65.

        Returns
        -------
        actual, predicted : tuple of int, length n
            Positions from 0 to N − 1.
        """
        actual, predicted = [], []
        for _ in range(n):
            rating, share = self.below(size), self.share()
            actual.append(rating)
            if share < hits:
                predicted.append(rating)
            elif share < hits + 0.35:
                predicted.append(self.pick([p for p in range(size) if abs(p - rating) == 1]))
            else:
                predicted.append(self.below(size))
        return tuple(actual), tuple(predicted)
