"""Many raters: pairs, all raters, each rater, each item; and the same for data of one's own."""

import pytest

from qwk_app.figures.common import shortened
from qwk_app.frame import editor
from qwk_app.frame.state import RATERS
from qwk_app.parts.many_raters import pairs, ratings, together
from qwk_app.report import rows, settings
from qwk_app.shared import matrices
from qwk_app.words.numbers import kappa_text
from qwk_app.your_data import recognised
from qwk_core.statistics.raters import rater_agreement
from qwk_core.study.interval_choice import INTERVALS, OF_MANY
from qwk_core.study.study import Study
from qwk_core.study.texts import TEXTS
from qwk_core.teaching.rater_examples import RATER_EXAMPLES
from tests.app.acts import LINKS, NOT, check_says, do, field, link_of, page_text
from tests.app.reading import line, matrix_texts, panels, plots, trace, views
from tests.app.test_from_file import MADE
from tests.app.test_your_data import paste, upload

PAGE = "many_raters"
FILMS, ANXIETY = RATER_EXAMPLES


def table(text, **more):
    """Return the link of a table of ratings, on the scale that it uses."""
    return {"raters": text, "raters_scale": "", **more}


def link(example):
    texts = ratings.Texts.of(example)
    return table(texts.table, raters_scale=texts.scale)


def opened(app):
    """Return the pair whose matrices are shown."""
    return panels(app)["pairs"]["view"]["cell"]


@pytest.mark.parametrize("example", RATER_EXAMPLES, ids=lambda example: example.key)
def test_every_example_shows_pairs_and_coefficients(visit, example):
    app, agreement = visit(PAGE, **link(example)), example.agreement()
    assert not app.error
    raters, shown = example.raters, iter(matrix_texts(app, "pairs"))
    assert panels(app)["pairs"]["view"]["labels"] == list(raters)
    for row, first in enumerate(raters):
        for column, second in enumerate(raters):
            kappa, n = agreement.pairs[row, column], agreement.pair_counts[row, column]
            assert next(shown) == ("" if row == column else kappa_text(kappa, 2))
            assert line(app, "pairs", (row, column)) == (
                f"{first}: {n} ratings"
                if row == column
                else f"{first} and {second}: κ = {kappa_text(kappa)}, on {n} common items"
            )
    check_says(app, f"κ = {kappa_text(agreement.pooled)}")
    check_says(app, NOT * (agreement.table.n_missing == 0) + "ratings are missing")
    study = Study(agreement.table)
    sure = study.coefficient_intervals
    for name, value in agreement.coefficients.items():
        title, differs, when = (
            TEXTS[kind][name] for kind in ("coefficient", "differs", "reported")
        )
        check_says(app, f"| {title} | {kappa_text(value)} | {rows.ends(study, sure[name])} |")
        check_says(app, f"{title}. {differs} Report it when: {when}".replace("*", ""))
    bars, names = plots(app)["pooled"]["data"]
    assert sum(bars["width"]) == pytest.approx(1)
    area = sum(w * k for w, k in zip(bars["width"], bars["y"], strict=True))
    assert area == pytest.approx(agreement.pooled)
    assert plots(app)["pooled"]["layout"]["shapes"][0]["y0"] == pytest.approx(agreement.pooled)
    assert bars["y"] == sorted(bars["y"], reverse=True)
    assert len(names["text"]) == len(bars["y"])


@pytest.mark.parametrize(("page", "link"), LINKS["many_raters"]["grids"])
def test_an_empty_cell_of_a_grid_is_the_same_in_every_language(visit, page, link):
    app = visit(page, state={"as-table": True}, **link_of(link))
    grids = [one.proto for one in app.dataframe]
    assert {one.placeholder for one in grids if one.editing_mode != one.READ_ONLY} == {"–"}


def test_the_first_example_opens_with_who_and_what_differs_most(visit):
    app = visit(PAGE)
    assert opened(app) == [2, 3]  # the pair that agrees least, with its own matrices
    panel = panels(app)["observed"]
    walk = FILMS.agreement().walk("Cleo", "Dan")
    assert panel["view"]["names"] == ["Cleo", "Dan"]
    assert panel["texts"] == [str(n) for n in walk.observed.ravel().tolist()]
    assert panel["view"]["line"]["templates"][0].startswith("Cleo {row}, Dan {column}: ")
    assert "at Cleo " in panel["alt"]
    # Who is severe and who is erratic is named by place.
    drawn = plots(app)["raters-apart"]
    dots, layout = trace(drawn, "dots"), drawn["layout"]
    summaries = FILMS.agreement().raters_summary
    assert dots["x"] == [one.bias for one in summaries]
    assert dots["y"] == [one.bias_spread for one in summaries]
    severe, _zero, _lenient = layout["xaxis"]["tickvals"]
    assert dots["x"][2] < severe < dots["x"][0]
    assert dots["y"][3] > layout["yaxis"]["tickvals"][1] > dots["y"][0]
    # The most disputed items come first.
    spans, dots = plots(app)["disputed"]["data"]
    most = FILMS.agreement().items_summary.most_disputed.tolist()[:5]
    names = plots(app)["disputed"]["layout"]["yaxis"]["ticktext"]
    assert names == [f"Item {at + 1}" for at in most]
    assert spans["x"][:2] == [1, 4]
    assert dots["text"][dots["y"].index(0)] == "Ana, Ben"


@pytest.mark.parametrize(("query", "opens"), LINKS["many_raters"]["opens"])
def test_a_link_opens_a_pair(visit, query, opens):
    assert opened(visit(PAGE, **link_of(query))) == opens


def test_lists_choose_another_pair_and_a_tap_a_cell_of_it(visit):
    app = do(visit(PAGE, first_rater="Ana"), ("second_rater", "Ben"))
    assert opened(app) == [0, 1]
    pairs._open(("A", "B"), "", 0, 0)  # a click on the diagonal has no effect
    app.session_state[matrices.CELL.format(pairs.OF_PAIR)] = ("2", "1")
    assert panels(app.run())["observed"]["view"]["cell"] == [1, 0]


def test_a_thin_cell_is_paler_than_a_full_one(visit):
    rows = "1,1;2,2;3,3;4,4;5,5;"
    found = [panels(visit(PAGE, **table("A,B;" + rows * n)))["pairs"] for n in (4, 1)]
    full, thin = found
    assert full["texts"] == thin["texts"]
    assert full["shades"] != thin["shades"]
    pale = "Faint: fewer than 10 common items."
    assert [pale in each["view"]["note"] for each in found] == [False, True]


@pytest.mark.parametrize(("order", "labels"), LINKS["many_raters"]["orders"])
def test_the_raters_have_an_order(visit, order, labels):
    rows = table("Cy,ann,Ben;1,3,1;2,2,2;3,1,3;1,2,2;3,3,2", raters_order=order)
    assert panels(visit(PAGE, **rows))["pairs"]["view"]["labels"] == labels


def test_a_pair_opens_in_the_walkthrough_and_a_long_one_as_counts(visit):
    app = do(visit(PAGE, first_rater="Ben", second_rater="Dan"), "walk-pair")
    assert app.text_input(key="actual").value == "5,4,3,2,3,5,5,2"
    assert app.text_input(key="predicted").value == "2,5,1,4,3,5,5,2"
    assert app.text_input(key="categories").value == "1-5"
    assert "κ = 0.405" in app.sidebar.markdown[0].value
    assert panels(app)["observed"]["view"]["names"] == ["Ben", "Dan"]
    agreement = rater_agreement([[1, 2], [2, 2]] * 300)
    assert pairs._example(agreement, (0, 1)).counts == "0,300;0,300"


def test_what_is_undefined_is_a_dash_with_its_reason(visit):
    app = visit(PAGE, **table("A,B,C;1,2,;2,1,;,1,2;,2,2"))
    assert matrix_texts(app, "pairs")[2] == matrix_texts(app, "pairs")[6] == "–"
    assert line(app, "pairs", (0, 2)) == "A and C: These two raters have no item in common."
    app = visit(PAGE, **table("A,B,C;1,2,;2,1,", first_rater="A", second_rater="C"))
    assert "observed" not in panels(app)
    assert not [button for button in app.button if button.key == "walk-pair"]
    shares_nothing = visit(PAGE, **table("A,B,C;1,2,;2,1,;,,3"))
    assert trace(plots(shares_nothing)["raters-apart"], "dots")["text"] == ["A", "B"]
    assert together.left_out(rater_agreement([[1, 1, 1], [2, 2, 2]])) == ""
    gaps = together.gaps_sentence(rater_agreement([[1, 2, None], [None, 2, 1]]))
    assert "No item has all ratings" in gaps


def test_long_names_and_hostile_ones_stay_words(visit):
    names = ["<b>Anastasia Anastasia</b>", "[x](http://a.b)", "{row} | **x**"]
    rows = ",".join(f'"{name}"' for name in names) + ";1,2,1;2,2,3;3,1,3"
    app = visit(PAGE, **table(rows, tables="true"))
    assert panels(app)["pairs"]["view"]["labels"] == names
    text = trace(plots(app)["raters-apart"], "dots")["text"]
    assert text[0] == shortened(names[0]).replace("<", "&lt;").replace(">", "&gt;")


def test_an_example_is_picked_and_a_table_of_ones_own_is_named_so(visit):
    app = do(visit(PAGE), ("raters-example", "anxiety"))
    assert app.text_area(key=RATERS).value == ratings.Texts.of(ANXIETY).table
    check_says(app, "Three raters say how anxious")
    do(app, (RATERS, "1,1;2,2;2,"))
    assert field(app, "Example").value == "own"
    check_says(app, "2 raters, 3 items, 6 categories, one missing rating")


def test_an_edit_of_the_grid_edits_the_text(visit, monkeypatch):
    grid = visit(PAGE, **table("A,B;1,2;2,;3,3")).session_state["_raters_grid"]
    edits = {
        "edited_rows": {0: {"1": "3"}, 2: {"0": None}},
        "added_rows": [{"0": "1", "1": "x"}],
        "deleted_rows": [1],
    }
    session = {"_raters_grid": grid, grid.key: edits}
    monkeypatch.setattr(editor.st, "session_state", session)
    editor._raters_edited(("A", "B"))
    assert session[RATERS] == "A,B;1,3;,3;1,x"
    assert session["_raters_grid"].texts == (session[RATERS],)


def test_signs_that_nobody_sees_make_no_other_rating(visit):
    rows = "none,mild;mild\u200b,mild;none,none"
    app = visit(PAGE, raters=rows, raters_scale="none,mi\u2060ld")
    assert not app.error
    assert app.text_area(key=RATERS).value == rows


@pytest.mark.parametrize(
    ("query", "message"),
    [
        *LINKS["many_raters"]["mistakes"],
        ("raters=" + ",".join("12" * 21) + ";" + ",".join("21" * 21), "Up to 40 raters fit here"),
        ("raters=" + "1,2;" * 501, "Up to 500 items fit here, and these are 501."),
    ],
    ids=lambda text: text[:40],
)
def test_a_mistake_is_named(visit, query, message):
    query = link_of(query)
    app = visit(PAGE, **query)
    assert len(app.error) == 1
    check_says(app, message, "You see the last table that worked.")
    assert app.text_area(key=RATERS).value == query["raters"]
    assert matrix_texts(app, "pairs")[1] == "0.91"


def test_the_last_table_that_worked_stays_in_sight(visit):
    app = visit(PAGE, raters="1,1;2,3;3,3;1,2", raters_scale="1-3")
    before = matrix_texts(app, "pairs")
    assert matrix_texts(do(app, (RATERS, "1,1;2,3;3,3;1,7")), "pairs") == before


def test_hidden_kappa_leaves_the_ratings_alone_in_sight(visit):
    app = visit(PAGE, hide_kappa="true")
    check_says(app, "Guess first.")
    assert not [view for view in views(app) if view["panels"]]
    assert not plots(app)
    assert not any(kappa_text(k) in page_text(app) for k in FILMS.agreement().coefficients.values())
    assert app.text_area(key=RATERS).value
    assert matrix_texts(do(app, "reveal-hide_kappa"), "pairs")[1] == "0.91"
    presented = do(visit(PAGE, present="true", hide_kappa="true"), "reveal-next")
    check_says(presented, NOT + "0.318")


WIDE, LONG = MADE["films"], MADE["films, a rating a row"]


def all_together(app, text):
    return do(paste(app, text), "All 4 together")


def test_the_interval_and_the_pair_of_many_raters_are_chosen_and_stay_out_of_the_link(page):
    app = all_together(page, WIDE)
    assert list(app.selectbox(key=settings.INTERVAL).options) == [INTERVALS[one] for one in OF_MANY]
    do(app, (settings.INTERVAL, "bootstrap"), (settings.N_DRAWS, 300))
    check_says(app, "by the percentiles of 300 bootstrap samples of the items, seed 1")
    do(app, ("First rater", "Ana"), ("Second rater", "Ben"))
    assert panels(app)["pairs"]["view"]["cell"] == [0, 1]
    assert not {"first_rater", "second_rater", "raters", "raters_order"} & set(app.query_params)


def test_two_raters_are_not_asked_about(page):
    app = paste(page, "a\tb\n" + "1\t2\n2\t2\n3\t1\n" * 3)
    assert not [one for one in app.button_group if "may be compared" in one.label]
    check_says(app, "The first row was read as names.")
    check_says(paste(page, "1\t2\n2\t2\n3\t1"), "not: was read as names")


@pytest.mark.parametrize(
    ("text", "recipes", "command"),
    [
        (WIDE, ["SQL", "Dask", "Spark"], "--raters=" + ",".join(FILMS.raters)),
        (LONG, ["SQL", "Spark"], "--item=film --rater=rater --rating=stars"),
    ],
    ids=["one item per row", "a rating"],
)
def test_queries_count_the_pairs_where_the_data_are(page, text, recipes, command):
    app = do(upload(page, text.encode()), "All 4 together")
    assert command in app.code[0].value
    for name in recipes:
        do(app, ("Count with", name))
        assert "first_rater" in app.code[0].value


@pytest.mark.parametrize("text", [WIDE, LONG], ids=["items", "ratings"])
def test_the_command_compares_large_files(page, monkeypatch, text):
    monkeypatch.setattr(recognised, "_MOST_BYTES", 10)
    do(paste(page, text), "Ana and Ben")
    command = "--item=film" if text == LONG else "--raters=Ana,Ben,Cleo,Dan"
    assert any(command in code.value for code in page.main.code)
