"""Slows down guessing: after too many misses, tries wait for each other."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable


class Slowing:
    """Counts misses; after too many, tries pass one by one.

    A right try waits as well, because only the check tells that it is right. While somebody
    guesses, a class that joins waits a little, and is never locked out.

    Parameters
    ----------
    free : int
        The number of misses within `window` seconds that slow nobody down.
    window : float
        The seconds for which a miss counts.
    gap : float
        The seconds between two tries after too many misses.
    longest : float
        The most seconds that a try waits.
    clock, sleep : callable
        The time, and the function that waits; tests have their own.
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
        """Wait, if there were too many misses. Call it before every try."""
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
