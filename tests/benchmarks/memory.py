"""The memory of visitors, and what stays after them: `python -m tests.benchmarks.memory`.

The server's resident memory with 10, 50 and 100 sessions that are open and have each made a few
edits, and once Streamlit has forgotten them; then as many again: what comes on top of the first
time leaks. Beside it the bare app (`bare_app.py`).

`--files leave`: so many visitors upload a file of 19.9 MB each, one after the other, have it
counted, and leave; `--files forget`: they forget it and stay. What was loaded for the first such
visitor stays loaded, so memory is compared with the memory after that one.
"""

from __future__ import annotations

import asyncio

from tests.benchmarks.common import Contestant, asked, bare
from tests.benchmarks.sender import Sender
from tests.benchmarks.visitor import Visitor, predictions
from tests.browser.server import Server, serve

PER_SESSION, MOST = 0.2, 300.0  # aims: MiB for each further session, and in total
TIMES = 1.10  # aim: after files, at most this multiple of the memory before
STEPS = (10, 50, 100)
GRACE = 20  # seconds that Streamlit keeps the session of a visitor who left; 120 by default
FILE = b"actual,predicted\n" + b"1,1\n2,1\n2,2\n3,3\n" * 1_243_000
SMALL = FILE[:20_001]


async def forgotten(server: Server, who: Contestant) -> float:
    """Wait until visitors who left are forgotten; the server drops them at the next visit."""
    await asyncio.sleep(GRACE + 10)
    visitor = who.visitor(server)
    await visitor.arrive()
    await visitor.leave()
    return server.memory()


async def weigh(server: Server, who: Contestant, edits: int) -> None:
    """Print the memory of the server, from its start to the second time that all have left."""
    print(f"{who.name} after start {server.memory():.0f} MiB", flush=True)
    for time in ("first", "second"):
        visitors: list[Visitor] = []
        mib = []
        for step in STEPS:
            while len(visitors) < step:
                visitors.append(who.visitor(server))
                await visitors[-1].arrive()
                for edit in range(edits):
                    await visitors[-1].edit(predictions(len(visitors) + edit))
            mib.append(server.memory())
        each = (mib[-1] - mib[0]) / (STEPS[-1] - STEPS[0])
        steps = ", ".join(f"{n}: {there:.0f}" for n, there in zip(STEPS, mib, strict=True))
        for visitor in visitors:
            await visitor.leave()
        left = await forgotten(server, who)
        print(
            f"  {time} time, with {steps}, so {each:.3f} for each further session; left {left:.0f}"
        )


async def bring(visitor: Sender, data: bytes, how: str) -> None:
    """Upload a file, count it, and leave, or forget it unless it was refused."""
    await visitor.bring("ratings.csv", data)
    if visitor.has("Count all rows"):
        await visitor.press("Count all rows")
    if how == "leave":
        await visitor.leave()
    elif not visitor.errors:
        await visitor.press("Forget this file")


async def come(server: Server) -> Sender:
    """Open the page for uploads."""
    visitor = Sender(server.base)
    await visitor.arrive()
    await visitor.choose()
    return visitor


async def leave_behind(server: Server, how: str, visitors: int) -> None:
    """Let visitors come and go; print the memory before, at most and after."""
    who = Contestant("app")
    await bring(await come(server), FILE, how)
    staying = [await come(server) for _visitor in range(visitors if how == "forget" else 0)]
    for visitor in staying:
        await bring(visitor, SMALL, how)
    before = most = await forgotten(server, who)
    for number in range(visitors):
        await bring(staying[number] if staying else await come(server), FILE, how)
        most = max(most, server.memory())
    after = await forgotten(server, who)
    for visitor in staying:
        await visitor.leave()
    print(f"{how}: before {before:.0f} MiB, at most {most:.0f}, after {after:.0f}", end="")
    print(f", which is {after / before:.2f} times as much; to reach: {TIMES:.2f}")


def main() -> None:
    """Measure the memory of the app and the bare app, or what stays after files."""
    options = asked(__doc__, page="overview", edits=3, files="", visitors=100)
    environment = {"STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL": str(GRACE)}
    for who in (Contestant("app", page=options.page), bare())[: 1 if options.files else 2]:
        with serve(who.script, environment=environment) as server:
            if options.files:
                asyncio.run(leave_behind(server, options.files, options.visitors))
            else:
                asyncio.run(weigh(server, who, options.edits))
            server.check_log()
    if not options.files:
        print(f"to reach: {PER_SESSION} MiB for each further session, under {MOST:.0f} with all")


if __name__ == "__main__":
    main()
