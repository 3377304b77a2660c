"""A class in one room: how long from a tap to "saved", and is every confirmed answer kept?

    python -m tests.benchmarks.classroom [STUDENTS]

300 students (or STUDENTS) on one process with SQLite give ten answers each at the rate of ten in 60
seconds, over real websockets, while two boards look every two seconds. A second server, with the
answers in a dictionary in place of the store, has as large a class. The two take turns, an answer
of each student at a time, so that both meet the same machine; one that is slow for some seconds
still meets one of them alone, so the median of the turns is printed, too. Phones look at the room
by themselves, as browsers make them.

    python -m tests.benchmarks.classroom [STUDENTS] --looking

What phones cost on which nobody taps: each looks at the room again and again, as a browser makes
it, while it waits, and half as often while its student rates.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from classroom.rooms import OPEN
from classroom.sets import SETS
from classroom.store import Store
from tests.benchmarks.load import percentile
from tests.benchmarks.visitor import Failed, Visitor
from tests.browser.server import Server, serve

SECONDS = 60  # in which all rate
COMING = 30  # seconds in which all come in
ITEMS = 10
BLOCKS = 10  # in which two servers take turns


@dataclass
class Class:
    """What a class met: seconds of each arrival and each tap, and what went wrong."""

    arrivals: list[float] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    looks: int = 0  # how often a phone looked at the room by itself


@dataclass
class Room:
    """A class with a server of its own: where it is, who is in it, and what it met."""

    name: str
    base: str
    code: str
    visitors: list[Visitor]
    boards: list[Visitor]
    found: Class = field(default_factory=Class)
    turns: list[float] = field(default_factory=list)  # p95 of each, in milliseconds


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


async def repeat(visitor: Visitor, found: Class, end: float) -> None:
    """Do what a phone does by itself."""
    try:
        times = await visitor.repeat(end)
        found.looks += times  # in one line, what others add meanwhile would be lost
    except (Failed, OSError) as error:
        found.errors.append(f"look: {type(error).__name__}: {error}")


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
                *(repeat(visitor, room.found, end) for visitor in room.visitors),
                *(look(board, room.found, end) for board in room.boards),
            )
            room.turns.append(percentile(room.found.taps[before:], 95))
            print(
                f"  block {block + 1}, {room.name:10} p95 {room.turns[-1]:6.0f} ms, "
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
                f"store, {len(found.errors)} errors, {found.looks} looks; tap to saved p50 "
                f"{percentile(found.taps, 50):.0f} ms, p95 {percentile(found.taps, 95):.0f} ms; "
                f"arrival p95 {percentile(found.arrivals, 95):.0f} ms; {server.memory():.0f} MiB",
                flush=True,
            )
            print(*sorted(set(found.errors))[:5], sep="\n", end="\n" if found.errors else "")
    p95s = [percentile(room.found.taps, 95) for room in rooms]
    each = [ours / theirs for ours, theirs in zip(*(room.turns for room in rooms), strict=True)]
    print(
        f"p95 with the store ÷ p95 with the dictionary: {p95s[0] / p95s[1]:.2f}; of the turns, the "
        f"median: {median(each):.2f}"
    )


def seconds_of(process: int) -> float:
    """Return the processor's seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_looking(n: int) -> None:
    """Let phones look, first while they wait and then while the room is open; nobody taps."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'rooms.db'}"
        store = Store(url)
        room, secret = store.open_room("clouds", SETS["clouds"].categories, SETS["clouds"].make())
        tokens = [store.join(room.code, "Student")[1] for _student in range(n)]
        with serve(environment={"QWK_DATABASE_URL": url}) as server:
            asyncio.run(_looking(server, store, room.code, secret, tokens))
            server.check_log()
        store.close()


async def _looking(server: Server, store: Store, code: str, secret: str, tokens: list[str]) -> None:
    phones = [Visitor(server.base, "live", {"room": code, "me": token}) for token in tokens]
    before, found = seconds_of(server.process), Class()
    await asyncio.gather(*(come(phone, found, random.uniform(0, COMING)) for phone in phones))
    used = seconds_of(server.process) - before
    print(f"{len(phones)} phones came: {1000 * used / len(phones):.1f} ms of the processor each")
    for what in ("wait", "rate"):
        if what == "rate":
            store.set_phase(code, secret, OPEN)
            # All learn of it within two looks.
            await asyncio.gather(*(repeat(one, found, time.monotonic() + COMING) for one in phones))
        before, began, found = seconds_of(server.process), time.monotonic(), Class()
        await asyncio.gather(*(repeat(one, found, began + SECONDS) for one in phones))
        used, lasted = seconds_of(server.process) - before, time.monotonic() - began
        print(
            f"{len(phones)} phones that {what}: {found.looks / lasted:.1f} looks a second, "
            f"{1000 * used / max(found.looks, 1):.1f} ms of the processor each, "
            f"{100 * used / lasted:.1f}% of a core; {len(found.errors)} errors; "
            f"load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
    for phone in phones:
        await phone.leave()


def main() -> None:
    """Run both classes in turn, or phones that only look."""
    n = next((int(one) for one in sys.argv[1:] if one.isdigit()), 300)
    (run_looking if "--looking" in sys.argv else run)(n)


if __name__ == "__main__":
    main()
