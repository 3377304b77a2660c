"""The store of rooms. It checks the rules of every act in the transaction of the act.

    store = Store("sqlite:////tmp/rooms.db")
    room, secret = store.open_room("reviews", (1, 2, 3, 4, 5), items)
    someone, token = store.join(room.code, "Brave Otter")
    store.set_phase(room.code, secret, OPEN)
    store.give(room.code, token, (RATING, 1, 0), 3)  # the first item is in the category 4

A writing transaction first raises the room's counter, which locks the room until its end. So the
room cannot be closed, revealed or deleted between the check and the write. `database` opens
transactions, `rows` reads rows, and `replies` keeps the activities and what is given to them.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update

from classroom import codes, replies, rows
from classroom.activities import NOT_ASKED, RATING, Activity, Page, Reply, Task, Where
from classroom.database import Database
from classroom.errors import ChangedError, NoSuchRoomError, NotAllowedError, RoomError
from classroom.replies import Given
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
    check_items,
)
from classroom.schema import participants, pictures, rooms
from classroom.slowing import Slowing
from classroom.view import RoomView
from qwk_core.messages import N_

AWAY = 20.0
"""Seconds without any teacher's view, after which the phones that wait are told."""

MOST_ROOMS = 5_000  # at the same time, in one store
_MOST_JOINED = 4 * MOST_PARTICIPANTS  # in a room, with those who were removed
_MOST_SLOWED = 1_000  # rooms
_SEEN_EVERY = 5.0  # seconds between two writes of the time when the teacher's view was open

NOT_YOURS = N_("This link does not open the teacher’s view of this room.")


class Store(Database):
    """Rooms in a database. One object serves all threads of a process.

    Parameters
    ----------
    url : str
        An SQLite file (``sqlite:////path/rooms.db``) or PostgreSQL (``postgresql://…``).
    now : callable
        The time in seconds since 1970.
    slowing : Slowing, optional
        Slows down guessing; tests have their own.
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
        """Open a room; return it and the teacher's secret, of which only the hash is kept.

        `shown` has the pictures of items, by their position, as `make_safe` returns them.
        """
        check_categories(categories)
        check_items(listed, len(categories))
        self._opened.wait()
        self._opened.missed()  # openings count as misses, so many at once wait
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
        """Return the room of a code from a person or a link. Too many misses make it wait."""
        self._codes.wait()
        try:
            return self.room(code)
        except NoSuchRoomError:
            self._codes.missed()
            raise

    def room(self, code: str) -> Room:
        """Return the current state of a room that is known to exist."""
        with self.looking(code) as (_connection, room):
            return rows.room_of(room)

    def picture(self, code: str, item: int) -> bytes:
        """Return the picture of an item, which never changes; empty if it has none."""
        with self.looking(code) as (connection, room):
            found = connection.execute(
                select(pictures.c.content).where(
                    pictures.c.room == room["number"], pictures.c.item == rows.small(item)
                )
            ).scalar()
        return found or b""

    # -- students ----------------------------------------------------------------------------------

    def join(self, code: str, name: str) -> tuple[Participant, str]:
        """Add a participant; return them and their token. A name that is in use gets a number."""
        name, token = codes.read_name(name), codes.new_secret()
        with self.writing() as connection:
            room = rows.touch(connection, code, self.now())
            everybody = rows.people_of(connection, room["number"])
            here = sum(not one.removed for one in everybody)
            if len(everybody) >= _MOST_JOINED or here >= MOST_PARTICIPANTS:
                raise RoomError(N_("This room is full: it holds {most}."), most=MOST_PARTICIPANTS)
            values = {
                "room": room["number"],
                "token": codes.hashed(token),
                "name": codes.free_name(name, {one.name for one in everybody}),
                "removed": False,
            }
            joined = connection.execute(
                insert(participants).values(**values).returning(participants)
            ).mappings()
            someone = rows.person_of(joined.one())
        return someone, token

    def member(self, code: str, token: str) -> Participant:
        """Return the participant with this token."""
        with self.being(code, token) as (_connection, _room, someone):
            return someone

    def give(self, code: str, token: str, where: Where, value: Given) -> Given:
        """Keep a rating or a reply, which replaces an earlier one; return it as stored.

        A rating is the position of a category, a reply is a text.
        """
        with self.slowed(code), self.writing() as connection:
            room = rows.touch(connection, code, self.now())
            someone = rows.member(connection, room, token)
            return replies.keep(connection, room, someone, where, value)

    def mine(self, code: str, token: str) -> dict[Where, Given]:
        """Return a participant's answers (positions of categories) and replies (texts)."""
        with self.being(code, token) as (connection, room, someone):
            return replies.of_one(connection, room["number"], someone.number)

    # -- the teacher -------------------------------------------------------------------------------

    def check_secret(self, code: str, secret: str) -> Room:
        """Return the room of a teacher's link."""
        with self.slowed(code), self.looking(code) as (_connection, room):
            _check_secret(room, secret)
            return rows.room_of(room)

    def add(
        self, code: str, secret: str, tasks: Sequence[Task], *, after: int | None = None
    ) -> int:
        """Add activities to a room and go to the first of them; return its number.

        `after` is the last activity that the teacher saw: a second click adds nothing again.
        """
        checked = [task.checked() for task in tasks]
        with self.teaching(code, secret) as (connection, room):
            return replies.add(connection, room, checked, after)

    def go_to(self, code: str, secret: str, number: int) -> None:
        """Make an activity the current one; it keeps its phase and round."""
        with self.teaching(code, secret) as (connection, room):
            replies.go(connection, room, number)

    def set_phase(self, code: str, secret: str, phase: str, activity: int = RATING) -> None:
        """Open, close, reveal or hide, if that may follow. The same phase again is no error."""
        with self.teaching(code, secret) as (connection, room):
            now = replies.current(connection, room, activity)
            if phase == now.phase:
                return
            if phase not in now.task.FOLLOW[now.phase]:
                raise ChangedError
            replies.change(connection, room, activity, phase=phase)

    def next_round(self, code: str, secret: str, after: int, activity: int = RATING) -> None:
        """Begin another round after the round `after`. A second call with it is no error."""
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
        """Note that the teacher's view is open. This does not raise the room's counter."""
        room, now = self.check_secret(code, secret), self.now()
        if now - room.taught < _SEEN_EVERY:
            return
        with self.writing() as connection:
            connection.execute(
                update(rooms).where(rooms.c.number == room.number).values(taught=now)
            )

    def is_away(self, room: Room) -> bool:
        """Tell whether no teacher's view of a room was open in the last seconds."""
        return self._clock() - room.taught > AWAY

    def show_names(self, code: str, secret: str, shown: bool) -> None:
        """Let the board show names, or not."""
        with self.teaching(code, secret) as (connection, room):
            rows.change(connection, room, names_shown=bool(shown))

    def rename(self, code: str, secret: str, number: int, name: str) -> None:
        """Give a participant another name."""
        name = codes.read_name(name)
        with self.teaching(code, secret) as (connection, room):
            everybody = rows.people_of(connection, room["number"])
            others = {one.name for one in everybody if one.number != number}
            free = codes.free_name(name, others)
            rows.change_person(connection, room, number, name=free)

    def remove(self, code: str, secret: str, number: int, *, removed: bool = True) -> None:
        """Remove a participant from the room and from all counts, or bring them back."""
        with self.teaching(code, secret) as (connection, room):
            rows.change_person(connection, room, number, removed=removed)

    def delete(self, code: str, secret: str) -> None:
        """Delete the room with all answers and replies, at once."""
        with self.teaching(code, secret) as (connection, room):
            connection.execute(delete(rooms).where(rooms.c.number == room["number"]))

    # -- watching ----------------------------------------------------------------------------------

    def view(self, code: str) -> RoomView:
        """Return all that may be seen of a room: nothing that is hidden until the reveal."""
        with self.looking(code) as (connection, room):
            return replies.view(connection, room)

    def all_replies(self, code: str) -> list[tuple[Activity, tuple[Reply, ...]]]:
        """Return the replies to each revealed activity that has any."""
        with self.looking(code) as (connection, room):
            return replies.all_replies(connection, room)

    # -- for every act -----------------------------------------------------------------------------

    @contextmanager
    def looking(self, code: str) -> Iterator[tuple[Connection, RowMapping]]:
        """Begin a transaction that reads a room."""
        with self.reading() as connection:
            yield connection, rows.find(connection, code, self.now())

    @contextmanager
    def being(self, code: str, token: str) -> Iterator[tuple[Connection, RowMapping, Participant]]:
        """Begin a transaction that reads a room for the participant with a token."""
        with self.slowed(code), self.looking(code) as (connection, room):
            yield connection, room, rows.member(connection, room, token)

    @contextmanager
    def slowed(self, code: str) -> Iterator[None]:
        """Make a person with a wrong key wait, after the transaction. Others do not wait."""
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
        """Begin an act of the teacher, which needs the room's secret."""
        with self.slowed(code), self.writing() as connection:
            room = rows.touch(connection, code, self.now())
            _check_secret(room, secret)
            yield connection, room


def _check_secret(room: RowMapping, secret: str) -> None:
    if not codes.opens(secret, room["secret"]):
        raise NotAllowedError(NOT_YOURS)
