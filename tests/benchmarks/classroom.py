"""A class in one room: how long from a tap to "saved", and is every confirmed answer kept?

    python -m tests.benchmarks.classroom [STUDENTS]

300 students (or STUDENTS) on one process with SQLite give ten answers each within 60 seconds, over
real websockets, while two boards look every two seconds. Then the same with the answers kept in a
dictionary in place of the store, for comparison in the same run.

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


@dataclass
class Class:
    """What a class met: seconds of each arrival and each tap, and what went wrong."""

    arrivals: list[float] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    back: list[float] = field(default_factory=list)  # seconds until a cut off student was back
    lost: int = 0  # confirmed answers that the store does not have


async def student(base: str, code: str, token: str, found: Class, begin: float) -> None:
    """Come in, and rate all items at random moments."""
    dice = random.Random(token)
    await asyncio.sleep(dice.uniform(0, COMING))
    visitor = Visitor(base, "live", {"room": code, "me": token})
    try:
        found.arrivals.append(await visitor.arrive())
        moments = sorted(dice.uniform(0, SECONDS) for _item in range(ITEMS))
        for moment in moments:
            await asyncio.sleep(max(0.0, begin + moment - time.monotonic()))
            found.taps.append(await visitor.press(str(dice.randrange(1, 6))))
    except (Failed, OSError, KeyError) as error:
        found.errors.append(f"{type(error).__name__}: {error}")
    finally:
        await visitor.leave()


async def board(base: str, code: str, found: Class, end: float) -> None:
    """Look every two seconds."""
    visitor = Visitor(base, "live", {"room": code, "board": "true"})
    try:
        await visitor.arrive()
        while time.monotonic() < end:
            await asyncio.sleep(2)
            await visitor.edit("")
    except (Failed, OSError) as error:
        found.errors.append(f"board: {type(error).__name__}: {error}")
    finally:
        await visitor.leave()


async def rate(base: str, code: str, tokens: list[str]) -> Class:
    """Let all rate."""
    found = Class()
    begin = time.monotonic() + COMING + 5
    end = begin + SECONDS
    await asyncio.gather(
        *(student(base, code, token, found, begin) for token in tokens),
        *(board(base, code, found, end) for _board in range(2)),
    )
    return found


def run(name: str, n: int, module: str) -> None:
    """Open a room, let a class rate, and print what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'rooms.db'}"
        store = Store(url)
        room, secret = store.open_room("clouds", SETS["clouds"].categories, SETS["clouds"].make())
        tokens = [store.join(room.code, "Student")[1] for _student in range(n)]
        store.set_phase(room.code, secret, OPEN)
        with serve(environment={"QWK_DATABASE_URL": url}, streamlit=module) as server:
            found = asyncio.run(rate(server.base, room.code, tokens))
            memory = server.memory()
            server.check_log()
        kept = sum(store.progress(room.code).answered.values())
        store.close()
    print(
        f"{name:12} {n} students, {len(found.taps)} taps confirmed, {kept} in the store, "
        f"{len(found.errors)} errors; tap to saved p50 {percentile(found.taps, 50):.0f} ms, "
        f"p95 {percentile(found.taps, 95):.0f} ms; arrival p95 "
        f"{percentile(found.arrivals, 95):.0f} ms; {memory:.0f} MiB",
        flush=True,
    )
    print(*sorted(set(found.errors))[:5], sep="\n", end="\n" if found.errors else "")


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
    run("SQLite", n, "streamlit")
    run("dictionary", n, "tests.benchmarks.dictionary_rooms")


if __name__ == "__main__":
    main()
