"""The picture of kappa: what the browser is handed is what the core finds, and no more."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

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
from qwk_core.teaching.examples import EXAMPLES, Example
from tests.app.reading import markdown, picture, query

Visit = Callable[..., AppTest]
Data = dict[str, Any]

WITH_ITEMS = [item for item in EXAMPLES if item.actual is not None]
WITH_COUNTS = [item for item in EXAMPLES if item.observed is not None]
UNDEFINED = {"actual": "3,3,3", "predicted": "3,3,3", "categories": "0-4"}


def handed(app: AppTest) -> Data:
    """Return what the page hands to the picture."""
    assert not app.exception
    return picture(app)


def check_box(data: Data, item: Example, scheme: str) -> None:
    base, found = data["base"], box(item.walk(scheme))
    assert base["cost"] == number(found.cost)
    assert base["chance"] == [pytest.approx(found.chance, rel=1e-7), number(found.chance)]
    assert base["kappa"] == kappa_text(found.kappa)


# -- What is handed over --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "bridge"),
    [
        ({}, "36 tiles ÷ 16 = 2.25, 52.8 tiles ÷ 16 = 3.3: w counts"),
        ({"scheme": "linear"}, "10 tiles ÷ 4 = 2.5, 18.2 tiles ÷ 4 = 4.55: w counts"),
        ({"scheme": "unweighted"}, ""),
        ({"hide_kappa": "true"}, ""),
        (UNDEFINED, ""),
    ],
)
def test_tiles_become_the_sums_of_the_formula(
    given: dict[str, str], bridge: str, visit: Visit
) -> None:
    said = markdown(visit(**given))
    assert bridge in said if bridge else "tiles ÷" not in said


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("item", WITH_ITEMS, ids=lambda item: item.key)
def test_every_move_is_looked_up_as_the_core_finds_it(
    item: Example, scheme: str, visit: Visit
) -> None:
    data = handed(visit(scheme=scheme, **query(item)))
    assert item.actual is not None
    assert item.predicted is not None
    check_box(data, item, scheme)
    moves = kappa_moves(
        read_ratings(item.actual, item.predicted, categories=item.categories), scheme
    )
    for at, category in np.ndindex(moves.kappa.shape):
        row = data["table"][data["rows"][at]]
        assert row["cost"][category] == number(moves.cost[at, category])
        assert row["kappa"][category] == kappa_text(moves.kappa[at, category])
        chance = data["chance"][str(data["predicted"][at])][category]
        assert chance == [
            pytest.approx(moves.chance[at, category], rel=1e-7),
            number(moves.chance[at, category]),
        ]
        assert max(moves.chance[at, category], moves.cost[at, category]) <= data["reach"]
        agrees = data["actual"][at] == category
        agreeing = moves.agreeing[at, category].item()
        assert row["right"][agrees] == handing._right(agreeing, len(data["actual"]))


def test_the_figures_of_the_first_screen(visit: Visit) -> None:
    data = handed(visit())
    assert (data["base"]["cost"], data["base"]["chance"][1]) == ("36", "52.8")
    assert data["base"]["right"] == "● and ○ agree on 7 of 10."
    assert sorted(data["filling"]["items"]) == [0, 2, 3]
    assert data["costs"] == ["0", "1", "4", "9", "16"]
    assert handed(visit(scheme="linear"))["costs"] == ["0", "1", "2", "3", "4"]


def test_a_gap_costs_what_the_rule_says(visit: Visit) -> None:
    def rule(size: int, scheme: str) -> str:
        ratings = ",".join(map(str, range(size)))
        app = visit(actual=ratings, predicted=ratings[::-1], categories=ratings, scheme=scheme)
        return str(handed(app)["rule"])

    assert {rule(2, scheme) for scheme in SCHEMES} == {"Each gap costs one tile."}
    assert rule(3, "quadratic") == "A gap of 2 costs 2 × 2 tiles, a gap of 1 only one."
    assert rule(3, "linear") == "A gap of 2 costs 2 tiles, a gap of 1 only one."
    assert rule(3, "unweighted") == "Each gap costs one tile."


@pytest.mark.parametrize("item", WITH_COUNTS, ids=lambda item: item.key)
def test_counts_are_squares_a_cell(item: Example, visit: Visit) -> None:
    data = handed(visit(**query(item)))
    walk = item.walk()
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


def test_of_many_cells_the_cheapest_are_one_square(visit: Visit) -> None:
    size = 20
    counts = ";".join(",".join(str(1 + (i + j) % 3) for j in range(size)) for i in range(size))
    data = handed(visit(counts=counts))
    walk = walk_through_counts([[1 + (i + j) % 3 for j in range(size)] for i in range(size)])
    missing = [cell for cell in data["cells"] if cell[3]]
    assert len(missing) == 60
    assert data["pairs"] == size * size
    assert sum(cell[3] for cell in missing) + data["rest"][0] == box(walk).cost


@pytest.mark.parametrize("n", [MOST_ITEMS, MOST_ITEMS + 1])
def test_up_to_forty_items_are_shown_one_by_one(n: int, visit: Visit) -> None:
    ratings = ",".join(str(at % 4) for at in range(n))
    data = handed(visit(actual=ratings, predicted=ratings[::-1]))
    assert len(data["actual"]) == (n if n <= MOST_ITEMS else 0)
    assert bool(data["cells"]) == (n > MOST_ITEMS)


def test_where_kappa_is_undefined_there_is_no_box(visit: Visit) -> None:
    data = handed(visit(**UNDEFINED))
    base = data["base"]
    assert (base["chance"], base["kappa"], base["verdict"]) == (None, "–", "u")
    assert "0 ÷ 0" in data["sentences"]["u"]
    assert data["shuffles"] is None
    row = data["table"][0]
    assert row["verdict"][3] == "u"
    assert "u" not in row["verdict"][:3]


def test_numbers_are_written_as_the_reader_writes_them(visit: Visit) -> None:
    data = handed(visit(lang="es"))
    assert data["base"]["chance"] == [52.8, "52,8"]
    assert data["base"]["kappa"] == "0,318"
    assert data["words"]["ticks"] == "−1 0 1"


# -- What is hidden -------------------------------------------------------------------------------


@pytest.mark.parametrize("item", EXAMPLES, ids=lambda item: item.key)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_hidden_kappa_is_not_handed_to_the_browser(
    item: Example, scheme: str, visit: Visit
) -> None:
    data = handed(visit(hide_kappa="true", scheme=scheme, **query(item)))
    assert data["hidden"]
    assert (data["chance"], data["reach"]) == ({}, 0)
    assert data["shuffles"] is None
    assert data["filling"] == {"items": [], "kappa": []}
    base = data["base"]
    assert (base["chance"], base["kappa"], base["verdict"]) == (None, "", "h")
    for row in data["table"]:
        assert row["kappa"] == []
        assert set(row["verdict"]) == {"h"}
    found = box(item.walk(scheme))
    sent = json.dumps(data, ensure_ascii=False)
    assert kappa_text(found.kappa) not in sent
    chance = number(found.chance)
    assert chance not in sent or "." not in chance  # a whole number may be a cost as well


def test_what_is_revealed_is_handed_over(visit: Visit) -> None:
    app = visit(hide_kappa="true", hide_cell="true")
    assert handed(app)["chosen"] == []
    app.button(key="reveal-hide_kappa").click().run()
    assert handed(app)["base"]["kappa"] == "0.318"


# -- Words and table ------------------------------------------------------------------------------


def test_ratings_of_ones_own_say_what_the_marks_mean(visit: Visit) -> None:
    words = markdown(visit(actual="1,2,3", predicted="1,3,3", scheme="linear").main)
    assert "**Linear weighted kappa (κ)**" in words
    assert "Items: 3, each rated from 1 (the lowest) to 3 (the highest)" in words
    own = visit(names="Ann,Bob,essays")
    assert "Essays: 10, each rated from 0" in markdown(own.main)
    assert "● is Ann, ○ is Bob" in markdown(own.main)
    assert "The essays: ● Ann, ○ Bob" in handed(own)["words"]["strip"]


def test_the_picture_as_a_table(visit: Visit) -> None:
    (table, *_matrices) = visit(tables="true").main.table
    assert list(table.value.columns) == ["actual", "predicted", "gap", "cost"]
    assert table.value.iloc[0].tolist() == ["4", "0", "4", "16"]
    assert table.value["cost"].tolist()[-3:] == ["36", r"52\.8", r"0\.318"]
    hidden = visit(tables="true", hide_kappa="true").main.table[0]
    assert hidden.value["cost"].tolist()[-3:] == ["36", "?", "?"]
    counts = visit(tables="true", counts="3,1;0,4").main.table[0]
    assert counts.value.iloc[1].tolist() == ["0", "1", "1", "1"]


# -- What comes from the browser ------------------------------------------------------------------


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Stand in for the session of one visitor, who looks at the first example."""
    state: dict[str, Any] = {LAST_GOOD: DEFAULT}
    monkeypatch.setattr("streamlit.session_state", state)
    return state


def test_a_move_becomes_text_and_can_be_taken_back(session: dict[str, Any]) -> None:
    session[KEY] = SimpleNamespace(moved={"id": 7, "item": 0, "to": 4})
    kappa_box._moved()
    assert (session["actual"], session["predicted"]) == (DEFAULT.actual, "4,4,1,0,4,0,1,1,2,1")
    assert (session["row"], session["column"]) == ("4", "4")
    assert session["_kappa_box_answered"] == 7
    session[LAST_GOOD] = Texts(session["actual"], session["predicted"])  # as the page keeps it
    made = history.last()
    assert made is not None
    assert (made.kind, made.item) == (history.MOVED, 1)
    session[KEY] = SimpleNamespace(undone={"id": 8})
    kappa_box._undone()
    assert session["predicted"] == DEFAULT.predicted
    assert session["_kappa_box_answered"] == 8


def test_the_scale_stays_where_its_end_is_left(session: dict[str, Any]) -> None:
    session[LAST_GOOD] = Texts("0,1,2", "0,1,3")
    session[KEY] = SimpleNamespace(moved={"id": 1, "item": 2, "to": 2})
    kappa_box._moved()
    assert (session["predicted"], session["categories"]) == ("0,1,2", "0-3")


@pytest.mark.parametrize(
    "event",
    [
        None,
        "moved",
        {},
        {"id": 1, "item": 10, "to": 0},
        {"id": 1, "item": 0, "to": 5},
        {"id": 1, "item": 0, "to": True},
        {"id": "1", "item": "0", "to": "4"},
        {"id": [], "item": {}, "to": None},
    ],
)
def test_a_forged_move_moves_nothing(
    event: object, session: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("streamlit.toast", lambda *_args, **_kwargs: None)
    session[KEY] = SimpleNamespace(moved=event)
    kappa_box._moved()
    assert "predicted" not in session
    del session[KEY]
    kappa_box._moved()
    assert "predicted" not in session


def test_a_table_of_counts_has_no_rings(session: dict[str, Any]) -> None:
    session[LAST_GOOD] = Texts(counts="3,1;0,4")
    session[KEY] = SimpleNamespace(moved={"id": 1, "item": 0, "to": 1})
    kappa_box._moved()
    assert "counts" not in session


def test_every_run_of_shuffles_is_followed_by_others(session: dict[str, Any]) -> None:
    kappa_box._shuffled()
    kappa_box._shuffled()
    assert session["_kappa_box_seed"] == 3
