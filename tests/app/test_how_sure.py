"""The page How sure: intervals, both standard errors, chance, the verbal label."""

import numpy as np
import pytest

from qwk_app.parts.how_sure.interval import METHOD
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_core import kappa_interval, walk_through_counts
from qwk_core.statistics.bands import band_probabilities
from qwk_core.statistics.histograms import draw_histogram
from qwk_core.statistics.intervals import bootstrap_kappas
from qwk_core.statistics.scales import READING_SCALES
from qwk_core.statistics.shuffle import shuffle_predictions
from qwk_core.teaching.examples import example
from tests.app.acts import LINKS, NOT, check_says, do, every_example, link_of
from tests.app.reading import plots, query, table, trace

FEW = {"actual": "0,0,0,1", "predicted": "0,0,0,1", "scheme": "linear", "interval": "bootstrap"}
N_DRAWS = 2000  # the default
OBSERVED = example("petfinder").walk().observed
METHODS = ("analytic", "smoothed", "bootstrap", "bca")


@every_example
def test_every_example_shows_what_the_core_computes(item, visit):
    app, walk = visit("how_sure", **query(item)), item.walk()
    observed, shown = walk.observed, plots(app)
    found = kappa_interval(observed, method="auto")
    if walk.has_constant_rater:
        check_says(app, found.caution)
        assert not shown
        return
    tested = shuffle_predictions(observed, n_shuffles=N_DRAWS, seed=1)
    kappa = walk_through_counts(observed).kappa
    check_says(
        app,
        f"from {kappa_text(found.low)} to {kappa_text(found.high)}",
        "" if found.held is None else f"{percent(found.held)} of such 95% intervals held",
        f"{number(tested.reaching(kappa))} of 2,000 shuffles",
        number(tested.p_value(kappa), 3),
    )
    draws = bootstrap_kappas(observed, n_draws=N_DRAWS, seed=1)
    shares = [percent(each) for each in band_probabilities(draws, READING_SCALES[0]).tolist()]
    assert [row[2] for row in table(app, "Word")] == shares[::-1]
    assert sum(trace(shown["kappa-by-chance"], "shuffles")["y"]) == N_DRAWS
    if np.nanmax(draws) > np.nanmin(draws):
        picture = shown["draws-of-kappa"]
        assert trace(picture, "draws")["y"] == draw_histogram(draws).counts.tolist()
        for drawn, method in zip(picture["data"][2:], METHODS, strict=True):
            one = kappa_interval(observed, method=method, n_draws=N_DRAWS, seed=1)
            assert drawn["x"] == pytest.approx([one.low, one.high], abs=5e-4 * found.width)


@pytest.mark.parametrize("method", METHODS)
def test_a_link_brings_method_level_draws_and_seed(method, visit):
    app = visit("how_sure", interval=method, level="90%", draws="10000", seed="7")
    found = kappa_interval(OBSERVED, method=method, level=0.9, n_draws=10_000, seed=7)
    ends = f"κ = 0.318, 90% interval {kappa_text(found.low)} to {kappa_text(found.high)} ("
    quoted = app.main.code[0].value
    assert quoted.startswith(ends)
    assert ("10,000 draws, seed 7" in quoted) == (method in ("bootstrap", "bca"))
    assert quoted.endswith("quadratic kappa, 5 categories, n = 10")
    [shade, _kappa] = plots(app)["draws-of-kappa"]["layout"]["shapes"]
    assert (shade["x0"], shade["x1"]) == (found.low, found.high)
    check_says(app, NOT * (method == "smoothed") + "likely too narrow")


def test_it_opens_with_one_picture_and_one_interval(visit):
    app = visit("how_sure", folded=True)
    (shown,) = plots(app).values()
    assert [trace["type"] for trace in shown["data"]] == ["bar", "scatter"]
    assert not app.latex
    assert not [choice for choice in app.segmented_control if choice.key == METHOD]
    check_says(do(app, ("level", "99%")), "The 99% confidence interval")
    # A link sets the fields in folded parts, too.
    app = visit("how_sure", folded=True, interval="bca", seed="7")
    assert app.segmented_control(key=METHOD).value == "bca"
    found = kappa_interval(OBSERVED, method="bca", n_draws=N_DRAWS, seed=7)
    check_says(app, f"from {kappa_text(found.low)} to {kappa_text(found.high)}")


def test_where_nothing_can_be_said_nothing_is_drawn_or_quoted(visit):
    for link in LINKS["how_sure"]["unsure"]:
        app = visit("how_sure", **link_of(link))
        assert not app.get("plotly_chart")
        assert not app.main.code
    assert "draws-of-kappa" not in plots(visit("how_sure", **query(example("perfect")))), "a point"


def test_resamples_without_a_kappa_are_counted(visit):
    unsure = kappa_interval(
        [[3, 0], [0, 1]], method="bootstrap", scheme="linear", n_draws=N_DRAWS, seed=1
    )
    says = f"In {number(unsure.n_undefined)} of 2,000 resamples κ is undefined"
    check_says(visit("how_sure", **FEW), says)


def test_the_formula_s_curve_holds_as_much_as_the_bars(visit):
    picture = plots(visit("how_sure", **query(example("ten-thousand"))))["draws-of-kappa"]
    bars, curve = trace(picture, "draws"), trace(picture, "curve")
    assert np.trapezoid(curve["y"], curve["x"]) / bars["dx"] == pytest.approx(N_DRAWS, rel=0.02)
    # If the standard error is 0, there is no curve.
    opposite = visit("how_sure", actual="0,1,0,1", predicted="1,0,1,0")
    assert trace(plots(opposite)["draws-of-kappa"], "curve")["x"] == []
