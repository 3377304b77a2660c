"""Which implementations are there? Seven, each with its idea, its source and its traps."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from qwk_core.teaching.catalogues import read_catalogue
from qwk_core.teaching.implementations import ways
from qwk_core.teaching.implementations.cases import Outcome, run_function
from qwk_core.teaching.implementations.traps import DEMONSTRATIONS, Numbers


@dataclass(frozen=True)
class Trap:
    """What makes an implementation give a wrong answer, or none.

    Attributes
    ----------
    key : str
        Which of `DEMONSTRATIONS` makes it happen.
    title : str
        The name people see.
    text : str
        What happens: a template in the style of `str.format` for the numbers.
    function : callable
        The way that has this trap.
    needs : str or None
        The package that is needed to see it.
    """

    key: str
    title: str
    text: str
    function: Callable[..., float]
    needs: str | None = None

    def demonstrate(self) -> Numbers:
        """Make it happen, and return the values of the fields in `text`.

        Examples
        --------
        >>> IMPLEMENTATIONS[0].traps[1].demonstrate()
        {'outcome': 'ZeroDivisionError: float division by zero'}
        """
        return DEMONSTRATIONS[self.key](self.function)


@dataclass(frozen=True)
class Implementation:
    """A way to compute quadratic weighted kappa.

    Attributes
    ----------
    name : str
        A short name that links have, too.
    title, idea : str
        The longer name, and the idea in one sentence.
    function : callable
        Takes actual, predicted and categories (consecutive whole numbers, lowest first) and
        returns kappa.
    traps : tuple of Trap
        Where it goes wrong.
    needs : str or None
        The package it needs beside numpy.
    helper : callable or None
        A second function that belongs to its source.
    takes : {"lists", "arrays"}
        What it is given.
    """

    name: str
    title: str
    idea: str
    function: Callable[[Any, Any, Sequence[int]], float]
    traps: tuple[Trap, ...] = ()
    needs: str | None = None
    helper: Callable[..., float] | None = None
    takes: str = "arrays"

    def run(self, actual: Any, predicted: Any, categories: Sequence[int]) -> Outcome:
        """Run it, and catch the errors that its traps lead to.

        Parameters
        ----------
        actual, predicted : sequence of int, shape (n,)
            Two ratings of each item.
        categories : sequence of int, shape (N,)
            Consecutive whole numbers, lowest first.

        Returns
        -------
        Outcome

        Examples
        --------
        >>> IMPLEMENTATIONS[0].run([0, 1, 2], [0, 2, 2], range(3))
        Outcome(kappa=0.8, error=None)
        """
        return run_function(self.function, *self.taken(actual, predicted), categories)

    def taken(self, actual: Any, predicted: Any) -> tuple[Any, Any]:
        """Return ratings as it takes them: as lists, or as arrays.

        Parameters
        ----------
        actual, predicted : sequence of int, shape (n,)
            Two ratings of each item.

        Returns
        -------
        actual, predicted : list of int, or ndarray
        """
        x, y = np.asarray(actual), np.asarray(predicted)
        return (x.tolist(), y.tolist()) if self.takes == "lists" else (x, y)


def available(one: Implementation | Trap) -> bool:
    """Return whether the package that an implementation, or a trap, needs is installed.

    Parameters
    ----------
    one : Implementation or Trap
        What needs a package, or none.

    Returns
    -------
    bool

    Examples
    --------
    >>> [one.name for one in IMPLEMENTATIONS if one.needs is None]
    ['double-loop', 'histograms', 'rater-lists', 'vectorised', 'moments']
    >>> available(IMPLEMENTATIONS[0])
    True
    """
    return one.needs is None or importlib.util.find_spec(one.needs) is not None


@cache
def source(implementation: Implementation) -> str:
    """Return the source of an implementation, as the module `ways` has it.

    Parameters
    ----------
    implementation : Implementation
        One of `IMPLEMENTATIONS`.

    Returns
    -------
    str
        Its function, and then its helper where it has one.

    Examples
    --------
    >>> print(source(IMPLEMENTATIONS[3]).splitlines()[0])
    def vectorised(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """
    functions = filter(None, (implementation.function, implementation.helper))
    return "\n\n".join(map(inspect.getsource, functions))


def _implementation(entry: dict[str, Any]) -> Implementation:
    function = getattr(ways, entry["name"].replace("-", "_"))
    helper = getattr(ways, entry["helper"]) if "helper" in entry else None
    traps = tuple(Trap(**trap, function=function) for trap in entry.pop("trap"))
    return Implementation(**{**entry, "helper": helper}, function=function, traps=traps)


IMPLEMENTATIONS = tuple(
    map(_implementation, read_catalogue(Path(__file__).parents[1] / "implementations.toml"))
)
"""The implementations, in the order of a page: implementations.toml."""
