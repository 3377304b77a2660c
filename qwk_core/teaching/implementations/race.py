"""Which implementation is the fastest? A race over numbers of items, lap by lap."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from qwk_core.errors import RatingsError, shown
from qwk_core.messages import N_
from qwk_core.ratings import MAX_CATEGORIES
from qwk_core.teaching.implementations.catalogue import Implementation, available

RACE_SIZES = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
"""The numbers of items in a race."""


@dataclass(frozen=True)
class Lap:
    """The time of one implementation at one number of items.

    Attributes
    ----------
    key : str
        The implementation.
    n : int
        The number of items.
    seconds : float
        The fastest of its runs.
    kappa : float
        What it computed.
    """

    key: str
    n: int
    seconds: float
    kappa: float


def time_once(
    implementation: Implementation,
    n: int,
    *,
    seed: int = 0,
    repeats: int = 3,
    n_categories: int = 5,
) -> Lap:
    """Time one implementation at one number of items, here and now.

    Parameters
    ----------
    implementation : Implementation
        An available one. What it must load or compile is done before the clock starts.
    n : int
        The number of items, from 2 to the implementation's own limit.
    seed : int
        The same seed gives the same ratings.
    repeats : int
        How many runs, at least 1; the fastest counts.
    n_categories : int
        N, at least 2.

    Returns
    -------
    Lap

    Raises
    ------
    RatingsError
        If a number is out of range.

    Examples
    --------
    >>> from qwk_core.teaching.implementations.catalogue import IMPLEMENTATIONS
    >>> lap = time_once(IMPLEMENTATIONS[0], 100, seed=1)
    >>> lap.key, lap.n, lap.seconds > 0
    ('double-loop', 100, True)
    """
    for name, value, low, high in (
        (N_("Items"), n, 2, implementation.max_n),
        (N_("Runs"), repeats, 1, 1_000),
        (N_("Categories"), n_categories, 2, MAX_CATEGORIES),
    ):
        if not low <= value <= high:
            raise RatingsError(
                "{name}: {value} is out of range; from {low} to {high} can be raced.",
                name=name,
                value=shown(value),
                low=low,
                high=high,
            )
    ratings: Any = np.random.default_rng(seed).integers(0, n_categories, (2, n))
    ratings[:, :2] = (0, 1), (1, 0)  # never all alike, so that kappa is defined
    warm = ratings[:, :2]
    if implementation.takes == "lists":
        ratings, warm = ratings.tolist(), warm.tolist()
    categories = range(n_categories)
    implementation.function(warm[0], warm[1], categories)
    fastest, kappa = math.inf, math.nan
    for _ in range(repeats):
        start = time.perf_counter()
        kappa = implementation.function(ratings[0], ratings[1], categories)
        fastest = min(fastest, time.perf_counter() - start)
    return Lap(implementation.key, n, fastest, kappa)


def race(
    implementations: Sequence[Implementation],
    sizes: Sequence[int] = RACE_SIZES,
    *,
    seed: int = 0,
    repeats: int = 3,
    n_categories: int = 5,
    patience: float = math.inf,
) -> Iterator[Lap]:
    """Time implementations one after the other, small numbers of items first.

    Parameters
    ----------
    implementations : sequence of Implementation
        Those that are not available take no part; the others race up to their own limit.
    sizes : sequence of int
        The numbers of items.
    seed, repeats, n_categories : int
        See `time_once`.
    patience : float
        Seconds after which no new lap begins.

    Yields
    ------
    Lap
        It is run when the next one is asked for.

    Examples
    --------
    >>> from qwk_core.teaching.implementations.catalogue import IMPLEMENTATIONS
    >>> laps = race(IMPLEMENTATIONS[:2], sizes=(10, 100))
    >>> [(lap.key, lap.n) for lap in laps]
    [('double-loop', 10), ('histograms', 10), ('double-loop', 100), ('histograms', 100)]
    """
    start = time.monotonic()
    for implementation, n in race_programme(implementations, sizes):
        if time.monotonic() - start > patience:
            return
        yield time_once(implementation, n, seed=seed, repeats=repeats, n_categories=n_categories)


def race_programme(
    implementations: Sequence[Implementation], sizes: Sequence[int] = RACE_SIZES
) -> list[tuple[Implementation, int]]:
    """Return which implementation runs at which number of items, in the order of the race.

    Parameters
    ----------
    implementations : sequence of Implementation
        Those whose package is not installed take no part.
    sizes : sequence of int
        The numbers of items; each implementation takes part up to its own limit.

    Returns
    -------
    list of (Implementation, int)

    Examples
    --------
    >>> from qwk_core.teaching.implementations.catalogue import IMPLEMENTATIONS
    >>> [(one.key, n) for one, n in race_programme(IMPLEMENTATIONS[:1], (10, 100))]
    [('double-loop', 10), ('double-loop', 100)]
    """
    entered = [one for one in implementations if available(one)]
    return [(one, n) for n in sizes for one in entered if n <= one.max_n]
