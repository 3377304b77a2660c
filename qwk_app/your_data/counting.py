"""Reads large files with a progress bar and a button to cancel."""

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
from qwk_core.files.blocks import Progress

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
    """Return the result of `read`: at once if it is not `long`, else with a button to cancel.

    Parameters
    ----------
    dataset : Dataset
        The data, which keep the result under the key `what`.
    what : hashable
    read : callable
        Reads `size` bytes.
    size : int
    long : bool
        Whether reading takes longer than a reader should wait after a click.
    asked : str
        The key of the session that tells whether to read. A click on Cancel sets it to False.
    first : str
        What the reader must do first; if empty, reading begins at once.

    Returns
    -------
    anything

    Raises
    ------
    NotReady
        As long as reading has not begun, or was cancelled.
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
            # It is at the place of the other button, so nothing moves under the finger. Any click
            # ends this run; this click also keeps the next run from reading.
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
    """Return a function that moves the bar by hundredths."""
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
