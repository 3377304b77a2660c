"""The tables, and the steps that update a store of an older version.

Alembic does not fit: rooms live for two weeks, replicas may start at the same moment, and nobody
runs a command between two versions. So the steps are listed here. Each runs once, in order, within
one transaction that locks out other processes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Connection,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    select,
    text,
    update,
)

from classroom.errors import StoreError
from qwk_core.messages import N_

TABLES = MetaData()
_PREFIX = "classroom_"  # a database may have other tables, too

versions = Table(f"{_PREFIX}version", TABLES, Column("version", Integer, nullable=False))

rooms = Table(
    f"{_PREFIX}rooms",
    TABLES,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("code", String(6), nullable=False, unique=True),
    Column("secret", String(64), nullable=False),  # its hash
    Column("kind", String(40), nullable=False),
    Column("categories", Text, nullable=False),  # as JSON
    Column("phase", String(10), nullable=False),
    Column("round", Integer, nullable=False),
    Column("counter", Integer, nullable=False),
    Column("names_shown", Boolean, nullable=False),
    Column("created", Integer, nullable=False),  # seconds since 1970
    Column("expires", Integer, nullable=False, index=True),
    Column("activity", Integer, nullable=False, server_default="0"),  # the current one
    Column("taught", Integer, nullable=False, server_default="0"),  # when the teacher was last seen
)


def _belongs_to(
    name: str, table: Table, *, primary_key: bool = True, index: bool = False
) -> Column[int]:
    """Return a column that refers to a row of another table; both rows are deleted together."""
    return Column(
        name,
        Integer,
        ForeignKey(table.c.number, ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
        index=index,
    )


items = Table(
    f"{_PREFIX}items",
    TABLES,
    _belongs_to("room", rooms),
    Column("item", Integer, primary_key=True),  # from 0
    Column("text", Text, nullable=False),
    Column("reference", Integer),  # the position of a category
    Column("reason", Text, nullable=False),
)

participants = Table(
    f"{_PREFIX}participants",
    TABLES,
    Column("number", Integer, primary_key=True, autoincrement=True),
    _belongs_to("room", rooms, primary_key=False, index=True),
    Column("token", String(64), nullable=False),  # its hash
    Column("name", String(40), nullable=False),
    Column("removed", Boolean, nullable=False),
    UniqueConstraint("room", "token"),
    UniqueConstraint("room", "name"),
)

answers = Table(
    f"{_PREFIX}answers",
    TABLES,
    _belongs_to("room", rooms),
    Column("round", Integer, primary_key=True),
    Column("item", Integer, primary_key=True),
    _belongs_to("participant", participants),
    Column("category", Integer, CheckConstraint("category >= 0"), nullable=False),
)

# The activities beside rating. The table of rooms has the phase and round of rating.
activities = Table(
    f"{_PREFIX}activities",
    TABLES,
    _belongs_to("room", rooms),
    Column("number", Integer, primary_key=True),  # from 1
    Column("kind", String(10), nullable=False),
    Column("task", Text, nullable=False),  # as JSON
    Column("phase", String(10), nullable=False),
    Column("round", Integer, nullable=False),
)

replies = Table(
    f"{_PREFIX}replies",
    TABLES,
    _belongs_to("room", rooms),
    Column("activity", Integer, primary_key=True),
    Column("round", Integer, primary_key=True),
    _belongs_to("participant", participants),
    Column("value", Text, nullable=False),
)

# In their own table, because the items are read after every change in a room.
pictures = Table(
    f"{_PREFIX}pictures",
    TABLES,
    _belongs_to("room", rooms),
    Column("item", Integer, primary_key=True),
    Column("content", LargeBinary, nullable=False),  # a PNG or JPEG that was made safe
)

_AT_FIRST = (rooms, items, participants, answers)


def _first(connection: Connection) -> None:
    TABLES.create_all(connection, tables=_AT_FIRST)


def _with_activities(connection: Connection) -> None:
    # If the first step has just made the tables, they have these columns.
    there = {column["name"] for column in inspect(connection).get_columns(rooms.name)}
    for name in sorted({"activity", "taught"} - there):
        connection.execute(
            text(f"ALTER TABLE {rooms.name} ADD COLUMN {name} INTEGER NOT NULL DEFAULT 0")
        )
    TABLES.create_all(connection, tables=(activities, replies))


def _with_pictures(connection: Connection) -> None:
    TABLES.create_all(connection, tables=(pictures,))


# A later version adds a step at the end, and never changes a released one.
STEPS: Sequence[Callable[[Connection], None]] = (_first, _with_activities, _with_pictures)


def bring_up_to_date(connection: Connection) -> None:
    """Make or update the tables. Call it within a writing transaction."""
    if connection.dialect.name == "postgresql":
        # Replicas that start together wait here for each other.
        connection.execute(text("SELECT pg_advisory_xact_lock(718281828)"))
    versions.create(connection, checkfirst=True)
    found = connection.execute(select(versions.c.version)).scalar()
    if found is None:
        connection.execute(insert(versions).values(version=0))
        found = 0
    if found > len(STEPS):
        raise StoreError(N_("The store was made by a newer version of this app."))
    for step in STEPS[found:]:
        step(connection)
    if found < len(STEPS):
        connection.execute(update(versions).values(version=len(STEPS)))
