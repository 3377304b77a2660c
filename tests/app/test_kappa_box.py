"""The picture of kappa: its data come from the core, without hidden parts."""

import json
from itertools import cycle
from types import SimpleNamespace

import numpy as np
import pytest

from qwk_app.browser.kappa_box import data as handing
from qwk_app.browser.kappa_box import figure as kappa_box
from qwk_app.browser.kappa_box.data import MOST_ITEMS
from qwk_app.browser.kappa_box.figure import KEY
from qwk_app.frame import history
from qwk_app.frame.state import DEFAULT, LAST_GOOD, SCHEMES, Texts
from qwk_app.words.numbers import kappa_text, number
from qwk_core import read_ratings, walk_through_counts
from qwk_core.statistics.one_item import kappa_moves
from qwk_core.teaching.box import box
from qwk_core.teaching.examples import EXAMPLES
from tests.app.acts import LINKS, UNDEFINED, do, every_example
from tests.app.reading import picture, query

WITH_ITEMS = [item for item in EXAMPLES if item.actual is not None]
WITH_COUNTS = [item for item in EXAMPLES if item.observed is not None]


def handed(visit, **link):
    """Return the data of the picture on the page of a link."""
    return picture(visit(**link))


def check_box(data, item, scheme):
    base, found = data["base"], box(item.walk(scheme))
    assert base["cost"] == number(found.cost)
    assert base["chance"] == [pytest.approx(found.chance, rel=1e-7), number(found.chance)]
    assert base["kappa"] == kappa_text(found.kappa)


# -- The data for the picture ----------------------------------------------------------------------


@pytest.mark.parametrize(("item", "scheme"), [*zip(WITH_ITEMS, cycle(SCHEMES), strict=False)])
def test_every_move_is_what_the_core_finds(item, scheme, visit):
    data = handed(visit, scheme=scheme, **query(item))
    check_box(data, item, scheme)
    given = read_ratings(item.actual or (), item.predicted or (), categories=item.categories)
    moves = kappa_moves(given, scheme)
    for at, category in np.ndindex(moves.kappa.shape):
        row, chance = data["table"][data["rows"][at]], moves.chance[at, category]
        assert row["cost"][category] == number(moves.cost[at, category])
        assert row["kappa"][category] == kappa_text(moves.kappa[at, category])
        found = data["chance"][str(data["predicted"][at])][category]
        assert found == [pytest.approx(chance, rel=1e-7), number(chance)]
        assert max(chance, moves.cost[at, category]) <= data["reach"]
        agreeing = moves.agreeing[at, category].item()
        right = row["right"][data["actual"][at] == category]
        assert right == handing._right(agreeing, len(data["actual"]))


def test_the_figures_of_the_first_screen(visit):
    data = handed(visit)
    assert (data["base"]["cost"], data["base"]["chance"][1]) == ("36", "52.8")
    assert data["base"]["right"] == "● and ○ agree on 7 of 10."
    assert sorted(data["filling"]["items"]) == [0, 2, 3]
    assert data["costs"] == ["0", "1", "4", "9", "16"]
    assert handed(visit, scheme="linear")["costs"] == ["0", "1", "2", "3", "4"]
    named = handed(visit, names="Ann,Bob,essays")["words"]["strip"]
    assert "The essays: ● Ann, ○ Bob" in named
    spanish = handed(visit, lang="es")
    assert (spanish["base"]["chance"], spanish["base"]["kappa"]) == ([52.8, "52,8"], "0,318")
    assert spanish["words"]["ticks"] == "−1 0 1"


@pytest.mark.parametrize(("ratings", "scheme", "rule"), LINKS["box"]["rules"])
def test_a_gap_costs_what_the_rule_says(visit, ratings, scheme, rule):
    assert handed(visit, scheme=scheme, actual=ratings, predicted=ratings[::-1])["rule"] == rule


@pytest.mark.parametrize("item", WITH_COUNTS, ids=lambda item: item.key)
def test_counts_are_squares_a_cell(item, visit):
    data, walk = handed(visit, **query(item)), item.walk()
    check_box(data, item, "quadratic")
    assert data["actual"] == data["table"] == []
    assert data["pairs"] == np.count_nonzero(walk.observed) == len(data["cells"])
    for actual, predicted, count, area, cost in data["cells"]:
        assert count == number(walk.observed[actual, predicted])
        assert area == walk.observed[actual, predicted] * (actual - predicted) ** 2
        assert cost == number(area)
    areas = [area for *_cell, area, _cost in data["cells"]]
    assert areas == sorted(areas, reverse=True)
    assert sum(areas) == box(walk).cost


def test_of_many_cells_the_cheapest_are_one_square(visit):
    rows = [[1 + (i + j) % 3 for j in range(20)] for i in range(20)]
    data = handed(visit, counts=";".join(",".join(map(str, row)) for row in rows))
    missing = [cell for cell in data["cells"] if cell[3]]
    assert (len(missing), data["pairs"]) == (60, 400)
    cost = box(walk_through_counts(rows)).cost
    assert sum(cell[3] for cell in missing) + data["rest"][0] == cost


@pytest.mark.parametrize("n", [MOST_ITEMS, MOST_ITEMS + 1])
def test_up_to_forty_items_are_shown_one_by_one(n, visit):
    ratings = ",".join(str(at % 4) for at in range(n))
    data = handed(visit, actual=ratings, predicted=ratings[::-1])
    assert len(data["actual"]) == (n if n <= MOST_ITEMS else 0)
    assert bool(data["cells"]) == (n > MOST_ITEMS)


def test_where_kappa_is_undefined_there_is_no_box(visit):
    data = handed(visit, **UNDEFINED)
    base, verdict = data["base"], data["table"][0]["verdict"]
    assert (base["chance"], base["kappa"], base["verdict"]) == (None, "–", "u")
    assert "0 ÷ 0" in data["sentences"]["u"]
    assert data["shuffles"] is None
    assert verdict[3] == "u"
    assert "u" not in verdict[:3]


@every_example
def test_the_browser_is_not_given_a_hidden_kappa(item, visit):
    data = handed(visit, hide_kappa="true", **query(item))
    assert data["hidden"]
    assert (data["chance"], data["reach"], data["shuffles"]) == ({}, 0, None)
    assert data["filling"] == {"items": [], "kappa": []}
    base = data["base"]
    assert (base["chance"], base["kappa"], base["verdict"]) == (None, "", "h")
    for row in data["table"]:
        assert (row["kappa"], set(row["verdict"])) == ([], {"h"})
    found = box(item.walk())
    sent = json.dumps(data, ensure_ascii=False)
    assert kappa_text(found.kappa) not in sent
    chance = number(found.chance)
    assert chance not in sent or "." not in chance  # a whole number can also be a cost


def test_what_is_revealed_is_handed_over(visit):
    app = visit(hide_kappa="true", hide_cell="true")
    assert picture(app)["chosen"] == []
    assert picture(do(app, "reveal-hide_kappa"))["base"]["kappa"] == "0.318"


# -- The data from the browser ---------------------------------------------------------------------


@pytest.fixture
def session(monkeypatch):
    """Stand in for the session of one visitor, who looks at the first example."""
    state = {LAST_GOOD: DEFAULT}
    monkeypatch.setattr("streamlit.session_state", state)
    monkeypatch.setattr("streamlit.toast", lambda *_args, **_kwargs: None)
    return state


def move(session, event):
    """Let the browser report that a ring was moved."""
    session[KEY] = SimpleNamespace(moved=event)
    kappa_box._moved()


def test_two_moves_are_kept_if_the_page_is_drawn_after_both(session):
    """A slow server draws once after two moves. Both count, and both can be undone."""
    move(session, {"id": 1, "item": 0, "to": 4})
    move(session, {"id": 2, "item": 2, "to": 3})
    assert session["predicted"] == "4,4,3,0,4,0,1,1,2,1"
    history.undo()
    assert session["predicted"] == "4,4,1,0,4,0,1,1,2,1"
    history.undo()
    assert session["predicted"] == DEFAULT.predicted


@pytest.mark.parametrize(("typed", "actual", "predicted"), LINKS["box"]["typed"])
def test_a_move_keeps_what_was_typed_just_before(typed, actual, predicted, session):
    """A reader types and then drags a ring, before the page is drawn again."""
    session |= {"actual": typed, "predicted": DEFAULT.predicted}
    move(session, {"id": 1, "item": 0, "to": 4})
    assert (session["actual"], session["predicted"]) == (actual, predicted)
    history.undo()
    assert (session["actual"], session["predicted"]) == (actual, DEFAULT.predicted)


def test_the_scale_stays_where_its_end_is_left(session):
    session[LAST_GOOD] = Texts("0,1,2", "0,1,3")
    move(session, {"id": 1, "item": 2, "to": 2})
    assert (session["predicted"], session["categories"]) == ("0,1,2", "0-3")


@pytest.mark.parametrize(("counts", "event"), LINKS["box"]["forged"])
def test_a_forged_move_moves_nothing(counts, event, session):
    session[LAST_GOOD] = Texts(counts=counts) if counts else DEFAULT
    move(session, event)
    del session[KEY]
    kappa_box._moved()
    assert not {"predicted", "counts"} & set(session)


def test_every_run_of_shuffles_is_followed_by_others(session):
    for seed in (2, 3):
        kappa_box._shuffled()
        assert session["_kappa_box_seed"] == seed
