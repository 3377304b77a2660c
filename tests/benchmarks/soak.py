"""A long day in minutes: sessions come, edit, turn pages and go, for half an hour.

    python -m tests.benchmarks.soak
    python -m tests.benchmarks.soak --minutes 5 --sessions 40

So many sessions are open at any time; each stays for a while, edits every few seconds, sometimes
opens another page, and leaves; another takes its place. Printed each minute: how many came and
went, the answers' p50 and p95, errors, and the server's memory. The last line compares the memory
in the last quarter with that in the second: it should be flat.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from dataclasses import dataclass, field
from statistics import median

from tests.benchmarks.load import percentile
from tests.benchmarks.visitor import Failed, Visitor, predictions
from tests.browser.pilot import page_names
from tests.browser.server import Server, serve

FLAT = 1.05  # to reach: at most so many times the memory of the second quarter in the last


@dataclass
class Tally:
    """What happened since the last line."""

    visits: int = 0
    edits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


async def seat(server: Server, number: int, end: float, tally: Tally, every: float) -> None:
    """Let one visitor after another sit at one place until the end."""
    chance = random.Random(number)
    await asyncio.sleep(10 * chance.random())
    edit = number
    while time.perf_counter() < end:
        stays = time.perf_counter() + chance.uniform(10, 90)
        try:
            while time.perf_counter() < min(stays, end):
                visitor = Visitor(server.base, chance.choice(page_names()))
                await visitor.arrive()
                tally.visits += 1
                for _ in range(chance.randint(2, 8)):
                    await asyncio.sleep(every * chance.uniform(0.5, 1.5))
                    edit += 1
                    tally.edits.append(await visitor.edit(predictions(edit)))
                await visitor.leave()
        except (Failed, OSError, TimeoutError) as error:
            tally.errors.append(repr(error))


async def soak(server: Server, minutes: float, sessions: int, every: float) -> list[float]:
    """Fill the places and print a line a minute; return the memory by the minute."""
    begun = time.perf_counter()
    end = begun + 60 * minutes
    tally = Tally()
    seats = [
        asyncio.create_task(seat(server, number, end, tally, every)) for number in range(sessions)
    ]
    mib = [server.memory()]
    errors: list[str] = []
    print(f"{'minute':>6}{'visits':>8}{'edits':>7}{'p50 ms':>8}{'p95':>7}{'errors':>8}{'MiB':>7}")
    while time.perf_counter() < end:
        await asyncio.sleep(min(60, max(0.1, end - time.perf_counter())))
        mib.append(server.memory())
        print(
            f"{(time.perf_counter() - begun) / 60:>6.1f}{tally.visits:>8}{len(tally.edits):>7}"
            f"{percentile(tally.edits, 50):>8.0f}{percentile(tally.edits, 95):>7.0f}"
            f"{len(tally.errors):>8}{mib[-1]:>7.0f}",
            flush=True,
        )
        errors += tally.errors
        tally.visits = 0
        tally.edits.clear()
        tally.errors.clear()
    await asyncio.gather(*seats)
    print("\n".join(sorted(set(errors))[:10]) or "no error")
    return mib


def main(arguments: list[str]) -> None:
    """Soak, and say whether the memory is flat."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.soak", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--sessions", type=int, default=40, help="open at any time")
    parser.add_argument("--every", type=float, default=5, help="seconds from edit to edit")
    options = parser.parse_args(arguments)
    with serve() as server:
        mib = asyncio.run(soak(server, options.minutes, options.sessions, options.every))
        server.check_log()
    quarter = max(1, len(mib) // 4)
    second, last = median(mib[quarter : 2 * quarter]), median(mib[-quarter:])
    verdict = "flat" if last <= FLAT * second else "it grows"
    print(f"MiB in the second quarter {second:.0f}, in the last {last:.0f}: {verdict}")


if __name__ == "__main__":
    main(sys.argv[1:])
