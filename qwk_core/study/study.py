"""A study: one table of ratings and all that a report says about it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import SCHEMES
from qwk_core.messages import Message
from qwk_core.ratings import Array, Category, Vector, read_counts
from qwk_core.statistics.dependence import bootstrap_group_kappas, effective_items_of_groups
from qwk_core.statistics.intervals import KappaInterval, check_effective_n
from qwk_core.statistics.raters import RaterAgreement, agreement_of
from qwk_core.statistics.raters.table import read_table
from qwk_core.statistics.rating_table import Dependence, Doubt, Exclusion, PairCounts, Table
from qwk_core.statistics.resampling import check_level, middle, middle_of_draws, reporting_draws
from qwk_core.study.decimals import decimals_of_ends, decimals_that_part
from qwk_core.study.interval_choice import (
    DRAWN,
    FEW_CLUSTERS,
    FEWEST_CLUSTERS,
    IntervalChoice,
    interval_of_pair,
    possible_intervals,
    without_ends,
)
from qwk_core.study.roles import (
    COMPARED,
    TIMES,
    Roles,
    find_roles,
    name_roles,
    place_of_reference,
)
from qwk_core.walkthrough import Walkthrough, walk_through_counts

CLUSTER_DRAWS = 2_000
"""How often whole clusters are drawn."""

SMALL = 50
"""Fewer items are few: a handful of them can move kappa far."""

PAIR = ("actual", "predicted")
"""What two raters are called whose names nobody said."""


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
        The smallest and the largest kappa of a group, 0 where one rater never varies.

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
    """One table of ratings and all that follows from it, each computed when first asked for.

    What is said of kappa, its interval, the matrices and the groups is said of two raters and of
    more alike: the kappa of all pairs in one is, of two raters, the kappa of the walk.

    Parameters
    ----------
    table : RatingTable or PairCounts
        The ratings, checked; of two raters, their counts may be all there is.
    source : str
        Where the ratings came from, as people know it: a file's name.
    choices : sequence of Message
        What was recognised, and chosen, on the way from the file to the table, a sentence each.
    scheme : {"quadratic", "linear", "unweighted"}
        The weights of the kappa that is reported.
    level : float
        The intervals' level of confidence, between 0 and 1.
    cutting : Cutting or None
        How predicted scores became categories; None where they were categories.
    codes : sequence of str
        The labels that stood for a missing rating.
    roles : str
        What the raters are to one another: one of `qwk_core.study.roles.ROLES`. Without, what
        their names say. Of more than two, one may be the truth, or the reference, for the others.
    choice : IntervalChoice
        Which interval, and how it draws.
    details : mapping of str to str
        What the author filled into the blanks of the paragraph on the method, by the keys of
        `qwk_core.study.methods.BLANKS`.

    Raises
    ------
    RatingsError
        If a setting cannot be used.

    Examples
    --------
    >>> study = Study(PairCounts(np.array([[40, 9], [6, 45]]), ("no", "yes")))
    >>> study.kappa == make_study([[40, 9], [6, 45]]).kappa
    True
    >>> other = replace(study, roles="times", choice=IntervalChoice("formula"))
    >>> str(other.named.row), other.interval.method, other.kappa == study.kappa
    ('first time', 'formula', True)
    """

    table: Table
    source: str = ""
    choices: Sequence[Message] = ()
    scheme: str = "quadratic"
    level: float = 0.95
    cutting: Cutting | None = None
    codes: Sequence[str] = ()
    roles: str = ""
    choice: IntervalChoice = field(default_factory=IntervalChoice)
    details: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.scheme not in SCHEMES:
            raise RatingsError(
                "Scheme: {value} is not known. Use “quadratic”, “linear” or “unweighted”.",
                value=shown(self.scheme),
            )
        check_level(self.level)
        object.__setattr__(self, "table", self.table.without_lone_clusters().with_named_groups())
        self.choice.check(self.table)
        if not self.roles:
            found = find_roles(self.table.raters) if self.cutting is None else "model"
            object.__setattr__(self, "roles", found)
        if self.roles == TIMES and self.table.n_raters > 2:
            raise RatingsError("Roles: {value} is for two raters.", value=shown(TIMES))

    def with_details(self, details: Mapping[str, str]) -> Study:
        """Return the same study with what its author filled into the blanks of the paragraph.

        Parameters
        ----------
        details : mapping of str to str
            By the keys of `qwk_core.study.methods.BLANKS`.

        Returns
        -------
        Study
            What is computed already is kept.

        Examples
        --------
        >>> study = make_study([[40, 9], [6, 45]]).with_details({"size": "the year had so many"})
        >>> study.details["size"]
        'the year had so many'
        """
        same = copy(self)
        object.__setattr__(same, "details", dict(details))
        return same

    @cached_property
    def agreement(self) -> RaterAgreement | None:
        """How far all raters agree, pair by pair; None where only counts are known."""
        if isinstance(self.table, PairCounts):
            return None
        return agreement_of(self.table, self.scheme)

    @cached_property
    def pair(self) -> PairCounts | None:
        """Of two raters, the counts of the items that both rated.

        None of more raters, or where no item has both.
        """
        if self.table.n_raters > 2:
            return None
        pair = self.table.pair()
        return pair if pair.observed.any() else None

    @cached_property
    def groups(self) -> Mapping[str, Study]:
        """The study of each group; empty where there are none. Together they make this one."""
        return {
            name: self._of(part)
            for name, part in self.table.parts.items()
            if part.n_raters > 2 or part.pair().observed.any()
        }

    @property
    def varies(self) -> bool:
        """Whether kappa is defined, and not 0 whatever the others say, as one rater is constant."""
        return not math.isnan(self.kappa) and not (self.is_pair and self.walk.has_constant_rater)

    def _of(self, part: Table) -> Study:
        """Return the study of a part of the table, with the same interval where it has that."""
        part = part.without_lone_clusters()
        known = self.choice.method in ("auto", *possible_intervals(part))
        choice = self.choice if known else IntervalChoice()
        return Study(part, scheme=self.scheme, level=self.level, roles=self.roles, choice=choice)

    @property
    def reference(self) -> int | None:
        """The place of the truth, or the reference, among more than two raters; None of others."""
        if self.roles not in COMPARED or self.table.n_raters < 3:
            return None
        return place_of_reference(self.table.raters)

    @cached_property
    def against(self) -> Mapping[str, Study]:
        """The study of each other rater with the truth, or the reference, by name.

        Empty where none of the raters is either.

        Examples
        --------
        >>> ratings, raters = [[1, 2, 1], [2, 2, 2], [3, 3, 3]], ["label", "gpt", "claude"]
        >>> study = make_rater_study(ratings, raters=raters)
        >>> {name: round(one.kappa, 2) for name, one in study.against.items()}
        {'gpt': 0.67, 'claude': 1.0}
        """
        reference, table = self.reference, self.table
        if reference is None or isinstance(table, PairCounts):
            return {}
        return {
            name: self._of(pair)
            for place, name in enumerate(table.raters)
            if place != reference and (pair := table.pair(reference, place)).observed.any()
        }

    @cached_property
    def effective(self) -> Mapping[str, float]:
        """How many independent items these are worth, by scheme; empty where each is one."""
        if self.pair is not None and self.pair.effective:
            return self.pair.effective
        if self.pair is None and self.is_weighted and not self.n_clusters:
            return {self.scheme: self.all_raters.table.n_equal}
        if self.clusters is None or len(self.clusters) < 2:
            return {}
        return {one: effective_items_of_groups(self.clusters, scheme=one) for one in SCHEMES}

    @property
    def named(self) -> Roles:
        """What the rows and the columns are called."""
        return name_roles(self.roles, self.table.raters)

    @property
    def categories(self) -> tuple[Category, ...]:
        """The categories, from lowest to highest."""
        return self.table.categories

    @property
    def raters(self) -> tuple[str, ...]:
        """The raters' names."""
        return self.table.raters if any(self.table.raters) else PAIR

    @property
    def has_names(self) -> bool:
        """Whether the order of the categories plays no part: words, in an unweighted kappa."""
        return self.scheme == "unweighted" and self._numbers is None

    @property
    def is_unordered(self) -> bool:
        """Whether nothing says that the categories are steps: see `has_names`; or codes, 1, 2, 3.

        Of two categories, the means tell how often each rater gave the second.
        """
        return self.has_names or (self.scheme == "unweighted" and len(self.categories) > 2)

    @property
    def named_scheme(self) -> str:
        """The weights that the words name: with two categories all three are the unweighted ones.

        Examples
        --------
        >>> make_study([[40, 9], [6, 45]]).named_scheme
        'unweighted'
        """
        return "unweighted" if len(self.categories) == 2 else self.scheme

    @property
    def _numbers(self) -> list[float] | None:
        """The categories as numbers; None where some are words."""
        try:
            return [float(category) for category in self.categories]
        except ValueError:
            return None

    @property
    def is_pair(self) -> bool:
        """Whether there are two raters, and every kappa is that of one matrix of counts."""
        return self.pair is not None

    @property
    def all_raters(self) -> RaterAgreement:
        """How far all raters agree, where each one's ratings are known."""
        assert self.agreement is not None, "the ratings are known"
        return self.agreement

    @property
    def counts(self) -> Array | None:
        """O of two raters, shape (N, N): rows actual, columns predicted; None of more raters."""
        return None if self.pair is None else self.pair.observed

    @property
    def clusters(self) -> Array | None:
        """O of each cluster of items that belong together, shape (G, N, N); None without."""
        return None if self.pair is None else self.pair.clusters

    @property
    def scale(self) -> float:
        """What sums of survey weights were multiplied by to make O of two raters; 1 without."""
        return 1.0 if self.pair is None else self.pair.scale

    @property
    def n_clusters(self) -> int:
        """How many clusters the items that two rated come in; 0 where each is alone."""
        if self.clusters is not None:
            return len(self.clusters)
        return 0 if isinstance(self.table, PairCounts) else self.table.n_clusters

    @property
    def n(self) -> int | float:
        """The number of items: of two raters, those that both rated."""
        return self.table.n_items if self.pair is None else self.pair.n

    @property
    def n_rows(self) -> int | float:
        """The number of items, those left out included."""
        return self.table.n_items

    @property
    def n_missing(self) -> int | float:
        """How many items of two raters were left out since a rating was missing."""
        return 0 if self.pair is None else self.pair.n_missing

    @property
    def remarks(self) -> tuple[Message, ...]:
        """What was recognised and chosen, without what the cautions say."""
        return tuple(one for one in self.choices if not isinstance(one, Doubt))

    @property
    def exclusions(self) -> tuple[Exclusion, ...]:
        """What was left out by choice: ratings that came twice, items in one file alone."""
        return tuple(one for one in self.choices if isinstance(one, Exclusion))

    @property
    def dependence(self) -> tuple[Dependence, ...]:
        """By which column items belong together, or bear weights, if a file says it."""
        said = (one for one in self.choices if isinstance(one, Dependence))
        return tuple(said) if self.n_clusters or self.is_weighted else ()

    @cached_property
    def walks(self) -> dict[str, Walkthrough]:
        """The walk under each named scheme; of more than two raters, under the reported one.

        Empty where no pair of raters shares an item, or the matrices would be too large.
        """
        if self.counts is None:
            try:
                return {self.scheme: self.all_raters.pooled_walk}
            except RatingsError:
                return {}
        return {
            scheme: self._walk(scheme) if scheme != self.scheme else self.walk for scheme in SCHEMES
        }

    @cached_property
    def walk(self) -> Walkthrough:
        """The walk under the scheme that is reported: of two raters, or of all pairs in one."""
        return self._walk(self.scheme) if self.counts is not None else self.walks[self.scheme]

    def _walk(self, scheme: str) -> Walkthrough:
        assert self.counts is not None, "two raters"
        return walk_through_counts(self.counts, categories=self.categories, scheme=scheme)

    @property
    def observed(self) -> Array:
        """O, shape (N, N): of two raters, or of all pairs in one."""
        return self.walk.observed if self.counts is None else self.counts

    @property
    def kappa(self) -> float:
        """The kappa that is reported, of all pairs in one; nan where undefined."""
        return self.all_raters.pooled if self.counts is None else self.walk.kappa

    @property
    def undefined_reason(self) -> str | None:
        """Why kappa is undefined, in a sentence; None where it is defined."""
        if self.counts is None:
            return self.all_raters.reasons.get("pooled")
        return self.walk.undefined_reason

    @property
    def independent_items(self) -> float | None:
        """How many independent items these are worth under the reported scheme; None: each one."""
        return self.effective.get(self.scheme)

    @property
    def is_weighted(self) -> bool:
        """Whether the items bear survey weights, and count by them."""
        table = self.table
        if not isinstance(table, PairCounts):
            return table.item_weights is not None
        return bool(table.effective) and table.observed.dtype.kind == "f"

    @property
    def is_uncounted(self) -> bool:
        """Whether the counts are sums of weights, or shares: they do not say how many items."""
        return self.counts is not None and self.counts.dtype.kind == "f" and not self.effective

    @cached_property
    def intervals(self) -> dict[str, KappaInterval]:
        """Kappa with its interval under each scheme of `walks`.

        Of two raters the one that `kappa_interval` chooses, of more the jackknife. nan
        with a caution where there is none.
        """
        if self.counts is None:
            return {self.scheme: self.coefficient_intervals["pooled"]}
        return {
            scheme: self._interval(scheme) if scheme != self.scheme else self.interval
            for scheme in SCHEMES
        }

    @cached_property
    def interval(self) -> KappaInterval:
        """The interval of the kappa that is reported."""
        return self.intervals[self.scheme] if self.counts is None else self._interval(self.scheme)

    @property
    def has_interval(self) -> bool:
        """Whether there is an interval that can be quoted."""
        return not math.isnan(self.interval.low) and self.interval.caution is None

    def _interval(self, scheme: str) -> KappaInterval:
        assert self.pair is not None, "two raters"
        return interval_of_pair(
            self.pair, scheme, self.level, self.choice, self.effective.get(scheme)
        )

    @cached_property
    def coefficient_intervals(self) -> dict[str, KappaInterval]:
        """How sure each coefficient of all raters is: the jackknife, on Fisher's scale, or draws.

        The kappa of two raters keeps the interval that it has wherever it is shown.
        """
        choice, drawn = self.choice, self._draws_raters
        found = self.all_raters.intervals(
            method="bootstrap" if drawn else "fisher",
            level=self.level,
            n_draws=choice.n_draws if drawn else 1,
            seed=choice.seed,
        )
        if choice.method == "cluster":
            found = {name: replace(one, method=choice.method) for name, one in found.items()}
        if 0 < self.n_clusters < FEWEST_CLUSTERS:
            found = {name: replace(one, caution=FEW_CLUSTERS) for name, one in found.items()}
        if self.counts is not None:
            found |= dict.fromkeys(("pooled", "light"), self.interval)  # both are its kappa
        return {name: without_ends(one) for name, one in found.items()}

    @property
    def _draws_raters(self) -> bool:
        """Whether items or clusters are drawn for the intervals of all raters."""
        return self.agreement is not None and self.choice.method in ("bootstrap", "cluster")

    @property
    def n_draws(self) -> int:
        """How many draws all its intervals take, those of the groups included; 0 for most."""
        if self.choice.method not in DRAWN:
            return 0
        times = self._draws_raters + (len(SCHEMES) if self.is_pair else 0)
        times += sum(one.choice == self.choice for one in self._parts)
        return times * self.choice.n_draws

    def draw(self, tell: Callable[[float], object]) -> None:
        """Make all draws now, and tell again and again what share of them is made.

        Parameters
        ----------
        tell : callable
            Takes the share, from 0 to 1.

        Examples
        --------
        >>> shares = []
        >>> make_study([[40, 9], [6, 45]], choice=IntervalChoice("bca", 500)).draw(shares.append)
        >>> [round(share, 2) for share in shares]
        [0.33, 0.67, 1.0]
        """
        if not self.n_draws:
            return
        made = 0

        def report(size: int) -> None:
            nonlocal made
            made += size
            tell(made / self.n_draws)

        with reporting_draws(report):
            computed: list[object] = [self.intervals]
            computed += [] if self.agreement is None else [self.coefficient_intervals]
            computed += [one.interval for one in self._parts]

    @property
    def _parts(self) -> list[Study]:
        """The groups, each other rater with the truth, and these in each group."""
        within = (one for group in self.groups.values() for one in group.against.values())
        return [*self.groups.values(), *self.against.values(), *within]

    @cached_property
    def cluster_draws(self) -> tuple[float, float] | None:
        """The middle share, `level`, of kappas where whole clusters are drawn with replacement.

        The cluster bootstrap; None without clusters, or where a draw leaves kappa undefined.
        """
        if self.clusters is None or self.choice.method == "cluster":
            return None
        kappas = bootstrap_group_kappas(
            self.clusters, n_draws=CLUSTER_DRAWS, seed=1, scheme=self.scheme
        )
        if np.isnan(kappas).any():
            return None
        low, high, _ = middle_of_draws(kappas, middle(self.level))
        return low, high

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
        if len(self.groups) < 2 or not self.is_pair:
            return None
        each = [(group.walk, group.scale) for group in self.groups.values()]
        seen = math.fsum(walk.numerator / scale for walk, scale in each)
        by_chance = math.fsum(walk.denominator / scale for walk, scale in each)
        chance = np.sum([walk.expected / scale for walk, scale in each], axis=0)
        defined = [walk.kappa for walk, _ in each if not math.isnan(walk.kappa)]
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
        used = np.flatnonzero(self.observed.any(axis=0) | self.observed.any(axis=1)).tolist()
        numbers, words = self._numbers, list(map(str, self.categories))
        return sorted(used, key=words.__getitem__ if numbers is None else numbers.__getitem__)

    @cached_property
    def unused_between(self) -> tuple[Category, ...]:
        """The categories that nobody gave and that lie between two that somebody did."""
        used = np.flatnonzero(self.observed.any(axis=0) | self.observed.any(axis=1)).tolist()
        return tuple(self.categories[at] for at in range(used[0], used[-1]) if at not in set(used))

    @property
    def decimals(self) -> int:
        """How many decimals a kappa of this study is written with: see `decimals_from`.

        Examples
        --------
        >>> make_study([[40, 9], [6, 45]]).decimals
        3
        >>> make_study([[40_000_000, 9_000_000], [6_000_000, 45_000_000]]).decimals
        5
        """
        return self.decimals_from(3)

    def decimals_from(self, least: int) -> int:
        """Return how many decimals a kappa is written with, this many or more.

        Parameters
        ----------
        least : int
            How many at the least.

        Returns
        -------
        int
            More for narrow intervals, and until a kappa that is not 1 is not written as 1, nor as
            an end of the interval that it is not. No end that is not 0, of this interval or of
            alpha's, is written as 0; for 1 and −1 see `decimals_of_ends`. At most 12.
        """
        width, ends = self.interval.width, (self.interval.low, self.interval.high)
        wanted = max(least, math.ceil(-math.log10(width)) + least - 2 if width > 0 else least)
        alpha = [] if self.is_pair else [self.coefficient_intervals["alpha"]]
        wanted = max(decimals_of_ends(one.low, one.high, wanted) for one in (self.interval, *alpha))
        wanted = decimals_that_part([(self.kappa, one) for one in (1, -1, *ends)], wanted)
        return max([wanted, *(one.decimals_from(least) for one in self.against.values())])


def make_study(
    observed: ArrayLike,
    categories: Iterable[Category] | None = None,
    *,
    groups: Mapping[str, ArrayLike] | None = None,
    n_missing: int | float = 0,
    effective_n: float | None = None,
    clusters: ArrayLike | None = None,
    raters: tuple[str, str] = ("", ""),
    **more: Any,
) -> Study:
    """Check two raters' ratings, given as counts, and return all that a report says about them.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: counts, rows actual and columns predicted.
    categories : iterable of int or str, optional
        From lowest to highest; 0 … N − 1 without.
    groups : mapping of str to array_like of shape (N, N), optional
        O of each group, which together make `observed`. Groups without any item are left out.
    n_missing : int or float
        How many items were left out since a rating was missing.
    effective_n : float, optional
        How many independent items these are worth, where they bear weights or come in groups: see
        `qwk_core.statistics.dependence`. Without it each counts as one, and sums of weights that
        are no whole numbers have no interval.
    clusters : array_like, shape (G, N, N), optional
        O of each cluster of items that belong together, such as a pupil's; they make `observed`.
        Their effective number of items is found here.
    raters : tuple of str
        What the two are called.
    **more
        As `Study` takes it.

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
    check_effective_n(effective_n)
    parts = {
        name: read_counts(one, names)[0]
        for name, one in (groups or {}).items()
        if np.any(np.asarray(one))
    }
    if parts and not np.allclose(sum(parts.values()), counts):
        raise RatingsError("Groups: their counts do not add up to those of the whole.")
    tables = None if clusters is None else np.asarray(clusters)
    if tables is not None and not np.allclose(tables.sum(axis=0), counts):
        raise RatingsError("Clusters: their counts do not add up to those of the whole.")
    for one in (counts, *parts.values()):
        one.setflags(write=False)
    total = float(counts.sum())
    items = 0.0 if effective_n is None or tables is not None else effective_n
    apart = {
        name: PairCounts(one, names, raters, effective=_worth(items * (float(one.sum()) / total)))
        for name, one in parts.items()
    }
    missing = (0, 0, n_missing)
    table = PairCounts(counts, names, raters, missing, apart, tables, _worth(items))
    return Study(table, **more)


def _worth(items: float) -> dict[str, float]:
    """Return a number of independent items under each scheme; nothing of 0."""
    return dict.fromkeys(SCHEMES, items) if items else {}


def make_rater_study(
    ratings: Any,
    *,
    categories: Iterable[Category] | None = None,
    raters: Iterable[object] | None = None,
    groups: Sequence[str] = (),
    clusters: Sequence[str] = (),
    sample_weight: Vector | None = None,
    **more: Any,
) -> Study:
    """Check the ratings of two raters or more, and return all that a report says about them.

    Parameters
    ----------
    ratings, categories, raters
        As `rater_agreement` takes them.
    groups : sequence of str, length n or 0
        The group of each item. Groups without any rating are left out.
    clusters : sequence of str, length n or 0
        Which items belong together, such as a pupil's.
    sample_weight
        As `rater_agreement` takes it.
    **more
        As `Study` takes it.

    Returns
    -------
    Study

    Raises
    ------
    RatingsError
        If the ratings, the weights or a setting cannot be used.

    Examples
    --------
    >>> study = make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2]], groups=["a", "a", "b"])
    >>> round(study.kappa, 3), list(study.groups)
    (0.538, ['a', 'b'])
    >>> pair = make_rater_study([[1, 2], [2, 2], [3, 3]], raters=["Ann", "Ben"])
    >>> pair.kappa == make_study([[0, 1, 0], [0, 1, 0], [0, 0, 1]]).kappa
    True
    """
    table = read_table(ratings, categories=categories, raters=raters, sample_weight=sample_weight)
    return Study(replace(table, groups=tuple(groups), clusters=tuple(clusters)), **more)
