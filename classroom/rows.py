"""Finds and changes rows of the store, and makes rooms and people of them.

These functions need an open transaction. They know the tables, but only one rule: an expired room
does not exist.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, Executable, RowMapping, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from classroom import codes
from classroom.errors import NoSuchRoomError, NotAllowedError, RoomError
from classroom.rooms import Item, Participant, Room
from classroom.schema import items, participants, pictures, rooms
from qwk_core.messages import N_

INSERT: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
"""What begins an insertion that may replace a row, by the database."""

NO_ROOM = N_("There is no room with this code. Look again at the six characters, or ask.")
NOT_MEMBER = N_("This phone is not in this room, or no longer: join again with the code.")


# -- rooms -----------------------------------------------------------------------------------------


def find(connection: Connection, code: str, now: int) -> RowMapping:
    """Return the row of a room."""
    here = select(rooms).where(rooms.c.code == codes.read_code(code), rooms.c.expires > now)
    return one(connection, here, NoSuchRoomError(NO_ROOM))


def touch(connection: Connection, code: str, now: int) -> RowMapping:
    """Raise the counter of a room, which locks it until the transaction ends; return its row."""
    return one(
        connection,
        update(rooms)
        .where(rooms.c.code == codes.read_code(code), rooms.c.expires > now)
        .values(counter=rooms.c.counter + 1)
        .returning(rooms),
        NoSuchRoomError(NO_ROOM),
    )


def one(connection: Connection, statement: Executable, missing: RoomError) -> RowMapping:
    """Return the only row of a statement, or raise the error that it is missing."""
    row = connection.execute(statement).mappings().one_or_none()
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
    found = select(participants).where(
        participants.c.room == room["number"], participants.c.token == codes.hashed(token)
    )
    return person_of(one(connection, found, NotAllowedError(NOT_MEMBER)))


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


def free_name(connection: Connection, room: int, name: str, but: int = -1) -> str:
    """Return the name, with a number if somebody in the room other than `but` has it."""
    taken = connection.execute(
        select(participants.c.name).where(participants.c.room == room, participants.c.number != but)
    ).scalars()
    return _numbered(name, set(taken.all()))


def _numbered(name: str, taken: set[str]) -> str:
    """Return the name, with a number if it is in use.

    >>> _numbered("Ana", {"Ana", "Ana 2"})
    'Ana 3'
    """
    found, number = name, 1
    while found in taken:
        number += 1
        end = f" {number}"
        found = name[: codes.LONGEST_NAME - len(end)] + end
    return found


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
