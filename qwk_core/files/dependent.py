"""Counts of two raters whose items come in groups or clusters, or bear survey weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.files.labelled import LabelCounts, observed_of, parts_of, place_of
from qwk_core.files.labels import is_number
from qwk_core.ratings import Array, Category, Scale, read_counts
from qwk_core.statistics.rating_table import PairCounts, RatingTable

_MOST_CELLS = 50_000_000  # of all clusters' tables
_MOST_WEIGHTED = 5_000_000  # items


def pair_of(
    counts: LabelCounts, categories: Scale, apart: Sequence[str] = (), *, clip: bool = False
) -> PairCounts:
    """Return the counts of two raters on a scale, with those of groups and clusters.

    Parameters
    ----------
    counts : LabelCounts
        Its marks have a part for each of `apart`.
    categories : sequence of int or str, length N
        The scale from lowest to highest.
    apart : sequence of {"group", "cluster", "weight"}
        What tells the items apart, in this order.
    clip : bool
        As `observed_of` has it.

    Returns
    -------
    PairCounts

    Raises
    ------
    RatingsError
        If a label is no category, an item has no cluster or no weight, or there are too many.

    Examples
    --------
    >>> counts = LabelCounts({("1", "0", "0"): 4, ("3", "0", "1"): 2, ("2", "1", "1"): 4})
    >>> weighted = pair_of(counts, (0, 1), ["weight"])
    >>> weighted.observed.round(2).tolist(), round(weighted.effective["quadratic"], 1)
    ([[2.22, 3.33], [0.0, 4.44]], 7.7)
    >>> {name: one.n for name, one in pair_of(counts, (0, 1), ["group"]).groups.items()}
    {'1': 4, '3': 2, '2': 4}
    """
    observed, names = read_counts(observed_of(counts, categories, clip=clip), categories)
    if "weight" in apart:
        return _pair_of_items(counts, names, apart, clip=clip)
    found = PairCounts(observed, names, counts.raters, counts.missing)
    if "cluster" in apart:
        parts = counts.by_part(apart.index("cluster"))
        found = replace(found, clusters=tables_of_clusters(parts, categories, clip=clip))
    if "group" not in apart:
        return found
    groups = {}
    for name, part in counts.by_part().items():
        own = PairCounts(observed_of(part, categories, clip=clip), names, counts.raters)
        if "cluster" in apart:
            own = replace(own, clusters=tables_of_clusters(part.by_part(), categories, clip=clip))
        groups[name] = own
    return replace(found, groups=groups)


def tables_of_clusters(
    parts: Mapping[str, LabelCounts], categories: Scale, *, clip: bool = False
) -> Array:
    """Return O of each cluster.

    Parameters
    ----------
    parts : mapping of str to LabelCounts
        The counts of each cluster.
    categories : sequence of int or str, length N
        The scale from lowest to highest.
    clip : bool
        As `observed_of` has it.

    Returns
    -------
    ndarray of int64 or float64, shape (G, N, N)
        Rows actual, columns predicted.

    Raises
    ------
    RatingsError
        If an item names no cluster, a label is no category, or there are too many clusters.

    Examples
    --------
    >>> counts = LabelCounts({("a", "0", "1"): 2, ("b", "1", "1"): 1, ("a", "1", "1"): 4})
    >>> tables_of_clusters(counts.by_part(), (0, 1)).tolist()
    [[[0, 2], [0, 4]], [[0, 0], [0, 1]]]
    """
    _check_clusters({name: one.n for name, one in parts.items()})
    _check_memory(len(parts), len(categories))
    return np.array([observed_of(one, categories, clip=clip) for one in parts.values()])


def _check_clusters(items: Mapping[str, int | float]) -> None:
    """Refuse items of no cluster; each cluster has so many."""
    if "" in items:
        raise RatingsError(
            "{n} items name no cluster. Leave them out, or give each a cluster of its own.",
            n=items[""],
        )


def _check_memory(n_clusters: int, size: int) -> None:
    if n_clusters * size**2 > _MOST_CELLS:
        raise RatingsError(
            "There are {n} clusters, more than can be held with {size} categories.",
            n=n_clusters,
            size=size,
        )


def table_of_items(
    positions: NDArray[np.int16],
    categories: tuple[Category, ...],
    raters: tuple[str, ...],
    marks: Sequence[str],
    apart: Iterable[str],
) -> RatingTable:
    """Return a table of ratings with what tells its items apart.

    Parameters
    ----------
    positions : ndarray of int16, shape (n, r)
        Each rating's position in `categories`, −1 where it is missing.
    categories : tuple of int or str, length N
        From lowest to highest.
    raters : tuple of str, length r
        A name for each column.
    marks : sequence of str, length n or 0
        They have a part for each of `apart`.
    apart : iterable of {"group", "cluster", "weight"}
        What tells the items apart, in this order.

    Returns
    -------
    RatingTable

    Raises
    ------
    RatingsError
        If an item names no cluster, or a weight is no number above 0.
    """
    parts = dict(zip(apart, zip(*map(parts_of, marks), strict=True), strict=True))
    _check_clusters(Counter(parts.get("cluster", ())))
    table = RatingTable(positions, categories, raters, parts.get("group", ()))
    if "weight" in parts:
        known = _weights_of(Counter(parts["weight"]))
        weights = np.array([known[label] for label in parts["weight"]])
        table = replace(table, item_weights=weights)
    return replace(table, clusters=parts.get("cluster", ()))


def _weights_of(items: Mapping[str, int]) -> dict[str, float]:
    """Return weights as numbers by their labels, of which so many items have each."""
    for label in sorted(items):
        if not is_number(label) or float(label) <= 0:
            raise RatingsError(
                "A weight is a number above 0; {n} items have {value} there. Correct them, or "
                "leave out their rows.",
                n=items[label],
                value=shown(label),
            )
    return {label: float(label) for label in items}


def _pair_of_items(
    counts: LabelCounts, categories: tuple[Category, ...], apart: Sequence[str], *, clip: bool
) -> PairCounts:
    """Return the counts of items that bear weights: each item is a row of a table for a moment."""
    if counts.n > _MOST_WEIGHTED:
        raise RatingsError(
            "Survey weights are read for up to {most} items; there are {n}.",
            most=_MOST_WEIGHTED,
            n=counts.n,
        )
    if any(n % 1 for n in counts.pairs.values()):
        raise RatingsError("Items that bear survey weights are counted in whole numbers.")
    places = {str(category): place for place, category in enumerate(categories)}
    listed = []
    for (mark, *labels), n in counts.pairs.items():
        x, y = (place_of(label, places, categories, clip) for label in labels)
        listed.append((parts_of(mark)[-1], x, y, mark, n))
    listed.sort()  # by weight, so that the order of rows changes no sum
    times = np.array([n for *_, n in listed], dtype=np.int64)
    positions = np.array([(x, y) for _, x, y, *_ in listed], dtype=np.int16)
    marks = np.array([mark for *_, mark, _ in listed], dtype=object)
    items, of_each = np.repeat(positions, times, axis=0), np.repeat(marks, times).tolist()
    table = table_of_items(items, categories, counts.raters, of_each, apart)
    _check_memory(len({*table.clusters}), len(categories))
    pair = table.pair()
    groups = {name: pair.groups[name] for name in counts.by_part() if name in pair.groups}
    return replace(pair, groups=groups, missing=counts.missing)
