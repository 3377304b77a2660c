"""The first visitor after a start, beside those after: `python -m tests.benchmarks.start`.

A server is started again and again, and asked for one page by three visitors, one after another:
the first is the first since the start. What each waits is from knocking to the end of the script;
a server begins to listen only when it is ready. Beside it the bare app (`bare_app.py`), likewise.
"""

from __future__ import annotations

import asyncio
import time
from statistics import median

from tests.benchmarks.common import Contestant, asked, bare
from tests.browser.server import Server, serve

RATIO = 1.5  # to reach: at most so many times as long as a later visitor


async def visits(server: Server, who: Contestant) -> list[float]:
    """Return what three visitors wait, in milliseconds."""
    waits = []
    for _ in range(3):
        visitor = who.visitor(server)
        waits.append(1000 * await visitor.arrive())
        await visitor.leave()
    return waits


def cold_start(who: Contestant) -> tuple[float, float, float]:
    """Return seconds until the server answers, and milliseconds of the first and a later visit."""
    begun = time.perf_counter()
    with serve(who.script) as server:
        ready = time.perf_counter() - begun
        first, *later = asyncio.run(visits(server, who))
        return ready, first, median(later)


def main() -> None:
    """Print a row for each contestant and page."""
    options = asked(__doc__, pages=["overview", "how_sure"], starts=5)
    print(f"{'':<18}{'ready s':>9}{'first ms':>10}{'later ms':>10}{'ratio':>8}")
    for who in (*(Contestant(page, page=page) for page in options.pages), bare()):
        starts = [cold_start(who) for _ in range(options.starts)]
        ready, first, later = (median(column) for column in zip(*starts, strict=True))
        print(f"{who.name:<18}{ready:>9.1f}{first:>10.0f}{later:>10.0f}{first / later:>8.2f}")
    print(f"to reach: a ratio of {RATIO} at most")


if __name__ == "__main__":
    main()
