"""The page on O: how it is counted, its totals, where the raters differ."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from qwk_core.teaching.examples import EXAMPLES, Example
from tests.app.reading import (
    figure,
    line,
    markdown,
    matrix_texts,
    panels,
    query,
    right_answers,
    trace,
    views,
)
from tests.apptest import Visit


def film(app: AppTest) -> dict[str, Any]:
    """Return what plays; nothing where there is no film."""
    return next((view["film"] for view in views(app) if view["film"]), {})


def counts_of(film: dict[str, Any], at: int) -> list[int]:
    """Return the counts of a step, in reading order."""
    return [int(text.replace(",", "")) for text in film["texts"][at].split("\t")]


def distances(app: AppTest) -> list[int]:
    counts: list[int] = trace(figure(app, "distances"), "items")["y"]
    return counts


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_every_example_is_counted(visit: Visit, example: Example) -> None:
    app, walk = visit("observed", **query(example)), example.walk()
    assert not app.exception
    totals = [walk.actual_totals.tolist(), walk.predicted_totals.tolist()]
    assert next(view["bars"]["counts"] for view in views(app) if view["bars"]) == totals
    assert distances(app) == walk.distance_totals.tolist()
    steps = film(app)
    last = len(steps["captions"]) - 1
    assert panels(app)["observed"]["view"]["film"] == steps, "O is the film's last frame"
    assert steps["begin"] == last, "nothing is missing before someone plays"
    assert counts_of(steps, last) == walk.observed.ravel().tolist()
    assert steps["counts"][last] == totals
    sums = [sum(counts_of(steps, at)) for at in range(last + 1)]
    assert sums == sorted(set(sums))
    assert sums[-1] == walk.n


def test_the_default_example_grows_item_by_item(visit: Visit) -> None:
    app = visit("observed")
    steps = film(app)
    assert panels(app)["observed"]["view"]["note"].endswith("Press Play to see it counted.")
    assert steps["captions"][3] == "item 4: actual 4, predicted 0"
    assert [counts_of(steps, at)[20] for at in (2, 3)] == [1, 2]
    assert steps["marks"][3] == [20]  # row 4, column 0
    # The strip and the histograms follow: so many items, and their totals.
    assert steps["items"] == list(range(1, 11))
    assert steps["counts"][0] == [[0, 0, 0, 0, 1], [1, 0, 0, 0, 0]]
    assert steps["totals"][0] == ["0\t0\t0\t0\t1", "1\t0\t0\t0\t0"]
    prose = markdown(app)
    assert "**7 of 10** (70%) are on the diagonal: the raters agree." in prose
    assert "Of the 3 that differ, 2 differ by 4 categories, the most here." in prose


def test_nothing_plays_while_a_cell_is_hidden(visit: Visit) -> None:
    assert not film(visit("observed", hide_cell="true"))  # the film would fill it


def test_many_items_and_many_cells_share_a_frame(visit: Visit) -> None:
    actual, predicted = ["0", "1", "2"] * 60, ["0", "0", "2"] * 60
    steps = film(visit("observed", actual=",".join(actual), predicted=",".join(predicted)))
    assert len(steps["captions"]) == 36
    assert steps["captions"][0] == "items 1–5: cells [0, 0], [1, 0], [2, 2]"
    counts = [[(i + j) % 3 for j in range(20)] for i in range(20)]
    steps = film(visit("observed", counts=";".join(",".join(map(str, row)) for row in counts)))
    assert len(steps["captions"]) == 5
    assert steps["captions"][0].endswith("cells grow")


def test_counts_grow_cell_by_cell_in_reading_order(visit: Visit) -> None:
    app = visit("observed", counts="100000,0;9,1", categories="0-1")
    assert film(app)["captions"] == [
        "100,000 items: actual 0, predicted 0",
        "9 items: actual 1, predicted 0",
        "1 item: actual 1, predicted 1",
    ]
    prose = markdown(app)
    assert "100,010 items, given as counts" in prose
    assert "**100,001 of 100,010** (99.99%) are on the diagonal" in prose
    assert "9 differ, all by one category." in prose


def test_a_single_item_and_a_single_category_still_teach(visit: Visit) -> None:
    app = visit("observed", actual="3", predicted="1")
    assert not film(app)
    assert "**Nothing** is on the diagonal" in markdown(app)
    assert "One differs, by 2 categories." in markdown(app)
    app = visit("observed", actual="3,3,3,3,3", predicted="3,3,3,3,3")
    assert matrix_texts(app, "observed") == ["5"]
    assert "**5 of 5** (100%) are on the diagonal: the raters agree." in markdown(app)
    assert distances(app) == [5]


def test_the_chosen_cell_is_framed_in_the_histograms_too(visit: Visit) -> None:
    app = visit("observed", row="3", column="1")
    assert next(view["cell"] for view in views(app) if view["bars"]) == [3, 1]
    assert "Row 3 adds up to **1**" in markdown(app)
    assert "Column 1 adds up to **4**" in markdown(app)
    assert line(app, "observed") == "actual 3, predicted 1: 1 item (item 3)"
    assert line(app, "observed", (4, 0)) == "actual 4, predicted 0: 2 items (1 and 4)"
    assert line(app, "observed", (0, 4)) == "actual 0, predicted 4: 0 items"
    assert r"\text{predicted} = 1\,\} = 1" in app.latex[0].value


@pytest.mark.parametrize(
    ("predicted", "right"),
    [("0,1,1", "Its rows become its columns"), ("0,1,2", "It stays as it is")],
)
def test_the_question_is_answered_on_the_spot(visit: Visit, predicted: str, right: str) -> None:
    app = visit("observed", actual="0,1,2", predicted=predicted)
    assert right_answers(app, "observed") == [right]
