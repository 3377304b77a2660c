"""Rooms as they are kept, and their rules: every act is checked here, in the same transaction.

    store = Store("sqlite:////tmp/rooms.db")
    room, secret = store.open_room("reviews", (1, 2, 3, 4, 5), items)
    someone, token = store.join(room.code, "Brave Otter")
    store.set_phase(room.code, secret, OPEN)
    store.answer(room.code, token, room.round, item=0, category=3)

A writing transaction begins by raising the room's counter, which locks the room until its end: a
room cannot be closed, revealed or deleted between the check and the write.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Integer,
    Row,
    RowMapping,
    Table,
    bindparam,
    create_engine,
    delete,
    event,
    exc,
    func,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from classroom import codes, schema
from classroom.activities import RATING
from classroom.errors import NoSuchRoomError, NotAllowedError, RoomError, StoreError
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
from classroom.schema import (
    activities,
    answers,
    items,
    participants,
    pictures,
    replies,
    rooms,
)
from classroom.slowing import Slowing
from classroom.together import Together
from qwk_core.messages import N_

MOST_ROOMS = 5_000  # at the same time, in one store
_MOST_JOINED = 4 * MOST_PARTICIPANTS  # of a room, those who were removed included
_PATIENCE = 10  # seconds to wait for another process that writes
_MOST_SLOWED = 1_000  # rooms
_POOL = 12  # connections of one process
# Of a connection to PostgreSQL, in seconds, and in milliseconds: one whose other end is gone
# without a word is given up.
_LIMITS = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 1_000 * _PATIENCE,
}

NO_ROOM = N_("There is no room with this code. Look again at the six characters, or ask.")
NOT_YOURS = N_("This link does not open the teacher’s view of this room.")
NOT_MEMBER = N_("This phone is not in this room, or no longer: join again with the code.")
REMOVED = N_("The teacher has removed you from this room.")
NOT_OPEN = N_("The room is closed: nothing was changed.")
OLD_ROUND = N_("This round is over: nothing was changed.")
HIDDEN = N_("Nothing is shown before the teacher reveals it.")
NO_ANSWER = N_("The store of the rooms does not answer at this moment. Try again a little later.")

# The statements of a tap. Making one takes longer than running it. A name ends in "_" where it is
# given with each tap. The first locks the room, so that the second sees what holds until its end.
_TOUCH_OPEN = (
    update(rooms)
    .where(
        rooms.c.code == bindparam("code_"),
        rooms.c.expires > bindparam("now_"),
        rooms.c.phase == OPEN,
        rooms.c.round == bindparam("round_"),
    )
    .values(counter=rooms.c.counter + bindparam("n_"))
    .returning(rooms.c.number, rooms.c.categories)
)

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


def _keep(into: Callable[[Table], Any]) -> Any:
    """Return the statement that keeps an answer of a member to an item that there is."""
    category = bindparam("category_", type_=Integer)
    found = (
        select(
            participants.c.room,
            bindparam("round_", type_=Integer),
            items.c.item,
            participants.c.number,
            category,
        )
        .join(items, items.c.room == participants.c.room)
        .where(
            participants.c.room == bindparam("room_"),
            participants.c.token == bindparam("token_"),
            participants.c.removed.is_(False),
            items.c.item == bindparam("item_"),
        )
    )
    return (
        into(answers)
        .from_select(["room", "round", "item", "participant", "category"], found)
        .on_conflict_do_update(
            index_elements=["room", "round", "item", "participant"], set_={"category": category}
        )
        .returning(answers.c.item)
    )


_KEEP = {"sqlite": _keep(sqlite.insert), "postgresql": _keep(postgresql.insert)}


@dataclass(frozen=True, eq=False)
class _Tap:
    """An answer on its way: `token` is the hash of whose it is."""

    code: str
    round: int
    token: str
    item: int
    category: int


@dataclass(frozen=True)
class Progress:
    """How far a class is, without what anybody chose.

    `answered` has for each participant who is in the room how many items of this round they rated;
    `per_item` has for each item how many did.
    """

    room: Room
    participants: tuple[Participant, ...]
    answered: dict[int, int]
    per_item: dict[int, int]


@dataclass(frozen=True)
class Given:
    """What everybody gave, once it is revealed: (round, participant, item, category) each."""

    room: Room
    participants: tuple[Participant, ...]
    answers: tuple[tuple[int, int, int, int], ...]


def default_url(root: Path) -> str:
    """Return where rooms are kept without any setting: a file below `root`, or a temporary one."""
    for folder in (root / ".data", Path(tempfile.gettempdir()) / f"qwk-explorer-{_user()}"):
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK | os.X_OK):
            return f"sqlite:///{folder / 'classroom.db'}"
    return f"sqlite:///{Path(tempfile.mkdtemp(prefix='qwk-')) / 'classroom.db'}"


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "rooms"


class Store:
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
        self._engine = _engine(url)
        self._writer = self._engine.execution_options(writes=True)
        self._now = now
        self._codes, self._opened = slowing(), slowing()
        self._slowing, self._by_room = slowing, OrderedDict[str, Slowing]()
        # SQLite has one writer at a time. Within the process it is quicker to queue than to retry.
        alone = self._engine.dialect.name == "sqlite"
        self._one_writes: AbstractContextManager[object] = (
            threading.Lock() if alone else nullcontext()
        )
        self._taps = Together(self._keep, lambda: StoreError(NO_ANSWER))
        self._ready = False

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

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
        secret, now = codes.new_secret(), int(self._now())
        with self._writing() as connection:
            ended = select(rooms.c.number).where(rooms.c.expires <= now)
            for (number,) in connection.execute(ended).all():
                _delete(connection, number)
            n_rooms = connection.execute(select(func.count()).select_from(rooms)).scalar_one()
            if n_rooms >= MOST_ROOMS:
                raise RoomError(N_("There are too many rooms on this server. Try again tomorrow."))
            values = {
                "code": self._free_code(connection),
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
            row = connection.execute(insert(rooms).values(**values).returning(rooms)).mappings()
            room = _room(row.one())
            connection.execute(
                insert(items),
                [
                    {
                        "room": room.number,
                        "item": at,
                        "text": storable(item.text),
                        "reference": item.reference,
                        "reason": storable(item.reason),
                    }
                    for at, item in enumerate(listed)
                ],
            )
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
        with self._reading() as connection:
            return _room(self._row(connection, code))

    def items(self, code: str) -> tuple[Item, ...]:
        """Return a room's items; references and reasons only where they are revealed."""
        with self._reading() as connection:
            room = self._row(connection, code)
            found = connection.execute(
                select(items).where(items.c.room == room["number"]).order_by(items.c.item)
            ).mappings()
            with_picture = select(pictures.c.item).where(pictures.c.room == room["number"])
            pictured = set(connection.execute(with_picture).scalars())
            listed = tuple(
                Item(row["text"], row["reference"], row["reason"], row["item"] in pictured)
                for row in found
            )
        if room["phase"] == REVEALED:
            return listed
        return tuple(replace(item, reference=None, reason="") for item in listed)

    def picture(self, code: str, item: int) -> bytes:
        """Return the picture of an item, which never changes; nothing where it has none."""
        with self._reading() as connection:
            room = self._row(connection, code)
            found = connection.execute(
                select(pictures.c.content).where(
                    pictures.c.room == room["number"], pictures.c.item == _small(item)
                )
            ).scalar()
        return found or b""

    # -- students ----------------------------------------------------------------------------------

    def join(self, code: str, name: str) -> tuple[Participant, str]:
        """Let somebody in; return who they are now, and their token. A taken name gets a number."""
        name, token = codes.read_name(name), codes.new_secret()
        with self._reading() as connection:  # a full room is not locked to say that it is full
            self._check_place(connection, code)
        with self._writing() as connection:
            room = self._touched(connection, code)
            self._check_place(connection, code)  # somebody may have come in between
            taken = connection.execute(
                select(participants.c.name).where(participants.c.room == room["number"])
            ).scalars()
            values = {
                "room": room["number"],
                "token": codes.hashed(token),
                "name": _free_name(name, set(taken.all())),
                "removed": False,
            }
            joined = connection.execute(
                insert(participants).values(**values).returning(participants)
            ).mappings()
            someone = _participant(joined.one())
        return someone, token

    def member(self, code: str, token: str) -> Participant:
        """Return who has this token."""
        with self._slowed(code), self._reading() as connection:
            room = self._row(connection, code)
            return self._member(connection, room, codes.hashed(token))

    def answer(self, code: str, token: str, round: int, item: int, category: int) -> None:
        """Keep one answer, in place of an earlier one: it is in the store when this returns.

        A class taps at the same moment. The answers that come while others are written are written
        together, in one transaction.
        """
        with self._slowed(code):
            there = _small(round), codes.hashed(token), _small(item), _small(category)
            self._taps.do(_Tap(codes.read_code(code), *there))

    def mine(self, code: str, token: str) -> dict[int, dict[int, int]]:
        """Return somebody's own answers: by round, the category of each item they rated."""
        with self._slowed(code), self._reading() as connection:
            room = self._row(connection, code)
            someone = self._member(connection, room, codes.hashed(token))
            return _own(connection, room["number"], someone.number)

    # -- the teacher -------------------------------------------------------------------------------

    def check_secret(self, code: str, secret: str) -> Room:
        """Return the room that a teacher's link opens."""
        with self._slowed(code), self._reading() as connection:
            row = self._row(connection, code)
            self._check_secret(row, secret)
            return _room(row)

    def set_phase(self, code: str, secret: str, phase: str) -> None:
        """Open, close, reveal or hide, where that may follow; twice the same is no error."""
        with self._teaching(code, secret) as (connection, room):
            check_current(room, RATING)
            if phase == room["phase"]:
                return
            check_follows(phase, room["phase"])
            change(connection, room, phase=phase)

    def next_round(self, code: str, secret: str, after: int) -> None:
        """Let all rate once more; `after` is the round that was seen, so twice is no error."""
        with self._teaching(code, secret) as (connection, room):
            check_current(room, RATING)
            if room["round"] != after:
                return
            if room["phase"] not in (CLOSED, REVEALED):
                raise RoomError(N_("Close the room before another round begins."))
            if room["round"] >= MOST_ROUNDS:
                raise RoomError(N_("A room has up to {most} rounds."), most=MOST_ROUNDS)
            change(connection, room, round=room["round"] + 1, phase=OPEN)

    def show_names(self, code: str, secret: str, shown: bool) -> None:
        """Let the board show who is who, or not."""
        with self._teaching(code, secret) as (connection, room):
            change(connection, room, names_shown=bool(shown))

    def rename(self, code: str, secret: str, number: int, name: str) -> None:
        """Give a participant another name."""
        name = codes.read_name(name)
        with self._teaching(code, secret) as (connection, room):
            taken = connection.execute(
                select(participants.c.name).where(
                    participants.c.room == room["number"], participants.c.number != number
                )
            ).scalars()
            self._change_participant(
                connection, room, number, name=_free_name(name, set(taken.all()))
            )

    def remove(self, code: str, secret: str, number: int, *, removed: bool = True) -> None:
        """Take a participant out of the room and all that is counted, or back in."""
        with self._teaching(code, secret) as (connection, room):
            self._change_participant(connection, room, number, removed=removed)

    def delete(self, code: str, secret: str) -> None:
        """Delete the room and all that was given in it, at once."""
        with self._teaching(code, secret) as (connection, room):
            _delete(connection, room["number"])

    # -- watching ----------------------------------------------------------------------------------

    def progress(self, code: str) -> Progress:
        """Return how far the class is, without what anybody chose."""
        with self._reading() as connection:
            row = self._row(connection, code)
            people = _people(connection, row["number"])
            inside = (
                select(answers.c.participant, answers.c.item)
                .join(participants, participants.c.number == answers.c.participant)
                .where(
                    answers.c.room == row["number"],
                    answers.c.round == row["round"],
                    participants.c.removed.is_(False),
                )
                .subquery()
            )
            by_participant, by_item = (
                {
                    int(one[0]): int(one[1])
                    for one in connection.execute(
                        select(column, func.count()).group_by(column)
                    ).all()
                }
                for column in (inside.c.participant, inside.c.item)
            )
        return Progress(_room(row), people, by_participant, by_item)

    def given(self, code: str) -> Given:
        """Return what everybody gave, in all rounds, if it is revealed."""
        with self._reading() as connection:
            row = self._row(connection, code)
            if row["phase"] != REVEALED:
                raise RoomError(HIDDEN)
            people = tuple(one for one in _people(connection, row["number"]) if not one.removed)
            found = connection.execute(
                select(
                    answers.c.round, answers.c.participant, answers.c.item, answers.c.category
                ).where(answers.c.room == row["number"])
            ).all()
        numbers = {one.number for one in people}
        kept = tuple(tuple(one) for one in found if one.participant in numbers)
        return Given(_room(row), people, kept)

    # -- within a transaction ----------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """Begin a transaction that only reads."""
        self._prepare()
        with _explained(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """Begin a transaction that writes: all of it is kept at its end, or nothing."""
        self._prepare()
        with self._one_writes, _explained(), self._writer.begin() as connection:
            yield connection

    def _prepare(self) -> None:
        """Make the tables, once; later if the store does not answer now."""
        if self._ready:
            return
        with self._one_writes, _explained(), self._writer.begin() as connection:
            if not self._ready:
                schema.bring_up_to_date(connection)
        self._ready = True

    @contextmanager
    def _slowed(self, code: str) -> Iterator[None]:
        """Let who comes with wrong keys wait, once the transaction is over; nobody else does."""
        try:
            yield
        except NotAllowedError:
            slowing = self._by_room.setdefault(codes.read_code(code), self._slowing())
            while len(self._by_room) > _MOST_SLOWED:
                self._by_room.popitem(last=False)
            slowing.missed()
            slowing.wait()
            raise

    def _row(self, connection: Connection, code: str) -> RowMapping:
        row = (
            connection.execute(
                select(rooms).where(
                    rooms.c.code == codes.read_code(code), rooms.c.expires > int(self._now())
                )
            )
            .mappings()
            .one_or_none()
        )
        if row is None:
            raise NoSuchRoomError(NO_ROOM)
        return row

    def _touched(self, connection: Connection, code: str) -> RowMapping:
        """Return a room, locked until the end of the transaction, its counter raised."""
        row = (
            connection.execute(
                update(rooms)
                .where(rooms.c.code == codes.read_code(code), rooms.c.expires > int(self._now()))
                .values(counter=rooms.c.counter + 1)
                .returning(rooms)
            )
            .mappings()
            .one_or_none()
        )
        if row is None:
            raise NoSuchRoomError(NO_ROOM)
        return row

    def _free_code(self, connection: Connection) -> str:
        while True:
            code = codes.new_code()
            taken = connection.execute(select(rooms.c.number).where(rooms.c.code == code)).first()
            if taken is None:
                return code

    @contextmanager
    def _teaching(self, code: str, secret: str) -> Iterator[tuple[Connection, RowMapping]]:
        """Begin an act of the teacher: nothing happens without the room's secret."""
        with self._slowed(code), self._writing() as connection:
            room = self._touched(connection, code)
            self._check_secret(room, secret)
            yield connection, room

    def _check_secret(self, room: RowMapping, secret: str) -> None:
        if not codes.opens(secret, room["secret"]):
            raise NotAllowedError(NOT_YOURS)

    def _member(self, connection: Connection, room: RowMapping, hashed: str) -> Participant:
        """Return who has a token. It is found by its hash, so the time it takes tells nothing."""
        row = (
            connection.execute(
                select(participants).where(
                    participants.c.room == room["number"],
                    participants.c.token == hashed,
                )
            )
            .mappings()
            .one_or_none()
        )
        if row is None:
            raise NotAllowedError(NOT_MEMBER)
        return _participant(row)

    def _keep(self, taps: Sequence[_Tap]) -> list[Exception | None]:
        """Keep answers; return for each why it was refused, or None."""
        rooms_of: dict[tuple[str, int], list[_Tap]] = {}
        for tap in taps:
            rooms_of.setdefault((tap.code, tap.round), []).append(tap)
        refused: dict[_Tap, Exception] = {}
        with self._writing() as connection:
            for (code, round), together in sorted(rooms_of.items()):  # no two wait for each other
                touched = {
                    "code_": code,
                    "now_": int(self._now()),
                    "round_": round,
                    "n_": len(together),
                }
                room = connection.execute(_TOUCH_OPEN, touched).first()
                for tap in together:
                    if room is None or not _kept(connection, room, tap):
                        refused[tap] = self._why_not(connection, tap)
        return [refused.get(tap) for tap in taps]

    def _why_not(self, connection: Connection, tap: _Tap) -> RoomError:
        """Return why an answer was not kept."""
        try:
            room = self._row(connection, tap.code)
            if self._member(connection, room, tap.token).removed:
                return NotAllowedError(REMOVED)
        except RoomError as error:
            return error
        if room["phase"] != OPEN:
            return RoomError(NOT_OPEN)
        if tap.round != room["round"]:
            return RoomError(OLD_ROUND)
        return RoomError(N_("There is no such item or category in this room."))

    def _check_place(self, connection: Connection, code: str) -> None:
        """Refuse one more participant where the room is full."""
        asked = {"code_": codes.read_code(code), "now_": int(self._now())}
        found = connection.execute(_PLACES, asked).one_or_none()
        if found is None:
            raise NoSuchRoomError(NO_ROOM)
        if found.joined >= _MOST_JOINED or found.here >= MOST_PARTICIPANTS:
            raise RoomError(N_("This room is full: it holds {most}."), most=MOST_PARTICIPANTS)

    def _change_participant(
        self, connection: Connection, room: RowMapping, number: int, **values: object
    ) -> None:
        done = connection.execute(
            update(participants)
            .where(participants.c.room == room["number"], participants.c.number == number)
            .values(**values)
        )
        if not done.rowcount:
            raise RoomError(N_("This participant is not in this room."))


def _engine(url: str) -> Engine:
    """Return an engine for a database as people write its address."""
    parsed = make_url(url)
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "postgresql":
        engine = create_engine(
            parsed,
            pool_size=_POOL,
            max_overflow=0,
            pool_timeout=_PATIENCE,
            pool_pre_ping=True,
            connect_args=_LIMITS,
        )
        event.listen(engine, "connect", _set_up_postgresql)
        return engine
    if parsed.get_backend_name() != "sqlite":
        raise StoreError(N_("Rooms are kept in SQLite or in PostgreSQL, and in no other database."))
    engine = create_engine(
        parsed,
        pool_size=_POOL,
        max_overflow=0,
        pool_timeout=_PATIENCE,
        connect_args={"timeout": _PATIENCE},
    )
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_postgresql(connection: Any, _record: object) -> None:
    # A replica that hangs, or waits for one that does, must not keep a class waiting. Who waits is
    # told before what it waits for is ended.
    connection.autocommit = True
    connection.execute(f"SET statement_timeout = '{_PATIENCE}s'")
    connection.execute(f"SET idle_in_transaction_session_timeout = '{2 * _PATIENCE}s'")
    connection.autocommit = False


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # `_begin_sqlite` says when a transaction begins
    for setting in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: Connection) -> None:
    # SQLite may refuse a transaction that begins with a read and writes later.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _explained() -> Iterator[None]:
    """Turn what a database says when it is stopped, full or locked into a message for people."""
    try:
        yield
    except (
        exc.OperationalError,
        exc.InterfaceError,
        exc.InternalError,
        exc.TimeoutError,
    ) as error:
        raise StoreError(NO_ANSWER) from error


def _room(row: RowMapping) -> Room:
    return Room(
        number=row["number"],
        code=row["code"],
        kind=row["kind"],
        categories=tuple(json.loads(row["categories"])),
        phase=row["phase"],
        round=row["round"],
        counter=row["counter"],
        names_shown=row["names_shown"],
        expires=row["expires"],
        activity=row["activity"],
        taught=row["taught"],
    )


def _participant(row: RowMapping) -> Participant:
    return Participant(row["number"], row["name"], row["removed"])


def _people(connection: Connection, room: int) -> tuple[Participant, ...]:
    found = connection.execute(
        select(participants).where(participants.c.room == room).order_by(participants.c.number)
    ).mappings()
    return tuple(map(_participant, found))


def _own(connection: Connection, room: int, participant: int) -> dict[int, dict[int, int]]:
    found = connection.execute(
        select(answers.c.round, answers.c.item, answers.c.category).where(
            answers.c.room == room, answers.c.participant == participant
        )
    ).all()
    own: dict[int, dict[int, int]] = {}
    for round, item, category in found:
        own.setdefault(round, {})[item] = category
    return own


def change(connection: Connection, room: RowMapping, **values: object) -> None:
    connection.execute(update(rooms).where(rooms.c.number == room["number"]).values(**values))


def check_current(room: RowMapping, activity: int) -> None:
    """Refuse an act on another activity than the current one: a second teacher has gone on."""
    if room["activity"] != activity:
        raise RoomError(N_("That cannot follow now: somebody else has changed the room."))


def _delete(connection: Connection, room: int) -> None:
    for table in (replies, activities, answers, participants, pictures, items):
        connection.execute(delete(table).where(table.c.room == room))
    connection.execute(delete(rooms).where(rooms.c.number == room))


def _free_name(name: str, taken: set[str]) -> str:
    """Return the name, with a number where it is taken.

    >>> _free_name("Ana", {"Ana", "Ana 2"})
    'Ana 3'
    """
    found, number = name, 1
    while found in taken:
        number += 1
        end = f" {number}"
        found = name[: codes.LONGEST_NAME - len(end)] + end
    return found


def _kept(connection: Connection, room: Row[Any], tap: _Tap) -> bool:
    """Keep an answer to a room that is open; return whether it could be kept."""
    if not 0 <= tap.category < len(json.loads(room.categories)):
        return False
    given = {
        "room_": room.number,
        "round_": tap.round,
        "item_": tap.item,
        "token_": tap.token,
        "category_": tap.category,
    }
    return connection.execute(_KEEP[connection.dialect.name], given).first() is not None


def _small(number: int) -> int:
    """Return a number that every database takes: itself, or −1, which nothing has.

    >>> _small(3), _small(10**20)
    (3, -1)
    """
    return number if 0 <= number < 2**15 else -1


def storable(text: str) -> str:
    """Return a text that every database takes: without the character 0 and halves of others."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
