"""The rules of a room hold in the store, whatever a page or a browser asks for."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import create_engine, text

from classroom import codes, schema
from classroom.activities import RATING, Guess
from classroom.errors import NoSuchRoomError, NotAllowedError, RoomError, StoreError
from classroom.rooms import (
    CLOSED,
    DAYS,
    OPEN,
    REVEALED,
    WAITING,
    Item,
    Room,
)  # fmt: skip
from classroom.store import Store
from tests.classroom.conftest import ITEMS, SCALE, WAY_TO, Clock

HOSTILE = ("'; DROP TABLE classroom_rooms; --", "<script>alert(1)</script>", "{n} %s \\ **x**")
Opened = tuple[Room, str]


def test_a_room_from_its_opening_to_its_second_round(store: Store) -> None:
    room, secret = store.open_room("own", SCALE, ITEMS)
    assert (room.phase, room.round, room.categories) == (WAITING, 1, SCALE)
    ana, token = store.join(room.code, "Ana")
    ben, other = store.join(room.code.lower(), " Ben ")
    assert (ana.name, ben.name) == ("Ana", "Ben")
    store.set_phase(room.code, secret, OPEN)
    store.answer(room.code, token, 1, 0, 2)
    store.answer(room.code, token, 1, 1, 1)
    store.answer(room.code, other, 1, 0, 0)
    assert store.mine(room.code, token) == {1: {0: 2, 1: 1}}
    seen = store.progress(room.code)
    assert seen.answered == {ana.number: 2, ben.number: 1}
    assert seen.per_item == {0: 2, 1: 1}
    store.set_phase(room.code, secret, CLOSED)
    store.set_phase(room.code, secret, REVEALED)
    assert set(store.given(room.code).answers) == {
        (1, ana.number, 0, 2), (1, ana.number, 1, 1), (1, ben.number, 0, 0),
    }  # fmt: skip
    store.next_round(room.code, secret, 1)
    store.next_round(room.code, secret, 1)  # pressed twice
    assert (store.room(room.code).round, store.room(room.code).phase) == (2, OPEN)
    store.answer(room.code, token, 2, 0, 0)
    assert store.mine(room.code, token) == {1: {0: 2, 1: 1}, 2: {0: 0}}


def test_an_answer_is_one_however_often_it_comes(store: Store, opened: Opened) -> None:
    room, secret = opened
    someone, token = store.join(room.code, "Ana")
    for category in (0, 1, 1, 2, 2):  # a double tap, a retry, another tab
        store.answer(room.code, token, 1, 0, category)
    assert store.progress(room.code).per_item == {0: 1}
    store.set_phase(room.code, secret, CLOSED)
    store.set_phase(room.code, secret, REVEALED)
    assert store.given(room.code).answers == ((1, someone.number, 0, 2),)


@pytest.mark.parametrize("phase", [WAITING, CLOSED, REVEALED])
def test_nothing_is_given_but_while_it_is_open(store: Store, phase: str) -> None:
    room, secret = store.open_room("own", SCALE, ITEMS)
    _someone, token = store.join(room.code, "Ana")
    gives: list[Callable[[], object]] = [
        lambda: store.answer(room.code, token, 1, 0, 0),
        lambda: store.reply(room.code, token, 1, 1, "0.5"),
    ]
    for activity, give in enumerate(gives):
        if activity:
            store.add(room.code, secret, [Guess(example="petfinder")])
        for step in WAY_TO[phase]:
            store.set_phase(room.code, secret, step, activity)
        before = store.room(room.code)
        with pytest.raises(RoomError, match="closed"):
            give()
        assert store.room(room.code) == before
    assert store.mine(room.code, token) == store.my_replies(room.code, token) == {}


def test_no_answer_to_a_round_that_is_over_or_has_not_begun(store: Store, opened: Opened) -> None:
    room, secret = opened
    _someone, token = store.join(room.code, "Ana")
    with pytest.raises(RoomError, match="round"):
        store.answer(room.code, token, 2, 0, 0)
    store.set_phase(room.code, secret, CLOSED)
    store.next_round(room.code, secret, 1)
    with pytest.raises(RoomError, match="round"):
        store.answer(room.code, token, 1, 0, 0)


@pytest.mark.parametrize(
    ("item", "category"), [(4, 0), (-1, 0), (0, 3), (0, -1), (10**20, 0), (0, 10**20)]
)
def test_no_answer_that_the_room_does_not_have(
    store: Store, opened: Opened, item: int, category: int
) -> None:
    _someone, token = store.join(opened[0].code, "Ana")
    with pytest.raises(RoomError, match="no such item or category"):
        store.answer(opened[0].code, token, 1, item, category)


def test_answers_that_come_together_are_judged_each_by_itself(store: Store, opened: Opened) -> None:
    room, secret = opened
    closed, _other = store.open_room("own", SCALE, ITEMS)
    _ana, token = store.join(room.code, "Ana")
    ben, second = store.join(room.code, "Ben")
    store.remove(room.code, secret, ben.number)
    _cy, elsewhere = store.join(closed.code, "Cy")
    asked = [
        (room.code, token, 1, 0, 1),
        (room.code, token, 1, 1, 2),
        (room.code, second, 1, 0, 0),
        (room.code, elsewhere, 1, 0, 0),
        (room.code, token, 10**20, 2, 0),
        (room.code, token, 1, 4, 0),
        (closed.code, elsewhere, 1, 0, 0),
        ("QQQQQQ", token, 1, 0, 0),
    ]
    with ThreadPoolExecutor(len(asked)) as pool:
        answers = [pool.submit(store.answer, *each) for each in asked]
        problems = [str(each.exception() or "") for each in answers]
    said = ["", "", "removed", "join again", "round", "no such item", "closed", "no room"]
    for problem, part in zip(problems, said, strict=True):
        assert part in problem if part else not problem
    assert store.mine(room.code, token) == {1: {0: 1, 1: 2}}


def test_nothing_is_read_before_it_is_revealed(store: Store, opened: Opened) -> None:
    room, secret = opened
    store.answer(room.code, store.join(room.code, "Ana")[1], 1, 0, 0)
    for phase in (OPEN, CLOSED):
        store.set_phase(room.code, secret, phase)
        with pytest.raises(RoomError, match="before the teacher reveals"):
            store.given(room.code)
        assert {(item.reference, item.reason) for item in store.items(room.code)} == {(None, "")}
    store.set_phase(room.code, secret, REVEALED)
    assert store.items(room.code) == ITEMS
    assert store.given(room.code).answers
    store.set_phase(room.code, secret, CLOSED)  # hidden again
    with pytest.raises(RoomError):
        store.given(room.code)


def test_a_phase_follows_only_where_it_may(store: Store) -> None:
    room, secret = store.open_room("own", SCALE, ITEMS)
    for phase in (CLOSED, REVEALED, "party"):
        with pytest.raises(RoomError, match="cannot follow"):
            store.set_phase(room.code, secret, phase)
    with pytest.raises(RoomError, match="Close the room"):
        store.next_round(room.code, secret, 1)
    store.set_phase(room.code, secret, OPEN)
    store.set_phase(room.code, secret, OPEN)  # two teachers at once
    assert store.room(room.code).phase == OPEN


def acts(store: Store, code: str, key: str, number: int) -> list[Callable[[], object]]:
    return [
        lambda: store.check_secret(code, key),
        lambda: store.add(code, key, [Guess(example="petfinder")]),
        lambda: store.go_to(code, key, RATING),
        lambda: store.teach(code, key),
        lambda: store.set_phase(code, key, CLOSED),
        lambda: store.next_round(code, key, 1),
        lambda: store.show_names(code, key, True),
        lambda: store.rename(code, key, number, "Else"),
        lambda: store.remove(code, key, number),
        lambda: store.delete(code, key),
    ]


def test_no_act_of_the_teacher_without_the_secret(store: Store, opened: Opened) -> None:
    room, secret = opened
    someone, token = store.join(room.code, "Ana")
    elsewhere = store.open_room("own", SCALE, ITEMS)[1]
    before, listed = store.room(room.code), store.activities(room.code)
    for key in ("", token, elsewhere, secret[:-1], codes.hashed(secret), "\0", "ñ" * 5000):
        for act in acts(store, room.code, key, someone.number):
            with pytest.raises(NotAllowedError, match="teacher"):
                act()
    assert (store.room(room.code), store.activities(room.code)) == (before, listed)
    assert store.member(room.code, token) == someone
    for act in acts(store, room.code, secret, someone.number):
        act()
    with pytest.raises(NoSuchRoomError):
        store.room(room.code)


def test_nobody_answers_for_another(store: Store, opened: Opened) -> None:
    room, secret = opened
    _ana, token = store.join(room.code, "Ana")
    other_room, other_secret = store.open_room("own", SCALE, ITEMS)
    store.set_phase(other_room.code, other_secret, OPEN)
    _ben, elsewhere = store.join(other_room.code, "Ben")
    for key in ("", secret, elsewhere, token[::-1], codes.hashed(token)):
        with pytest.raises(NotAllowedError, match="join again"):
            store.answer(room.code, key, 1, 0, 0)
        with pytest.raises(NotAllowedError):
            store.mine(room.code, key)
        with pytest.raises(NotAllowedError, match="join again"):
            store.reply(room.code, key, 1, 1, "0.5")
    assert store.progress(room.code).per_item == {}


def test_who_is_removed_is_not_counted_and_comes_back(store: Store, opened: Opened) -> None:
    room, secret = opened
    ana, token = store.join(room.code, "Ana")
    store.answer(room.code, token, 1, 0, 0)
    store.remove(room.code, secret, ana.number)
    assert store.progress(room.code).answered == {}
    with pytest.raises(NotAllowedError, match="removed"):
        store.answer(room.code, token, 1, 1, 0)
    store.remove(room.code, secret, ana.number, removed=False)
    assert store.progress(room.code).answered == {ana.number: 1}
    with pytest.raises(RoomError, match="not in this room"):
        store.remove(room.code, secret, ana.number + 99)


def test_names_are_text_and_tell_people_apart(store: Store, opened: Opened) -> None:
    room, secret = opened
    for name in HOSTILE:
        assert store.join(room.code, name)[0].name == name
    assert [store.join(room.code, "Ana")[0].name for _time in range(3)] == [
        "Ana", "Ana 2", "Ana 3",
    ]  # fmt: skip
    long = store.join(room.code, "x" * 40)[0]
    again = store.join(room.code, "x" * 40)[0]
    assert again.name == "x" * 38 + " 2"
    store.rename(room.code, secret, long.number, "Ana")
    assert "Ana 4" in {one.name for one in store.progress(room.code).participants}
    for bad in ("", "   ", "\u200b\u202e", "x" * 41, "x" * 2_000_000):
        with pytest.raises(RoomError):
            store.join(room.code, bad)
        with pytest.raises(RoomError):
            store.rename(room.code, secret, again.number, bad)


def test_items_are_text_of_any_kind(store: Store) -> None:
    hostile = [Item(text) for text in (*HOSTILE, "a\0b", "half \ud800 a character")]
    room, _secret = store.open_room("own", ("'; --", "<b>"), hostile)
    kept = store.items(room.code)
    assert [item.text for item in kept[:3]] == list(HOSTILE)
    assert store.room(room.code).categories == ("'; --", "<b>")


@pytest.mark.parametrize(
    ("scale", "items"),
    [
        ((1,), ITEMS),
        (tuple(range(12)), ITEMS),
        (("x" * 41, "y"), ITEMS),
        (SCALE, ()),
        (SCALE, (Item("x"),) * 61),
        (SCALE, (Item(" "),)),
        (SCALE, (Item("x" * 4001),)),
        (SCALE, (Item("x", 3),)),
    ],
)
def test_a_room_that_cannot_be_is_refused(
    store: Store, scale: tuple[int | str, ...], items: tuple[Item, ...]
) -> None:
    with pytest.raises(RoomError):
        store.open_room("own", scale, items)


def test_rooms_end_by_themselves_and_at_once(store: Store, opened: Opened, clock: Clock) -> None:
    room, secret = opened
    _someone, token = store.join(room.code, "Ana")
    clock.now += DAYS * 24 * 3600 - 1
    assert store.find(room.code).code == room.code
    clock.now += 1
    for act in (
        lambda: store.find(room.code),
        lambda: store.join(room.code, "Ben"),
        lambda: store.answer(room.code, token, 1, 0, 0),
        lambda: store.check_secret(room.code, secret),
    ):
        with pytest.raises(NoSuchRoomError):
            act()
    store.open_room("own", SCALE, ITEMS)  # takes what has ended out of the store
    with store.reading() as connection:
        for table in (schema.rooms, schema.participants, schema.items):
            rooms = connection.execute(text(f"SELECT COUNT(*) FROM {table.name}")).scalar()
            assert rooms == {schema.rooms: 1, schema.participants: 0, schema.items: 4}[table]


def test_a_room_deleted_while_thirty_rate(store: Store, opened: Opened) -> None:
    room, secret = opened
    tokens = [store.join(room.code, "Ana")[1] for _n in range(30)]
    ready = threading.Barrier(len(tokens) + 1)

    def rate(token: str) -> None:
        ready.wait()
        for n in range(20):
            store.answer(room.code, token, 1, n % 4, n % 3)

    with ThreadPoolExecutor(len(tokens)) as pool:
        rating = [pool.submit(rate, token) for token in tokens]
        ready.wait()
        store.delete(room.code, secret)
        problems = [each.exception() for each in rating]
    assert {type(problem) for problem in problems} <= {NoSuchRoomError, type(None)}
    with store.reading() as connection:
        left = connection.execute(text("SELECT COUNT(*) FROM classroom_answers")).scalar()
    assert left == 0


def test_two_teachers_press_everything_at_once(new_store: Callable[[], Store]) -> None:
    stores = [new_store() for _n in range(2)]
    room, secret = stores[0].open_room("own", SCALE, ITEMS)
    _ana, token = stores[0].join(room.code, "Ana")
    presses: list[Callable[[Store], object]] = [
        lambda store: store.set_phase(room.code, secret, OPEN),
        lambda store: store.answer(room.code, token, 1, 0, 1),
        lambda store: store.set_phase(room.code, secret, CLOSED),
        lambda store: store.set_phase(room.code, secret, REVEALED),
        lambda store: store.next_round(room.code, secret, 1),
        lambda store: store.show_names(room.code, secret, True),
    ]
    with ThreadPoolExecutor(2) as pool:
        for press in presses:
            both = [pool.submit(press, store) for store in stores]
            assert [each.exception() for each in both] == [None, None]
    now = stores[0].room(room.code)
    assert (now.phase, now.round, now.names_shown) == (OPEN, 2, True)
    assert stores[1].mine(room.code, token) == {1: {0: 1}}


def test_two_processes_begin_at_once_and_every_answer_counts(
    new_store: Callable[[], Store],
) -> None:
    stores = [new_store() for _n in range(2)]
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda store: store.open_room("own", SCALE, ITEMS), stores))
    assert len(made) == 2
    room, secret = made[0]
    stores[0].set_phase(room.code, secret, OPEN)
    joined = [stores[n % 2].join(room.code, "Ana") for n in range(8)]

    def rate(n: int) -> None:
        for item in range(4):
            stores[(n + item) % 2].answer(room.code, joined[n][1], 1, item, n % 3)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(rate, range(8)))
    assert stores[1].progress(room.code).answered == {one.number: 4 for one, _token in joined}
    # Each act raised the counter once: nobody who watches misses one.
    assert stores[0].room(room.code).counter == 1 + 8 + 32


def test_guessing_waits_and_who_is_right_does_not(
    store: Store, opened: Opened, clock: Clock
) -> None:
    room, _secret = opened
    _someone, token = store.join(room.code, "Ana")
    for _guess in range(60):
        with pytest.raises(NoSuchRoomError):
            store.find(codes.new_code())
    assert clock.slept > 100  # a quarter of a second more for each after the first thirty
    slept = clock.slept
    for _guess in range(60):
        with pytest.raises(NotAllowedError):
            store.answer(room.code, codes.new_secret(), 1, 0, 0)
    assert clock.slept > slept + 100
    slept = clock.slept
    store.answer(room.code, token, 1, 0, 0)
    assert clock.slept == slept
    clock.now += 61 + 15
    store.find(room.code)
    assert clock.slept == slept


def test_a_crowd_tries_to_join_and_so_many_are_in(
    store: Store, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("classroom.store.MOST_PARTICIPANTS", 20)
    room, secret = opened

    def tries(times: int) -> int:
        joined = 0
        for _try in range(times):
            with contextlib.suppress(RoomError):
                store.join(room.code, "Ana")
                joined += 1
        return joined

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(tries, [20] * 8)) == 20
    people = store.progress(room.code).participants
    assert len({one.name for one in people}) == 20
    assert store.room(room.code).counter == 1 + 20  # who is refused wakes nobody
    with pytest.raises(RoomError, match="full"):
        store.join(room.code, "Ben")
    store.remove(room.code, secret, people[0].number)
    store.join(room.code, "Ben")
    monkeypatch.setattr("classroom.store._MOST_JOINED", 21)  # who is removed counts here
    store.remove(room.code, secret, people[1].number)
    with pytest.raises(RoomError, match="full"):
        store.join(room.code, "Cy")
    with store.reading() as connection:
        kept = connection.execute(text("SELECT COUNT(*) FROM classroom_participants")).scalar()
    assert (kept, len(store._by_room)) == (21, 0)
    monkeypatch.setattr("classroom.store.MOST_ROOMS", 1)
    with pytest.raises(RoomError, match="too many rooms"):
        store.open_room("own", SCALE, ITEMS)


def test_only_hashes_of_the_keys_are_stored(store: Store, opened: Opened) -> None:
    room, secret = opened
    _someone, token = store.join(room.code, "Ana")
    with store.reading() as connection:
        kept = [
            str(row)
            for table in schema.TABLES.sorted_tables
            for row in connection.execute(table.select()).all()
        ]
    assert not any(key in row for row in kept for key in (secret, token))
    assert any(codes.hashed(token) in row for row in kept)


def test_a_newer_store_is_not_touched(url: str, new_store: Callable[[], Store]) -> None:
    new_store().open_room("own", SCALE, ITEMS)
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE classroom_version SET version = 99"))
    engine.dispose()
    with pytest.raises(StoreError, match="newer version"):
        new_store().find("ABCDEF")
