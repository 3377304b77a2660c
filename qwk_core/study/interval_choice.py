"""Which interval is computed? The default one, or another that was asked for by its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from qwk_core.errors import RatingsError, shown
from qwk_core.messages import N_
from qwk_core.ratings import Array
from qwk_core.statistics.dependence import bootstrap_group_kappas
from qwk_core.statistics.intervals import KappaInterval, check_draws, kappa_interval, quantiles

INTERVALS = {
    "smoothed": N_("smoothed: two items added, on Fisher’s scale (the default)"),
    "formula": N_("the formula of 1969: κ ± z standard errors"),
    "bootstrap": N_("bootstrap: the middle of the draws"),
    "bca": N_("BCa: the bootstrap, corrected for bias and skewness"),
    "jackknife": N_("jackknife: each item left out once, on Fisher’s scale"),
    "cluster": N_("cluster bootstrap: whole clusters are drawn"),
}
"""The intervals of kappa by name, and what each is."""

OF_MANY = ("jackknife", "bootstrap")
"""Those of more than two raters; the first is the default."""

DRAWN = ("bootstrap", "bca", "cluster")
"""Those that draw at random."""

# What `kappa_interval` calls them.
_METHODS = {"formula": "analytic"}


@dataclass(frozen=True)
class IntervalChoice:
    """An interval by its name, and how it draws.

    Attributes
    ----------
    method : str
        One of `INTERVALS`, or "auto": of two raters smoothed, of more the jackknife.
    n_draws : int
        How many draws, from 1 to 1,000,000, where there are any.
    seed : int
        The same seed gives the same draws.
    """

    method: str = "auto"
    n_draws: int = 10_000
    seed: int = 1

    def check(self, *, pair: bool, clusters: bool, weighted: bool) -> None:
        """Raise a RatingsError if this interval cannot be computed.

        Parameters
        ----------
        pair : bool
            Whether there are two raters.
        clusters : bool
            Whether it is known which items belong together.
        weighted : bool
            Whether items bear weights, or belong together.

        Raises
        ------
        RatingsError
            It names the intervals that can be.
        """
        if self.method == "auto":
            return
        known = possible_intervals(pair=pair, clusters=clusters, weighted=weighted)
        if self.method not in known:
            raise RatingsError(
                "Interval: {value} cannot be computed here. These can be: {known}.",
                value=shown(self.method),
                known=", ".join(known),
            )
        check_draws(self.n_draws)


def possible_intervals(*, pair: bool, clusters: bool, weighted: bool) -> tuple[str, ...]:
    """Return the names of the intervals that can be computed, the default one first.

    Parameters
    ----------
    pair : bool
        Whether there are two raters.
    clusters : bool
        Whether it is known which items belong together.
    weighted : bool
        Whether items bear weights, or belong together: then none can be drawn alone.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> possible_intervals(pair=True, clusters=True, weighted=True)
    ('smoothed', 'formula', 'cluster')
    """
    if not pair:
        return OF_MANY
    left_out = set() if clusters else {"cluster"}
    if weighted:
        left_out |= {"bootstrap", "bca", "jackknife"}
    return tuple(name for name in INTERVALS if name not in left_out)


def interval_of_pair(
    observed: Array,
    scheme: str,
    level: float,
    choice: IntervalChoice,
    *,
    effective: Mapping[str, float],
    clusters: Array | None = None,
) -> KappaInterval:
    """Return the interval of two raters' kappa.

    Parameters
    ----------
    observed : ndarray, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"}
        How disagreement is weighted.
    level : float
        The level of confidence, between 0 and 1.
    choice : IntervalChoice
        Which one; checked.
    effective : mapping of str to float
        How many independent items these are worth, by scheme; empty where each is one.
    clusters : ndarray of shape (G, N, N), optional
        O of each cluster of items that belong together.

    Returns
    -------
    KappaInterval
        Its `method` is the name in `INTERVALS`.

    Examples
    --------
    >>> counts = np.array([[40, 9], [6, 45]])
    >>> found = interval_of_pair(counts, "linear", 0.9, IntervalChoice("bca"), effective={})
    >>> found.method, found.n_draws
    ('bca', 10000)
    """
    independent = effective.get(scheme)
    if choice.method == "cluster" and clusters is not None:
        base = kappa_interval(observed, scheme=scheme, level=level, effective_n=independent)
        return _of_clusters(base, clusters, scheme, choice)
    found = kappa_interval(
        observed,
        scheme=scheme,
        level=level,
        method=_METHODS.get(choice.method, choice.method),
        n_draws=choice.n_draws,
        seed=choice.seed,
        effective_n=independent,
    )
    return replace(found, method="formula") if found.method == "analytic" else found


def _of_clusters(
    base: KappaInterval, clusters: Array, scheme: str, choice: IntervalChoice
) -> KappaInterval:
    """Return the middle of the kappas of drawn clusters, from counts of shape (G, N, N)."""
    kappas = bootstrap_group_kappas(
        clusters, n_draws=choice.n_draws, seed=choice.seed, scheme=scheme
    )
    defined = kappas[~np.isnan(kappas)]
    outside = (1 - base.level) / 2
    low, high = quantiles(defined, np.array([outside, 1 - outside]))
    error = float(defined.std(ddof=1)) if len(defined) > 1 else float("nan")
    return replace(
        base,
        method="cluster",
        low=low,
        high=high,
        standard_error=error,
        n_draws=len(kappas),
        n_undefined=len(kappas) - len(defined),
        held=None,
        reason=None,
    )
