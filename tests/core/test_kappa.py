"""quadratic_weighted_kappa is exact for all whole numbers."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from qwk_core import quadratic_weighted_kappa
from qwk_core.kappa import _BLOCK
from tests.core.oracle import near

ACTUAL = [4, 4, 3, 4, 4, 0, 1, 1, 2, 1]
PREDICTED = [0, 4, 1, 0, 4, 0, 1, 1, 2, 1]


def moments(x, y, weights=None):
    """Lin's concordance correlation, exactly: 2 cov / (var x + var y + (mean x − mean y)²)."""
    w = [1] * len(x) if weights is None else [Fraction(weight) for weight in weights]
    n, s_x, s_y, s_xx, s_yy, s_xy = (
        sum(map(math.prod, zip(w, *vectors, strict=True)))
        for vectors in ((), (x,), (y,), (x, x), (y, y), (x, y))
    )
    denominator = n * (s_xx + s_yy) - 2 * s_x * s_y
    return Fraction(2 * (n * s_xy - s_x * s_y)) / denominator if denominator else None


def check(x, y):
    exact = moments(list(map(int, x)), list(map(int, y)))
    assert quadratic_weighted_kappa(x, y) == near(exact, abs=0)


def drawn(highest, n):
    return np.random.default_rng(n).integers(-highest, highest, (2, n), endpoint=True)


@pytest.mark.parametrize(
    ("x", "y"),
    [
        *([[rating] * n] * 2 for rating in (0, 3, -7, 10**30) for n in (1, 5)),  # undefined
        *(drawn(highest, 3000) for highest in (10**6, 2**31, 2**53, 2**62)),
    ],
)
def test_equals_the_moment_formula(x, y):
    check(x, y)


WHOLE_NUMBERS = st.one_of(
    st.integers(0, 4), st.integers(-5, 5), st.integers(-(10**6), 10**6), st.integers()
)
DTYPES = st.sampled_from(["int8", "uint8", "int32", "int64", "uint64"])


@given(
    st.lists(st.tuples(WHOLE_NUMBERS, WHOLE_NUMBERS), min_size=1).map(
        lambda it: tuple(zip(*it, strict=True))
    )
    | st.tuples(st.integers(1, 50), DTYPES).flatmap(
        lambda of: st.tuples(npst.arrays(of[1], of[0]), npst.arrays(of[1], of[0]))
    )
)
def test_equals_the_moment_formula_for_any_integers(vectors):
    check(*vectors)


@pytest.mark.parametrize("highest", [1, 9, 127])
@pytest.mark.parametrize("n", [_BLOCK - 1, _BLOCK, 3 * _BLOCK + 17])
def test_blocks_lose_nothing(n, highest):
    check(*drawn(highest, n).astype(np.int8))


def test_ten_million_ratings_near_a_million():
    # Their squares add up to 10**19, beyond 64 bits.
    x = np.full(10_000_000, 1_000_000, dtype=np.int32)
    y = x.copy()
    x[0], y[1] = 999_990, 999_990
    n, differences = 10_000_000, 2
    exact = 1 - Fraction(differences * n, 2 * n - 2)  # both: one item ten lower than all others
    assert quadratic_weighted_kappa(x, y) == float(exact)


def test_needs_no_matrix():
    # A scale of 10**12 categories: w, O and E would take 24 × 10**24 bytes.
    assert quadratic_weighted_kappa([0, 10**12], [0, 10**12]) == 1.0
    assert quadratic_weighted_kappa([0, 5], [5, 0], categories=range(10**12)) == -1.0


# -- Sample weights -----------------------------------------------------------------------------

LOW, HIGH, FAR = -(2**63), 2**63 - 1, 10**400
FOUR = [0.1, 0.2, 0.7, 0.3]


@pytest.mark.parametrize(
    ("actual", "predicted", "weights"),
    [
        # The kappas 0, 1 and −1 are exact.
        ([7, 7, 7, 7], [1, 2, 3, 4], FOUR),
        ([1, 2, 3, 4], [7, 7, 7, 7], FOUR),
        ([1, 2, 3, 4], [1, 2, 3, 4], FOUR),
        ([0, 1], [1, 0], [0.3, 0.3]),
        # With plain floats, this would be −1.0000000000000002.
        ([0, 0, 1, 1, 1, 0, 0], [1, 1, 0, 0, 0, 1, 2], [5, 3, 5, 5, 3, 5, 1e-15]),
        # These are the limits of 64 bits, and numbers too large for floats.
        ([LOW, HIGH, HIGH], [LOW, HIGH, HIGH], [1, 1, 2]),
        ([0, FAR], [0, FAR], [0.1, 2]),
        ([FAR, FAR], [0, 1], [0.1, 2]),
        ([FAR], [FAR], [0.1]),
        ([3], [3], [2]),
        (ACTUAL, PREDICTED, range(1, 11)),
        *(
            ([base, base + 1, base + 2, base + 4], [base, base + 2, base + 2, base + 3], FOUR)
            for base in (2**63, 2**80)
        ),
    ],
)
def test_sample_weights_equal_the_moment_formula_and_their_ends_are_exact(
    actual, predicted, weights
):
    exact = moments(actual, predicted, weights)
    # The arrays have 64 bits, signed or unsigned, or Python's integers.
    found = quadratic_weighted_kappa(np.array(actual), np.array(predicted), sample_weight=weights)
    assert found == near(exact, abs=0 if exact in (-1, 0, 1) else 1e-14)
    assert not abs(found) > 1


@given(
    st.lists(
        st.tuples(st.integers(-3, 9), st.integers(-3, 9), st.just(0.0) | st.floats(1e-6, 100)),
        min_size=1,
    ).filter(lambda items: any(weight > 1e-3 for _, _, weight in items))
)
def test_any_sample_weights_equal_the_moment_formula(items):
    x, y, weights = zip(*items, strict=True)
    exact = moments(x, y, weights)
    kappa = quadratic_weighted_kappa(x, y, sample_weight=weights)
    assert not abs(kappa) > 1
    # If nearly all weight is on one pair, κ is a difference of nearly equal numbers.
    if sum(weight * (i - j) ** 2 for i, j, weight in items) > 1e-4 * max(weights):
        assert kappa == near(exact, abs=1e-9)
    else:
        assert math.isnan(kappa) == (exact is None)


def test_sample_weights_of_any_size_overflow_nowhere():
    small = quadratic_weighted_kappa(ACTUAL, PREDICTED, sample_weight=range(1, 11))
    huge = [weight * 1e98 for weight in range(1, 11)]
    assert quadratic_weighted_kappa(ACTUAL, PREDICTED, sample_weight=huge) == pytest.approx(small)
