"""Items that are not independent: counts of each cluster, and items that bear survey weights."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from qwk_core.errors import RatingsError, shown
from qwk_core.files.labelled import LabelCounts, observed_of
from qwk_core.files.labels import is_number
from qwk_core.matrices import SCHEMES
from qwk_core.ratings import Array, Scale
from qwk_core.statistics.dependence import effective_items

_MOST_CELLS = 50_000_000  # of all clusters' tables
_MOST_WEIGHTED = 5_000_000  # items


def tables_of_clusters(counts: LabelCounts, categories: Scale, *, clip: bool = False) -> Array:
    """Return O of each cluster.

    Parameters
    ----------
    counts : LabelCounts
        Its groups are the clusters.
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
    >>> tables_of_clusters(counts, (0, 1)).tolist()
    [[[0, 2], [0, 4]], [[0, 0], [0, 1]]]
    """
    parts = counts.by_group()
    check_clusters({name: one.n for name, one in parts.items()})
    if len(parts) * len(categories) ** 2 > _MOST_CELLS:
        raise RatingsError(
            "There are {n} clusters, more than can be held with {size} categories.",
            n=len(parts),
            size=len(categories),
        )
    return np.array([observed_of(one, categories, clip=clip) for one in parts.values()])


def check_clusters(items: Mapping[str, int | float]) -> None:
    """Refuse items of no cluster.

    Parameters
    ----------
    items : mapping of str to int or float
        How many items each cluster has.

    Raises
    ------
    RatingsError
        If an item names no cluster.
    """
    if "" in items:
        raise RatingsError(
            "{n} items name no cluster. Leave them out, or give each a cluster of its own.",
            n=items[""],
        )


def weighted_items(
    counts: LabelCounts, categories: Scale, *, clip: bool = False
) -> tuple[Array, dict[str, float]]:
    """Return O as sums of weights, and how many independent items these are worth.

    Parameters
    ----------
    counts : LabelCounts
        Its groups are the items' weights.
    categories : sequence of int or str, length N
        The scale from lowest to highest.
    clip : bool
        As `observed_of` has it.

    Returns
    -------
    observed : ndarray of float64, shape (N, N)
        The weights' sums, scaled so that all of them make as many items as there are.
    effective : dict of str to float
        The number of independent items by scheme.

    Raises
    ------
    RatingsError
        If a weight is no number above 0, or there are too many items.

    Examples
    --------
    >>> counts = LabelCounts({("1", "0", "0"): 4, ("3", "0", "1"): 2, ("2", "1", "1"): 4})
    >>> observed, effective = weighted_items(counts, (0, 1))
    >>> observed.round(2).tolist(), round(effective["quadratic"], 1)
    ([[2.22, 3.33], [0.0, 4.44]], 7.7)
    """
    if counts.n > _MOST_WEIGHTED:
        raise RatingsError(
            "Survey weights are read for up to {most} items; there are {n}.",
            most=_MOST_WEIGHTED,
            n=counts.n,
        )
    labels = sorted({group for group, _, _ in counts.pairs})
    for label in labels:
        if not is_number(label) or float(label) <= 0:
            raise RatingsError(
                "A weight is a number above 0; {n} items have {value} there. Correct them, or "
                "leave out their rows.",
                n=sum(n for (group, *_), n in counts.pairs.items() if group == label),
                value=shown(label),
            )
    tables = {label: observed_of(counts, categories, label, clip=clip) for label in labels}
    size = len(categories)
    cells = np.concatenate(
        [np.repeat(np.arange(size * size), tables[one].ravel()) for one in labels]
    )
    weights = np.repeat([float(one) for one in labels], [tables[one].sum() for one in labels])
    observed = np.bincount(cells, weights, minlength=size * size).reshape(size, size)
    actual, predicted = np.divmod(cells, size)
    effective = {
        scheme: effective_items(
            actual, predicted, sample_weight=weights, categories=range(size), scheme=scheme
        )
        for scheme in SCHEMES
    }
    return observed * (len(cells) / weights.sum()), effective
