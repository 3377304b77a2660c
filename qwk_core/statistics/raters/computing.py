"""From a table of many raters to every number of their agreement."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import Any

import numpy as np

from qwk_core.errors import RatingsError
from qwk_core.matrices import Scheme, weight_matrix
from qwk_core.statistics.raters.coefficients import COEFFICIENTS, coefficients, reason
from qwk_core.statistics.raters.pairs import (
    pair_kappas,
    pair_sums,
    pooled_kappa,
    square_of_pairs,
)
from qwk_core.statistics.raters.sums import basis_of, check_memory, mean_position, sums_of_all
from qwk_core.statistics.rating_table import RatingTable


def computed(table: RatingTable, scheme: Scheme) -> dict[str, Any]:
    """Return what a `RaterAgreement` of a table holds, by the names of its attributes.

    Parameters
    ----------
    table : RatingTable
        The ratings, checked.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (q, q)
        How disagreement is weighted.

    Returns
    -------
    dict of str to Any

    Raises
    ------
    RatingsError
        If the weights cannot be used, or need too large a table.
    """
    n_categories, n_raters = len(table.categories), len(table.raters)
    weights = weight_matrix(n_categories, scheme)
    if (weights != weights.T).any() or weights.diagonal().any():
        raise RatingsError(
            "Weights: they must be symmetric, and 0 on the diagonal, as no rater comes first."
        )
    basis = basis_of(scheme, n_categories, centre=mean_position(table.positions))
    check_memory(len(basis.functions), n_raters)
    sums = sums_of_all(table.positions, basis)
    of_pairs = pair_sums(sums, basis)
    kappas = pair_kappas(of_pairs)
    defined = kappas[~np.isnan(kappas)]
    values = dict(zip(COEFFICIENTS, coefficients(sums, basis)[0].tolist(), strict=True))
    # These are rounded once, so that two raters' are their kappa to the last digit.
    values["pooled"] = pooled_kappa(of_pairs)
    values["light"] = float(defined.mean()) if len(defined) else math.nan
    if (table.positions >= 0).all():
        values["conger"] = values["pooled"]  # with nothing missing, they are one and the same
    can_share = bool(of_pairs.n_shared.any())
    can_differ = n_categories == 1 or bool(weights.any())
    n_rated = np.rint(basis.unit @ sums.each[0]).astype(np.int64)
    return {
        "raters": table.raters,
        "categories": table.categories,
        "n_items": len(table.positions),
        "positions": table.positions,
        "pairs": square_of_pairs(kappas, np.where(n_rated > 0, 1.0, math.nan)),
        "pair_counts": square_of_pairs(of_pairs.n_shared, n_rated),
        **values,
        "reasons": MappingProxyType(
            {
                name: reason(name, can_share, can_differ)
                for name, value in values.items()
                if math.isnan(value)
            }
        ),
        "scheme": scheme if isinstance(scheme, str) else "custom",
        "_weights": weights,
        "_basis": basis,
        "_pair_sums": of_pairs,
    }
