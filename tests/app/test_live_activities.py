"""Guessing and solving in a room: the teacher’s controls, the phones and the board."""

import csv
import io
from itertools import pairwise, product

import pytest

from classroom.activities import CHOICE, NUMBER, SENTENCE, Guess, Page, Solve
from classroom.errors import RoomError
from classroom.rooms import CLOSED, OPEN, REVEALED, WAITING, Item
from qwk_app.frame import plan
from qwk_app.parts.live import next_activity, session, submitted
from qwk_app.parts.teaching import guide
from qwk_core.teaching.examples import EXAMPLES
from qwk_core.teaching.exercises.catalogue import KINDS, LEVELS, exercise
from qwk_core.teaching.exercises.words import MISTAKES
from tests.app.acts import NOT, check_says, do
from tests.app.live import PAGE, away, check_words, join, open_room
from tests.app.reading import markdown, matrix_texts, opened_by, panels, plots
from tests.app.test_teaching import everything
from tests.classroom.course import begun

pytestmark = pytest.mark.usefixtures("rooms")


def reply_field(app):
    """Return the field of the reply."""
    kinds = ("select_slider", "radio", "text_area", "text_input")
    fields = [one for kind in kinds for one in app.get(kind)]
    (found,) = (one for one in fields if str(one.key).startswith(("live-reply", "answer-")))
    return found


def give(app, value):
    """Fill in a reply, and send it."""
    reply_field(app.run()).set_value(value)
    return do(app, "Send")


def go_on(host, kind, *fields):
    """Choose the next activity."""
    do(host, (next_activity.KIND, kind), *fields, "live-next-go")


PETS = Guess(example="petfinder")
IN_TURN = [*pairwise([*next_activity.KINDS, next_activity.GUESS])]


@pytest.mark.parametrize(("before", "kind"), IN_TURN)
def test_an_activity_begins_before_its_fields(visit, rooms, before, kind):
    """A fast teacher's choice and click reach the server in one request."""
    host, course = open_room(visit)
    do(host, (next_activity.KIND, before))
    host.selectbox(key=next_activity.KIND).set_value(kind)
    do(host, "live-next-go")
    begun = {
        next_activity.GUESS: Guess(example=EXAMPLES[0].key),
        next_activity.SOLVE: Solve("compute-kappa-1-1"),
        next_activity.LESSON: Page(plan.line(guide.plan_of(guide.plan_sections()[0])[0])),
    }
    tasks = [one.task for one in session.look(course.code).activities]
    if kind == next_activity.ASK:
        assert tasks == []
        assert host.error[0].value
    else:
        assert tasks[0] == begun[kind]


def test_a_class_guesses_talks_and_guesses_again(visit, rooms):
    host, course = open_room(visit)
    ana, ben = (join(visit, course.code, name) for name in ("Ana", "Ben"))
    board = visit(PAGE, room=course.code, board="true")
    go_on(host, next_activity.GUESS)
    check_says(ana.run(), "Something new comes")
    assert not ana.select_slider
    do(host, "live-next")
    assert reply_field(ana.run()).value is None  # a kappa that is proposed would be sent by many
    check_says(do(ana, "Send"), "Move the slider first.", NOT + "Saved")
    for app, value in ((ana, 0.7), (ben, 0.3)):
        check_says(give(app, value), f"Saved: {value:.2f}")
    do(ana, "Send")
    for app in (host, board):
        assert [metric.value for metric in app.run().metric][:2] == ["2", "2 of 2"]
        check_says(app, NOT + "0.318")
    do(host, "live-next")
    check_says(ana.run(), "Closed", NOT + "0.318")
    do(host, "live-next")
    check_says(board.run(), "Near, at most 0.1 off: 1 of 2.")
    drawn = plots(board)["live-dots"]
    assert [list(trace["x"]) for trace in drawn["data"]] == [[0.3, 0.7], []]
    assert drawn["layout"]["annotations"][0]["text"] == "<b>κ = 0.318</b>"
    why = "They agree on 70% of all items. With shuffled ratings it would be 24%."
    check_says(board, why)
    check_says(ana.run(), "κ is 0.318", "Your reply: 0.70.", why)
    do(host, "live-round")
    assert reply_field(ana.run()).value == 0.7  # the reply of the first round
    give(ana, 0.35)
    do(host, "live-next", "live-next")
    before = "Before the discussion the middle guess was 0.50, and 1 of 2 were near."
    check_says(board.run(), before)
    assert [len(trace["x"]) for trace in plots(board)["live-dots"]["data"]] == [1, 2]
    check_says(ana.run(), "Before: 0.70. Now: 0.35.")
    check_says(ben.run(), "You sent nothing in this round.")
    # A button leads back to the rating. A field would keep its value: a late click would send this
    # value again, and lead back a second time.
    assert not [one for one in host.selectbox if str(one.key).startswith(next_activity.ACTIVITY)]
    check_says(do(host.run(), f"{next_activity.ACTIVITY}-0"), "The class is coming in.")
    do(host, "live-next")
    check_says(ana.run(), "1 of 10")


def test_a_class_solves_and_mistakes_are_told_with_the_reveal(visit, rooms):
    host, course = open_room(visit)
    people = [join(visit, course.code, name) for name in ("Ana", "Ben", "Cy")]
    go_on(host, next_activity.SOLVE, (next_activity.EXERCISE, "make coffee"))
    check_says(host, "is not the name of an exercise")
    go_on(host, next_activity.SOLVE, (next_activity.EXERCISE, "Compute kappa 1 1"))
    do(host, "live-next")
    mistake = "κ is 1 minus that ratio"
    for app, value in zip(people, ("x", "0.34", "7"), strict=True):
        give(app, value)
    check_says(people[0], "is not a number")
    give(people[0], "0,66")
    for app in people:
        assert not [*app.error, *app.info, *app.success]
        check_says(app, "Saved: ")
        assert mistake not in everything(app)
    check_says(do(host, "live-next", "live-next"), "1 of 3 are right.", mistake)
    bars, names = plots(host)["live-bars"]["data"]
    assert names["text"] == ["right", "forgot “1 −”", "something else"]
    assert bars["x"] == [1, 1, 1]
    for app, title in zip(people, ("Right", "Not yet", "Not yet"), strict=True):
        assert app.run().title[0].value == title
    check_says(people[1], mistake)


def test_a_question_of_ones_own(visit, rooms):
    host, course = open_room(visit)
    ana = join(visit, course.code)
    go_on(
        host,
        next_activity.ASK,
        (next_activity.QUESTION, "Which *one*?"),
        (next_activity.REPLY, CHOICE),
        (next_activity.OPTIONS, "Apple\n<b>Pear</b>"),
        (next_activity.TRUTH, "Plum"),
    )
    first = "Choose one of the answers first"
    check_says(host, first)
    do(host, (next_activity.TRUTH, "Apple"), "live-next-go", "live-next")
    check_says(do(ana.run(), "Send"), first)
    give(ana, 1)
    for shown in ("Which \\*one\\*?", "Saved: \\<b\\>Pear"):
        assert shown in markdown(ana)
    do(host, "live-next", "live-next")
    drawn = plots(host)["live-bars"]["data"]
    assert drawn[1]["text"] == ["Apple (right)", "&lt;b&gt;Pear&lt;/b&gt;"]
    assert ana.run().title[0].value == "It is Apple"
    number = course.ask(Guess(text="Why?", reply=SENTENCE))
    give(ana, "Because $x$ <b>")
    course.go(CLOSED, REVEALED, activity=number)
    assert "- Because \\$x\\$ \\<b\\>" in markdown(host.run())
    assert "Ana" not in markdown(host)


def test_replies_are_taken_along_once_revealed_and_names_only_where_they_are_shown(
    visit, rooms, monkeypatch
):
    files = {}
    monkeypatch.setattr(
        "qwk_app.shared.components.download",
        lambda _label, make, *_rest, key: files.update({key: make()}),
    )

    def taken(app):
        files.clear()
        assert not app.run().exception
        return dict(files)

    host, course = open_room(visit)
    course.join("Ana")
    number = course.ask(Solve("which-higher-1-1"))
    course.reply("Ana", number, '["0"]')
    assert not taken(host)
    course.go(CLOSED, REVEALED, activity=number)
    (row,) = list(csv.reader(io.StringIO(taken(host)["live-replies-csv"])))[1:]
    assert row[:2] == ["2", "solve"]
    assert row[4] == "S1"
    assert not row[5].isdigit()  # the chosen option, not its position
    rooms.show_names(course.code, course.secret, True)
    assert "Ana" in taken(host)["live-replies-csv"]
    # While the ratings are revealed, both downloads are there.
    rooms.go_to(course.code, course.secret, 0)
    course.go(OPEN)
    course.tap("Ana", 0, 2)
    course.go(CLOSED, REVEALED)
    assert {"live-csv", "live-replies-csv"} <= taken(host).keys()
    assert not taken(visit(PAGE, room=course.code, board="true"))


def test_a_pupil_called_gold_is_no_reference(visit, rooms, monkeypatch):
    studies = []
    monkeypatch.setattr("qwk_app.parts.live.downloads.files.section", studies.append)
    host, course = open_room(visit)
    course.go(OPEN)
    course.join("Gold", "Ann", "Ben")
    for name, item in product(course.people, range(2)):
        course.tap(name, item, item)
    rooms.show_names(course.code, course.secret, True)
    course.go(CLOSED, REVEALED)
    host.run()
    assert {"Gold", "Ann", "Ben"} <= {*studies[-1].raters}
    assert studies[-1].roles == "equal"


@pytest.mark.parametrize(
    ("task", "typed", "kept", "read"),
    [
        (PETS, 0.7, "0.7", "0.70"),
        (Guess(text="?", reply=NUMBER), "0,5", "0.5", "0.5"),
        (Guess(text="?", reply=CHOICE, options=("a", "<b>")), 1, "1", "<b>"),
        (Guess(text="?", reply=SENTENCE), "why not", "why not", "why not"),
        (Solve("compute-kappa-1-1"), "0,66", '["0,66"]', "0,66"),
    ],
)
def test_a_reply_waits_for_a_store_that_is_away_and_is_saved_by_itself(
    visit, rooms, monkeypatch, task, typed, kept, read
):
    monkeypatch.setattr(submitted, "_SHORTEST", 0)
    _host, course = open_room(visit)
    number = course.ask(task)
    ana = join(visit, course.code)
    token = ana.session_state["me"]
    with away(monkeypatch):
        give(ana, typed)
        for _look in range(2):
            check_says(ana, "Not saved yet", f"Your reply: {read}.", NOT + "Saved:")
            ana.run()
    assert rooms.mine(course.code, token) == {}
    ana.run()
    assert rooms.mine(course.code, token) == {(number, 1, 0): kept}
    check_says(ana, f"Saved: {read}", NOT + "Not saved yet")


def test_what_is_no_reply_is_said_while_the_store_is_away_and_what_came_too_late_as_well(
    visit, rooms, monkeypatch
):
    _host, course = open_room(visit)
    number = course.ask(Guess(text="How many?", reply=NUMBER))
    ana = join(visit, course.code)
    with away(monkeypatch):
        check_says(give(ana, "many"), "Type a number", NOT + "Not saved yet")
        assert not give(ana, "4").error
    course.go(CLOSED, activity=number)
    check_says(ana.run(), "nothing was changed", "Closed")
    assert rooms.mine(course.code, ana.session_state["me"]) == {}
    assert not ana.run().error


def test_every_mistake_in_a_number_has_a_name():
    every = product(KINDS, LEVELS, range(1, 16))
    made = [exercise(kind, level=level, seed=seed) for kind, level, seed in every]
    keys = {one.key for each in made if not each.options for one in each.mistakes}
    assert keys == set(MISTAKES)


@pytest.mark.usefixtures("pseudo")
def test_every_word_of_the_activities_is_translated(visit, rooms, monkeypatch):
    monkeypatch.setattr("classroom.codes.new_code", lambda: "222333")
    course = begun(rooms, "clouds", (1, 2), [Item("24:7", 0)])
    course.join("Ana")
    host, me, board = {"host": course.secret}, {"me": course.tokens["Ana"]}, {"board": "true"}

    def check(*views):
        check_words(visit, course.code, *views)

    for task, value in (
        (PETS, "1"),
        (Guess(text="?", reply=NUMBER, truth="3"), "1"),
        (Guess(text="?", reply=CHOICE, options=("1", "2"), truth="1"), "1"),
        (Solve("count-observed-1-1"), '["1"]'),
        (Solve("which-higher-1-1"), '["1"]'),
    ):
        number = course.ask(task)
        course.reply("Ana", number, value)
        course.go(CLOSED, activity=number)
        course.again(1, number)
        course.reply("Ana", number, value, round=2)
        check(me, board)
        course.go(CLOSED, activity=number)
        check(me, host)
        course.go(REVEALED, activity=number)
        check(me, host)
    for stem in ("overview", "observed", "weights", "expected", "kappa"):
        number = course.ask(Page(f"{stem}?hide_kappa=true&hide_cell=true"))
        check(me)
        course.go(REVEALED, activity=number)
        check(me, board)
    number = rooms.add(course.code, course.secret, [PETS])
    check(me, host)
    course.go(OPEN, CLOSED, activity=number)
    check(me)


def test_the_pages_of_a_lesson_come_one_at_a_time(visit, rooms):
    host, course = open_room(visit)
    ana = join(visit, course.code)
    go_on(host, next_activity.LESSON)
    listed = course.view.activities
    assert len(listed) > 2
    assert [one.phase for one in listed[:2]] == [OPEN, WAITING]
    for app in (ana.run(), host):
        check_says(app, "Guess first")
        assert "0.318" not in everything(app)  # not in hidden data either
        assert "?" in matrix_texts(app, "observed")  # the lesson also hides a cell
    board = visit(PAGE, room=course.code, board="true")
    assert host.get("link_button")
    for app in (ana, board):  # the linked page has reveal buttons
        assert not app.get("link_button")
    with pytest.raises(RoomError, match="no reply"):
        rooms.give(course.code, ana.session_state["me"], (1, 1, 0), "0.5")
    do(host, "live-next")
    for app in (ana.run(), host):
        check_says(app, "κ = 0.318")
    assert "?" in matrix_texts(ana, "observed")  # a later page asks for the cell
    (way,) = ana.get("link_button")
    assert not {"hide_kappa", "me", "room"} & opened_by(way.proto.url)[1].keys()
    do(host, "live-next")
    assert set(panels(ana.run())) == {"weights"}
    assert matrix_texts(ana, "weights").count("?") == 2
    do(host, "live-earlier")
    check_says(ana.run(), "κ = 0.318")  # still revealed


def test_a_link_that_is_no_lesson_is_refused(visit, rooms):
    host, course = open_room(visit)
    do(host, (next_activity.KIND, next_activity.LESSON), (next_activity.PLAN, 2))
    for text in ("", "x" * 50):
        check_says(do(host, (next_activity.LINK, text), "live-next-go"), "not a lesson")
    assert course.view.activities == ()


def test_phones_that_wait_say_that_the_teacher_is_away(visit, rooms, monkeypatch):
    _host, course = open_room(visit)
    ana = join(visit, course.code)
    assert not ana.warning
    monkeypatch.setattr("classroom.store.AWAY", -1)
    check_says(ana.run(), "The teacher is away")
    course.go(OPEN)
    assert not ana.run().warning  # a student who rates sees no warning
