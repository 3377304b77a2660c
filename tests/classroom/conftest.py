"""Stores to test: always a new SQLite file, and PostgreSQL if it is available."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from classroom.rooms import OPEN
from classroom.slowing import Slowing
from classroom.store import Store
from tests.classroom.course import Course, begun
from tests.classroom.postgres import Cluster, cluster
from tests.programs import ProgramMissing

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


@pytest.fixture
def course(store: Store) -> Course:
    """Open a room for rating; Ana is in it."""
    made = begun(store)
    made.go(OPEN)
    made.join("Ana")
    return made
