"""Activities other than rating: possible tasks and replies, and their outcomes."""

import csv
import io
import json
from itertools import product

import pytest
from sqlalchemy import create_engine, inspect, text

from classroom import activities, codes, outcomes, schema
from classroom.activities import CHOICE, NUMBER, RATING, SENTENCE, Activity, Guess, Reply, Solve
from classroom.errors import ChangedError, RoomError
from classroom.rooms import OPEN, REVEALED
from classroom.store import AWAY
from classroom.watch import Watch
from qwk_core.teaching.exercises.catalogue import KINDS, LEVELS, exercise

PETS = Guess(example="petfinder")
KAPPA = Solve("compute-kappa-1-1")
FRUIT = Guess(text="Which?", reply=CHOICE, options=("Apple", "Pear"), truth="1")


BAD = [
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
def test_no_reply_that_is_none(task, value):
    with pytest.raises(RoomError):
        task.checked().check_reply(value)


def test_a_second_click_adds_nothing_again(course):
    course.store.add(course.code, course.secret, [PETS], after=RATING)
    with pytest.raises(ChangedError):
        course.store.add(course.code, course.secret, [PETS], after=RATING)
    assert [one.number for one in course.store.view(course.code).activities] == [1]


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
        activities.Page("kappa?question=" + "x" * 8_000),
    ],
)
def test_nothing_is_asked_that_cannot_be(course, task):
    before = course.room
    with pytest.raises(RoomError):
        course.ask(task)
    assert course.room == before


def test_a_room_has_two_activities_at_most(course, monkeypatch):
    monkeypatch.setattr("classroom.replies.MOST_ACTIVITIES", 2)
    assert course.ask(PETS, KAPPA) == 1
    for tasks in ([PETS], []):
        with pytest.raises(RoomError, match="up to 2 activities"):
            course.ask(*tasks)


def test_a_store_of_the_first_version_moves_forward(url, new_store, monkeypatch):
    """The tables of version 1: only the first step, without the later columns."""
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
    stores[1].give("ABCDEF", token, (RATING, 1, 0), 2)
    number = stores[1].add("ABCDEF", "key", [PETS])
    stores[1].set_phase("ABCDEF", "key", OPEN, number)
    assert stores[0].give("ABCDEF", token, (number, 1, 0), "0.5") == "0.5"


def test_the_teacher_is_away_after_a_while(course, clock):
    watch = Watch(course.store, clock=clock)

    def away():
        return watch.look(course.code).away

    assert not away()
    clock.now += AWAY + 2
    assert away()
    before = course.room
    course.store.teach(course.code, course.secret)
    assert course.room == before  # the counter is the same: watchers need not read again
    clock.now += 1
    assert not away()
    clock.now += AWAY - 2
    assert not away()


# Outcomes.


def test_guesses_are_counted_near_the_truth():
    found = outcomes.numbers(PETS, ["0.7", "0.42", "0.22", "-1.0", "0.21"])
    assert found.values == (-1, 0.21, 0.22, 0.42, 0.7)
    assert found.truth == pytest.approx(0.318, abs=5e-4)
    assert found.near == 1  # 0.22; the error of 0.42 is 0.102, that of 0.21 is 0.108
    assert found.middle == 0.22
    days = Guess(text="How many?", reply=NUMBER, truth="200")
    assert outcomes.numbers(days, ["180", "219.9", "221"]).near == 2
    assert outcomes.numbers(days, []).values == ()
    assert outcomes.numbers(Guess(text="?", reply=NUMBER), ["1"]).near == 0


def test_choices_and_sentences_are_counted_and_tell_nobody_apart():
    assert outcomes.chosen(FRUIT.options, ["1", "0", "1"]) == [1, 2]
    given = (Reply(1, 1, "zebra"), Reply(1, 2, "Ape"), Reply(2, 1, "no"))
    assert outcomes.values(given, 1) == ["Ape", "zebra"]


def test_solutions_are_counted_by_their_mistakes():
    texts = ("0.66", "0.34", "0.34", "1.25/3.65", "7", "0,6575")
    found = outcomes.solutions(KAPPA.asked, [f'["{text}"]' for text in texts])
    assert (found.n, found.right) == (6, 2)
    assert [(one.key, count) for one, count in found.mistakes] == [("ratio", 3)]
    (made,) = (mistake for mistake, _count in found.mistakes)
    assert found.counts([made]) == [2, 3, 1]
    assert outcomes.solutions(KAPPA.asked, ['["7"]']).counts([made]) == [0, 0, 1]


def test_all_replies_as_a_file():
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


def test_every_exercise_can_be_asked_and_is_right_when_it_is():
    for kind, level in product(KINDS, LEVELS):
        asked = exercise(kind, level=level, seed=5)
        task = Solve(asked.key).checked()
        value = task.check_reply(activities.solved(list(map(str, asked.right))))
        assert outcomes.verdict(task.asked, value).right
