"""How does heavy work wait for its turn? One job at once on this server, and who waits reads so.

    with queue.place(cost=cells * draws):
        ...

A reader who leaves, or who changes something, ends the wait: Streamlit stops the run then.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from math import inf
from threading import BoundedSemaphore

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.words.texts import _
from qwk_core import NoRoomError

LIGHT = 300_000  # random numbers: about 30 ms, too short for a queue to help
PATIENCE = 120  # seconds
_GLANCE = 0.25  # seconds until who waits is told so, and between two looks whether they left

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
    _wait(queue, slot)
    with ExitStack() as ends:
        ends.callback(queue.release)
        if busy:
            with slot:  # the spinner stands there, and what is drawn meanwhile does not
                ends.enter_context(st.spinner(busy))
        yield


def _wait(queue: BoundedSemaphore, slot: DeltaGenerator) -> None:
    text = _("Another reader is computing: your turn comes. To stop waiting, change a setting.")
    end = time.monotonic() + PATIENCE
    while not queue.acquire(timeout=_GLANCE):
        # Again and again: where something is shown, Streamlit ends the run of a reader who left.
        slot.info(text, icon=":material/hourglass_top:")
        if time.monotonic() > end:
            raise NoRoomError(
                "Many people are computing at this moment: you waited {seconds} seconds "
                "in the queue. Try again a little later.",
                seconds=PATIENCE,
            )
    slot.empty()
