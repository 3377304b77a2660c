"""How sure is a kappa? Its standard error and its interval, by formula or by bootstrap."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.kappa import SAME_KAPPA
from qwk_core.matrices import Scheme, disagreement, weight_matrix
from qwk_core.messages import N_
from qwk_core.ratings import Array, read_counts
from qwk_core.statistics.sensitivity import leave_out_one_item
from qwk_core.walkthrough import Walkthrough, walk_through_counts

METHODS = ("analytic", "bootstrap", "bca")
"""How an interval can be computed."""

ONE_ITEM = N_("One item alone shows no spread, so nothing can be said about how sure its kappa is.")
PROPORTIONS = N_(
    "These are shares, not counts: without the number of items nothing can be said about how sure "
    "kappa is."
)
CONSTANT_RATER = N_(
    "A rater gives every item the same category: kappa is 0 whatever the other rater says, "
    "and these items cannot tell how it would vary."
)
PERFECT = N_(
    "Every item agrees: the formula sees no spread and the interval is a point, "
    "however few the items are."
)

_ROUNDING = 1e-9  # shares of one item may sum to this much more than 1

# Draws are made in blocks of about this many cells: 16 MB.
_CELLS_AT_ONCE = 2**21

_MOST_DRAWS = 1_000_000


@dataclass(frozen=True)
class KappaInterval:
    """A kappa and how sure it is. What is undefined is nan.

    Attributes
    ----------
    kappa : float
        Kappa as observed.
    standard_error : float
        How much kappa varies from sample to sample: by the formula of Fleiss, Cohen & Everitt, or
        as the standard deviation of the bootstrap draws.
    null_standard_error : float
        The same if the two raters were independent; only for the test against chance.
    z, p_value : float
        kappa ÷ null_standard_error, and its two-sided p-value under the normal distribution.
    low, high : float
        The ends of the interval; the analytic one may reach beyond 1.
    level : float
        The interval's level of confidence, between 0 and 1.
    method : str
        "analytic", "bootstrap" or "bca".
    n_draws, n_undefined : int
        How many bootstrap draws were made, and in how many of them kappa is undefined; those
        are left out. 0 for the analytic interval.
    caution : str or None
        Why the interval should not be taken at its word, or why there is none.
    """

    kappa: float
    standard_error: float
    null_standard_error: float
    z: float
    p_value: float
    low: float
    high: float
    level: float
    method: str
    n_draws: int = 0
    n_undefined: int = 0
    caution: str | None = None

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
            Where to take it.

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
    method : {"analytic", "bootstrap", "bca"}
        Kappa ± z standard errors; the middle of the bootstrap draws; or that corrected for bias
        and for a spread that changes with kappa (BCa).
    n_draws : int
        How many bootstrap draws, from 1 to 1,000,000.
    seed : int
        The same seed gives the same draws.
    draws : array_like, shape (m,), optional
        What `bootstrap_kappas` drew from these counts, so that two methods can share the draws;
        then `n_draws` and `seed` are not looked at.

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
    """
    if method not in METHODS:
        raise RatingsError(
            "Method: {value} is not known. Use “analytic”, “bootstrap” or “bca”.",
            value=shown(method),
        )
    check_level(level)
    walk = walk_through_counts(observed, scheme=scheme)
    standard_error, null_standard_error = _standard_errors(walk)
    z = walk.kappa / null_standard_error if null_standard_error else math.nan
    margin = NormalDist().inv_cdf((1 + level) / 2) * standard_error
    low, high = walk.kappa - margin, walk.kappa + margin
    drawn = np.zeros(0)
    n_undefined = 0
    if method != "analytic":
        if draws is None:
            drawn = bootstrap_kappas(observed, n_draws=n_draws, seed=seed, scheme=scheme)
        else:
            drawn = np.asarray(draws, dtype=np.float64)
        defined = drawn[~np.isnan(drawn)]
        n_undefined = len(drawn) - len(defined)
        standard_error = float(defined.std(ddof=1)) if len(defined) > 1 else math.nan
        tails = np.array([(1 - level) / 2, (1 + level) / 2])
        if method == "bca":
            tails = _corrected_tails(tails, walk, defined)
        low, high = (math.nan, math.nan) if _is_too_small(walk) else _quantiles(defined, tails)
    return KappaInterval(
        kappa=walk.kappa,
        standard_error=standard_error,
        null_standard_error=null_standard_error,
        z=z,
        p_value=math.erfc(abs(z) / math.sqrt(2)),
        low=low,
        high=high,
        level=float(level),
        method=method,
        n_draws=len(drawn),
        n_undefined=n_undefined,
        caution=_caution(walk),
    )


def _standard_errors(walk: Walkthrough) -> tuple[float, float]:
    """Return the square roots of Var and Var₀.

    The formulas of Fleiss, Cohen & Everitt, written with disagreement weights and as sums of
    squared deviations, which keep their digits where κ is near 1 or the counts are billions.
    """
    if math.isnan(walk.kappa) or _is_too_small(walk):
        return math.nan, math.nan
    if walk.has_constant_rater:
        return 0.0, 0.0
    rows, columns = walk.actual_totals / walk.n, walk.predicted_totals / walk.n
    by_chance = rows @ walk.weights @ columns
    costs = walk.weights / by_chance
    # What a rating costs on average, met with all of the other rater's.
    means = np.add.outer(costs @ columns, rows @ costs)
    ratio = 1 - walk.kappa
    variance = (walk.observed / walk.n * (costs - ratio * means + ratio) ** 2).sum()
    null_variance = (np.outer(rows, columns) * (costs - means + 1) ** 2).sum()
    return math.sqrt(variance / walk.n), math.sqrt(null_variance / walk.n)


def _is_too_small(walk: Walkthrough) -> bool:
    return walk.n <= 1 + _ROUNDING


def _caution(walk: Walkthrough) -> str | None:
    if walk.undefined_reason:
        return walk.undefined_reason
    if _is_too_small(walk):
        return ONE_ITEM if walk.observed.dtype == np.int64 else PROPORTIONS
    if walk.has_constant_rater:
        return CONSTANT_RATER
    return PERFECT if walk.numerator == 0 else None


def bootstrap_kappas(
    observed: ArrayLike, *, n_draws: int, seed: int, scheme: Scheme = "quadratic"
) -> NDArray[np.float64]:
    """Draw n items with replacement, many times over, and compute kappa each time.

    Which items are drawn only matters by their cells, so a draw is a multinomial one of O: its
    cost depends on N and not on the number of items.

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
    n, cells = counts.sum(), counts[rows, columns]
    # Only categories in use take part; the matrices say which cells belong to which.
    used_rows, row_of = np.unique(rows, return_inverse=True)
    used_columns, column_of = np.unique(columns, return_inverse=True)
    to_rows = np.eye(len(used_rows))[row_of]
    to_columns = np.eye(len(used_columns))[column_of]
    costs = weights[rows, columns].astype(np.float64)
    costs_between = weights[np.ix_(used_rows, used_columns)].astype(np.float64)
    generator = np.random.default_rng(seed)
    kappas = np.empty(n_draws)
    at_once = max(_CELLS_AT_ONCE // len(cells), 1)
    for start in range(0, n_draws, at_once):
        size = min(at_once, n_draws - start)
        drawn = generator.multinomial(n, cells / n, size=size).astype(np.float64)
        actual, predicted = drawn @ to_rows, drawn @ to_columns
        by_chance = ((actual @ costs_between) * predicted).sum(axis=1) / n
        one_row = np.count_nonzero(actual, axis=1) == 1
        one_column = np.count_nonzero(predicted, axis=1) == 1
        with np.errstate(invalid="ignore", divide="ignore"):
            drawn_kappas = 1 - (drawn @ costs) / by_chance
        drawn_kappas[one_row | one_column] = 0.0
        drawn_kappas[by_chance == 0] = math.nan
        kappas[start : start + size] = drawn_kappas
    return kappas


def check_level(level: float) -> None:
    """Check a level of confidence: between 0 and 1.

    Examples
    --------
    >>> check_level(95)
    Traceback (most recent call last):
    qwk_core.errors.RatingsError: Level: 95 is not between 0 and 1; 0.95 is usual.
    """
    if not isinstance(level, (int, float)) or not 0 < level < 1:
        raise RatingsError(
            "Level: {value} is not between 0 and 1; 0.95 is usual.", value=shown(level)
        )


def check_draws(n_draws: int) -> None:
    """Raise a RatingsError unless a number of draws, or shuffles, is from 1 to 1,000,000.

    Parameters
    ----------
    n_draws : int
        How many draws are asked for.

    Raises
    ------
    RatingsError
        If the number is out of range.
    """
    if not 1 <= operator.index(n_draws) <= _MOST_DRAWS:
        raise RatingsError(
            "Draws: {value} is out of range; from 1 to {most} can be made.",
            value=shown(n_draws),
            most=_MOST_DRAWS,
        )


def _quantiles(values: NDArray[np.float64], tails: NDArray[np.float64]) -> tuple[float, float]:
    if not len(values) or np.isnan(tails).any():
        return math.nan, math.nan
    low, high = np.quantile(values, tails).tolist()
    return low, high


def _corrected_tails(
    tails: NDArray[np.float64], walk: Walkthrough, draws: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the shares of the draws that a BCa interval cuts off, for both tails."""
    if math.isnan(walk.kappa) or not len(draws):
        return np.full(2, math.nan)
    normal = NormalDist()
    below = np.count_nonzero(draws < walk.kappa - SAME_KAPPA)
    at_most = np.count_nonzero(draws <= walk.kappa + SAME_KAPPA)
    # Half a draw is kept on either side, so that the bias stays finite.
    share = float(np.clip((below + at_most) / 2, 0.5, max(len(draws) - 0.5, 0.5)) / len(draws))
    bias = normal.inv_cdf(share) if 0 < share < 1 else 0.0
    acceleration = _acceleration(walk)
    scores = np.array([bias + normal.inv_cdf(tail) for tail in tails.tolist()])
    scores = bias + scores / (1 - acceleration * scores)
    return np.array([normal.cdf(score) for score in scores.tolist()])


def _acceleration(walk: Walkthrough) -> float:
    """Return a sixth of the skewness of kappa with one item left out, each item once."""
    own = walk.weights if walk.scheme == "custom" else walk.scheme
    left_out = leave_out_one_item(walk.observed, scheme=own)
    counted = (walk.observed > 0) & ~np.isnan(left_out)
    kappas, items = left_out[counted], walk.observed[counted].astype(np.float64)
    total = items.sum()
    if not total:
        return 0.0
    deviations = (items @ kappas) / total - kappas
    spread = items @ deviations**2
    if math.sqrt(spread / total) < np.finfo(np.float64).eps:
        return 0.0
    return float((items @ deviations**3) / (6 * spread**1.5))
