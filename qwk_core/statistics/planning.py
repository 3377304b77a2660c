"""How many items does a study need? For an interval of a wanted width, or to show a least kappa."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import Scheme, weight_matrix
from qwk_core.ratings import Array, read_counts
from qwk_core.statistics.resampling import blocks, check_level
from qwk_core.statistics.smoothing import Bounds, smoothed_bounds
from qwk_core.walkthrough import Walkthrough, walk_through_counts

MOST_ITEMS = 1_000_000
"""Larger studies are not simulated."""

_FEWEST_ITEMS = 4
_WHOLE_SCALE = 2.0  # from −1 to 1: the width of an interval that says nothing
_CLOSE = 1.01  # a number of items is found to within 1%
_MOST_STUDIES = 100_000
_LARGEST = 10**12  # items for a width, without simulation


def interval_ends(
    observed: ArrayLike, sizes: ArrayLike, *, scheme: Scheme = "quadratic", level: float = 0.95
) -> Bounds:
    """Return where the smoothed interval would end with other numbers of items.

    The proportions stay exactly as they are; in a new study they would not, and its interval
    could be wider or narrower: `Simulation` shows how much.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: counts or proportions, rows actual and columns predicted.
    sizes : array_like, shape (m,)
        The numbers of items, each positive.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.
    level : float
        The level of confidence, between 0 and 1.

    Returns
    -------
    Bounds
        Shape (m,); nan where kappa is undefined, a rater is constant, or there is but one item.

    Raises
    ------
    RatingsError
        If the counts, the level or a size cannot be used.

    Examples
    --------
    >>> ends = interval_ends([[40, 9], [6, 45]], [100, 400])
    >>> ends.low.round(3), ends.high.round(3), ends.widths.round(3)
    (array([0.529, 0.622]), array([0.811, 0.762]), array([0.281, 0.14 ]))
    """
    items = np.asarray(sizes, dtype=np.float64)
    if not (items > 0).all():
        raise RatingsError("Sizes: every number of items must be positive.")
    check_level(level)
    counts, _ = read_counts(observed)
    if counts.dtype == np.int64 and counts.sum() == 1:
        return Bounds(*np.full((3, *items.shape), math.nan))
    tables = items[..., np.newaxis, np.newaxis] * (counts / counts.sum())
    return smoothed_bounds(tables, weight_matrix(len(counts), scheme), level)


def items_for_width(
    observed: ArrayLike, width: float, *, scheme: Scheme = "quadratic", level: float = 0.95
) -> int | None:
    """Return how many items with the same proportions make the interval this narrow.

    That is about the expected width of a study with so many items: about half of such studies
    have a narrower interval, and half a wider one.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: counts or proportions, rows actual and columns predicted.
    width : float
        The distance wanted between both ends of the interval; positive.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.
    level : float
        The level of confidence, between 0 and 1.

    Returns
    -------
    int or None
        None where there is no interval, or where more than 10¹² items would be needed.

    Raises
    ------
    RatingsError
        If the counts, the level or the width cannot be used.

    Examples
    --------
    >>> items_for_width([[40, 9], [6, 45]], 0.1)
    785
    """
    _check_width(width)

    def is_narrow(n: int) -> bool:
        return float(interval_ends(observed, [n], scheme=scheme, level=level).widths[0]) <= width

    fewest = bisect_left(range(_LARGEST + 1), True, lo=1, key=is_narrow)
    return fewest if fewest <= _LARGEST else None


@dataclass(frozen=True, eq=False)
class SimulatedStudies:
    """Studies drawn from one table of proportions, each with its interval.

    Attributes
    ----------
    n : int
        Items in each study.
    kappa : float
        The true kappa: that of the table they are drawn from.
    lows, highs : ndarray of float64, shape (m,)
        The ends of each study's smoothed interval; nan where a rater is constant, so that the
        study has no interval. Such a study reaches nothing, and its width counts as 2.
    """

    n: int
    kappa: float
    lows: NDArray[np.float64]
    highs: NDArray[np.float64]

    @property
    def widths(self) -> NDArray[np.float64]:
        """The width of each study's interval, shape (m,)."""
        widths = self.highs - self.lows
        return np.where(np.isnan(widths), _WHOLE_SCALE, widths)

    @property
    def expected_width(self) -> float:
        """The mean of the widths."""
        return float(self.widths.mean())

    @property
    def usual_widths(self) -> tuple[float, float]:
        """The widths between which 80% of them lie: a tenth are narrower, a tenth wider."""
        narrow, wide = np.quantile(self.widths, [0.1, 0.9]).tolist()
        return narrow, wide

    def share_within(self, width: float) -> float:
        """Return the share of studies whose interval is narrow enough.

        Parameters
        ----------
        width : float
            The greatest distance between both ends.

        Returns
        -------
        float
            From 0 to 1.
        """
        return float((self.widths <= width).mean())

    def share_above(self, least: float) -> float:
        """Return the share of studies whose whole interval lies at or above a kappa.

        Parameters
        ----------
        least : float
            The least kappa.

        Returns
        -------
        float
            From 0 to 1.
        """
        return float((self.lows >= least).mean())


@dataclass(frozen=True, eq=False)
class Simulation:
    """How studies are drawn from a table of proportions, before there are any data.

    Parameters
    ----------
    shares : array_like, shape (N, N)
        Proportions, or counts that stand for them: of an earlier study, or from
        `qwk_core.statistics.latent.expected_shares` before there is any.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.
    level : float
        The level of confidence, between 0 and 1.
    n_studies : int
        How many studies, from 1 to 100,000.
    seed : int
        The same seed gives the same studies.

    Raises
    ------
    RatingsError
        If the proportions or a setting cannot be used.

    Examples
    --------
    >>> from qwk_core.statistics.latent import expected_shares
    >>> studies = Simulation(expected_shares([50, 30, 20], 0.6)).studies(100)
    >>> round(studies.expected_width, 2), round(studies.share_within(0.3), 1)
    (0.28, 0.7)
    """

    shares: ArrayLike
    scheme: Scheme = "quadratic"
    level: float = 0.95
    n_studies: int = 2000
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.n_studies <= _MOST_STUDIES:
            raise RatingsError(
                "Studies: {value} is out of range; from 1 to {most} can be simulated.",
                value=shown(self.n_studies),
                most=_MOST_STUDIES,
            )
        check_level(self.level)
        _checked = self.walk

    @cached_property
    def walk(self) -> Walkthrough:
        """Every step of the kappa expected."""
        return walk_through_counts(self.shares, scheme=self.scheme)

    def studies(self, n: int) -> SimulatedStudies:
        """Draw studies of n items, and compute each one's interval.

        Parameters
        ----------
        n : int
            Items in each study, from 2 to 1,000,000.

        Returns
        -------
        SimulatedStudies

        Raises
        ------
        RatingsError
            If n is out of range.
        """
        if not 2 <= n <= MOST_ITEMS:
            raise RatingsError(
                "Items: {value} is out of range; from 2 to {most} can be simulated.",
                value=shown(n),
                most=MOST_ITEMS,
            )
        walk, size = self.walk, len(self.walk.categories)
        cells = (walk.observed / walk.n).ravel()
        generator = np.random.default_rng(self.seed)
        found = []
        for many in blocks(self.n_studies, len(cells)):
            drawn = generator.multinomial(int(n), cells / cells.sum(), size=many)
            tables: Array = drawn.reshape(many, size, size)
            found.append(smoothed_bounds(tables, walk.weights, self.level))
        lows, highs, _errors = (np.concatenate(each) for each in zip(*found, strict=True))
        return SimulatedStudies(int(n), walk.kappa, lows, highs)

    def fewest(self, reached: Callable[[SimulatedStudies], bool]) -> int | None:
        """Return the fewest items whose studies reach an aim.

        Parameters
        ----------
        reached : callable
            Tells of some studies whether they reach it; more items always do.

        Returns
        -------
        int or None
            To within 1%, and what so many studies can tell; None where 1,000,000 items are too
            few.
        """
        low, high = 1, _FEWEST_ITEMS
        while not reached(self.studies(high)):
            if high == MOST_ITEMS:
                return None
            low, high = high, min(2 * high, MOST_ITEMS)
        while high - low > 1 and high > _CLOSE * low:
            middle = (low + high) // 2
            low, high = (low, middle) if reached(self.studies(middle)) else (middle, high)
        return high

    def items_for_interval(self, width: float, share: float | None = None) -> int | None:
        """Return how many items a study needs for an interval of this width.

        Parameters
        ----------
        width : float
            The distance wanted between both ends; positive.
        share : float, optional
            The share of studies whose interval shall be at most this wide, between 0 and 1;
            without it, the expected width shall be.

        Returns
        -------
        int or None
            As `fewest` finds it.

        Raises
        ------
        RatingsError
            If the width or the share cannot be used.

        References
        ----------
        Kelley, K. & Maxwell, S. E. (2003). Sample size for multiple regression: obtaining
        regression coefficients that are accurate, not simply significant. Psychological Methods
        8(3), 305–321.

        Examples
        --------
        >>> from qwk_core.statistics.latent import expected_shares
        >>> simulation = Simulation(expected_shares([50, 30, 20], 0.6))
        >>> simulation.items_for_interval(0.2) < simulation.items_for_interval(0.2, share=0.8)
        True
        """
        _check_width(width)
        if share is None:
            return self.fewest(lambda studies: studies.expected_width <= width)
        _check_share(share)
        return self.fewest(lambda studies: studies.share_within(width) >= share)

    def items_to_show(self, least: float, power: float = 0.8) -> int | None:
        """Return how many items a study needs to show that kappa is at least so great.

        A study shows it if its whole interval lies at `least` or above. With a level of 95% it
        claims that wrongly, where kappa is just `least`, about once in 40 times.

        Parameters
        ----------
        least : float
            The kappa to show, from −1 to below that of the proportions.
        power : float
            The share of studies that shall show it, between 0 and 1.

        Returns
        -------
        int or None
            As `fewest` finds it.

        Raises
        ------
        RatingsError
            If the kappa of the proportions is no greater than `least`, or the power cannot be
            used.

        References
        ----------
        Donner, A. & Eliasziw, M. (1992). A goodness-of-fit approach to inference procedures for
        the kappa statistic: confidence interval construction, significance-testing and sample size
        estimation. Statistics in Medicine 11(11), 1511–1519. (The same question for two
        categories.)

        Examples
        --------
        >>> from qwk_core.statistics.latent import expected_shares
        >>> simulation = Simulation(expected_shares([50, 30, 20], 0.8))
        >>> simulation.items_to_show(0.6) < simulation.items_to_show(0.7)
        True
        """
        _check_share(power)
        if not -1 <= least < self.walk.kappa:
            raise RatingsError(
                "Kappa to show: {value} must lie below the kappa expected, {expected}.",
                value=shown(least),
                expected=round(self.walk.kappa, 3),
            )
        return self.fewest(lambda studies: studies.share_above(least) >= power)


@dataclass(frozen=True, eq=False)
class StudyPlan:
    """What studies of several sizes can be expected to give, and how many items an aim takes.

    Attributes
    ----------
    width, least, share : float
        The aims: an interval of this width; a kappa of `least` shown; in this share of studies.
    studies : tuple of SimulatedStudies
        Studies of growing size.
    for_width : int or None
        How many items make `width` the expected width; None where 1,000,000 are too few.
    for_width_in_most : int or None
        How many give the share of studies an interval as narrow.
    to_show : int or None
        How many let the share of studies show `least`; None also where it is no less than the
        kappa expected.
    """

    width: float
    least: float
    share: float
    studies: tuple[SimulatedStudies, ...]
    for_width: int | None
    for_width_in_most: int | None
    to_show: int | None


def plan_study(
    simulation: Simulation,
    *,
    width: float = 0.2,
    least: float = 0.6,
    share: float = 0.8,
    sizes: Sequence[int] = (25, 50, 100, 200, 400, 800),
) -> StudyPlan:
    """Plan a study before any data: what sizes give, and what the aims take, by simulation.

    Parameters
    ----------
    simulation : Simulation
        The proportions expected, and how studies are drawn.
    width : float
        The width of the interval that is wanted; positive.
    least : float
        The kappa that the study is to show.
    share : float
        The share of studies that shall reach these aims, between 0 and 1: the power.
    sizes : sequence of int
        Numbers of items to look at.

    Returns
    -------
    StudyPlan

    Raises
    ------
    RatingsError
        If a setting cannot be used.

    Examples
    --------
    >>> from qwk_core.statistics.latent import expected_shares
    >>> plan = plan_study(Simulation(expected_shares([50, 30, 20], 0.7), n_studies=500))
    >>> plan.for_width < plan.for_width_in_most < plan.to_show
    True
    """
    can_show = least < simulation.walk.kappa
    return StudyPlan(
        width=width,
        least=least,
        share=share,
        for_width=simulation.items_for_interval(width),
        for_width_in_most=simulation.items_for_interval(width, share),
        to_show=simulation.items_to_show(least, share) if can_show else None,
        studies=tuple(map(simulation.studies, sizes)),
    )


def _check_width(width: float) -> None:
    if not width > 0 or not math.isfinite(width):
        raise RatingsError("Width: {value} is not a positive number.", value=shown(width))


def _check_share(share: float) -> None:
    if not 0 < share < 1:
        raise RatingsError("Share: {value} is not between 0 and 1.", value=shown(share))
