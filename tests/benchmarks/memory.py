"""The memory of visitors, and of those who left: `python -m tests.benchmarks.memory`.

The program measures the server's resident memory with 10, 50 and 100 open sessions that have each
made a few edits, and after Streamlit has removed the sessions; then it does the same again. A
higher memory at the second time is a leak. The program measures the bare app (`bare_app.py`) in the
same way.

`--leave 100`: 100 visitors, one after the other, upload a file of 19.9 MB each, wait for the
result, and leave. The libraries loaded for the first visitor stay loaded, so the program compares
the memory with the memory after the first visitor.
"""

import asyncio
from collections.abc import Callable

from tests.benchmarks.common import BARE_APP, asked
from tests.benchmarks.sender import Sender
from tests.benchmarks.visitor import Visitor, predictions
from tests.browser.server import APP, Server, serve

PER_SESSION, MOST = 0.2, 300.0  # goals: MiB for each further session, and in total
TIMES = 1.10  # goal: the largest ratio of the memory afterwards to the memory before
STEPS = (10, 50, 100)
EDITS = 3
GRACE = 20  # seconds that Streamlit keeps the session of a visitor who left; 120 by default
FILE = b"actual,predicted\n" + b"1,1\n2,1\n2,2\n3,3\n" * 1_243_000


async def forgotten(server: Server) -> float:
    """Wait for the end of the closed sessions; the server frees memory at the next visit."""
    await asyncio.sleep(GRACE + 10)
    visitor = Visitor(server.base)
    await visitor.arrive()
    await visitor.leave()
    return server.memory()


async def weigh(server: Server, come: Callable[[], Visitor]) -> None:
    """Print the server's memory, from its start until all have left for the second time."""
    for time in ("first", "second"):
        visitors: list[Visitor] = []
        mib = [server.memory()]
        for step in STEPS:
            while len(visitors) < step:
                visitors.append(come())
                await visitors[-1].arrive()
                for edit in range(EDITS):
                    await visitors[-1].edit(predictions(len(visitors) + edit))
            mib.append(server.memory())
        each = (mib[-1] - mib[1]) / (STEPS[-1] - STEPS[0])
        steps = ", ".join(f"{n}: {there:.0f}" for n, there in zip((0, *STEPS), mib, strict=True))
        for visitor in visitors:
            await visitor.leave()
        left = await forgotten(server)
        print(f"  {time} time, MiB with {steps}, so {each:.3f} each; afterwards {left:.0f}")


async def upload_and_leave(server: Server) -> float:
    """Upload a file, wait for the result, and leave; return the server's memory before that."""
    visitor = Sender(server.base)
    await visitor.arrive()
    await visitor.choose()
    await visitor.bring("ratings.csv", FILE)
    if visitor.has("Count all rows"):
        await visitor.press("Count all rows")
    mib = server.memory()
    await visitor.leave()
    return mib


async def leave_behind(server: Server, visitors: int) -> None:
    """Let visitors come and leave, and print the memory before, its maximum, and after."""
    await upload_and_leave(server)
    before = await forgotten(server)
    most = max([await upload_and_leave(server) for _visitor in range(visitors)])
    after = await forgotten(server)
    print(f"before {before:.0f} MiB, at most {most:.0f}, after {after:.0f}", end="")
    print(f", which is {after / before:.2f} times as much; to reach: {TIMES:.2f}")


def main() -> None:
    """Measure the app and the bare app, or the memory that remains after uploads."""
    options = asked(__doc__, leave=0)
    scripts = {"app": APP} if options.leave else {"app": APP, "bare": BARE_APP}
    for name, script in scripts.items():
        environment = {"STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL": str(GRACE)}
        with serve(script, environment=environment) as server:
            print(name, flush=True)
            if options.leave:
                asyncio.run(leave_behind(server, options.leave))
            else:
                asyncio.run(weigh(server, lambda server=server: Visitor(server.base)))
            server.check_log()
    if not options.leave:
        print(f"to reach: {PER_SESSION} MiB for each further session, under {MOST:.0f} with all")


if __name__ == "__main__":
    main()
