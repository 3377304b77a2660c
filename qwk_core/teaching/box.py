"""How is kappa the empty part of a box that the misses fill?

A miss costs a number of tiles: its distance squared, its distance, or one, by the scheme. The
box has room for what pairing the same ratings at random would cost on average. Kappa is the share
of the box that the misses leave empty: κ = 1 − ΣwO / ΣwE, with w in tiles, so not divided.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import disagreement, largest_disagreement
from qwk_core.ratings import Array, Ratings
from qwk_core.walkthrough import Walkthrough


@dataclass(frozen=True, eq=False)
class Box:
    """What the misses cost in tiles, and the box of what chance would cost.

    Attributes
    ----------
    costs : ndarray of int64 (object beyond 64 bits, float64 for fractions), shape (N, N)
        What each cell costs: its items times the tiles of one; rows actual, columns predicted.
    cost : int or float
        What all misses cost: the sum of `costs`.
    chance : float
        What pairing the same ratings at random would cost on average: the size of the box.
    agreeing : int or float
        How many items were given the same category twice.
    kappa : float
        The share of the box that stays empty; below 0 it overflows; nan where there is no box.
    """

    costs: Array
    cost: int | float
    chance: float
    agreeing: int | float
    kappa: float


def box(walk: Walkthrough) -> Box:
    """Return the box of a walk with one of the named schemes.

    Parameters
    ----------
    walk : Walkthrough
        With quadratic, linear or unweighted weights.

    Returns
    -------
    Box

    Examples
    --------
    >>> from qwk_core.teaching.examples import example
    >>> pets = example("petfinder")
    >>> for scheme in ("quadratic", "linear", "unweighted"):
    ...     found = box(pets.walk(scheme))
    ...     print(found.cost, round(found.chance, 1), round(found.kappa, 3))
    36 52.8 0.318
    10 18.2 0.451
    3 7.6 0.605
    """
    size = len(walk.categories)
    tiles: Array = disagreement(size, walk.scheme)
    most = largest_disagreement(size, walk.scheme)
    if walk.observed.dtype == np.int64 and int(walk.n) * most >= 2**63:
        tiles = tiles.astype(object)  # Python's own integers, which do not overflow
    costs = tiles * walk.observed
    cost = costs.sum()
    return Box(
        costs=costs,
        cost=cost if isinstance(cost, int) else cost.item(),
        chance=walk.denominator * most,
        agreeing=walk.observed.trace().item(),
        kappa=walk.kappa,
    )


@dataclass(frozen=True, eq=False)
class Filling:
    """How the box fills, one miss after the other, the costliest first.

    Attributes
    ----------
    items : ndarray of intp, shape (n_misses,)
        The items that miss, counted from 0.
    kappa : ndarray of float64, shape (n_misses + 1,)
        The empty share before the first of them, and after each.
    """

    items: NDArray[np.intp]
    kappa: NDArray[np.float64]


def fill_box(ratings: Ratings, scheme: str = "quadratic") -> Filling:
    """Return how the misses fill the box, one after the other.

    Parameters
    ----------
    ratings : Ratings
        n items.
    scheme : {"quadratic", "linear", "unweighted"}
        How many tiles a miss costs.

    Returns
    -------
    Filling
        All nan where kappa is undefined.

    Raises
    ------
    RatingsError
        If the scheme is unknown.

    Examples
    --------
    >>> from qwk_core import read_ratings
    >>> filling = fill_box(read_ratings([4, 4, 0, 1], [0, 4, 0, 2]))
    >>> filling.items, filling.kappa.round(2)
    (array([0, 3]), array([1.  , 0.38, 0.35]))
    """
    tiles = disagreement(len(ratings.categories), scheme)
    costs = tiles[ratings.actual, ratings.predicted]
    dearest_first = np.argsort(-costs, kind="stable")[: np.count_nonzero(costs)]
    filled = np.concatenate([[0], costs[dearest_first].cumsum()])
    return Filling(dearest_first, _kappas(ratings, tiles, filled))


@dataclass(frozen=True, eq=False)
class ItemShuffles:
    """The same predictions in another order, many times.

    Attributes
    ----------
    predicted : ndarray of intp, shape (n_shuffles, n)
        Positions in the categories.
    cost : ndarray of int64, shape (n_shuffles,)
        What the misses cost in each shuffle, in tiles. What chance would cost stays as it is: the
        totals do.
    kappa : ndarray of float64, shape (n_shuffles,)
        nan throughout where kappa is undefined.
    """

    predicted: NDArray[np.intp]
    cost: NDArray[np.int64]
    kappa: NDArray[np.float64]


def shuffle_items(
    ratings: Ratings, *, n_shuffles: int, seed: int, scheme: str = "quadratic"
) -> ItemShuffles:
    """Shuffle the predictions item by item, and compute kappa each time.

    Parameters
    ----------
    ratings : Ratings
        n items.
    n_shuffles : int
        How many shuffles, at least 1.
    seed : int
        The same seed gives the same shuffles.
    scheme : {"quadratic", "linear", "unweighted"}
        How many tiles a miss costs.

    Returns
    -------
    ItemShuffles

    Raises
    ------
    RatingsError
        If the scheme is unknown, or the number of shuffles is below 1.

    Examples
    --------
    >>> from qwk_core import read_ratings
    >>> shuffles = shuffle_items(read_ratings([0, 1, 1], [0, 1, 2]), n_shuffles=4, seed=1)
    >>> np.sort(shuffles.predicted)
    array([[0, 1, 2],
           [0, 1, 2],
           [0, 1, 2],
           [0, 1, 2]])
    """
    if n_shuffles < 1:
        raise RatingsError("Shuffles: {value} are none; 1 is the least.", value=shown(n_shuffles))
    tiles = disagreement(len(ratings.categories), scheme)
    once = np.tile(ratings.predicted, (n_shuffles, 1))
    predicted = np.random.default_rng(seed).permuted(once, axis=1)
    cost = tiles[ratings.actual, predicted].sum(axis=1)
    return ItemShuffles(predicted, cost, _kappas(ratings, tiles, cost))


def _kappas(
    ratings: Ratings, tiles: NDArray[np.int64], costs: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return kappa for each of m costs of the same totals, shape (m,); tiles have shape (N, N)."""
    actual, predicted = (
        np.bincount(one, minlength=len(tiles)) for one in (ratings.actual, ratings.predicted)
    )
    by_chance = actual @ tiles @ predicted  # n times what pairing at random would cost on average
    with np.errstate(invalid="ignore"):
        kappas: NDArray[np.float64] = (by_chance - ratings.n * costs) / by_chance
    return kappas
