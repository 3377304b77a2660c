"""Keeps activities, ratings and replies. Like `rows`, these functions need an open transaction.

One activity of a room is the current one. Rating is the first; its phase and round are in the table
of rooms, those of the others in a table of activities. When the teacher goes on to another
activity, the one before is closed, so two are never open. Each keeps its phase and its round.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, RowMapping, func, insert, select, update

from classroom import rows
from classroom.activities import (
    MOST_ACTIVITIES,
    RATING,
    Activity,
    Page,
    Rate,
    Replied,
    Reply,
    Task,
    Where,
    read,
    seen,
    written,
)
from classroom.errors import ChangedError, NotAllowedError, RoomError
from classroom.rooms import CLOSED, OPEN, REVEALED, WAITING, Participant
from classroom.schema import activities, answers, participants, replies
from classroom.tallies import tallies
from classroom.view import RoomView
from qwk_core.messages import N_

REMOVED = N_("The teacher has removed you from this room.")
NOT_OPEN = N_("The room is closed: nothing was changed.")
OLD_ROUND = N_("This round is over: nothing was changed.")

Given = int | str
"""The position of a category, or a reply."""


def current(connection: Connection, room: RowMapping, number: int) -> Activity:
    """Return the current activity of a room, which must have this number.

    Raises
    ------
    RoomError
        If another activity is current: a second device of the teacher has gone on.
    """
    if room["activity"] != number:
        raise ChangedError
    if number == RATING:
        return Activity(RATING, Rate(), room["phase"], room["round"])
    return one(connection, room, number)


def one(connection: Connection, room: RowMapping, number: int) -> Activity:
    """Return an activity beside rating."""
    found = select(activities).where(
        activities.c.room == room["number"], activities.c.number == number
    )
    missing = RoomError(N_("There is no such activity in this room."))
    return _read(rows.one(connection, found, missing))


def listed(connection: Connection, room: RowMapping) -> tuple[Activity, ...]:
    """Return the activities beside rating, in order."""
    found = (
        select(activities).where(activities.c.room == room["number"]).order_by(activities.c.number)
    )
    return tuple(map(_read, connection.execute(found).mappings()))


def _read(row: RowMapping) -> Activity:
    return Activity(row["number"], read(row["kind"], row["task"]), row["phase"], row["round"])


def add(connection: Connection, room: RowMapping, tasks: Sequence[Task], after: int | None) -> int:
    """Add checked activities, and go to the first of them; return its number.

    If `after` is given and is not the number of the last activity, the room has changed.
    """
    newest = select(func.max(activities.c.number)).where(activities.c.room == room["number"])
    last = connection.execute(newest).scalar() or RATING
    if after not in (None, last):
        raise ChangedError
    first = last + 1
    if not tasks or first + len(tasks) - 1 > MOST_ACTIVITIES:
        raise RoomError(N_("A room has up to {most} activities."), most=MOST_ACTIVITIES)
    connection.execute(
        insert(activities),
        [
            {
                "room": room["number"],
                "number": number,
                "kind": task.KIND,
                "task": rows.storable(written(task)),
                "phase": WAITING,
                "round": 1,
            }
            for number, task in enumerate(tasks, start=first)
        ],
    )
    go(connection, room, first)
    return first


def change(connection: Connection, room: RowMapping, number: int, **values: Any) -> None:
    """Change the phase or the round of an activity."""
    if number == RATING:
        rows.change(connection, room, **values)
        return
    connection.execute(
        update(activities)
        .where(activities.c.room == room["number"], activities.c.number == number)
        .values(**values)
    )


def go(connection: Connection, room: RowMapping, number: int) -> None:
    """Make an activity the current one, and close the one before. A page opens at once."""
    before = room["activity"]
    if before == number:
        return
    if number != RATING:
        following = one(connection, room, number)
        if isinstance(following.task, Page) and following.phase != REVEALED:
            change(connection, room, number, phase=OPEN)
    if current(connection, room, before).phase == OPEN:
        change(connection, room, before, phase=CLOSED)
    rows.change(connection, room, activity=number)


# -- what a class gives ----------------------------------------------------------------------------


def keep(
    connection: Connection, room: RowMapping, someone: Participant, where: Where, value: Given
) -> Given:
    """Keep a rating or a reply, which replaces an earlier one; return it as the store keeps it.

    Raises
    ------
    RoomError
        If its activity is not the current one, not open, or in another round; or if it is no
        category, or no reply to what was asked.
    """
    number, round, item = where
    if someone.removed:
        raise NotAllowedError(REMOVED)
    if room["activity"] != number:
        raise RoomError(NOT_OPEN)
    asked = current(connection, room, number)
    if asked.phase != OPEN:
        raise RoomError(NOT_OPEN)
    if asked.round != round:
        raise RoomError(OLD_ROUND)
    given = {"room": room["number"], "round": round, "participant": someone.number}
    if number == RATING:
        if not _is_rating(connection, room, item, value):
            raise RoomError(N_("There is no such item or category in this room."))
        rows.keep(connection, answers, **given, item=item, category=value)
    else:
        value = rows.storable(asked.task.check_reply(str(value)))
        rows.keep(connection, replies, **given, activity=number, value=value)
    return value


def _is_rating(connection: Connection, room: RowMapping, item: int, value: Given) -> bool:
    """Tell whether there is this item, and the value is the position of a category."""
    place = {"room_": room["number"], "item_": rows.small(item)}
    known = connection.execute(rows.ITEM, place).first() is not None
    return known and value in range(len(json.loads(room["categories"])))


def of_one(connection: Connection, room: int, participant: int) -> dict[Where, Given]:
    """Return a participant's ratings (positions of categories) and replies (texts)."""
    rated = select(answers.c.round, answers.c.item, answers.c.category).where(
        answers.c.room == room, answers.c.participant == participant
    )
    replied = select(replies.c.activity, replies.c.round, replies.c.value).where(
        replies.c.room == room, replies.c.participant == participant
    )
    given = {(RATING, round, item): value for round, item, value in connection.execute(rated)}
    return given | {
        (activity, round, 0): value for activity, round, value in connection.execute(replied)
    }


def view(connection: Connection, room: RowMapping) -> RoomView:
    """Return all that may be seen of a room: nothing that is hidden until the reveal."""
    number, revealed = room["number"], room["phase"] == REVEALED
    items = rows.items_of(connection, number)
    if not revealed:
        items = tuple(replace(item, reference=None, reason="") for item in items)
    found = RoomView(
        rows.room_of(room),
        rows.people_of(connection, number),
        items,
        tuple(map(seen, listed(connection, room))),
        _counts_by(connection, room, answers.c.participant),
        _counts_by(connection, room, answers.c.item),
    )
    if found.activity.number != RATING:
        return replace(found, replied=_replied(connection, room, found.activity))
    if not revealed:
        return found
    given = connection.execute(
        select(answers.c.round, answers.c.participant, answers.c.item, answers.c.category).where(
            answers.c.room == number
        )
    )
    taps = [tuple(one) for one in given]
    return replace(found, rounds=tallies(found.room, found.participants, taps, items))


def _counts_by(
    connection: Connection, room: RowMapping, column: ColumnElement[int]
) -> dict[int, int]:
    """Return the numbers of ratings in this round, of those in the room, by a column."""
    found = (
        select(column, func.count())
        .join(participants, participants.c.number == answers.c.participant)
        .where(
            answers.c.room == room["number"],
            answers.c.round == room["round"],
            participants.c.removed.is_(False),
        )
        .group_by(column)
    )
    return {row[0]: row[1] for row in connection.execute(found)}


def _replied(connection: Connection, room: RowMapping, asked: Activity) -> Replied:
    """Return who replied to an activity; if it is revealed, also the replies of all rounds."""
    found = _replies_to(connection, room, [asked.number])[asked.number]
    who = frozenset(each.participant for each in found if each.round == asked.round)
    return Replied(who, tuple(found) if asked.phase == REVEALED else ())


def all_replies(
    connection: Connection, room: RowMapping
) -> list[tuple[Activity, tuple[Reply, ...]]]:
    """Return the replies to each revealed activity that has any."""
    revealed = [each for each in listed(connection, room) if each.phase == REVEALED]
    found = _replies_to(connection, room, [each.number for each in revealed])
    return [(each, tuple(found[each.number])) for each in revealed if found[each.number]]


def _replies_to(
    connection: Connection, room: RowMapping, numbers: Sequence[int]
) -> dict[int, list[Reply]]:
    """Return the replies of all who are in the room to some activities, in all rounds."""
    found = connection.execute(
        select(replies.c.activity, replies.c.round, replies.c.participant, replies.c.value)
        .join(participants, participants.c.number == replies.c.participant)
        .where(
            replies.c.room == room["number"],
            replies.c.activity.in_(numbers),
            participants.c.removed.is_(False),
        )
        .order_by(replies.c.round, replies.c.participant)
    ).all()
    by_activity: dict[int, list[Reply]] = {number: [] for number in numbers}
    for activity, *reply in found:
        by_activity[activity].append(Reply(*reply))
    return by_activity
