"""Which interval is computed? The default one, or another that was asked for by its name."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from qwk_core.errors import RatingsError, shown
from qwk_core.messages import N_
from qwk_core.statistics.dependence import bootstrap_group_kappas
from qwk_core.statistics.intervals import KappaInterval, kappa_interval
from qwk_core.statistics.notes import NOTES
from qwk_core.statistics.rating_table import PairCounts, Table
from qwk_core.statistics.resampling import check_draws
from qwk_core.study.texts import TEXTS

INTERVALS = TEXTS["interval"]
"""The intervals of kappa by name, and what each is."""

OF_MANY = ("jackknife", "bootstrap")
"""Those of more than two raters; the first is the default."""

OF_CLUSTERS = ("jackknife", "cluster")
"""Those of more than two raters where items come in clusters, which are left out or drawn."""

DRAWN = ("bootstrap", "bca", "cluster")
"""Those that draw at random."""

FEWEST_CLUSTERS = 5
"""With fewer there is no interval: how far clusters differ would be a guess from so few."""

FEW_CLUSTERS = N_(
    "The items come in fewer than five clusters. So few cannot show how far clusters differ, so "
    "there is no interval."
)

# What `kappa_interval` calls them.
_METHODS = {"formula": "analytic", "cluster": "bootstrap"}


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

    def check(self, table: Table) -> None:
        """Raise a RatingsError if this interval cannot be computed of a table.

        Parameters
        ----------
        table : RatingTable or PairCounts

        Raises
        ------
        RatingsError
            It names the intervals that can be.
        """
        if self.method == "auto":
            return
        known = possible_intervals(table)
        if self.method not in known:
            raise RatingsError(
                "Interval: {value} cannot be computed here. These can be: {known}.",
                value=shown(self.method),
                known=", ".join(known),
            )
        check_draws(self.n_draws)


def possible_intervals(table: Table) -> tuple[str, ...]:
    """Return the names of the intervals that can be computed of a table, the default one first.

    Parameters
    ----------
    table : RatingTable or PairCounts

    Returns
    -------
    tuple of str

    Examples
    --------
    Where items bear weights, or belong together, none can be drawn alone:

    >>> import numpy as np
    >>> counts = np.array([[40, 9], [6, 45]])
    >>> possible_intervals(PairCounts(counts, (0, 1), clusters=np.array([counts, counts])))
    ('smoothed', 'formula', 'cluster')
    """
    if isinstance(table, PairCounts):
        clusters, weighted = table.clusters is not None, bool(table.effective)
    else:
        clusters, weighted = bool(table.clusters), table.item_weights is not None
    if table.n_raters > 2:
        return OF_CLUSTERS if clusters else OF_MANY
    left_out = set() if clusters else {"cluster"}
    if clusters or weighted:
        left_out |= {"bootstrap", "bca", "jackknife"}
    return tuple(name for name in INTERVALS if name not in left_out)


def interval_of_pair(
    table: PairCounts, scheme: str, level: float, choice: IntervalChoice, effective_n: float | None
) -> KappaInterval:
    """Return the interval of two raters' kappa.

    Parameters
    ----------
    table : PairCounts
        Their counts.
    scheme : {"quadratic", "linear", "unweighted"}
        How disagreement is weighted.
    level : float
        The level of confidence, between 0 and 1.
    choice : IntervalChoice
        Which one; checked.
    effective_n : float or None
        How many independent items these are worth; None where each is one.

    Returns
    -------
    KappaInterval
        Its `method` is the name in `INTERVALS`. It has no ends where it has a caution.

    Examples
    --------
    >>> import numpy as np
    >>> table = PairCounts(np.array([[40, 9], [6, 45]]), ("no", "yes"))
    >>> found = interval_of_pair(table, "linear", 0.9, IntervalChoice("bca"), None)
    >>> found.method, found.n_draws
    ('bca', 10000)
    """
    few = table.clusters is not None and len(table.clusters) < FEWEST_CLUSTERS
    drawn, method = None, "auto" if few else choice.method  # so few are never drawn
    if method == "cluster":
        assert table.clusters is not None, "the choice was checked"
        drawn = bootstrap_group_kappas(
            table.clusters, n_draws=choice.n_draws, seed=choice.seed, scheme=scheme
        )
    found = kappa_interval(
        table.observed,
        scheme=scheme,
        level=level,
        method=_METHODS.get(method, method),
        n_draws=choice.n_draws,
        seed=choice.seed,
        draws=drawn,
        effective_n=effective_n,
    )
    if few or (effective_n is None and table.observed.dtype.kind == "f"):
        found = replace(
            found,
            formula_standard_error=math.nan,
            null_standard_error=math.nan,
            z=math.nan,
            p_value=math.nan,
            caution=found.caution or (FEW_CLUSTERS if few else NOTES["weighted"]),
        )
    found = without_ends(found)
    return replace(found, method=found.method if choice.method == "auto" else choice.method)


def without_ends(found: KappaInterval) -> KappaInterval:
    """Return an interval, and one that has a caution without its ends: none can be given.

    Parameters
    ----------
    found : KappaInterval

    Returns
    -------
    KappaInterval

    Examples
    --------
    >>> perfect = kappa_interval([[9, 0], [0, 9]])
    >>> perfect.low, without_ends(perfect).low
    (1.0, nan)
    """
    if found.caution is None:
        return found
    return replace(found, low=math.nan, high=math.nan, standard_error=math.nan)
