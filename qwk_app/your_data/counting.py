"""What takes longer to read than a click may: shown as it goes on, and cancelled by a click."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import queue, state
from qwk_app.shared import components
from qwk_app.words.numbers import number, percent
from qwk_app.words.texts import _
from qwk_app.your_data.datasets import Dataset
from qwk_app.your_data.not_ready import NotReady

Progress = Callable[[float], object]  # told the share that was read so far, from 0 to 1

T = TypeVar("T")


def reading(
    dataset: Dataset,
    what: Hashable,
    read: Callable[[Progress | None], T],
    *,
    size: int,
    long: bool,
    asked: str,
    first: str = "",
) -> T:
    """Return what `read` makes of the data: at once if it is not `long`, else with a way to stop.

    Parameters
    ----------
    dataset : Dataset
        The data; it keeps what was read, known by `what`.
    what : hashable
    read : callable
        Reads `size` bytes.
    size : int
    long : bool
        Whether it takes longer than a click may.
    asked : str
        The key of whether it shall go on. A click on Cancel says no.
    first : str
        What the reader is to do first; without, it begins by itself.

    Returns
    -------
    anything

    Raises
    ------
    NotReady
        While it waits to be asked.
    """
    if what in dataset.readings or not long:
        return dataset.reading(what, partial(read, None))
    place = st.empty()
    if not st.session_state.get(asked, not first):
        with place.container():
            st.button(
                _("Count all rows"),
                icon=":material/play_arrow:",
                on_click=partial(st.session_state.__setitem__, asked, True),
                key=f"count-{asked}",
            )
            if first:
                components.note(first)
        raise NotReady
    state.run_in_one_piece()
    try:
        with place.container():
            # It stands where the other button stood, so that nothing moves under the finger.
            # A click on anything ends this run; this click also stops the next one.
            st.button(
                _("Cancel"),
                icon=":material/stop:",
                on_click=partial(st.session_state.__setitem__, asked, False),
                key=f"cancel-{asked}",
            )
            bar = st.progress(0.0, _("Reading …"))
            with queue.place(cancels=False):
                return dataset.reading(what, partial(read, _teller(bar, size)))
    finally:
        place.empty()


def _teller(bar: DeltaGenerator, size: int) -> Progress:
    """Return what moves the bar along, a hundredth at a time."""
    shown_share = 0.0

    def show_progress(share: float) -> None:
        nonlocal shown_share
        if share - shown_share >= 0.01:
            shown_share = share
            read = _("Read {share} of {size}", share=percent(share), size=size_text(size))
            bar.progress(min(share, 1.0), read)

    return show_progress


def size_text(size: int) -> str:
    """Write a number of bytes.

    >>> size_text(70), size_text(25_300), size_text(91_000_026)
    ('0.1 kB', '25.3 kB', '91 MB')
    """
    if size < 100_000:
        return _("{size} kB", size=number(max(size / 1000, 0.1), 1))
    return _("{size} MB", size=number(size / 1_000_000, 1))
