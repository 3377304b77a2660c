"""How does heavy work wait for its turn? One job at once on this server, and who waits reads so.

    with queue.place(cost=cells * draws):
        ...

A reader who leaves, or who changes something, ends the wait: Streamlit stops the run then.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from math import inf
from threading import BoundedSemaphore

import streamlit as st

from qwk_app.frame.state import LAST_GOOD
from qwk_app.words.texts import _
from qwk_core import NoRoomError

LIGHT = 300_000  # random numbers: about 30 ms, too short for a queue to help
PATIENCE = 120  # seconds
_GLANCE = 0.25  # seconds between two checks that the waiting reader is still there

# Two jobs at once on one interpreter take twice as long each, and twice the memory.
HEAVY = BoundedSemaphore(1)
# Races have a queue of their own: one takes seconds, and two at once would spoil both's times.
RACE = BoundedSemaphore(1)


@contextmanager
def place(queue: BoundedSemaphore = HEAVY, *, cost: float = inf, busy: str = "") -> Iterator[None]:
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
    slot = st.empty()
    if not queue.acquire(blocking=False):
        slot.info(
            _(
                "Another reader is computing on this server: your turn comes. To stop waiting, "
                "change a setting or go to another page."
            ),
            icon=":material/hourglass_top:",
        )
        _wait(queue)
        slot.empty()
    try:
        with slot, st.spinner(busy) if busy else nullcontext():
            yield
    finally:
        queue.release()


def _wait(queue: BoundedSemaphore) -> None:
    begun = time.monotonic()
    while not queue.acquire(timeout=_GLANCE):
        # Reading the state lets Streamlit end this run, if the reader left or moved on.
        _ended = LAST_GOOD in st.session_state
        if time.monotonic() - begun > PATIENCE:
            raise NoRoomError(
                "Many people are computing at this moment: you waited {seconds} seconds "
                "in the queue. Try again a little later.",
                seconds=PATIENCE,
            )
