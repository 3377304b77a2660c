"""The limits of the server's memory: a share for each visitor, and a total for all."""

import pytest

from qwk_app.frame import memory
from qwk_core import NoRoomError


class Thing:
    """An object with this number of bytes."""

    def __init__(self, size):
        self.size = size
        self.itself = None

    def weight(self):
        return self.size


@pytest.fixture(autouse=True)
def a_small_server(monkeypatch):
    for name, size in (("SMALL", 1), ("SHARE", 100), ("MOST", 200)):
        monkeypatch.setattr(memory, name, size)
    monkeypatch.setattr(
        memory, "_all_kept", type(memory._all_kept)()
    )  # without the files of other tests


def test_a_visitor_has_a_share():
    first = Thing(90)
    memory.keep(first)
    with pytest.raises(NoRoomError, match="one reader's share"):
        memory.keep(Thing(20), beside=[first])
    memory.keep(Thing(95), instead_of=first)
    memory.keep(Thing(1), beside=[first])  # small things are always kept


def test_what_all_keep_has_an_end_and_what_is_gone_makes_room():
    kept = [Thing(90), Thing(90)]
    memory.keep(kept[0])
    memory.keep(kept[1])
    with pytest.raises(NoRoomError, match="Try again in a few minutes"):
        memory.keep(Thing(30))
    memory.keep(Thing(30), instead_of=kept[0])
    kept.pop()
    memory.keep(Thing(30))


def test_what_refers_only_to_itself_makes_room():
    left = Thing(90)
    left.itself = left
    other = Thing(90)
    memory.keep(left)
    memory.keep(other)
    del left
    memory.keep(Thing(30))


def test_a_thing_weighs_what_it_weighs_now():
    one, other = Thing(100), Thing(100)
    memory.keep(one)
    memory.keep(other)
    one.size = 10  # as if it has released all but its counts
    memory.keep(Thing(80))
