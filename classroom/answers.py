"""Keeps ratings; reports how far a class is, and all its ratings."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import Connection, RowMapping, func, select

from classroom import rows
from classroom.activities import RATING, Where
from classroom.errors import RoomError
from classroom.rooms import Participant, Room
from classroom.schema import answers, participants
from qwk_core.messages import N_


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
    connection: Connection,
    room: RowMapping,
    someone: Participant,
    round: int,
    item: int,
    category: int,
) -> None:
    """Keep an answer, which replaces an earlier one."""
    place = {"room_": room["number"], "item_": rows.small(item)}
    known = connection.execute(rows.ITEM, place).first() is not None
    if not (known and 0 <= category < len(json.loads(room["categories"]))):
        raise RoomError(N_("There is no such item or category in this room."))
    where = {"room": room["number"], "round": round, "item": item}
    rows.keep(connection, answers, **where, participant=someone.number, category=category)


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
