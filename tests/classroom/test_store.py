"""Keys, names, limits and concurrent acts in the store, for any request of a browser."""

import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from classroom import codes, schema
from classroom.activities import RATING, Guess
from classroom.errors import NoSuchRoomError, NotAllowedError, RoomError, StoreError
from classroom.rooms import CLOSED, DAYS, OPEN, REVEALED, Item
from tests.classroom.course import ITEMS, SCALE, begun

HOSTILE = ("'; DROP TABLE classroom_rooms; --", "<script>alert(1)</script>", "{n} %s \\ **x**")
PETS = Guess(example="petfinder")


def kept(store):
    """Return the rows of each table as text."""
    with store.reading() as connection:
        return {
            table.name.removeprefix("classroom_"): [
                str(row) for row in connection.execute(table.select())
            ]
            for table in schema.TABLES.sorted_tables
        }


def acts(course, key):
    store, code, number = course.store, course.code, course.people["Ana"].number
    return [
        lambda: store.check_secret(code, key),
        lambda: store.add(code, key, [PETS]),
        lambda: store.go_to(code, key, RATING),
        lambda: store.teach(code, key),
        lambda: store.set_phase(code, key, CLOSED),
        lambda: store.next_round(code, key, 1),
        lambda: store.show_names(code, key, True),
        lambda: store.rename(code, key, number, "Else"),
        lambda: store.remove(code, key, number),
        lambda: store.delete(code, key),
    ]


def test_no_act_of_the_teacher_without_the_secret(course):
    store, secret, token = course.store, course.secret, course.tokens["Ana"]
    before, listed = course.room, store.view(course.code).activities
    elsewhere = begun(store).secret
    for key in ("", token, elsewhere, secret[:-1], codes.hashed(secret), "\0", "ñ" * 5000):
        for act in acts(course, key):
            with pytest.raises(NotAllowedError, match="teacher"):
                act()
    assert (course.room, store.view(course.code).activities) == (before, listed)
    assert store.member(course.code, token) == course.people["Ana"]
    for act in acts(course, secret):
        act()
    with pytest.raises(NoSuchRoomError):
        _ = course.room


def test_nobody_answers_for_another(course):
    store, code, token = course.store, course.code, course.tokens["Ana"]
    other = begun(store)
    other.join("Ben")
    for key in ("", course.secret, other.tokens["Ben"], token[::-1], codes.hashed(token)):
        for give in (
            lambda key=key: store.give(code, key, (RATING, 1, 0), 0),
            lambda key=key: store.mine(code, key),
            lambda key=key: store.give(code, key, (1, 1, 0), "0.5"),
        ):
            with pytest.raises(NotAllowedError, match="join again"):
                give()
    assert store.view(code).per_item == {}


def test_names_are_text_and_tell_people_apart(store):
    course = begun(store)

    def joined(name):
        return store.join(course.code, name)[0].name

    assert [joined(name) for name in HOSTILE] == list(HOSTILE)
    assert [joined("Ana") for _time in range(3)] == ["Ana", "Ana 2", "Ana 3"]
    assert [joined("x" * 40) for _time in range(2)] == ["x" * 40, "x" * 38 + " 2"]
    assert joined(" Ben ") == "Ben"
    assert store.find(course.code.lower()).code == course.code
    number = store.view(course.code).participants[-2].number
    with pytest.raises(RoomError, match="not in this room"):
        store.remove(course.code, course.secret, number + 99)
    store.rename(course.code, course.secret, number, "Ana")
    assert "Ana 4" in {one.name for one in store.view(course.code).participants}
    for bad in ("", "   ", "\u200b\u202e", "x" * 41, "x" * 2_000_000):
        with pytest.raises(RoomError):
            joined(bad)
        with pytest.raises(RoomError):
            store.rename(course.code, course.secret, number, bad)


def test_items_are_text_of_any_kind(store):
    hostile = [Item(text) for text in (*HOSTILE, "a\0b", "half \ud800 a character")]
    room, _secret = store.open_room("own", ("'; --", "<b>"), hostile)
    assert [item.text for item in store.view(room.code).items[:3]] == list(HOSTILE)
    assert store.room(room.code).categories == ("'; --", "<b>")


@pytest.mark.parametrize(
    ("scale", "items"),
    [
        ((1,), ITEMS),
        (tuple(range(12)), ITEMS),
        (("x" * 41, "y"), ITEMS),
        *((SCALE, (Item("x"),) * n) for n in (0, 61)),
        *((SCALE, (item,)) for item in (Item(" "), Item("x" * 4001), Item("x", 3))),
    ],
)
def test_a_room_that_cannot_be_is_refused(store, scale, items):
    with pytest.raises(RoomError):
        store.open_room("own", scale, items)


def test_rooms_end_by_themselves_and_at_once(course, clock):
    store, code = course.store, course.code
    clock.now += DAYS * 24 * 3600 - 1
    assert store.find(code).code == code
    clock.now += 1
    for act in (
        lambda: store.find(code),
        lambda: course.join("Ben"),
        lambda: course.tap("Ana", 0, 0),
        lambda: store.check_secret(code, course.secret),
    ):
        with pytest.raises(NoSuchRoomError):
            act()
    begun(store)  # opening a room deletes expired rooms
    found = kept(store)
    assert [len(found[table]) for table in ("rooms", "participants", "items")] == [1, 0, 4]


def test_a_room_deleted_while_thirty_rate_leaves_nothing(course):
    store = course.store
    names = [f"student {n}" for n in range(30)]
    course.join(*names)
    course.reply("Ana", course.ask(PETS), "0.5")
    store.go_to(course.code, course.secret, RATING)
    course.go(OPEN)
    ready = threading.Barrier(len(names) + 1)

    def rate(name):
        ready.wait()
        for n in range(20):
            course.tap(name, n % 4, n % 3)

    with ThreadPoolExecutor(len(names)) as pool:
        rating = [pool.submit(rate, name) for name in names]
        ready.wait()
        store.delete(course.code, course.secret)
        problems = [each.exception() for each in rating]
    assert {type(problem) for problem in problems} <= {NoSuchRoomError, type(None)}
    assert [table for table, rows in kept(store).items() if rows] == ["version"]


def test_two_processes_begin_at_once_and_two_teachers_press_at_once(new_store):
    stores = [new_store() for _n in range(2)]
    with ThreadPoolExecutor(2) as pool:
        course, _other = pool.map(begun, stores)
    course.go(OPEN)
    joined = [stores[n % 2].join(course.code, "Ana") for n in range(8)]

    def rate(n):
        for item in range(4):
            stores[(n + item) % 2].give(course.code, joined[n][1], (RATING, 1, item), n % 3)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(rate, range(8)))
    answered = stores[1].view(course.code).answered
    assert answered == {one.number: 4 for one, _token in joined}
    # Each act raised the counter once, so watchers see every act.
    assert course.room.counter == 1 + 8 + 32
    code, secret = course.code, course.secret
    with ThreadPoolExecutor(2) as pool:
        for press in (
            lambda store: store.set_phase(code, secret, CLOSED),
            lambda store: store.set_phase(code, secret, REVEALED),
            lambda store: store.next_round(code, secret, 1),
            lambda store: store.show_names(code, secret, True),
        ):
            list(pool.map(press, stores))
    now = course.room
    assert (now.phase, now.round, now.names_shown) == (OPEN, 2, True)


def test_guessing_waits_and_who_is_right_does_not(course, clock):
    store = course.store
    for _guess in range(60):
        with pytest.raises(NoSuchRoomError):
            store.find(codes.new_code())
    assert clock.slept > 100  # after 30 guesses, each waits 0.25 s longer
    slept = clock.slept
    for _guess in range(60):
        with pytest.raises(NotAllowedError):
            store.give(course.code, codes.new_secret(), (RATING, 1, 0), 0)
    assert clock.slept > slept + 100
    slept = clock.slept
    course.tap("Ana", 0, 0)
    assert clock.slept == slept
    clock.now += 61 + 15
    store.find(course.code)
    assert clock.slept == slept


def test_a_crowd_tries_to_join(store, monkeypatch):
    monkeypatch.setattr("classroom.store.MOST_PARTICIPANTS", 20)
    course = begun(store)

    def tries(times):
        joined = 0
        for _try in range(times):
            with contextlib.suppress(RoomError):
                store.join(course.code, "Ana")
                joined += 1
        return joined

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(tries, [20] * 8)) == 20
    people = store.view(course.code).participants
    assert len({one.name for one in people}) == 20
    assert course.room.counter == 20  # a refused act does not raise the counter
    with pytest.raises(RoomError, match="full"):
        course.join("Ben")
    store.remove(course.code, course.secret, people[0].number)
    course.join("Ben")
    monkeypatch.setattr("classroom.store._MOST_JOINED", 21)  # includes removed participants
    store.remove(course.code, course.secret, people[1].number)
    with pytest.raises(RoomError, match="full"):
        course.join("Cy")
    assert (len(kept(store)["participants"]), len(store._by_room)) == (21, 0)
    monkeypatch.setattr("classroom.store.MOST_ROOMS", 1)
    with pytest.raises(RoomError, match="too many rooms"):
        begun(store)


def test_only_hashes_of_the_keys_are_stored(course):
    keys = course.secret, course.tokens["Ana"]
    found = str(kept(course.store))
    assert not any(key in found for key in keys)
    assert codes.hashed(keys[1]) in found


def test_a_newer_store_is_not_touched(new_store):
    with new_store().writing() as connection:
        connection.execute(text("UPDATE classroom_version SET version = 99"))
    with pytest.raises(StoreError, match="newer version"):
        new_store().find("ABCDEF")
