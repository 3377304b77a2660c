"""O, w, E, every step and kappa equal exact fractions, and what the lessons teach is true."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import (
    SCHEMES,
    expected_matrix,
    kappa_interval,
    observed_matrix,
    quadratic_weighted_kappa,
    walk_through,
    walk_through_counts,
    weight_matrix,
)
from qwk_core.statistics.planning import interval_ends, items_for_width
from qwk_core.teaching.examples import EXAMPLES
from qwk_core.walkthrough import NO_EXPECTED_DISAGREEMENT, ONE_CATEGORY
from tests.core import oracle
from tests.core.beside import beside
from tests.core.strategies import counts, lopsided, rating_pairs

OWN = [[0, 1, 2], [1, 0, 1], [4, 1, 0]]
TABLES = beside(__file__, "walks.toml") | {
    "perfect shares": np.diag([3, 1, 4]) * 0.1,
    "reversed shares": np.array([[0, 0, 3], [0, 0, 0], [3, 0, 0]]) * 0.1,
    "twenty categories": np.random.default_rng(3).integers(0, 5, (20, 20)),
    "two items on twenty categories": np.diag([1] + [0] * 18 + [1]),
    "billions": np.full((20, 20), 10**9) + 5 * 10**9 * np.eye(20, dtype=np.int64),
}
every_table = pytest.mark.parametrize("observed", TABLES.values(), ids=TABLES)


def check(observed, scheme="quadratic"):
    """Compare every step of a walk with its definition in fractions."""
    walk = walk_through_counts(observed, scheme=scheme)
    cells = [[Fraction(cell) for cell in row] for row in np.asarray(observed).tolist()]
    w = oracle.weights(len(cells), scheme) if isinstance(scheme, str) else scheme
    expected, exact = oracle.expected(cells), oracle.kappa(cells, w)
    whole = walk.observed.dtype == np.int64
    named = isinstance(scheme, str)
    near = {"rel": 1e-9, "abs": 1e-12}
    assert walk.scheme == (scheme if named else "custom")
    assert walk.observed.tolist() == cells
    assert walk.weights.tolist() == [[float(cell) for cell in row] for row in w]
    assert walk.expected == pytest.approx(np.array(expected, dtype=float), rel=1e-14)
    assert (expected_matrix(observed) == walk.expected).all()
    assert walk.actual_totals == pytest.approx([float(sum(row)) for row in cells])
    assert walk.predicted_totals == pytest.approx(
        [float(sum(column)) for column in zip(*cells, strict=True)]
    )
    assert walk.n == pytest.approx(float(sum(map(sum, cells))))
    assert walk.weighted_observed.tolist() == (walk.weights * walk.observed).tolist()
    assert walk.weighted_expected.tolist() == (walk.weights * walk.expected).tolist()
    for found, matrix in ((walk.numerator, cells), (walk.denominator, expected)):
        wanted = float(oracle.weighted_sum(w, matrix))
        assert found == (wanted if whole and named else pytest.approx(wanted, **near))
    if exact is None:
        assert math.isnan(walk.kappa)
        assert walk.undefined_reason in (ONE_CATEGORY, NO_EXPECTED_DISAGREEMENT)
    else:
        assert walk.undefined_reason is None
        ends = exact in (-1, 1) or walk.has_constant_rater
        precise = named and (whole or ends)
        assert walk.kappa == (float(exact) if precise else pytest.approx(float(exact), **near))
        assert not named or -1 <= walk.kappa <= 1
    assert walk.shares.sum() == pytest.approx(1 if walk.numerator else 0)
    if named:  # every disagreement has a cost
        assert {*walk.costliest} == {(i, j) for i, j in np.argwhere(walk.observed) if i != j}
    costs = [walk.weighted_observed[cell] for cell in walk.costliest]
    assert costs == sorted(costs, reverse=True)


@every_table
@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_step_is_what_the_definition_says(observed, scheme):
    check(observed, scheme)


@given(counts() | counts(largest=10**15), st.sampled_from(SCHEMES))
def test_every_step_of_any_counts(observed, scheme):
    check(observed, scheme)


@given(counts(largest=10**18), st.sampled_from(SCHEMES))
def test_kappa_of_counts_that_would_overflow(observed, scheme):
    exact = oracle.kappa(observed, scheme)
    assert walk_through_counts(observed, scheme=scheme).kappa == oracle.near(exact)


@given(
    lopsided(n_categories=3),
    st.lists(
        st.lists(st.floats(0, 9, allow_subnormal=False), min_size=3, max_size=3),
        min_size=3,
        max_size=3,
    ),
)
def test_every_step_with_weights_of_ones_own(observed, scheme):
    check(observed, scheme)


def test_weights_of_ones_own():
    check(TABLES["lopsided"], OWN)
    check([[9, 1, 0], [9, 0, 0], [0, 0, 1]], [[0, 9, 0], [9, 0, 0], [0, 0, 0]])
    far = walk_through_counts(
        [[0, 9, 0], [9, 0, 0], [0, 0, 1]], scheme=[[0, 9, 0], [9, 0, 0], [0, 0, 0]]
    )
    assert far.kappa < -1
    for name in ("constant actual", "sums that round apart", "sums that round apart, turned"):
        assert walk_through_counts(TABLES[name], scheme=OWN).kappa == 0.0
    nothing = walk_through([0, 1, 1], [1, 1, 0], scheme=np.zeros((2, 2)))
    assert nothing.undefined_reason == NO_EXPECTED_DISAGREEMENT
    assert weight_matrix(np.int8(1)).tolist() == [[0.0]]


def test_rounding_never_takes_kappa_below_minus_1():
    # Sums of these fractions are rounded: plain 1 − numerator / denominator is −1.0000000000000002.
    lowest = min(
        walk_through_counts([[0, 0, x], [0, 0, 0], [x, 0, 0]]).kappa
        for x in np.linspace(0.01, 3, 2001)
    )
    assert lowest == -1.0


def test_observed_with_and_without_sample_weights():
    actual, predicted = [0, 2, 2, 1], [0, 1, 1, 1]
    counted = observed_matrix(actual, predicted)
    assert counted.dtype == np.int64
    assert counted.tolist() == [[1, 0, 0], [0, 1, 0], [0, 2, 0]]
    weighted = observed_matrix(actual, predicted, sample_weight=[1, 0.25, 0.5, 2])
    assert weighted.tolist() == [[1, 0, 0], [0, 2, 0], [0, 0.75, 0]]


def test_costliest_cells_come_first_and_ties_in_reading_order():
    walk = walk_through_counts([[5, 2, 1], [2, 9, 0], [1, 8, 3]], categories=("a", "b", "c"))
    assert walk.costliest == ((2, 1), (0, 2), (2, 0), (0, 1), (1, 0))
    assert walk.shares[2, 1] == walk.weighted_observed[2, 1] / walk.numerator
    assert walk.categories == ("a", "b", "c")


# -- What the lessons teach ---------------------------------------------------------------------


@given(lopsided(), st.sampled_from(SCHEMES), st.floats(1e-6, 1e6))
def test_what_the_lessons_say_of_a_table(observed, scheme, factor):
    walk = walk_through_counts(observed, scheme=scheme)
    # E has the totals of O. With lopsided totals, a transposed E does not.
    assert walk.expected.sum(axis=1) == pytest.approx(walk.actual_totals)
    assert walk.expected.T.sum(axis=1) != pytest.approx(walk.actual_totals)
    # Swapping the raters transposes O and E, and keeps kappa.
    swapped = walk_through_counts(np.transpose(observed), scheme=scheme)
    assert (swapped.expected == walk.expected.T).all()
    assert swapped.kappa == pytest.approx(walk.kappa, abs=0, nan_ok=True)
    # Kappa stays the same if w is scaled, and if shares replace counts.
    scaled = walk_through_counts(observed, scheme=walk.weights * factor)
    shares = walk_through_counts(walk.observed / walk.n, scheme=scheme)
    assert [scaled.kappa, shares.kappa] == pytest.approx([walk.kappa] * 2, abs=1e-12, nan_ok=True)
    # Weights of agreement give the same kappa.
    if walk.denominator / walk.n > 1e-6:
        agreed, by_chance = (
            ((1 - walk.weights) * matrix).sum() / walk.n
            for matrix in (walk.observed, walk.expected)
        )
        assert (agreed - by_chance) / (1 - by_chance) == pytest.approx(walk.kappa, abs=1e-8)


@given(rating_pairs(), st.integers(-5, 0), st.integers(4, 9), st.integers(-(10**9), 10**9))
def test_what_the_lessons_say_of_ratings(pair, lowest, highest, shift):
    actual, predicted = pair
    kappa = pytest.approx(walk_through(actual, predicted).kappa, abs=0, nan_ok=True)
    # Kappa stays the same with an unused category at either end, and with a reversed scale.
    assert walk_through(*pair, categories=range(lowest, highest + 1)).kappa == kappa
    assert walk_through(*pair, categories=range(4, -1, -1)).kappa == kappa
    # Only distances matter.
    shifted = [[rating + shift for rating in ratings] for ratings in pair]
    assert quadratic_weighted_kappa(*shifted) == kappa
    # Perfect agreement is 1.
    assert walk_through(actual, actual).kappa == (
        1.0 if len({*actual}) > 1 else pytest.approx(math.nan, nan_ok=True)
    )


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case.key)
def test_proportions_are_shares_of_n(case):
    walk = case.walk()
    shares = walk.proportions
    for name in ("observed", "expected", "actual_totals", "predicted_totals"):
        np.testing.assert_allclose(getattr(shares, name) * walk.n, getattr(walk, name))
    # E of shares is the product of shares.
    np.testing.assert_allclose(
        shares.expected, np.outer(shares.actual_totals, shares.predicted_totals)
    )
    assert shares.kappa == walk.kappa
    if walk.denominator:
        assert 1 - shares.numerator / shares.denominator == pytest.approx(walk.kappa)
    np.testing.assert_allclose(shares.weighted_observed, walk.weights * shares.observed)
    np.testing.assert_allclose(shares.weighted_expected, walk.weights * shares.expected)


@every_table
@pytest.mark.parametrize("method", ["smoothed", "analytic", "bootstrap", "bca"])
def test_how_sure_it_is_can_be_said_of_any_table(observed, method):
    if np.asarray(observed).dtype == float and method in ("bootstrap", "bca"):
        return  # these methods need whole counts
    walk = walk_through_counts(observed)
    found = kappa_interval(observed, method=method, n_draws=200)
    np.testing.assert_equal(found.kappa, walk.kappa)
    if found.caution is None:
        assert found.low <= found.kappa <= found.high
        assert found.standard_error > 0 or abs(found.kappa) == 1, "of draws that all round to 1"
        assert 0 <= found.p_value <= 1
        assert (items_for_width(observed, 0.01) or 0) >= 1
    widths = interval_ends(observed, [10**6, 10**8]).widths
    assert np.isnan(widths).all() or widths[1] < widths[0]
