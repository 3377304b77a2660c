"""Several activities in one room, in any order: a store of rooms that keeps them, and their rules.

    course = Course("sqlite:////tmp/rooms.db")
    asked = course.add(room.code, secret, [Guess(example="petfinder")])
    course.set_phase(room.code, secret, OPEN, asked)
    course.reply(room.code, token, asked, 1, "0.7")

One activity is the current one. Rating is the first; its phase and round stand in the room itself.
Who goes on to another closes the one before, so that never two are open; each keeps its phase and
its round, to come back to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, RowMapping, and_, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from classroom import rows
from classroom.activities import (
    MOST_ACTIVITIES,
    NOT_ASKED,
    RATING,
    Activity,
    Page,
    Reply,
    Task,
    check_reply,
    check_task,
    kind_of,
    may_follow,
    read,
    seen,
    written,
)
from classroom.answers import NOT_OPEN, OLD_ROUND, REMOVED
from classroom.errors import NotAllowedError, RoomError
from classroom.rooms import (
    CLOSED,
    OPEN,
    REVEALED,
    WAITING,
    Room,
    check_follows,
)
from classroom.schema import activities, participants, replies, rooms
from classroom.store import Store, check_current, check_next_round
from qwk_core.messages import N_

AWAY = 20.0
"""Seconds without any teacher's view, after which the phones that wait are told."""

_UPSERT: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
_SEEN_EVERY = 5.0  # seconds: how exactly it is kept when the teacher was last seen


@dataclass(frozen=True)
class Given:
    """How far the current activity is, and what was replied where it is revealed.

    `replied` has the participants in the room who replied in this round.
    """

    replied: frozenset[int]
    replies: tuple[Reply, ...]


NOTHING = Given(frozenset(), ())


class Course(Store):
    """Rooms with activities beside rating."""

    # -- the teacher -------------------------------------------------------------------------------

    def add(self, code: str, secret: str, tasks: Sequence[Task]) -> int:
        """Add activities to a room and go to the first of them; return its number."""
        checked = [check_task(task) for task in tasks]
        with self.teaching(code, secret) as (connection, room):
            last = connection.execute(
                select(func.max(activities.c.number)).where(activities.c.room == room["number"])
            ).scalar()
            first = (last or RATING) + 1
            if not checked or first + len(checked) - 1 > MOST_ACTIVITIES:
                raise RoomError(N_("A room has up to {most} activities."), most=MOST_ACTIVITIES)
            connection.execute(
                insert(activities),
                [
                    {
                        "room": room["number"],
                        "number": number,
                        "kind": kind_of(task),
                        "task": rows.storable(written(task)),
                        "phase": WAITING,
                        "round": 1,
                    }
                    for number, task in enumerate(checked, start=first)
                ],
            )
            _go(connection, room, first)
        return first

    def go_to(self, code: str, secret: str, number: int) -> None:
        """Make an activity the current one, as it was left."""
        with self.teaching(code, secret) as (connection, room):
            _go(connection, room, number)

    def set_phase(self, code: str, secret: str, phase: str, activity: int = RATING) -> None:
        """Open, close, reveal or hide the current activity; twice the same is no error."""
        if activity == RATING:
            super().set_phase(code, secret, phase)
            return
        with self.teaching(code, secret) as (connection, room):
            check_current(room, activity)
            one = _activity(connection, room, activity)
            if phase != one.phase:
                check_follows(phase, one.phase, may_follow(one.task))
                _change_activity(connection, room, activity, phase=phase)

    def next_round(self, code: str, secret: str, after: int, activity: int = RATING) -> None:
        """Let all reply once more; `after` is the round that was seen, so twice is no error."""
        if activity == RATING:
            super().next_round(code, secret, after)
            return
        with self.teaching(code, secret) as (connection, room):
            check_current(room, activity)
            one = _activity(connection, room, activity)
            if one.round != after:
                return
            if isinstance(one.task, Page):
                raise RoomError(NOT_ASKED)
            check_next_round(one.phase, one.round)
            _change_activity(connection, room, activity, round=after + 1, phase=OPEN)

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

    # -- students ----------------------------------------------------------------------------------

    def reply(self, code: str, token: str, activity: int, round: int, value: str) -> str:
        """Keep one reply, in place of an earlier one; return it as it is kept, once it is."""
        with self.slowed(code), self.writing() as connection:
            room = rows.touch(connection, code, self.now())
            someone = rows.member(connection, room, token)
            if someone.removed:
                raise NotAllowedError(REMOVED)
            if room["activity"] != activity or activity == RATING:
                raise RoomError(NOT_OPEN)
            one = _activity(connection, room, activity)
            if one.phase != OPEN:
                raise RoomError(NOT_OPEN)
            if one.round != round:
                raise RoomError(OLD_ROUND)
            kept = rows.storable(check_reply(one.task, value))
            row = _UPSERT[connection.dialect.name](replies).values(
                room=room["number"],
                activity=activity,
                round=round,
                participant=someone.number,
                value=kept,
            )
            connection.execute(
                row.on_conflict_do_update(
                    index_elements=["room", "activity", "round", "participant"],
                    set_={"value": kept},
                )
            )
        return kept

    def my_replies(self, code: str, token: str) -> dict[tuple[int, int], str]:
        """Return somebody's own replies, by activity and round."""
        with self.slowed(code), self.reading() as connection:
            room = rows.find(connection, code, self.now())
            someone = rows.member(connection, room, token)
            found = connection.execute(
                select(replies.c.activity, replies.c.round, replies.c.value).where(
                    replies.c.room == room["number"], replies.c.participant == someone.number
                )
            ).all()
        return {(activity, round): value for activity, round, value in found}

    # -- watching ----------------------------------------------------------------------------------

    def activities(self, code: str) -> tuple[Activity, ...]:
        """Return the activities beside rating, without the truth of those that are hidden."""
        with self.reading() as connection:
            room = rows.find(connection, code, self.now())
            found = connection.execute(
                select(activities)
                .where(activities.c.room == room["number"])
                .order_by(activities.c.number)
            ).mappings()
            return tuple(seen(_read(row)) for row in found)

    def given_to(self, code: str, activity: int) -> Given:
        """Return who replied to an activity; and what, in all rounds, only if it is revealed."""
        with self.reading() as connection:
            room = rows.find(connection, code, self.now())
            one = _activity(connection, room, activity)
            found = connection.execute(
                select(replies.c.round, replies.c.participant, replies.c.value)
                .join(participants, participants.c.number == replies.c.participant)
                .where(
                    replies.c.room == room["number"],
                    replies.c.activity == activity,
                    participants.c.removed.is_(False),
                )
                .order_by(replies.c.round, replies.c.participant)
            ).all()
        replied = frozenset(who for round, who, _value in found if round == one.round)
        hidden = one.phase != REVEALED
        return Given(replied, () if hidden else tuple(Reply(*each) for each in found))

    def all_given(self, code: str) -> list[tuple[Activity, tuple[Reply, ...]]]:
        """Return what was replied to each activity that is revealed, where anybody replied."""
        with self.reading() as connection:
            room = rows.find(connection, code, self.now())
            found = connection.execute(
                select(
                    activities,
                    replies.c.participant,
                    replies.c.value,
                    replies.c.round.label("replied_in"),
                )
                .join(
                    replies,
                    and_(
                        replies.c.room == activities.c.room,
                        replies.c.activity == activities.c.number,
                    ),
                )
                .join(participants, participants.c.number == replies.c.participant)
                .where(
                    activities.c.room == room["number"],
                    activities.c.phase == REVEALED,
                    participants.c.removed.is_(False),
                )
                .order_by(activities.c.number, replies.c.round, replies.c.participant)
            ).mappings()
            given: dict[int, tuple[Activity, list[Reply]]] = {}
            for row in found:
                _asked, listed = given.setdefault(row["number"], (_read(row), []))
                listed.append(Reply(row["replied_in"], row["participant"], row["value"]))
        return [(asked, tuple(listed)) for asked, listed in given.values()]


def _activity(connection: Connection, room: RowMapping, number: int) -> Activity:
    row = (
        connection.execute(
            select(activities).where(
                activities.c.room == room["number"], activities.c.number == number
            )
        )
        .mappings()
        .one_or_none()
    )
    if row is None:
        raise RoomError(N_("There is no such activity in this room."))
    return _read(row)


def _read(row: RowMapping) -> Activity:
    return Activity(row["number"], read(row["kind"], row["task"]), row["phase"], row["round"])


def _change_activity(connection: Connection, room: RowMapping, number: int, **values: Any) -> None:
    connection.execute(
        update(activities)
        .where(activities.c.room == room["number"], activities.c.number == number)
        .values(**values)
    )


def _go(connection: Connection, room: RowMapping, number: int) -> None:
    """Make an activity the current one, and close the one before. A page is open at once."""
    if room["activity"] == number:
        return
    if number != RATING:
        one = _activity(connection, room, number)
        if isinstance(one.task, Page) and one.phase != REVEALED:
            _change_activity(connection, room, number, phase=OPEN)
    if room["activity"] == RATING:
        closed = CLOSED if room["phase"] == OPEN else room["phase"]
        rows.change(connection, room, activity=number, phase=closed)
        return
    connection.execute(
        update(activities)
        .where(
            activities.c.room == room["number"],
            activities.c.number == room["activity"],
            activities.c.phase == OPEN,
        )
        .values(phase=CLOSED)
    )
    rows.change(connection, room, activity=number)
