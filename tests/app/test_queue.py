"""The queue for heavy work: in order, a few at once, places always given back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar

import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.frame import queue as waiting
from qwk_app.frame.queue import Queue
from qwk_core import NoRoomError

PATIENCE = 20  # seconds; a test that waits so long has failed


class Gone(BaseException):
    """What Streamlit raises in a run that it abandons is no Exception either."""


def quiet(_before: int) -> None:
    """Take no notice of the wait."""


@contextmanager
def taken(queue: Queue) -> Iterator[None]:
    """Hold every place there is, from threads of their own."""
    held, release = threading.Barrier(queue.at_once + 1), threading.Event()

    def hold() -> None:
        with queue.place(quiet):
            held.wait(PATIENCE)
            release.wait(PATIENCE)

    with ThreadPoolExecutor(queue.at_once) as pool:
        holders = [pool.submit(hold) for _ in range(queue.at_once)]
        held.wait(PATIENCE)
        try:
            yield
        finally:
            release.set()
    for holder in holders:
        holder.result()


@pytest.mark.parametrize("at_once", [1, 3])
def test_no_more_work_at_once_than_may(at_once: int) -> None:
    queue, lock, now, most = Queue(at_once, PATIENCE), threading.Lock(), 0, 0
    together = threading.Barrier(at_once)  # opens only if so many do work at once

    def work() -> None:
        nonlocal now, most
        with queue.place(quiet):
            with lock:
                now += 1
                most = max(most, now)
            together.wait(PATIENCE)
            with lock:
                now -= 1

    with ThreadPoolExecutor(4 * at_once) as pool:
        for done in [pool.submit(work) for _ in range(4 * at_once)]:
            done.result()
    assert most == at_once


def test_first_come_first_served_and_everyone_sees_their_place() -> None:
    queue, order = Queue(1, PATIENCE), list[int]()
    places: dict[int, list[int]] = {who: [] for who in range(4)}
    arrived = [threading.Event() for _ in places]

    def come(who: int) -> None:
        def tell(before: int) -> None:
            places[who].append(before)
            arrived[who].set()

        with queue.place(tell):
            order.append(who)

    with ThreadPoolExecutor(len(places)) as pool:
        with taken(queue):
            visitors = []
            for who in places:
                visitors.append(pool.submit(come, who))
                assert arrived[who].wait(PATIENCE)
        for visitor in visitors:
            visitor.result()
    assert order == [0, 1, 2, 3]
    assert [told[0] for told in places.values()] == [1, 2, 3, 4]
    assert all(told == sorted(told, reverse=True) for told in places.values())


def test_a_place_is_given_back_however_it_ends() -> None:
    queue = Queue(1, PATIENCE)
    for ending in (ValueError, Gone, KeyboardInterrupt):
        with pytest.raises(ending), queue.place(quiet):
            raise ending
    with queue.place(lambda before: pytest.fail(f"{before} are left behind")):
        pass


def test_who_leaves_the_queue_holds_nobody_up() -> None:
    queue = Queue(1, PATIENCE)
    waits = threading.Event()

    def leave(_before: int) -> None:
        raise Gone

    def wait(before: int) -> None:
        assert before == 1
        waits.set()

    def come() -> str:
        with queue.place(wait):
            return "served"

    with ThreadPoolExecutor(1) as pool:
        with taken(queue):
            with pytest.raises(Gone), queue.place(leave):
                pytest.fail("nobody is served while another works")
            visitor = pool.submit(come)
            assert waits.wait(PATIENCE)
        assert visitor.result() == "served"


def test_patience_ends_with_words_for_the_reader() -> None:
    queue = Queue(1, 0)
    late = pytest.raises(NoRoomError, match="Try again a little later")
    with taken(queue), late, queue.place(quiet):
        pytest.fail("nobody is served while another works")
    with queue.place(lambda before: pytest.fail(f"{before} are left behind")):
        pass


def test_light_work_does_not_queue() -> None:
    queue = Queue(1, 0)
    with taken(queue), waiting.place(queue, cost=waiting.LIGHT - 1):
        pass
    late = pytest.raises(NoRoomError)
    with taken(queue), late, waiting.place(queue, cost=waiting.LIGHT):
        pytest.fail("heavy work queues")


def _page() -> None:
    import streamlit as st

    from qwk_app.frame import queue as waiting
    from qwk_app.words.texts import error_text
    from qwk_core import NoRoomError

    try:
        with waiting.place(waiting.RACE):
            st.write("done")
    except NoRoomError as error:
        st.write(error_text(error))


def test_a_page_shows_the_wait_and_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Queue(1, 0)
    monkeypatch.setattr(waiting, "RACE", queue)
    with taken(queue):
        app = AppTest.from_function(_page).run()
    assert not app.exception
    assert not app.info, "the wait is over, and so is its message"
    assert "Try again a little later" in app.markdown[0].value
    assert AppTest.from_function(_page).run().markdown[0].value == "done"


def test_a_page_says_how_many_are_before(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(waiting, "RACE", Queue(1, PATIENCE))
    monkeypatch.setattr(
        waiting.st, "empty", lambda: type("Place", (), {"info": record, "empty": lambda _s: None})()
    )

    def record(_self: object, text: str, *, icon: str) -> None:
        said.append(text)
        raise Gone

    with taken(waiting.RACE), pytest.raises(Gone), waiting.place(waiting.RACE):
        pytest.fail("nobody is served while another works")
    assert said == ["Waiting in the queue of this server: one other is before you."]


def draw_beside(monkeypatch: pytest.MonkeyPatch, soon: float, heavy: bool) -> list[str]:
    """Let one draw, perhaps heavily, and another come while the first is at it; tell what happened.

    The first goes on once the other has drawn; or after a moment, where that has to wait for it.
    """
    monkeypatch.setattr(waiting, "_SOON", soon)
    monkeypatch.setattr(waiting, "_is_mine", ContextVar("is_mine", default=False))
    happened: list[str] = []
    begun, other = threading.Event(), threading.Event()

    def first() -> None:
        with waiting.drawing(), waiting.drawing():  # a page within its frame
            if heavy:
                waiting._step_aside()
            begun.set()
            other.wait(0.5 if soon > 1 and not heavy else PATIENCE)
            happened.append("first")

    def second() -> None:
        begun.wait(PATIENCE)
        with waiting.drawing():
            happened.append("second")
        other.set()

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(first), pool.submit(second)]:
            done.result(PATIENCE)
    return happened


def test_a_page_is_drawn_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    assert draw_beside(monkeypatch, PATIENCE, heavy=False) == ["first", "second"]


def test_a_page_that_takes_long_holds_up_nobody_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    assert draw_beside(monkeypatch, 0.01, heavy=False) == ["second", "first"]


def test_a_page_at_heavy_work_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    assert draw_beside(monkeypatch, PATIENCE, heavy=True) == ["second", "first"]


def test_the_place_for_drawing_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Gone), waiting.drawing():
        raise Gone
    assert draw_beside(monkeypatch, PATIENCE, heavy=False) == ["first", "second"]
    assert not waiting._one_draws.locked()
