"""What a database does to itself: it stops, fills up, hangs; nothing confirmed is lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from classroom import rows
from classroom.database import default_url
from classroom.errors import StoreError
from classroom.rooms import (
    OPEN,
    Item,
    Room,
)  # fmt: skip
from classroom.store import Store
from tests.classroom.conftest import ITEMS, SCALE, Clock
from tests.classroom.postgres import Cluster

Opened = tuple[Room, str]


@pytest.mark.release
def test_a_database_that_stops_is_said_and_comes_back(postgres: Cluster, clock: Clock) -> None:
    store = Store(postgres.url, now=clock, slowing=clock.slowing)
    room, secret = store.open_room("own", SCALE, ITEMS)
    store.set_phase(room.code, secret, OPEN)
    _someone, token = store.join(room.code, "Ana")
    store.answer(room.code, token, 1, 0, 1)
    postgres.stop()
    with pytest.raises(StoreError, match="does not answer"):
        store.answer(room.code, token, 1, 1, 1)
    postgres.start()
    assert store.mine(room.code, token) == {1: {0: 1}}
    store.answer(room.code, token, 1, 1, 1)
    assert store.mine(room.code, token) == {1: {0: 1, 1: 1}}
    store.close()


def test_answers_on_a_full_disk_are_refused_and_kept_once_there_is_room(
    tmp_path: Path, clock: Clock
) -> None:
    path = tmp_path / "rooms.db"
    store = Store(f"sqlite:///{path}", now=clock, slowing=clock.slowing)
    room, secret = store.open_room("own", SCALE, (Item("x"),) * 60)
    store.set_phase(room.code, secret, OPEN)
    tokens = [store.join(room.code, "Ana")[1] for _n in range(6)]

    def limit(more: int) -> None:
        with store.reading() as connection:  # the one connection of the pool
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + more}")

    limit(1)
    asked = [(token, item) for token in tokens for item in range(60)]
    confirmed = 0

    def rate() -> None:
        nonlocal confirmed
        for token, item in asked:
            store.answer(room.code, token, 1, item, 1)
            confirmed += 1

    with pytest.raises(StoreError, match="does not answer"):
        rate()
    assert 0 < confirmed < len(asked)
    assert sum(store.progress(room.code).answered.values()) == confirmed
    limit(1_000)
    for token, item in asked[confirmed:]:
        store.answer(room.code, token, 1, item, 1)
    assert sum(store.progress(room.code).answered.values()) == len(asked)
    store.close()
    with sqlite3.connect(path) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    raw.close()


@pytest.mark.release
def test_a_database_that_hangs_is_given_up(
    postgres: Cluster, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("classroom.database._PATIENCE", 1)
    stores = [Store(postgres.url, now=clock, slowing=clock.slowing) for _n in range(2)]
    room, secret = stores[0].open_room("own", SCALE, ITEMS)
    stores[0].set_phase(room.code, secret, OPEN)
    _ana, token = stores[0].join(room.code, "Ana")

    def stop_in_the_middle() -> None:
        with stores[1].writing() as held:
            rows.touch(held, room.code, stores[1].now())
            with pytest.raises(StoreError, match="does not answer"):
                stores[0].answer(room.code, token, 1, 0, 1)
            time.sleep(1.3)  # now it has held the room for longer than anybody may
            stores[0].answer(room.code, token, 1, 0, 2)

    with pytest.raises(StoreError, match="does not answer"):
        stop_in_the_middle()  # what it began is not kept
    assert stores[1].mine(room.code, token) == {1: {0: 2}}
    for store in stores:
        store.close()


def test_a_file_that_is_locked_is_said(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("classroom.database._PATIENCE", 0.05)
    path = tmp_path / "rooms.db"
    store = Store(f"sqlite:///{path}", now=clock, slowing=clock.slowing)
    room, _secret = store.open_room("own", SCALE, ITEMS)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError):
        store.join(room.code, "Ana")
    assert store.room(room.code).code == room.code  # who reads does not wait for who writes
    other.execute("ROLLBACK")
    other.close()
    assert store.join(room.code, "Ana")[0].name == "Ana"
    store.close()


def test_other_databases_are_refused() -> None:
    with pytest.raises(StoreError, match="SQLite or in PostgreSQL"):
        Store("mysql://host/db")


def test_without_a_setting_rooms_lie_beside_the_app_or_in_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert default_url(tmp_path) == f"sqlite:///{tmp_path / '.data' / 'classroom.db'}"
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = default_url(tmp_path / "nowhere")
    assert found.startswith(f"sqlite:///{tmp_path / 'qwk-explorer-'}")
    Store(found).open_room("own", SCALE, ITEMS)
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
    store.answer(code, token, 1, n % 4, n % 3)
    print(n, flush=True)
"""


def test_what_was_confirmed_outlives_a_killed_process(
    url: str, store: Store, opened: Opened
) -> None:
    room, _secret = opened
    _someone, token = store.join(room.code, "Ana")
    with subprocess.Popen(
        [sys.executable, "-c", _RATES, url, room.code, token],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdout is not None
        confirmed = [int(process.stdout.readline()) for _line in range(25)]
        process.kill()
        confirmed += [int(line) for line in process.stdout]
    last = confirmed[-1]
    kept = store.mine(room.code, token)[1]
    # The tap after the last that was confirmed may be in the store, too; nothing else may differ.
    expected = {n % 4: n % 3 for n in range(last + 1)}
    assert kept in (expected, expected | {(last + 1) % 4: (last + 1) % 3})
    store.answer(room.code, token, 1, 0, 2)
    assert store.mine(room.code, token)[1][0] == 2
