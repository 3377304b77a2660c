"""The queue for heavy work: one at once, places always given back, waits that have an end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import BoundedSemaphore

import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.frame import queue as waiting
from qwk_core import NoRoomError

PATIENCE = 20  # seconds; a test that waits so long has failed


class Gone(BaseException):
    """What Streamlit raises in a run that it abandons is no Exception either."""


@pytest.fixture
def queue() -> BoundedSemaphore:
    return BoundedSemaphore(1)


@contextmanager
def taken(queue: BoundedSemaphore) -> Iterator[None]:
    """Hold the place from a thread of its own."""
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
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


def test_one_works_at_once(queue: BoundedSemaphore) -> None:
    now, most, lock = 0, 0, threading.Lock()

    def work() -> None:
        nonlocal now, most
        with waiting.place(queue):
            with lock:
                now += 1
                most = max(most, now)
            with lock:
                now -= 1

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(work) for _each in range(4)]:
            done.result()
    assert most == 1


@pytest.mark.parametrize("ending", [ValueError, Gone, KeyboardInterrupt])
def test_a_place_is_given_back_however_it_ends(
    queue: BoundedSemaphore, ending: type[BaseException]
) -> None:
    with pytest.raises(ending), waiting.place(queue):
        raise ending
    assert queue.acquire(blocking=False)


def test_who_leaves_the_queue_holds_nobody_up(
    queue: BoundedSemaphore, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Left:
        """A place on the page of a reader whose run Streamlit has ended."""

        def info(self, _text: str, **_icon: str) -> None:
            raise Gone

    with taken(queue):
        monkeypatch.setattr(waiting.st, "empty", Left)
        with pytest.raises(Gone), waiting.place(queue):
            pytest.fail("nobody is served while another works")
    assert queue.acquire(blocking=False)


def test_light_work_does_not_queue(
    queue: BoundedSemaphore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 0)
    with taken(queue), waiting.place(queue, cost=waiting.LIGHT - 1):
        pass
    late = pytest.raises(NoRoomError, match="Try again a little later")
    with taken(queue), late, waiting.place(queue, cost=waiting.LIGHT):
        pytest.fail("heavy work queues")


def _page() -> None:
    import streamlit as st

    from qwk_app.frame import queue as waiting
    from qwk_app.words.texts import error_text
    from qwk_core import NoRoomError

    try:
        with waiting.place(waiting.RACE):
            st.write("half done")
            st.write("done")
    except NoRoomError as error:
        st.write(error_text(error))


def test_a_page_says_that_it_waits_and_why_it_gave_up(
    queue: BoundedSemaphore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "RACE", queue)
    monkeypatch.setattr(waiting, "PATIENCE", 0)
    with taken(queue):
        app = AppTest.from_function(_page).run()
    assert not app.exception
    assert "Another reader is computing" in app.info[0].value
    assert "Try again a little later" in app.markdown[0].value
    app.run()
    assert [each.value for each in app.markdown] == ["half done", "done"]
    assert not app.info, "the wait is over, and so is its message"
