"""Guessing is slowed down: after too many misses, tries wait for one another."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable


class Slowing:
    """Counts misses, and lets tries pass one by one while there were too many.

    A right try waits as well: nobody knows before whether it is right. A class that joins waits a
    little while somebody guesses, and is never locked out.

    Parameters
    ----------
    free : int
        So many misses within `window` seconds slow nobody down.
    window : float
        For how many seconds a miss counts.
    gap : float
        How many seconds lie between two tries then.
    longest : float
        Nobody waits longer, however many try.
    clock, sleep : callable
        The time, and how to wait; tests have their own.
    """

    def __init__(
        self,
        free: int = 30,
        window: float = 60,
        gap: float = 0.25,
        longest: float = 10,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.free, self.window, self.gap, self.longest = free, window, gap, longest
        self._clock, self._sleep = clock, sleep
        self._misses: deque[float] = deque(maxlen=free + 1)
        self._next = 0.0  # when the next try may pass
        self._lock = threading.Lock()

    def wait(self) -> None:
        """Wait for one's place, if there were too many misses. Before every try."""
        with self._lock:
            now = self._clock()
            while self._misses and now - self._misses[0] > self.window:
                self._misses.popleft()
            if len(self._misses) <= self.free:
                return
            at = self._next = min(max(now, self._next + self.gap), now + self.longest)
        self._sleep(at - now)

    def missed(self) -> None:
        """Note that a try was wrong."""
        with self._lock:
            self._misses.append(self._clock())
