"""Several activities in one room: their rules hold in the store, whatever a page asks for."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest
from sqlalchemy import create_engine, inspect, text

from classroom import activities, codes, outcomes, schema
from classroom.activities import (
    CHOICE,
    NUMBER,
    RATING,
    SENTENCE,
    Activity,
    Guess,
    Page,
    Reply,
    Solve,
    Task,
)  # fmt: skip
from classroom.errors import NotAllowedError, RoomError
from classroom.rooms import CLOSED, OPEN, REVEALED, WAITING
from classroom.store import AWAY, Store
from classroom.watch import Watch
from qwk_core.teaching.exercises.catalogue import KINDS, LEVELS, exercise
from tests.classroom.conftest import Clock, Course

PETS = Guess(example="petfinder")
KAPPA = Solve("compute-kappa-1-1")
FRUIT = Guess(text="Which?", reply=CHOICE, options=("Apple", "Pear"), truth="1")


def test_activities_in_any_order_and_each_as_it_was_left(course: Course) -> None:
    store, ana = course.store, course.people["Ana"].number
    course.tap("Ana", 0, 2)
    first = course.ask(PETS)
    assert course.room.activity == first == 1
    assert course.room.phase == CLOSED  # who goes on closes what was open
    with pytest.raises(RoomError, match="closed"):
        course.tap("Ana", 0, 1)
    for value in ("0.1", "-1", "0,7"):  # changed, a retry, another tab: it is one reply
        kept = course.reply("Ana", first, value)
    assert kept == "0.7"
    assert store.given_to(course.code, first).who == {ana}
    course.go(CLOSED, REVEALED, activity=first)
    assert course.replies(first) == (Reply(1, ana, "0.7"),)
    course.again(1, first)
    course.again(1, first)  # pressed twice
    course.reply("Ana", first, "0.31", round=2)
    second = course.ask(KAPPA)
    with pytest.raises(RoomError, match="closed"):
        course.reply("Ana", first, "0.5", round=2)
    store.go_to(course.code, course.secret, RATING)
    course.go(REVEALED)
    assert course.answers() == {(1, ana, 0, 2)}
    store.go_to(course.code, course.secret, first)
    assert [(one.number, one.phase, one.round) for one in store.activities(course.code)] == [
        (first, CLOSED, 2), (second, CLOSED, 1),
    ]  # fmt: skip
    course.go(REVEALED, activity=first)
    assert [one.value for one in course.replies(first)] == ["0.7", "0.31"]
    mine = store.mine(course.code, course.tokens["Ana"])
    assert mine == {(RATING, 1, 0): 2, (first, 1, 0): "0.7", (first, 2, 0): "0.31"}


def test_no_reply_to_what_is_not_asked_now(course: Course) -> None:
    number = course.ask(PETS)
    for activity, round in ((number, 2), (number, 0), (number + 1, 1), (RATING, 1), (-1, 1)):
        with pytest.raises(RoomError, match=r"closed|round"):
            course.reply("Ana", activity, "0.5", round)
    course.store.remove(course.code, course.secret, course.people["Ana"].number)
    with pytest.raises(NotAllowedError, match="removed"):
        course.reply("Ana", number, "0.5")


BAD: list[tuple[Task, str]] = [
    *((PETS, value) for value in ("1.01", "-2", "nan", "inf", "", "x", "1e999", "9" * 5000)),
    *((FRUIT, value) for value in ("2", "-1", "", "Pear", "0 ", "[0]")),
    (Guess(text="How many?", reply=NUMBER), "many"),
    (Guess(text="How many?", reply=NUMBER), "1/0"),
    (Guess(text="Why?", reply=SENTENCE), " \0 "),
    (Guess(text="Why?", reply=SENTENCE), "x" * 201),
    *((KAPPA, value) for value in ("", "0.5", "[]", '["x"]', '["1", "2"]', "[[", '{"a": 1}')),
    (KAPPA, json.dumps(["1" * 41])),
    (KAPPA, "[" * 100_000),
    (Solve("which-higher-1-1"), '["7"]'),
    (Solve("which-higher-1-1"), '[""]'),
]  # fmt: skip


@pytest.mark.parametrize(("task", "value"), BAD)
def test_no_reply_that_is_none(task: Task, value: str) -> None:
    with pytest.raises(RoomError):
        activities.check_reply(activities.check_task(task), value)


@pytest.mark.parametrize(
    "task",
    [
        Guess(example="nothing"),
        Guess(text="  ", reply=NUMBER),
        Guess(text="x" * 301, reply=NUMBER),
        Guess(text="What?", reply="essay"),
        Guess(text="What?", reply=NUMBER, truth="much"),
        Guess(text="What?", reply=CHOICE, options=("one",)),
        Guess(text="What?", reply=CHOICE, options=("one", "one ")),
        Guess(text="What?", reply=CHOICE, options=tuple("abcdefghi")),
        Guess(text="What?", reply=CHOICE, options=("a", "b"), truth="2"),
        Solve("make-coffee-1-1"),
        Solve("x" * 5000),
    ],
)
def test_nothing_is_asked_that_cannot_be(course: Course, task: Task) -> None:
    before = course.room
    with pytest.raises(RoomError):
        course.ask(task)
    assert course.room == before


def test_a_page_comes_when_the_class_goes_to_it_and_nothing_is_replied(course: Course) -> None:
    store, code, secret = course.store, course.code, course.secret
    first = store.add(code, secret, [Page("kappa?hide_kappa=true"), Page("weights?row=4")])

    def phases() -> list[str]:
        return [one.phase for one in store.activities(code)]

    assert phases() == [OPEN, WAITING]
    course.go(REVEALED, activity=first)
    store.go_to(code, secret, first + 1)
    assert phases() == [REVEALED, OPEN]
    store.go_to(code, secret, first)
    assert phases() == [REVEALED, CLOSED]  # as it was left; the other opens again when it comes
    store.go_to(code, secret, first + 1)
    assert phases() == [REVEALED, OPEN]
    with pytest.raises(RoomError, match="no reply"):
        course.reply("Ana", first + 1, "0.5")
    course.go(REVEALED, activity=first + 1)
    with pytest.raises(RoomError, match="no reply"):
        course.again(1, first + 1)
    with pytest.raises(RoomError, match="cannot follow"):
        course.go(CLOSED, activity=first + 1)
    with pytest.raises(RoomError, match="longer"):
        course.ask(Page("kappa?question=" + "x" * 8_000))


def test_nothing_is_read_before_it_is_revealed(course: Course) -> None:
    number = course.ask(FRUIT)
    course.reply("Ana", number, "0")
    for phase in (OPEN, CLOSED):
        course.go(phase, activity=number)
        assert course.replies(number) == ()
        (one,) = course.store.activities(course.code)
        assert isinstance(one.task, Guess)
        assert one.task.truth == ""
    course.go(REVEALED, activity=number)
    assert [one.value for one in course.replies(number)] == ["0"]
    assert course.store.activities(course.code)[0].task == FRUIT
    course.go(CLOSED, activity=number)  # hidden again
    assert course.replies(number) == ()


def test_two_teachers_do_not_cross(course: Course) -> None:
    number = course.ask(PETS)
    for act in (
        lambda: course.go(OPEN),  # they have not seen that it went on
        lambda: course.again(1),
        lambda: course.go(OPEN, activity=number + 1),
        lambda: course.go(REVEALED, activity=number),
    ):
        with pytest.raises(RoomError, match="cannot follow"):
            act()
    with pytest.raises(RoomError, match="no such activity"):
        course.store.go_to(course.code, course.secret, 7)
    assert course.room.phase == CLOSED


def test_a_room_has_so_many_activities_and_no_more(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("classroom.replies.MOST_ACTIVITIES", 2)
    assert course.ask(PETS, KAPPA) == 1
    for tasks in ([PETS], []):
        with pytest.raises(RoomError, match="up to 2 activities"):
            course.ask(*tasks)


def test_deleting_leaves_nothing(course: Course) -> None:
    course.tap("Ana", 0, 0)
    course.reply("Ana", course.ask(PETS), "0.5")
    course.store.delete(course.code, course.secret)
    with course.store.reading() as connection:
        for table in schema.TABLES.sorted_tables:
            rows = connection.execute(table.select()).all()
            assert len(rows) == (table is schema.versions), table.name


def test_a_store_of_the_first_version_moves_forward(
    url: str, new_store: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What version 1 had: the first step alone, without the columns that came later."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        monkeypatch.setattr(schema, "STEPS", schema.STEPS[:1])
        schema.bring_up_to_date(connection)
        for column in ("activity", "taught"):
            connection.execute(text(f"ALTER TABLE classroom_rooms DROP COLUMN {column}"))
        connection.execute(
            text(
                "INSERT INTO classroom_rooms (code, secret, kind, categories, phase, round,"
                " counter, names_shown, created, expires) VALUES ('ABCDEF', :secret, 'own',"
                " '[1, 2, 3]', 'open', 1, 5, false, 0, 2000000)"
            ),
            {"secret": codes.hashed("key")},
        )
        connection.execute(
            text("INSERT INTO classroom_items (room, item, text, reason) VALUES (1, 0, 'a', '')")
        )
        there = {one["name"] for one in inspect(connection).get_columns("classroom_rooms")}
        assert not {"activity", "taught"} & there
        assert not inspect(connection).has_table("classroom_replies")
    engine.dispose()
    monkeypatch.undo()
    stores = new_store(), new_store()  # two replicas
    for each in stores:
        room = each.room("ABCDEF")
        assert (room.activity, room.phase, room.counter) == (RATING, OPEN, 5)
    _someone, token = stores[0].join("ABCDEF", "Ana")
    stores[1].answer("ABCDEF", token, 1, 0, 2)
    number = stores[1].add("ABCDEF", "key", [PETS])
    stores[1].set_phase("ABCDEF", "key", OPEN, number)
    assert stores[0].reply("ABCDEF", token, number, 1, "0.5") == "0.5"


def test_the_teacher_is_away_after_a_while(course: Course, clock: Clock) -> None:
    watch = Watch(course.store, clock=clock)

    def away() -> bool:
        return watch.look(course.code).away

    assert not away()
    clock.now += AWAY + 2
    assert away()
    before = course.room
    course.store.teach(course.code, course.secret)
    assert course.room == before  # nobody who looks has to read the room again
    clock.now += 1
    assert not away()
    clock.now += AWAY - 2
    assert not away()


def test_who_watches_sees_the_current_activity_alone(course: Course, clock: Clock) -> None:
    watch = Watch(course.store, clock=clock)
    assert watch.look(course.code).activity is None
    number = course.ask(KAPPA)
    course.reply("Ana", number, '["0.66"]')
    clock.now += 1
    seen = watch.look(course.code)
    assert seen.activity is not None
    assert (seen.phase, seen.round, seen.activity.task) == (OPEN, 1, KAPPA)
    assert (seen.given.who, seen.given.replies) == ({course.people["Ana"].number}, ())
    course.go(CLOSED, REVEALED, activity=number)
    course.store.go_to(course.code, course.secret, RATING)
    course.go(REVEALED)
    clock.now += 1
    seen = watch.look(course.code)
    assert (seen.activity, seen.phase, len(seen.rounds)) == (None, REVEALED, 1)
    assert seen.given.replies == ()


# What came of it.


def replied(*values: str, round: int = 1) -> tuple[Reply, ...]:
    return tuple(Reply(round, at, value) for at, value in enumerate(values))


def test_guesses_are_counted_near_the_truth() -> None:
    found = outcomes.numbers(PETS, replied("0.7", "0.42", "0.22", "-1.0", "0.21"), 1)
    assert found.values == (-1, 0.21, 0.22, 0.42, 0.7)
    assert found.truth == pytest.approx(0.318, abs=5e-4)
    assert found.near == 1  # 0.22; 0.42 is 0.102 off, and 0.21 is 0.108
    assert found.middle == 0.22
    days = Guess(text="How many?", reply=NUMBER, truth="200")
    assert outcomes.numbers(days, replied("180", "219.9", "221"), 1).near == 2
    assert outcomes.numbers(days, replied("1"), 2).values == ()
    assert outcomes.numbers(Guess(text="?", reply=NUMBER), replied("1"), 1).near == 0


def test_choices_and_sentences_are_counted_and_tell_nobody_apart() -> None:
    assert outcomes.chosen(FRUIT, replied("1", "0", "1"), 1) == [1, 2]
    given = (Reply(1, 1, "zebra"), Reply(1, 2, "Ape"), Reply(2, 1, "no"))
    assert outcomes.values(given, 1) == ["Ape", "zebra"]


def test_solutions_are_counted_by_their_mistakes() -> None:
    texts = ("0.66", "0.34", "0.34", "1.25/3.65", "7", "0,6575")
    found = outcomes.solutions(KAPPA, replied(*(f'["{text}"]' for text in texts)), 1)
    assert (found.n, found.right) == (6, 2)
    assert [(one.key, count) for one, count in found.mistakes] == [("ratio", 3)]
    assert found.others == 1


def test_an_exercise_with_options_counts_what_was_chosen() -> None:
    task = Solve("which-higher-1-1")
    n = len(activities.exercise(task.exercise).options)
    assert outcomes.chosen(task, replied('["1"]', '["0"]', '["1"]'), 1) == [1, 2, *[0] * (n - 2)]


def test_replies_are_read_for_a_file_once_they_are_revealed(course: Course) -> None:
    store, code = course.store, course.code
    course.join("Ben")
    ana, ben = (one.number for one in course.people.values())
    first = course.ask(FRUIT)
    course.reply("Ana", first, "1")
    course.reply("Ben", first, "0")
    assert store.all_given(code) == []
    course.go(CLOSED, REVEALED, activity=first)
    course.again(1, first)
    course.reply("Ana", first, "0", round=2)
    assert store.all_given(code) == []
    course.go(CLOSED, REVEALED, activity=first)
    second = course.ask(KAPPA)
    course.reply("Ana", second, '["0.66"]')
    ((asked, replies),) = store.all_given(code)
    assert (asked.number, asked.task) == (first, FRUIT)
    assert replies == (Reply(1, ana, "1"), Reply(1, ben, "0"), Reply(2, ana, "0"))
    course.go(CLOSED, REVEALED, activity=second)
    store.remove(code, course.secret, ana)
    ((asked, replies),) = store.all_given(code)
    assert replies == (Reply(1, ben, "0"),)


def test_all_replies_as_a_file() -> None:
    asked = Guess(text="=1+1", reply=SENTENCE)
    given = [
        (Activity(1, asked, REVEALED, 2), (Reply(1, 7, "@SUM(1)"), Reply(2, 8, "a, b\u2028; c"))),
        (Activity(3, PETS, REVEALED, 1), (Reply(1, 8, "-0.3"), Reply(1, 9, "1.0"))),
        (Activity(4, KAPPA, REVEALED, 1), (Reply(1, 8, '["0.66"]'),)),
    ]
    text = outcomes.replies_csv(given, {7: "+Ana", 8: "S2"}, lambda task, value: value)
    assert list(csv.reader(io.StringIO(text, newline=""))) == [
        ["activity", "kind", "asked", "round", "participant", "value"],
        ["2", "guess", "'=1+1", "1", "'+Ana", "'@SUM(1)"],
        ["2", "guess", "'=1+1", "2", "S2", "a, b\u2028; c"],
        ["4", "guess", "petfinder", "1", "S2", "-0.3"],
        ["5", "solve", "compute-kappa-1-1", "1", "S2", '["0.66"]'],
    ]


def test_every_exercise_can_be_asked_and_is_right_when_it_is() -> None:
    for kind in KINDS:
        for level in LEVELS:
            asked = exercise(kind, level=level, seed=5)
            task = activities.check_task(Solve(asked.key))
            texts = [str(one) for one in asked.right]
            assert isinstance(task, Solve)
            value = activities.check_reply(task, activities.solved(texts))
            assert outcomes.verdict(task, value).right
