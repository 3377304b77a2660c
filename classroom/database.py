"""The database of the rooms: an SQLite file or PostgreSQL, with a transaction for each act."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, exc, make_url

from classroom import schema
from classroom.errors import StoreError
from qwk_core.messages import N_

NO_ANSWER = N_("The store of the rooms does not answer at this moment. Try again a little later.")

_PATIENCE = 10  # seconds to wait for another process that writes
_POOL = 12  # connections of one process
# For connections to PostgreSQL, in seconds, and in milliseconds: a connection whose other end has
# disappeared is closed.
_LIMITS = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 1_000 * _PATIENCE,
}


def default_url(root: Path) -> str:
    """Return the default address: a file below `root`, or a temporary file."""
    for folder in (root / ".data", Path(tempfile.gettempdir()) / f"qwk-explorer-{_user()}"):
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK | os.X_OK):
            return f"sqlite:///{folder / 'classroom.db'}"
    return f"sqlite:///{Path(tempfile.mkdtemp(prefix='qwk-')) / 'classroom.db'}"


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "rooms"


class Database:
    """A database with the tables of the rooms. One object serves all threads of a process.

    Parameters
    ----------
    url : str
        An SQLite file (``sqlite:////path/rooms.db``) or PostgreSQL (``postgresql://…``).
    """

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        self._writer = self._engine.execution_options(writes=True)
        # SQLite has one writer at a time. Within the process, a queue is faster than retries.
        alone = self._engine.dialect.name == "sqlite"
        self._one_writes: AbstractContextManager[object] = (
            threading.Lock() if alone else nullcontext()
        )
        self._ready = False

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a transaction that only reads."""
        self._prepare()
        with _explained(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a transaction that writes: all of it is kept, or nothing."""
        self._prepare()
        with self._one_writes, _explained(), self._writer.begin() as connection:
            yield connection

    def _prepare(self) -> None:
        """Make the tables once; if the store does not answer now, at the next act."""
        if self._ready:
            return
        with self._one_writes, _explained(), self._writer.begin() as connection:
            if not self._ready:
                schema.bring_up_to_date(connection)
        self._ready = True


def _engine(url: str) -> Engine:
    """Return an engine for the address of a database."""
    parsed = make_url(url)
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    kind = parsed.get_backend_name()
    if kind not in ("postgresql", "sqlite"):
        raise StoreError(N_("Rooms are kept in SQLite or in PostgreSQL, and in no other database."))
    is_file = kind == "sqlite"
    engine = create_engine(
        parsed,
        pool_size=_POOL,
        max_overflow=0,
        pool_timeout=_PATIENCE,
        pool_pre_ping=not is_file,
        connect_args={"timeout": _PATIENCE} if is_file else _LIMITS,
    )
    event.listen(engine, "connect", _set_up_sqlite if is_file else _set_up_postgresql)
    if is_file:
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_postgresql(connection: Any, _record: object) -> None:
    # If a replica hangs, a class must not wait for it, nor for a replica that waits for it. A
    # waiting statement fails first; the idle transaction that it waits for ends later.
    connection.autocommit = True
    connection.execute(f"SET statement_timeout = '{_PATIENCE}s'")
    connection.execute(f"SET idle_in_transaction_session_timeout = '{2 * _PATIENCE}s'")
    connection.autocommit = False


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # `_begin_sqlite` begins transactions
    _turn_on_wal(connection)
    for setting in ("synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _turn_on_wal(connection: Any) -> None:
    # While another process begins to write to a new file, SQLite refuses this and does not wait.
    latest = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > latest:
                raise
        time.sleep(0.02)


def _begin_sqlite(connection: Connection) -> None:
    # SQLite may refuse a write in a transaction that has begun with a read.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _explained() -> Iterator[None]:
    """Turn the errors of a stopped, full or locked database into a message for people."""
    try:
        yield
    except (exc.OperationalError, exc.InterfaceError, exc.InternalError, exc.TimeoutError) as error:
        raise StoreError(NO_ANSWER) from error
