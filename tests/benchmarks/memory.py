"""What sessions weigh: `python -m tests.benchmarks.memory`.

The server's resident memory after its start, after a first visitor, with 10, 50 and 100 sessions
that are open and have each made a few edits, a moment after all of them left, and once Streamlit
has forgotten them (it keeps a session that lost its connection for `server.disconnectedSessionTTL`
seconds, in case it comes back). Then as many again: what comes on top of the first time leaks.
Beside it the bare app (`bare_app.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

import streamlit as st

from tests.benchmarks.load import BARE_APP
from tests.benchmarks.visitor import Visitor, predictions
from tests.browser.server import APP, Server, serve

PER_SESSION, MOST = 0.2, 300.0  # to reach: MiB for each further session, and with all of them
STEPS = (10, 50, 100)


async def fill(
    server: Server, page: str, query: dict[str, str], edits: int
) -> tuple[list[float], list[Visitor]]:
    """Let sessions come, step by step, and return the memory at each step."""
    visitors: list[Visitor] = []
    mib = []
    for step in STEPS:
        while len(visitors) < step:
            visitor = Visitor(server.base, page, dict(query))
            visitors.append(visitor)
            await visitor.arrive()
            for edit in range(edits):
                await visitor.edit(predictions(len(visitors) + edit))
        mib.append(server.memory())
    return mib, visitors


async def weigh(
    server: Server, page: str, query: dict[str, str], options: argparse.Namespace
) -> None:
    """Print what the server weighs, from its start to the second time that all have left."""
    start = server.memory()
    newcomer = Visitor(server.base, page, dict(query))
    await newcomer.arrive()
    await newcomer.leave()
    print(f"  after start {start:.0f}, after a first visitor {server.memory():.0f} MiB", flush=True)
    forget = st.get_option("server.disconnectedSessionTTL") + 5
    for time in ("first", "second"):
        mib, visitors = await fill(server, page, query, options.edits)
        each = (mib[-1] - mib[0]) / (STEPS[-1] - STEPS[0])
        steps = ", ".join(f"{n}: {there:.0f}" for n, there in zip(STEPS, mib, strict=True))
        for visitor in visitors:
            await visitor.leave()
        left = server.memory()
        await asyncio.sleep(forget)
        # Who is forgotten is let go when the next one comes.
        newcomer = Visitor(server.base, page, dict(query))
        await newcomer.arrive()
        await newcomer.leave()
        print(
            f"  {time} time, with {steps} MiB, so {each:.3f} for each further session; "
            f"all left {left:.0f}, forgotten {server.memory():.0f}",
            flush=True,
        )


def main(arguments: list[str]) -> None:
    """Weigh the app, then the bare app."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.memory", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--page", default="overview")
    parser.add_argument("--edits", type=int, default=3, help="of each session")
    options = parser.parse_args(arguments)
    contestants: list[tuple[str, Path, str, dict[str, str]]] = [
        ("app", APP, options.page, {}),
        ("bare", BARE_APP, "overview", {"charts": "5"}),
    ]
    for name, script, page, query in contestants:
        print(name)
        with serve(script) as server:
            asyncio.run(weigh(server, page, query, options))
    print(f"to reach: {PER_SESSION} MiB for each further session, under {MOST:.0f} MiB with all")


if __name__ == "__main__":
    main(sys.argv[1:])
