"""The page on many raters: the pairs and the open one, all together, each rater, each item."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.figures.common import shortened
from qwk_app.frame import editor, state
from qwk_app.frame.state import RATERS, RATERS_GRID
from qwk_app.parts.many_raters import pairs, ratings, together
from qwk_app.words.numbers import kappa_text
from qwk_core.statistics.raters import rater_agreement
from qwk_core.study.study import Study
from qwk_core.teaching.rater_examples import RATER_EXAMPLES, RaterExample
from tests.app.reading import figure, figures, line, markdown, panels, trace, views
from tests.apptest import Visit

PAGE = "many_raters"
FILMS, ANXIETY = RATER_EXAMPLES
EXAMPLES = pytest.mark.parametrize("example", RATER_EXAMPLES, ids=lambda example: example.key)


def link(example: RaterExample) -> dict[str, str]:
    texts = ratings.Texts.of(example)
    return {"raters": texts.table, "raters_scale": texts.scale}


def cells(app: AppTest) -> list[str]:
    """Return the numbers in the matrix of pairs."""
    found: list[str] = panels(app)["pairs"]["texts"]
    return found


@EXAMPLES
def test_every_example_shows_its_pairs_and_its_coefficients(
    visit: Visit, example: RaterExample
) -> None:
    app, agreement = visit(PAGE, **link(example)), example.agreement()
    assert not app.exception
    assert not app.error
    size = len(example.raters)
    assert panels(app)["pairs"]["view"]["labels"] == list(example.raters)
    for row in range(size):
        for column in range(size):
            wanted = "" if row == column else kappa_text(agreement.pairs[row, column], 2)
            assert cells(app)[row * size + column] == wanted
            n = agreement.pair_counts[row, column]
            if row != column:
                kappa = kappa_text(agreement.pairs[row, column])
                assert line(app, "pairs", (row, column)) == (
                    f"{example.raters[row]} and {example.raters[column]}: κ = {kappa}, "
                    f"on {n} common items"
                )
    assert (
        line(app, "pairs", (0, 0)) == f"{example.raters[0]}: {agreement.pair_counts[0, 0]} ratings"
    )
    said = markdown(app)
    assert f"κ = **{kappa_text(agreement.pooled)}**" in said
    sure = Study(agreement.table).coefficient_intervals
    for name, value in agreement.coefficients.items():
        title, differs, when = together.COEFFICIENTS[name]
        row = f"| {title} | {kappa_text(value)} | {together.ends(sure[name])} |"
        assert row in said.replace("**", "")
        assert f"**{title}**. {differs} *Report it when:* {when}" in said
    bars, names = figure(app, "pooled")["data"]
    assert sum(bars["width"]) == pytest.approx(1)
    area = sum(w * k for w, k in zip(bars["width"], bars["y"], strict=True))
    assert area == pytest.approx(agreement.pooled)
    assert figure(app, "pooled")["layout"]["shapes"][0]["y0"] == pytest.approx(agreement.pooled)
    assert bars["y"] == sorted(bars["y"], reverse=True)
    assert len(names["text"]) == len(bars["y"])


def test_the_pair_that_agrees_least_is_open_with_its_own_matrices(visit: Visit) -> None:
    app = visit(PAGE)
    assert "was κ = 0.575 (quadratically weighted kappa of all pairs; 95%" in app.code[0].value
    assert panels(app)["pairs"]["view"]["cell"] == [2, 3]
    walk = FILMS.agreement().walk("Cleo", "Dan")
    view = panels(app)["observed"]["view"]
    assert view["names"] == ["Cleo", "Dan"]
    assert panels(app)["observed"]["texts"] == [str(n) for n in walk.observed.ravel().tolist()]
    assert view["line"]["templates"][0].startswith("Cleo {row}, Dan {column}: ")
    assert "at Cleo " in panels(app)["observed"]["alt"]
    assert line(app, "pairs", (2, 3)) == "Cleo and Dan: κ = 0.265, on 8 common items"


def test_a_thin_cell_is_paler_than_a_full_one(visit: Visit) -> None:
    full, thin = (
        panels(visit(PAGE, raters="A,B;" + "1,1;2,2;3,3;4,4;5,5;" * times, raters_scale=""))[
            "pairs"
        ]
        for times in (4, 1)
    )
    assert full["texts"] == thin["texts"]
    assert full["shades"] != thin["shades"]
    pale = "Pale: fewer than 10 common items."
    assert [pale in each["view"]["note"] for each in (full, thin)] == [False, True]


def test_a_link_opens_a_pair_and_lists_choose_another(visit: Visit) -> None:
    app = visit(PAGE, first_rater="Ana", second_rater="Cleo")
    assert panels(app)["pairs"]["view"]["cell"] == [0, 2]
    said = markdown(app)
    assert "On average Cleo rates 0.83 lower than Ana." in said
    assert "This lowers κ by 17%. It does not change the correlation (0.975)." in said
    app.selectbox(key="second_rater").set_value("Ben").run()
    assert panels(app)["pairs"]["view"]["cell"] == [0, 1]
    assert "Both give the same mean" in markdown(app)
    app.selectbox(key="first_rater").set_value("Ben").run()
    assert "Choose two different raters." in [info.value for info in app.info]
    assert panels(app)["pairs"]["view"]["cell"][0] == 1


@pytest.mark.parametrize(
    ("chosen", "opens"), [("Ana", [0, 3]), ("Dan", [3, 2]), ("nobody", [2, 3])]
)
def test_the_second_rater_is_who_agrees_least_with_the_first(
    visit: Visit, chosen: str, opens: list[int]
) -> None:
    assert panels(visit(PAGE, first_rater=chosen))["pairs"]["view"]["cell"] == opens


def test_a_tap_opens_a_pair_and_another_one_chooses_a_cell(visit: Visit) -> None:
    pairs._open(("A", "B"), "", 0, 0)  # the diagonal opens nothing
    app = visit(PAGE)
    app.session_state[pairs.FIRST], app.session_state[pairs.SECOND] = "Ana", "Ben"
    app.session_state[pairs._CELL] = ("2", "1")
    app.run()
    assert panels(app)["observed"]["view"]["cell"] == [1, 0]


@pytest.mark.parametrize(
    ("order", "labels"),
    [
        ("table", ["Cy", "ann", "Ben"]),
        ("name", ["ann", "Ben", "Cy"]),
        ("similar", ["ann", "Cy", "Ben"]),
        ("size", ["Cy", "ann", "Ben"]),
    ],
)
def test_the_raters_have_an_order(visit: Visit, order: str, labels: list[str]) -> None:
    table = "Cy,ann,Ben;1,3,1;2,2,2;3,1,3;1,2,2;3,3,2"
    app = visit(PAGE, raters=table, raters_scale="", raters_order=order)
    assert panels(app)["pairs"]["view"]["labels"] == labels


def test_a_pair_opens_in_the_walkthrough(visit: Visit) -> None:
    app = visit(PAGE, first_rater="Ben", second_rater="Dan")
    app.button(key="walk-pair").click().run()
    assert not app.exception
    assert app.text_input(key="actual").value == "5,4,3,2,3,5,5,2"
    assert app.text_input(key="predicted").value == "2,5,1,4,3,5,5,2"
    assert app.text_input(key="categories").value == "1-5"
    assert "κ = 0.405" in app.sidebar.markdown[0].value
    assert panels(app)["observed"]["view"]["names"] == ["Ben", "Dan"]


def test_a_long_pair_opens_as_counts(visit: Visit) -> None:
    agreement = rater_agreement([[1, 2], [2, 2]] * 300)
    own = pairs._lesson(agreement, (0, 1), _lesson())
    assert pairs._example(agreement, (0, 1), own).counts == "0,300;0,300"


def _lesson() -> state.Lesson:
    source, _errors = state.read(state.DEFAULT)
    assert source is not None
    return state.lesson(source, None, "quadratic", None, None)


def test_what_is_undefined_is_a_dash_with_its_reason(visit: Visit) -> None:
    app = visit(PAGE, raters="A,B,C;1,2,;2,1,;,1,2;,2,2", raters_scale="")
    assert cells(app)[2] == cells(app)[6] == "–"
    assert line(app, "pairs", (0, 2)) == "A and C: These two raters have no item in common."
    app = visit(PAGE, raters="A,B,C;1,2,;2,1,", raters_scale="", first_rater="A", second_rater="C")
    assert not app.exception
    assert "These two raters have no item in common." in [info.value for info in app.info]
    assert "observed" not in panels(app)
    assert not [button for button in app.button if button.key == "walk-pair"]


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("3,3;3,3", "Each pair of raters gives"),
        ("1,,", "No item has ratings by two raters"),
    ],
)
def test_all_together_may_be_undefined(visit: Visit, table: str, reason: str) -> None:
    app = visit(PAGE, raters=table, raters_scale="")
    assert not app.exception
    assert "κ is **undefined**" in markdown(app)
    assert reason in markdown(app)
    assert "| Pooled kappa | – | – |" in markdown(app).replace("**", "")


def test_the_plain_mean_and_the_gaps_are_said(visit: Visit) -> None:
    said = markdown(visit(PAGE))
    assert "The plain mean of the cells is 0.5807, not 0.5750" in said
    assert "**4 ratings are missing.**" in said
    assert "8 of 12 items would be left, and κ would be 0.550." in said
    assert "Without Dan it would be 0.814." in said
    assert "With few items (12), intervals can be too narrow." in said.replace("\\", "")
    said = markdown(visit(PAGE, **link(ANXIETY)))
    assert "missing" not in said.partition("All pairs in one")[0]
    two = markdown(visit(PAGE, raters="1,1;2,2;3,2", raters_scale=""))
    assert "Here the plain mean is the same." in two
    assert "Without" not in two.partition("Each bar")[0]
    assert together.left_out(rater_agreement([[1, 1, 1], [2, 2, 2]])) == ""
    assert "No item has all ratings" in together.what_gaps_do(
        rater_agreement([[1, 2, None], [None, 2, 1]])
    )


def test_who_is_severe_and_who_is_erratic_is_named_by_place(visit: Visit) -> None:
    app = visit(PAGE)
    dots = trace(figure(app, "raters-apart"), "dots")
    summaries = FILMS.agreement().raters_summary
    assert dots["x"] == [one.bias for one in summaries]
    assert dots["y"] == [one.bias_spread for one in summaries]
    layout = figure(app, "raters-apart")["layout"]
    severe, _zero, _lenient = layout["xaxis"]["tickvals"]
    assert dots["x"][2] < severe < dots["x"][0]
    assert dots["y"][3] > layout["yaxis"]["tickvals"][1] > dots["y"][0]
    assert "| **Cleo**: severe | 12 | −0.81 | 0.57 | 0.740 | 0.556 |" in markdown(app)
    assert "| **Dan**: erratic | 8 | +0.21 | 1.62 | 0.370 | 0.814 |" in markdown(app)


def test_the_most_disputed_items_come_first(visit: Visit) -> None:
    app = visit(PAGE)
    spans, dots = figure(app, "disputed")["data"]
    summary = FILMS.agreement().items_summary
    most = summary.most_disputed.tolist()[:5]
    names = figure(app, "disputed")["layout"]["yaxis"]["ticktext"]
    assert names == [f"Item {at + 1}" for at in most]
    assert spans["x"][:2] == [1, 4]
    assert dots["text"][dots["y"].index(0)] == "Ana, Ben"
    said = "Item 1 alone causes 29% of all disagreement; these 5 together cause 85%."
    assert said in markdown(app)
    one = visit(PAGE, raters="1,1;2,2;3,1", raters_scale="")
    assert "Item 3 causes all of the disagreement." in markdown(one)
    none = visit(PAGE, raters="1,1;2,2", raters_scale="")
    assert "Nobody disagrees about any item." in markdown(none)


def test_raters_who_share_nothing_are_not_drawn(visit: Visit) -> None:
    app = visit(PAGE, raters="A,B,C;1,2,;2,1,;,,3", raters_scale="")
    assert trace(figure(app, "raters-apart"), "dots")["text"] == ["A", "B"]
    assert "| C | 1 | – | – | – |" in markdown(app)


def test_long_names_and_hostile_ones_stay_words(visit: Visit) -> None:
    names = ["<b>Anastasia Anastasia</b>", "[x](http://a.b)", "{row} | **x**"]
    table = ",".join(f'"{name}"' for name in names) + ";1,2,1;2,2,3;3,1,3"
    app = visit(PAGE, raters=table, raters_scale="", tables="true")
    assert not app.exception
    assert panels(app)["pairs"]["view"]["labels"] == names
    assert "**x**" not in markdown(app).replace("\\", "\\\\").partition("|")[0]
    text = trace(figure(app, "raters-apart"), "dots")["text"]
    assert text[0] == shortened(names[0]).replace("<", "&lt;").replace(">", "&gt;")


def test_an_example_is_picked_and_a_table_of_ones_own_is_named_so(visit: Visit) -> None:
    app = visit(PAGE)
    app.selectbox(key="raters-example").set_value("anxiety").run()
    assert app.text_area(key=RATERS).value == ratings.Texts.of(ANXIETY).table
    assert "Three raters say how anxious" in markdown(app)
    app.text_area(key=RATERS).set_value("1,1;2,2;2,").run()
    assert app.selectbox(key="raters-example").value == "own"
    assert "2 raters, 3 items, 6 categories, one missing rating" in markdown(app)


def test_an_edit_of_the_grid_is_an_edit_of_the_text(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = visit(PAGE, raters="A,B;1,2;2,;3,3", raters_scale="").session_state[RATERS_GRID]
    edits = {
        "edited_rows": {0: {"1": "3"}, 2: {"0": None}},
        "added_rows": [{"0": "1", "1": "x"}],
        "deleted_rows": [1],
    }
    session = {RATERS_GRID: grid, grid.key: edits}
    monkeypatch.setattr(editor.st, "session_state", session)
    editor._raters_edited(("A", "B"))
    assert session[RATERS] == "A,B;1,3;,3;1,x"
    assert session[RATERS_GRID].texts == (session[RATERS],)


def test_signs_that_nobody_sees_make_no_other_rating(visit: Visit) -> None:
    table = "none,mild;mild\u200b,mild;none,none"
    app = visit(PAGE, raters=table, raters_scale="none,mi\u2060ld")
    assert not app.error
    assert app.text_area(key=RATERS).value == table


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({"raters": "1,2;9,1"}, "9 is not one of the categories"),
        ({"raters": "1,2;2,1", "raters_scale": "1,1"}, "appears twice"),
        ({"raters": ",".join("12" * 21) + ";" + ",".join("21" * 21)}, "Up to 40 raters fit here"),
        ({"raters": "1,2;" * 501}, "Up to 500 items fit here, and these are 501."),
        ({"raters": "1,2;30,1", "raters_scale": "0-40"}, "Up to 20 categories fit here"),
        ({"raters": ";;;"}, "give at least one rating"),
    ],
)
def test_a_mistake_is_named_and_nothing_is_lost(
    visit: Visit, query: dict[str, str], says: str
) -> None:
    app = visit(PAGE, **query)
    assert not app.exception
    (error,) = app.error
    assert says in error.value.replace("\\", "")
    assert app.text_area(key=RATERS).value == query["raters"]
    assert "You see the last table that worked." in app.warning[0].value
    assert cells(app)[1] == "0.91"


def test_the_last_table_that_worked_stays_in_sight(visit: Visit) -> None:
    app = visit(PAGE, raters="1,1;2,3;3,3;1,2", raters_scale="1-3")
    before = cells(app)
    app.text_area(key=RATERS).set_value("1,1;2,3;3,3;1,7").run()
    assert cells(app) == before


def test_the_weights_are_the_readers_choice(visit: Visit) -> None:
    app = visit(PAGE, scheme="linear")
    pooled = FILMS.agreement("linear").pooled
    assert f"κ = **{kappa_text(pooled)}**" in markdown(app)
    assert "correlation" not in markdown(app)


def test_hidden_kappa_leaves_the_ratings_alone_in_sight(visit: Visit) -> None:
    app = visit(PAGE, hide_kappa="true")
    assert "**Guess first.**" in markdown(app)
    assert not [view for view in views(app) if view["panels"]]
    assert not figures(app)
    said = markdown(app)
    assert not any(kappa_text(k) in said for k in FILMS.agreement().coefficients.values())
    assert app.text_area(key=RATERS).value
    app.button(key="reveal-hide_kappa").click().run()
    assert cells(app)[1] == "0.91"


def test_a_presented_page_does_not_name_the_kappa_of_another_example(visit: Visit) -> None:
    app = visit(PAGE, present="true", hide_kappa="true")
    assert "κ = ?" not in markdown(app.main)
    app.button(key="reveal-next").click().run()
    assert "0.318" not in markdown(app.main)
