"""The limits of a server: one heavy job at a time, and a share of the memory for each visitor.

tests/browser/test_queue.py tests the click on Cancel in a browser.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore
from weakref import WeakSet

import pytest
from streamlit.delta_generator import DeltaGenerator
from streamlit.testing.v1 import AppTest

from qwk_app.frame import memory
from qwk_app.frame import queue as waiting
from qwk_core import NoRoomError

PATIENCE = 20  # seconds until a test fails


class Gone(BaseException):
    """An exception like Streamlit's for an ended run: not a subclass of Exception."""


@pytest.fixture
def queue():
    return BoundedSemaphore(1)


@contextmanager
def taken(queue):
    """Take the place in another thread."""
    held, release = threading.Event(), threading.Event()

    def hold():
        with waiting.place(queue):
            held.set()
            release.wait(PATIENCE)

    with ThreadPoolExecutor(1) as pool:
        holder = pool.submit(hold)
        assert held.wait(PATIENCE)
        try:
            yield
        finally:
            release.set()
    holder.result()


@pytest.mark.parametrize("ending", [ValueError, Gone, KeyboardInterrupt])
def test_a_place_is_always_given_back(queue, ending):
    with pytest.raises(ending), waiting.place(queue):
        raise ending
    assert queue.acquire(blocking=False)


def test_who_leaves_holds_nobody_up(queue, monkeypatch):
    def gone(*_text, **_icon):
        raise Gone  # Streamlit ends a run like this after a click

    with taken(queue):
        monkeypatch.setattr(DeltaGenerator, "info", gone)
        with pytest.raises(Gone), waiting.place(queue):
            pytest.fail("nobody is served while another works")
    assert queue.acquire(blocking=False)


def test_light_work_does_not_queue(queue):
    with taken(queue), waiting.place(queue, cost=waiting.LIGHT - 1):
        pass


def _page():
    import streamlit as st

    from qwk_app.frame import queue as waiting
    from qwk_app.words.texts import error_text
    from qwk_core import NoRoomError

    for busy in ("first", "second"):
        try:
            with waiting.place(busy=busy):
                st.write(busy)
        except NoRoomError as error:
            st.info(error_text(error))


def test_one_job_is_cancelled_and_started_again():
    app = AppTest.from_function(_page)
    app.session_state[waiting._STOPPED] = ("first", waiting.LIGHT)
    app.run()
    assert "You stopped waiting" in app.info[0].value
    assert [each.value for each in app.markdown] == ["second"]
    app.button[0].click().run()
    assert [each.value for each in app.markdown] == ["first", "second"]
    assert not app.info
    assert not app.exception


@dataclass(eq=False)
class Thing:
    """An object with this number of bytes."""

    size: int
    itself: "Thing | None" = None

    def weight(self):
        return self.size


@pytest.fixture(autouse=True)
def a_small_server(monkeypatch):
    # Without the files of other tests.
    limits = {"SMALL": 1, "SHARE": 100, "MOST": 200, "_all_kept": WeakSet()}
    for name, value in limits.items():
        monkeypatch.setattr(memory, name, value)


def test_a_visitor_has_a_share():
    first = Thing(90)
    memory.keep(first)
    with pytest.raises(NoRoomError, match="one reader's share"):
        memory.keep(Thing(20), beside=[first])
    memory.keep(Thing(95), instead_of=first)
    memory.keep(Thing(1), beside=[first])  # small things are always kept


@pytest.mark.parametrize(
    "make_room",
    [
        lambda kept: kept.pop(),
        lambda kept: setattr(kept[0], "itself", kept[0]) or kept.pop(0),
        lambda kept: setattr(kept[0], "size", 10),  # as if it has released all but its counts
    ],
    ids=["gone", "gone but for itself", "smaller now"],
)
def test_what_all_keep_has_an_end_and_what_is_gone_makes_room(make_room):
    kept = [Thing(90), Thing(90)]
    for one in kept:
        memory.keep(one)
    del one
    with pytest.raises(NoRoomError, match="Try again in a few minutes"):
        memory.keep(Thing(30))
    memory.keep(Thing(30), instead_of=kept[0])
    make_room(kept)
    memory.keep(Thing(30))
