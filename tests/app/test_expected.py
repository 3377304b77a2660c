"""The page on E: it says what the core computes, for every example and every odd one."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.figures.panel import texts
from qwk_app.parts.expected import NUMBERS, UNITS
from qwk_app.words.numbers import number as number_text
from qwk_app.words.numbers import signed
from qwk_core import walk_through
from qwk_core.statistics.shuffle import shuffle_predictions
from qwk_core.teaching.examples import EXAMPLES, Example
from tests.app.reading import (
    figure,
    line,
    matrix_texts,
    panels,
    query,
    right_answers,
    trace,
    words,
)
from tests.apptest import Visit

BY_KEY = {example.key: example for example in EXAMPLES}
UNDEFINED = {"actual": "3,3,3,3,3", "predicted": "3,3,3,3,3"}
CONSTANT = {"actual": "3,3,3,3,3", "predicted": "0,3,2,1,3"}


def histogram(app: AppTest) -> dict[str, Any]:
    """Return the trace of the shuffles' kappas."""
    return trace(figure(app, "shuffled-kappas"), "shuffles")


def has_histogram(app: AppTest) -> bool:
    return any(one.proto.id.endswith("-shuffled-kappas") for one in app.get("plotly_chart"))


def shown(values: Any) -> list[str]:
    return list(texts(np.asarray(values)))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_o_and_e_stand_on_one_scale_with_the_same_totals(visit: Visit, example: Example) -> None:
    app, walk = visit("expected", **query(example)), example.walk()
    assert not app.exception
    found = panels(app)
    assert found["observed"]["texts"] == shown(walk.observed)
    assert found["expected"]["texts"] == shown(walk.expected)
    assert found["observed"]["totals"] == found["expected"]["totals"]
    assert f"O and E add up to {walk.n:,}." in words(app)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_the_shuffles_are_those_of_the_core(visit: Visit, example: Example) -> None:
    app, walk = visit("expected", **query(example)), example.walk()
    drawn = shuffle_predictions(walk.observed, n_shuffles=100, seed=1)
    assert list(panels(app))[:3] == ["observed", "mean-shuffle", "expected"]
    assert matrix_texts(app, "mean-shuffle") == shown(drawn.mean_observed)
    if walk.has_constant_rater:
        assert not has_histogram(app)
        assert "Kappa is 0 in every shuffle" in words(app)
        return
    bar = histogram(app)
    assert sum(bar["y"]) == 100
    reached = drawn.reaching(walk.kappa)
    green = [
        count
        for place, count in enumerate(bar["y"])
        if bar["x0"] + (place - 0.5) * bar["dx"] > walk.kappa - 1e-6
    ]
    assert sum(green) == reached
    assert len(set(bar["marker"]["color"])) == 1 + (0 < reached < 100)
    assert figure(app, "shuffled-kappas")["layout"]["shapes"][0]["x0"] == walk.kappa
    said = {0: "None of 100", 100: "All 100"}.get(reached, f"{reached} of 100")
    assert f"**{said}** shuffles reached" in words(app)


def test_the_chosen_cell_is_computed_in_formula_and_words(visit: Visit) -> None:
    said = words(visit("expected", row="4", column="1"))
    assert r"\frac{4 \times 4}{10} = 1.6" in said
    assert "The raters gave this pair 0 times: less often than by chance." in said
    assert "more often than by chance" in words(visit("expected"))
    once = words(visit("expected", row="3", column="1"))
    assert "The raters gave this pair once: more often than by chance." in once


def test_proportions_divide_both_matrices_by_n(visit: Visit) -> None:
    app, walk = visit("expected", unit="proportions"), BY_KEY["petfinder"].walk()
    found = panels(app)
    assert found["observed"]["texts"] == list(texts(walk.observed / 10, 3))
    assert found["expected"]["texts"][20:] == ["0.12", "0.16", "0.04", "0", "0.08"]
    assert found["observed"]["totals"] == found["expected"]["totals"]
    said = words(app)
    assert "O and E add up to 1." in said
    assert r"0.4 \times 0.3 = 0.12" in said
    assert "The raters gave this pair to 0.2 of all items: more often" in said
    drawn = shuffle_predictions(walk.observed, n_shuffles=100, seed=1)
    assert matrix_texts(app, "mean-shuffle") == list(texts(drawn.mean_observed / 10, 3))


def test_the_switches_change_the_page(visit: Visit) -> None:
    app = visit("expected")
    app.button_group(key="unit").set_value(UNITS[1]).run()
    assert sum(map(float, matrix_texts(app, "observed"))) == pytest.approx(1)
    app.select_slider(key="shuffles").set_value("10").run()
    mean = panels(app)["mean-shuffle"]
    assert (mean["symbol"], mean["title"]) == ("average O", "10 shuffles")
    assert sum(histogram(app)["y"]) == 10


def film(visit: Visit, **link: str) -> dict[str, Any]:
    found: dict[str, Any] = panels(visit("expected", fill="true", **link))["filling"]["view"]
    return dict(found["film"])


def test_e_is_filled_cell_by_cell(visit: Visit) -> None:
    assert "filling" not in panels(visit("expected"))
    steps = film(visit)
    assert len(steps["captions"]) == 25
    assert steps["begin"] == 0
    assert steps["captions"][20] == "row total 4 × column total 3 ÷ 10 = 1.2"
    assert steps["marks"][20] == [20]
    for at in (0, 7, 23):
        filled = [bool(text) for text in steps["texts"][at].split("\t")]
        assert filled == [True] * (at + 1) + [False] * (24 - at)
    assert steps["texts"][24].split("\t") == matrix_texts(visit("expected"), "expected")
    # A hidden cell is filled nowhere, and no average gives it away.
    hidden = visit("expected", fill="true", hide_cell="true")
    assert list(panels(hidden)) == ["observed", "expected"]


def test_a_large_matrix_is_filled_row_by_row(visit: Visit) -> None:
    actual = ",".join(map(str, range(20)))
    steps = film(visit, actual=actual, predicted=actual)
    assert len(steps["captions"]) == 20
    assert steps["captions"][3] == "row total 1 × each column total ÷ 20"
    assert steps["marks"][3] == list(range(60, 80))


def test_the_page_is_light(visit: Visit) -> None:
    for app in (visit("expected"), visit("expected", fill="true")):
        sent = sum(len(chart.proto.spec) for chart in app.get("plotly_chart"))
        sent += sum(len(view.proto.json) for view in app.get("bidi_component"))
        assert sent <= 15 * 1024


@pytest.mark.parametrize("number", NUMBERS)
def test_a_link_shows_its_shuffles(visit: Visit, number: str) -> None:
    app = visit("expected", shuffles=number, seed="7")
    drawn = shuffle_predictions(BY_KEY["petfinder"].walk().observed, n_shuffles=int(number), seed=7)
    assert matrix_texts(app, "mean-shuffle") == shown(drawn.mean_observed)
    said = words(app)
    if number == "1":
        assert "One shuffle alone can be far from it" in said
        assert re.search(r"This shuffle (did not reach|reached)", said)
    else:
        assert f"{number_text(drawn.gaps[-1])} after {int(number):,}." in said
        reached = drawn.reaching(BY_KEY["petfinder"].walk().kappa)
        assert f"**{reached or 'None'} of {int(number):,}** shuffles" in said


def test_shuffle_again_deals_anew_and_wraps(visit: Visit) -> None:
    app = visit("expected")
    before = matrix_texts(app, "mean-shuffle")
    app.button(key="seed-next").click().run()
    assert app.text_input(key="seed").value == "2"
    assert matrix_texts(app, "mean-shuffle") != before
    app = visit("expected", seed="9999")
    app.button(key="seed-next").click().run()
    assert app.text_input(key="seed").value == "1"


@pytest.mark.parametrize("seed", ["1e9", "0", "-3", "x", "٣", "<b>", " "])
def test_a_hostile_deal_number_is_refused_calmly(visit: Visit, seed: str) -> None:
    app = visit("expected", seed=seed)
    assert not app.exception
    assert "A seed is a whole number from 1 to 9999. Seed 1 is used here." in words(app)
    assert matrix_texts(app, "mean-shuffle") == matrix_texts(visit("expected"), "mean-shuffle")
    app.button(key="seed-next").click().run()
    assert app.text_input(key="seed").value == "1"
    assert visit("expected", seed="9" * 5000).text_input(key="seed").value == "9999"


@pytest.mark.parametrize("categories", ["", "0-4"])
def test_undefined_kappa_still_teaches(visit: Visit, categories: str) -> None:
    app = visit("expected", categories=categories, **UNDEFINED)
    assert not app.exception
    said = words(app)
    assert "E is exactly O, and kappa is 0 ÷ 0: undefined." in said
    assert "Every shuffle gives exactly E." in said
    assert "No shuffle has a kappa. Both raters give every item the same" in said
    assert not has_histogram(app)
    assert matrix_texts(app, "observed") == matrix_texts(app, "expected")


def test_one_category_is_full_at_once(visit: Visit) -> None:
    app = visit("expected", fill="true", **UNDEFINED)
    assert not app.exception
    assert [each.key for each in app.main.toggle] == ["tables"]
    assert "filling" not in panels(app)


def test_the_difference_covers_the_hidden_cell(visit: Visit) -> None:
    assert "observed-minus-expected" not in panels(visit("expected"))
    app = visit("expected", difference="true")
    shown = panels(app)["observed-minus-expected"]["texts"]
    walk = BY_KEY["petfinder"].walk()
    assert shown == [signed(value, 2) for value in (walk.observed - walk.expected).ravel().tolist()]
    assert shown[20] == "+0.80"  # 2 − 1.2
    hidden = visit("expected", difference="true", hide_cell="true")
    assert panels(hidden)["observed-minus-expected"]["texts"][20] == "?"


def test_a_constant_rater_leaves_chance_no_choice(visit: Visit) -> None:
    app = visit("expected", **CONSTANT)
    said = words(app)
    assert "E is exactly O, and kappa is 0." in said
    assert "Kappa is 0 in every shuffle, and 0 for these raters." in said
    assert "one way to pair the ratings" in said
    assert not has_histogram(app)


def test_one_item(visit: Visit) -> None:
    app = visit("expected", actual="1", predicted="3")
    assert not app.exception
    assert r"\frac{1 \times 1}{1} = 1" in words(app)
    assert "Kappa is 0 in every shuffle" in words(app)


def test_too_many_items_to_shuffle(visit: Visit) -> None:
    app = visit("expected", counts="1000000000000,0;9,1", categories="0-1")
    assert not app.exception
    assert "only whole counts of fewer than 10⁹ items can be shuffled" in words(app)
    assert set(panels(app)) == {"observed", "expected"}


@pytest.mark.parametrize("scheme", ["linear", "unweighted"])
def test_other_weights_leave_e_and_change_the_kappas(visit: Visit, scheme: str) -> None:
    app = visit("expected", scheme=scheme)
    walk = BY_KEY["petfinder"].walk(scheme)
    assert matrix_texts(app, "expected") == shown(walk.expected)
    assert figure(app, "shuffled-kappas")["layout"]["shapes"][0]["x0"] == walk.kappa


def test_one_number_has_one_text(visit: Visit) -> None:
    app = visit("expected", counts="100000,0;9,1", categories="0-1")
    assert r"{100{,}010} = 9.9999" in words(app)
    assert "**None of 100** shuffles reached κ = 0.182." in words(app)
    assert line(app, "observed").endswith("by chance 9.9999")


def test_the_question_is_answered_as_the_core_does(visit: Visit) -> None:
    assert right_answers(visit("expected"), "expected") == ["The same as O"]
    walk = walk_through([0] * 5, [4] * 5)
    assert (walk.expected == walk.observed).all()
    assert walk.kappa == 0
