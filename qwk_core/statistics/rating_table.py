"""A table of ratings, items × raters; and what it comes to where two raters are compared: counts.

>>> table = RatingTable(np.array([[0, 1], [1, 1], [2, -1]], dtype=np.int16), (1, 2, 3), ("A", "B"))
>>> table.n_items, table.n_missing, table.pair(0, 1).observed.tolist(), table.ratings(2)
(3, 1, [[0, 1, 0], [0, 1, 0], [0, 0, 0]], (3, None))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.matrices import SCHEMES
from qwk_core.messages import Message
from qwk_core.ratings import Array, Category
from qwk_core.statistics.dependence import effective_items, equal_items

NO_GROUP = "no group"
"""What the group of the items is called of which nobody named the group."""


class Exclusion(Message):
    """What was left out of the ratings by choice: who quotes a kappa says it as well."""


class Dependence(Message):
    """Which items belong together, or what they weigh: who quotes a kappa says it as well."""


class Doubt(Message):
    """What may make the interval misleading: a caution says it."""


@dataclass(frozen=True, eq=False)
class PairCounts:
    """The ratings of two raters as counts: what a file of any size comes to.

    Attributes
    ----------
    observed : ndarray of int64 (float64 for fractions), shape (N, N)
        O: the first rater in the rows, the second in the columns.
    categories : tuple of int or str, length N
        From lowest to highest.
    raters : tuple of str, length 2
        What the two are called; empty names where nobody said.
    missing : tuple of int or float, length 3
        The items that miss only the first rating, only the second, or both.
    groups : mapping of str to PairCounts
        The counts of each group of items; empty where there are none. Together they make these.
    clusters : ndarray of shape (G, N, N) or None
        O of each cluster of items that belong together, such as a pupil's.
    effective : mapping of str to float
        How many independent items these are worth, by scheme, where items bear survey weights.
    scale : float
        What the sums of survey weights were multiplied by, so that they make as many items as
        there are; 1 where items bear none.
    squares : ndarray of float64, shape (N, N), or None
        The sums of the items' squared weights, so multiplied; None where items bear none.
    """

    observed: Array
    categories: tuple[Category, ...]
    raters: tuple[str, str] = ("", "")
    missing: tuple[int | float, int | float, int | float] = (0, 0, 0)
    groups: Mapping[str, PairCounts] = field(default_factory=dict)
    clusters: Array | None = None
    effective: Mapping[str, float] = field(default_factory=dict)
    scale: float = 1.0
    squares: Array | None = None

    @property
    def n_raters(self) -> int:
        """How many raters there are: two."""
        return 2

    @property
    def n(self) -> int | float:
        """The items with both ratings; of sums of weights, without what rounding leaves."""
        total: int | float = self.observed.sum().item()
        return total if isinstance(total, int) else float(f"{total:.12g}")

    @property
    def n_missing(self) -> int | float:
        """The items that miss a rating."""
        return sum(self.missing)

    @property
    def n_items(self) -> int | float:
        """All items, those that miss a rating included."""
        return self.n + self.n_missing

    @property
    def parts(self) -> dict[str, PairCounts]:
        """The counts of each group that has any."""
        return {name: one for name, one in self.groups.items() if one.observed.any()}

    def without_lone_clusters(self) -> PairCounts:
        """Return the same counts; without clusters if each of them has one item.

        Sums of weights do not say how many items they are of: who made them looked at that.
        """
        if self.clusters is None or self.effective:
            return self
        lone = self.clusters.sum(axis=(1, 2)).max(initial=0) <= 1
        return replace(self, clusters=None) if lone else self

    def with_named_groups(self, unnamed: str = NO_GROUP) -> PairCounts:
        """Return the same counts; those of items without a group come last, under a name.

        Parameters
        ----------
        unnamed : str
            That name; if a group has it already, nothing changes.

        Returns
        -------
        PairCounts

        Examples
        --------
        >>> part = PairCounts(np.eye(2, dtype=int), (0, 1))
        >>> whole = PairCounts(2 * part.observed, (0, 1), groups={"": part, "a": part})
        >>> list(whole.with_named_groups().groups)
        ['a', 'no group']
        """
        if "" not in self.groups or unnamed in self.groups:
            return self
        named = {name: own for name, own in self.groups.items() if name}
        return replace(self, groups=named | {unnamed: self.groups[""]})

    def pair(self) -> PairCounts:
        """Return the counts of the two raters: these."""
        return self


@dataclass(frozen=True, eq=False)
class RatingTable:
    """The ratings of two raters or more, checked and frozen.

    Attributes
    ----------
    positions : ndarray of int16, shape (n, r)
        Each rating's position in `categories`, −1 where it is missing; read-only.
    categories : tuple of int or str, length N
        From lowest to highest.
    raters : tuple of str, length r
        A name for each column.
    groups : tuple of str, length n or 0
        Each item's group; empty where there are none.
    clusters : tuple of str, length n or 0
        Which items belong together, such as a pupil's; empty where each is alone.
    item_weights : ndarray of float64, shape (n,), or None
        The survey weight of each item, above 0; None where all count alike.
    """

    positions: NDArray[np.int16]
    categories: tuple[Category, ...]
    raters: tuple[str, ...]
    groups: tuple[str, ...] = ()
    clusters: tuple[str, ...] = ()
    item_weights: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        self.positions.setflags(write=False)

    @property
    def n_raters(self) -> int:
        """How many raters there are."""
        return len(self.raters)

    @property
    def n_items(self) -> int:
        """How many items there are, those without any rating included."""
        return len(self.positions)

    @cached_property
    def n_missing(self) -> int:
        """How many ratings are missing, of n × r."""
        return int(np.count_nonzero(self.positions < 0))

    @cached_property
    def shared(self) -> NDArray[np.intp]:
        """The places of the items with two ratings or more: these tell how raters agree."""
        return np.flatnonzero((self.positions >= 0).sum(axis=1) > 1)

    @property
    def n_equal(self) -> float:
        """How many items of one weight those with two ratings or more are worth."""
        if self.item_weights is None or not len(self.shared):
            return float(len(self.shared))
        return equal_items(self.item_weights[self.shared])

    @property
    def n_clusters(self) -> int:
        """How many clusters have an item with two ratings; 0 where each item is alone."""
        return len({self.clusters[item] for item in self.shared}) if self.clusters else 0

    def without_lone_clusters(self) -> RatingTable:
        """Return the same ratings; without clusters if each of them has one item."""
        lone = len({*self.clusters}) == len(self.clusters)
        return replace(self, clusters=()) if lone else self

    def with_named_groups(self, unnamed: str = NO_GROUP) -> RatingTable:
        """Return the same ratings; items without a group have one of this name.

        Parameters
        ----------
        unnamed : str

        Returns
        -------
        RatingTable
        """
        return replace(self, groups=tuple(name or unnamed for name in self.groups))

    @property
    def parts(self) -> dict[str, RatingTable]:
        """The ratings of each group that has any."""
        found = {name: self.of_items(items) for name, items in self.items_of_groups.items()}
        return {name: one for name, one in found.items() if one.n_missing < one.positions.size}

    @cached_property
    def items_of_groups(self) -> dict[str, list[int]]:
        """The places of each group's items, in the order in which the groups first come."""
        return _places(self.groups)

    def of_items(self, items: ArrayLike) -> RatingTable:
        """Return the ratings of some of the items.

        Parameters
        ----------
        items : array_like
            Which ones: a mask of shape (n,), or their places counted from 0.

        Returns
        -------
        RatingTable
            With their clusters and weights, without groups.
        """
        places = np.arange(self.n_items)[np.asarray(items)]
        return RatingTable(
            self.positions[places],
            self.categories,
            self.raters,
            clusters=tuple(self.clusters[at] for at in places.tolist()) if self.clusters else (),
            item_weights=None if self.item_weights is None else self.item_weights[places],
        )

    def ratings(self, item: int) -> tuple[Category | None, ...]:
        """Return the ratings of one item.

        Parameters
        ----------
        item : int
            The item, counted from 0.

        Returns
        -------
        tuple of int, str or None, length r
            By rater; None for a rater who did not rate it.
        """
        positions = self.positions[item].tolist()
        return tuple(self.categories[place] if place >= 0 else None for place in positions)

    def pair(self, first: int = 0, second: int = 1) -> PairCounts:
        """Return the counts of two raters, on the items that both rated.

        Parameters
        ----------
        first, second : int
            Two raters by their place, counted from 0: the first in the rows.

        Returns
        -------
        PairCounts
            Sums of survey weights make as many items as there are.
        """
        size, both = len(self.categories), self.positions[:, [first, second]]
        one, other = (both < 0).T
        rated = np.flatnonzero(~(one | other))
        x, y = both[rated].T.astype(np.intp)
        belong = self._cluster_of_each[rated]
        weights, scale = None, 1.0
        if self.item_weights is not None and len(rated):
            weights = self.item_weights[rated]
            scale = len(rated) / float(weights.sum())
        counts = PairCounts(
            _tables(np.zeros_like(x), x, y, size, weights, scale)[0],
            self.categories,
            (self.raters[first], self.raters[second]),
            (
                int(np.count_nonzero(one & ~other)),
                int(np.count_nonzero(other & ~one)),
                int(np.count_nonzero(one & other)),
            ),
            {
                name: self.of_items(items).pair(first, second)
                for name, items in self.items_of_groups.items()
            },
            scale=scale,
        )
        if self.clusters and (weights is None or len(np.unique(belong)) < len(belong)):
            tables = _tables(belong, x, y, size, weights, scale)
            counts = replace(counts, clusters=tables[tables.any(axis=(1, 2))])
        if weights is None:
            return counts
        several = counts.clusters is not None and len(counts.clusters) > 1
        worth = {
            scheme: effective_items(
                x,
                y,
                groups=belong.tolist() if several else None,
                sample_weight=weights,
                categories=range(size),
                scheme=scheme,
            )
            for scheme in SCHEMES
        }
        squares = _tables(np.zeros_like(x), x, y, size, weights**2, scale**2)[0]
        return replace(counts, effective=worth, squares=squares)

    @cached_property
    def _cluster_of_each(self) -> NDArray[np.intp]:
        """The place of each item's cluster among all of them, shape (n,)."""
        places = {name: place for place, name in enumerate(dict.fromkeys(self.clusters))}
        found = [places[name] for name in self.clusters] or [0] * self.n_items
        return np.array(found, dtype=np.intp)


def _tables(
    places: NDArray[np.intp],
    x: NDArray[np.intp],
    y: NDArray[np.intp],
    size: int,
    weights: NDArray[np.float64] | None,
    scale: float,
) -> Array:
    """Return O of the items at each place, shape (G, N, N).

    The items' places from 0 to G − 1, both ratings, and what each counts: all of shape (m,).
    """
    n_tables = int(places.max(initial=0)) + 1
    counts = np.bincount((places * size + x) * size + y, weights, minlength=n_tables * size**2)
    tables: Array = counts.reshape(n_tables, size, size)
    return tables if weights is None else tables * scale


def _places(names: Sequence[str]) -> dict[str, list[int]]:
    """Return the places of each name, in the order in which the names first come."""
    places: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        places.setdefault(name, []).append(place)
    return places


Table: TypeAlias = RatingTable | PairCounts
"""What every way in ends in, and every way out begins with."""
