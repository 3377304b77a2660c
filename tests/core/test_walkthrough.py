"""walk_through and walk_through_counts: every step, against exact rational arithmetic."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import SCHEMES, walk_through, walk_through_counts
from qwk_core.teaching.examples import EXAMPLES
from qwk_core.walkthrough import NO_EXPECTED_DISAGREEMENT, ONE_CATEGORY
from tests.core import oracle
from tests.core.strategies import counts, lopsided

LOPSIDED = [[5, 1, 0], [7, 2, 3], [0, 0, 1]]


def as_floats(matrix):
    return [[float(cell) for cell in row] for row in matrix]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_step_on_lopsided_totals(scheme):
    # Totals 6, 12, 1 and 12, 3, 4: a transposed E would differ in every cell but three.
    walk = walk_through_counts(LOPSIDED, categories=("a", "b", "c"), scheme=scheme)
    w, e = oracle.weights(3, scheme), oracle.expected(LOPSIDED)
    assert walk.categories == ("a", "b", "c")
    assert walk.observed.tolist() == LOPSIDED
    assert walk.actual_totals.tolist() == [6, 12, 1]
    assert walk.predicted_totals.tolist() == [12, 3, 4]
    assert walk.n == 19
    assert walk.weights.tolist() == as_floats(w)
    assert walk.expected.tolist() == as_floats(e)
    assert walk.expected[0, 2] == 6 * 4 / 19
    assert walk.expected[2, 0] == 1 * 12 / 19
    assert walk.weighted_observed.tolist() == (walk.weights * LOPSIDED).tolist()
    assert walk.weighted_expected.tolist() == (walk.weights * walk.expected).tolist()
    assert walk.numerator == float(oracle.weighted_sum(w, LOPSIDED))
    assert walk.denominator == float(oracle.weighted_sum(w, e))
    assert walk.kappa == float(oracle.kappa(LOPSIDED, scheme))
    assert walk.undefined_reason is None
    assert walk.scheme == scheme


@given(counts(), st.sampled_from(SCHEMES))
def test_equals_exact_arithmetic(observed, scheme):
    walk = walk_through_counts(observed, scheme=scheme)
    exact = oracle.kappa(observed, scheme)
    if exact is None:
        assert math.isnan(walk.kappa)
    else:
        assert walk.kappa == float(exact)
        w = oracle.weights(len(observed), scheme)
        assert walk.numerator == float(oracle.weighted_sum(w, observed))
        assert walk.denominator == float(oracle.weighted_sum(w, oracle.expected(observed)))


@given(counts(largest=10**18), st.sampled_from(SCHEMES))
def test_equals_exact_arithmetic_for_counts_that_would_overflow(observed, scheme):
    exact = oracle.kappa(observed, scheme)
    kappa = walk_through_counts(observed, scheme=scheme).kappa
    assert math.isnan(kappa) if exact is None else kappa == pytest.approx(float(exact), abs=1e-12)


def test_sums_beyond_64_bits_are_exact():
    observed = [[0, 10**18, 0, 0], [0, 0, 0, 10**18], [1, 0, 0, 0], [0, 7, 0, 0]]
    assert walk_through_counts(observed).kappa == float(oracle.kappa(observed))


@given(lopsided(), st.sampled_from(SCHEMES))
def test_proportions_give_the_same_kappa(observed, scheme):
    proportions = np.array(observed) / np.sum(observed)
    exact = walk_through_counts(observed, scheme=scheme).kappa
    walk = walk_through_counts(proportions, scheme=scheme)
    in_one_cell = np.count_nonzero(observed) == 1  # a proportion of 1, which is a whole number
    assert walk.observed.dtype == (np.int64 if in_one_cell else np.float64)
    assert walk.n == pytest.approx(1)
    assert walk.kappa == pytest.approx(exact, abs=1e-12, nan_ok=True)
    assert not walk.kappa < -1


@given(
    lopsided(n_categories=3),
    st.lists(
        st.lists(st.floats(0, 9, allow_subnormal=False), min_size=3, max_size=3),
        min_size=3,
        max_size=3,
    ),
)
def test_custom_weights_equal_exact_arithmetic(observed, scheme):
    walk = walk_through_counts(observed, scheme=scheme)
    exact = oracle.kappa(observed, scheme)
    assert walk.scheme == "custom"
    assert walk.weights.tolist() == scheme
    if exact is None:
        assert math.isnan(walk.kappa)
    else:
        assert walk.kappa == pytest.approx(float(exact), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("scheme", [*SCHEMES, [[0, 1, 2], [1, 0, 1], [4, 1, 0]]])
@pytest.mark.parametrize(
    "observed",
    [
        [[3, 7, 11], [0, 0, 0], [0, 0, 0]],
        [[0, 3, 0], [0, 7, 0], [0, 11, 0]],
        [[0.1, 0.2, 0.7], [0, 0, 0], [0, 0, 0]],
        [[0, 0, 0.1], [0, 0, 0.2], [0, 0, 0.7]],
        # Here the two sums round apart.
        [[0.72, 0.02, 0.76], [0, 0, 0], [0, 0, 0]],
        [[0.72, 0, 0], [0.02, 0, 0], [0.76, 0, 0]],
    ],
)
def test_a_constant_rater_is_exactly_0(observed, scheme):
    assert walk_through_counts(observed, scheme=scheme).kappa == 0.0


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("scale", [1, 0.1])
def test_perfect_and_reversed_agreement_are_exactly_1_and_minus_1(scheme, scale):
    perfect = np.diag([3, 1, 4]) * scale
    assert walk_through_counts(perfect, scheme=scheme).kappa == 1.0
    if scheme != "unweighted":
        ends = np.array([[0, 0, 3], [0, 0, 0], [3, 0, 0]]) * scale
        assert walk_through_counts(ends, scheme=scheme).kappa == -1.0


def test_rounding_never_takes_kappa_below_minus_1():
    # Fractions whose sums round: without care 1 − numerator / denominator is −1.0000000000000002.
    lowest = min(
        walk_through_counts([[0, 0, x], [0, 0, 0], [x, 0, 0]]).kappa
        for x in np.linspace(0.01, 3, 2001)
    )
    assert lowest == -1.0


def test_weights_of_ones_own_may_take_kappa_below_minus_1():
    observed, weights = [[0, 9, 0], [9, 0, 0], [0, 0, 1]], [[0, 9, 0], [9, 0, 0], [0, 0, 0]]
    exact = oracle.kappa(observed, weights)
    assert exact < -1
    assert walk_through_counts(observed, scheme=weights).kappa == pytest.approx(float(exact))


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    "walk",
    [
        lambda scheme: walk_through([3] * 5, [3] * 5, scheme=scheme),
        lambda scheme: walk_through([3], [3], scheme=scheme),
        lambda scheme: walk_through([3], [3], categories=range(5), scheme=scheme),
        lambda scheme: walk_through_counts([[7]], scheme=scheme),
        lambda scheme: walk_through_counts([[0, 0], [0, 0.5]], scheme=scheme),
    ],
)
def test_one_category_is_undefined_with_a_reason(walk, scheme):
    walk = walk(scheme)
    assert math.isnan(walk.kappa)
    assert walk.undefined_reason == ONE_CATEGORY
    assert walk.numerator == walk.denominator == 0
    assert walk.costliest == ()
    assert not walk.shares.any()


def test_weights_of_0_are_undefined_with_a_reason():
    walk = walk_through([0, 1, 1], [1, 1, 0], scheme=np.zeros((2, 2)))
    assert math.isnan(walk.kappa)
    assert walk.undefined_reason == NO_EXPECTED_DISAGREEMENT


def test_costliest_cells_come_first_and_ties_in_reading_order():
    walk = walk_through_counts([[5, 2, 1], [2, 9, 0], [1, 8, 3]])
    assert walk.costliest == ((2, 1), (0, 2), (2, 0), (0, 1), (1, 0))
    costs = [walk.weighted_observed[cell] for cell in walk.costliest]
    assert costs == sorted(costs, reverse=True)
    assert walk.shares.sum() == pytest.approx(1)
    assert walk.shares[2, 1] == walk.weighted_observed[2, 1] / walk.numerator


def test_nothing_in_a_walk_can_be_changed():
    given = np.array(LOPSIDED)
    walk = walk_through_counts(given)
    for name, value in vars(walk).items():
        if isinstance(value, np.ndarray):
            with pytest.raises(ValueError, match="read-only"):
                value[0] = 1
        with pytest.raises(AttributeError):
            setattr(walk, name, value)
    given[0, 0] = 99  # what was handed in stays the caller's own
    assert walk.observed[0, 0] == 5


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case.key)
def test_proportions_are_shares_of_n(case):
    walk = case.walk()
    shares = walk.proportions
    for name in ("observed", "expected", "actual_totals", "predicted_totals"):
        np.testing.assert_allclose(getattr(shares, name) * walk.n, getattr(walk, name))
        assert getattr(shares, name).sum() == pytest.approx(1)
    # E of shares is the product of shares, nothing more.
    np.testing.assert_allclose(
        shares.expected, np.outer(shares.actual_totals, shares.predicted_totals)
    )
    assert shares.kappa == walk.kappa
    if walk.denominator:
        assert 1 - shares.numerator / shares.denominator == pytest.approx(walk.kappa)
    np.testing.assert_array_equal(shares.weights, walk.weights)
    np.testing.assert_allclose(shares.weighted_observed, shares.weights * shares.observed)
    np.testing.assert_allclose(shares.weighted_expected, shares.weights * shares.expected)
