"""The first visitor after a start, beside those after: `python -m tests.benchmarks.start`.

A server is started again and again, and asked for one page by three visitors, one after another:
the first is the first since the start. What each waits is from knocking to the end of the script;
a server begins to listen only when it is ready. Beside it the bare app (`bare_app.py`), likewise.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path
from statistics import median

from tests.benchmarks.load import BARE_APP
from tests.benchmarks.visitor import Visitor
from tests.browser.server import APP, Server, serve

RATIO = 1.5  # to reach: at most so many times as long as a later visitor


async def visits(server: Server, page: str, query: dict[str, str]) -> list[float]:
    """Return what three visitors wait, in milliseconds."""
    waits = []
    for _ in range(3):
        visitor = Visitor(server.base, page, dict(query))
        waits.append(1000 * await visitor.arrive())
        await visitor.leave()
    return waits


def cold_start(script: Path, page: str, query: dict[str, str]) -> tuple[float, float, float]:
    """Return seconds until the server answers, and milliseconds of the first and a later visit."""
    begun = time.perf_counter()
    with serve(script) as server:
        ready = time.perf_counter() - begun
        first, *later = asyncio.run(visits(server, page, query))
        return ready, first, median(later)


def main(arguments: list[str]) -> None:
    """Print a row for each contestant and page."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.start", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--pages", nargs="+", default=["overview", "how_sure"], metavar="PAGE")
    parser.add_argument("--starts", type=int, default=5, help="of each contestant")
    options = parser.parse_args(arguments)

    print(f"{'':<18}{'ready s':>9}{'first ms':>10}{'later ms':>10}{'ratio':>8}")
    beyond = []
    bare = ("bare", BARE_APP, "overview", {"charts": "5"})
    for name, script, page, query in [*((p, APP, p, {}) for p in options.pages), bare]:
        starts = [cold_start(script, page, query) for _ in range(options.starts)]
        ready, first, later = (median(column) for column in zip(*starts, strict=True))
        print(
            f"{name:<18}{ready:>9.1f}{first:>10.0f}{later:>10.0f}{first / later:>8.2f}", flush=True
        )
        if script == APP and first > RATIO * later:
            beyond.append(name)
    print(
        f"to reach: the first visitor waits at most {RATIO} times as long. "
        + (f"Beyond: {', '.join(beyond)}" if beyond else "All within.")
    )


if __name__ == "__main__":
    main(sys.argv[1:])
