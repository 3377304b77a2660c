"""A room for tests of the store, of the page Live and of browsers: who is in it, and acts in it."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from classroom.activities import RATING, Task
from classroom.rooms import OPEN, Item, Participant, Room
from classroom.store import Store
from classroom.view import RoomView

ITEMS = (Item("first", 0, "because"), Item("second", 2), Item("third", 1), Item("fourth"))
SCALE = (1, 2, 3)


@dataclass
class Course:
    """A room for a test. Its methods need only names of people, no room code and no keys."""

    store: Store
    code: str
    secret: str
    people: dict[str, Participant] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)

    @property
    def room(self) -> Room:
        return self.store.room(self.code)

    @property
    def view(self) -> RoomView:
        return self.store.view(self.code)

    def join(self, *names: str) -> None:
        for name in names:
            self.people[name], self.tokens[name] = self.store.join(self.code, name)

    def go(self, *phases: str, activity: int = RATING) -> None:
        for phase in phases:
            self.store.set_phase(self.code, self.secret, phase, activity)

    def again(self, after: int, activity: int = RATING) -> None:
        self.store.next_round(self.code, self.secret, after, activity)

    def ask(self, *tasks: Task) -> int:
        """Add an activity, go to it, and open it."""
        number = self.store.add(self.code, self.secret, tasks)
        self.go(OPEN, activity=number)
        return number

    def tap(self, name: str, item: int, category: int, round: int = 1) -> None:
        self.store.give(self.code, self.tokens[name], (RATING, round, item), category)

    def reply(self, name: str, activity: int, value: str, round: int = 1) -> str:
        return str(self.store.give(self.code, self.tokens[name], (activity, round, 0), value))

    def answers(self) -> set[tuple[int, int, int, int]]:
        """Return what the revealed tallies have: round, participant, item, category."""
        return {
            (round, one.number, item, int(tally.positions[item, at]))
            for round, tally in enumerate(self.view.rounds, start=1)
            for at, one in enumerate(tally.people)
            for item in np.flatnonzero(tally.positions[:, at] >= 0).tolist()
        }


def begun(store: Store, *room: Any) -> Course:
    """Open a room, as `Store.open_room` takes it, or one of four items; nobody is in it yet."""
    opened, secret = store.open_room(*(room or ("own", SCALE, ITEMS)))
    return Course(store, opened.code, secret)
