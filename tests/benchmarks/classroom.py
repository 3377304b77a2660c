"""A class in one room: how long from a tap to "saved", and is every confirmed answer kept?

    python -m tests.benchmarks.classroom [STUDENTS]

300 students (or STUDENTS) on one process with SQLite give ten answers each within 60 seconds, over
real websockets, while two boards look every two seconds. Then the same with the answers kept in a
dictionary in place of the store, for comparison in the same run.
"""

from __future__ import annotations

import asyncio
import random
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

SECONDS = 60  # in which all rate
COMING = 30  # seconds in which all come in
ITEMS = 10


@dataclass
class Class:
    """What a class met: seconds of each arrival and each tap, and what went wrong."""

    arrivals: list[float] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


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


def main() -> None:
    """Run with the store, then without."""
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    run("SQLite", n, "streamlit")
    run("dictionary", n, "tests.benchmarks.dictionary_rooms")


if __name__ == "__main__":
    main()
