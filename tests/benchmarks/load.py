"""The app's speed for a class: many sessions at once, over real websockets, and the bare app.

    python -m tests.benchmarks.load
    python -m tests.benchmarks.load --sessions 60

For each number of sessions: they arrive over some seconds, wait for the page, then change the field
"Predicted" every few seconds. The program measures, over all sessions, the time from sending an
edit to the end of the answer; the time until a new visitor has the page; errors (an exception on
the page, a failed run, a lost connection or session); and the server's memory with all of them
connected. The app and the bare app (`bare_app.py`: that field, and as many default Plotly heatmaps
as the page has charts) have servers with the same settings and take turns, round by round, so that
a busy machine slows both equally.
"""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.benchmarks.common import BARE_APP, asked, percentile
from tests.benchmarks.visitor import Failed, Visitor, predictions
from tests.browser.server import serve

# Seconds for all arrivals, between two edits, and for the edits after the arrivals.
ARRIVING, EVERY, EDITING = 20.0, 5.0, 20.0
P50, P95 = 1.2, 1.5  # goal: the largest ratios to the bare app's times
HEAD = f"{'edits':>7}{'p50 ms':>8}{'p95':>7}{'first p50':>11}{'p95':>7}{'errors':>8}"


@dataclass
class Crowd:
    """The results of a number of sessions."""

    arrivals: list[float] = field(default_factory=list)
    edits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    mib: float = 0.0

    def __str__(self) -> str:
        return (
            f"{len(self.edits):>7}"
            f"{percentile(self.edits, 50):>8.0f}{percentile(self.edits, 95):>7.0f}"
            f"{percentile(self.arrivals, 50):>11.0f}{percentile(self.arrivals, 95):>7.0f}"
            f"{len(self.errors):>8}"
        )


async def gather(
    visitor_of: Callable[[int], Visitor],
    memory: Callable[[], float],
    sessions: int,
    crowd: Crowd,
) -> Crowd:
    """Let sessions arrive and edit, and add their results to a crowd.

    The memory is measured with all of them connected.
    """
    end = time.perf_counter() + ARRIVING + EDITING

    async def one(number: int) -> None:
        chance = random.Random(number)
        visitor = visitor_of(number)
        await asyncio.sleep(ARRIVING * number / sessions)
        try:
            crowd.arrivals.append(await visitor.arrive())
            edit = number
            due = time.perf_counter() + EVERY * chance.random()
            while due < end:
                await asyncio.sleep(max(0, due - time.perf_counter()))
                edit += 1
                crowd.edits.append(await visitor.edit(predictions(edit)))
                due = max(due + EVERY * chance.uniform(0.8, 1.2), time.perf_counter())
            await asyncio.sleep(max(0, end - time.perf_counter()))
        except (Failed, OSError, TimeoutError) as error:
            crowd.errors.append(f"session {number}: {error!r}")
        if number == sessions - 1:
            crowd.mib = max(crowd.mib, memory())
        await asyncio.sleep(1)
        await visitor.leave()

    await asyncio.gather(*map(one, range(sessions)))
    return crowd


async def warm_up(visitor: Visitor) -> int:
    """Visit once, edit once, and return the number of the page's charts."""
    async with visitor:
        await visitor.edit(predictions(1))
    return visitor.charts


def main() -> None:
    """Print two rows for each number of sessions, and the ratio of the times."""
    counts = asked(__doc__, sessions=[1, 10, 60, 200]).sessions
    with serve() as app, serve(BARE_APP) as bare:
        charts = asyncio.run(warm_up(Visitor(app.base)))
        query = {"charts": str(charts)}
        asyncio.run(warm_up(Visitor(bare.base, query=query)))
        print(f"overview\n{'sessions':>8} {'':5}{HEAD}{'MiB':>7}", flush=True)
        for sessions in counts:
            rivals = [
                (app, Crowd(), lambda _number: Visitor(app.base)),
                (bare, Crowd(), lambda _number: Visitor(bare.base, query={**query})),
            ]
            for server, crowd, come in rivals + rivals[::-1]:
                asyncio.run(gather(come, server.memory, sessions, crowd))
            for name, (_server, crowd, _come) in zip(("app", "bare"), rivals, strict=True):
                print(f"{sessions:>8} {name:5}{crowd}{crowd.mib:>7.0f}", *crowd.errors[:9])
            p50, p95 = (
                percentile(rivals[0][1].edits, one) / percentile(rivals[1][1].edits, one)
                for one in (50, 95)
            )
            print(f"{'':14}{'ratio':>7}{p50:>8.2f}{p95:>7.2f}", flush=True)
        app.check_log()
    print(f"to reach with 60 sessions, at most: p50 {P50}×, p95 {P95}×; no error")


if __name__ == "__main__":
    main()
