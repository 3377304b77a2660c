"""The page on E shows the numbers of the core, for every example and for special cases."""

import numpy as np
import pytest

from qwk_app.figures.panel import texts
from qwk_app.words.numbers import number, signed
from qwk_core.statistics.shuffle import shuffle_predictions
from qwk_core.teaching.examples import example
from tests.app.acts import check_says, do, every_walk
from tests.app.reading import line, matrix_texts, panels, plots, query, trace

PETS = example("petfinder").walk()
HISTOGRAM = "shuffled-kappas"


def shown(values):
    return list(texts(np.asarray(values)))


@every_walk
def test_every_example_shows_o_its_shuffles_and_e(visit, item, scheme):
    app, walk = visit("expected", scheme=scheme, **query(item)), item.walk(scheme)
    found = panels(app)
    drawn = shuffle_predictions(walk.observed, n_shuffles=100, seed=1, scheme=scheme)
    assert {name: found[name]["texts"] for name in list(found)[:3]} == {
        "observed": shown(walk.observed),
        "mean-shuffle": shown(drawn.mean_observed),
        "expected": shown(walk.expected),
    }
    assert found["observed"]["totals"] == found["expected"]["totals"]
    check_says(app, f"O and E add up to {walk.n:,}.")
    if walk.has_constant_rater:
        assert not app.get("plotly_chart")
        return
    bar, reached = trace(plots(app)[HISTOGRAM], "shuffles"), drawn.reaching(walk.kappa)
    green = [
        count
        for place, count in enumerate(bar["y"])
        if bar["x0"] + (place - 0.5) * bar["dx"] > walk.kappa - 1e-6
    ]
    assert (sum(bar["y"]), sum(green)) == (100, reached)
    assert len(set(bar["marker"]["color"])) == 1 + (0 < reached < 100)
    assert plots(app)[HISTOGRAM]["layout"]["shapes"][0]["x0"] == walk.kappa
    counted = {0: "None of 100", 100: "All 100"}.get(reached, f"{reached} of 100")
    check_says(app, f"{counted} shuffles reached")


def test_what_a_link_asks_for_is_shown_though_its_settings_are_folded_away(visit):
    fresh = panels(visit("expected", folded=True))
    assert not {"filling", "observed-minus-expected"} & set(fresh)
    link = {"unit": "proportions", "difference": "true", "shuffles": "1000", "seed": "7"}
    app = visit("expected", folded=True, **link)
    found, drawn = panels(app), shuffle_predictions(PETS.observed, n_shuffles=1000, seed=7)
    assert found["observed"]["texts"] == list(texts(PETS.observed / 10, 3))
    assert found["expected"]["texts"][20:] == ["0.12", "0.16", "0.04", "0", "0.08"]
    assert found["mean-shuffle"]["texts"] == list(texts(drawn.mean_observed / 10, 3))
    difference = (PETS.observed - PETS.expected).ravel().tolist()
    shown = [signed(each / 10, 3) for each in difference]
    assert found["observed-minus-expected"]["texts"] == shown
    assert found["mean-shuffle"]["title"] == "1,000 shuffles"
    reached = f"{drawn.reaching(PETS.kappa)} of 1,000 shuffles"
    check_says(app, f"{number(drawn.gaps[-1])} after 1,000.", reached)


def test_e_is_filled_cell_by_cell_and_a_large_one_row_by_row(visit):
    steps = panels(visit("expected", folded=True, fill="true"))["filling"]["view"]["film"]
    assert (len(steps["captions"]), steps["begin"]) == (25, 0)
    assert steps["captions"][20] == "row total 4 × column total 3 ÷ 10 = 1.2"
    assert steps["marks"][20] == [20]
    filled = [bool(text) for text in steps["texts"][7].split("\t")]
    assert filled == [True] * 8 + [False] * 17
    assert steps["texts"][24].split("\t") == shown(PETS.expected)
    actual = ",".join(map(str, range(20)))
    large = visit("expected", fill="true", actual=actual, predicted=actual)
    steps = panels(large)["filling"]["view"]["film"]
    assert len(steps["captions"]) == 20
    assert steps["captions"][3] == "row total 1 × each column total ÷ 20"
    assert steps["marks"][3] == list(range(60, 80))


@pytest.mark.parametrize(("seed", "after"), [("1", "2"), ("9999", "1"), ("<b>", "1")])
def test_shuffle_again_deals_anew_and_wraps(visit, seed, after):
    app = visit("expected", seed=seed)
    before = matrix_texts(app, "mean-shuffle")
    do(app, "seed-next")
    assert app.text_input(key="seed").value == after
    assert (matrix_texts(app, "mean-shuffle") != before) == (seed != "<b>")


def test_where_nothing_can_be_filled_or_shuffled_nothing_is_drawn(visit):
    app = visit("expected", fill="true", actual="3,3,3", predicted="3,3,3")
    assert not app.get("plotly_chart")
    # With one category there is nothing to fill, and O − E needs no switch.
    assert [each.key for each in app.main.toggle] == ["tables"]
    assert "filling" not in panels(app)
    large = visit("expected", counts="1000000000000,0;9,1", categories="0-1")
    assert set(panels(large)) == {"observed", "expected"}


def test_one_number_has_one_text(visit):
    app = visit("expected", counts="100000,0;9,1", categories="0-1")
    assert line(app, "observed").endswith("By chance it would cost 9.9999.")
