"""The page How sure: intervals, both standard errors, chance, the word."""

from __future__ import annotations

import numpy as np
import pytest

from qwk_app.parts.how_sure.chance import TEST
from qwk_app.parts.how_sure.interval import LEVEL, METHOD, SETTINGS
from qwk_app.parts.how_sure.report import REPORT
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_core import kappa_interval, walk_through_counts
from qwk_core.statistics.bands import band_probabilities
from qwk_core.statistics.histograms import draw_histogram
from qwk_core.statistics.intervals import bootstrap_kappas
from qwk_core.statistics.scales import READING_SCALES
from qwk_core.statistics.shuffle import shuffle_predictions
from qwk_core.teaching.examples import EXAMPLES, Example, example
from tests.app.reading import plots, query, right_answers, trace, words
from tests.apptest import Visit

FOLDS = (SETTINGS, TEST, REPORT)
UNDEFINED = {"actual": "3,3,3,3,3", "predicted": "3,3,3,3,3"}
ONE_ITEM = {"actual": "2", "predicted": "4"}
CONSTANT = {"actual": "0,0,0,0", "predicted": "1,2,3,4"}
N_DRAWS = 2000  # unless the reader asks for another number
OBSERVED = example("petfinder").walk().observed


@pytest.mark.parametrize("item", EXAMPLES, ids=lambda item: item.key)
def test_every_example_shows_what_the_core_computes(item: Example, visit: Visit) -> None:
    app = visit("how_sure", **query(item))
    walk = item.walk()
    observed, said, shown = walk.observed, words(app), plots(app)
    found = kappa_interval(observed, method="auto")
    assert not app.exception
    if walk.has_constant_rater:
        assert found.caution in said
        assert not shown
        return
    assert f"from **{kappa_text(found.low)}** to **{kappa_text(found.high)}**" in said
    assert found.held is not None
    assert f"{percent(found.held)} of such 95% intervals held" in said
    draws = bootstrap_kappas(observed, n_draws=N_DRAWS, seed=1)
    shares = band_probabilities(draws, READING_SCALES[0]).tolist()
    assert trace(shown["bands"], "shares")["x"] == pytest.approx(shares, abs=6e-4)
    if np.nanmax(draws) > np.nanmin(draws):
        picture = shown["draws-of-kappa"]
        assert trace(picture, "draws")["y"] == draw_histogram(draws).counts.tolist()
        ends = [trace["x"] for trace in picture["data"][2:]]
        assert ends == [
            [
                pytest.approx(one.low, abs=5e-4 * found.width),
                pytest.approx(one.high, abs=5e-4 * found.width),
            ]
            for one in (
                kappa_interval(observed, method=each, n_draws=N_DRAWS, seed=1) for each in METHODS
            )
        ]
    kappa = walk_through_counts(observed).kappa
    tested = shuffle_predictions(observed, n_shuffles=N_DRAWS, seed=1)
    assert f"**{number(tested.reaching(kappa))} of 2,000** shuffles" in said
    assert f"**{number(tested.p_value(kappa), 3)}**" in said
    assert sum(trace(shown["kappa-by-chance"], "shuffles")["y"]) == N_DRAWS


METHODS = ("analytic", "smoothed", "bootstrap", "bca")


@pytest.mark.parametrize("method", METHODS)
def test_a_link_brings_method_level_draws_and_seed(method: str, visit: Visit) -> None:
    app = visit("how_sure", interval=method, level="90%", draws="10000", seed="7")
    found = kappa_interval(OBSERVED, method=method, level=0.9, n_draws=10_000, seed=7)
    quoted = app.main.code[0].value
    assert quoted.startswith(
        f"κ = 0.318, 90% interval {kappa_text(found.low)} to {kappa_text(found.high)} ("
    )
    assert ("10,000 draws, seed 7" in quoted) == (method in ("bootstrap", "bca"))
    assert quoted.endswith("quadratic weights, 5 categories, n = 10")
    [shade, _kappa] = plots(app)["draws-of-kappa"]["layout"]["shapes"]
    assert (shade["x0"], shade["x1"]) == (found.low, found.high)
    assert ("likely too narrow" in words(app)) == (method != "smoothed")


def test_the_two_standard_errors_are_kept_apart(visit: Visit) -> None:
    found = kappa_interval(OBSERVED)
    live, formulas = (block.value for block in visit("how_sure").latex)
    assert r"\mathrm{Var}_0 &=" in formulas
    assert rf"\pm 1.96 \times {found.standard_error:.3f}" in live
    assert rf"\frac{{0.318}}{{{found.null_standard_error:.3f}}} = {found.z:.2f}" in live


def test_it_opens_with_one_picture_and_one_interval(visit: Visit) -> None:
    app = visit("how_sure", closed=FOLDS)
    (shown,) = plots(app).values()
    assert [trace["type"] for trace in shown["data"]] == ["bar", "scatter"]
    assert not app.latex
    assert not [choice for choice in app.segmented_control if choice.key == METHOD]
    app.select_slider(key=LEVEL).set_value("99%").run()
    assert "The 99% confidence interval" in words(app)
    # What is folded away is in the link all the same.
    app = visit("how_sure", closed=FOLDS, interval="bca", seed="7")
    assert app.segmented_control(key=METHOD).value == "bca"
    found = kappa_interval(OBSERVED, method="bca", n_draws=N_DRAWS, seed=7)
    assert f"from **{kappa_text(found.low)}** to **{kappa_text(found.high)}**" in words(app)


def test_the_word_is_as_sure_as_the_draws(visit: Visit) -> None:
    app = visit("how_sure", scale="McHugh (2012)")
    scale = next(scale for scale in READING_SCALES if scale.name == "McHugh (2012)")
    draws = bootstrap_kappas(OBSERVED, n_draws=N_DRAWS, seed=1)
    shares = band_probabilities(draws, scale).tolist()
    figure = plots(app)["bands"]
    assert figure["layout"]["yaxis"]["ticktext"] == [band.label for band in scale.bands]
    assert trace(figure, "shares")["marker"]["line"]["width"] == [0, 3, 0, 0, 0, 0]
    assert f"You would report **minimal**. {percent(shares[1])} of the resamples give" in words(app)


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        (UNDEFINED, "kappa is 0 ÷ 0"),
        (ONE_ITEM, "One item alone shows no spread"),
        (CONSTANT, "A rater gives every item the same category"),
    ],
)
def test_where_nothing_can_be_said_it_says_why(
    link: dict[str, str], reason: str, visit: Visit
) -> None:
    app = visit("how_sure", **link)
    said = words(app)
    assert not app.exception
    assert reason in said
    assert "**Var** asks: how much would κ vary" in said, "and still teaches"
    assert not app.get("plotly_chart")
    assert not app.main.code


@pytest.mark.parametrize(
    ("link", "says"),
    [
        (
            {},
            ["All 2,000 resamples give κ = 1", "no spread to show", "from **0.029** to **1.000**"],
        ),
        ({"interval": "analytic"}, ["Every item agrees: the formula sees no spread"]),
    ],
)
def test_points_are_told_from_certainty(
    link: dict[str, str], says: list[str], visit: Visit
) -> None:
    app = visit("how_sure", **query(example("perfect")), **link)
    said = words(app).replace("\\", "")
    assert not app.exception
    for each in says:
        assert each in said
    assert "draws-of-kappa" not in plots(app)


def test_the_formula_s_curve_holds_as_much_as_the_bars(visit: Visit) -> None:
    picture = plots(visit("how_sure", **query(example("ten-thousand"))))["draws-of-kappa"]
    bars, curve = trace(picture, "draws"), trace(picture, "curve")
    assert np.trapezoid(curve["y"], curve["x"]) / bars["dx"] == pytest.approx(N_DRAWS, rel=0.02)
    # A formula without a spread has no curve.
    opposite = visit("how_sure", actual="0,1,0,1", predicted="1,0,1,0")
    assert trace(plots(opposite)["draws-of-kappa"], "curve")["x"] == []


def test_draws_without_a_kappa_are_counted(visit: Visit) -> None:
    app = visit(
        "how_sure", actual="0,0,0,1", predicted="0,0,0,1", scheme="linear", interval="bootstrap"
    )
    found = kappa_interval(
        [[3, 0], [0, 1]], method="bootstrap", scheme="linear", n_draws=N_DRAWS, seed=1
    )
    assert found.n_undefined
    assert f"In {number(found.n_undefined)} of 2,000 resamples κ is undefined" in words(app)


@pytest.mark.parametrize(
    ("link", "says"),
    [
        (query(example("steps")) | {"interval": "analytic"}, "It goes beyond 1"),
        ({"counts": "499999999,1;1,499999999"}, "fewer than 10⁹ items can be shuffled"),
    ],
)
def test_what_goes_too_far_is_told(link: dict[str, str], says: str, visit: Visit) -> None:
    assert says in words(visit("how_sure", **link)).replace("\\", "")
    assert says not in words(visit("how_sure"))


def test_the_seed_and_the_scheme_reach_the_lines_of_numpy(visit: Visit) -> None:
    app = visit("how_sure", seed="12", draws="200", scheme="linear", level="90%")
    code = app.main.code[-1].value
    assert "default_rng(12)" in code
    assert "size=200)" in code
    assert "w = abs(i - j) / (N - 1)" in code
    assert "[0.05, 0.95]" in code


@pytest.mark.parametrize(
    ("link", "right"),
    [
        ({}, "40"),
        ({"counts": "100000,0;9,1"}, "400,040"),
        (UNDEFINED, "more items, rated by both"),
        (CONSTANT, "more items, rated by both"),
        (query(example("perfect")), "no"),
    ],
)
def test_the_question(link: dict[str, str], right: str, visit: Visit) -> None:
    app = visit("how_sure", **link)
    (key,) = (radio.key for radio in app.radio if radio.key.startswith("question-sure"))
    assert right_answers(app, key.removeprefix("question-")) == [right]
