"""The page on kappa: both weighted matrices, the reading, the costs, the schemes, the code."""

from __future__ import annotations

from typing import Any

import pytest

from qwk_app.figures.panel import texts
from qwk_app.frame.state import Lesson, Texts, read
from qwk_app.parts import kappa as kappa_parts
from qwk_app.words.numbers import kappa_text, number
from qwk_core import kappa_interval, walk_through_counts
from qwk_core.pictures.hues import LIGHT
from qwk_core.statistics.scales import READING_SCALES
from qwk_core.teaching.examples import EXAMPLES, Example, example
from tests.app.reading import line, matrix_texts, plots, query, right_answers, trace, words
from tests.apptest import Visit

UNDEFINED = {"actual": "3,3,3,3,3", "predicted": "3,3,3,3,3"}
CONSTANT = {"actual": "0,0,0,0", "predicted": "4,4,4,4", "categories": "0-4"}
PERFECT = {"actual": "4,4,3,4,4,4,1,1,2,0", "predicted": "4,4,3,4,4,4,1,1,2,0"}
NEGATIVE = {"actual": "4,4,3,4,4,4,1,1,2,1", "predicted": "0,2,1,0,0,0,1,1,2,1"}


def lesson(**texts: str) -> Lesson:
    source, errors = read(Texts(**texts))
    assert source is not None, errors
    walk = walk_through_counts(source.observed, categories=source.categories)
    return Lesson(walk=walk, example=None, ratings=source.ratings, cell=(0, 0), palette=LIGHT)


@pytest.mark.parametrize("item", EXAMPLES, ids=lambda item: item.key)
def test_every_example_shows_its_matrices_sums_and_kappa(item: Example, visit: Visit) -> None:
    app = visit("kappa", **query(item))
    walk, said = item.walk(), words(app)
    assert not app.exception
    for name in ("weighted_observed", "weighted_expected"):
        assert matrix_texts(app, name) == list(texts(getattr(walk, name)))
    sums = (number(total, 3).replace(",", "{,}") for total in (walk.numerator, walk.denominator))
    assert r"\frac{{{}}}{{{}}}".format(*sums) in app.latex[0].value
    assert kappa_text(walk.kappa).replace("−", "-") in app.latex[0].value.replace("−", "-")
    assert trace(plots(app)["reading"], "kappa")["y"] == [walk.kappa]
    kappas = [kappa_text(kappa) for kappa in walk.kappas.values()]
    assert [metric.value for metric in app.metric] == kappas
    for end in ("**κ = 1**", "**κ = 0**", "**κ below 0**", "**κ undefined**"):
        assert end in said
    found = kappa_interval(walk.observed, method="auto")
    ends = f"goes from {kappa_text(found.low)} to {kappa_text(found.high)}."
    assert (ends in said) == (found.low == found.low)


def test_the_default_example_tells_its_story(visit: Visit) -> None:
    app = visit("kappa")
    costs, said = plots(app)["costs"], words(app)
    assert "Landis & Koch (1977) calls κ = 0.318 **fair**: from 0.2 to 0.4." in said
    assert "fair, poor, minimal or below the threshold" in said
    assert "doi.org/10.1155/2013/325831" in said
    assert "So quadratic κ is lower than unweighted κ" in said
    assert costs["layout"]["yaxis"]["ticktext"] == ["4 → 0", "3 → 1"]
    assert trace(costs, "costs")["x"] == [2, 0.25]
    assert trace(costs, "chance")["x"] == pytest.approx([1.2, 0.1])
    assert trace(costs, "notes")["text"] == ["  89% · 2 items", "  11% · 1 item"]
    assert trace(costs, "rows")["customdata"] == [[4, 0], [3, 1]]
    labels = [button.proto.label for button in app.get("download_button")]
    assert labels == [
        "Download w∘O as CSV",
        "Download w∘E as CSV",
        "All steps as CSV",
        "All steps as JSON",
    ]


@pytest.mark.parametrize("scale", READING_SCALES, ids=lambda scale: scale.key)
def test_a_link_chooses_the_reading_scale(scale: Any, visit: Visit) -> None:
    app = visit("kappa", scale=scale.name)
    assert app.selectbox(key=kappa_parts.SCALE).value == scale.name
    figure, band = plots(app)["reading"], scale.band(example("petfinder").walk().kappa)
    bands = trace(figure, "bands")
    names = [name.removeprefix("<b>").removesuffix("</b>") for name in bands["text"]]
    assert names == [each.label for each in scale.bands]
    assert bands["base"] == [each.low for each in scale.bands]
    assert f"**{band.label}**: from" in words(app)
    [frame] = figure["layout"]["shapes"]
    assert (frame["y0"], frame["y1"]) == (band.low, band.high)


def test_the_chosen_cell_is_told_and_framed(visit: Visit) -> None:
    app = visit("kappa", row="3", column="1")
    assert line(app, "weighted_observed").startswith(
        "actual 3, predicted 1: 1 item × cost 0.25 = 0.25. By chance"
    )
    assert trace(plots(app)["costs"], "costs")["marker"]["line"]["width"] == [0, 3]


def test_undefined_kappa_gets_a_reason_and_no_band(visit: Visit) -> None:
    app = visit("kappa", **UNDEFINED)
    shown, said = plots(app), words(app)
    assert not app.exception
    assert "there is no kappa to report" in said
    assert "it falls into no band" in said
    assert "0 ÷ 0" in said
    assert len(shown["reading"]["data"]) == 1, "no mark"
    assert "shapes" not in shown["reading"]["layout"]
    assert "costs" not in shown
    assert "No cell costs anything" in said
    assert not app.metric
    assert "undefined" in app.latex[0].value


@pytest.mark.parametrize(
    ("link", "remark"),
    [
        (CONSTANT, "κ is 0, however far apart"),
        (NEGATIVE, "random pairing would have come closer"),
        (PERFECT, "All of O lies on the diagonal"),
    ],
)
def test_special_kappas_are_explained(link: dict[str, str], remark: str, visit: Visit) -> None:
    said = words(visit("kappa", **link))
    others = ("κ is 0, however far apart", "would have come closer", "All of O lies on")
    assert [each in said for each in others] == [each in remark for each in others]


def test_counts(visit: Visit) -> None:
    app = visit("kappa", counts="100000,0;9,1", categories="0-1")
    costs = plots(app)["costs"]
    assert trace(costs, "costs")["x"] == [9]
    assert trace(costs, "notes")["text"] == ["  100% · 9 items"]
    assert "Misses here are as large as by chance" in words(app)
    assert "O = np.array([[100000, 0], [9, 1]])" in app.code[0].value


def test_long_names_are_cut_beside_the_bars_alone() -> None:
    scale = "none,moderately severe"
    long = lesson(actual="moderately severe,none", predicted="none,none", categories=scale)
    assert kappa_parts.pair(long, (1, 0), most=10) == "moderatel… → none"
    assert kappa_parts.pair(long, (1, 0)) == "moderately severe → none"


def test_many_costs_are_listed_by_eight_and_a_rest(visit: Visit) -> None:
    item = example("ten-thousand")
    figure = plots(visit("kappa", **query(item)))["costs"]
    assert len(trace(figure, "costs")["x"]) == 9
    assert figure["layout"]["yaxis"]["ticktext"][-1] == "4 others"
    assert sum(trace(figure, "costs")["x"]) == pytest.approx(item.walk().numerator)
    assert trace(figure, "rows")["customdata"][-1] is None


@pytest.mark.parametrize(("scheme", "told"), [("linear", "linear"), ("unweighted", None)])
def test_other_schemes(scheme: str, told: str | None, visit: Visit) -> None:
    app = visit("kappa", scheme=scheme, code="scikit-learn")
    walk = example("petfinder").walk(scheme)
    assert matrix_texts(app, "weighted_observed") == list(texts(walk.weighted_observed))
    marked = [metric.label for metric in app.metric if metric.label.startswith(":green[")]
    assert marked == [f":green[**{scheme}**]"]
    assert f"weights={told!r}" in app.code[0].value


@pytest.mark.parametrize(
    ("link", "line"),
    [
        ({}, "np.outer"),
        ({"code": "scikit-learn"}, "labels=categories, weights='quadratic'"),
        ({"code": "R"}, "factor(actual, categories)"),
    ],
)
def test_the_link_chooses_the_tool(link: dict[str, str], line: str, visit: Visit) -> None:
    assert line in visit("kappa", **link).code[0].value


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"actual": "0,1,2,3,4", "predicted": "1,2,3,4,4"}, "are smaller than by chance"),
        ({"actual": "0,1,2,3,4,0", "predicted": "4,1,2,3,4,0"}, "are larger than by chance"),
        ({"actual": "0,1,1,0", "predicted": "0,1,0,0"}, "Misses here are as large as by chance"),
        (PERFECT, "weights change nothing"),
        (UNDEFINED, "All three schemes give 0 ÷ 0"),
    ],
)
def test_what_the_schemes_say(texts: dict[str, str], said: str) -> None:
    assert said in kappa_parts.what_schemes_say(lesson(**texts))


def test_a_kappa_between_two_printed_bands_is_rounded_aloud() -> None:
    landis_koch = READING_SCALES[0]
    close = lesson(counts="301,199;199,301")
    assert "κ = 0.204, or about 0.20, **slight**" in kappa_parts.verdict(close, landis_koch)
    inside = lesson(counts="302,198;198,302")
    assert "κ = 0.208 **fair**" in kappa_parts.verdict(inside, landis_koch)


def test_the_question_is_answered_as_the_core_does(visit: Visit) -> None:
    app = visit("kappa")
    assert right_answers(app, "kappa") == ["A little below 0"]
    walk = walk_through_counts(kappa_parts._RARE)
    assert f"κ = {kappa_text(walk.kappa)}" in words(app)
    assert (walk.observed.trace(), walk.n) == (94, 100)
    assert round(float(walk.expected.trace())) == 94
