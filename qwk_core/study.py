"""All that a report says about one set of ratings: kappas, intervals, groups, checks, a sentence."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from qwk_core.errors import RatingsError, shown, shown_categories
from qwk_core.export import matrix_csv
from qwk_core.interval import KappaInterval, kappa_interval
from qwk_core.matrices import SCHEMES
from qwk_core.messages import Message, N_
from qwk_core.ratings import Array, Category, read_counts
from qwk_core.walkthrough import Walkthrough, walk_through_counts

SMALL = 100
"""Below this many items the formula's interval is not trusted, and the bootstrap's is taken."""

DRAWS = 10_000
"""Bootstrap draws behind an interval."""

SEED = 1
"""The seed of these draws: with it, the page "How sure" draws the same ones."""

SEVERITIES = ("note", "warning", "error")
"""How much a check matters: good to know; read the figure with care; there is no figure."""


@dataclass(frozen=True)
class Check:
    """One thing to know before a kappa is quoted.

    Attributes
    ----------
    key : str
        A short name that never changes.
    severity : str
        "note", "warning" or "error".
    message : Message
        What it is, and what to do about it.
    """

    key: str
    severity: str
    message: Message


@dataclass(frozen=True)
class Pooling:
    """What pooling the groups does to kappa. What is undefined is nan.

    Attributes
    ----------
    pooled : float
        Kappa of all groups as one.
    within : float
        Kappa within groups: each group's errors beside what chance gives in that group,
        1 − Σ ΣwO / Σ ΣwE over the groups; a mean of their kappas, weighted by ΣwE.
    groups_alone : float
        What `pooled` would be if the raters agreed within no group better than chance.
    lowest, highest : float
        The smallest and the largest kappa of a group.
    """

    pooled: float
    within: float
    groups_alone: float
    lowest: float
    highest: float


@dataclass(frozen=True, eq=False)
class Study:
    """One set of ratings and all that follows from it, each computed when first asked for.

    Make one with `make_study`, which checks what goes in.

    Attributes
    ----------
    observed : ndarray of int64 (float64 for fractions), shape (N, N)
        O: rows actual, columns predicted.
    categories : tuple of int or str, length N
        From lowest to highest.
    source : str
        Where the ratings came from, as people know it: a file's name.
    n_rows, n_missing : int
        How many rows there were, and how many were left out since a rating was missing.
    choices : tuple of Message
        What was chosen on the way from the file to O, a sentence each.
    groups : mapping of str to ndarray, shape (N, N)
        O of each group; empty where there are none. Their sum is `observed`.
    scheme : str
        The weights of the kappa that is reported: "quadratic", "linear" or "unweighted".
    level : float
        The intervals' level of confidence, between 0 and 1.
    """

    observed: Array
    categories: tuple[Category, ...]
    source: str = ""
    n_rows: int = 0
    n_missing: int = 0
    choices: tuple[Message, ...] = ()
    groups: Mapping[str, Array] = field(default_factory=dict)
    scheme: str = "quadratic"
    level: float = 0.95

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
        """Kappa with its interval under each named scheme."""
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
        """Each group's kappa with its interval, under the scheme that is reported."""
        return {name: self._interval(one, self.scheme) for name, one in self.groups.items()}

    @cached_property
    def pooling(self) -> Pooling | None:
        """What pooling does to kappa; None with fewer than two groups."""
        if len(self.groups) < 2:
            return None
        walks = list(self.group_walks.values())
        seen = math.fsum(walk.numerator for walk in walks)
        by_chance = math.fsum(walk.denominator for walk in walks)
        # n × E is whole where O is; each group's E has that group's totals, so the sum has O's.
        chance = np.sum([walk.expected for walk in walks], axis=0)
        defined = [walk.kappa for walk in walks if not math.isnan(walk.kappa)]
        return Pooling(
            pooled=self.kappa,
            within=1 - seen / by_chance if by_chance else math.nan,
            groups_alone=walk_through_counts(chance, scheme=self.scheme).kappa,
            lowest=min(defined, default=math.nan),
            highest=max(defined, default=math.nan),
        )

    def _interval(self, observed: Array, scheme: str) -> KappaInterval:
        analytic = kappa_interval(observed, scheme=scheme, level=self.level)
        if math.isnan(analytic.low) or analytic.caution or observed.dtype != np.int64:
            return analytic
        if observed.sum() >= SMALL and analytic.low >= -1 and analytic.high <= 1:
            return analytic
        return kappa_interval(
            observed,
            scheme=scheme,
            level=self.level,
            method="bootstrap",
            n_draws=DRAWS,
            seed=SEED,
        )

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """What to know before the kappa is quoted, the gravest first."""
        return ()

    @property
    def sentence(self) -> Message:
        """The sentence for a paper: kappa, its interval and method, weights, n, categories."""
        interval = self.interval
        return Message(
            N_(
                "Agreement was κ = {kappa} ({level}% CI {low} to {high}) with {scheme} weights "
                "(n = {n}, {size} categories: {categories})."
            ),
            {
                "kappa": self.kappa,
                "level": 100 * self.level,
                "low": interval.low,
                "high": interval.high,
                "scheme": Message(self.scheme),
                "n": self.n,
                "size": len(self.categories),
                "categories": shown_categories(self.categories),
            },
        )

    def citation(self) -> tuple[str, ...]:
        """Return what to cite beside the figure, an entry each."""
        return (_COHEN,)


_COHEN = (
    "Cohen, J. (1968). Weighted kappa: Nominal scale agreement with provision for scaled "
    "disagreement or partial credit. Psychological Bulletin, 70(4), 213–220. "
    "https://doi.org/10.1037/h0026256"
)


def make_study(
    observed: ArrayLike,
    categories: Iterable[Category] | None = None,
    *,
    source: str = "",
    groups: Mapping[str, ArrayLike] | None = None,
    n_rows: int | None = None,
    n_missing: int = 0,
    choices: Iterable[Message] = (),
    scheme: str = "quadratic",
    level: float = 0.95,
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
    n_rows : int, optional
        How many rows the ratings came in; without, n and those missing.
    n_missing : int
        How many of them were left out since a rating was missing.
    choices : iterable of Message
        What was chosen on the way to O, a sentence each.
    scheme : {"quadratic", "linear", "unweighted"}
        The weights of the kappa that is reported.
    level : float
        The intervals' level of confidence, between 0 and 1.

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
    (0.7, 'analytic', 100)
    """
    counts, names = read_counts(observed, categories)
    if scheme not in SCHEMES:
        raise RatingsError(
            "Scheme: {value} is not known. Use “quadratic”, “linear” or “unweighted”.",
            value=shown(scheme),
        )
    if not isinstance(level, (int, float)) or not 0 < level < 1:
        raise RatingsError(
            "Level: {value} is not between 0 and 1; 0.95 is usual.", value=shown(level)
        )
    parts = {
        name: read_counts(one, names)[0]
        for name, one in (groups or {}).items()
        if np.any(np.asarray(one))
    }
    for one in (counts, *parts.values()):
        one.setflags(write=False)
    return Study(
        observed=counts,
        categories=names,
        source=source,
        n_rows=int(counts.sum()) + n_missing if n_rows is None else n_rows,
        n_missing=n_missing,
        choices=tuple(choices),
        groups=parts,
        scheme=scheme,
        level=float(level),
    )


def study_json(study: Study) -> str:
    """Return a study as JSON; docs/schema.json describes it.

    Examples
    --------
    >>> content = json.loads(study_json(make_study([[40, 9], [6, 45]])))
    >>> content["n"], content["categories"], content["observed"]
    (100, [0, 1], [[40, 9], [6, 45]])
    """
    content: dict[str, Any] = {
        "n": study.n,
        "categories": list(study.categories),
        "observed": study.observed.tolist(),
    }
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def study_csv(study: Study) -> dict[str, str]:
    """Return every matrix and table of a study as CSV, by file name.

    Examples
    --------
    >>> list(study_csv(make_study([[40, 9], [6, 45]])))[:2]
    ['observed.csv', 'expected.csv']
    """
    return {
        "observed.csv": matrix_csv(study.observed, study.categories),
        "expected.csv": matrix_csv(study.walk.expected, study.categories),
    }
