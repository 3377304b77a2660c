"""One number for many raters: six coefficients, each 1 − disagreement seen ÷ that expected."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from qwk_core.ratings import Array
from qwk_core.statistics.notes import NOTES
from qwk_core.statistics.raters.sums import Basis, Sums
from qwk_core.walkthrough import NO_EXPECTED_DISAGREEMENT

COEFFICIENTS = ("pooled", "conger", "light", "fleiss", "alpha", "ac2")
"""The coefficients by name, in their order: `RaterAgreement.coefficients` has their values.

- pooled: 1 − ΣD / ΣE over all pairs, the kappa of all raters
- conger: Conger's kappa, which has the chance of each rater's own totals, as Gwet weights it
- light: Light's kappa, the plain mean of the pairs' kappas, those undefined left out
- fleiss: Fleiss' kappa, weighted, as if all ratings came from one and the same rater
- alpha: Krippendorff's α; interval α for quadratic weights, with distances on the scale
- ac2: Gwet's AC2
"""


def coefficients(sums: Sums, basis: Basis) -> NDArray[np.float64]:
    """Return the six coefficients of each line of sums, shape (L, 6); nan where undefined.

    Parameters
    ----------
    sums : Sums
        L lines: the whole table, or what a jackknife or a bootstrap makes of it.
    basis : Basis
        What the weights are made of.

    References
    ----------
    Conger, A. J. (1980). Integration and generalization of kappas for multiple raters.
    Psychological Bulletin 88(2), 322–328.
    Light, R. J. (1971). Measures of response agreement for qualitative data: Some generalizations
    and alternatives. Psychological Bulletin 76(5), 365–377.
    Fleiss, J. L. (1971). Measuring nominal scale agreement among many raters. Psychological
    Bulletin 76(5), 378–382.
    Gwet, K. L. (2014). Handbook of inter-rater reliability, 4th edition, chapters 2 and 3.
    Krippendorff, K. (2013). Content analysis, 3rd edition, chapter 12.
    """
    n_shared = basis.unit @ sums.first
    n_shared = np.where(n_shared > 0, n_shared, 1)
    pairs_seen = sums.between / n_shared
    pairs_expected = basis.cost(sums.first, sums.second) / n_shared**2
    pair_kappas = _kappa(pairs_seen, pairs_expected)
    defined = ~np.isnan(pair_kappas)
    with np.errstate(invalid="ignore"):  # 0 ÷ 0 is nan, and means undefined
        light = np.where(defined, pair_kappas, 0).sum(axis=-1) / defined.sum(axis=-1)
        seen = sums.within / sums.rated_twice
        # Fleiss and Gwet: what all ratings together are like, each rated item counting alike.
        shares = sums.shares / sums.shares.sum(axis=-1, keepdims=True)
    of_all = (shares @ basis.functions[:, :-1].T)[..., np.newaxis]
    # Whether any two ratings differ: these sums are whole, or of what is not negative: 0 is 0.
    everything = sums.each.sum(axis=-1, keepdims=True)
    varies = basis.cost(everything, everything)[..., 0] > 0
    alone = np.where(varies, 1, math.nan)
    pairable = sums.pairable[..., np.newaxis]
    n_pairable = sums.pairable @ basis.unit
    return np.stack(
        [
            _kappa(pairs_seen.sum(axis=-1), pairs_expected.sum(axis=-1)),
            _kappa(seen, _between_raters(sums, basis) * alone),
            light,
            _kappa(seen, basis.cost(of_all, of_all)[..., 0] * alone),
            _kappa(
                sums.within_by_rating * (n_pairable - 1), basis.cost(pairable, pairable)[..., 0]
            ),
            _kappa(seen / basis.largest, 1 - _by_chance(shares, basis)),
        ],
        axis=-1,
    )


def _kappa(seen: Array, expected: Array) -> Array:
    """Return 1 − seen ÷ expected, both of one shape; nan where nothing is expected or seen."""
    ratio = np.full(np.shape(seen), math.nan)
    np.divide(seen, expected, out=ratio, where=expected > 0)
    return 1 - ratio


def _between_raters(sums: Sums, basis: Basis) -> Array:
    """Return the mean over pairs of raters of the w that their own totals lead to, shape (L,)."""
    n_rated = basis.unit @ sums.each
    means = sums.each / np.where(n_rated > 0, n_rated, 1)[:, np.newaxis]
    n_raters = (n_rated > 0).sum(axis=-1)
    together = means.sum(axis=-1, keepdims=True)
    all_pairs = basis.cost(together, together)[..., 0] - basis.cost(means, means).sum(axis=-1)
    mean: Array = all_pairs / np.maximum(n_raters * (n_raters - 1), 1)
    return mean


def _by_chance(shares: NDArray[np.float64], basis: Basis) -> Array:
    """Return the agreement that Gwet expects by chance, shape (L,); nan where none can disagree."""
    q = basis.n_categories
    of_categories = basis.functions[:, :-1]
    costs = of_categories.T @ basis.costs @ of_categories
    if not costs.any():
        return np.full(len(shares), math.nan)
    agreement_weights = q * q - costs.sum() / basis.largest
    by_chance: Array = agreement_weights / (q * (q - 1)) * (shares * (1 - shares)).sum(axis=-1)
    return by_chance


def reason(coefficient: str, can_share: bool, can_differ: bool) -> str:
    """Return why a coefficient is undefined, in a sentence.

    Parameters
    ----------
    coefficient : str
        One of `COEFFICIENTS`.
    can_share : bool
        Whether any item has ratings by two raters.
    can_differ : bool
        Whether any weight is more than 0.
    """
    if not can_share:
        return NOTES["no-shared-item"]
    if not can_differ:
        return NO_EXPECTED_DISAGREEMENT
    return {
        "pooled": NOTES["no-pair-varies"],
        "light": NOTES["no-pair-varies"],
        "alpha": NOTES["nothing-pairable-varies"],
    }.get(coefficient, NOTES["nothing-varies"])
