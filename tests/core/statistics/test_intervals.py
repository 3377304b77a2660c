"""Intervals are compared with the publication, statsmodels, scipy and simulation."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from scipy import stats
from statsmodels.stats.inter_rater import cohens_kappa

from qwk_core import SCHEMES, walk_through_counts
from qwk_core.statistics.intervals import (
    bootstrap_kappas,
    kappa_interval,
)
from qwk_core.statistics.notes import NOTES
from qwk_core.teaching.examples import example
from qwk_core.walkthrough import ONE_CATEGORY
from tests.core import strategies
from tests.core.published import FLEISS_1969

STEPS = example("steps").walk().observed


OWN = np.array([[0, 1, 4, 1], [2, 0.5, 1, 3], [9, 3, 0, 1], [1, 0, 2, 0]])


@pytest.mark.parametrize("scheme", [*SCHEMES, OWN], ids=[*SCHEMES, "own"])
@given(observed=strategies.lopsided(n_categories=4))
def test_variances_are_those_of_statsmodels(scheme, observed):
    walk = walk_through_counts(observed, scheme=scheme)
    found = kappa_interval(observed, scheme=scheme)
    if math.isnan(walk.kappa) or walk.n == 1:
        assert math.isnan(found.standard_error)
        return
    if walk.has_constant_rater:
        assert (found.standard_error, found.null_standard_error) == (0, 0)
        return
    expected = cohens_kappa(np.array(observed), weights=walk.weights)
    # statsmodels subtracts nearly equal numbers, and divides the difference by (1 − pe)⁴.
    tolerance = {"rel": 1e-9, "abs": 1e-15 / (walk.denominator / walk.n) ** 4}
    assert found.kappa == pytest.approx(float(expected.kappa), abs=1e-12)
    assert found.standard_error**2 == pytest.approx(float(expected.var_kappa), **tolerance)
    assert found.null_standard_error**2 == pytest.approx(float(expected.var_kappa0), **tolerance)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_z_p_value_and_ends_are_those_of_scipy(scheme):
    for level in (0.5, 0.9, 0.95, 0.999):
        found = kappa_interval(STEPS, scheme=scheme, level=level)
        assert found.z == found.kappa / found.null_standard_error
        assert found.p_value == pytest.approx(2 * stats.norm.sf(abs(found.z)), rel=1e-12)
        assert found.p_value_greater == pytest.approx(stats.norm.sf(found.z), rel=1e-12)
        ends = stats.norm.interval(level, found.kappa, found.standard_error)
        assert (found.low, found.high) == pytest.approx(ends, rel=1e-12)
        assert found.width == found.high - found.low
        assert found.n_standard_errors == pytest.approx(stats.norm.ppf((1 + level) / 2), rel=1e-12)


@pytest.mark.parametrize("method", ["bootstrap", "bca"])
def test_methods_can_share_their_draws(method):
    draws = bootstrap_kappas([[2, 1], [0, 3]], n_draws=500, seed=7)
    assert np.isnan(draws).any()
    found = kappa_interval([[2, 1], [0, 3]], method=method, draws=draws)
    assert found == kappa_interval([[2, 1], [0, 3]], method=method, n_draws=500, seed=7)
    assert (found.n_draws, found.n_undefined) == (500, np.isnan(draws).sum())
    assert kappa_interval([[2, 1], [0, 3]], draws=draws).n_draws == 0
    assert found.standard_error == pytest.approx(np.nanstd(draws, ddof=1))
    if method == "bootstrap":
        assert (found.low, found.high) == pytest.approx(np.nanquantile(draws, [0.025, 0.975]))


def items_of(observed):
    cells = [(i, j) for i, j in np.ndindex(observed.shape) for _ in range(observed[i, j])]
    return np.array(cells).T


def rounded_kappa(actual, predicted, axis=-1):
    """Return quadratic kappa by moments, rounded: scipy counts only identical floats as ties."""
    x_mean, y_mean = actual.mean(axis=axis), predicted.mean(axis=axis)
    covariance = (actual * predicted).mean(axis=axis) - x_mean * y_mean
    spread = actual.var(axis=axis) + predicted.var(axis=axis) + (x_mean - y_mean) ** 2
    return (2 * covariance / spread).round(10)


@pytest.mark.parametrize("observed", [FLEISS_1969, [[12, 1, 0], [0, 9, 2], [1, 0, 5]], STEPS])
def test_bca_is_that_of_scipy_from_the_very_same_draws(observed):
    observed = np.array(observed)
    draws = bootstrap_kappas(observed, n_draws=2000, seed=5).round(10)
    items = items_of(observed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scipy's own resample, which is not used
        with_draws = stats.bootstrap(
            items, rounded_kappa, n_resamples=1, paired=True, rng=np.random.default_rng(1)
        )
        with_draws.bootstrap_distribution = draws
        expected = stats.bootstrap(
            items,
            rounded_kappa,
            n_resamples=0,
            paired=True,
            method="BCa",
            bootstrap_result=with_draws,
        )
    found = kappa_interval(observed, method="bca", n_draws=2000, seed=5)
    assert (found.low, found.high) == pytest.approx(tuple(expected.confidence_interval), abs=1e-9)


@pytest.mark.parametrize("scheme", [*SCHEMES, np.abs(np.subtract.outer(range(5), range(5))) ** 0.5])
def test_draws_do_not_depend_on_the_block(monkeypatch, scheme):
    draws = bootstrap_kappas(STEPS, n_draws=100, seed=3, scheme=scheme)
    monkeypatch.setattr("qwk_core.statistics.resampling._CELLS_AT_ONCE", 50)
    np.testing.assert_array_equal(
        draws, bootstrap_kappas(STEPS, n_draws=100, seed=3, scheme=scheme)
    )
    assert (draws != bootstrap_kappas(STEPS, n_draws=100, seed=4, scheme=scheme)).any()
    # This makes the first draw with numpy alone.
    rows, columns = np.nonzero(STEPS)
    first = np.zeros_like(STEPS)
    chances = STEPS[rows, columns] / STEPS.sum()
    first[rows, columns] = np.random.default_rng(3).multinomial(10, chances)
    assert draws[0] == pytest.approx(walk_through_counts(first, scheme=scheme).kappa)


@pytest.mark.parametrize("method", ["analytic", "bootstrap", "bca"])
@pytest.mark.parametrize(
    ("observed", "caution", "kappa"),
    [
        ([[5, 0], [0, 0]], ONE_CATEGORY, math.nan),
        ([[1]], ONE_CATEGORY, math.nan),
        ([[0, 1], [0, 0]], NOTES["one-item"], 0),
        ([[3, 4], [0, 0]], NOTES["constant-rater"], 0),
        ([[0, 4], [0, 2]], NOTES["constant-rater"], 0),
        ([[5, 0], [0, 2]], NOTES["no-spread"], 1),
        ([[1, 0, 0], [0, 0, 0], [0, 1, 1]], None, 0.8),
    ],
)
def test_a_table_that_shows_little_has_its_caution_and_raises_no_warning(
    method, observed, caution, kappa
):
    found = kappa_interval(observed, method=method, n_draws=200)
    assert found.kappa == pytest.approx(kappa, nan_ok=True)
    assert found.caution == caution
    if caution in (ONE_CATEGORY, NOTES["one-item"]):
        numbers = (found.standard_error, found.z, found.p_value, found.low, found.high)
        assert all(map(math.isnan, numbers)) or method != "analytic"
        assert math.isnan(found.low)
        assert math.isnan(found.high)
    else:
        assert found.low <= found.kappa <= found.high
    if caution == NOTES["constant-rater"]:
        assert (found.standard_error, found.null_standard_error) == (0, 0)
        assert math.isnan(found.z)
        assert math.isnan(found.p_value)


def test_shares_without_a_number_of_items():
    found = kappa_interval(np.array(FLEISS_1969) / 200)
    assert found.kappa == pytest.approx(kappa_interval(FLEISS_1969).kappa)
    assert math.isnan(found.standard_error)
    assert found.caution == NOTES["shares"]


def test_density_is_that_of_scipy():
    found = kappa_interval(STEPS)
    places = np.linspace(-1, 1, 9)
    expected = stats.norm.pdf(places, found.kappa, found.standard_error)
    assert found.density(places) == pytest.approx(expected, rel=1e-12)
    for calm in ([[5, 0], [0, 5]], [[5, 0], [0, 0]]):
        assert np.isnan(kappa_interval(calm).density(places)).all()


def test_billions_of_items():
    rare = [[10**9 - 2, 1], [1, 0]]
    # Computed by hand: the second category is rare, and each miss is one of only two.
    assert kappa_interval(rare).standard_error == pytest.approx(7.07e-10, rel=0.01)
    for method in ("bootstrap", "bca"):
        assert kappa_interval(rare, method=method, n_draws=500).low > -1e-7
    many = kappa_interval(np.full((20, 20), 10**9), method="bca", n_draws=50)
    assert many.low < many.kappa == 0 < many.high < many.low + 1e-5
