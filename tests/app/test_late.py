"""A click before the browser knows the new values of fields loses nothing."""

import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.frame import late
from tests.app.acts import do, field


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


# Each request: its values, the clicked button (none: the reader typed), and the fields afterwards.
# At first, the fields contain 221, set by a callback; the browser still has 111.
ANY, OTHER, ONE, HALF = "any", "other", "put-one", "half"
REQUESTS = {
    "what was put stays": [("111", ANY, "221"), ("111", ANY, "221")],
    "it stays after another callback": [("111", OTHER, "221"), ("111", OTHER, "221")],
    "one field is the reader's own": [("121", "", "121"), ("111", "", "111")],
    "it is late if the reader did something else": [
        ("121", OTHER, "221"),
        ("111", ONE, "321"),
        *((brought, OTHER, "321") for brought in ("111", "221", "311", "211")),
    ],
    "the browser knows what it has sent once": [("221", ANY, "221"), ("111", ANY, "111")],
    "it knows no more than that": [
        ("221", ONE, "321"),
        ("221", OTHER, "321"),
        ("321", OTHER, "321"),
        ("221", OTHER, "221"),
    ],
    "two that are put at once stay both": [("111", ONE, "321")],
    "other texts are the reader's own": [("291", "", "291"), ("111", "", "111")],
    "what the reader changed meanwhile stays": [
        ("119", "", "229"),
        ("119", ANY, "229"),
        ("829", "", "829"),
    ],
}


@pytest.mark.parametrize("requests", REQUESTS.values(), ids=REQUESTS)
def test_a_request_may_be_late(page, requests):
    for brought, button, after in requests:
        bring(page, brought)
        (page.button(key=button).click() if button else page).run()
        assert held(page) == after


def test_an_interrupted_run_has_sent_nothing(page):
    bring(page, "111")
    page.button(key=ONE).click()
    page.button(key=HALF).click().run()
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
