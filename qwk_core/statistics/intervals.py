"""How sure is a kappa? Its standard error and its interval, by formula or by bootstrap."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.kappa import SAME_KAPPA
from qwk_core.matrices import Scheme, disagreement, weight_matrix
from qwk_core.messages import Message
from qwk_core.ratings import Array, read_counts
from qwk_core.statistics.coverage import measured_coverage, was_simulated
from qwk_core.statistics.notes import NOTES
from qwk_core.statistics.one_item import influences, informative_items, leave_out_one_item
from qwk_core.statistics.resampling import (
    blocks,
    check_draws,
    check_level,
    jackknife,
    middle,
    middle_of_draws,
)
from qwk_core.statistics.smoothing import smoothed_bounds
from qwk_core.walkthrough import Walkthrough, walk_through_counts

METHODS = ("smoothed", "analytic", "bootstrap", "bca", "jackknife")
"""How an interval can be computed; "auto" is the first."""


_ROUNDING = 1e-9  # shares of one item may sum to this much more than 1


_EXPECTED = 0.93  # of 95% intervals: those that hold kappa more rarely are too narrow


@dataclass(frozen=True)
class KappaInterval:
    """A kappa, or another coefficient, and how sure it is. Undefined numbers are nan.

    Attributes
    ----------
    kappa : float
        The coefficient as observed.
    standard_error : float
        How much it varies from sample to sample: by the formula of Fleiss, Cohen & Everitt
        (smoothed: with two items added), by the jackknife, or as the standard deviation of the
        bootstrap draws.
    low, high : float
        The ends of the interval; the analytic one may reach beyond 1.
    level : float
        The interval's level of confidence, between 0 and 1.
    method : str
        "smoothed", "analytic", "bootstrap", "bca" or "jackknife"; "fisher" for the jackknife of
        many raters.
    null_standard_error : float
        By the formula, if two raters were independent; only for the test against chance.
    formula_standard_error : float
        By the formula, of the table of two raters as it is, whatever the method.
    z, p_value : float
        kappa ÷ null_standard_error, and its two-sided p-value under the normal distribution.
    n_draws, n_undefined : int
        How many bootstrap draws were made, and in how many of them kappa is undefined; those
        are left out. 0 for intervals without draws.
    group_size : int
        How many items were left out, or drawn, at a time: 1, unless a table is very large.
    df : int
        The degrees of freedom of Student's t; 0 where the method takes none.
    caution : str or None
        Why the interval should not be trusted, or why there is none.
    held : float or None
        The share of 95% intervals by the same method that held the true kappa, in simulated
        studies with about as many informative items; None where none was like this one.
    reason : Message or None
        Why this method, where it was left to "auto".
    """

    kappa: float
    standard_error: float
    low: float
    high: float
    level: float
    method: str
    null_standard_error: float = math.nan
    formula_standard_error: float = math.nan
    z: float = math.nan
    p_value: float = math.nan
    n_draws: int = 0
    n_undefined: int = 0
    group_size: int = 1
    df: int = 0
    caution: str | None = None
    held: float | None = None
    reason: Message | None = None

    @property
    def too_narrow(self) -> Message | None:
        """Say so where intervals like this one hold kappa more rarely than they should.

        Examples
        --------
        >>> counts = [[45, 2, 0], [1, 1, 0], [0, 0, 1]]
        >>> kappa_interval(counts, method="auto").too_narrow is None
        True
        >>> str(kappa_interval(counts).too_narrow).split(":")[0]
        'This interval is likely too narrow'
        """
        if self.held is None or self.caution is not None or self.held >= _EXPECTED:
            return None
        return Message(NOTES["too-narrow"], {"held": round(100 * self.held)})

    @property
    def width(self) -> float:
        """The distance between both ends."""
        return self.high - self.low

    @property
    def n_standard_errors(self) -> float:
        """How many standard errors the analytic interval goes to either side: 1.96 for 95%.

        Examples
        --------
        >>> round(kappa_interval([[40, 9], [6, 45]]).n_standard_errors, 2)
        1.96
        """
        return NormalDist().inv_cdf((1 + self.level) / 2)

    @property
    def p_value_greater(self) -> float:
        """The one-sided p-value of z: how likely chance alone is to give a kappa this great.

        Examples
        --------
        >>> round(kappa_interval([[3, 2], [1, 4]]).p_value_greater, 3)
        0.098
        """
        return math.erfc(self.z / math.sqrt(2)) / 2

    def density(self, kappas: ArrayLike) -> NDArray[np.float64]:
        """Return the normal density around kappa, with the standard error as its spread.

        Parameters
        ----------
        kappas : array_like, shape (m,)
            The kappas at which to compute it.

        Returns
        -------
        ndarray of float64, shape (m,)
            nan where the standard error is 0 or undefined.

        Examples
        --------
        >>> interval = kappa_interval([[40, 9], [6, 45]])
        >>> interval.density([interval.kappa]).round(2)
        array([5.59])
        """
        places = np.asarray(kappas, dtype=np.float64)
        if not self.standard_error > 0:
            return np.full(places.shape, math.nan)
        scores = (places - self.kappa) / self.standard_error
        return np.exp(-scores * scores / 2) / (self.standard_error * math.sqrt(2 * math.pi))


def kappa_interval(
    observed: ArrayLike,
    *,
    scheme: Scheme = "quadratic",
    level: float = 0.95,
    method: str = "analytic",
    n_draws: int = 10_000,
    seed: int = 0,
    draws: ArrayLike | None = None,
    effective_n: float | None = None,
) -> KappaInterval:
    """Return kappa with its standard error, a test against chance, and an interval.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted; whole ones for a bootstrap.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.
    level : float
        The level of confidence, between 0 and 1.
    method : {"analytic", "bootstrap", "bca", "jackknife", "smoothed", "auto"}
        Kappa ± z standard errors; the middle of the bootstrap draws; the same, corrected for bias
        and for a spread that changes with kappa (BCa); from kappa with each item left out once, by
        Student's t on Fisher's scale; or with two items added and on Fisher's scale, see
        `qwk_core.statistics.smoothing`. "auto" is "smoothed", with the reason: it is
        the only method tried whose intervals hold kappa as often as their level promises, for even
        and lopsided totals, for few and many items, and for kappas near 0 and near 1.
    n_draws : int
        How many bootstrap draws, from 1 to 1,000,000.
    seed : int
        The same seed gives the same draws.
    draws : array_like, shape (m,), optional
        Kappas that were drawn already, by `bootstrap_kappas`, so that two methods can share them,
        or of whole clusters; then `n_draws` and `seed` have no effect.
    effective_n : float, optional
        How many independent items these are worth, where items come in groups or have weights;
        see `qwk_core.statistics.dependence`. Not for a bootstrap. Without it, sums of weights
        that are no whole numbers have no smoothed interval.

    Returns
    -------
    KappaInterval
        An undefined kappa has an interval of nan.

    Raises
    ------
    RatingsError
        If the counts, the weights or a setting cannot be used.

    References
    ----------
    Fleiss, J. L., Cohen, J. & Everitt, B. S. (1969). Large sample standard errors of kappa and
    weighted kappa. Psychological Bulletin 72(5), 323–327, equations 8 and 9.
    Efron, B. (1987). Better bootstrap confidence intervals. Journal of the American Statistical
    Association 82(397), 171–185.
    How often each method holds the true kappa: `python -m tests.benchmarks.coverage`.

    Examples
    --------
    The example of Fleiss, Cohen & Everitt:

    >>> counts = [[106, 10, 4], [22, 28, 10], [2, 12, 6]]
    >>> interval = kappa_interval(counts, scheme="unweighted")
    >>> round(interval.kappa, 3), round(interval.standard_error**2, 6)
    (0.429, 0.002885)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.323, 0.534)
    >>> round(kappa_interval(counts, method="bootstrap").low, 2)
    0.45
    >>> chosen = kappa_interval(counts, method="auto")
    >>> chosen.method, round(chosen.low, 2), round(chosen.high, 2)
    ('smoothed', 0.45, 0.67)
    """
    if method not in (*METHODS, "auto"):
        raise RatingsError(
            "Method: {value} is not known. Use “auto”, “smoothed”, “analytic”, “bootstrap”, “bca” "
            "or “jackknife”.",
            value=shown(method),
        )
    check_level(level)
    chosen = METHODS[0] if method == "auto" else method
    walk = walk_through_counts(observed, scheme=scheme)
    drawn_alone = chosen in ("bootstrap", "bca", "jackknife") and draws is None
    n = _independent_items(walk, effective_n, chosen if drawn_alone else None)
    by_formula, null_standard_error = _standard_errors(walk, n)
    z = walk.kappa / null_standard_error if null_standard_error else math.nan
    if chosen not in ("bootstrap", "bca"):
        draws = ()
    elif draws is None:
        draws = bootstrap_kappas(observed, n_draws=n_draws, seed=seed, scheme=scheme)
    drawn = np.asarray(draws, dtype=np.float64)
    low, high, standard_error = _ends(chosen, walk, n, level, drawn, by_formula)
    caution = _caution(walk, n, chosen, weighted=effective_n is None)
    if _is_too_small(n) or caution == NOTES["weighted"]:
        low = high = math.nan
    extreme = abs(walk.kappa) > 1 - SAME_KAPPA and chosen != "smoothed"
    if caution is None and extreme and high - low < SAME_KAPPA:
        caution = NOTES["no-spread"]
    if caution is None and math.isnan(low):
        caution = NOTES["undefined-without"]
    informed = walk.scheme != "custom" and effective_n is None and caution is None
    informed = informed and was_simulated(walk.observed, walk.kappa)
    informative = informative_items(walk.observed, scheme=walk.scheme) if informed else None
    return KappaInterval(
        kappa=walk.kappa,
        standard_error=standard_error,
        low=low,
        high=high,
        level=float(level),
        method=chosen,
        null_standard_error=null_standard_error,
        formula_standard_error=by_formula,
        z=z,
        p_value=math.erfc(abs(z) / math.sqrt(2)),
        n_draws=len(drawn),
        n_undefined=int(np.count_nonzero(np.isnan(drawn))),
        df=int(walk.n) - 1 if chosen == "jackknife" else 0,
        caution=caution,
        held=measured_coverage(chosen, informative),
        reason=_reason(informative) if method == "auto" else None,
    )


def _ends(
    method: str,
    walk: Walkthrough,
    n: float,
    level: float,
    drawn: NDArray[np.float64],
    by_formula: float,
) -> tuple[float, float, float]:
    """Return both ends and the standard error by a method; `drawn` are the draws, shape (m,)."""
    if method in ("bootstrap", "bca"):
        tails = middle(level) if method == "bootstrap" else _corrected_tails(level, walk, drawn)
        return middle_of_draws(drawn, tails)
    if method == "jackknife":
        return _jackknife(walk, level)
    if method == "smoothed":
        low, high, error = map(
            float, smoothed_bounds(walk.observed * (n / walk.n), walk.weights, level)
        )
        return min(low, walk.kappa), max(high, walk.kappa), error
    margin = NormalDist().inv_cdf((1 + level) / 2) * by_formula
    return walk.kappa - margin, walk.kappa + margin, by_formula


def _independent_items(walk: Walkthrough, effective_n: float | None, of_items: str | None) -> float:
    """Return the number of items for the standard errors; `of_items`: what takes items alone."""
    check_effective_n(effective_n)
    if effective_n is None:
        return float(walk.n)
    if of_items is not None:
        raise RatingsError(
            "Effective n: {method} takes each item for one of n alike. Use “smoothed” or "
            "“analytic”.",
            method=of_items,
        )
    return float(effective_n)


def _reason(informative: float | None) -> Message:
    """Return why the smoothed interval is chosen."""
    held, usual = (measured_coverage(one, informative) for one in ("smoothed", "analytic"))
    why = Message(NOTES["smoothed"])
    if held is None or usual is None:
        return why
    values = {"why": why, "held": round(100 * held), "usual": round(100 * usual)}
    return Message(NOTES["smoothed-measured"], values)


def _standard_errors(walk: Walkthrough, n: float) -> tuple[float, float]:
    """Return the square roots of Var and Var₀, for n independent items.

    Fleiss, Cohen & Everitt (1969), equations 8 and 9, as means of squared influences: these stay
    exact where κ is near 1 or the counts are billions.
    """
    if math.isnan(walk.kappa) or _is_too_small(n):
        return math.nan, math.nan
    if walk.has_constant_rater:
        return 0.0, 0.0
    by_chance = np.outer(walk.actual_totals / walk.n, walk.predicted_totals / walk.n)
    variance, null_variance = (
        (shares * influences(shares, walk.weights).worth ** 2).sum() / n
        for shares in (walk.observed / walk.n, by_chance)
    )
    return math.sqrt(variance), math.sqrt(null_variance)


def _jackknife(walk: Walkthrough, level: float) -> tuple[float, float, float]:
    """Return the ends and the standard error from kappa with each item left out once."""
    kappas, items = _left_out(walk)
    if np.isnan(kappas).any() or items.sum() < 2:
        return math.nan, math.nan, math.nan
    return jackknife(walk.kappa, kappas, items, level, int(walk.n) - 1)


def _left_out(walk: Walkthrough) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return kappa without one item of each used cell, and the items there, shape (n_cells,)."""
    own = walk.weights if walk.scheme == "custom" else walk.scheme
    used = walk.observed > 0
    kappas = leave_out_one_item(walk.observed, scheme=own)[used]
    return kappas, walk.observed[used].astype(np.float64)


def _is_too_small(n: float) -> bool:
    """Return whether n is one item, or a sum of shares."""
    return n <= 1 + _ROUNDING


def _caution(walk: Walkthrough, n: float, method: str, *, weighted: bool) -> str | None:
    """Return why there is no interval to trust; `weighted`: fractions may be sums of weights."""
    if walk.undefined_reason:
        return walk.undefined_reason
    whole = walk.observed.dtype == np.int64
    if _is_too_small(n):
        return NOTES["one-item"] if whole else NOTES["shares"]
    if walk.has_constant_rater:
        return NOTES["constant-rater"]
    return NOTES["weighted"] if method == "smoothed" and weighted and not whole else None


def bootstrap_kappas(
    observed: ArrayLike, *, n_draws: int, seed: int, scheme: Scheme = "quadratic"
) -> NDArray[np.float64]:
    """Draw n items with replacement, many times, and compute kappa each time.

    Only the cells of the items matter, so a draw of items is a multinomial draw of counts. Its
    time depends on N and not on the number of items.

    Parameters
    ----------
    observed : array_like of whole numbers, shape (N, N)
        O: the counts, rows actual and columns predicted.
    n_draws : int
        How many draws, from 1 to 1,000,000.
    seed : int
        The same seed gives the same draws.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    ndarray of float64, shape (n_draws,)
        nan where a draw leaves kappa undefined.

    Raises
    ------
    RatingsError
        If the counts cannot be used or are fractions, or the number of draws is out of range.

    References
    ----------
    Efron, B. & Tibshirani, R. J. (1993). An introduction to the bootstrap. Chapman & Hall.

    Examples
    --------
    >>> kappas = bootstrap_kappas([[40, 9], [6, 45]], n_draws=2000, seed=1)
    >>> kappas.shape, round(float(kappas.mean()), 1)
    ((2000,), 0.7)
    """
    counts, _ = read_counts(observed)
    if counts.dtype != np.int64:
        raise RatingsError("Counts: only whole counts can be drawn anew, item by item.")
    check_draws(n_draws)
    if isinstance(scheme, str):
        weights: Array = disagreement(len(counts), scheme)  # whole numbers keep sums exact
    else:
        weights = weight_matrix(len(counts), scheme)
    rows, columns = np.nonzero(counts)
    draws = multinomial_draws(counts[rows, columns], n_draws, seed=seed)
    return kappas_of_draws(draws, rows, columns, weights)


def multinomial_draws(
    counts: NDArray[np.int64], n_draws: int, *, seed: int
) -> Iterator[NDArray[np.float64]]:
    """Draw all n items with replacement, many times, block by block.

    Parameters
    ----------
    counts : ndarray of int64, shape (n_cells,)
        How many items each used cell of O holds.
    n_draws : int
        How many draws.
    seed : int
        The same seed gives the same draws.

    Yields
    ------
    ndarray of float64, shape (m, n_cells)
        How many items each of the next m draws puts into each cell.
    """
    generator = np.random.default_rng(seed)
    n = counts.sum()
    for size in blocks(n_draws, len(counts)):
        yield generator.multinomial(n, counts / n, size=size).astype(np.float64)


def kappas_of_draws(
    draws: Iterable[NDArray[np.float64]],
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    weights: Array,
) -> NDArray[np.float64]:
    """Return the kappa of each draw.

    Parameters
    ----------
    draws : iterable of ndarray of float64, shape (m, n_cells)
        Blocks of draws, as `multinomial_draws` yields them; at least one.
    rows, columns : ndarray of intp, shape (n_cells,)
        The positions of the cells in O.
    weights : ndarray, shape (N, N)
        How much each kind of disagreement weighs.

    Returns
    -------
    ndarray of float64, shape (n_draws,)
        nan where kappa is undefined.
    """
    # Only used categories take part. The matrices sum cells into totals, shape (n_used,).
    used_rows, row_of = np.unique(rows, return_inverse=True)
    used_columns, column_of = np.unique(columns, return_inverse=True)
    to_rows = np.eye(len(used_rows))[row_of]
    to_columns = np.eye(len(used_columns))[column_of]
    costs = weights[rows, columns].astype(np.float64)
    costs_between = weights[np.ix_(used_rows, used_columns)].astype(np.float64)
    found = []
    for drawn in draws:
        actual, predicted = drawn @ to_rows, drawn @ to_columns
        by_chance = ((actual @ costs_between) * predicted).sum(axis=1) / drawn.sum(axis=1)
        one_row = np.count_nonzero(actual, axis=1) == 1
        one_column = np.count_nonzero(predicted, axis=1) == 1
        with np.errstate(invalid="ignore", divide="ignore"):
            kappas = 1 - (drawn @ costs) / by_chance
        kappas[one_row | one_column] = 0.0
        kappas[by_chance == 0] = math.nan
        found.append(kappas)
    return np.concatenate(found)


def check_effective_n(effective_n: float | None) -> None:
    """Check a number of items, which may be a fraction.

    Parameters
    ----------
    effective_n : float or None
        Positive and finite.

    Raises
    ------
    RatingsError
        If it is not.

    Examples
    --------
    >>> check_effective_n(0)
    Traceback (most recent call last):
    qwk_core.errors.RatingsError: Effective n: 0 is not a positive number.
    """
    if effective_n is not None and not 0 < effective_n < math.inf:
        raise RatingsError(
            "Effective n: {value} is not a positive number.", value=shown(effective_n)
        )


def _corrected_tails(
    level: float, walk: Walkthrough, draws: NDArray[np.float64]
) -> tuple[float, float]:
    """Return the tails of a level, corrected for BCa by the draws, shape (m,): Efron (1987)."""
    draws = draws[~np.isnan(draws)]
    if math.isnan(walk.kappa) or not len(draws):
        return math.nan, math.nan
    normal = NormalDist()
    below = np.count_nonzero(draws < walk.kappa - SAME_KAPPA)
    at_most = np.count_nonzero(draws <= walk.kappa + SAME_KAPPA)
    # At least half a draw on either side, so that the bias stays finite.
    share = float(np.clip((below + at_most) / 2, 0.5, max(len(draws) - 0.5, 0.5)) / len(draws))
    bias = normal.inv_cdf(share)
    acceleration = _acceleration(walk)
    low, high = (bias + normal.inv_cdf(tail) for tail in middle(level))
    return (
        normal.cdf(bias + low / (1 - acceleration * low)),
        normal.cdf(bias + high / (1 - acceleration * high)),
    )


def _acceleration(walk: Walkthrough) -> float:
    """Return a sixth of the skewness of the kappas with one item left out: Efron (1987)."""
    kappas, items = _left_out(walk)
    kappas, items = kappas[~np.isnan(kappas)], items[~np.isnan(kappas)]
    total = items.sum()
    if not total:
        return 0.0
    deviations = (items @ kappas) / total - kappas
    spread = items @ deviations**2
    if math.sqrt(spread / total) < np.finfo(np.float64).eps:
        return 0.0
    return float((items @ deviations**3) / (6 * spread**1.5))
