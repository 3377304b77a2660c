"""Rooms as they are kept, and their rules: every act is checked here, in the same transaction.

    store = Store("sqlite:////tmp/rooms.db")
    room, secret = store.open_room("reviews", (1, 2, 3, 4, 5), items)
    someone, token = store.join(room.code, "Brave Otter")
    store.set_phase(room.code, secret, OPEN)
    store.answer(room.code, token, room.round, item=0, category=3)

A writing transaction begins by raising the room's counter, which locks the room until its end: a
room cannot be closed, revealed or deleted between the check and the write. How a database is
reached stands in `database`, how its rows are read in `rows`, how a tap is kept in `answers`, and
what a class does beside rating in `replies`.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from sqlalchemy import Connection, RowMapping, bindparam, delete, func, insert, select, update

from classroom import answers, codes, replies, rows
from classroom.activities import (
    NOT_ASKED,
    RATING,
    Activity,
    Page,
    Replied,
    Reply,
    Task,
    Where,
    check_task,
    may_follow,
    seen,
)
from classroom.answers import ClassAnswers, Progress
from classroom.database import Database
from classroom.errors import NoSuchRoomError, NotAllowedError, RoomError
from classroom.rooms import (
    CLOSED,
    DAYS,
    MOST_PARTICIPANTS,
    MOST_ROUNDS,
    OPEN,
    REVEALED,
    WAITING,
    Item,
    Participant,
    Room,
    check_categories,
    check_follows,
    check_items,
)
from classroom.schema import participants, pictures, rooms
from classroom.slowing import Slowing
from qwk_core.messages import N_

AWAY = 20.0
"""Seconds without any teacher's view, after which the phones that wait are told."""

MOST_ROOMS = 5_000  # at the same time, in one store
_MOST_JOINED = 4 * MOST_PARTICIPANTS  # of a room, those who were removed included
_MOST_SLOWED = 1_000  # rooms
_SEEN_EVERY = 5.0  # seconds: how exactly it is kept when the teacher was last seen

NOT_YOURS = N_("This link does not open the teacher’s view of this room.")
HIDDEN = N_("Nothing is shown before the teacher reveals it.")

# How many ever joined a room, and how many of them are in it.
_PLACES = (
    select(
        func.count(participants.c.number).label("joined"),
        func.count(participants.c.number).filter(participants.c.removed.is_(False)).label("here"),
    )
    .select_from(rooms.outerjoin(participants, participants.c.room == rooms.c.number))
    .where(rooms.c.code == bindparam("code_"), rooms.c.expires > bindparam("now_"))
    .group_by(rooms.c.number)
)


class Store(Database):
    """Rooms in a database. One object serves all threads of a process.

    Parameters
    ----------
    url : str
        An SQLite file (``sqlite:////path/rooms.db``) or PostgreSQL (``postgresql://…``).
    now : callable
        The time in seconds since 1970.
    slowing : Slowing, optional
        How guessing is slowed down; tests have their own.
    """

    def __init__(
        self,
        url: str,
        *,
        now: Callable[[], float] = time.time,
        slowing: Callable[[], Slowing] = Slowing,
    ) -> None:
        super().__init__(url)
        self._clock = now
        self._codes, self._opened = slowing(), slowing()
        self._slowing, self._by_room = slowing, OrderedDict[str, Slowing]()

    def now(self) -> int:
        """Return the time, in whole seconds since 1970."""
        return int(self._clock())

    # -- rooms -------------------------------------------------------------------------------------

    def open_room(
        self,
        kind: str,
        categories: Sequence[int | str],
        listed: Sequence[Item],
        shown: Mapping[int, bytes] | None = None,
    ) -> tuple[Room, str]:
        """Open a room; return it and the teacher's secret, which nothing can show again.

        `shown` has the pictures of items, by their place, as `make_safe` returns them.
        """
        check_categories(categories)
        check_items(listed, len(categories))
        self._opened.wait()
        self._opened.missed()  # openings are counted as misses are: many at once wait
        secret, now = codes.new_secret(), self.now()
        with self.writing() as connection:
            connection.execute(delete(rooms).where(rooms.c.expires <= now))
            n_rooms = connection.execute(select(func.count()).select_from(rooms)).scalar_one()
            if n_rooms >= MOST_ROOMS:
                raise RoomError(N_("There are too many rooms on this server. Try again tomorrow."))
            values = {
                "code": rows.free_code(connection),
                "secret": codes.hashed(secret),
                "kind": kind,
                "categories": json.dumps(list(categories)),
                "phase": WAITING,
                "round": 1,
                "counter": 0,
                "names_shown": False,
                "created": now,
                "expires": now + DAYS * 24 * 3600,
                "activity": RATING,
                "taught": now,
            }
            made = connection.execute(insert(rooms).values(**values).returning(rooms)).mappings()
            room = rows.room_of(made.one())
            rows.add_items(connection, room.number, listed)
            for at, content in (shown or {}).items():
                connection.execute(
                    insert(pictures).values(room=room.number, item=at, content=content)
                )
        return room, secret

    def find(self, code: str) -> Room:
        """Return the room with a code that somebody typed or followed; guesses wait."""
        self._codes.wait()
        try:
            return self.room(code)
        except NoSuchRoomError:
            self._codes.missed()
            raise

    def room(self, code: str) -> Room:
        """Return a room that is known to be there, as it is now."""
        with self.looking(code) as (_connection, room):
            return rows.room_of(room)

    def items(self, code: str) -> tuple[Item, ...]:
        """Return a room's items; references and reasons only where they are revealed."""
        with self.looking(code) as (connection, room):
            listed = rows.items_of(connection, room["number"])
        if room["phase"] == REVEALED:
            return listed
        return tuple(replace(item, reference=None, reason="") for item in listed)

    def picture(self, code: str, item: int) -> bytes:
        """Return the picture of an item, which never changes; nothing where it has none."""
        with self.looking(code) as (connection, room):
            found = connection.execute(
                select(pictures.c.content).where(
                    pictures.c.room == room["number"], pictures.c.item == rows.small(item)
                )
            ).scalar()
        return found or b""

    # -- students ----------------------------------------------------------------------------------

    def join(self, code: str, name: str) -> tuple[Participant, str]:
        """Let somebody in; return who they are now, and their token. A taken name gets a number."""
        name, token = codes.read_name(name), codes.new_secret()
        with self.reading() as connection:  # a full room is not locked to say that it is full
            self._check_place(connection, code)
        with self.writing() as connection:
            room = rows.touch(connection, code, self.now())
            self._check_place(connection, code)  # somebody may have come in between
            values = {
                "room": room["number"],
                "token": codes.hashed(token),
                "name": rows.free_name(connection, room["number"], name),
                "removed": False,
            }
            joined = connection.execute(
                insert(participants).values(**values).returning(participants)
            ).mappings()
            someone = rows.person_of(joined.one())
        return someone, token

    def member(self, code: str, token: str) -> Participant:
        """Return who has this token."""
        with self.being(code, token) as (_connection, _room, someone):
            return someone

    def answer(self, code: str, token: str, round: int, item: int, category: int) -> None:
        """Keep one answer, in place of an earlier one: it is in the store when this returns."""
        with self.slowed(code), self.writing() as connection:
            answers.keep(connection, self.now(), code, token, round, item, category)

    def reply(self, code: str, token: str, activity: int, round: int, value: str) -> str:
        """Keep one reply, in place of an earlier one; return it as it is kept, once it is."""
        with self.slowed(code), self.writing() as connection:
            room = rows.touch(connection, code, self.now())
            someone = rows.member(connection, room, token)
            return replies.keep(connection, room, someone, activity, round, value)

    def mine(self, code: str, token: str) -> dict[Where, int | str]:
        """Return what somebody gave: the position of a category, or a reply as text."""
        with self.being(code, token) as (connection, room, someone):
            whose = connection, room["number"], someone.number
            return {**answers.of_one(*whose), **replies.of_one(*whose)}

    # -- the teacher -------------------------------------------------------------------------------

    def check_secret(self, code: str, secret: str) -> Room:
        """Return the room that a teacher's link opens."""
        with self.slowed(code), self.looking(code) as (_connection, room):
            _check_secret(room, secret)
            return rows.room_of(room)

    def add(self, code: str, secret: str, tasks: Sequence[Task]) -> int:
        """Add activities to a room and go to the first of them; return its number."""
        checked = [check_task(task) for task in tasks]
        with self.teaching(code, secret) as (connection, room):
            return replies.add(connection, room, checked)

    def go_to(self, code: str, secret: str, number: int) -> None:
        """Make an activity the current one, as it was left."""
        with self.teaching(code, secret) as (connection, room):
            replies.go(connection, room, number)

    def set_phase(self, code: str, secret: str, phase: str, activity: int = RATING) -> None:
        """Open, close, reveal or hide, where that may follow; twice the same is no error."""
        with self.teaching(code, secret) as (connection, room):
            now = replies.current(connection, room, activity)
            if phase == now.phase:
                return
            check_follows(phase, now.phase, may_follow(now.task))
            replies.change(connection, room, activity, phase=phase)

    def next_round(self, code: str, secret: str, after: int, activity: int = RATING) -> None:
        """Let all give once more; `after` is the round that was seen, so twice is no error."""
        with self.teaching(code, secret) as (connection, room):
            now = replies.current(connection, room, activity)
            if now.round != after:
                return
            if isinstance(now.task, Page):
                raise RoomError(NOT_ASKED)
            if now.phase not in (CLOSED, REVEALED):
                raise RoomError(N_("Close the room before another round begins."))
            if now.round >= MOST_ROUNDS:
                raise RoomError(N_("A room has up to {most} rounds."), most=MOST_ROUNDS)
            replies.change(connection, room, activity, round=after + 1, phase=OPEN)

    def teach(self, code: str, secret: str) -> None:
        """Note that the teacher's view is open. Nothing in the room changes by it."""
        room, now = self.check_secret(code, secret), self.now()
        if now - room.taught < _SEEN_EVERY:
            return
        with self.writing() as connection:
            connection.execute(
                update(rooms).where(rooms.c.number == room.number).values(taught=now)
            )

    def is_away(self, room: Room) -> bool:
        """Tell whether no teacher's view of a room is open, or was so a moment ago."""
        return self._clock() - room.taught > AWAY

    def show_names(self, code: str, secret: str, shown: bool) -> None:
        """Let the board show who is who, or not."""
        with self.teaching(code, secret) as (connection, room):
            rows.change(connection, room, names_shown=bool(shown))

    def rename(self, code: str, secret: str, number: int, name: str) -> None:
        """Give a participant another name."""
        name = codes.read_name(name)
        with self.teaching(code, secret) as (connection, room):
            free = rows.free_name(connection, room["number"], name, but=number)
            rows.change_person(connection, room, number, name=free)

    def remove(self, code: str, secret: str, number: int, *, removed: bool = True) -> None:
        """Take a participant out of the room and all that is counted, or back in."""
        with self.teaching(code, secret) as (connection, room):
            rows.change_person(connection, room, number, removed=removed)

    def delete(self, code: str, secret: str) -> None:
        """Delete the room and all that was given in it, at once."""
        with self.teaching(code, secret) as (connection, room):
            connection.execute(delete(rooms).where(rooms.c.number == room["number"]))

    # -- watching ----------------------------------------------------------------------------------

    def progress(self, code: str) -> Progress:
        """Return how far the class is, without what anybody chose."""
        with self.looking(code) as (connection, room):
            return answers.progress(connection, room)

    def answers(self, code: str) -> ClassAnswers:
        """Return what everybody gave, in all rounds, if it is revealed."""
        with self.looking(code) as (connection, room):
            if room["phase"] != REVEALED:
                raise RoomError(HIDDEN)
            return answers.of_all(connection, room)

    def activities(self, code: str) -> tuple[Activity, ...]:
        """Return the activities beside rating, without the truth of those that are hidden."""
        with self.looking(code) as (connection, room):
            return tuple(map(seen, replies.listed(connection, room)))

    def replies_to(self, code: str, activity: int) -> Replied:
        """Return who replied to an activity; and what, in all rounds, only if it is revealed."""
        with self.looking(code) as (connection, room):
            return replies.of_activity(connection, room, activity)

    def all_replies(self, code: str) -> list[tuple[Activity, tuple[Reply, ...]]]:
        """Return what was replied to each activity that is revealed, where anybody replied."""
        with self.looking(code) as (connection, room):
            return replies.of_all(connection, room)

    # -- for every act -----------------------------------------------------------------------------

    @contextmanager
    def looking(self, code: str) -> Iterator[tuple[Connection, RowMapping]]:
        """Begin to read what is in a room."""
        with self.reading() as connection:
            yield connection, rows.find(connection, code, self.now())

    @contextmanager
    def being(self, code: str, token: str) -> Iterator[tuple[Connection, RowMapping, Participant]]:
        """Begin to read what is in a room, as the participant who has a token."""
        with self.slowed(code), self.looking(code) as (connection, room):
            yield connection, room, rows.member(connection, room, token)

    @contextmanager
    def slowed(self, code: str) -> Iterator[None]:
        """Let a person with a wrong key wait, once the transaction is over. Others do not wait."""
        try:
            yield
        except NotAllowedError:
            slowing = self._by_room.setdefault(codes.read_code(code), self._slowing())
            while len(self._by_room) > _MOST_SLOWED:
                self._by_room.popitem(last=False)
            slowing.missed()
            slowing.wait()
            raise

    @contextmanager
    def teaching(self, code: str, secret: str) -> Iterator[tuple[Connection, RowMapping]]:
        """Begin an act of the teacher: nothing happens without the room's secret."""
        with self.slowed(code), self.writing() as connection:
            room = rows.touch(connection, code, self.now())
            _check_secret(room, secret)
            yield connection, room

    def _check_place(self, connection: Connection, code: str) -> None:
        """Refuse one more participant where the room is full."""
        asked = {"code_": codes.read_code(code), "now_": self.now()}
        found = connection.execute(_PLACES, asked).one_or_none()
        if found is None:
            raise NoSuchRoomError(rows.NO_ROOM)
        if found.joined >= _MOST_JOINED or found.here >= MOST_PARTICIPANTS:
            raise RoomError(N_("This room is full: it holds {most}."), most=MOST_PARTICIPANTS)


def _check_secret(room: RowMapping, secret: str) -> None:
    if not codes.opens(secret, room["secret"]):
        raise NotAllowedError(NOT_YOURS)
