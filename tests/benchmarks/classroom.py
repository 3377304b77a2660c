"""A class in one room: how long from a tap to "saved", and is every confirmed answer kept?

    python -m tests.benchmarks.classroom [STUDENTS]

300 students (or STUDENTS) on one process with SQLite give ten answers each at the rate of ten in 60
seconds, over real websockets, while two boards look every two seconds. A second server, with the
answers in a dictionary in place of the store, has as large a class. The two take turns, a block of
two answers each at a time, so that both meet the same machine.

    python -m tests.benchmarks.classroom [STUDENTS] --killed

The same class on two processes with one PostgreSQL. In the middle one of them is killed (`kill
-9`), and who was there goes on at the other, as nginx would let them. What the killed process had
confirmed must be in the store.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from classroom.rooms import OPEN
from classroom.sets import SETS
from classroom.store import Store
from tests.benchmarks.load import percentile
from tests.benchmarks.visitor import Failed, Visitor
from tests.browser.server import serve
from tests.classroom.postgres import cluster

SECONDS = 60  # in which all rate
COMING = 30  # seconds in which all come in
ITEMS = 10
BLOCKS = 5  # in which two servers take turns


@dataclass
class Class:
    """What a class met: seconds of each arrival and each tap, and what went wrong."""

    arrivals: list[float] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    back: list[float] = field(default_factory=list)  # seconds until a cut off student was back
    lost: int = 0  # confirmed answers that the store does not have


@dataclass
class Room:
    """A class with a server of its own: where it is, who is in it, and what it met."""

    name: str
    base: str
    code: str
    visitors: list[Visitor]
    boards: list[Visitor]
    found: Class = field(default_factory=Class)


async def come(visitor: Visitor, found: Class, after: float) -> None:
    """Come in."""
    await asyncio.sleep(after)
    try:
        found.arrivals.append(await visitor.arrive())
    except (Failed, OSError) as error:
        found.errors.append(f"arrival: {type(error).__name__}: {error}")


async def rate(visitor: Visitor, found: Class, moments: list[float]) -> None:
    """Rate an item at each of these moments, or as soon after it as the last one is saved."""
    for moment in sorted(moments):
        await asyncio.sleep(max(0.0, moment - time.monotonic()))
        try:
            found.taps.append(await visitor.press(str(random.randrange(1, 6))))
        except (Failed, OSError, KeyError) as error:
            found.errors.append(f"{type(error).__name__}: {error}")


async def look(board: Visitor, found: Class, end: float) -> None:
    """Look every two seconds, as a board does."""
    while time.monotonic() < end:
        try:
            await board.edit("")
        except (Failed, OSError) as error:
            found.errors.append(f"board: {type(error).__name__}: {error}")
        await asyncio.sleep(2)


async def take_turns(rooms: list[Room]) -> None:
    """Let the classes come in, and rate in turns."""
    await asyncio.gather(
        *(
            come(visitor, room.found, random.uniform(0, len(rooms) * COMING))
            for room in rooms
            for visitor in room.visitors + room.boards
        )
    )
    for block in range(BLOCKS):
        # Who begins changes, or the second would always meet what the first has left behind.
        for room in rooms[:: 1 if block % 2 else -1]:
            before, begin = len(room.found.taps), time.monotonic() + 1
            end = begin + SECONDS / BLOCKS
            await asyncio.gather(
                *(
                    rate(
                        visitor,
                        room.found,
                        [random.uniform(begin, end) for _item in range(ITEMS // BLOCKS)],
                    )
                    for visitor in room.visitors
                ),
                *(look(board, room.found, end) for board in room.boards),
            )
            print(
                f"  block {block + 1}, {room.name:10} p95 "
                f"{percentile(room.found.taps[before:], 95):6.0f} ms, "
                f"load {os.getloadavg()[0]:.1f}",
                flush=True,
            )
    for room in rooms:
        for visitor in room.visitors + room.boards:
            await visitor.leave()


def run(n: int) -> None:
    """Open both rooms, let both classes rate, and print what came of it."""
    random.seed(n)
    modules = {"SQLite": "streamlit", "dictionary": "tests.benchmarks.dictionary_rooms"}
    with ExitStack() as stack:
        rooms, stores, servers = [], [], []
        for name, module in modules.items():
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            url = f"sqlite:///{Path(folder) / 'rooms.db'}"
            store = Store(url)
            stack.callback(store.close)
            made = SETS["clouds"]
            room, secret = store.open_room("clouds", made.categories, made.make())
            tokens = [store.join(room.code, "Student")[1] for _student in range(n)]
            store.set_phase(room.code, secret, OPEN)
            server = stack.enter_context(
                serve(environment={"QWK_DATABASE_URL": url}, streamlit=module)
            )
            visitors = [
                Visitor(server.base, "live", {"room": room.code, "me": token}) for token in tokens
            ]
            boards = [
                Visitor(server.base, "live", {"room": room.code, "board": "true"})
                for _board in range(2)
            ]
            rooms.append(Room(name, server.base, room.code, visitors, boards))
            stores.append(store)
            servers.append(server)
        asyncio.run(take_turns(rooms))
        for room, store, server in zip(rooms, stores, servers, strict=True):
            kept = sum(store.progress(room.code).answered.values())
            server.check_log()
            found = room.found
            print(
                f"{room.name:10} {n} students, {len(found.taps)} taps confirmed, {kept} in the "
                f"store, {len(found.errors)} errors; tap to saved p50 "
                f"{percentile(found.taps, 50):.0f} ms, p95 {percentile(found.taps, 95):.0f} ms; "
                f"arrival p95 {percentile(found.arrivals, 95):.0f} ms; {server.memory():.0f} MiB",
                flush=True,
            )
            print(*sorted(set(found.errors))[:5], sep="\n", end="\n" if found.errors else "")
    p95s = [percentile(room.found.taps, 95) for room in rooms]
    print(f"p95 with the store ÷ p95 with the dictionary: {p95s[0] / p95s[1]:.2f}")


async def cut_off(bases: list[str], store: Store, code: str, token: str, found: Class) -> None:
    """Rate all items, and go on at another process where the connection is cut."""
    dice = random.Random(token)
    at, confirmed = dice.randrange(len(bases)), 0
    await asyncio.sleep(dice.uniform(0, COMING))
    visitor = Visitor(bases[at], "live", {"room": code, "me": token})
    found.arrivals.append(await visitor.arrive())
    while confirmed < ITEMS:
        await asyncio.sleep(dice.uniform(0, 2 * SECONDS / ITEMS))
        try:
            found.taps.append(await visitor.press(str(dice.randrange(1, 6))))
            confirmed += 1
        except (Failed, OSError):
            cut = time.monotonic()
            at = (at + 1) % len(bases)
            visitor = Visitor(bases[at], "live", {"room": code, "me": token})
            await visitor.arrive()
            found.back.append(time.monotonic() - cut)
            kept = len(store.mine(code, token).get(1, {}))
            found.lost += max(confirmed - kept, 0)
            confirmed = kept  # the tap that was cut off may have come through
    await visitor.leave()


def run_killed(n: int) -> None:
    """Let a class rate on two processes, kill one in the middle, and print what came of it."""
    with cluster() as database:
        store = Store(database.url)
        room, secret = store.open_room("clouds", SETS["clouds"].categories, SETS["clouds"].make())
        tokens = [store.join(room.code, "Student")[1] for _student in range(n)]
        store.set_phase(room.code, secret, OPEN)
        environment = {"QWK_DATABASE_URL": database.url}
        with serve(environment=environment) as first, serve(environment=environment) as second:

            async def rated() -> Class:
                found = Class()

                async def kill() -> None:
                    await asyncio.sleep(COMING + SECONDS / 2)
                    os.kill(first.process, signal.SIGKILL)

                await asyncio.gather(
                    kill(),
                    *(
                        cut_off([first.base, second.base], store, room.code, token, found)
                        for token in tokens
                    ),
                )
                return found

            found = asyncio.run(rated())
            second.check_log()
        kept = sum(store.progress(room.code).answered.values())
        store.close()
    print(
        f"PostgreSQL, two processes, one killed: {n} students, {kept} of {n * ITEMS} answers in "
        f"the store, {found.lost} confirmed answers lost; {len(found.back)} students were cut off, "
        f"the last was back after {max(found.back, default=0):.1f} s; tap to saved p50 "
        f"{percentile(found.taps, 50):.0f} ms, p95 {percentile(found.taps, 95):.0f} ms"
    )


def main() -> None:
    """Run with the store, then without; or with two processes, one of which is killed."""
    n = next((int(one) for one in sys.argv[1:] if one.isdigit()), 300)
    if "--killed" in sys.argv:
        run_killed(n)
        return
    run(n)


if __name__ == "__main__":
    main()
