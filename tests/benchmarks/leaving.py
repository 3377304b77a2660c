"""What is left of visitors who left: `python -m tests.benchmarks.leaving`.

So many visitors upload a file of 19.9 MB each, one after the other, and leave: some close the page,
some lose their connection, some forget the file first. The server's memory is measured before,
at its highest, and 10 seconds after the last one (for lost connections: after their grace).
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from tests.benchmarks.sender import Sender
from tests.browser.server import Server, serve

MOST = 1.10  # to reach: at most so many times the memory before
GRACE = 20  # seconds that a lost connection waits here; 120 by default
AFTER = 10  # seconds after leaving
FILE = b"actual,predicted\n" + b"1,1\n2,1\n2,2\n3,3\n" * 1_243_000


async def leave(server: Server, how: str, visitors: int) -> tuple[float, float, float, int]:
    """Let them come and go; return MiB before, at most, after, and how many were refused."""
    newcomer = Sender(server.base)
    await newcomer.arrive()
    await newcomer.choose()
    await newcomer.bring("small.csv", FILE[:20_001])
    await newcomer.leave()
    await asyncio.sleep(AFTER)
    before = most = server.memory()
    refused = 0
    staying = []
    for _number in range(visitors):
        visitor = Sender(server.base)
        await visitor.arrive()
        await visitor.choose()
        await visitor.bring("large.csv", FILE)
        refused += bool(visitor.errors)
        most = max(most, server.memory())
        if how == "forget" and not visitor.errors:
            await visitor.press("Forget this file")
            staying.append(visitor)
        elif how == "lost":
            visitor.cut()
        else:
            await visitor.leave()
    await asyncio.sleep(AFTER + (GRACE if how == "lost" else 0))
    after = server.memory()
    for visitor in staying:
        await visitor.leave()
    return before, most, after, refused


def main(arguments: list[str]) -> None:
    """Print what each kind of leaving leaves behind."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.leaving", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--visitors", type=int, default=100)
    options = parser.parse_args(arguments)
    print(f"{'':8}{'MiB before':>11}{'at most':>9}{'after':>7}{'ratio':>7}{'refused':>9}")
    environment = {"STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL": str(GRACE)}
    for how in ("close", "lost", "forget"):
        with serve(environment=environment) as server:
            before, most, after, refused = asyncio.run(leave(server, how, options.visitors))
            ratio = after / before
            print(
                f"{how:8}{before:>11.0f}{most:>9.0f}{after:>7.0f}{ratio:>7.2f}{refused:>9}",
                flush=True,
            )
            server.check_log()
    print(f"to reach: at most {MOST:.2f} times")


if __name__ == "__main__":
    main(sys.argv[1:])
