"""Stores to test: always a new SQLite file, and PostgreSQL if it is available."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import create_engine, make_url, text

from classroom.activities import RATING, Reply, Task
from classroom.rooms import OPEN, Item, Participant, Room
from classroom.slowing import Slowing
from classroom.store import Store
from tests.classroom.postgres import Cluster, cluster
from tests.programs import ProgramMissing

ITEMS = (Item("first", 0, "because"), Item("second", 2), Item("third", 1), Item("fourth"))
SCALE = (1, 2, 3)
_numbers = count(1)


class Clock:
    """A clock whose time changes only when a test sets it."""

    def __init__(self) -> None:
        self.now = 1_000_000.0
        self.slept = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept += seconds

    def slowing(self) -> Slowing:
        return Slowing(clock=self, sleep=self.sleep)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """Run one PostgreSQL for all tests."""
    try:
        with cluster() as running:
            yield running
    except ProgramMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.release)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a new, empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'rooms.db'}"
    running: Cluster = request.getfixturevalue("postgres")
    name = f"rooms{next(_numbers)}"  # a schema, since creating a database takes 0.5 s
    admin = create_engine(make_url(running.url).set(drivername="postgresql+psycopg"))
    with admin.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    admin.dispose()
    return f"{running.url}&options=-csearch_path%3D{name}"


@pytest.fixture
def new_store(url: str, clock: Clock) -> Iterator[Callable[[], Store]]:
    """Return a function that opens the database like a new process, each time it is called."""
    opened: list[Store] = []

    def make() -> Store:
        opened.append(Store(url, now=clock, slowing=clock.slowing))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


@pytest.fixture
def store(new_store: Callable[[], Store]) -> Store:
    return new_store()


class Course:
    """A room for a test. Its methods need only names of people, no room code and no keys."""

    def __init__(self, store: Store, *, items: Sequence[Item] = ITEMS) -> None:
        self.store = store
        room, self.secret = store.open_room("own", SCALE, items)
        self.code = room.code
        self.people: dict[str, Participant] = {}
        self.tokens: dict[str, str] = {}

    @property
    def room(self) -> Room:
        return self.store.room(self.code)

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
            for round, tally in enumerate(self.store.view(self.code).rounds, start=1)
            for at, one in enumerate(tally.people)
            for item in np.flatnonzero(tally.positions[:, at] >= 0).tolist()
        }

    def replies(self) -> tuple[Reply, ...]:
        return self.store.view(self.code).replied.replies


@pytest.fixture
def course(store: Store) -> Course:
    """Open a room for rating; Ana is in it."""
    made = Course(store)
    made.go(OPEN)
    made.join("Ana")
    return made
