"""What do noise, bias and prevalence do to kappa? A second rater, made from sliders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import SCHEMES
from qwk_core.ratings import Ratings
from qwk_core.statistics.latent import normal_cdf
from qwk_core.teaching.catalogues import read_catalogue
from qwk_core.walkthrough import walk_through_counts


@dataclass(frozen=True)
class Slider:
    """A slider of the second rater.

    Attributes
    ----------
    key : str
        The name of its field in `RaterSettings`.
    title, idea : str
        The name people see, and what it changes, in one sentence.
    low, high, step : int or float
        Its range; whole numbers where only whole numbers make sense.
    """

    key: str
    title: str
    idea: str
    low: int | float
    high: int | float
    step: int | float

    @property
    def default(self) -> int | float:
        """Where it stands at first."""
        found: int | float = getattr(RaterSettings, self.key)
        return found


SLIDERS = tuple(
    Slider(**entry) for entry in read_catalogue(Path(__file__).with_name("sliders.toml"))
)
"""The sliders, in their order on the page: sliders.toml."""


@dataclass(frozen=True)
class RaterSettings:
    """The settings of the sliders, each within its range in `SLIDERS`.

    An item of category i, of N, is rated at mid + stretch · (i − mid) + (N − 1) · (shift + noise
    · ε), with mid the middle of the scale and ε standard normal; then rounded, and kept on the
    scale. Actual category i occurs in proportion to 10^(−prevalence · i ÷ (N − 1)).

    Attributes
    ----------
    noise, shift, stretch, prevalence : float
        See `SLIDERS`.
    n_categories, n : int
        See `SLIDERS`.

    Raises
    ------
    RatingsError
        If a slider is out of its range.

    Examples
    --------
    >>> RaterSettings(noise=0.3).n_categories
    5
    >>> RaterSettings(noise=7)
    Traceback (most recent call last):
    qwk_core.errors.RatingsError: Noise: 7 is out of range; from 0.0 to 1.0 can be set.
    """

    noise: float = 0.15
    shift: float = 0.0
    stretch: float = 1.0
    prevalence: float = 0.0
    n_categories: int = 5
    n: int = 200

    def __post_init__(self) -> None:
        for slider in SLIDERS:
            value = getattr(self, slider.key)
            if not slider.low <= value <= slider.high:
                raise RatingsError(
                    "{slider}: {value} is out of range; from {low} to {high} can be set.",
                    slider=slider.title,
                    value=shown(value),
                    low=slider.low,
                    high=slider.high,
                )


def rater_probabilities(settings: RaterSettings) -> NDArray[np.float64]:
    """Return how probable each pair of ratings is: the table that n items approach.

    Parameters
    ----------
    settings : RaterSettings
        The settings of the sliders.

    Returns
    -------
    ndarray of float64, shape (N, N)
        Rows actual, columns predicted; sums to 1.

    Examples
    --------
    >>> rater_probabilities(RaterSettings(noise=0.25, n_categories=3)).round(2)
    array([[0.28, 0.05, 0.  ],
           [0.05, 0.23, 0.05],
           [0.  , 0.05, 0.28]])
    """
    farthest = settings.n_categories - 1
    aims = _aims(settings)
    cuts = np.arange(farthest) + 0.5  # between each two neighbouring categories
    if settings.noise:
        below = normal_cdf((cuts - aims[:, np.newaxis]) / (settings.noise * farthest))
    else:
        below = (aims[:, np.newaxis] < cuts).astype(np.float64)
    ends = np.zeros((len(aims), 1)), np.ones((len(aims), 1))
    given_actual = np.diff(np.hstack((ends[0], below, ends[1])), axis=1)
    probabilities: NDArray[np.float64] = _actual_shares(settings)[:, np.newaxis] * given_actual
    return probabilities


def second_rater(settings: RaterSettings, *, seed: int) -> Ratings:
    """Draw n items and let the second rater rate them.

    With the same seed every item keeps its random numbers. So a small change of a slider changes
    few ratings.

    Parameters
    ----------
    settings : RaterSettings
        The settings of the sliders.
    seed : int
        The same seed gives the same ratings.

    Returns
    -------
    Ratings
        On the categories 0 … N − 1.

    Examples
    --------
    >>> ratings = second_rater(RaterSettings(noise=0, n=10), seed=1)
    >>> (ratings.actual == ratings.predicted).all(), ratings.categories
    (np.True_, (0, 1, 2, 3, 4))
    """
    generator = np.random.default_rng(seed)
    uniform, errors = generator.random(settings.n), generator.standard_normal(settings.n)
    farthest = settings.n_categories - 1
    shares = np.cumsum(_actual_shares(settings))
    actual = np.minimum(np.searchsorted(shares, uniform, side="right"), farthest)
    aimed = _aims(settings)[actual] + settings.noise * farthest * errors
    predicted = np.clip(np.floor(aimed + 0.5), 0, farthest).astype(np.intp)
    return Ratings(actual, predicted, tuple(range(settings.n_categories)))


def kappa_curve(
    slider: str, values: Sequence[float] | NDArray[np.float64], settings: RaterSettings
) -> NDArray[np.float64]:
    """Return kappa for several settings of one slider.

    Parameters
    ----------
    slider : str
        The key of one of `SLIDERS`.
    values : sequence of float, shape (m,)
        The settings of that slider.
    settings : RaterSettings
        The settings of the other sliders.

    Returns
    -------
    ndarray of float64, shape (3, m)
        The kappa of the table that many items approach: quadratic, linear and unweighted, in the
        order of `SCHEMES`; nan where it is undefined.

    Raises
    ------
    RatingsError
        If a value is out of the slider's range.

    Examples
    --------
    >>> kappa_curve("noise", [0, 0.2, 1], RaterSettings()).round(2)
    array([[1.  , 0.87, 0.29],
           [1.  , 0.71, 0.21],
           [1.  , 0.47, 0.1 ]])
    """
    whole = slider in ("n_categories", "n")
    curve = np.empty((len(SCHEMES), len(values)))
    for position, value in enumerate(values):
        setting = int(value) if whole else float(value)
        changed = replace(settings, **{slider: setting})  # type: ignore[arg-type]
        probabilities = rater_probabilities(changed)
        curve[:, position] = [
            walk_through_counts(probabilities, scheme=scheme).kappa for scheme in SCHEMES
        ]
    return curve


def slider_values(slider: Slider, n_values: int = 61) -> NDArray[np.float64]:
    """Return settings from one end of a slider to the other.

    Parameters
    ----------
    slider : Slider
        One of `SLIDERS`.
    n_values : int
        How many settings; fewer where a slider has fewer whole numbers.

    Returns
    -------
    ndarray of float64, shape (m,)
        From lowest to highest; whole numbers where only they make sense.

    Examples
    --------
    >>> slider_values(SLIDERS[0], 5)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    >>> slider_values(SLIDERS[4])[:3]
    array([2., 3., 4.])
    """
    values = np.linspace(slider.low, slider.high, n_values)
    return np.unique(values.round()) if isinstance(slider.step, int) else values


def _aims(settings: RaterSettings) -> NDArray[np.float64]:
    """Return the position the second rater aims at for each actual category, shape (N,)."""
    farthest = settings.n_categories - 1
    middle = farthest / 2
    positions = np.arange(settings.n_categories)
    stretched = middle + settings.stretch * (positions - middle)
    # A tiny rounding error must not decide how a half is rounded.
    aims: NDArray[np.float64] = np.round(stretched + settings.shift * farthest, 9)
    return aims


def _actual_shares(settings: RaterSettings) -> NDArray[np.float64]:
    """Return the share of each actual category, shape (N,)."""
    positions = np.linspace(0, 1, settings.n_categories)
    frequencies = np.power(10.0, -settings.prevalence * positions)
    shares: NDArray[np.float64] = frequencies / frequencies.sum()
    return shares
