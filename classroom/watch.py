"""Watches rooms: a process reads each at most once a second, for all who look at it."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from classroom.errors import RoomError
from classroom.view import RoomView

if TYPE_CHECKING:  # a server without rooms does not load the database
    from classroom.store import Store

EVERY = 1.0  # seconds between two reads of the same room
_MOST = 200  # rooms that are remembered


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
        if before is None or before.room != room:
            before = self._store.view(code)
        away = self._store.is_away(room)
        return before if before.away == away else replace(before, away=away)
