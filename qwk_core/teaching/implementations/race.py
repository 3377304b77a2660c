"""Which implementation is the fastest? A race over numbers of items, lap by lap."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from qwk_core.teaching.implementations.catalogue import Implementation, available

RACE_SIZES = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
"""The numbers of items in a race."""

_RUNS = 3  # of which the fastest counts
_CATEGORIES = range(5)


@dataclass(frozen=True)
class Lap:
    """The time of one implementation at one number of items.

    Attributes
    ----------
    name : str
        The implementation.
    n : int
        The number of items.
    seconds : float
        The fastest of its runs.
    """

    name: str
    n: int
    seconds: float


def time_once(one: Implementation, n: int) -> Lap:
    """Time one implementation at one number of items, here and now.

    Parameters
    ----------
    one : Implementation
        An available one. What it must load or compile is done before the clock starts.
    n : int
        The number of items, at least 2. Everyone gets the same ratings.

    Returns
    -------
    Lap

    Examples
    --------
    >>> from qwk_core.teaching.implementations.catalogue import IMPLEMENTATIONS
    >>> lap = time_once(IMPLEMENTATIONS[0], 100)
    >>> lap.name, lap.n, lap.seconds > 0
    ('double-loop', 100, True)
    """
    ratings = np.random.default_rng(0).integers(0, len(_CATEGORIES), (2, n))
    ratings[:, :2] = (0, 1), (1, 0)  # never all alike, so that kappa is defined
    one.function(*one.taken(ratings[0, :2], ratings[1, :2]), _CATEGORIES)
    taken = one.taken(ratings[0], ratings[1])
    fastest = math.inf
    for _ in range(_RUNS):
        start = time.perf_counter()
        one.function(*taken, _CATEGORIES)
        fastest = min(fastest, time.perf_counter() - start)
    return Lap(one.name, n, fastest)


def race(
    programme: Sequence[tuple[Implementation, int]], *, patience: float = math.inf
) -> Iterator[Lap]:
    """Time implementations one after the other.

    Parameters
    ----------
    programme : sequence of (Implementation, int)
        Who runs at which number of items, from `race_programme`.
    patience : float
        Seconds after which no new lap begins.

    Yields
    ------
    Lap
        It is run when the next one is asked for.

    Examples
    --------
    >>> from qwk_core.teaching.implementations.catalogue import IMPLEMENTATIONS
    >>> laps = race(race_programme(IMPLEMENTATIONS[:2], (10, 100)))
    >>> [(lap.name, lap.n) for lap in laps]
    [('double-loop', 10), ('histograms', 10), ('double-loop', 100), ('histograms', 100)]
    """
    start = time.monotonic()
    for one, n in programme:
        if time.monotonic() - start > patience:
            return
        yield time_once(one, n)


def race_programme(
    implementations: Sequence[Implementation], sizes: Sequence[int] = RACE_SIZES
) -> list[tuple[Implementation, int]]:
    """Return which implementation runs at which number of items, small numbers first.

    Parameters
    ----------
    implementations : sequence of Implementation
        Those whose package is not installed take no part.
    sizes : sequence of int
        The numbers of items.

    Returns
    -------
    list of (Implementation, int)

    Examples
    --------
    >>> from qwk_core.teaching.implementations.catalogue import IMPLEMENTATIONS
    >>> [(one.name, n) for one, n in race_programme(IMPLEMENTATIONS[:1], (10, 100))]
    [('double-loop', 10), ('double-loop', 100)]
    """
    entered = [one for one in implementations if available(one)]
    return [(one, n) for n in sizes for one in entered]
