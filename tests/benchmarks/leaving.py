"""What is left of visitors who left: `python -m tests.benchmarks.leaving`.

So many visitors upload a file of 19.9 MB each, one after the other, have it counted, and leave, or
forget the file. The server's memory is measured fresh, after one visitor with a small file; before,
when one visitor has been there as the others will be, since what is loaded once stays loaded; at
its highest; and at the end, 10 seconds after Streamlit has given up the last session. Who forgets a
file stays: their pages are open before, too, and have had a small file.
"""

from __future__ import annotations

import asyncio

from tests.benchmarks.common import asked
from tests.benchmarks.sender import Sender
from tests.browser.server import Server, serve

MOST = 1.10  # to reach: at most so many times the memory before
GRACE = 20  # seconds that Streamlit keeps the session of who left here; 120 by default
WAIT = GRACE + 10  # seconds
FILE = b"actual,predicted\n" + b"1,1\n2,1\n2,2\n3,3\n" * 1_243_000
SMALL = FILE[:20_001]


async def leave(server: Server, how: str, visitors: int) -> tuple[list[float], int]:
    """Let them come and go; return MiB fresh, before, at most and after; how many were refused."""
    await _bring(await _come(server), SMALL, "leave")
    await asyncio.sleep(WAIT)
    fresh = server.memory()
    await _bring(await _come(server), FILE, how)
    staying = [await _come(server) for _visitor in range(visitors if how == "forget" else 0)]
    for visitor in staying:
        await _bring(visitor, SMALL, how)
    await asyncio.sleep(WAIT)
    before = most = server.memory()
    refused = 0
    for number in range(visitors):
        refused += await _bring(staying[number] if staying else await _come(server), FILE, how)
        most = max(most, server.memory())
    await asyncio.sleep(WAIT)
    after = server.memory()
    for visitor in staying:
        await visitor.leave()
    return [fresh, before, most, after], refused


async def _come(server: Server) -> Sender:
    """Open the page where files are brought."""
    visitor = Sender(server.base)
    await visitor.arrive()
    await visitor.choose()
    return visitor


async def _bring(visitor: Sender, data: bytes, how: str) -> bool:
    """Bring a file, and leave; tell whether it was refused. Who forgot it stays."""
    await visitor.bring("ratings.csv", data)
    if visitor.has("Count all rows"):
        await visitor.press("Count all rows")
    refused = bool(visitor.errors)
    if how == "forget" and not refused:
        await visitor.press("Forget this file")
    elif how == "leave":
        await visitor.leave()
    return refused


def main() -> None:
    """Print what each kind of leaving leaves behind."""
    options = asked(__doc__, visitors=100, how=["leave", "forget"])
    heads = ("MiB fresh", "before", "at most", "after", "ratio", "refused")
    print("".join([" " * 8, *(f"{head:>10}" for head in heads)]))
    environment = {"STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL": str(GRACE)}
    for how in options.how:
        with serve(environment=environment) as server:
            weighed, refused = asyncio.run(leave(server, how, options.visitors))
            sizes = "".join(f"{size:>10.0f}" for size in weighed)
            print(f"{how:8}{sizes}{weighed[3] / weighed[1]:>10.2f}{refused:>10}", flush=True)
            server.check_log()
    print(f"to reach: at most {MOST:.2f} times")


if __name__ == "__main__":
    main()
