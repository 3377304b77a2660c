"""w by its distances, and w without a loop."""

from __future__ import annotations

import numpy as np
import pytest

from qwk_core import SCHEMES, RatingsError, walk_through_counts, weight_matrix
from qwk_core.teaching.construction import (
    add_unused_category,
    construct_weights,
)

SIZES = [1, 2, 3, 5, 20]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("n", SIZES)
def test_w_without_a_loop_is_w(n: int, scheme: str) -> None:
    built = construct_weights(n, scheme)
    assert all(row == list(range(n)) for row in built.columns.tolist())
    np.testing.assert_array_equal(built.rows, built.columns.T)
    difference = built.columns - built.rows
    by_hand = {
        "quadratic": difference**2,
        "linear": abs(difference),
        "unweighted": (difference != 0).astype(int),
    }
    np.testing.assert_array_equal(built.undivided, by_hand[scheme])
    np.testing.assert_allclose(built.undivided / built.divisor, weight_matrix(n, scheme))


def test_an_unknown_scheme_is_named() -> None:
    with pytest.raises(RatingsError, match="cubic"):
        construct_weights(3, "cubic")


def test_an_unused_category_changes_kappa_only_between_others() -> None:
    counts = [[4, 1, 0], [1, 3, 2], [2, 0, 5]]
    for scheme in SCHEMES:
        own = walk_through_counts(counts, scheme=scheme).kappa
        kappas = [
            walk_through_counts(add_unused_category(counts, at), scheme=scheme).kappa
            for at in range(4)
        ]
        same = [kappa == pytest.approx(own) for kappa in kappas]
        assert same == [True, scheme == "unweighted", scheme == "unweighted", True]
    longer = add_unused_category(counts, 3).tolist()
    assert longer == [[4, 1, 0, 0], [1, 3, 2, 0], [2, 0, 5, 0], [0] * 4]
