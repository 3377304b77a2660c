"""How a class fares: many sessions at once, over real websockets, beside the bare app.

    python -m tests.benchmarks.load
    python -m tests.benchmarks.load --sessions 100 --page expected --rounds 4
    python -m tests.benchmarks.load --sessions 30 --together 0 --race

For each number of sessions: they arrive over some seconds, wait for the page, then change the field
"Predicted" every few seconds. What is measured is the time from sending an edit to the end of the
answer, of all edits of all sessions; the time until a newcomer has the page; errors (an exception
on the page, a run that fails, a connection or a session lost); and the server's memory with all of
them connected. The app and the bare app (`bare_app.py`: that field, and as many default Plotly
heatmaps as the page has charts) have servers with the same settings and take turns, round by round,
so that a busy machine slows both alike. The last row opens all sessions at the same moment. With
`--race`, one more visitor of the app races the implementations all the while.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Protocol

from tests.benchmarks.visitor import Failed, Visitor, predictions
from tests.browser.server import Server, serve

BARE_APP = Path(__file__).with_name("bare_app.py")
SESSIONS = (1, 10, 50, 100, 200)
RACE = "A race: from 10 items to a million"  # what a racer opens first
TOGETHER = 200  # sessions that arrive at the same moment
P50, P95 = 1.2, 1.5  # to reach with 100 sessions: at most so many times the bare app's


@dataclass
class Crowd:
    """What became of so many sessions."""

    arrivals: list[float] = field(default_factory=list)
    edits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    races: list[float] = field(default_factory=list)
    mib: float = 0.0

    def __add__(self, other: Crowd) -> Crowd:
        return Crowd(
            self.arrivals + other.arrivals,
            self.edits + other.edits,
            self.errors + other.errors,
            self.races + other.races,
            max(self.mib, other.mib),
        )


def percentile(seconds: Sequence[float], percent: int) -> float:
    """Return a percentile in milliseconds."""
    if not seconds:
        return float("nan")
    if len(seconds) == 1:
        return 1000 * seconds[0]
    return 1000 * quantiles(seconds, n=100, method="inclusive")[percent - 1]


class Serving(Protocol):
    """A server, or several as one."""

    @property
    def base(self) -> str:
        """Where it answers."""

    def memory(self) -> float:
        """Return the resident memory in MiB."""


async def gather(
    server: Serving,
    page: str,
    query: dict[str, str],
    *,
    sessions: int,
    over: float,
    every: float,
    seconds: float,
    race: bool = False,
    headers: Callable[[int], dict[str, str]] | None = None,
) -> Crowd:
    """Let sessions arrive `over` so many seconds, and edit until `seconds` are over.

    `headers` are what the session of a number sends along, such as a cookie.
    """
    crowd = Crowd()
    begun = time.perf_counter()
    end = begun + over + seconds

    async def one(number: int) -> None:
        chance = random.Random(number)
        visitor = Visitor(server.base, page, dict(query), headers(number) if headers else {})
        await asyncio.sleep(over * number / sessions)
        try:
            crowd.arrivals.append(await visitor.arrive())
            edit = number
            due = time.perf_counter() + every * chance.random()
            while due < end:
                await asyncio.sleep(max(0, due - time.perf_counter()))
                edit += 1
                crowd.edits.append(await visitor.edit(predictions(edit)))
                due = max(due + every * chance.uniform(0.8, 1.2), time.perf_counter())
            await asyncio.sleep(max(0, end - time.perf_counter()))
        except (Failed, OSError, TimeoutError) as error:
            crowd.errors.append(f"session {number}: {error!r}")
        if number == sessions - 1:
            crowd.mib = server.memory()
        await asyncio.sleep(1)
        await visitor.leave()

    async def racer() -> None:
        visitor = Visitor(server.base, "implementations")
        await visitor.arrive()
        await visitor.unfold(RACE)
        while time.perf_counter() < end:
            crowd.races.append(await visitor.press("Start the race"))
        await visitor.leave()

    everyone = [one(number) for number in range(sessions)]
    await asyncio.gather(*everyone, *([racer()] if race else []))
    return crowd


HEAD = (
    f"{'sessions':>8} {'':5}{'edits':>7}{'p50 ms':>8}{'p95':>7}{'p99':>7}"
    f"{'first p50':>11}{'p95':>7}{'errors':>8}{'MiB':>7}"
)


def row(sessions: int, name: str, crowd: Crowd) -> str:
    """Write one contestant's figures."""
    return (
        f"{sessions:>8} {name:5}{len(crowd.edits):>7}"
        f"{percentile(crowd.edits, 50):>8.0f}{percentile(crowd.edits, 95):>7.0f}"
        f"{percentile(crowd.edits, 99):>7.0f}{percentile(crowd.arrivals, 50):>11.0f}"
        f"{percentile(crowd.arrivals, 95):>7.0f}{len(crowd.errors):>8}{crowd.mib:>7.0f}"
    )


def ratios(app: Crowd, bare: Crowd) -> tuple[float, float]:
    """Return how many times the bare app's p50 and p95 the app's are."""
    return (
        percentile(app.edits, 50) / percentile(bare.edits, 50),
        percentile(app.edits, 95) / percentile(bare.edits, 95),
    )


def compete(
    app: Server, bare: Server, options: argparse.Namespace, *, sessions: int, over: float
) -> tuple[Crowd, Crowd]:
    """Let the app and the bare app take turns with the same crowd."""
    crowds = [Crowd(), Crowd()]
    contestants = [(app, options.page, {}), (bare, "overview", {"charts": str(options.charts)})]
    for turn in range(options.rounds):
        order = (0, 1) if turn % 2 == 0 else (1, 0)  # neither always has the other's leavings
        for which in order:
            server, page, query = contestants[which]
            crowds[which] += asyncio.run(
                gather(
                    server,
                    page,
                    query,
                    sessions=sessions,
                    over=over,
                    every=options.every,
                    seconds=options.seconds,
                    race=options.race and server is app,
                )
            )
    return crowds[0], crowds[1]


def main(arguments: list[str]) -> None:
    """Print a table; the last lines say what is beyond what is to be reached."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.load", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--sessions", type=int, nargs="+", default=SESSIONS)
    parser.add_argument("--together", type=int, default=TOGETHER, help="at the same moment; 0: not")
    parser.add_argument("--page", default="overview")
    parser.add_argument("--over", type=float, default=20, help="seconds that arriving takes")
    parser.add_argument("--every", type=float, default=5, help="seconds from edit to edit")
    parser.add_argument("--seconds", type=float, default=20, help="of editing, after arriving")
    parser.add_argument("--race", action="store_true", help="one more visitor races all the while")
    parser.add_argument("--rounds", type=int, default=2, help="turns of each contestant")
    options = parser.parse_args(arguments)

    with serve() as app:
        options.charts = asyncio.run(warm_up(app, options.page))
        with serve(BARE_APP) as bare:
            asyncio.run(warm_up(bare, "overview", charts=str(options.charts)))
            print(
                f"{options.page}, {options.charts} charts; an edit every {options.every:g} s; "
                f"MiB before: app {app.memory():.0f}, bare {bare.memory():.0f}"
            )
            print(HEAD, flush=True)
            beyond, errors = [], []
            scenes = [(n, options.over) for n in options.sessions]
            if options.together:
                scenes.append((options.together, 0.0))
            for sessions, over in scenes:
                ours, theirs = compete(app, bare, options, sessions=sessions, over=over)
                p50, p95 = ratios(ours, theirs)
                print(row(sessions, "app", ours))
                print(row(sessions, "bare", theirs))
                print(
                    f"{'':14}{'ratio':>7}{p50:>8.2f}{p95:>7.2f}"
                    + ("   all at once" if not over else ""),
                    flush=True,
                )
                if ours.races:
                    lasting = percentile(ours.races, 50) / 1000
                    print(f"{'':14}meanwhile {len(ours.races)} races, of {lasting:.1f} s")
                errors += ours.errors
                if sessions == 100 and (p50 > P50 or p95 > P95):
                    beyond.append(f"{sessions} sessions: {p50:.2f}× and {p95:.2f}×")
        app.check_log()
    print(f"to reach with 100 sessions, at most: p50 {P50}×, p95 {P95}×; no error")
    print("\n".join([*beyond, *sorted(set(errors))[:10]]) or "all within")


async def warm_up(server: Server, page: str, **query: str) -> int:
    """Visit once, edit once, and return how many charts the page has."""
    visitor = Visitor(server.base, page, query)
    await visitor.arrive()
    if not visitor.can_edit:
        raise Failed(f"There is nothing to edit on {page}.")
    await visitor.edit(predictions(1))
    await visitor.leave()
    return visitor.charts


if __name__ == "__main__":
    main(sys.argv[1:])
