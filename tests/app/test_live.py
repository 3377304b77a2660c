"""The page Live: a teacher, students and a board in one room, each with its own session."""

from dataclasses import replace

import pytest
import streamlit as st
from streamlit import config
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.secrets import Secrets
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec

from classroom.activities import RATING, Guess
from classroom.errors import RoomError
from classroom.rooms import CLOSED, OPEN, REVEALED, Item, Participant
from classroom.sets import SETS, some_clouds
from qwk_app.parts.live import entrance, own, session, teacher
from qwk_core import format_counts
from tests.app.acts import LINKS, check_says, do, go, link_of
from tests.app.live import PAGE, away, check_words, choices, join, join_as, open_room, rate_all
from tests.app.reading import markdown, opened_by, panels
from tests.classroom.course import Course, begun
from tests.classroom.test_parts import drawn

pytestmark = pytest.mark.usefixtures("rooms")


def test_a_class_from_the_opening_to_the_second_round(visit, rooms):
    host, course = open_room(visit)
    assert host.title[0].value == f"Room {course.code}"
    check_says(host, "The class is coming in.")
    ana = join(visit, course.code)
    ben = visit(PAGE)
    ben.text_input(key=entrance.CODE).set_value(f"{course.code[:3].lower()} {course.code[3:]}")
    join_as(do(ben, "Go on"), "Ben")
    check_says(ana, "You are Ana.", "The items come when the teacher opens the room.")
    do(host, "live-next")
    assert ana.run().title[0].value == "1 of 10"
    assert choices(ana) == [f"live-1-0-{category}" for category in range(5)]
    check_says(do(ana, "live-1-0-4"), "2 of 10", "1 of 10 saved")
    rate_all(ana, 1)
    check_says(ana, "10 of 10 saved")
    check_says(do(ana, "live-back-1"), "10 of 10")
    assert [one.proto.icon for one in ana.button if one.key == "live-1-9-1"] == [":material/check:"]
    rate_all(ben, 3)
    host.run()
    assert [metric.value for metric in host.metric][:2] == ["2", "2 of 2"]
    for _phase in range(2):
        assert "κ" not in markdown(host)
        assert not host.get("download_button")
        do(host, "live-next")
    assert {"observed", "weights", "expected", "pairs"} <= set(panels(host))
    tally = session.look(course.code).rounds[0]
    walk, own = tally.class_walk, tally.owns[0]
    check_says(host, f"= {walk.kappa:.3f}".replace("-", "−"))
    assert panels(host)["observed"]["texts"] == [str(one) for one in walk.observed.ravel()]
    assert "Ana" not in str([one.proto for one in host.get("bidi_component")])
    (link,) = host.get("link_button")
    _stem, taken = opened_by(link.proto.url)
    assert taken["counts"] == format_counts(walk.observed)
    assert taken["categories"] == "1-5"
    assert not {"room", "host", "me"} & set(taken)
    assert f"{own.walk.kappa:.2f}".replace("-", "−") in ana.run().title[0].value
    check_says(ana, "Where you differ most")
    do(host, "live-round")
    assert ana.run().title[0].value == "1 of 10"
    rate_all(ana, 0)
    check_says(do(host, "live-next", "live-next"), "κ with the reference: ")
    check_says(host, "Ratings: 20 before, 10 after.")  # Ben gave none in the second round
    check_says(ana.run(), "Before: κ = ")
    assert course.secret not in str([app.query_params for app in (ana, ben)])


def test_only_what_somebody_else_changed_is_a_conflict(visit, rooms):
    host, course = open_room(visit)
    do(host, "live-next", "live-next")
    host.button(key="live-earlier").click()
    assert not do(host, "live-next").error  # a late second click is no conflict
    assert rooms.room(course.code).phase == OPEN
    do(host, "live-next")
    course.go(OPEN)  # another teacher's view
    session.look_again(course.code)
    assert "somebody else has changed the room" in do(host, "live-next").error[0].value


@pytest.mark.parametrize("kind", [*SETS, entrance.OWN])
def test_a_room_is_opened_before_the_fields_of_its_kind_are_drawn(visit, kind):
    """A fast teacher's choice and click reach the server in one request."""
    app = visit(PAGE)
    app.selectbox(key=entrance.KIND).set_value(kind)
    do(app, "live-open")
    opened = "room" in app.session_state and bool(app.session_state["room"])
    assert opened == (kind in SETS)
    assert len(app.error) == (0 if opened else 1)


def test_the_room_that_a_student_returns_to_is_theirs(visit, rooms):
    _host, course = open_room(visit)
    course.go(OPEN)
    first = do(join(visit, course.code), "live-1-0-2")
    token = first.session_state["me"]
    again = visit(PAGE, room=course.code, me=token)  # a reload, or another tab
    check_says(again, "2 of 10", "1 of 10 saved")
    do(again, "live-1-1-0")
    do(first, "live-1-1-0")  # the other tab was not up to date
    assert rooms.mine(course.code, token) == {(RATING, 1, 0): 2, (RATING, 1, 1): 0}
    assert len(course.view.participants) == 1


def test_the_teacher_shows_names_and_removes_people(visit, rooms):
    def pairs(app):
        return panels(app)["pairs"]["view"]["labels"]

    host, course = open_room(visit, "patients")
    course.go(OPEN)
    host.run()
    assert host.header[0].value == SETS["patients"].question
    shown = f"{course.code[:3]} {course.code[3:]}"
    assert shown in [one.value for one in host.metric]  # for late students
    names = ["Ana", "*Ben* <b>"]
    people = [join(visit, course.code, name) for name in names]
    for at, app in enumerate(people):
        rate_all(app, at + 1)
    course.go(CLOSED, REVEALED)
    board = visit(PAGE, room=course.code, board="true")
    for app in (host.run(), board):
        assert pairs(app) == ["S1", "S2"]
        expected_text = panels(app)["observed"]["view"]["line"]["templates"]
        assert any("{o} ratings × cost" in one for one in expected_text)  # two ratings of each item
    assert not [one for one in board.button if one.key in {"live-next", "live-round"}]
    assert pairs(do(host, (teacher.NAMES_SHOWN, True))) == names
    assert do(host, "live-many").title[0].value == "Many raters: who agrees with whom?"
    assert pairs(host) == names
    ben = course.view.participants[1].number
    do(go(host, "live"), ("live-who", ben), "live-remove")
    assert course.view.participants[1].removed
    check_says(people[1].run(), "removed you")
    do(host, "live-undo")
    assert not course.view.participants[1].removed
    do(host, ("live-who", ben), (f"{teacher.RENAMED}-{ben}", "Cy"), "live-rename")
    assert course.view.participants[1].name == "Cy"
    do(host, (teacher.SURE, True), "live-delete")
    assert host.title[0].value.startswith("Live")
    assert "deleted" in host.success[0].value
    assert not host.run().success
    check_says(people[0].run(), "no room with this code")


@pytest.mark.parametrize(("link", "expected_text"), LINKS["live"]["no_room"])
def test_a_link_to_no_room_is_told(visit, link, expected_text):
    app = visit(PAGE, **link_of(link))
    check_says(app, expected_text)
    assert app.title[0].value.startswith("Live")
    assert bool(app.error) == bool(expected_text)


def test_no_key_opens_what_it_is_not_for(visit, rooms):
    _host, course = open_room(visit)
    token = join(visit, course.code).session_state["me"]
    for key, expected_text in (
        ({"host": token}, "does not open the teacher"),
        ({"me": course.secret}, "join again"),
    ):
        forged = visit(PAGE, room=course.code, **key)
        assert expected_text in forged.error[0].value
        assert not [*choices(forged), *(one for one in forged.button if one.key == "live-next")]
    assert "κ" not in markdown(visit(PAGE, room=course.code, board="true"))


def test_a_phone_outlives_an_absent_store(visit, rooms, monkeypatch):
    _host, course = open_room(visit)
    course.go(OPEN)
    app = do(join(visit, course.code), "live-1-0-2")
    token = app.session_state["me"]
    with away(monkeypatch):
        for item in (1, 2):
            check_says(do(app, f"live-1-{item}-4"), "Not saved yet", "1 of 10 saved")
        check_says(app.run(), "4 of 10")  # also in a full run
        late = visit(PAGE, room=course.code, me=token)
        check_says(late, "does not answer", "changes by itself")
    check_says(app.run(), "3 of 10 saved")
    saved = rooms.mine(course.code, token)
    assert saved == {(RATING, 1, 0): 2, (RATING, 1, 1): 4, (RATING, 1, 2): 4}
    check_says(late.run(), "4 of 10")
    # Another room does not get the unsaved ratings.
    with away(monkeypatch):
        assert do(app, "live-1-3-0").warning
    other = begun(rooms, "clouds", (1, 2, 3), [Item("24:7", 0)])
    other.go(OPEN)
    other.join("Ana")
    app.session_state["room"], app.session_state["me"] = other.code, other.tokens["Ana"]
    assert not app.run().warning
    assert rooms.mine(other.code, other.tokens["Ana"]) == {}


@pytest.mark.parametrize("task", [(), (Guess(example="petfinder"),)], ids=["a tap", "a reply"])
def test_what_comes_after_closing_says_so_and_counts_for_nothing(visit, rooms, task):
    _host, course = open_room(visit)
    course.go(OPEN)
    number = course.ask(*task) if task else RATING
    app = join(visit, course.code)
    course.go(CLOSED, activity=number)
    do(app, "Send" if task else "live-1-0-2")
    assert ("Closed" if task else "The room is closed") in app.info[0].value
    assert not choices(app)
    assert rooms.mine(course.code, app.session_state["me"]) == {}


def test_a_teacher_says_how_many_clouds(visit, rooms):
    app = do(visit(PAGE), (entrance.KIND, "clouds"), (entrance.CLOUDS_ASKED, 25), "live-open")
    assert len(rooms.view(app.session_state["room"]).items) == 25
    with pytest.raises(RoomError):
        some_clouds(10**9)  # only a forged request has this number


def test_items_of_ones_own_and_what_is_wrong_with_them(visit, rooms):
    app = do(visit(PAGE), (entrance.KIND, "own"), "live-open")
    check_says(app, "at least one item")
    typed = "**one** | bad\n<i>two</i>\n$x$ | good"
    do(app, (entrance.SCALE, "bad, good"), (own.ITEMS, typed), "live-open")
    course = Course(rooms, app.session_state["room"], app.session_state["host"])
    course.go(OPEN)
    student = join(visit, course.code)
    assert "\\*\\*one\\*\\*" in markdown(student)
    rate_all(student, 1)
    course.go(CLOSED, REVEALED)
    check_says(app.run(), "All 2 ratings beside the reference")
    check_says(student.run(), "Your κ is")
    (walk,) = student.get("link_button")
    _stem, query = opened_by(walk.proto.url)
    assert (query["actual"], query["predicted"]) == ("bad,good", "good,good")
    assert not {"room", "me"} & set(query)
    check_says(go(student, "observed", "live"), "Your κ is")


PNG = drawn("PNG")


def test_a_teachers_pictures_are_shown_with_their_texts(visit, rooms):
    items = (Item("a <b>bridge</b>", 1, "because"), Item("words alone"))
    course = begun(rooms, "own", (1, 2), items, {0: PNG})
    course.go(OPEN)
    ana = join(visit, course.code)
    (shown,) = ana.get("image")
    assert [one.alt for one in shown.proto.imgs] == ["a <b>bridge</b>"]
    check_says(do(ana, "live-1-0-1"), "words alone")
    assert not ana.get("image")
    course.join("Ben")
    course.tap("Ben", 0, 0)
    course.go(CLOSED, REVEALED)
    (disputed,) = visit(PAGE, room=course.code, board="true").get("image")
    assert [(one.alt, one.caption) for one in disputed.proto.imgs] == [("a <b>bridge</b>", "1")]


TABLE = "texto;imagen\n\xe1rbol;a.png\nmar;".encode("cp1252")


@pytest.mark.parametrize(
    ("files", "texts", "pictured", "problem"),
    [
        ({"b.png": PNG, "a.PNG": PNG}, ["a", "b"], [0, 1], ""),
        ({"t.csv": TABLE, "a.png": PNG}, ["árbol", "mar"], [0], ""),
        ({"a.csv": b"text\nx", "b.csv": b"text\nx"}, [], [], "one table"),
        ({"a.csv": bytes(1_000_001)}, [], [], "larger than"),
        ({f"p{n}.png": PNG for n in range(62)}, [], [], "up to 60 items"),
    ],
    ids=range(5),
)
def test_files_of_a_teacher_become_items_or_say_why_not(
    monkeypatch, files, texts, pictured, problem
):
    made = [
        UploadedFile(UploadedFileRec(name, name, "", data), FileURLs())
        for name, data in files.items()
    ]
    monkeypatch.setattr(st, "session_state", {own.FILES: made, own.ITEMS: "typed"})
    if problem:
        with pytest.raises(RoomError, match=problem):
            own.read((1, 2))
        return
    items, shown = own.read((1, 2))
    assert [item.text for item in items] == texts
    assert list(shown) == pictured


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("kind", ["patients", "own"])
def test_every_word_of_a_room_is_translated(visit, rooms, monkeypatch, kind):
    monkeypatch.setattr("classroom.codes.new_code", lambda: "222333")  # a code without letters
    # No text is so long that its closing bracket is cut off.
    monkeypatch.setattr("qwk_app.parts.live.items._LONGEST", 10_000)
    made = SETS["patients" if kind == "patients" else "clouds"]
    course = begun(rooms, kind, made.categories, made.items or some_clouds(10))
    course.join("Ana", "Ana 2")
    links = ({"host": course.secret}, {"me": course.tokens["Ana"]}, {"board": "true"}, {})
    check_words(visit, course.code, *links)
    course.go(OPEN)
    for round in (1, 2):
        if round == 2:
            course.again(1)
        for item in range(len(course.view.items)):
            course.tap("Ana", item, item % 4, round)
            course.tap("Ana 2", item, item % 3, round)
        check_words(visit, course.code, *links)
        course.go(CLOSED, REVEALED)
    check_words(visit, course.code, *links)


def test_phones_that_wait_look_more_seldom_the_more_they_are(rooms):
    room, _secret = rooms.open_room("clouds", SETS["clouds"].categories, some_clouds(10))
    alone = {session.pause(rooms.view(room.code)) for _n in range(50)}
    assert 3 <= min(alone) < max(alone) <= 5
    someone = Participant(1, "Ana", removed=False)
    crowd = replace(rooms.view(room.code), participants=(someone,) * 300)
    pauses = [session.pause(crowd) for _n in range(50)]
    assert all(8 <= pause <= 12 for pause in pauses)
    assert len(set(pauses)) > 40  # the pauses differ


def test_a_setting_names_the_database(monkeypatch, tmp_path):
    assert session.database_url() == f"sqlite:///{tmp_path / 'rooms.db'}"
    monkeypatch.delenv("QWK_DATABASE_URL")
    assert session.database_url() is None
    url = "postgresql://host/db"
    monkeypatch.setattr(st, "secrets", {"connections": {"classroom": {"url": url}}})
    assert session.database_url() == url


@pytest.mark.parametrize("written", ["[connections\nurl = ", "connections = 3", "\xff"])
def test_settings_that_cannot_be_read_are_said_and_no_room_lands_elsewhere(
    visit, tmp_path, monkeypatch, caplog, written
):
    file = tmp_path / "secrets.toml"
    file.write_text(written, encoding="latin-1")
    real = st.get_option
    monkeypatch.setattr(
        "streamlit.config.get_option",
        lambda key: [str(file)] if key == "secrets.files" else real(key),
    )
    monkeypatch.setattr(st, "get_option", config.get_option)
    monkeypatch.setattr(st, "secrets", Secrets())
    st.cache_resource.clear()
    session._log_once.cache_clear()
    for link in ({}, {"room": "ABCDEF"}):
        app = visit(PAGE, **link)
        check_says(app, "settings cannot be read")
        assert not [one for one in app.button if one.key == "live-open"]
    assert sum("has no store" in record.message for record in caplog.records) == 1
