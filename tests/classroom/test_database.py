"""A database that stops, is full or hangs loses nothing that was confirmed."""

import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from classroom import rows
from classroom.database import default_url
from classroom.errors import StoreError
from classroom.rooms import OPEN, Item
from classroom.store import Store
from tests.classroom.course import ITEMS, SCALE, begun


def course_at(url, clock, *, items=ITEMS):
    """Open a room for rating in the store at this URL; Ana is in it."""
    made = begun(Store(url, now=clock, slowing=clock.slowing), "own", SCALE, items)
    made.go(OPEN)
    made.join("Ana")
    return made


def mine(course):
    """Return Ana's ratings of the first round, by item."""
    given = course.store.mine(course.code, course.tokens["Ana"])
    return {item: value for (_activity, round, item), value in given.items() if round == 1}


@pytest.mark.release
def test_a_database_that_stops_is_said_and_comes_back(postgres, clock):
    course = course_at(postgres.url, clock)
    course.tap("Ana", 0, 1)
    postgres.stop()
    with pytest.raises(StoreError, match="does not answer"):
        course.tap("Ana", 1, 1)
    postgres.start()
    assert mine(course) == {0: 1}
    course.tap("Ana", 1, 1)
    assert mine(course) == {0: 1, 1: 1}
    course.store.close()


def test_a_new_file_in_which_another_process_begins_to_write_is_waited_for(tmp_path, clock):
    path = tmp_path / "rooms.db"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE first (a)")
    other.execute("BEGIN IMMEDIATE")
    ends = threading.Timer(0.3, lambda: other.execute("COMMIT"))
    ends.start()
    course = course_at(f"sqlite:///{path}", clock)
    ends.join()
    course.tap("Ana", 0, 1)
    assert mine(course) == {0: 1}
    other.close()
    course.store.close()


def test_a_full_disk_refuses_answers_until_there_is_room(tmp_path, clock):
    path = tmp_path / "rooms.db"
    course = course_at(f"sqlite:///{path}", clock, items=(Item("x"),) * 60)
    store = course.store
    course.join(*"Benji")

    def answered():
        return sum(store.view(course.code).answered.values())

    def limit(more):
        with store.reading() as connection:  # the pool has only one connection
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + more}")

    limit(1)
    asked = [(name, item) for name in course.people for item in range(60)]
    confirmed = 0

    def rate():
        nonlocal confirmed
        for name, item in asked[confirmed:]:
            course.tap(name, item, 1)
            confirmed += 1

    with pytest.raises(StoreError, match="does not answer"):
        rate()
    assert 0 < confirmed < len(asked)
    assert answered() == confirmed
    limit(1_000)
    rate()
    assert answered() == len(asked)
    store.close()
    with sqlite3.connect(path) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    raw.close()


@pytest.mark.release
def test_a_database_that_hangs_is_given_up(postgres, clock, monkeypatch):
    monkeypatch.setattr("classroom.database._PATIENCE", 1)
    course = course_at(postgres.url, clock)
    other = Store(postgres.url, now=clock, slowing=clock.slowing)

    def stop_in_the_middle():
        with other.writing() as held:
            rows.touch(held, course.code, other.now())
            with pytest.raises(StoreError, match="does not answer"):
                course.tap("Ana", 0, 1)
            time.sleep(1.3)  # with the wait above, longer than the limit of 2 s
            course.tap("Ana", 0, 2)

    with pytest.raises(StoreError, match="does not answer"):
        stop_in_the_middle()  # the change by `touch` is lost
    assert mine(course) == {0: 2}
    for store in (course.store, other):
        store.close()


def test_a_locked_file_is_told(tmp_path, clock, monkeypatch):
    monkeypatch.setattr("classroom.database._PATIENCE", 0.05)
    path = tmp_path / "rooms.db"
    course = course_at(f"sqlite:///{path}", clock)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError):
        course.join("Ben")
    assert course.room.code == course.code  # a read does not wait for a write
    other.execute("ROLLBACK")
    other.close()
    course.join("Ben")
    course.store.close()


def test_other_databases_are_refused():
    with pytest.raises(StoreError, match="SQLite or in PostgreSQL"):
        Store("mysql://host/db")


def test_without_a_setting_rooms_lie_beside_the_app_or_in_a_temporary_folder(tmp_path, monkeypatch):
    assert default_url(tmp_path) == f"sqlite:///{tmp_path / '.data' / 'classroom.db'}"
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = default_url(tmp_path / "nowhere")
    assert found.startswith(f"sqlite:///{tmp_path / 'qwk-explorer-'}")
    begun(Store(found))
    taken = Path(found.removeprefix("sqlite:///")).parent
    for file in taken.iterdir():
        file.unlink()
    taken.rmdir()
    taken.write_text("somebody else's")
    assert default_url(tmp_path / "nowhere").startswith(f"sqlite:///{tmp_path / 'qwk-'}")


_RATES = """
import sys
from classroom.store import Store
store, code, token = Store(sys.argv[1], now=lambda: 1e6), sys.argv[2], sys.argv[3]
for n in range(10**6):
    store.give(code, token, (0, 1, n % 4), n % 3)
    print(n, flush=True)
"""


def test_what_was_confirmed_outlives_a_killed_process(url, course):
    with subprocess.Popen(
        [sys.executable, "-c", _RATES, url, course.code, course.tokens["Ana"]],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as process:
        confirmed = [int(process.stdout.readline()) for _line in range(25)]
        process.kill()
        confirmed += [int(line) for line in process.stdout]
    last = confirmed[-1]
    kept = mine(course)
    # The store may also have the tap after the last confirmed one. Nothing else may differ.
    expected = {n % 4: n % 3 for n in range(last + 1)}
    assert kept in (expected, expected | {(last + 1) % 4: (last + 1) % 3})
    course.tap("Ana", 0, 2)
    assert mine(course)[0] == 2
