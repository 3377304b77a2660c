"""On which ratings do the implementations differ, and what is each answer worth?"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError
from qwk_core.kappa import quadratic_weighted_kappa
from qwk_core.ratings import read_counts
from qwk_core.teaching.catalogues import read_catalogue

_MOST_ITEMS = 200_000
_SAME_DIGITS = 12  # kappas that share so many differ by rounding alone


@dataclass(frozen=True)
class TrapCase:
    """Ratings on which the implementations differ.

    Attributes
    ----------
    key, title, idea : str
        A short name that never changes, the name people see, and what is special, in a sentence.
    actual, predicted, categories : tuple of int
        The ratings and the declared scale.
    """

    key: str
    title: str
    idea: str
    actual: tuple[int, ...]
    predicted: tuple[int, ...]
    categories: tuple[int, ...]

    @property
    def ratings(self) -> tuple[tuple[int, ...], ...]:
        """What an implementation takes: actual, predicted, categories."""
        return self.actual, self.predicted, self.categories

    def exact(self) -> float | RatingsError:
        """Return the right answer: a kappa, or the reason why there can be none.

        Examples
        --------
        >>> str(TRAP_CASES["above"].exact())
        'Predicted, item 6: 7 is not one of the categories 0–4.'
        """
        try:
            return quadratic_weighted_kappa(self.actual, self.predicted, categories=self.categories)
        except RatingsError as error:
            return error


TRAP_CASES = {
    entry["key"]: TrapCase(**entry)
    for entry in read_catalogue(Path(__file__).parents[1] / "trap_cases.toml")
}
"""The cases by their keys, in the order of the page: trap_cases.toml."""


@dataclass(frozen=True)
class Outcome:
    """What an implementation returned for some ratings.

    Attributes
    ----------
    kappa : float
        Its answer; nan where there is none.
    error : str or None
        The error it stopped with, as Python words it.
    """

    kappa: float
    error: str | None = None


def run_function(
    function: Callable[[Any, Any, Sequence[int]], float],
    actual: Any,
    predicted: Any,
    categories: Sequence[int],
) -> Outcome:
    """Run an implementation, and catch the errors that its traps lead to.

    Parameters
    ----------
    function : callable
        The function of an available `Implementation`.
    actual, predicted : sequence of int, shape (n,)
        Two ratings of each item.
    categories : sequence of int, shape (N,)
        Consecutive whole numbers, lowest first.

    Returns
    -------
    Outcome

    Examples
    --------
    >>> from qwk_core.teaching.implementations.ways import double_loop
    >>> run_function(double_loop, [0, 1, 2], [0, 2, 2], range(3))
    Outcome(kappa=0.8, error=None)
    >>> run_function(double_loop, [1, 1], [1, 1], range(3))
    Outcome(kappa=nan, error='ZeroDivisionError: float division by zero')
    """
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            # A 0 ÷ 0 is an answer here, and shown as one.
            warnings.simplefilter("ignore")
            return Outcome(function(actual, predicted, categories))
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        return Outcome(math.nan, f"{type(error).__name__}: {error}")


def digits_shared(kappa: float, exact: float) -> int:
    """Return to how many significant digits two kappas agree.

    Parameters
    ----------
    kappa, exact : float
        A kappa, and the right one.

    Returns
    -------
    int
        17 if they agree to the last bit, or if both are nan.

    Examples
    --------
    >>> digits_shared(0.3181818181818182, 0.3181818181818182)
    17
    >>> digits_shared(0.31818181, 0.3181818181818182), digits_shared(0.5, 0.3), digits_shared(1, 0)
    (7, 0, 0)
    """
    if kappa == exact or (math.isnan(kappa) and math.isnan(exact)):
        return 17
    if math.isnan(kappa) or math.isnan(exact):
        return 0
    # A kappa of 0 has no digits of its own: it is compared with 1.
    return max(int(-math.log10(abs(kappa - exact) / (abs(exact) or 1.0))), 0)


def judge(outcome: Outcome, exact: float | RatingsError) -> str:
    """Return what an outcome is worth: "right", "wrong", "refuses" or "stops".

    Parameters
    ----------
    outcome : Outcome
        What an implementation returned.
    exact : float or RatingsError
        The right kappa, nan where it is undefined; or why these ratings should be refused.

    Returns
    -------
    str
        "refuses" where an error is due and there is one, "stops" where none is due.

    Examples
    --------
    >>> judge(Outcome(0.8), 0.8), judge(Outcome(0.75), 0.481), judge(Outcome(1.0), math.nan)
    ('right', 'wrong', 'wrong')
    >>> judge(Outcome(math.nan, "IndexError: 7"), RatingsError("7 is not on the scale."))
    'refuses'
    >>> judge(Outcome(math.nan, "ZeroDivisionError"), math.nan)
    'stops'
    """
    if isinstance(exact, RatingsError):
        return "wrong" if outcome.error is None else "refuses"
    if outcome.error is not None:
        return "stops"
    return "right" if digits_shared(outcome.kappa, exact) >= _SAME_DIGITS else "wrong"


def items_of_counts(observed: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the ratings behind a matrix of counts, item by item.

    Parameters
    ----------
    observed : array_like of whole numbers, shape (N, N)
        O: the counts, rows actual and columns predicted; 200,000 items at most.

    Returns
    -------
    actual, predicted : ndarray of int64, shape (n,)
        Two ratings of each item, as positions from 0 to N − 1.

    Raises
    ------
    RatingsError
        If the counts cannot be used, or are fractions or too many.

    Examples
    --------
    >>> items_of_counts([[2, 0], [1, 1]])
    (array([0, 0, 1, 1]), array([0, 0, 0, 1]))
    """
    counts, _ = read_counts(observed)
    if counts.dtype != np.int64:
        raise RatingsError("Counts: only whole counts can be written out item by item.")
    if counts.sum() > _MOST_ITEMS:
        raise RatingsError(
            "Counts: up to {most} items can be written out one by one, and these are {n}.",
            most=f"{_MOST_ITEMS:,}",
            n=f"{counts.sum():,}",
        )
    actual, predicted = np.indices(counts.shape).reshape(2, -1)
    return actual.repeat(counts.ravel()), predicted.repeat(counts.ravel())
