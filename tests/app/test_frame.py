"""The frame around every page: one example for sidebar and page; a late click loses nothing."""

import re
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.frame import late
from qwk_app.frame.plan import Scene, encode
from qwk_app.frame.state import DEFAULT, Texts, read
from qwk_app.frame.steps import BY_STEM, STEPS, neighbours, walk_steps
from tests.app import acts
from tests.app.acts import LINKS, check_says, do, every_example, field, holds, link_of, page_text
from tests.app.reading import markdown, matrix_texts, panels, query, shared, sharing

PAGES = [step.stem for step in STEPS]
WITH_SIDEBAR = [step.stem for step in STEPS if not step.own]

# test_translated.py opens more links, in a language of brackets.
GOOD = {
    "one count": {"counts": "5"},
    "twenty categories": {"counts": ";".join([",".join(["1"] * 20)] * 20)},
    "five hundred items": {"actual": ",".join("0123" * 125), "predicted": ",".join("1123" * 125)},
    "labels that look like markup": {
        "actual": "<b>,$x$,**y**",
        "predicted": "$x$,$x$,<b>",
        "categories": "<b>,$x$,**y**,\\frac{1}",
    },
}
BAD = {name: (link_of(link), says) for name, (link, says) in LINKS["bad"].items()} | {
    # Streamlit itself drops a query beyond 524,288 characters.
    "half a million digits": ({"actual": "9" * 500_000}, "Actual, item 1"),
    "too many items": (
        dict.fromkeys(("actual", "predicted"), ",".join("1" * 501)),
        "Up to 500 items fit here, and these are 501",
    ),
}
# The overview opens all bad links. Every other page opens one: it gets the last good example.
BAD_VISITS = [
    *((PAGES[0], name) for name in BAD),
    *((page, "half typed") for page in WITH_SIDEBAR[1:]),
]


def heading(app, name=PAGES[0]):
    """Return the line above a page’s title. On all pages but the first, it is the second text."""
    return str(app.main.markdown[0 if name == PAGES[0] else 1].value)


# Every other page has its own tests with every example.
@every_example
def test_a_page_names_every_example(visit, item):
    app = visit(**query(Texts.of(item)))
    assert item.story in heading(app)
    assert f"**{item.title}**" in heading(acts.go(app, "kappa"), "kappa")
    assert app.selectbox(key="example").value == item.key


@pytest.mark.parametrize("link", GOOD.values(), ids=list(GOOD))
def test_every_page_teaches_whatever_is_asked(visit, link):
    app = visit(**link)
    for name in WITH_SIDEBAR:
        if name != PAGES[0]:
            acts.go(app, name)
        assert not app.error, name
        assert app.title[0].value, name


@pytest.mark.parametrize(("page", "name"), BAD_VISITS)
def test_a_bad_link_is_told_and_every_page_teaches(visit, page, name):
    link, says = BAD[name]
    app = visit(page, **link)
    # The error appears once, at the field. The page is faded, and says that its example is older.
    (error,) = app.error
    assert says in page_text(app.sidebar)
    assert error in list(app.sidebar.error)
    warning = app.warning[0].value
    assert "You see the last example that worked." in warning
    assert says not in warning.replace("\\", "").replace("\u2060", "")
    assert any(".st-key-page { opacity" in html.proto.body for html in app.get("html"))
    assert app.get("plotly_chart") or panels(app)


@pytest.mark.parametrize(("link", "raters"), LINKS["mistakes"]["named"])
def test_each_rater_with_a_mistake_is_named_and_nobody_else(visit, link, raters):
    app = visit("kappa", **link_of(link))
    assert [error.value.split()[0].rstrip(",") for error in app.error] == raters


@pytest.mark.parametrize("name", [stem for stem in PAGES if stem not in WITH_SIDEBAR])
def test_pages_with_own_ratings_keep_the_example_for_others(visit, name):
    link = {"predicted": "0,2,2", "scheme": "linear", "row": "1", "column": "2"}
    app = acts.go(visit(actual="0,1,2", **link), name)
    assert len(app.sidebar) == 0
    assert holds(acts.go(app, "kappa"), **link)


# -- the path through the pages --------------------------------------------------------------------


def test_learners_are_led_along_the_path_and_past_what_stands_beside_it():
    path, stem = ["overview"], "overview"
    while (after := neighbours(stem)[1]) is not None:
        assert neighbours(after.stem)[0] == BY_STEM[stem]
        stem = after.stem
        path.append(stem)
    assert path[1:6] == [*(step.stem for step in walk_steps()), "practice"]
    assert {BY_STEM[stem].section for stem in path[6:]} == {"More about κ"}
    assert [step.stem for step in STEPS if step.beside] == PAGES[len(path) :]
    assert all(neighbours(step.stem) == (None, None) for step in STEPS if step.beside)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_the_name_that_the_menu_shows_and_leads_on_and_back(visit, name):
    app, step = visit(name), BY_STEM[name]
    title = app.title[0].value
    if step.section and step.listed:
        assert title == step.question
    elif name != PAGES[0]:
        assert step.title.lower() in title.lower()
    # On a phone, the bottom of the screen shows the pages of the walk and marks the current one.
    marked = [html.proto.body for html in app.get("html") if "aria-current" in html.proto.body]
    expected = [] if step.section else [step.title]
    assert [re.sub("<[^>]+>", "", each) for each in marked] == expected
    links = {link.proto.label for link in app.get("page_link")}
    wanted = zip(("Back: ", "Next: "), neighbours(name), strict=True)
    assert {label for label in links if label.startswith(("Back: ", "Next: "))} == {
        way + other.title for way, other in wanted if other
    }


UNDO = "side-undo"


def test_what_was_changed_in_the_sidebar_is_undone_there(visit):
    app = visit("kappa")
    states = [{"predicted": DEFAULT.predicted, "scheme": "quadratic", "counts": None}]
    assert UNDO not in {button.key for button in app.button}
    for name, value in (
        ("predicted", "4,4,1,0,4,0,1,1,2,1"),
        ("scheme", "linear"),
        ("Example", "steps"),
        ("counts", "3,1;0,4"),
    ):
        do(app, (name, value))
        states.append({key: app.session_state[key] or None for key in states[0]})
    for before in states[-2::-1]:
        assert holds(do(app, UNDO), **before)
    assert UNDO not in {button.key for button in app.button}
    # After a mistake, the last example that worked comes back.
    do(app, ("predicted", "4,4,x"), UNDO)
    assert holds(app, **states[0])
    assert not app.error
    # What was typed is not lost to a click that comes with it.
    do(app, ("predicted", "4,4,1,0,4,0,1,1,2,2"))
    app.text_input(key="predicted").set_value("4,4,1,0,4,0,1,1,2,3")
    assert holds(app.button(key=UNDO).click().run(), predicted="4,4,1,0,4,0,1,1,2,3")
    # A scene of a lesson begins anew.
    do(app, ("predicted", "4,4,1,0,4,0,1,1,2,1"), ("plan", encode([Scene("kappa", {"row": "4"})])))
    assert UNDO not in {button.key for button in app.button}


def test_the_sidebar_begins_with_the_example_and_the_weights(visit):
    app = visit()
    keys = [key for key in (getattr(widget, "key", None) for widget in app.sidebar) if key]
    assert [key for key in keys if key in ("example", "scheme")] == ["example", "scheme"]
    assert [field.key for field in app.sidebar.text_input][:2] == ["actual", "predicted"]
    (folded,) = app.sidebar.expander
    assert {"categories", "counts"} <= {field.key for field in folded.text_input}
    check_says(app.sidebar, "κ = 0.318")
    check_says(visit(hide_kappa="true").sidebar, "κ = ?")


def test_an_edit_reaches_the_page_and_with_a_mistake_the_last_good_example_stays(visit):
    app = do(visit(), ("predicted", "[4 4 3 4 4 0 1 1 2 1]"))
    assert matrix_texts(app, "observed")[24] == "4"
    check_says(app.sidebar, "κ = 1.000")
    assert field(app, "Example").value == "own"
    shared = {"predicted": "4,4,3,4,4,0,1,1,2,2"}
    assert "was" not in page_text(visit(**shared).sidebar)  # who opens a link has changed nothing
    edited = do(visit(**shared), ("predicted", "4,4,3,4,4,0,1,1,2,0"))
    check_says(edited.sidebar, "was 0.977")
    # Its κ had other weights.
    assert "was" not in page_text(do(edited, ("scheme", "linear")).sidebar)
    assert "Ten pets" in heading(app)  # with other predictions now
    do(app, ("actual", "4 4 3 4 4 0 1 1 2 x"))
    assert holds(app, actual="4 4 3 4 4 0 1 1 2 x")  # nothing that was typed is lost
    assert matrix_texts(app, "observed")[24] == "4"
    assert not do(app, ("actual", "4 4 3 4 0 0 1 1 2 2")).error
    assert matrix_texts(app, "observed")[24] == "3"
    assert "Items: 10, each rated from 0" in heading(app)


def test_picking_an_example_fills_the_fields_and_start_over_empties_them(visit):
    app = do(visit(row="0", column="0", categories="0-9"), ("example", "one-to-five"))
    assert app.text_input(key="actual").value.startswith("1,1,1,1,1,2")
    assert holds(app, categories=None, row=None)
    app = visit(actual="1,2", predicted="2,1", scheme="linear", row="1", categories="1-3")
    do(app, "Start over")
    assert holds(app, actual=DEFAULT.actual, categories=None, row=None)
    check_says(app.sidebar, "κ = 0.318")


def test_counts_take_the_place_of_the_ratings_and_give_it_back(visit):
    app = do(visit(), ("example", "imbalanced-one"))
    assert not [field for field in app.text_input if field.key == "actual"]
    assert matrix_texts(app, "observed")[:4] == ["100,000", "0", "9", "1"]
    assert holds(do(app, ("counts", ""), ("categories", "")), actual=DEFAULT.actual)


def test_the_shared_link_opens_the_same_example_or_is_too_long_for_the_way(visit):
    link = {"actual": "1,2,2", "predicted": "2,1,2", "scheme": "linear", "row": "1", "column": "2"}
    assert shared(visit("weights", **link)) == ("weights", link)
    words = ",".join(["immeasurable"] * 400)
    app = visit(actual=words, predicted=words, categories="no,immeasurable")
    assert not app.error
    assert not sharing(app).code
    assert "too long for a link" in markdown(sharing(app))


@pytest.mark.parametrize(("link", "cell"), LINKS["cells"]["chosen"])
def test_the_costliest_cell_is_chosen_at_first(visit, link, cell):
    assert panels(visit(**link_of(link)))["observed"]["view"]["cell"] == cell


def test_a_mistake_is_said_of_the_field_that_made_it():
    for texts, field_ in (
        (replace(DEFAULT, categories="0-2"), "categories"),  # the ratings worked so far
        (replace(DEFAULT, actual="1,9", predicted="1,1", categories="0-2"), "actual"),
    ):
        source, errors = read(texts)
        assert source is None
        assert [*errors] == [field_]


def _page():
    import streamlit as st

    from qwk_app.frame import late

    fields = ("first", "second", "third")

    def put():
        late.put({"first": "2", "second": "2"}, fields)

    def put_one():
        late.put({"first": "3"}, fields)

    def other():
        late.catch_up(sure=True)

    late.begin()
    for key in fields:
        st.text_input(key, "1", key=key)
    st.button("put", key="put", on_click=put)
    st.button("put one", key="put-one", on_click=put_one)
    st.button("other", key="other", on_click=other)
    st.button("any", key="any")
    if st.button("half", key="half"):
        st.stop()  # as if the next request had interrupted this run
    late.end()


@pytest.fixture
def page():
    app = AppTest.from_function(_page).run()
    app.button(key="put").click().run()
    assert held(app) == "221"
    return app


def held(app):
    return "".join(str(field.value) for field in app.text_input)


def bring(app, held):
    """Put these values into the next request, one character for each field."""
    for one, value in zip(app.text_input, held, strict=True):
        if one.value != value:
            one.set_value(value)
    return app


@pytest.mark.parametrize("requests", LINKS["late"].values(), ids=LINKS["late"])
def test_a_request_may_be_late(page, requests):
    for brought, button, after in requests:
        bring(page, brought)
        (page.button(key=button).click() if button else page).run()
        assert held(page) == after


def test_an_interrupted_run_has_sent_nothing(page):
    bring(page, "111")
    page.button(key="put-one").click()
    page.button(key="half").click().run()
    page.run()  # the run begins again, with the values that were put
    assert held(bring(page, "111").run()) == "321"


def test_back_and_forward_bring_the_address(page, monkeypatch):
    monkeypatch.setattr(late, "is_history_navigation", lambda: True)
    assert held(bring(page, "111").run()) == "111"
    monkeypatch.setattr(late, "is_history_navigation", lambda: False)
    page.button(key="other").click().run()
    assert held(page) == "111"


# -- The app -------------------------------------------------------------------------------------

FIELDS = ("actual", "predicted", "row", "column")


def fields(app):
    return [*(app.session_state[key] for key in FIELDS), field(app, "Example").value]


@pytest.mark.parametrize("act", ["do-add", ("Example", "steps")], ids=str)
def test_an_edit_and_an_example_stay_at_the_next_click(visit, act):
    app = visit("what_if", row="4", column="0")
    before = fields(app)
    after = fields(do(app, act))
    for key, value in zip(FIELDS, before, strict=False):
        field(app, key).set_value(value)
    if act != "do-add":  # an edit gives the field of the example another key
        field(app, "Example").set_value(before[-1])
    do(app, ("tables", True))
    assert fields(app) == after


def test_the_name_of_an_edited_example_is_nobodys_pick_but_can_be_picked_again(visit):
    """Who edits and clicks at once sends the name again, under the earlier key of the field."""
    app = visit("what_if", row="4", column="0")
    before = fields(app)
    assert field(do(app, "do-add"), "Example").key != "example"
    assert fields(do(app, "undo")) == before
    do(app, "do-add", ("Example", before[-1]))
    assert fields(app) == [*before[:2], None, None, before[-1]]
