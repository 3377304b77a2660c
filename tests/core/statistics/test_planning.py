"""The table of two raters of one hidden quality, and the items that a width needs."""

import math

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm

from qwk_core import SCHEMES, kappa_interval, walk_through_counts
from qwk_core.statistics.latent import _limits, _shares, expected_shares
from qwk_core.statistics.planning import (
    Simulation,
    interval_ends,
    items_for_width,
    plan_study,
)
from qwk_core.teaching.examples import example

STEPS = example("steps").walk().observed
TABLE = expected_shares([50, 30, 20], 0.7)
DRAWN = Simulation(TABLE)


def test_more_items_narrow_the_interval():
    ends = interval_ends(STEPS, [10, 40, 1000], level=0.9)
    for factor, low, high in zip((1, 4, 100), *ends[:2], strict=True):
        found = kappa_interval(STEPS * factor, level=0.9, method="auto")
        assert (low, high) == pytest.approx((found.low, found.high))
    needed = items_for_width(STEPS, 0.1)
    assert (
        interval_ends(STEPS, [needed]).widths[0]
        <= 0.1
        < interval_ends(STEPS, [needed - 1]).widths[0]
    )
    assert items_for_width([[5, 0], [0, 5]], 0.1) == items_for_width([[50, 0], [0, 50]], 0.1)
    assert items_for_width([[5, 0], [0, 0]], 0.1) is None
    for nothing in ([[5, 0], [0, 0]], [[0, 1], [0, 0]]):
        assert np.isnan(interval_ends(nothing, [10, 100]).low).all()
    assert items_for_width(STEPS / 10, 0.1) == needed, "proportions will do"


def test_each_study_has_the_interval_of_its_counts():
    studies = Simulation([[40, 9], [6, 45]], "linear", n_studies=50, seed=4).studies(30)
    random = np.random.default_rng(4)
    for at, drawn in enumerate(random.multinomial(30, [0.4, 0.09, 0.06, 0.45], size=50)):
        found = kappa_interval(drawn.reshape(2, 2), scheme="linear", method="auto")
        simulated = (studies.lows[at], studies.highs[at])
        assert simulated == pytest.approx((found.low, found.high))


def test_a_study_without_an_interval_reaches_nothing():
    rare = Simulation([[0.99, 0.003], [0.003, 0.004]], n_studies=300).studies(20)
    missing = np.isnan(rare.lows)
    assert missing.sum() > 200
    assert (rare.widths[missing] == 2).all()
    assert rare.share_within(1.9) < 0.3
    assert rare.share_above(-1) <= 1 - missing.mean()


def test_large_tables_are_drawn_in_blocks():
    wide = np.eye(60) + 0.1
    simulation = Simulation(wide, n_studies=700, seed=1)
    one = simulation.studies(200)
    assert len(one.lows) == 700
    assert one.lows.mean() < simulation.walk.kappa < one.highs.mean()


def test_a_plan_is_what_its_parts_are():
    drawn = Simulation(TABLE, n_studies=400, seed=3, level=0.9)
    plan = plan_study(drawn, width=0.3, least=0.5, share=0.9, sizes=(30, 60))
    assert plan.for_width == drawn.items_for_interval(0.3)
    assert plan.for_width_in_most == drawn.items_for_interval(0.3, share=0.9)
    assert plan.to_show == drawn.items_to_show(0.5, power=0.9)
    assert [studies.n for studies in plan.studies] == [30, 60]
    narrow, wide = plan.studies[0].usual_widths
    assert plan.studies[0].share_within(wide) == pytest.approx(0.9, abs=0.01)
    assert plan.studies[0].share_within(narrow) == pytest.approx(0.1, abs=0.01)
    assert plan_study(Simulation(TABLE, n_studies=100), least=0.7, sizes=()).to_show is None


def test_items_for_an_interval():
    expected = DRAWN.items_for_interval(0.2)
    at, below = (DRAWN.studies(n).expected_width for n in (expected, expected * 0.97))
    assert at <= 0.2 < below
    surer = DRAWN.items_for_interval(0.2, share=0.9)
    assert surer > expected
    assert DRAWN.studies(surer).share_within(0.2) >= 0.9
    # For many items the width is that of the formula.
    narrow = DRAWN.items_for_interval(0.02)
    assert kappa_interval(TABLE * narrow).width == pytest.approx(0.02, rel=0.02)
    assert DRAWN.items_for_interval(0.0005) is None


def test_items_to_show_a_least_kappa():
    needed = DRAWN.items_to_show(0.6, power=0.8)
    assert DRAWN.studies(needed).share_above(0.6) >= 0.8
    assert DRAWN.studies(int(needed * 0.95)).share_above(0.6) < 0.8
    assert DRAWN.items_to_show(0.6, power=0.95) > needed
    assert Simulation(TABLE, level=0.8).items_to_show(0.6) < needed
    # Computed by hand, on Fisher's scale: (z of 97.5% + z of 80%)² × n × variance ÷ distance².
    error = kappa_interval(TABLE * 1000).standard_error * math.sqrt(1000) / (1 - 0.7**2)
    distance = math.atanh(0.7) - math.atanh(0.6)
    assert needed == pytest.approx(((1.96 + 0.8416) * error / distance) ** 2, rel=0.1)
    assert DRAWN.items_to_show(0.6999) is None


# -- The table, compared with scipy’s bivariate normal


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("totals", [[1, 1], [73, 7, 15, 2, 3], [0, 3, 0, 5, 1, 0]])
@pytest.mark.parametrize("kappa", [0, 0.4, 0.9])
def test_it_has_the_totals_and_the_kappa(scheme, totals, kappa):
    shares = expected_shares(totals, kappa, scheme=scheme)
    assert shares.sum(axis=1) == pytest.approx(np.array(totals) / sum(totals), abs=1e-9)
    assert shares.sum(axis=0) == pytest.approx(np.array(totals) / sum(totals), abs=1e-9)
    assert walk_through_counts(shares, scheme=scheme).kappa == pytest.approx(kappa, abs=1e-9)
    np.testing.assert_allclose(shares, shares.T, atol=1e-12)


@pytest.mark.parametrize("correlation", [0.0, 0.3, 0.9, 0.999])
def test_it_is_a_bivariate_normal_cut_into_categories(correlation):
    rows, columns = np.array([0.2, 0.5, 0.3]), np.array([0.4, 0.1, 0.5])
    table = _shares(_limits(rows), _limits(columns), correlation)
    both = multivariate_normal([0, 0], [[1, correlation], [correlation, 1]])
    below = table.cumsum(axis=0).cumsum(axis=1)
    for row, at in enumerate(norm.ppf(rows.cumsum()[:-1])):
        for column, over in enumerate(norm.ppf(columns.cumsum()[:-1])):
            assert below[row, column] == pytest.approx(both.cdf([at, over]), abs=1e-5)


def test_two_raters_with_different_totals():
    shares = expected_shares([5, 3, 2], 0.5, predicted_totals=[2, 3, 5])
    assert shares.sum(axis=1) == pytest.approx([0.5, 0.3, 0.2])
    assert shares.sum(axis=0) == pytest.approx([0.2, 0.3, 0.5])
    assert walk_through_counts(shares).kappa == pytest.approx(0.5)
