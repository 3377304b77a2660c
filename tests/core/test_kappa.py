"""quadratic_weighted_kappa: exact, for whatever whole numbers come in."""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from qwk_core import quadratic_weighted_kappa
from qwk_core.kappa import _BLOCK
from tests.core import oracle

ACTUAL = [4, 4, 3, 4, 4, 0, 1, 1, 2, 1]
PREDICTED = [0, 4, 1, 0, 4, 0, 1, 1, 2, 1]
KAPPA = 0.3181818181818182


def moments(x, y):
    """Lin's concordance correlation, exactly: 2 cov / (var x + var y + (mean x − mean y)²)."""
    n = len(x)
    mean_x, mean_y = Fraction(sum(x), n), Fraction(sum(y), n)
    covariance = sum((i - mean_x) * (j - mean_y) for i, j in zip(x, y, strict=True)) / n
    spread = sum((i - mean_x) ** 2 for i in x) / n + sum((j - mean_y) ** 2 for j in y) / n
    denominator = spread + (mean_x - mean_y) ** 2
    return 2 * covariance / denominator if denominator else None


@pytest.mark.parametrize(
    "kind",
    [
        list,
        np.array,
        *(
            lambda values, dtype=dtype: np.array(values, dtype=dtype)
            for dtype in ("int8", "uint8", ">i4", "int64", "uint64", "float32", object)
        ),
        lambda values: [Fraction(value) for value in values],
        lambda values: iter(values),
        lambda values: np.ma.masked_array(values),
        pd.Series,
        lambda values: pd.Series(values, dtype="Int64"),
        lambda values: pd.Categorical(values, categories=range(5), ordered=True),
    ],
)
def test_takes_any_sequence_of_whole_numbers(kind):
    assert quadratic_weighted_kappa(kind(ACTUAL), kind(PREDICTED)) == KAPPA
    assert quadratic_weighted_kappa(kind(ACTUAL), PREDICTED) == KAPPA
    assert quadratic_weighted_kappa(ACTUAL, kind(PREDICTED), categories=range(5)) == KAPPA


def test_does_not_change_what_it_is_given():
    actual, predicted = np.array(ACTUAL), np.array(PREDICTED)
    quadratic_weighted_kappa(actual, predicted, sample_weight=np.ones(10))
    assert actual.tolist() == ACTUAL
    assert predicted.tolist() == PREDICTED
    assert actual.flags.writeable


WHOLE_NUMBERS = st.one_of(
    st.integers(0, 4), st.integers(-5, 5), st.integers(-(10**6), 10**6), st.integers()
)


@given(st.lists(st.tuples(WHOLE_NUMBERS, WHOLE_NUMBERS), min_size=1))
def test_equals_the_moment_formula_for_any_integers(pairs):
    x, y = zip(*pairs, strict=True)
    exact = moments(x, y)
    kappa = quadratic_weighted_kappa(x, y)
    assert math.isnan(kappa) if exact is None else kappa == float(exact)


@given(
    st.integers(1, 50).flatmap(
        lambda n: st.sampled_from(["int8", "uint8", "int32", "int64", "uint64"]).flatmap(
            lambda dtype: st.tuples(npst.arrays(dtype, n), npst.arrays(dtype, n))
        )
    )
)
def test_overflows_in_no_dtype(vectors):
    x, y = vectors
    exact = moments(x.tolist(), y.tolist())
    kappa = quadratic_weighted_kappa(x, y)
    assert math.isnan(kappa) if exact is None else kappa == float(exact)


@pytest.mark.parametrize("n", [_BLOCK - 1, _BLOCK, _BLOCK + 1, 3 * _BLOCK + 17])
@pytest.mark.parametrize("highest", [1, 9, 127])
def test_blocks_lose_nothing(n, highest):
    generator = np.random.default_rng(n)
    x = generator.integers(0, highest, n, endpoint=True, dtype=np.int8)
    y = generator.integers(0, highest, n, endpoint=True, dtype=np.int8)
    wide_x, wide_y = x.astype(np.int64), y.astype(np.int64)
    s_x, s_y = int(wide_x.sum()), int(wide_y.sum())
    s_xx, s_yy, s_xy = int(wide_x @ wide_x), int(wide_y @ wide_y), int(wide_x @ wide_y)
    exact = Fraction(2 * (n * s_xy - s_x * s_y), n * (s_xx + s_yy) - 2 * s_x * s_y)
    assert quadratic_weighted_kappa(x, y) == float(exact)


@pytest.mark.parametrize("highest", [10**6, 2**31, 2**53, 2**62])
def test_large_ratings_in_long_vectors(highest):
    generator = np.random.default_rng(3)
    n = 3000
    x, y = generator.integers(-highest, highest, (2, n))
    assert quadratic_weighted_kappa(x, y) == float(moments(x.tolist(), y.tolist()))


def test_ten_million_ratings_near_a_million():
    # Their squares add up to 10**19, beyond 64 bits.
    x = np.full(10_000_000, 1_000_000, dtype=np.int32)
    y = x.copy()
    x[0], y[1] = 999_990, 999_990
    n, differences = 10_000_000, 2
    exact = 1 - Fraction(differences * n, 2 * n - 2)  # both: one item ten lower than all others
    assert quadratic_weighted_kappa(x, y) == float(exact)


@pytest.mark.parametrize("rating", [0, 3, -7, 10**30])
def test_undefined_is_nan_and_no_warning(rating):
    assert math.isnan(quadratic_weighted_kappa([rating] * 5, [rating] * 5))
    assert math.isnan(quadratic_weighted_kappa([rating], [rating]))
    assert math.isnan(quadratic_weighted_kappa([rating], [rating], sample_weight=[2]))


def test_an_order_that_is_declared_goes_before_one_that_is_brought():
    order = ["low", "medium", "high"]
    actual = ["low", "low", "medium", "medium", "high", "high"]
    predicted = ["low", "medium", "medium", "high", "high", "medium"]
    categorical = pd.Categorical(actual, categories=order, ordered=True)
    brought = quadratic_weighted_kappa(predicted, categorical)
    assert brought == quadratic_weighted_kappa(actual, predicted, categories=order)
    reordered = quadratic_weighted_kappa(
        categorical, predicted, categories=["low", "high", "medium"]
    )
    assert reordered != brought


def test_needs_no_matrix():
    # A scale of 10**12 categories: w, O and E would take 24 × 10**24 bytes.
    assert quadratic_weighted_kappa([0, 10**12], [0, 10**12]) == 1.0
    assert quadratic_weighted_kappa([0, 5], [5, 0], categories=range(10**12)) == -1.0


def test_sample_weight_repeats_items():
    counts = [3, 1, 2, 5, 1, 1, 4, 2, 1, 6]
    repeated = quadratic_weighted_kappa(np.repeat(ACTUAL, counts), np.repeat(PREDICTED, counts))
    assert quadratic_weighted_kappa(ACTUAL, PREDICTED, sample_weight=counts) == pytest.approx(
        repeated, abs=1e-14
    )


@given(
    st.lists(
        st.tuples(st.integers(-3, 9), st.integers(-3, 9), st.just(0.0) | st.floats(1e-6, 100)),
        min_size=1,
    ).filter(lambda items: any(weight > 1e-3 for _, _, weight in items))
)
def test_sample_weight_equals_exact_weighted_counts(items):
    x, y, weights = zip(*items, strict=True)
    observed = [[Fraction(0)] * 13 for _ in range(13)]
    for i, j, weight in items:
        observed[i + 3][j + 3] += Fraction(weight)
    exact = oracle.kappa(observed)
    kappa = quadratic_weighted_kappa(x, y, sample_weight=weights)
    if exact is None:
        assert math.isnan(kappa)
    else:
        assert -1 <= kappa <= 1
        # Where nearly all weight is on one pair, κ itself is a difference of near-equal numbers.
        spread = float(oracle.weighted_sum(oracle.weights(13, "quadratic"), observed))
        if spread > 1e-6 * max(weights):
            assert kappa == pytest.approx(float(exact), abs=1e-9)


@pytest.mark.parametrize("dtype", ["uint64", object])
def test_sample_weight_with_integers_near_and_beyond_64_bits(dtype):
    base = 2**63 if dtype == "uint64" else 2**80
    x = np.array([base, base + 1, base + 2, base + 4], dtype=dtype)
    y = np.array([base, base + 2, base + 2, base + 3], dtype=dtype)
    small = quadratic_weighted_kappa([0, 1, 2, 4], [0, 2, 2, 3], sample_weight=[1, 2, 3, 4])
    kappa = quadratic_weighted_kappa(x, y, sample_weight=[1, 2, 3, 4])
    assert kappa == pytest.approx(small, abs=1e-15)


LOW, HIGH, FAR = -(2**63), 2**63 - 1, 10**400


@pytest.mark.parametrize(
    ("actual", "predicted", "weights", "kappa"),
    [
        # The ends are exact.
        ([7, 7, 7, 7], [1, 2, 3, 4], [0.1, 0.2, 0.7, 0.3], 0),
        ([1, 2, 3, 4], [7, 7, 7, 7], [0.1, 0.2, 0.7, 0.3], 0),
        ([1, 2, 3, 4], [1, 2, 3, 4], [0.1, 0.2, 0.7, 0.3], 1),
        ([0, 1], [1, 0], [0.3, 0.3], -1),
        # Without care this is −1.0000000000000002.
        ([0, 0, 1, 1, 1, 0, 0], [1, 1, 0, 0, 0, 1, 2], [5, 3, 5, 5, 3, 5, 1e-15], -1),
        # The ends of 64 bits, and beyond what floats hold.
        (np.array([LOW, HIGH, HIGH]), np.array([LOW, HIGH, HIGH]), [1, 1, 2], 1),
        ([0, FAR], [0, FAR], [0.1, 2], 1),
        ([FAR, FAR], [0, 1], [0.1, 2], 0),
        ([FAR], [FAR], [0.1], math.nan),
    ],
)
def test_sample_weights_keep_the_ends_exact(actual, predicted, weights, kappa):
    found = quadratic_weighted_kappa(actual, predicted, sample_weight=weights)
    assert found == kappa or (math.isnan(found) and math.isnan(kappa))


def test_sample_weights_of_any_size_overflow_nowhere():
    small = quadratic_weighted_kappa(ACTUAL, PREDICTED, sample_weight=range(1, 11))
    huge = [weight * 1e98 for weight in range(1, 11)]
    assert quadratic_weighted_kappa(ACTUAL, PREDICTED, sample_weight=huge) == pytest.approx(small)
