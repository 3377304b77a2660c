"""What sessions weigh: `python -m tests.benchmarks.memory`.

The server's resident memory after its start, after a first visitor, with 10, 50 and 100 sessions
that are open and have each made a few edits, a moment after all of them left, and once Streamlit
has forgotten them (it keeps a session that lost its connection for `server.disconnectedSessionTTL`
seconds, in case it comes back). Then as many again: what comes on top of the first time leaks.
Beside it the bare app (`bare_app.py`).
"""

from __future__ import annotations

import asyncio

import streamlit as st

from tests.benchmarks.common import Contestant, asked, bare
from tests.benchmarks.visitor import Visitor, predictions
from tests.browser.server import Server, serve

PER_SESSION, MOST = 0.2, 300.0  # to reach: MiB for each further session, and with all of them
STEPS = (10, 50, 100)


async def pass_by(server: Server, who: Contestant) -> None:
    """Come and leave; the server lets go of whom it has forgotten when the next one comes."""
    visitor = who.visitor(server)
    await visitor.arrive()
    await visitor.leave()


async def fill(server: Server, who: Contestant, edits: int) -> tuple[list[float], list[Visitor]]:
    """Let sessions come, step by step, and return the memory at each step."""
    visitors: list[Visitor] = []
    mib = []
    for step in STEPS:
        while len(visitors) < step:
            visitors.append(who.visitor(server))
            await visitors[-1].arrive()
            for edit in range(edits):
                await visitors[-1].edit(predictions(len(visitors) + edit))
        mib.append(server.memory())
    return mib, visitors


async def weigh(server: Server, who: Contestant, edits: int) -> None:
    """Print what the server weighs, from its start to the second time that all have left."""
    start = server.memory()
    await pass_by(server, who)
    print(f"  after start {start:.0f}, after a first visitor {server.memory():.0f} MiB", flush=True)
    for time in ("first", "second"):
        mib, visitors = await fill(server, who, edits)
        each = (mib[-1] - mib[0]) / (STEPS[-1] - STEPS[0])
        steps = ", ".join(f"{n}: {there:.0f}" for n, there in zip(STEPS, mib, strict=True))
        for visitor in visitors:
            await visitor.leave()
        left = server.memory()
        await asyncio.sleep(st.get_option("server.disconnectedSessionTTL") + 5)
        await pass_by(server, who)
        print(
            f"  {time} time, with {steps} MiB, so {each:.3f} for each further session; "
            f"all left {left:.0f}, forgotten {server.memory():.0f}",
            flush=True,
        )


def main() -> None:
    """Weigh the app, then the bare app."""
    options = asked(__doc__, page="overview", edits=3)
    for who in (Contestant("app", page=options.page), bare()):
        print(who.name)
        with serve(who.script) as server:
            asyncio.run(weigh(server, who, options.edits))
    print(f"to reach: {PER_SESSION} MiB for each further session, under {MOST:.0f} MiB with all")


if __name__ == "__main__":
    main()
