"""Many sessions at the same time, over real websockets, compared with the bare app.

    python -m tests.benchmarks.load
    python -m tests.benchmarks.load --sessions 60 --page expected --rounds 4

For each number of sessions: they arrive over some seconds, wait for the page, then change the field
"Predicted" every few seconds. What is measured is the time from sending an edit to the end of the
answer, of all edits of all sessions; the time until a newcomer has the page; errors (an exception
on the page, a run that fails, a connection or a session lost); and the server's memory with all of
them connected. The app and the bare app (`bare_app.py`: that field, and as many default Plotly
heatmaps as the page has charts) have servers with the same settings and take turns, round by round,
so that a busy machine slows both alike. The last row opens all sessions at the same moment.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from tests.benchmarks.common import Contestant, asked, bare, percentile, warm_up
from tests.benchmarks.visitor import Failed, Visitor, predictions
from tests.browser.server import Server, serve

CROWD = 60  # sessions, with these aims:
P50, P95 = 1.2, 1.5  # at most this multiple of the bare app's time
HEAD = f"{'edits':>7}{'p50 ms':>8}{'p95':>7}{'first p50':>11}{'p95':>7}{'errors':>8}"


@dataclass(frozen=True)
class Pace:
    """Seconds: for all arrivals, between edits, and of editing afterwards."""

    over: float = 20.0
    every: float = 5.0
    editing: float = 20.0


@dataclass
class Crowd:
    """The results of some sessions."""

    arrivals: list[float] = field(default_factory=list)
    edits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    mib: float = 0.0

    def add(self, other: Crowd) -> None:
        """Add the results of others."""
        self.arrivals += other.arrivals
        self.edits += other.edits
        self.errors += other.errors
        self.mib = max(self.mib, other.mib)

    def __str__(self) -> str:
        return (
            f"{len(self.edits):>7}"
            f"{percentile(self.edits, 50):>8.0f}{percentile(self.edits, 95):>7.0f}"
            f"{percentile(self.arrivals, 50):>11.0f}{percentile(self.arrivals, 95):>7.0f}"
            f"{len(self.errors):>8}"
        )


async def gather(
    visitor_of: Callable[[int], Visitor], memory: Callable[[], float], sessions: int, pace: Pace
) -> Crowd:
    """Let sessions arrive and edit; `memory` is measured while all are connected."""
    crowd = Crowd()
    end = time.perf_counter() + pace.over + pace.editing

    async def one(number: int) -> None:
        chance = random.Random(number)
        visitor = visitor_of(number)
        await asyncio.sleep(pace.over * number / sessions)
        try:
            crowd.arrivals.append(await visitor.arrive())
            edit = number
            due = time.perf_counter() + pace.every * chance.random()
            while due < end:
                await asyncio.sleep(max(0, due - time.perf_counter()))
                edit += 1
                crowd.edits.append(await visitor.edit(predictions(edit)))
                due = max(due + pace.every * chance.uniform(0.8, 1.2), time.perf_counter())
            await asyncio.sleep(max(0, end - time.perf_counter()))
        except (Failed, OSError, TimeoutError) as error:
            crowd.errors.append(f"session {number}: {error!r}")
        if number == sessions - 1:
            crowd.mib = memory()
        await asyncio.sleep(1)
        await visitor.leave()

    await asyncio.gather(*map(one, range(sessions)))
    return crowd


def _visitor(who: Contestant, server: Server, _number: int) -> Visitor:
    return who.visitor(server)


def compete(
    contestants: list[tuple[Contestant, Server]], rounds: int, sessions: int, pace: Pace
) -> list[Crowd]:
    """Measure the app and the bare app in turns with the same crowd."""
    crowds = [Crowd() for _contestant in contestants]
    for turn in range(rounds):
        pairs = [*zip(contestants, crowds, strict=True)]
        for (who, server), crowd in pairs[:: -1 if turn % 2 else 1]:  # each comes first in turn
            come = partial(_visitor, who, server)
            crowd.add(asyncio.run(gather(come, server.memory, sessions, pace)))
    return crowds


def main() -> None:
    """Print a table; the last lines name results that miss the aims."""
    options = asked(__doc__, sessions=[1, 10, CROWD, 200], page="overview", rounds=2)
    ours = Contestant("app", page=options.page)
    beyond, errors = [], []
    with serve() as app:
        theirs = bare(asyncio.run(warm_up(ours.visitor(app))))
        with serve(theirs.script) as beside:
            asyncio.run(warm_up(theirs.visitor(beside)))
            print(f"{options.page}; MiB before: app {app.memory():.0f}, bare {beside.memory():.0f}")
            print(f"{'sessions':>8} {'':5}{HEAD}{'MiB':>7}", flush=True)
            scenes = [(sessions, Pace()) for sessions in options.sessions]
            scenes.append((max(options.sessions), Pace(over=0)))
            for sessions, pace in scenes:
                crowds = compete([(ours, app), (theirs, beside)], options.rounds, sessions, pace)
                for name, crowd in zip(("app", "bare"), crowds, strict=True):
                    print(f"{sessions:>8} {name:5}{crowd}{crowd.mib:>7.0f}")
                p50, p95 = (
                    percentile(crowds[0].edits, one) / percentile(crowds[1].edits, one)
                    for one in (50, 95)
                )
                at_once = "" if pace.over else "   all at once"
                print(f"{'':14}{'ratio':>7}{p50:>8.2f}{p95:>7.2f}{at_once}", flush=True)
                errors += crowds[0].errors
                if sessions == CROWD and (p50 > P50 or p95 > P95):
                    beyond.append(f"{sessions} sessions: {p50:.2f}× and {p95:.2f}×")
        app.check_log()
    print(f"to reach with {CROWD} sessions, at most: p50 {P50}×, p95 {P95}×; no error")
    print("\n".join([*beyond, *sorted(set(errors))[:10]]) or "all within")


if __name__ == "__main__":
    main()
