"""A room at one moment: what may be seen of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from classroom.activities import RATING, Activity, Rate, Replied
from classroom.rooms import Item, Participant, Room
from classroom.tallies import Tally


@dataclass(frozen=True)
class RoomView:
    """All that may be seen of a room: how far the class is, and the revealed outcome.

    `participants` are all who ever joined, in this order. `answered` has the number of items that
    each participant in the room has rated in this round; `per_item` has the number of participants
    who have rated each item. `rounds` has a tally for each round of rating, the first one first.
    `activities` are those beside rating, and `replied` tells who has replied to the current one.
    """

    room: Room
    participants: tuple[Participant, ...]
    items: tuple[Item, ...] = ()
    activities: tuple[Activity, ...] = ()
    answered: dict[int, int] = field(default_factory=dict)
    per_item: dict[int, int] = field(default_factory=dict)
    rounds: tuple[Tally, ...] = ()
    replied: Replied = field(default_factory=Replied)
    away: bool = False

    @property
    def activity(self) -> Activity:
        """The current activity."""
        rating = Activity(RATING, Rate(), self.room.phase, self.room.round)
        return next((one for one in self.activities if one.number == self.room.activity), rating)
