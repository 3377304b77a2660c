"""Guessing and solving in a room: the teacher’s controls, the phones and the board."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from classroom import activities
from classroom.activities import CHOICE, NUMBER, SENTENCE, Guess, Page, Solve, Task
from classroom.errors import RoomError
from classroom.rooms import CLOSED, OPEN, REVEALED, WAITING, Item
from classroom.store import Store
from qwk_app.frame import plan
from qwk_app.parts.live import given, next_activity, outcome, session
from qwk_app.parts.teaching import guide
from qwk_app.words import language
from qwk_core.teaching.examples import EXAMPLES
from qwk_core.teaching.exercises.catalogue import KINDS, LEVELS, exercise
from tests.app.pseudo import CODE, PSEUDO
from tests.app.reading import figure, markdown, panels
from tests.app.spoken import NAMES, unspoken
from tests.app.test_live import PAGE, away, button, join, open_room
from tests.apptest import Visit


@pytest.fixture(autouse=True)
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """Keep rooms in a new file, and look at them anew each time."""
    monkeypatch.setenv("QWK_DATABASE_URL", f"sqlite:///{tmp_path / 'rooms.db'}")
    monkeypatch.setattr("classroom.watch.EVERY", 0)
    st.cache_resource.clear()
    yield session.store()
    session.store().close()
    st.cache_resource.clear()


def send(app: AppTest) -> None:
    (found,) = (one for one in app.button if one.label in {"Send", "Send again"})
    found.click().run()
    assert not app.exception


def answer(app: AppTest) -> Any:
    """Return the field of the exercise."""
    (found,) = (one for one in app.text_input if str(one.key).startswith("answer-"))
    return found


def go_on(host: AppTest, kind: str, **fields: object) -> None:
    """Choose what the class does next."""
    host.selectbox(key=next_activity.KIND).set_value(kind).run()
    for key, value in fields.items():
        field = next(
            one
            for kind in ("selectbox", "text_input", "text_area", "button_group")
            for one in host.get(kind)
            if one.key == key.replace("_", "-")
        )
        field.set_value(value).run()
    button(host, "live-next-go")
    assert not host.exception


@pytest.mark.parametrize("before", next_activity.KINDS)
@pytest.mark.parametrize("kind", next_activity.KINDS)
def test_an_activity_begins_before_its_fields_are_drawn(
    visit: Visit, rooms: Store, before: str, kind: str
) -> None:
    """As a fast hand does: the choice and the press reach the server together."""
    host, code, _secret = open_room(visit)
    host.selectbox(key=next_activity.KIND).set_value(before).run()
    host.selectbox(key=next_activity.KIND).set_value(kind)
    button(host, "live-next-go")
    assert not host.exception
    begun = {
        next_activity.GUESS: Guess(example=EXAMPLES[0].key),
        next_activity.SOLVE: Solve("compute-kappa-1-1"),
        next_activity.LESSON: Page(plan.line(_first_lesson()[0])),
    }
    tasks = [one.task for one in session.look(code).activities]
    if kind == next_activity.ASK:
        assert tasks == []
        assert host.error[0].value
    else:
        assert tasks[0] == begun[kind]


def _first_lesson() -> plan.Plan:
    return guide.plan_of(guide.plan_sections()[0])


def test_a_class_guesses_talks_and_guesses_again(visit: Visit, rooms: Store) -> None:
    host, code, _secret = open_room(visit)
    ana, ben = (join(visit, code, name) for name in ("Ana", "Ben"))
    board = visit(PAGE, room=code, board="true")
    go_on(host, next_activity.GUESS)
    ana.run()
    assert "Something new comes" in ana.info[0].value
    assert not ana.slider
    button(host, "live-next")
    for app, value in ((ana, 0.7), (ben, 0.3)):
        app.run()
        app.slider[0].set_value(value)
        send(app)
        assert f"Saved: {value:.2f}" in markdown(app)
    send(ana)
    for app in (host, board):
        app.run()
        assert [metric.value for metric in app.metric] == ["2", "2 of 2"]
        assert "0.318" not in markdown(app)
    button(host, "live-next")
    ana.run()
    assert "Closed" in ana.info[0].value
    assert "0.318" not in markdown(ana)
    button(host, "live-next")
    board.run()
    assert "Near, at most 0.1 off: **1 of 2**." in markdown(board)
    drawn = figure(board, "live-dots")
    assert [len(trace["x"]) for trace in drawn["data"]] == [2, 0]
    assert drawn["layout"]["annotations"][0]["text"] == "<b>κ = 0.318</b>"
    ana.run()
    assert ana.title[0].value == "κ is 0.318"
    assert "Your reply: 0.70." in markdown(ana)
    button(host, "live-round")
    ana.run()
    assert ana.slider[0].value == 0.7  # as it was left
    ana.slider[0].set_value(0.35)
    send(ana)
    for _step in range(2):
        button(host, "live-next")
    board.run()
    assert "Before the discussion the middle guess was 0.50, and 1 of 2 were near." in markdown(
        board
    )
    assert [len(trace["x"]) for trace in figure(board, "live-dots")["data"]] == [1, 2]
    ana.run()
    assert "Before: 0.70. Now: 0.35." in markdown(ana)
    ben.run()
    assert "You sent nothing in this round." in ben.info[0].value
    # Back to the rating, which waits as it did.
    host.run()
    host.selectbox(key=f"{next_activity.ACTIVITY}-1").set_value(0).run()
    assert "The class is coming in." in markdown(host)
    button(host, "live-next")
    ana.run()
    assert ana.title[0].value == "1 of 10"
    assert not any(app.exception for app in (host, board, ana, ben))


def test_a_class_solves_and_no_mistake_is_told_before_the_reveal(
    visit: Visit, rooms: Store
) -> None:
    host, code, _secret = open_room(visit)
    people = [join(visit, code, name) for name in ("Ana", "Ben", "Cy")]
    go_on(host, next_activity.SOLVE, live_next_exercise="make coffee")
    assert "is not the name of an exercise" in host.error[0].value
    go_on(host, next_activity.SOLVE, live_next_exercise="Compute kappa 1 1")
    button(host, "live-next")
    for app, value in zip(people, ("x", "0.34", "7"), strict=True):
        app.run()
        answer(app).set_value(value)
        send(app)
    assert "is not a number" in people[0].error[0].value
    answer(people[0]).set_value("0,66")
    send(people[0])
    for app in people:
        assert not app.error
        assert "Saved: " in markdown(app)
        assert not [*app.info, *app.success]
    for _step in range(2):
        button(host, "live-next")
    assert "**1 of 3** are right." in markdown(host)
    names = figure(host, "live-bars")["data"][1]["text"]
    assert names == ["right", "forgot “1 −”", "something else"]
    assert figure(host, "live-bars")["data"][0]["x"] == [1, 1, 1]
    assert "κ is 1 minus that ratio" in markdown(host)
    for app, title in zip(people, ("Right", "Not yet", "Not yet"), strict=True):
        app.run()
        assert app.title[0].value == title
    assert "κ is 1 minus that ratio" in people[1].info[0].value


def test_a_question_of_ones_own(visit: Visit, rooms: Store) -> None:
    host, code, secret = open_room(visit)
    ana = join(visit, code, "Ana")
    go_on(
        host, next_activity.ASK, live_next_question="Which *one*?", live_next_reply=CHOICE,
        live_next_options="Apple\n<b>Pear</b>", live_next_truth="Plum",
    )  # fmt: skip
    assert "Choose one of the answers first" in host.error[0].value
    host.text_input(key=next_activity.TRUTH).set_value("Apple")
    button(host, "live-next-go")
    button(host, "live-next")
    ana.run()
    send(ana)
    assert "Choose one of the answers first" in ana.error[0].value
    ana.radio[0].set_value(1)
    send(ana)
    assert "Which \\*one\\*?" in markdown(ana)
    assert "Saved: \\<b\\>Pear" in markdown(ana)
    for _step in range(2):
        button(host, "live-next")
    drawn = figure(host, "live-bars")["data"]
    assert drawn[1]["text"] == ["Apple (right)", "&lt;b&gt;Pear&lt;/b&gt;"]
    ana.run()
    assert ana.title[0].value == "It is Apple"
    number = rooms.add(code, secret, [Guess(text="Why?", reply=SENTENCE)])
    rooms.set_phase(code, secret, OPEN, number)
    ana.run()
    ana.text_area[0].set_value("Because $x$ <b>")
    send(ana)
    for phase in (CLOSED, REVEALED):
        rooms.set_phase(code, secret, phase, number)
    host.run()
    assert "- Because \\$x\\$ \\<b\\>" in markdown(host)
    assert "Ana" not in markdown(host)


def taken(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Collect what is offered as files, by their keys."""
    files: dict[str, str] = {}

    def offer(_label: str, make: Callable[[], str], *_rest: str, key: str) -> None:
        files[key] = make()

    monkeypatch.setattr("qwk_app.shared.components.download", offer)
    return files


def test_all_replies_are_taken_along_and_names_only_where_they_are_shown(
    visit: Visit, rooms: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = taken(monkeypatch)
    host, code, secret = open_room(visit)
    (ana, ana_token), (_ben, ben_token) = (rooms.join(code, name) for name in ("Ana", "Ben"))
    given: list[tuple[Task, str, str]] = [
        (Guess(text="Which?", reply=CHOICE, options=("=1+1", "b")), "0", "1"),
        (Solve("count-observed-1-1"), '["1"]', '["2"]'),
        (Solve("which-higher-1-1"), '["0"]', '["1"]'),
    ]
    for task, first, second in given:
        number = rooms.add(code, secret, [task])
        rooms.set_phase(code, secret, OPEN, number)
        for token, value in ((ana_token, first), (ben_token, second)):
            rooms.reply(code, token, number, 1, value)
        rooms.set_phase(code, secret, CLOSED, number)
        host.run()
        files.clear()
        host.run()
        assert files.keys() == ({"live-replies-csv"} if number > 1 else set())
        rooms.set_phase(code, secret, REVEALED, number)
    host.run()
    rows = list(csv.reader(io.StringIO(files["live-replies-csv"])))
    assert [(row[0], row[1], row[4]) for row in rows[1:]] == [
        (str(number), kind, who)
        for number, kind in ((2, "guess"), (3, "solve"), (4, "solve"))
        for who in ("S1", "S2")
    ]
    assert [row[5] for row in rows[1:5]] == ["'=1+1", "b", "1", "2"]
    assert not rows[5][5].isdigit()  # what was chosen, and not its place
    rooms.show_names(code, secret, True)
    rooms.remove(code, secret, ana.number)
    host.run()
    rows = list(csv.reader(io.StringIO(files["live-replies-csv"])))
    assert {row[4] for row in rows[1:]} == {"Ben"}
    # Beside the ratings, while these are revealed.
    rooms.go_to(code, secret, 0)
    rooms.set_phase(code, secret, OPEN)
    rooms.answer(code, ben_token, 1, 0, 2)
    for phase in (CLOSED, REVEALED):
        rooms.set_phase(code, secret, phase)
    files.clear()
    host.run()
    assert {"live-csv", "live-replies-csv"} <= files.keys()
    board = visit(PAGE, room=code, board="true")
    files.clear()
    board.run()
    assert not files
    assert not board.exception


def test_a_reply_after_closing_says_so_and_counts_for_nothing(visit: Visit, rooms: Store) -> None:
    _host, code, secret = open_room(visit)
    number = rooms.add(code, secret, [Guess(example="petfinder")])
    rooms.set_phase(code, secret, OPEN, number)
    ana = join(visit, code, "Ana")
    rooms.set_phase(code, secret, CLOSED, number)
    send(ana)
    assert "Closed" in ana.info[0].value
    assert rooms.my_replies(code, ana.session_state["me"]) == {}


@pytest.mark.parametrize(
    ("task", "typed", "kept", "read"),
    [
        (Guess(example="petfinder"), 0.7, "0.7", "0.70"),
        (Guess(text="?", reply=NUMBER), "1/2", "0.5", "0.5"),
        (Guess(text="?", reply=CHOICE, options=("a", "b")), 1, "1", "b"),
        (Guess(text="?", reply=SENTENCE), "why  not", "why not", "why not"),
        (Solve("compute-kappa-1-1"), "0,66", '["0,66"]', "0,66"),
    ],
)
def test_a_reply_waits_for_a_store_that_is_away_and_is_saved_by_itself(
    visit: Visit,
    rooms: Store,
    monkeypatch: pytest.MonkeyPatch,
    task: Task,
    typed: Any,
    kept: str,
    read: str,
) -> None:
    monkeypatch.setattr(given, "_SHORTEST", 0)
    _host, code, secret = open_room(visit)
    number = rooms.add(code, secret, [task])
    rooms.set_phase(code, secret, OPEN, number)
    ana = join(visit, code, "Ana")
    token = ana.session_state["me"]
    with away(monkeypatch):
        field = next(
            one
            for kind in ("slider", "radio", "text_area", "text_input")
            for one in ana.get(kind)
            if str(one.key).startswith(("live-reply", "answer-"))
        )
        field.set_value(typed)
        send(ana)
        for _look in range(2):
            assert "Not saved yet" in ana.warning[0].value
            assert f"Your reply: {read}." in markdown(ana)
            assert "Saved:" not in markdown(ana)
            ana.run()
    assert rooms.my_replies(code, token) == {}
    ana.run()
    assert rooms.my_replies(code, token) == {(number, 1): kept}
    assert not ana.warning
    assert f"Saved: {read}" in markdown(ana)


def test_what_is_no_reply_is_said_while_the_store_is_away_and_what_came_too_late_as_well(
    visit: Visit, rooms: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _host, code, secret = open_room(visit)
    number = rooms.add(code, secret, [Guess(text="How many?", reply=NUMBER)])
    rooms.set_phase(code, secret, OPEN, number)
    ana = join(visit, code, "Ana")
    with away(monkeypatch):
        ana.text_input(key=f"live-reply-{number}-1").set_value("many")
        send(ana)
        assert "Type a number" in ana.error[0].value
        assert "Not saved yet" not in ana.warning[0].value
        ana.text_input(key=f"live-reply-{number}-1").set_value("4")
        send(ana)
        assert not ana.error
    rooms.set_phase(code, secret, CLOSED, number)
    ana.run()
    assert "nothing was changed" in ana.error[0].value
    assert "Closed" in ana.info[0].value
    assert rooms.my_replies(code, ana.session_state["me"]) == {}
    ana.run()
    assert not ana.error


def test_what_waits_goes_to_no_other_room(
    visit: Visit, rooms: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _host, code, secret = open_room(visit)
    rooms.set_phase(code, secret, OPEN)
    ana = join(visit, code, "Ana")
    with away(monkeypatch):
        button(ana, "live-1-0-2")
        assert ana.warning
    other, other_secret = rooms.open_room("clouds", (1, 2, 3), [Item("24:7", 0)])
    rooms.set_phase(other.code, other_secret, OPEN)
    _someone, token = rooms.join(other.code, "Ana")
    ana.session_state["room"], ana.session_state["me"] = other.code, token
    ana.run()
    assert not ana.warning
    assert rooms.mine(other.code, token) == {}


def test_every_mistake_in_a_number_has_a_name() -> None:
    made = [
        exercise(kind, level=level, seed=seed)
        for kind in KINDS
        for level in LEVELS
        for seed in range(1, 16)
    ]
    keys = {one.key for each in made if not each.options for one in each.mistakes}
    assert keys == set(outcome.MISTAKES)


TASKS: list[Task] = [
    Guess(example="petfinder"),
    Guess(text="?", reply=NUMBER, truth="3"),
    Guess(text="?", reply=CHOICE, options=("1", "2"), truth="1"),
    Solve("count-observed-1-1"),
    Solve("which-higher-1-1"),
]


def test_every_word_of_the_activities_is_translated(
    visit: Visit, rooms: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = language.language
    monkeypatch.setattr(language, "languages", lambda: {"en": "⟦English⟧", CODE: "⟦…⟧"})
    monkeypatch.setattr(language, "language", lambda code: PSEUDO if code == CODE else real(code))
    monkeypatch.setattr("tests.app.spoken.NAMES", NAMES | {"Ana"})
    monkeypatch.setattr("classroom.codes.new_code", lambda: "222333")
    room, secret = rooms.open_room("clouds", (1, 2), [Item("24:7", 0)])
    _someone, token = rooms.join(room.code, "Ana")

    def shows(*keys: dict[str, str]) -> None:
        for link in keys:
            app = visit(PAGE, lang=CODE, room=room.code, **link)
            assert not app.exception
            assert unspoken(app) == []

    host, me, board = {"host": secret}, {"me": token}, {"board": "true"}
    for task in TASKS:
        number = rooms.add(room.code, secret, [task])
        value = (
            activities.solved([str(one) for one in activities.exercise(task.exercise).right])
            if isinstance(task, Solve)
            else "1"
        )
        rooms.set_phase(room.code, secret, OPEN, number)
        rooms.reply(room.code, token, number, 1, value)
        rooms.set_phase(room.code, secret, CLOSED, number)
        rooms.next_round(room.code, secret, 1, number)
        rooms.reply(room.code, token, number, 2, value)
        shows(me, board)
        for phase in (CLOSED, REVEALED):
            rooms.set_phase(room.code, secret, phase, number)
        shows(me, host)
    lines = [plan.line(one) for one in guide.plan_of(guide.plan_sections()[0])]
    for at, line in enumerate(lines, start=number + 1):
        rooms.add(room.code, secret, [Page(line.replace("question=", "x="))])
        shows(me)
        rooms.set_phase(room.code, secret, REVEALED, at)
        shows(me, board)
    number = at
    rooms.add(room.code, secret, TASKS[:1])
    shows(me, host)
    rooms.set_phase(room.code, secret, OPEN, number + 1)
    rooms.set_phase(room.code, secret, CLOSED, number + 1)
    shows(me)


def test_the_pages_of_a_lesson_come_one_at_a_time_and_hide_what_they_hide(
    visit: Visit, rooms: Store
) -> None:
    host, code, _secret = open_room(visit)
    ana = join(visit, code, "Ana")
    go_on(host, next_activity.LESSON)
    listed = rooms.activities(code)
    assert len(listed) > 2
    assert [one.phase for one in listed[:2]] == [OPEN, WAITING]
    ana.run()
    for app in (ana, host):
        assert "Guess first" in markdown(app)
        assert "0.318" not in markdown(app)
        assert "?" in panels(app)["observed"]["texts"]  # the lesson hides a cell as well
    board = visit(PAGE, room=code, board="true")
    assert host.get("link_button")
    for app in (ana, board):  # on the page itself whoever opens it reveals what it hides
        assert not app.get("link_button")
    with pytest.raises(RoomError, match="no reply"):
        rooms.reply(code, ana.session_state["me"], 1, 1, "0.5")
    button(host, "live-next")
    ana.run()
    for app in (ana, host):
        assert "κ = 0.318" in markdown(app)
        assert "?" in panels(app)["observed"]["texts"]  # a page to come asks for the cell
    (way,) = ana.get("link_button")
    assert not {"hide_kappa", "me", "room"} & set(parse_qs(urlsplit(way.proto.url).query))
    button(host, "live-next")
    ana.run()
    assert set(panels(ana)) == {"weights"}
    assert panels(ana)["weights"]["texts"].count("?") == 2
    button(host, "live-earlier")
    ana.run()
    assert "κ = 0.318" in markdown(ana)  # as it was left
    assert not any(app.exception for app in (host, ana))


def test_a_link_that_is_no_lesson_is_refused(visit: Visit, rooms: Store) -> None:
    host, code, _secret = open_room(visit)
    host.selectbox(key=next_activity.KIND).set_value(next_activity.LESSON).run()
    host.selectbox(key=next_activity.PLAN).set_value(2).run()
    for text, says in (("", "not a lesson"), ("x" * 50, "not a lesson")):
        host.text_input(key=next_activity.LINK).set_value(text)
        button(host, "live-next-go")
        assert says in host.error[0].value
    assert rooms.activities(code) == ()


def test_phones_that_wait_say_that_the_teacher_is_away(
    visit: Visit, rooms: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, code, secret = open_room(visit)
    ana = join(visit, code, "Ana")
    assert not ana.warning
    monkeypatch.setattr("classroom.store.AWAY", -1)
    ana.run()
    assert "The teacher is away" in ana.warning[0].value
    rooms.set_phase(code, secret, OPEN)
    ana.run()
    assert not ana.warning  # who rates is not disturbed
    monkeypatch.undo()
    assert not host.exception
