"""The page on O: how it is counted, its totals, where the raters differ."""

import pytest

from tests.app.acts import check_says, do, every_example
from tests.app.reading import line, panels, plots, query, trace, views

LOPSIDED = {"counts": "100000,0;9,1", "categories": "0-1"}


def film(app):
    """Return the data of the film, or an empty dictionary."""
    return panels(app)["observed"]["view"]["film"] or {}


def counts_of(film, at):
    """Return the counts of a step, in reading order."""
    return [int(text.replace(",", "")) for text in film["texts"][at].split("\t")]


@every_example
def test_every_example_is_counted(visit, item):
    app, walk = visit("observed", **query(item)), item.walk()
    totals = [walk.actual_totals.tolist(), walk.predicted_totals.tolist()]
    assert next(view["bars"]["counts"] for view in views(app) if view["bars"]) == totals
    distances = trace(plots(app)["distances"], "items")["y"]
    assert distances == walk.distance_totals.tolist()
    steps = film(app)
    last = len(steps["captions"]) - 1
    assert steps["begin"] == last, "O is the film's last frame: nothing is missing at first"
    assert counts_of(steps, last) == walk.observed.ravel().tolist()
    assert steps["counts"][last] == totals


def test_the_default_example_grows_item_by_item(visit):
    app = visit("observed")
    steps = film(app)
    assert steps["captions"][-1] == "10 items"
    assert steps["captions"][3] == "item 4: actual 4, predicted 0"
    assert [counts_of(steps, at)[20] for at in (2, 3)] == [1, 2]
    assert steps["marks"][3] == [20]  # row 4, column 0
    # The strip and the histograms follow the film: the items so far, and their totals.
    assert steps["items"] == list(range(1, 11))
    assert steps["counts"][0] == [[0, 0, 0, 0, 1], [1, 0, 0, 0, 0]]
    assert steps["totals"][0] == ["0\t0\t0\t0\t1", "1\t0\t0\t0\t0"]


SHARED = {"actual": ",".join("012" * 60), "predicted": ",".join("002" * 60)}
CELLS = ";".join(",".join(str((i + j) % 3) for j in range(20)) for i in range(20))


@pytest.mark.parametrize(
    ("link", "n", "caption"),
    [
        (SHARED, 36, "items 1–5: cells [0, 0], [1, 0], [2, 2]"),
        ({"counts": CELLS}, 5, "cells grow"),
        (LOPSIDED, 3, "100,000 items: actual 0, predicted 0"),
        ({"hide_cell": "true"}, 0, ""),  # a film would show the hidden cell
        ({"actual": "3", "predicted": "1"}, 0, ""),
    ],
    ids=["many items", "many cells", "counts", "hidden", "one item"],
)
def test_a_film_has_so_many_frames(visit, link, n, caption):
    captions = film(visit("observed", **link)).get("captions", [])
    assert len(captions) == n
    assert caption in "".join(captions[:1])


def test_the_chosen_cell_is_framed_in_the_histograms_too(visit):
    app = visit("observed", row="3", column="1")
    assert next(view["cell"] for view in views(app) if view["bars"]) == [3, 1]
    assert line(app, "observed") == "actual 3, predicted 1: 1 item (item 3)"
    assert line(app, "observed", (4, 0)) == "actual 4, predicted 0: 2 items (1 and 4)"
    assert line(app, "observed", (0, 4)) == "actual 0, predicted 4: 0 items"


def test_the_answer_names_a_cell_that_moves(visit):
    app = visit("observed", actual="0,1,2", predicted="0,1,1", row="0", column="0")
    do(app, ("question-observed", "It stays as it is"))
    check_says(app, "Row 1, column 2 becomes row 2, column 1")
