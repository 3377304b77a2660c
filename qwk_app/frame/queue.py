"""The queue for heavy work: few jobs at once on this server, first come, first served.

    with queue.place(cost=cells * draws):
        ...

All visitors share it. Who waits sees how many are before them, and waits no longer than the queue's
patience. The place is given back when the block ends, also when the reader leaves or changes
something, so that Streamlit abandons the run. Pages are drawn one by one, too: see `drawing`.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from math import inf

import streamlit as st

from qwk_app.frame.state import LAST_GOOD
from qwk_app.words.texts import plural
from qwk_core import ExplainedError, NoRoomError

_SOON = 0.03  # seconds; most pages take less, and a longer one must not block the others
LIGHT = 300_000  # random numbers: about 30 ms, too short for a queue to help
_GLANCE = 0.25  # seconds between two checks that the waiting reader is still there


class Queue:
    """A first-come, first-served queue for work that only a few may do at once.

    Parameters
    ----------
    at_once : int
        How many may work at the same time.
    patience : float
        Seconds after which waiting ends with a NoRoomError.
    """

    def __init__(self, at_once: int, patience: float) -> None:
        self.at_once = at_once
        self.patience = patience
        self._changed = threading.Condition()
        self._waiting: deque[object] = deque()
        self._working = 0

    @contextmanager
    def place(self, on_wait: Callable[[int], None]) -> Iterator[None]:
        """Wait for a place and hold it until the block ends.

        During the wait, `on_wait` is called several times a second with the number of those before.
        It may end the wait by raising.
        """
        self._wait(on_wait)
        try:
            yield
        finally:
            with self._changed:
                self._working -= 1
                self._changed.notify_all()

    def _wait(self, on_wait: Callable[[int], None]) -> None:
        ticket, deadline = object(), time.monotonic() + self.patience
        with self._changed:
            self._waiting.append(ticket)
        try:
            before = self._before(ticket, 0)  # who must wait learns so at once
            while before:
                on_wait(before)
                if time.monotonic() > deadline:
                    raise NoRoomError(
                        "Many people are computing at this moment: you waited {seconds} seconds "
                        "in the queue. Try again a little later.",
                        seconds=round(self.patience),
                    )
                before = self._before(ticket, _GLANCE)
        except BaseException:  # Streamlit ends an abandoned run with exceptions of its own kind
            with self._changed:
                self._waiting.remove(ticket)
                self._changed.notify_all()
            raise

    def _before(self, ticket: object, seconds: float) -> int:
        """Wait up to `seconds`; take the place and return 0, or return how many are before."""

        def may_begin() -> bool:
            return self._waiting[0] is ticket and self._working < self.at_once

        with self._changed:
            if not self._changed.wait_for(may_begin, seconds):
                return self._waiting.index(ticket) + self._working
            self._waiting.popleft()
            self._working += 1
            self._changed.notify_all()
            return 0


_one_draws = threading.Lock()
_is_mine: ContextVar[bool] = ContextVar("is_mine", default=False)


@contextmanager
def drawing() -> Iterator[None]:
    """Draw a page alone if the others finish soon, else at the same time as they do.

    One interpreter draws one page at a time. Two pages one after another end when two at once would
    end, and the first of them ends sooner.
    """
    if _is_mine.get():
        yield
        return
    token = _is_mine.set(_one_draws.acquire(timeout=_SOON))
    try:
        yield
    finally:
        _step_aside()
        _is_mine.reset(token)


def _step_aside() -> None:
    """Let others draw from here on."""
    if _is_mine.get():
        _is_mine.set(False)
        _one_draws.release()


# One heavy computation at a time: two on one interpreter take twice as long each, and the memory.
HEAVY = Queue(at_once=1, patience=60)
# Races have a queue of their own: one takes seconds, and two at once would spoil both's times.
RACE = Queue(at_once=1, patience=300)


@contextmanager
def place(queue: Queue = HEAVY, *, cost: float = inf, busy: str = "") -> Iterator[None]:
    """Hold a place in `queue` until the block ends, and show the reader the wait for it.

    Work of less than `LIGHT` random numbers does not queue. `busy` is the text shown, with a
    spinner, during the work itself.

    Raises
    ------
    NoRoomError
        If the place does not come in time; its text is for the reader.
    """
    if cost < LIGHT:
        yield
        return
    _step_aside()
    slot = st.empty()
    shown = 0

    def show(before: int) -> None:
        nonlocal shown
        if before != shown:
            shown = before
            slot.info(
                plural(
                    before,
                    "Waiting in the queue of this server: one other is before you.",
                    "Waiting in the queue of this server: {n} others are before you.",
                ),
                icon=":material/hourglass_top:",
            )
        # Reading the state lets Streamlit end this run, if the reader left or moved on.
        _ = LAST_GOOD in st.session_state

    try:
        with queue.place(show), ExitStack() as shows:
            if shown:
                slot.empty()
            if busy:
                with slot:
                    shows.enter_context(st.spinner(busy))
            yield
    except ExplainedError:
        slot.empty()
        raise
