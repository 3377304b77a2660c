"""The memory that visitors leave behind: `python -m tests.benchmarks.memory --visitors 100`.

Visitors, one after the other, upload a file of 19.9 MB each, wait for the result, and leave. The
libraries loaded for the first visitor stay loaded, so the program compares the memory with the
memory after the first visitor. The memory of an open session: `tests.benchmarks.replicas`.
"""

import asyncio

from tests.benchmarks.common import asked
from tests.benchmarks.sender import Sender
from tests.benchmarks.visitor import Visitor
from tests.browser.server import Server, serve

TIMES = 1.10  # goal: the largest ratio of the memory afterwards to the memory before
GRACE = 20  # seconds that Streamlit keeps the session of a visitor who left; 120 by default
FILE = b"actual,predicted\n" + b"1,1\n2,1\n2,2\n3,3\n" * 1_243_000


async def forgotten(server: Server) -> float:
    """Wait for the end of the closed sessions; the server frees memory at the next visit."""
    await asyncio.sleep(GRACE + 10)
    async with Visitor(server.base):
        pass
    return server.memory()


async def upload_and_leave(server: Server) -> float:
    """Upload a file, wait for the result, and leave; return the server's memory before that."""
    async with Sender(server.base) as visitor:
        await visitor.bring("ratings.csv", FILE)
        return server.memory()


async def leave_behind(server: Server, visitors: int) -> None:
    """Let visitors come and leave, and print the memory before, its maximum, and after."""
    await upload_and_leave(server)
    before = await forgotten(server)
    most = max([await upload_and_leave(server) for _visitor in range(visitors)])
    after = await forgotten(server)
    print(f"before {before:.0f} MiB, at most {most:.0f}, after {after:.0f}", end="")
    print(f", which is {after / before:.2f} times as much; to reach: {TIMES:.2f}")


def main() -> None:
    """Measure the memory that remains after uploads."""
    visitors = asked(__doc__, visitors=100).visitors
    with serve(environment={"STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL": str(GRACE)}) as server:
        asyncio.run(leave_behind(server, visitors))
        server.check_log()


if __name__ == "__main__":
    main()
