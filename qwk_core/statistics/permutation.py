"""Does a kappa differ from chance? A test that shuffles the predictions."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.kappa import SAME_KAPPA
from qwk_core.matrices import Scheme
from qwk_core.statistics.intervals import check_draws
from qwk_core.statistics.shuffle import Shuffles, shuffle_predictions
from qwk_core.walkthrough import walk_through_counts

ALTERNATIVES = ("greater", "two-sided")
"""What a permutation test looks for."""


@dataclass(frozen=True, eq=False)
class PermutationTest:
    """How often chance alone does as well.

    Attributes
    ----------
    kappa : float
        Kappa as observed.
    shuffles : Shuffles
        The shuffles of the predictions, with kappa after each.
    n_shuffles, hits : int
        How many shuffles, and how many of them reached kappa (two-sided: were as far from 0).
    p_value : float
        (1 + hits) ÷ (1 + n_shuffles); nan where kappa is undefined.
    alternative : str
        "greater" or "two-sided".
    """

    kappa: float
    shuffles: Shuffles
    n_shuffles: int
    hits: int
    p_value: float
    alternative: str

    @property
    def kappas(self) -> NDArray[np.float64]:
        """Kappa after each shuffle, shape (n_shuffles,)."""
        return self.shuffles.kappas


def permutation_test(
    observed: ArrayLike,
    *,
    n_shuffles: int = 10_000,
    seed: int = 0,
    scheme: Scheme = "quadratic",
    alternative: str = "greater",
) -> PermutationTest:
    """Test kappa against chance by shuffling the predictions.

    Parameters
    ----------
    observed : array_like of whole numbers, shape (N, N)
        O: the counts, rows actual and columns predicted; fewer than 10⁹ in all.
    n_shuffles : int
        How often to shuffle, from 1 to 1,000,000.
    seed : int
        The same seed gives the same shuffles.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.
    alternative : {"greater", "two-sided"}
        Whether only kappas at least as great count (agreement better than chance), or all at
        least as far from 0 (better or worse).

    Returns
    -------
    PermutationTest

    Raises
    ------
    RatingsError
        If the counts or the settings cannot be used.

    References
    ----------
    Phipson, B. & Smyth, G. K. (2010). Permutation p-values should never be zero. Statistical
    Applications in Genetics and Molecular Biology 9(1), article 39.

    Examples
    --------
    >>> test = permutation_test([[40, 9], [6, 45]], n_shuffles=999, seed=1)
    >>> test.hits, test.p_value
    (0, 0.001)
    """
    if alternative not in ALTERNATIVES:
        raise RatingsError(
            "Alternative: {value} is not known. Use “greater” or “two-sided”.",
            value=shown(alternative),
        )
    check_draws(n_shuffles)
    kappa = walk_through_counts(observed, scheme=scheme).kappa
    shuffles = shuffle_predictions(observed, n_shuffles=n_shuffles, seed=seed, scheme=scheme)
    if alternative == "greater":
        hits = shuffles.reaching(kappa)
    else:
        hits = int(np.count_nonzero(np.abs(shuffles.kappas) >= abs(kappa) - SAME_KAPPA))
    return PermutationTest(
        kappa=kappa,
        shuffles=shuffles,
        n_shuffles=n_shuffles,
        hits=hits,
        p_value=math.nan if math.isnan(kappa) else (1 + hits) / (1 + n_shuffles),
        alternative=alternative,
    )
