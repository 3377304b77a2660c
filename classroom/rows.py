"""Finds and changes rows of the store, and makes rooms and people of them.

These functions need an open transaction. They know the tables, but only one rule: an expired room
does not exist.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from sqlalchemy import Connection, Executable, RowMapping, Table, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from classroom import codes
from classroom.errors import NoSuchRoomError, NotAllowedError, RoomError
from classroom.rooms import Item, Participant, Room
from classroom.schema import items, participants, pictures, rooms
from qwk_core.messages import N_

_INSERT: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}

# A whole class taps at the same moment, and building a statement takes longer than running it. So
# the statements of a tap are built once. A name that ends in "_" is a value of each tap.
_TOUCH = (
    update(rooms)
    .where(rooms.c.code == bindparam("code_"), rooms.c.expires > bindparam("now_"))
    .values(counter=rooms.c.counter + 1)
    .returning(rooms)
)
_MEMBER = select(participants).where(
    participants.c.room == bindparam("room_"), participants.c.token == bindparam("token_")
)
ITEM = select(items.c.item).where(
    items.c.room == bindparam("room_"), items.c.item == bindparam("item_")
)

Values = Mapping[str, object] | None

NO_ROOM = N_("There is no room with this code. Look again at the six characters, or ask.")
NOT_MEMBER = N_("This phone is not in this room, or no longer: join again with the code.")


# -- rooms -----------------------------------------------------------------------------------------


def find(connection: Connection, code: str, now: int) -> RowMapping:
    """Return the row of a room."""
    here = select(rooms).where(rooms.c.code == codes.read_code(code), rooms.c.expires > now)
    return one(connection, here, NoSuchRoomError(NO_ROOM))


def touch(connection: Connection, code: str, now: int) -> RowMapping:
    """Raise the counter of a room, which locks it until the transaction ends; return its row."""
    here = {"code_": codes.read_code(code), "now_": now}
    return one(connection, _TOUCH, NoSuchRoomError(NO_ROOM), here)


def one(
    connection: Connection, statement: Executable, missing: RoomError, values: Values = None
) -> RowMapping:
    """Return the only row of a statement, or raise the error that it is missing."""
    row = connection.execute(statement, values).mappings().one_or_none()
    if row is None:
        raise missing
    return row


def change(connection: Connection, room: RowMapping, **values: object) -> None:
    """Change a room."""
    connection.execute(update(rooms).where(rooms.c.number == room["number"]).values(**values))


def free_code(connection: Connection) -> str:
    """Return a code that no room has."""
    while True:
        code = codes.new_code()
        if connection.execute(select(rooms.c.number).where(rooms.c.code == code)).first() is None:
            return code


def room_of(row: RowMapping) -> Room:
    """Return the room of a row."""
    values = {field.name: row[field.name] for field in fields(Room)}
    return Room(**{**values, "categories": tuple(json.loads(row["categories"]))})


# -- items -----------------------------------------------------------------------------------------


def add_items(connection: Connection, room: int, listed: Sequence[Item]) -> None:
    """Add the items of a room, in order."""
    connection.execute(
        insert(items),
        [
            {
                "room": room,
                "item": at,
                "text": storable(item.text),
                "reference": item.reference,
                "reason": storable(item.reason),
            }
            for at, item in enumerate(listed)
        ],
    )


def items_of(connection: Connection, room: int) -> tuple[Item, ...]:
    """Return a room's items, with references and reasons."""
    found = connection.execute(
        select(items).where(items.c.room == room).order_by(items.c.item)
    ).mappings()
    with_picture = select(pictures.c.item).where(pictures.c.room == room)
    pictured = set(connection.execute(with_picture).scalars())
    return tuple(
        Item(row["text"], row["reference"], row["reason"], row["item"] in pictured) for row in found
    )


# -- people ----------------------------------------------------------------------------------------


def member(connection: Connection, room: RowMapping, token: str) -> Participant:
    """Return the participant with a token. It is searched by hash: the time tells nothing."""
    whose = {"room_": room["number"], "token_": codes.hashed(token)}
    return person_of(one(connection, _MEMBER, NotAllowedError(NOT_MEMBER), whose))


def person_of(row: RowMapping) -> Participant:
    """Return the participant of a row."""
    return Participant(row["number"], row["name"], row["removed"])


def people_of(connection: Connection, room: int) -> tuple[Participant, ...]:
    """Return all who ever joined a room, in the order of joining."""
    found = connection.execute(
        select(participants).where(participants.c.room == room).order_by(participants.c.number)
    ).mappings()
    return tuple(map(person_of, found))


def change_person(connection: Connection, room: RowMapping, number: int, **values: object) -> None:
    """Change a participant of a room."""
    done = connection.execute(
        update(participants)
        .where(participants.c.room == room["number"], participants.c.number == number)
        .values(**values)
    )
    if not done.rowcount:
        raise RoomError(N_("This participant is not in this room."))


# -- answers and replies ---------------------------------------------------------------------------


def keep(connection: Connection, table: Table, **values: object) -> None:
    """Insert a row of a table; if there is one with this primary key, change it."""
    connection.execute(_keeping(table, connection.dialect.name), values)


@cache
def _keeping(table: Table, dialect: str) -> Any:
    row = _INSERT[dialect](table)
    new = {column.name: row.excluded[column.name] for column in table.c if not column.primary_key}
    return row.on_conflict_do_update(index_elements=table.primary_key.columns, set_=new)


# -- values ----------------------------------------------------------------------------------------


def small(number: int) -> int:
    """Return a number that every database accepts: itself, or −1, which is never used.

    >>> small(3), small(10**20)
    (3, -1)
    """
    return number if 0 <= number < 2**15 else -1


def storable(text: str) -> str:
    """Return a text that every database accepts: without the character 0 and lone surrogates."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
