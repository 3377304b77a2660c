"""The limits of a server: one heavy job at a time, and a share of the memory for each visitor.

tests/browser/test_queue.py: who waits can cancel, and start again.
"""

from dataclasses import dataclass
from threading import BoundedSemaphore
from weakref import WeakSet

import pytest
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import memory
from qwk_app.frame import queue as waiting
from qwk_core import NoRoomError


class Gone(BaseException):
    """An exception like Streamlit's for an ended run: not a subclass of Exception."""


@pytest.fixture
def queue():
    return BoundedSemaphore(1)


@pytest.mark.parametrize("ending", [ValueError, Gone, KeyboardInterrupt])
def test_a_place_is_always_given_back(queue, ending):
    with pytest.raises(ending), waiting.place(queue):
        raise ending
    assert queue.acquire(blocking=False)


def test_who_leaves_holds_nobody_up(queue, monkeypatch):
    def gone(*_text, **_icon):
        raise Gone  # Streamlit ends a run like this after a click

    queue.acquire()
    monkeypatch.setattr(DeltaGenerator, "info", gone)
    with pytest.raises(Gone), waiting.place(queue):
        pytest.fail("nobody is served while another works")
    queue.release()
    assert queue.acquire(blocking=False)


def test_light_work_does_not_queue(queue):
    queue.acquire()
    with waiting.place(queue, cost=waiting.LIGHT - 1):
        pass


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
