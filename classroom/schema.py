"""The tables, and the steps that update a store of an older version.

Alembic does not fit: rooms live for two weeks, replicas may start at the same moment, and nobody
runs a command between two versions. So the steps are listed here. Each runs once, in order, within
one transaction that locks out other processes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import sqlalchemy as sa

from classroom.errors import StoreError
from qwk_core.messages import N_

TABLES = sa.MetaData()
_PREFIX = "classroom_"  # a database may have other tables, too

versions = sa.Table(f"{_PREFIX}version", TABLES, sa.Column("version", sa.Integer, nullable=False))

rooms = sa.Table(
    f"{_PREFIX}rooms",
    TABLES,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("code", sa.String(6), nullable=False, unique=True),
    sa.Column("secret", sa.String(64), nullable=False),  # its hash
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("categories", sa.Text, nullable=False),  # as JSON
    sa.Column("phase", sa.String(10), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("counter", sa.Integer, nullable=False),
    sa.Column("names_shown", sa.Boolean, nullable=False),
    sa.Column("created", sa.Integer, nullable=False),  # seconds since 1970
    sa.Column("expires", sa.Integer, nullable=False, index=True),
    sa.Column("activity", sa.Integer, nullable=False, server_default="0"),  # the current one
    sa.Column(
        "taught", sa.Integer, nullable=False, server_default="0"
    ),  # when the teacher was last seen
)


def _belongs_to(
    name: str, table: sa.Table, *, primary_key: bool = True, index: bool = False
) -> sa.Column[int]:
    """Return a column that refers to a row of another table; both rows are deleted together."""
    return sa.Column(
        name,
        sa.Integer,
        sa.ForeignKey(table.c.number, ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
        index=index,
    )


items = sa.Table(
    f"{_PREFIX}items",
    TABLES,
    _belongs_to("room", rooms),
    sa.Column("item", sa.Integer, primary_key=True),  # from 0
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("reference", sa.Integer),  # the position of a category
    sa.Column("reason", sa.Text, nullable=False),
)

participants = sa.Table(
    f"{_PREFIX}participants",
    TABLES,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    _belongs_to("room", rooms, primary_key=False, index=True),
    sa.Column("token", sa.String(64), nullable=False),  # its hash
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("removed", sa.Boolean, nullable=False),
    sa.UniqueConstraint("room", "token"),
    sa.UniqueConstraint("room", "name"),
)

answers = sa.Table(
    f"{_PREFIX}answers",
    TABLES,
    _belongs_to("room", rooms),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("item", sa.Integer, primary_key=True),
    _belongs_to("participant", participants),
    sa.Column("category", sa.Integer, sa.CheckConstraint("category >= 0"), nullable=False),
)

# The activities beside rating. The table of rooms has the phase and round of rating.
activities = sa.Table(
    f"{_PREFIX}activities",
    TABLES,
    _belongs_to("room", rooms),
    sa.Column("number", sa.Integer, primary_key=True),  # from 1
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("task", sa.Text, nullable=False),  # as JSON
    sa.Column("phase", sa.String(10), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
)

replies = sa.Table(
    f"{_PREFIX}replies",
    TABLES,
    _belongs_to("room", rooms),
    sa.Column("activity", sa.Integer, primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    _belongs_to("participant", participants),
    sa.Column("value", sa.Text, nullable=False),
)

# In their own table, because the items are read after every change in a room.
pictures = sa.Table(
    f"{_PREFIX}pictures",
    TABLES,
    _belongs_to("room", rooms),
    sa.Column("item", sa.Integer, primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),  # a PNG or JPEG that was made safe
)


def _with_activities(connection: sa.Connection) -> None:
    # If the first step has just made the tables, they have these columns.
    there = {column["name"] for column in sa.inspect(connection).get_columns(rooms.name)}
    for name in sorted({"activity", "taught"} - there):
        connection.execute(
            sa.text(f"ALTER TABLE {rooms.name} ADD COLUMN {name} INTEGER NOT NULL DEFAULT 0")
        )
    TABLES.create_all(connection, tables=(activities, replies))


# A later version adds a step at the end, and never changes a released one.
STEPS: Sequence[Callable[[sa.Connection], None]] = (
    partial(TABLES.create_all, tables=(rooms, items, participants, answers)),
    _with_activities,
    partial(TABLES.create_all, tables=(pictures,)),
)


def bring_up_to_date(connection: sa.Connection) -> None:
    """Make or update the tables. Call it within a writing transaction."""
    if connection.dialect.name == "postgresql":
        # Replicas that start together wait here for each other.
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(718281828)"))
    versions.create(connection, checkfirst=True)
    found = connection.execute(sa.select(versions.c.version)).scalar()
    if found is None:
        connection.execute(sa.insert(versions).values(version=0))
        found = 0
    if found > len(STEPS):
        raise StoreError(N_("The store was made by a newer version of this app."))
    for step in STEPS[found:]:
        step(connection)
    if found < len(STEPS):
        connection.execute(sa.update(versions).values(version=len(STEPS)))
