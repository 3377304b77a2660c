"""How does heavy work wait? One job runs at once; a reader who waits is told, and can cancel.

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

LIGHT = 300_000  # random numbers: about 30 ms, too short for a queue to help
_STOPPED = "_queue_cancelled"  # the job whose wait the reader cancelled

# Two jobs at once on one interpreter take twice as long each, and twice the memory.
HEAVY = BoundedSemaphore(1)
# Races have a queue of their own: one takes seconds, and two at once would spoil both's times.
RACE = BoundedSemaphore(1)


@contextmanager
def place(
    queue: BoundedSemaphore = HEAVY, *, cost: float = LIGHT, busy: str = "", cancels: bool = True
) -> Iterator[None]:
    """Hold a place in `queue` until the block ends, and show the reader the wait for it.

    Work of less than `LIGHT` random numbers does not queue. `busy` is the text shown, with a
    spinner, during the work itself. A page with a button of its own to stop sets `cancels` to
    False.

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
        state.run_in_one_piece()  # in a fragment, Streamlit keeps a click until the wait is over
        notice = _("Another reader is computing: your turn comes.")
        with slot.container():
            if cancels:
                st.button(_("Cancel"), icon=":material/stop:", on_click=session.update, args=[stop])
            line = st.empty()
            # Streamlit ends the run of a reader who left or clicked when something is written.
            while not queue.acquire(timeout=0.25):
                line.info(notice, icon=":material/hourglass_top:")
        slot.empty()
    with ExitStack() as ends:
        ends.callback(queue.release)
        if busy:
            with slot:  # the spinner stands there, and what is drawn meanwhile does not
                ends.enter_context(st.spinner(busy))
        yield
