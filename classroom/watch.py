"""Watches rooms: a process reads each at most once a second, for all who look at it."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from classroom.activities import RATING, Activity, Rate, Replied
from classroom.errors import RoomError
from classroom.rooms import REVEALED, Item, Room
from classroom.tallies import Tally, tallies

if TYPE_CHECKING:  # a server without rooms does not load the database
    from classroom.replies import Progress
    from classroom.store import Store

EVERY = 1.0  # seconds between two reads of the same room
_MOST = 200  # rooms that are remembered


@dataclass(frozen=True)
class RoomView:
    """A room at one moment: how far the class is, and the revealed outcome.

    `rounds` has a tally for each round of rating, the first one first. `activities` are those
    beside rating, and `replied` tells who has replied to the current one.
    """

    progress: Progress
    items: tuple[Item, ...]
    rounds: tuple[Tally, ...] = ()
    activities: tuple[Activity, ...] = ()
    replied: Replied = field(default_factory=Replied)
    away: bool = False

    @property
    def room(self) -> Room:
        """The room itself."""
        return self.progress.room

    @property
    def activity(self) -> Activity:
        """The current activity."""
        rating = Activity(RATING, Rate(), self.room.phase, self.room.round)
        return next((one for one in self.activities if one.number == self.room.activity), rating)


@dataclass
class _Entry:
    """The last state of a room, or the error of reading it, with the time."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    at: float = float("-inf")
    view: RoomView | None = None
    error: RoomError | None = None


class Watch:
    """The rooms that this process has read.

    Parameters
    ----------
    store : Store
        The store of the rooms.
    clock : callable
        The time in seconds.
    """

    def __init__(self, store: Store, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock = store, clock
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    def look(self, code: str) -> RoomView:
        """Return the room as it was at most a second ago."""
        entry = self._of(code)
        with entry.lock:
            if self._clock() - entry.at >= EVERY:
                try:
                    entry.view, entry.error = self._read(code, entry.view), None
                except RoomError as error:
                    entry.error = error
                entry.at = self._clock()
            if entry.error is not None:
                raise entry.error
            assert entry.view is not None
            return entry.view

    def forget(self, code: str) -> None:
        """Read the room at the next look: this process has changed it."""
        entry = self._of(code)
        with entry.lock:
            entry.at = float("-inf")

    def _of(self, code: str) -> _Entry:
        with self._lock:
            entry = self._entries.setdefault(code, _Entry())
            self._entries.move_to_end(code)
            while len(self._entries) > _MOST:
                self._entries.popitem(last=False)
            return entry

    def _read(self, code: str, before: RoomView | None) -> RoomView:
        """Read the room, and all else only if the room's counter has changed."""
        room = self._store.room(code)
        away = self._store.is_away(room)
        if before is not None and before.room == room:
            return before if before.away == away else replace(before, away=away)
        progress = self._store.progress(code)
        found = RoomView(
            progress, self._store.items(code), activities=self._store.activities(code), away=away
        )
        if found.activity.number != RATING:
            return replace(found, replied=self._store.replies_to(code, found.activity.number))
        if found.activity.phase != REVEALED:
            return found
        return replace(found, rounds=tallies(self._store.answers(code), found.items))
