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
from classroom.rooms import CLOSED, OPEN, REVEALED, WAITING, Room
from classroom.store import AWAY, Store
from classroom.watch import Watch
from qwk_core.teaching.exercises import KINDS, LEVELS, exercise
from tests.classroom.conftest import ITEMS, SCALE, Clock

Opened = tuple[Room, str]
PETS = Guess(example="petfinder")
KAPPA = Solve("compute-kappa-1-1")
FRUIT = Guess(text="Which?", reply=CHOICE, options=("Apple", "Pear"), truth="1")


def ask(store: Store, opened: Opened, task: Task = PETS) -> int:
    """Go on to an activity, and open it."""
    room, secret = opened
    number = store.add(room.code, secret, [task])
    store.set_phase(room.code, secret, OPEN, number)
    return number


def reveal(store: Store, opened: Opened, number: int) -> tuple[Reply, ...]:
    for phase in (CLOSED, REVEALED):
        store.set_phase(opened[0].code, opened[1], phase, number)
    return store.given_to(opened[0].code, number).replies


def test_activities_in_any_order_and_each_as_it_was_left(store: Store, opened: Opened) -> None:
    room, secret = opened
    someone, token = store.join(room.code, "Ana")
    store.answer(room.code, token, 1, 0, 2)
    first = ask(store, opened)
    assert store.room(room.code).activity == first == 1
    assert store.room(room.code).phase == CLOSED  # who goes on closes what was open
    with pytest.raises(RoomError, match="closed"):
        store.answer(room.code, token, 1, 0, 1)
    assert store.reply(room.code, token, first, 1, "0,7") == "0.7"
    assert reveal(store, opened, first) == (Reply(1, someone.number, "0.7"),)
    store.next_round(room.code, secret, 1, first)
    store.next_round(room.code, secret, 1, first)  # pressed twice
    store.reply(room.code, token, first, 2, "0.31")
    second = ask(store, opened, KAPPA)
    with pytest.raises(RoomError, match="closed"):
        store.reply(room.code, token, first, 2, "0.5")
    store.go_to(room.code, secret, RATING)
    store.set_phase(room.code, secret, REVEALED)
    assert store.given(room.code).answers == ((1, someone.number, 0, 2),)
    store.go_to(room.code, secret, first)
    assert [(one.number, one.phase, one.round) for one in store.activities(room.code)] == [
        (first, CLOSED, 2), (second, CLOSED, 1),
    ]  # fmt: skip
    store.set_phase(room.code, secret, REVEALED, first)
    assert [one.value for one in store.given_to(room.code, first).replies] == ["0.7", "0.31"]
    assert store.my_replies(room.code, token) == {(first, 1): "0.7", (first, 2): "0.31"}


def test_a_reply_is_one_however_often_it_comes(store: Store, opened: Opened) -> None:
    someone, token = store.join(opened[0].code, "Ana")
    number = ask(store, opened)
    for value in ("0.1", "0.2", "0.2", "-1"):
        store.reply(opened[0].code, token, number, 1, value)
    assert store.given_to(opened[0].code, number).who == {someone.number}
    assert reveal(store, opened, number) == (Reply(1, someone.number, "-1.0"),)


def test_no_reply_to_what_is_not_asked_now(store: Store, opened: Opened) -> None:
    room, secret = opened
    _someone, token = store.join(room.code, "Ana")
    number = ask(store, opened)
    for activity, round in ((number, 2), (number, 0), (number + 1, 1), (RATING, 1), (-1, 1)):
        with pytest.raises(RoomError, match=r"closed|round"):
            store.reply(room.code, token, activity, round, "0.5")
    store.remove(room.code, secret, _someone.number)
    with pytest.raises(NotAllowedError, match="removed"):
        store.reply(room.code, token, number, 1, "0.5")


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
def test_nothing_is_asked_that_cannot_be(store: Store, opened: Opened, task: Task) -> None:
    before = store.room(opened[0].code)
    with pytest.raises(RoomError):
        store.add(opened[0].code, opened[1], [task])
    assert store.room(opened[0].code) == before


def test_a_page_comes_when_the_class_goes_to_it_and_nothing_is_replied(
    store: Store, opened: Opened
) -> None:
    room, secret = opened
    _someone, token = store.join(room.code, "Ana")
    first = store.add(room.code, secret, [Page("kappa?hide_kappa=true"), Page("weights?row=4")])

    def phases() -> list[str]:
        return [one.phase for one in store.activities(room.code)]

    assert phases() == [OPEN, WAITING]
    store.set_phase(room.code, secret, REVEALED, first)
    store.go_to(room.code, secret, first + 1)
    assert phases() == [REVEALED, OPEN]
    store.go_to(room.code, secret, first)
    assert phases() == [REVEALED, CLOSED]  # as it was left; the other opens again when it comes
    store.go_to(room.code, secret, first + 1)
    assert phases() == [REVEALED, OPEN]
    with pytest.raises(RoomError, match="no reply"):
        store.reply(room.code, token, first + 1, 1, "0.5")
    store.set_phase(room.code, secret, REVEALED, first + 1)
    with pytest.raises(RoomError, match="no reply"):
        store.next_round(room.code, secret, 1, first + 1)
    with pytest.raises(RoomError, match="cannot follow"):
        store.set_phase(room.code, secret, CLOSED, first + 1)
    with pytest.raises(RoomError, match="longer"):
        store.add(room.code, secret, [Page("kappa?question=" + "x" * 8_000)])


def test_nothing_is_read_before_it_is_revealed(store: Store, opened: Opened) -> None:
    room, secret = opened
    _someone, token = store.join(room.code, "Ana")
    number = ask(store, opened, FRUIT)
    store.reply(room.code, token, number, 1, "0")
    for phase in (OPEN, CLOSED):
        store.set_phase(room.code, secret, phase, number)
        assert store.given_to(room.code, number).replies == ()
        (one,) = store.activities(room.code)
        assert isinstance(one.task, Guess)
        assert one.task.truth == ""
    store.set_phase(room.code, secret, REVEALED, number)
    assert [one.value for one in store.given_to(room.code, number).replies] == ["0"]
    assert store.activities(room.code)[0].task == FRUIT
    store.set_phase(room.code, secret, CLOSED, number)  # hidden again
    assert store.given_to(room.code, number).replies == ()


def test_two_teachers_do_not_cross(store: Store, opened: Opened) -> None:
    room, secret = opened
    number = ask(store, opened)
    for act in (
        lambda: store.set_phase(room.code, secret, OPEN),  # they have not seen that it went on
        lambda: store.next_round(room.code, secret, 1),
        lambda: store.set_phase(room.code, secret, OPEN, number + 1),
        lambda: store.set_phase(room.code, secret, REVEALED, number),
    ):
        with pytest.raises(RoomError, match="cannot follow"):
            act()
    with pytest.raises(RoomError, match="no such activity"):
        store.go_to(room.code, secret, 7)
    assert store.room(room.code).phase == CLOSED


def test_a_room_has_so_many_activities_and_no_more(
    store: Store, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("classroom.replies.MOST_ACTIVITIES", 2)
    room, secret = opened
    assert store.add(room.code, secret, [PETS, KAPPA]) == 1
    for tasks in ([PETS], []):
        with pytest.raises(RoomError, match="up to 2 activities"):
            store.add(room.code, secret, tasks)


def test_deleting_leaves_nothing(store: Store, opened: Opened) -> None:
    room, secret = opened
    _someone, token = store.join(room.code, "Ana")
    store.reply(room.code, token, ask(store, opened), 1, "0.5")
    store.delete(room.code, secret)
    with store.reading() as connection:
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
    number = ask(stores[1], (room, "key"))
    assert stores[0].reply("ABCDEF", token, number, 1, "0.5") == "0.5"


def test_the_teacher_is_away_after_a_while(store: Store, clock: Clock) -> None:
    room, secret = store.open_room("own", SCALE, ITEMS)
    watch = Watch(store, clock=clock)
    assert not watch.look(room.code).away
    clock.now += AWAY + 2
    assert watch.look(room.code).away
    before = store.room(room.code)
    store.teach(room.code, secret)
    assert store.room(room.code) == before  # nobody who looks has to read the room again
    clock.now += 1
    assert not watch.look(room.code).away
    clock.now += AWAY - 2
    assert not watch.look(room.code).away


def test_who_watches_sees_the_current_activity_alone(
    store: Store, opened: Opened, clock: Clock
) -> None:
    room, secret = opened
    watch = Watch(store, clock=clock)
    assert watch.look(room.code).activity is None
    someone, token = store.join(room.code, "Ana")
    number = ask(store, opened, KAPPA)
    store.reply(room.code, token, number, 1, '["0.66"]')
    clock.now += 1
    seen = watch.look(room.code)
    assert seen.activity is not None
    assert (seen.phase, seen.round, seen.activity.task) == (OPEN, 1, KAPPA)
    assert (seen.given.who, seen.given.replies) == ({someone.number}, ())
    reveal(store, opened, number)
    store.go_to(room.code, secret, RATING)
    store.set_phase(room.code, secret, REVEALED)
    clock.now += 1
    seen = watch.look(room.code)
    assert seen.activity is None
    assert seen.phase == REVEALED
    assert len(seen.rounds) == 1
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


def test_replies_are_read_for_a_file_once_they_are_revealed(store: Store, opened: Opened) -> None:
    room, secret = opened
    (ana, ana_token), (ben, ben_token) = (store.join(room.code, name) for name in ("Ana", "Ben"))
    first = ask(store, opened, FRUIT)
    store.reply(room.code, ana_token, first, 1, "1")
    store.reply(room.code, ben_token, first, 1, "0")
    assert store.all_given(room.code) == []
    reveal(store, opened, first)
    store.next_round(room.code, secret, 1, first)
    store.reply(room.code, ana_token, first, 2, "0")
    assert store.all_given(room.code) == []
    reveal(store, opened, first)
    second = ask(store, opened, KAPPA)
    store.reply(room.code, ana_token, second, 1, '["0.66"]')
    ((asked, replies),) = store.all_given(room.code)
    assert (asked.number, asked.task) == (first, FRUIT)
    assert replies == (
        Reply(1, ana.number, "1"), Reply(1, ben.number, "0"), Reply(2, ana.number, "0"),
    )  # fmt: skip
    reveal(store, opened, second)
    store.remove(room.code, secret, ana.number)
    ((asked, replies),) = store.all_given(room.code)
    assert replies == (Reply(1, ben.number, "0"),)


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
            asked = exercise(kind.key, level=level, seed=5)
            task = activities.check_task(Solve(asked.key))
            texts = [str(one) for one in asked.right]
            assert isinstance(task, Solve)
            value = activities.check_reply(task, activities.solved(texts))
            assert outcomes.verdict(task, value).right
