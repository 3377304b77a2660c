"""The page on E: it says what the core computes, for every example and every odd one."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from qwk_app.figures.panel import texts
from qwk_app.words.numbers import number as number_text
from qwk_app.words.numbers import signed
from qwk_core.statistics.shuffle import shuffle_predictions
from qwk_core.teaching.examples import EXAMPLES, Example, example
from tests.app.reading import (
    figure,
    line,
    matrix_texts,
    panels,
    plots,
    query,
    right_answers,
    trace,
    words,
)
from tests.apptest import Visit

PETS = example("petfinder").walk()
UNDEFINED = {"actual": "3,3,3,3,3", "predicted": "3,3,3,3,3"}
HISTOGRAM = "shuffled-kappas"


def shown(values: Any) -> list[str]:
    return list(texts(np.asarray(values)))


@pytest.mark.parametrize("item", EXAMPLES, ids=lambda item: item.key)
def test_every_example_shows_o_its_shuffles_and_e(visit: Visit, item: Example) -> None:
    app, walk = visit("expected", **query(item)), item.walk()
    found, said = panels(app), words(app)
    assert not app.exception
    assert list(found)[:3] == ["observed", "mean-shuffle", "expected"]
    assert found["observed"]["texts"] == shown(walk.observed)
    assert found["expected"]["texts"] == shown(walk.expected)
    assert found["observed"]["totals"] == found["expected"]["totals"]
    assert f"O and E add up to {walk.n:,}." in said
    drawn = shuffle_predictions(walk.observed, n_shuffles=100, seed=1)
    assert found["mean-shuffle"]["texts"] == shown(drawn.mean_observed)
    if walk.has_constant_rater:
        assert HISTOGRAM not in plots(app)
        assert "Kappa is 0 in every shuffle" in said
        return
    bar = trace(figure(app, HISTOGRAM), "shuffles")
    assert sum(bar["y"]) == 100
    reached = drawn.reaching(walk.kappa)
    green = [
        count
        for place, count in enumerate(bar["y"])
        if bar["x0"] + (place - 0.5) * bar["dx"] > walk.kappa - 1e-6
    ]
    assert sum(green) == reached
    assert len(set(bar["marker"]["color"])) == 1 + (0 < reached < 100)
    assert figure(app, HISTOGRAM)["layout"]["shapes"][0]["x0"] == walk.kappa
    counted = {0: "None of 100", 100: "All 100"}.get(reached, f"{reached} of 100")
    assert f"**{counted}** shuffles reached" in said


def test_the_chosen_cell_is_computed_in_formula_and_words(visit: Visit) -> None:
    said = words(visit("expected", row="4", column="1"))
    assert r"\frac{4 \times 4}{10} = 1.6" in said
    assert "Row 4 holds 4 of 10 items." in said
    assert "column 1, which holds 4: 4/10 × 4 = 1.6." in said
    assert "The raters gave this pair 0 times: less often than by chance." in said
    once = words(visit("expected", row="3", column="1"))
    assert "The raters gave this pair once: more often than by chance." in once


def test_proportions_divide_both_matrices_by_n(visit: Visit) -> None:
    app = visit("expected", unit="proportions")
    found, said = panels(app), words(app)
    assert found["observed"]["texts"] == list(texts(PETS.observed / 10, 3))
    assert found["expected"]["texts"][20:] == ["0.12", "0.16", "0.04", "0", "0.08"]
    assert found["observed"]["totals"] == found["expected"]["totals"]
    assert "O and E add up to 1." in said
    assert r"0.4 \times 0.3 = 0.12" in said
    assert "The raters gave this pair to 0.2 of all items: more often" in said
    drawn = shuffle_predictions(PETS.observed, n_shuffles=100, seed=1)
    assert found["mean-shuffle"]["texts"] == list(texts(drawn.mean_observed / 10, 3))


def test_e_is_filled_cell_by_cell_and_a_large_one_row_by_row(visit: Visit) -> None:
    assert "filling" not in panels(visit("expected"))
    steps = panels(visit("expected", fill="true"))["filling"]["view"]["film"]
    assert (len(steps["captions"]), steps["begin"]) == (25, 0)
    assert steps["captions"][20] == "row total 4 × column total 3 ÷ 10 = 1.2"
    assert steps["marks"][20] == [20]
    for at in (0, 7, 23):
        filled = [bool(text) for text in steps["texts"][at].split("\t")]
        assert filled == [True] * (at + 1) + [False] * (24 - at)
    assert steps["texts"][24].split("\t") == shown(PETS.expected)
    actual = ",".join(map(str, range(20)))
    app = visit("expected", fill="true", actual=actual, predicted=actual)
    steps = panels(app)["filling"]["view"]["film"]
    assert len(steps["captions"]) == 20
    assert steps["captions"][3] == "row total 1 × each column total ÷ 20"
    assert steps["marks"][3] == list(range(60, 80))


def test_a_hidden_cell_is_filled_nowhere_and_no_average_gives_it_away(visit: Visit) -> None:
    hidden = visit("expected", fill="true", difference="true", hide_cell="true")
    assert list(panels(hidden)) == ["observed", "expected", "observed-minus-expected"]
    assert panels(hidden)["observed-minus-expected"]["texts"][20] == "?"


def test_the_difference_is_shown_on_demand(visit: Visit) -> None:
    assert "observed-minus-expected" not in panels(visit("expected"))
    found = matrix_texts(visit("expected", difference="true"), "observed-minus-expected")
    assert found == [signed(value, 2) for value in (PETS.observed - PETS.expected).ravel().tolist()]


@pytest.mark.parametrize("number", ["1", "10", "100", "1000"])
def test_a_link_shows_its_shuffles(visit: Visit, number: str) -> None:
    app = visit("expected", shuffles=number, seed="7")
    drawn = shuffle_predictions(PETS.observed, n_shuffles=int(number), seed=7)
    mean, said = panels(app)["mean-shuffle"], words(app)
    assert mean["texts"] == shown(drawn.mean_observed)
    if number == "1":
        assert (mean["symbol"], mean["title"]) == ("O", "one shuffle")
        assert "One shuffle alone can be far from it" in said
        assert re.search(r"This shuffle (did not reach|reached)", said)
        return
    assert (mean["symbol"], mean["title"]) == ("average O", f"{int(number):,} shuffles")
    assert f"{number_text(drawn.gaps[-1])} after {int(number):,}." in said
    assert f"**{drawn.reaching(PETS.kappa) or 'None'} of {int(number):,}** shuffles" in said


def test_shuffle_again_deals_anew_and_wraps(visit: Visit) -> None:
    app = visit("expected")
    before = matrix_texts(app, "mean-shuffle")
    app.button(key="seed-next").click().run()
    assert app.text_input(key="seed").value == "2"
    assert matrix_texts(app, "mean-shuffle") != before
    app = visit("expected", seed="9999")
    app.button(key="seed-next").click().run()
    assert app.text_input(key="seed").value == "1"


@pytest.mark.parametrize("seed", ["1e9", "<b>"])
def test_a_hostile_seed_is_refused_calmly(visit: Visit, seed: str) -> None:
    app = visit("expected", seed=seed)
    assert not app.exception
    assert "A seed is a whole number from 1 to 9999. Seed 1 is used here." in words(app)
    drawn = shuffle_predictions(PETS.observed, n_shuffles=100, seed=1)
    assert matrix_texts(app, "mean-shuffle") == shown(drawn.mean_observed)
    app.button(key="seed-next").click().run()
    assert app.text_input(key="seed").value == "1"


def test_undefined_kappa_still_teaches(visit: Visit) -> None:
    app = visit("expected", fill="true", **UNDEFINED)
    said = words(app)
    assert not app.exception
    assert "E is exactly O, and kappa is 0 ÷ 0: undefined." in said
    assert "Every shuffle gives exactly E." in said
    assert "No shuffle has a kappa. Both raters give every item the same" in said
    assert HISTOGRAM not in plots(app)
    assert matrix_texts(app, "observed") == matrix_texts(app, "expected")
    # One category is full at once: nothing is filled, and O − E is no question.
    assert [each.key for each in app.main.toggle] == ["tables"]
    assert "filling" not in panels(app)


def test_a_constant_rater_leaves_chance_no_choice(visit: Visit) -> None:
    said = words(visit("expected", actual="3,3,3,3,3", predicted="0,3,2,1,3"))
    assert "E is exactly O, and kappa is 0." in said
    assert "Kappa is 0 in every shuffle, and 0 for these raters." in said
    assert "one way to pair the ratings" in said
    one_item = visit("expected", actual="1", predicted="3")
    assert not one_item.exception
    assert r"\frac{1 \times 1}{1} = 1" in words(one_item)


def test_too_many_items_to_shuffle(visit: Visit) -> None:
    app = visit("expected", counts="1000000000000,0;9,1", categories="0-1")
    assert not app.exception
    assert "only whole counts of fewer than 10⁹ items can be shuffled" in words(app)
    assert set(panels(app)) == {"observed", "expected"}


def test_other_weights_leave_e_and_change_the_kappas(visit: Visit) -> None:
    app = visit("expected", scheme="linear")
    assert matrix_texts(app, "expected") == shown(PETS.expected)
    kappa = example("petfinder").walk("linear").kappa
    assert figure(app, HISTOGRAM)["layout"]["shapes"][0]["x0"] == kappa


def test_one_number_has_one_text(visit: Visit) -> None:
    app = visit("expected", counts="100000,0;9,1", categories="0-1")
    assert r"{100{,}010} = 9.9999" in words(app)
    assert "**None of 100** shuffles reached κ = 0.182." in words(app)
    assert line(app, "observed").endswith("By chance it would be 9.9999.")


def test_the_question_is_answered_as_the_core_does(visit: Visit) -> None:
    assert right_answers(visit("expected"), "expected") == ["The same as O"]
