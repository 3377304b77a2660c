"""What is left of O when the predictions are shuffled: chance at work."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import Scheme, multiply_totals, weight_matrix
from qwk_core.ratings import read_counts

# The random generator's own limit for hypergeometric draws.
_MOST_ITEMS = 10**9


@dataclass(frozen=True, eq=False)
class Shuffles:
    """The outcome of shuffling the predictions, many times over.

    Attributes
    ----------
    first_observed : ndarray of int64, shape (N, N)
        O after the first shuffle.
    mean_observed : ndarray of float64, shape (N, N)
        The mean of O over all shuffles; it approaches E.
    kappas : ndarray of float64, shape (n_shuffles,)
        Kappa after each shuffle; nan throughout where kappa is undefined.
    """

    first_observed: NDArray[np.int64]
    mean_observed: NDArray[np.float64]
    kappas: NDArray[np.float64]


def shuffle_predictions(
    observed: ArrayLike, *, n_shuffles: int, seed: int, scheme: Scheme = "quadratic"
) -> Shuffles:
    """Shuffle the predictions against the actual ratings and count anew.

    A shuffle keeps both raters' totals and nothing else. Such a table is drawn cell by cell from
    hypergeometric distributions, so the cost depends on N and not on the number of items.

    Parameters
    ----------
    observed : array_like of whole numbers, shape (N, N)
        O: the counts, rows actual and columns predicted; fewer than 10⁹ in all.
    n_shuffles : int
        How often to shuffle, at least once.
    seed : int
        The same seed gives the same shuffles.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    Shuffles

    Raises
    ------
    RatingsError
        If the counts cannot be used, or are fractions or too many to shuffle.

    References
    ----------
    Patefield, W. M. (1981). Algorithm AS 159: An efficient method of generating random R × C
    tables with given row and column totals. Applied Statistics 30(1), 91–97.

    Examples
    --------
    >>> shuffles = shuffle_predictions([[2, 0], [1, 3]], n_shuffles=2000, seed=1)
    >>> shuffles.first_observed.sum(axis=1), shuffles.first_observed.sum(axis=0)
    (array([2, 4]), array([3, 3]))
    >>> shuffles.mean_observed.round(1)
    array([[1., 1.],
           [2., 2.]])
    """
    counts, _ = read_counts(observed)
    n = counts.sum()
    if counts.dtype != np.int64 or n >= _MOST_ITEMS:
        raise RatingsError(
            "Counts: only whole counts of fewer than {most} items can be shuffled.",
            most=_MOST_ITEMS,
        )
    if n_shuffles < 1:
        raise RatingsError("Shuffles: {value} are none; 1 is the least.", value=shown(n_shuffles))
    weights = weight_matrix(len(counts), scheme)
    actual_totals, predicted_totals = counts.sum(axis=1), counts.sum(axis=0)
    first_observed = np.zeros_like(counts)
    mean_observed = np.zeros(counts.shape)
    numerators = np.zeros(n_shuffles)
    generator = np.random.default_rng(seed)
    # In every shuffle: how many predictions of each category are not yet dealt out.
    undealt = np.tile(predicted_totals, (n_shuffles, 1))
    for row, total in enumerate(actual_totals):
        wanted = np.full(n_shuffles, total)
        others = undealt.sum(axis=1)
        for column in np.flatnonzero(predicted_totals):
            others -= undealt[:, column]
            dealt = generator.hypergeometric(undealt[:, column], others, wanted)
            wanted -= dealt
            undealt[:, column] -= dealt
            first_observed[row, column] = dealt[0]
            mean_observed[row, column] = dealt.mean()
            numerators += weights[row, column] * dealt
    denominator = float((weights * multiply_totals(actual_totals, predicted_totals, n)).sum())
    kappas = 1 - numerators / denominator if denominator else np.full(n_shuffles, math.nan)
    return Shuffles(first_observed, mean_observed, kappas)
