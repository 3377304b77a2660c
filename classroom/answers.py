"""Keeps taps; reports how far a class is, and all its answers.

A whole class taps at the same moment. Building a statement takes longer than running it, so the
statements of a tap are built once. A name that ends in "_" is a value of each tap.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    RowMapping,
    Table,
    bindparam,
    func,
    select,
    update,
)

from classroom import codes, rows
from classroom.activities import RATING, Where
from classroom.errors import NotAllowedError, RoomError
from classroom.rooms import OPEN, Participant, Room
from classroom.rows import small
from classroom.schema import answers, items, participants, rooms
from qwk_core.messages import N_

REMOVED = N_("The teacher has removed you from this room.")
NOT_OPEN = N_("The room is closed: nothing was changed.")
OLD_ROUND = N_("This round is over: nothing was changed.")

# Locks the room: it cannot change before the statement that keeps the answer has ended.
_TOUCH_OPEN = (
    update(rooms)
    .where(
        rooms.c.code == bindparam("code_"),
        rooms.c.expires > bindparam("now_"),
        rooms.c.phase == OPEN,
        rooms.c.round == bindparam("round_"),
    )
    .values(counter=rooms.c.counter + 1)
    .returning(rooms.c.number, rooms.c.categories)
)


def _insert(into: Callable[[Table], Any]) -> Any:
    """Return the statement that keeps the answer of a member to an existing item."""
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


_KEEP = {name: _insert(into) for name, into in rows.INSERT.items()}


@dataclass(frozen=True)
class Progress:
    """How far a class is, without the answers.

    `answered` has the number of items that each participant in the room has rated in this round;
    `per_item` has the number of participants who have rated each item.
    """

    room: Room
    participants: tuple[Participant, ...]
    answered: dict[int, int]
    per_item: dict[int, int]


@dataclass(frozen=True)
class ClassAnswers:
    """All answers of a revealed room: (round, participant, item, category) each."""

    room: Room
    participants: tuple[Participant, ...]
    answers: tuple[tuple[int, int, int, int], ...]


def keep(
    connection: Connection, now: int, code: str, token: str, round: int, item: int, category: int
) -> None:
    """Keep an answer, which replaces an earlier one. Call it within a writing transaction."""
    touched = {"code_": codes.read_code(code), "now_": now, "round_": small(round)}
    room = connection.execute(_TOUCH_OPEN, touched).first()
    if room is not None and 0 <= category < len(json.loads(room.categories)):
        given = {
            "room_": room.number,
            "round_": small(round),
            "item_": small(item),
            "token_": codes.hashed(token),
            "category_": category,
        }
        if connection.execute(_KEEP[connection.dialect.name], given).first() is not None:
            return
    raise _why_not(connection, now, code, token, round)


def _why_not(connection: Connection, now: int, code: str, token: str, round: int) -> RoomError:
    """Return why an answer was not kept."""
    room = rows.find(connection, code, now)
    if rows.member(connection, room, token).removed:
        return NotAllowedError(REMOVED)
    if room["phase"] != OPEN:
        return RoomError(NOT_OPEN)
    if round != room["round"]:
        return RoomError(OLD_ROUND)
    return RoomError(N_("There is no such item or category in this room."))


def of_one(connection: Connection, room: int, participant: int) -> dict[Where, int]:
    """Return a participant's answers: for each rated item, the position of the category."""
    found = select(answers.c.round, answers.c.item, answers.c.category).where(
        answers.c.room == room, answers.c.participant == participant
    )
    return {(RATING, round, item): value for round, item, value in connection.execute(found)}


def progress(connection: Connection, room: RowMapping) -> Progress:
    """Return how far the class is."""
    inside = (
        select(answers.c.participant, answers.c.item)
        .join(participants, participants.c.number == answers.c.participant)
        .where(
            answers.c.room == room["number"],
            answers.c.round == room["round"],
            participants.c.removed.is_(False),
        )
        .subquery()
    )
    by_participant, by_item = (
        {
            int(one[0]): int(one[1])
            for one in connection.execute(select(column, func.count()).group_by(column)).all()
        }
        for column in (inside.c.participant, inside.c.item)
    )
    people = rows.people_of(connection, room["number"])
    return Progress(rows.room_of(room), people, by_participant, by_item)


def of_all(connection: Connection, room: RowMapping) -> ClassAnswers:
    """Return the answers of all who are in the room, in all rounds."""
    everybody = rows.people_of(connection, room["number"])
    people = tuple(one for one in everybody if not one.removed)
    found = connection.execute(
        select(answers.c.round, answers.c.participant, answers.c.item, answers.c.category).where(
            answers.c.room == room["number"]
        )
    ).all()
    numbers = {one.number for one in people}
    kept = tuple(tuple(one) for one in found if one.participant in numbers)
    return ClassAnswers(rows.room_of(room), people, kept)
