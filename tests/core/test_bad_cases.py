"""What Explore shows, for examples that leave little to explore: never an exception or warning."""

import math

import numpy as np
import pytest

from qwk_core import kappa_interval, walk_through_counts
from qwk_core.statistics.planning import interval_ends, items_for_width

BILLIONS = np.full((20, 20), 10**9) + 5 * 10**9 * np.eye(20, dtype=np.int64)
CASES = {
    "one item alike": [[1, 0], [0, 0]],
    "one item apart": [[0, 0, 1], [0, 0, 0], [0, 0, 0]],
    "one category alone": [[4]],
    "one category used": [[0, 0, 0], [0, 7, 0], [0, 0, 0]],
    "constant actual": [[0, 0, 0], [1, 2, 3], [0, 0, 0]],
    "constant predicted": [[0, 2, 0], [0, 5, 0], [0, 1, 0]],
    "both constant, apart": [[0, 0, 0], [0, 0, 0], [6, 0, 0]],
    "zero rows and columns": [[3, 0, 1, 0], [0, 0, 0, 0], [1, 0, 2, 0], [0, 0, 0, 0]],
    "twenty categories": np.random.default_rng(3).integers(0, 5, (20, 20)),
    "two items on twenty categories": np.diag([1] + [0] * 18 + [1]),
    "rare": [[10**9 - 2, 1], [1, 0]],
    "billions": BILLIONS,
    "more than floats hold exactly": [[2**60, 1], [1, 2**60]],
}


@pytest.mark.parametrize("observed", CASES.values(), ids=CASES)
@pytest.mark.parametrize("method", ["smoothed", "analytic", "bootstrap", "bca"])
def test_how_sure_it_is(observed, method):
    walk = walk_through_counts(observed)
    found = kappa_interval(observed, method=method, n_draws=200)
    assert (found.kappa == walk.kappa) or (math.isnan(found.kappa) and math.isnan(walk.kappa))
    if found.caution is None:
        assert found.low <= found.kappa <= found.high
        assert found.standard_error > 0 or found.kappa == 1, "of draws that all round to 1"
        assert 0 <= found.p_value <= 1
        assert (items_for_width(observed, 0.01) or 0) >= 1
    widths = interval_ends(observed, [10**6, 10**8]).widths
    assert np.isnan(widths).all() or widths[1] < widths[0]
