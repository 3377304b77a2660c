"""The queue of heavy work: one job runs at a time. A waiting reader sees it, and can cancel.

with queue.place(cost=cells * draws):
    ...
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import BoundedSemaphore

import streamlit as st

from qwk_app.frame import state
from qwk_app.words.texts import _
from qwk_core import NoRoomError

LIGHT = 300_000  # random numbers: about 30 ms, too short for a queue
_STOPPED = "_queue_cancelled"  # the job whose wait the reader cancelled

# Two jobs at once on one interpreter take twice as long, and twice the memory.
HEAVY = BoundedSemaphore(1)
# Races have their own queue: one takes seconds, and two at once would measure wrong times.
RACE = BoundedSemaphore(1)


@contextmanager
def place(
    queue: BoundedSemaphore = HEAVY, *, cost: float = LIGHT, busy: str = "", cancels: bool = True
) -> Iterator[None]:
    """Hold a place in `queue` until the block ends, and show the reader the wait for it.

    Work of less than `LIGHT` random numbers does not queue. During the work, a spinner shows the
    text `busy`. A page that has its own button to stop sets `cancels` to False.

    Raises
    ------
    NoRoomError
        If the reader cancelled the wait; its text is for the reader.
    """
    if cost < LIGHT:
        yield
        return
    slot, session, stop = st.empty(), st.session_state, {_STOPPED: (busy, cost)}
    if session.get(_STOPPED) == stop[_STOPPED]:
        slot.button(
            _("Start again"), icon=":material/play_arrow:", on_click=session.pop, args=[_STOPPED]
        )
        raise NoRoomError("You stopped waiting: nothing was computed.")
    if not queue.acquire(blocking=False):
        state.run_in_one_piece()  # in a fragment, Streamlit 1.67 keeps clicks until the end
        notice = _("Another reader is computing: your turn comes.")
        with slot.container():
            if cancels:
                st.button(_("Cancel"), icon=":material/stop:", on_click=session.update, args=[stop])
            line = st.empty()
            # Each write lets Streamlit end the run of a reader who has left or clicked.
            while not queue.acquire(timeout=0.25):
                line.info(notice, icon=":material/hourglass_top:")
        slot.empty()
    with ExitStack() as ends:
        ends.callback(queue.release)
        if busy:
            with slot:  # only the spinner is drawn there
                ends.enter_context(st.spinner(busy))
        yield
