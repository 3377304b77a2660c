"""A study: one set of ratings and all that a report says about it."""

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
from qwk_core.matrices import SCHEMES
from qwk_core.messages import N_, Kappa, Message
from qwk_core.ratings import Array, Category, read_counts
from qwk_core.statistics.intervals import KappaInterval, kappa_interval
from qwk_core.study.checks import SMALL, Check, find_checks
from qwk_core.study.export import csv_text, json_value, matrix_csv, walkthrough_csv
from qwk_core.version import __version__
from qwk_core.walkthrough import Walkthrough, walk_through_counts

DRAWS = 10_000
"""Bootstrap draws behind an interval."""

_GROUP_DRAWS = 40_000  # of all groups together: some 300 ms
_LEAST_DRAWS = 500  # of a group; its interval says how many there were

SEED = 1
"""The seed of these draws: with it, the page on certainty makes the same ones."""

FORMAT = "qwk-study/1"
"""What the JSON of a study calls itself; docs/schema.json describes it."""


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

        By the formula of Fleiss, Cohen & Everitt; by the BCa bootstrap below `SMALL` items and
        wherever the formula goes beyond −1 or 1. nan with a caution where there is none.
        """
        return {scheme: _interval(self.observed, scheme, self.level) for scheme in SCHEMES}

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
        """Each group's kappa with its interval, as in `intervals`, under the reported scheme.

        The more groups, the fewer draws for each: from `DRAWS` with a few to 500 with many.
        """
        share = _GROUP_DRAWS // max(len(self.groups), 1)
        n_draws = min(max(share, _LEAST_DRAWS), DRAWS)
        return {
            name: _interval(one, self.scheme, self.level, n_draws)
            for name, one in self.groups.items()
        }

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

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """What to know before the kappa is quoted, the gravest first."""
        return find_checks(self)

    @property
    def sentence(self) -> Message:
        """The sentence for a paper: kappa, weights, interval and its method, n, categories."""
        interval = self.interval
        values = {
            "kappa": Kappa(self.kappa),
            "measure": Message(_MEASURES[self.scheme]),
            "n": self.n,
            "size": len(self.categories),
            "categories": shown_categories(self.categories),
        }
        if math.isnan(self.kappa):
            said = Message(_UNDEFINED_SENTENCE, values)
        elif math.isnan(interval.low) or interval.caution is not None:
            said = Message(_BARE_SENTENCE, values)
        else:
            said = Message(
                _SENTENCE,
                values
                | {
                    "level": _percentage(self.level),
                    "low": Kappa(interval.low),
                    "high": Kappa(interval.high),
                    "method": method_words(interval),
                },
            )
        if not self.n_missing:
            return said
        return Message(
            _WITH_MISSING, {"said": said, "missing": self.n_missing, "rows": self.n_rows}
        )

    def citation(self) -> tuple[str, ...]:
        """Return what to cite beside the figure, an entry each: measure, interval, tool.

        Examples
        --------
        >>> for entry in make_study([[40, 9], [6, 45]]).citation():
        ...     print(entry.split(" ")[0])
        Cohen,
        Fleiss,
        QWK
        """
        sources = [_SOURCES[self.scheme]]
        if not math.isnan(self.interval.low) and self.interval.caution is None:
            sources.append(_SOURCES[self.interval.method])
        return (*sources, _TOOL)


_MEASURES = {
    "quadratic": N_("quadratically weighted kappa"),
    "linear": N_("linearly weighted kappa"),
    "unweighted": N_("unweighted kappa"),
}

_SENTENCE = N_(
    "Agreement between the two ratings was κ = {kappa} ({measure}; {level}% confidence interval "
    "{low} to {high}, {method}; n = {n} items, {size} ordered categories: {categories})."
)
_BARE_SENTENCE = N_(
    "Agreement between the two ratings was κ = {kappa} ({measure}; no confidence interval can be "
    "given; n = {n} items, {size} ordered categories: {categories})."
)
_UNDEFINED_SENTENCE = N_(
    "Agreement between the two ratings, as {measure}, is undefined (0 ÷ 0): both raters gave every "
    "item one and the same category (n = {n} items, {size} ordered categories: {categories})."
)
_WITH_MISSING = N_("{said} {missing} of {rows} rows were left out, since a rating was missing.")

_METHODS = {
    "analytic": N_("by the standard error of Fleiss, Cohen & Everitt, 1969"),
    "bca": N_("by BCa bootstrap with {draws} draws, seed {seed}"),
}

_SOURCES = {
    "quadratic": "Cohen, J. (1968). Weighted kappa: Nominal scale agreement with provision for "
    "scaled disagreement or partial credit. Psychological Bulletin, 70(4), 213–220.",
    "unweighted": "Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational "
    "and Psychological Measurement, 20(1), 37–46.",
    "analytic": "Fleiss, J. L., Cohen, J. & Everitt, B. S. (1969). Large sample standard errors "
    "of kappa and weighted kappa. Psychological Bulletin, 72(5), 323–327.",
    "bca": "Efron, B. (1987). Better bootstrap confidence intervals. Journal of the American "
    "Statistical Association, 82(397), 171–185.",
}
_SOURCES["linear"] = _SOURCES["quadratic"]
_TOOL = f"QWK Explorer {__version__} [computer software], with numpy {np.__version__}."


def method_words(interval: KappaInterval) -> Message:
    """Say how an interval of a study was computed.

    Examples
    --------
    >>> str(method_words(make_study([[40, 9], [6, 45]]).interval))
    'by the standard error of Fleiss, Cohen & Everitt, 1969'
    """
    if interval.method == "analytic":
        return Message(_METHODS["analytic"])
    return Message(_METHODS["bca"], {"draws": interval.n_draws, "seed": SEED})


def _percentage(share: float) -> int | float:
    percentage = round(100 * share, 6)
    return int(percentage) if percentage.is_integer() else percentage


def _interval(observed: Array, scheme: str, level: float, n_draws: int = DRAWS) -> KappaInterval:
    analytic = kappa_interval(observed, scheme=scheme, level=level)
    if analytic.caution is not None or observed.dtype != np.int64:
        return analytic
    if observed.sum() >= SMALL and analytic.low >= -1 and analytic.high <= 1:
        return analytic
    return kappa_interval(
        observed, scheme=scheme, level=level, method="bca", n_draws=n_draws, seed=SEED
    )


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
    >>> print(plain_text(study.sentence))  # doctest: +ELLIPSIS
    Agreement between the two ratings was κ = 0.700 (quadratically weighted kappa; 95% ...
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
    if parts and not np.allclose(sum(parts.values()), counts):
        raise RatingsError("Groups: their counts do not add up to those of the whole.")
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
    )


def plain_text(message: Message, decimals: int = 3) -> str:
    """Write a message in English, its numbers short.

    Examples
    --------
    >>> plain_text(Message("κ = {kappa}, n = {n}", {"kappa": 0.31818, "n": 12000}))
    'κ = 0.318, n = 12,000'
    """
    return message.template.format(
        **{name: _plain_value(value, decimals) for name, value in message.values.items()}
    )


def _plain_value(value: object, decimals: int) -> str:
    if isinstance(value, Message):
        return plain_text(value, decimals)
    if isinstance(value, Kappa):
        # Adding 0 after rounding takes the sign from a minus zero.
        return f"{round(value, decimals) + 0.0:.{decimals}f}".replace("-", "−")
    if isinstance(value, float):
        text = f"{value:,.{decimals}f}"
        return text.rstrip("0").rstrip(".").replace("-", "−")
    return f"{value:,}" if isinstance(value, int) else str(value)


def study_json(study: Study) -> str:
    """Return a study as JSON, at full precision; docs/schema.json describes every key.

    Examples
    --------
    >>> content = json.loads(study_json(make_study([[40, 9], [6, 45]])))
    >>> content["n"], content["categories"], content["observed"]
    (100, [0, 1], [[40, 9], [6, 45]])
    >>> sorted(content["interval"])[:3], round(content["schemes"]["linear"]["kappa"], 2)
    (['caution', 'high', 'level'], 0.7)
    """
    walk, pooling = study.walk, study.pooling

    def written(message: Message) -> str:
        return plain_text(message, study.decimals)

    content: dict[str, Any] = {
        "format": FORMAT,
        "source": study.source,
        "n": study.n,
        "n_rows": study.n_rows,
        "n_missing": study.n_missing,
        "choices": [written(choice) for choice in study.choices],
        "categories": walk.categories,
        "observed": walk.observed,
        "actual_totals": walk.actual_totals,
        "predicted_totals": walk.predicted_totals,
        "expected": walk.expected,
        **_scheme_content(walk, study.interval),
        "schemes": {
            scheme: _scheme_content(one, study.intervals[scheme])
            for scheme, one in study.walks.items()
        },
        "groups": [
            {
                "name": name,
                "n": one.n,
                "kappa": one.kappa,
                "undefined_reason": one.undefined_reason,
                "interval": _interval_content(study.group_intervals[name]),
                "observed": one.observed,
            }
            for name, one in study.group_walks.items()
        ],
        "pooling": None if pooling is None else vars(pooling),
        "checks": [
            {"key": one.key, "severity": one.severity, "text": written(one.message)}
            for one in study.checks
        ],
        "sentence": written(study.sentence),
        "citation": study.citation(),
    }
    return json.dumps(json_value(content), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _scheme_content(walk: Walkthrough, interval: KappaInterval) -> dict[str, Any]:
    return {
        "scheme": walk.scheme,
        "kappa": walk.kappa,
        "undefined_reason": walk.undefined_reason,
        "interval": _interval_content(interval),
        "weights": walk.weights,
        "weighted_observed": walk.weighted_observed,
        "weighted_expected": walk.weighted_expected,
        "shares": walk.shares,
        "numerator": walk.numerator,
        "denominator": walk.denominator,
    }


def _interval_content(interval: KappaInterval) -> dict[str, Any]:
    drawn = interval.method != "analytic"
    return {
        "low": interval.low,
        "high": interval.high,
        "level": interval.level,
        "method": interval.method,
        "standard_error": interval.standard_error,
        "null_standard_error": interval.null_standard_error,
        "z": interval.z,
        "p_value": interval.p_value,
        "n_draws": interval.n_draws if drawn else None,
        "n_undefined": interval.n_undefined if drawn else None,
        "seed": SEED if drawn else None,
        "caution": interval.caution,
    }


def study_csv(study: Study) -> dict[str, str]:
    """Return every matrix and table of a study as CSV, by file name.

    `observed.csv` and `expected.csv`; `weights.csv`, `weighted_observed.csv`,
    `weighted_expected.csv` and `shares.csv` (each cell's part of the numerator) under the scheme
    that is reported; `cells.csv` with all of these, a line for each cell; `kappas.csv` with the
    three schemes; and with groups `groups.csv`, a line for each.

    Examples
    --------
    >>> files = study_csv(make_study([[40, 9], [6, 45]]))
    >>> len(files), files["observed.csv"].splitlines()
    (8, ['actual / predicted,0,1', '0,40,9', '1,6,45'])
    >>> files["kappas.csv"].splitlines()[0]
    'scheme,n,kappa,low,high,level,method,standard_error'
    """
    walk = study.walk
    matrices = {
        "observed": walk.observed,
        "expected": walk.expected,
        "weights": walk.weights,
        "weighted_observed": walk.weighted_observed,
        "weighted_expected": walk.weighted_expected,
        "shares": walk.shares,
    }
    files = {f"{name}.csv": matrix_csv(one, walk.categories) for name, one in matrices.items()}
    files["cells.csv"] = walkthrough_csv(walk)
    files["kappas.csv"] = _interval_table(
        "scheme", {scheme: (study.n, one) for scheme, one in study.intervals.items()}
    )
    if study.groups:
        files["groups.csv"] = _interval_table(
            "group",
            {name: (study.group_walks[name].n, one) for name, one in study.group_intervals.items()},
        )
    return files


def _interval_table(first: str, intervals: Mapping[str, tuple[int | float, KappaInterval]]) -> str:
    columns = ["kappa", "low", "high", "level", "method", "standard_error"]
    rows = (
        [name, n, *(getattr(interval, column) for column in columns)]
        for name, (n, interval) in intervals.items()
    )
    return csv_text([[first, "n", *columns], *rows])
