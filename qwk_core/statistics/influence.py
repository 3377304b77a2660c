"""What is one item worth to kappa? The influence of each cell, for many tables at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwk_core.matrices import Scheme, weight_matrix
from qwk_core.ratings import Array, read_counts


class Influences(NamedTuple):
    """How far kappa is from 1, and what pulls it.

    Attributes
    ----------
    ratio : ndarray of float64, shape (...)
        1 − kappa: Σ wO ÷ Σ wE. nan where chance expects no disagreement.
    worth : ndarray of float64, shape (..., N, N)
        The influence of each cell: a share h of all items that moves there, from everywhere else
        alike, changes kappa by h times this, for small h. Its mean over the items is 0.
    """

    ratio: NDArray[np.float64]
    worth: NDArray[np.float64]


def influences(shares: Array, weights: NDArray[np.float64]) -> Influences:
    """Return the influence of each cell on kappa, by the derivative of kappa.

    The variance of kappa is the mean of the squared influences, divided by n: for a table of
    counts, exactly that of Fleiss, Cohen & Everitt.

    Parameters
    ----------
    shares : ndarray, shape (..., N, N)
        Tables whose cells sum to 1, rows actual and columns predicted.
    weights : ndarray of float64, shape (N, N)
        The disagreement weights w.

    Returns
    -------
    Influences

    References
    ----------
    Hampel, F. R. (1974). The influence curve and its role in robust estimation. Journal of the
    American Statistical Association 69(346), 383–393.
    Fleiss, J. L., Cohen, J. & Everitt, B. S. (1969). Large sample standard errors of kappa and
    weighted kappa. Psychological Bulletin 72(5), 323–327, equation 8.

    Examples
    --------
    >>> shares = np.array([[0.40, 0.09], [0.06, 0.45]])
    >>> ratio, worth = influences(shares, weight_matrix(2))
    >>> float((1 - ratio).round(4)), float(np.sqrt((shares * worth**2).sum() / 100).round(4))
    (0.6995, 0.0714)
    """
    rows, columns = shares.sum(axis=-1), shares.sum(axis=-2)
    # What a rating costs on average, met with all of the other rater's.
    row_costs, column_costs = columns @ weights.T, rows @ weights
    with np.errstate(divide="ignore", invalid="ignore"):
        by_chance = (rows * row_costs).sum(axis=-1)
        ratio = (weights * shares).sum(axis=(-2, -1)) / by_chance
        means = row_costs[..., :, np.newaxis] + column_costs[..., np.newaxis, :]
        each, all_alike = by_chance[..., np.newaxis, np.newaxis], ratio[..., np.newaxis, np.newaxis]
        worth = all_alike * (means / each - 1) - weights / each
    return Influences(ratio, worth)


def informative_items(observed: Array, *, scheme: Scheme = "quadratic") -> float:
    """Return on how many items the spread of kappa rests, as if all of them mattered alike.

    Where ratings are lopsided a few items in rare categories decide kappa, and how sure it is
    depends on their number more than on n: (Σ v²)² ÷ Σ v⁴ over the items, v their influences.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    float
        Between 1 and n; 0 where no item has any influence, and where kappa is undefined.

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used.

    References
    ----------
    Kish, L. (1965). Survey sampling. Wiley, section 11.7: the effective number of unequal weights.

    Examples
    --------
    Of 103 items, 2 decide:

    >>> round(informative_items([[100, 1], [0, 2]]), 1)
    1.9
    >>> round(informative_items([[40, 9], [6, 45]]), 1)
    20.7
    """
    counts, _ = read_counts(observed)
    found = informative(counts[np.newaxis], weight_matrix(len(counts), scheme))
    return float(found[0])


def informative(counts: Array, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return `informative_items` of many tables at once.

    Parameters
    ----------
    counts : ndarray, shape (..., N, N)
        A matrix of counts for each table.
    weights : ndarray of float64, shape (N, N)
        How much each kind of disagreement weighs.

    Returns
    -------
    ndarray of float64, shape (...)
    """
    n = counts.sum(axis=(-2, -1)).astype(np.float64)
    shares = counts / n[..., np.newaxis, np.newaxis]
    squares = influences(shares, weights).worth ** 2
    spread = (shares * squares).sum(axis=(-2, -1))
    fourth = (shares * squares**2).sum(axis=(-2, -1))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = n * spread**2 / fourth
    return np.where(spread > np.finfo(np.float64).eps ** 2, found, 0.0)
