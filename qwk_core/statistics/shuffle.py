"""What would chance alone make of O? Shuffles of the predictions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError
from qwk_core.kappa import SAME_KAPPA
from qwk_core.matrices import Scheme, multiply_totals, weight_matrix
from qwk_core.ratings import read_counts
from qwk_core.statistics.resampling import check_draws

# The random generator's own limit for hypergeometric draws.
_MOST_ITEMS = 10**9

# How many random numbers are set aside for each cell; no cell needs nearly as many.
_STRETCH = 2**64


@dataclass(frozen=True, eq=False)
class Shuffles:
    """Many shuffles of the predictions, and what they give.

    Attributes
    ----------
    mean_observed : ndarray of float64, shape (N, N)
        The mean of O over all shuffles; it approaches E.
    kappas : ndarray of float64, shape (n_shuffles,)
        Kappa after each shuffle; nan throughout where kappa is undefined.
    checkpoints : tuple of int
        1, 10, 100, … and the number of shuffles itself.
    gaps : ndarray of float64, shape (n_checkpoints,)
        The largest difference, over all cells, between E and the mean of O after so many shuffles.
    """

    mean_observed: NDArray[np.float64]
    kappas: NDArray[np.float64]
    checkpoints: tuple[int, ...]
    gaps: NDArray[np.float64]

    @property
    def mean_proportions(self) -> NDArray[np.float64]:
        """The mean of O in shares of all items, shape (N, N); its sum is 1."""
        shares: NDArray[np.float64] = self.mean_observed / self.mean_observed.sum()
        return shares

    def reaching(self, kappa: float) -> int:
        """Return how many shuffles gave at least this kappa.

        Parameters
        ----------
        kappa : float
            The kappa to compare with.

        Returns
        -------
        int

        Examples
        --------
        >>> shuffles = shuffle_predictions([[2, 0], [1, 3]], n_shuffles=100, seed=1)
        >>> shuffles.reaching(-1), shuffles.reaching(1)
        (100, 0)
        """
        return int(np.count_nonzero(self.kappas >= kappa - SAME_KAPPA))

    def p_value(self, kappa: float) -> float:
        """Return how likely chance alone is to do as well: the test by permutation.

        Parameters
        ----------
        kappa : float
            Kappa as observed.

        Returns
        -------
        float
            (1 + the shuffles that reached it) ÷ (1 + all shuffles); nan where kappa is undefined.

        References
        ----------
        Phipson, B. & Smyth, G. K. (2010). Permutation p-values should never be zero. Statistical
        Applications in Genetics and Molecular Biology 9(1), article 39.

        Examples
        --------
        >>> shuffles = shuffle_predictions([[40, 9], [6, 45]], n_shuffles=999, seed=1)
        >>> shuffles.p_value(0.7)
        0.001
        """
        if math.isnan(kappa):
            return math.nan
        return (1 + self.reaching(kappa)) / (1 + len(self.kappas))


def shuffle_predictions(
    observed: ArrayLike, *, n_shuffles: int, seed: int, scheme: Scheme = "quadratic"
) -> Shuffles:
    """Shuffle the predictions against the actual ratings, and compute O and kappa each time.

    A shuffle keeps both raters' totals and nothing else. Such a matrix is drawn cell by cell from
    hypergeometric distributions, so the time depends on N and not on the number of items.

    Parameters
    ----------
    observed : array_like of whole numbers, shape (N, N)
        O: the counts, rows actual and columns predicted; fewer than 10⁹ in all.
    n_shuffles : int
        How many shuffles, from 1 to 1,000,000.
    seed : int
        The same seed gives the same shuffles; a longer run begins with those of a shorter one.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    Shuffles

    Raises
    ------
    RatingsError
        If the counts cannot be used, or are fractions or too many to shuffle, or the number of
        shuffles is out of range.

    References
    ----------
    Patefield, W. M. (1981). Algorithm AS 159: An efficient method of generating random R × C
    tables with given row and column totals. Applied Statistics 30(1), 91–97.

    Examples
    --------
    >>> shuffles = shuffle_predictions([[2, 0], [1, 3]], n_shuffles=2000, seed=1)
    >>> shuffles.mean_observed.round(1)
    array([[1., 1.],
           [2., 2.]])
    """
    counts, _ = read_counts(observed)
    n = counts.sum()
    if counts.dtype != np.int64 or n >= _MOST_ITEMS:
        raise RatingsError(
            "Counts: only whole counts of fewer than {most} items can be shuffled.",
            most="10⁹",
        )
    check_draws(n_shuffles)
    weights = weight_matrix(len(counts), scheme)
    actual_totals, predicted_totals = counts.sum(axis=1), counts.sum(axis=0)
    checkpoints = _checkpoints(n_shuffles)
    passed = np.array(checkpoints)
    means = np.zeros((len(checkpoints), *counts.shape))
    numerators = np.zeros(n_shuffles)
    for row, column, dealt in _deal(actual_totals, predicted_totals, n_shuffles, seed):
        means[:, row, column] = dealt.cumsum()[passed - 1] / passed
        numerators += weights[row, column] * dealt
    expected = multiply_totals(actual_totals, predicted_totals, n)
    denominator = float((weights * expected).sum())
    if denominator == 0:
        kappas = np.full(n_shuffles, math.nan)
    elif 1 in (np.count_nonzero(actual_totals), np.count_nonzero(predicted_totals)):
        kappas = np.zeros(n_shuffles)  # every shuffle is E, though their sums may round apart
    else:
        kappas = 1 - numerators / denominator
    return Shuffles(
        mean_observed=means[-1],
        kappas=kappas,
        checkpoints=checkpoints,
        gaps=np.abs(means - expected).max(axis=(1, 2)),
    )


def _deal(
    actual_totals: NDArray[np.int64],
    predicted_totals: NDArray[np.int64],
    n_shuffles: int,
    seed: int,
) -> Iterator[tuple[int, int, NDArray[np.int64]]]:
    """Yield row, column and how many items each shuffle puts there, shape (n_shuffles,).

    Both totals have shape (N,). A category that nobody predicted is left out.
    """
    bits = np.random.PCG64(seed)
    start = bits.state
    generator = np.random.Generator(bits)
    # In every shuffle: how many predictions of each category are left.
    left = np.tile(predicted_totals, (n_shuffles, 1))
    for row, total in enumerate(actual_totals):
        wanted = np.full(n_shuffles, total)
        others = left.sum(axis=1)
        for column in np.flatnonzero(predicted_totals).tolist():
            others -= left[:, column]
            # Each cell has a stretch of the random numbers of its own. So the first ten of a
            # hundred shuffles are the same as ten shuffles alone.
            bits.state = start
            bits.advance((row * len(actual_totals) + column) * _STRETCH)
            dealt = generator.hypergeometric(left[:, column], others, wanted)
            wanted -= dealt
            left[:, column] -= dealt
            yield row, column, dealt


def _checkpoints(n_shuffles: int) -> tuple[int, ...]:
    """Return 1, 10, 100, … below `n_shuffles`, and `n_shuffles`.

    >>> _checkpoints(30)
    (1, 10, 30)
    """
    powers = (10**power for power in range(len(str(n_shuffles))))
    return (*(power for power in powers if power < n_shuffles), n_shuffles)
