"""A study: one set of ratings and all that a report says about it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import SCHEMES
from qwk_core.messages import Message
from qwk_core.ratings import Array, Category, read_counts
from qwk_core.statistics.dependence import bootstrap_group_kappas, effective_items_of_groups
from qwk_core.statistics.intervals import (
    KappaInterval,
    check_effective_n,
    check_level,
    kappa_interval,
)
from qwk_core.walkthrough import Walkthrough, walk_through_counts

CLUSTER_DRAWS = 2_000
"""How often whole clusters are drawn."""

SMALL = 50
"""Fewer items are few: a handful of them can move kappa far."""


@dataclass(frozen=True)
class Pooling:
    """What pooling the groups does to kappa. What is undefined is nan.

    Attributes
    ----------
    pooled : float
        Kappa of all groups as one.
    within : float
        Kappa within groups: each group's errors beside what chance gives in that group,
        1 − Σ ΣwO / Σ ΣwE over the groups; the mean of their kappas, each weighted by its ΣwE.
    groups_alone : float
        What `pooled` would be if within each group the raters agreed by chance alone.
    lowest, highest : float
        The smallest and the largest kappa of a group.

    References
    ----------
    Barlow, W., Lai, M.-Y. & Azen, S. P. (1991). A comparison of methods for calculating a
    stratified kappa. Statistics in Medicine 10(9), 1465–1472. (Other weights, the same idea.)
    """

    pooled: float
    within: float
    groups_alone: float
    lowest: float
    highest: float


@dataclass(frozen=True)
class Cutting:
    """How predicted scores became categories.

    Attributes
    ----------
    way : {"rounded", "given", "tuned", "stretched"}
        To the nearest category, halves up; at cut-points that were given; at cut-points tuned for
        kappa on the same items; or stretched to the same items' actual ratings, then rounded.
    thresholds : tuple of float
        The cut-points from lowest to highest; empty where scores were rounded.
    held_out : float
        Kappa of items that were held out from the tuning or the stretching; nan without.
    folds : int
        Of the cross-validation; 0 without.
    """

    way: str
    thresholds: tuple[float, ...] = ()
    held_out: float = math.nan
    folds: int = 0


@dataclass(frozen=True, eq=False)
class Study:
    """One set of ratings and all that follows from it, each computed when first asked for.

    Made by `make_study`, which checks what goes in.

    Attributes
    ----------
    observed : ndarray of int64 (float64 for fractions), shape (N, N)
        O: rows actual, columns predicted.
    categories : tuple of int or str, length N
        From lowest to highest.
    source : str
        Where the ratings came from, as people know it: a file's name.
    n_rows, n_missing : int or float
        How many rows there were, and how many were left out since a rating was missing.
    choices : tuple of Message
        What was chosen on the way from the file to O, a sentence each.
    groups : mapping of str to ndarray, shape (N, N)
        O of each group; empty where there are none. Together they make `observed`.
    scheme : str
        The weights of the kappa that is reported: "quadratic", "linear" or "unweighted".
    level : float
        The intervals' level of confidence, between 0 and 1.
    effective_n : float or None
        How many independent items these are worth; None where each is one.
    cutting : Cutting or None
        How predicted scores became categories; None where they were categories.
    codes : tuple of str
        The labels that stood for a missing rating.
    effective : mapping of str to float
        How many independent items these are worth by scheme; empty where `effective_n` says it.
    clusters : ndarray of shape (G, N, N) or None
        O of each cluster of items that belong together.
    """

    observed: Array
    categories: tuple[Category, ...]
    source: str = ""
    n_rows: int | float = 0
    n_missing: int | float = 0
    choices: tuple[Message, ...] = ()
    groups: Mapping[str, Array] = field(default_factory=dict)
    scheme: str = "quadratic"
    level: float = 0.95
    effective_n: float | None = None
    cutting: Cutting | None = None
    codes: tuple[str, ...] = ()
    effective: Mapping[str, float] = field(default_factory=dict)
    clusters: Array | None = None

    @property
    def independent_items(self) -> float | None:
        """How many independent items these are worth under the reported scheme; None: each one."""
        return self.effective.get(self.scheme, self.effective_n)

    @cached_property
    def cluster_draws(self) -> tuple[float, float] | None:
        """The middle share, `level`, of kappas where whole clusters are drawn with replacement.

        The cluster bootstrap; None without clusters, or where a draw leaves kappa undefined.
        """
        if self.clusters is None:
            return None
        kappas = bootstrap_group_kappas(
            self.clusters, n_draws=CLUSTER_DRAWS, seed=1, scheme=self.scheme
        )
        if np.isnan(kappas).any():
            return None
        outside = (1 - self.level) / 2
        low, high = np.quantile(kappas, [outside, 1 - outside]).tolist()
        return low, high

    @cached_property
    def walks(self) -> dict[str, Walkthrough]:
        """The walk under each named scheme."""
        return {
            scheme: walk_through_counts(self.observed, categories=self.categories, scheme=scheme)
            for scheme in SCHEMES
        }

    @property
    def walk(self) -> Walkthrough:
        """The walk under the scheme that is reported."""
        return self.walks[self.scheme]

    @property
    def n(self) -> int | float:
        """The number of items with both ratings: the sum of O."""
        return self.walk.n

    @property
    def kappa(self) -> float:
        """The kappa that is reported; nan where undefined."""
        return self.walk.kappa

    @cached_property
    def intervals(self) -> dict[str, KappaInterval]:
        """Kappa with its interval under each named scheme.

        The one that `kappa_interval` chooses. nan with a caution where there is none.
        """
        return {scheme: self._interval(self.observed, scheme) for scheme in SCHEMES}

    @property
    def interval(self) -> KappaInterval:
        """The interval of the kappa that is reported."""
        return self.intervals[self.scheme]

    @cached_property
    def group_walks(self) -> dict[str, Walkthrough]:
        """The walk of each group, under the scheme that is reported."""
        return {
            name: walk_through_counts(one, categories=self.categories, scheme=self.scheme)
            for name, one in self.groups.items()
        }

    @cached_property
    def group_intervals(self) -> dict[str, KappaInterval]:
        """Each group's kappa with its interval, as in `intervals`, under the reported scheme."""
        return {name: self._interval(one, self.scheme) for name, one in self.groups.items()}

    def _interval(self, observed: Array, scheme: str) -> KappaInterval:
        """Return the interval of all items, or of a group's table, shape (N, N)."""
        items = self.effective.get(scheme, self.effective_n)
        if items is not None:  # a group has its share of them
            items *= float(observed.sum()) / float(self.observed.sum())
        return kappa_interval(
            observed, scheme=scheme, level=self.level, method="auto", effective_n=items
        )

    @cached_property
    def pooling(self) -> Pooling | None:
        """What pooling does to kappa; None with fewer than two groups.

        Examples
        --------
        Two groups far apart: little agreement within either, and a pooled kappa near 1.

        >>> low, high = np.zeros((2, 10, 10), dtype=int)
        >>> low[:2, :2] = high[8:, 8:] = [[2, 1], [1, 2]]
        >>> study = make_study(low + high, groups={"low": low, "high": high})
        >>> round(study.pooling.pooled, 3), round(study.pooling.within, 3)
        (0.99, 0.333)
        """
        if len(self.groups) < 2:
            return None
        walks = list(self.group_walks.values())
        seen = math.fsum(walk.numerator for walk in walks)
        by_chance = math.fsum(walk.denominator for walk in walks)
        chance = np.sum([walk.expected for walk in walks], axis=0)
        defined = [walk.kappa for walk in walks if not math.isnan(walk.kappa)]
        return Pooling(
            pooled=self.kappa,
            within=1 - seen / by_chance if by_chance else math.nan,
            groups_alone=walk_through_counts(chance, scheme=self.scheme).kappa,
            lowest=min(defined, default=math.nan),
            highest=max(defined, default=math.nan),
        )

    @cached_property
    def default_kappa(self) -> float:
        """What scikit-learn's `cohen_kappa_score` gives when it is not told the categories.

        It takes those that occur, in their sorted order (text by the alphabet): unused categories
        in the middle collapse, and an order of severity is lost.

        Examples
        --------
        >>> from qwk_core import observed_matrix
        >>> study = make_study(observed_matrix([1, 2, 2, 5, 5, 1], [1, 2, 5, 5, 2, 1]))
        >>> round(study.kappa, 3), round(study.default_kappa, 3)
        (0.481, 0.75)
        """
        order = self.default_order
        return walk_through_counts(self.observed[np.ix_(order, order)], scheme=self.scheme).kappa

    @cached_property
    def default_order(self) -> list[int]:
        """The positions of the categories that scikit-learn would take, in its order."""
        as_numbers = all(isinstance(category, int) for category in self.categories)
        used = np.flatnonzero(self.observed.any(axis=0) | self.observed.any(axis=1)).tolist()
        return sorted(
            used,
            key=lambda at: self.categories[at] if as_numbers else str(self.categories[at]),
        )

    @cached_property
    def unused_between(self) -> tuple[Category, ...]:
        """The categories that nobody gave and that lie between two that somebody did."""
        used = np.flatnonzero(self.observed.any(axis=0) | self.observed.any(axis=1)).tolist()
        return tuple(self.categories[at] for at in range(used[0], used[-1]) if at not in set(used))

    @property
    def decimals(self) -> int:
        """How many decimals a kappa of this study is written with: more for narrow intervals.

        Examples
        --------
        >>> make_study([[40, 9], [6, 45]]).decimals
        3
        >>> make_study([[40_000_000, 9_000_000], [6_000_000, 45_000_000]]).decimals
        5
        """
        width = self.interval.width
        return min(max(3, math.ceil(-math.log10(width)) + 1), 12) if width > 0 else 3


def make_study(
    observed: ArrayLike,
    categories: Iterable[Category] | None = None,
    *,
    source: str = "",
    groups: Mapping[str, ArrayLike] | None = None,
    n_rows: int | float | None = None,
    n_missing: int | float = 0,
    choices: Iterable[Message] = (),
    scheme: str = "quadratic",
    level: float = 0.95,
    effective_n: float | None = None,
    cutting: Cutting | None = None,
    codes: Iterable[str] = (),
    effective: Mapping[str, float] | None = None,
    clusters: ArrayLike | None = None,
) -> Study:
    """Check one set of ratings, given as counts, and return all that a report says about it.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: counts, rows actual and columns predicted.
    categories : iterable of int or str, optional
        From lowest to highest; 0 … N − 1 without.
    source : str
        Where the ratings came from, as people know it: a file's name.
    groups : mapping of str to array_like of shape (N, N), optional
        O of each group, which together make `observed`. Groups without any item are left out.
    n_rows : int or float, optional
        How many rows the ratings came in; without, n and those missing.
    n_missing : int or float
        How many of them were left out since a rating was missing.
    choices : iterable of Message
        What was chosen on the way to O, a sentence each.
    scheme : {"quadratic", "linear", "unweighted"}
        The weights of the kappa that is reported.
    level : float
        The intervals' level of confidence, between 0 and 1.
    effective_n : float, optional
        How many independent items these are worth, where they bear weights or come in groups: see
        `qwk_core.statistics.dependence`. Without it each counts as one, and sums of weights that
        are no whole numbers have no interval.
    cutting : Cutting, optional
        How predicted scores became categories.
    codes : iterable of str
        The labels that stood for a missing rating.
    effective : mapping of str to float, optional
        As `effective_n`, for each scheme.
    clusters : array_like, shape (G, N, N), optional
        O of each cluster of items that belong together, such as a pupil's; they make `observed`.
        Their effective number of items is found here.

    Returns
    -------
    Study

    Raises
    ------
    RatingsError
        If the counts, the categories, a group or a setting cannot be used.

    Examples
    --------
    >>> study = make_study([[40, 9], [6, 45]], ("no", "yes"), source="ratings.csv")
    >>> round(study.kappa, 2), study.interval.method, study.n_rows
    (0.7, 'smoothed', 100)
    """
    counts, names = read_counts(observed, categories)
    if scheme not in SCHEMES:
        raise RatingsError(
            "Scheme: {value} is not known. Use “quadratic”, “linear” or “unweighted”.",
            value=shown(scheme),
        )
    check_level(level)
    check_effective_n(effective_n)
    parts = {
        name: read_counts(one, names)[0]
        for name, one in (groups or {}).items()
        if np.any(np.asarray(one))
    }
    if parts and not np.allclose(sum(parts.values()), counts):
        raise RatingsError("Groups: their counts do not add up to those of the whole.")
    tables = None if clusters is None else np.asarray(clusters)
    if tables is not None:
        if not np.allclose(tables.sum(axis=0), counts):
            raise RatingsError("Clusters: their counts do not add up to those of the whole.")
        effective = {one: effective_items_of_groups(tables, scheme=one) for one in SCHEMES}
    for one in (counts, *parts.values()):
        one.setflags(write=False)
    return Study(
        observed=counts,
        categories=names,
        source=source,
        n_rows=counts.sum().item() + n_missing if n_rows is None else n_rows,
        n_missing=n_missing,
        choices=tuple(choices),
        groups=parts,
        scheme=scheme,
        level=float(level),
        effective_n=effective_n,
        cutting=cutting,
        codes=tuple(codes),
        effective=effective or {},
        clusters=tables,
    )
