"""The limits of the server's memory: a share for each visitor, and a total for all."""

from dataclasses import dataclass
from weakref import WeakSet

import pytest

from qwk_app.frame import memory
from qwk_core import NoRoomError


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
