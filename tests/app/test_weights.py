"""The page on w: what distances cost, how w is built, and why its divisor cancels."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.frame.state import SCHEMES, Lesson
from qwk_app.words import snippets
from qwk_core.pictures.hues import LIGHT
from qwk_core.teaching.examples import EXAMPLES, Example
from tests.app.reading import figure, markdown, matrix_texts, panels, query, right_answers, trace
from tests.apptest import Visit


def metrics(app: AppTest) -> list[tuple[str, str]]:
    return [(metric.value, metric.delta) for metric in app.main.metric]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_curve_in_force_is_thick_and_every_curve_is_named(visit: Visit, scheme: str) -> None:
    chart = figure(visit("weights", scheme=scheme), "penalties")
    found = {each: trace(chart, each) for each in SCHEMES}
    assert found["quadratic"]["y"] == [0, 0.0625, 0.25, 0.5625, 1]
    assert found["linear"]["y"] == [0, 0.25, 0.5, 0.75, 1]
    assert found["unweighted"]["y"] == [0, 1, 1, 1, 1]
    assert max(found, key=lambda each: found[each]["line"]["width"]) == scheme
    assert [trace(chart, f"name of {each}")["text"] for each in SCHEMES] == [[s] for s in SCHEMES]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_every_example_is_weighed(visit: Visit, example: Example) -> None:
    app, walk = visit("weights", **query(example)), example.walk()
    assert not app.exception
    assert len(matrix_texts(app, "weights")) == len(walk.categories) ** 2
    curve = trace(figure(app, "penalties"), "quadratic")["y"]
    assert curve == pytest.approx(walk.weights[0].tolist(), abs=1e-6)


def test_w_is_built_from_two_matrices(visit: Visit) -> None:
    app = visit("implementations")
    assert matrix_texts(app, "columns") == ["0", "1", "2", "3", "4"] * 5
    assert matrix_texts(app, "rows") == [str(i) for i in range(5) for _ in range(5)]
    assert matrix_texts(app, "undivided")[:6] == ["0", "1", "4", "9", "16", "1"]


def test_of_a_large_matrix_the_construction_shows_a_corner(visit: Visit) -> None:
    app = visit("implementations", categories="0-11", row="9", column="0")
    assert matrix_texts(app, "columns") == ["0", "1", "2", "3", "4", "5", "6", "7"] * 8
    assert matrix_texts(app, "undivided")[:8] == ["0", "1", "4", "9", "16", "25", "36", "49"]
    assert "the first 8 of 12 categories" in markdown(app)
    assert app.toggle(key="divide").label == "Divide by (N − 1)² = 121"
    # The chosen cell lies outside the corner, whose marks stay away.
    assert panels(app)["columns"]["view"]["cell"] == [9, 0]
    assert len(panels(app)["columns"]["view"]["labels"]) == 8


def test_dividing_moves_both_sums_and_not_kappa(visit: Visit) -> None:
    # Facts of the example: 2.25 of 3.3, and sixteen times that.
    app = visit("implementations")
    undivided = [("36", "2.25 divided"), ("52.8", "3.3 divided"), ("0.318182", "0.318182 divided")]
    assert metrics(app) == undivided
    assert app.toggle(key="divide").label == "Divide by (N − 1)² = 16"
    app.toggle(key="divide").set_value(True).run()
    assert metrics(app) == [
        ("2.25", "36 undivided"),
        ("3.3", "52.8 undivided"),
        ("0.318182", "0.318182 undivided"),
    ]
    assert matrix_texts(app, "undivided")[:5] == ["0", "0.06", "0.25", "0.56", "1"]


def test_the_switch_names_its_divisor_or_is_not_there(visit: Visit) -> None:
    linear = visit("implementations", scheme="linear")
    assert linear.toggle(key="divide").label == "Divide by N − 1 = 4"
    assert matrix_texts(linear, "undivided")[:6] == ["0", "1", "2", "3", "4", "1"]
    unweighted = visit("implementations", scheme="unweighted")
    assert matrix_texts(unweighted, "undivided")[:6] == ["0", "1", "1", "1", "1", "1"]
    for app in (unweighted, visit("implementations", counts="5,1;2,9")):
        assert "divide" not in [each.key for each in app.main.toggle]
        assert [delta for _value, delta in metrics(app)] == ["", "", ""]
        assert "nothing to divide by" in markdown(app)


def test_undefined_kappa_stays_undefined_divided_or_not(visit: Visit) -> None:
    app = visit("implementations", actual="3,3,3,3,3", predicted="3,3,3,3,3")
    assert not app.exception
    assert [value for value, _delta in metrics(app)] == ["0", "0", "–"]
    assert "Kappa is undefined here." in markdown(app)


def test_with_one_or_two_categories_there_is_little_to_choose(visit: Visit) -> None:
    app = visit("weights", actual="3,3", predicted="3,3")
    assert "With one category, two ratings cannot differ" in app.main.info[0].value
    assert not app.get("plotly_chart")
    assert matrix_texts(app, "weights") == ["0"]
    app = visit("weights", counts="5,1;2,9")
    assert "the choice makes no difference" in markdown(app)
    assert trace(figure(app, "penalties"), "name of linear")["text"] == ["all three schemes"]


@pytest.mark.parametrize(
    ("link", "right"),
    [
        ({}, "In its middle"),
        ({"scheme": "unweighted"}, "Nowhere"),
        ({"actual": "0,1,2", "predicted": "0,1,2"}, "Nowhere"),
    ],
)
def test_a_category_that_nobody_uses(visit: Visit, link: dict[str, str], right: str) -> None:
    assert right_answers(visit("weights", **link), "unused") == [right]


def test_doubled_weights_leave_kappa(visit: Visit) -> None:
    assert right_answers(visit("weights"), "doubled") == ["It stays the same"]


def test_the_chosen_cell_is_told_and_marked(visit: Visit) -> None:
    app = visit("weights", row="1", column="3")
    assert r"\frac{(1 - 3)^2}{(5 - 1)^2} = 0.25" in app.latex[0].value
    assert panels(app)["weights"]["view"]["cell"] == [1, 3]
    mark = trace(figure(app, "penalties"), "mark")
    assert (mark["x"][:2], mark["y"][1]) == ([2, 2], 0.25)
    inside = visit("implementations", row="1", column="3")
    for name in ("columns", "rows", "undivided"):
        assert panels(inside)[name]["view"]["cell"] == [1, 3]


@pytest.mark.parametrize("divide", [False, True])
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("example", EXAMPLES[:1] + EXAMPLES[-1:], ids=lambda example: example.key)
def test_the_code_builds_this_very_w(example: Example, scheme: str, *, divide: bool) -> None:
    walk = example.walk(scheme)
    lesson = Lesson(walk=walk, example=example, ratings=None, cell=(0, 0), palette=LIGHT)
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(snippets.construction(lesson, divide=divide), names)
    assert printed.getvalue().strip() == str(names["w"])
    w = names["w"] if divide else names["w"] / names["w"].max()
    np.testing.assert_allclose(w, walk.weights)


@pytest.mark.parametrize(
    ("categories", "corner", "said"),
    [
        ("1-5", ("5", "1"), r"\frac{(5 - 1)^2}{(5 - 1)^2}"),
        ("none,mild,severe", ("severe", "none"), r"\frac{(2 - 0)^2}{(3 - 1)^2}"),
    ],
)
def test_the_subtraction_is_of_what_a_reader_sees(
    visit: Visit, categories: str, corner: tuple[str, str], said: str
) -> None:
    """Numbers are subtracted as they are written; names have none but their places."""
    row, column = corner
    app = visit(
        "weights",
        actual=f"{row},{column}",
        predicted=f"{column},{row}",
        categories=categories,
        row=row,
        column=column,
    )
    assert said in app.latex[0].value
    assert ("counted from 0" in markdown(app)) == (categories != "1-5")
    if categories != "1-5":
        assert rf"\text{{{row}}},\,\text{{{column}}}" in app.latex[0].value
        assert "costs as much as **4** misses by 1" in markdown(app)
