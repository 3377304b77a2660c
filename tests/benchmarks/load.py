"""Many sessions at once, over real websockets, and what became of them.

They arrive over some seconds, wait for the page, then change the field "Predicted" every few
seconds. What is measured is the time from sending an edit to the end of the answer, of all edits of
all sessions; the time until a newcomer has the page; and errors: an exception on the page, a run
that fails, a connection or a session lost.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Protocol

from tests.benchmarks.visitor import Failed, Visitor, predictions

BARE_APP = Path(__file__).with_name("bare_app.py")


@dataclass
class Crowd:
    """What became of so many sessions."""

    arrivals: list[float] = field(default_factory=list)
    edits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    mib: float = 0.0


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

    await asyncio.gather(*(one(number) for number in range(sessions)))
    return crowd
