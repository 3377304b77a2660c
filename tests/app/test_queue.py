"""The queue for heavy work: one job at a time, no lost places, waits with a cancel button.

tests/browser/test_queue.py tests the click on Cancel in a browser.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import BoundedSemaphore

import pytest
from streamlit.delta_generator import DeltaGenerator
from streamlit.testing.v1 import AppTest

from qwk_app.frame import queue as waiting

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
