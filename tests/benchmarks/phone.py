"""How long a phone waits for the first heatmap: `python -m tests.benchmarks.phone`.

Chromium as on a phone: 390 × 844 pixels, a processor four times as slow, and a line as its own
tools call "slow 4G" (1.6 Mbit/s down, 0.75 up, 150 ms there and back). Each visit is a first one.
The server is asked twice, in turn: by a browser that takes no compressed answer, as all of them
were answered once, and by one as it is.
"""

from __future__ import annotations

import sys
import time
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import ARGUMENTS, ensure_chromium
from tests.browser.pilot import address
from tests.browser.server import serve

SLOW_4G = {
    "offline": False,
    "latency": 150,  # ms
    "downloadThroughput": 1.6 * 2**20 / 8,
    "uploadThroughput": 0.75 * 2**20 / 8,
}
SLOWER = 4  # times, the processor
PAINTED = "svg[data-name] [data-cell]"
PATIENCE = 240_000  # ms


def first_heatmap(chromium: Browser, base: str, name: str, *, compressed: bool) -> float:
    """Return the seconds from the address to the first heatmap on the screen."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    if not compressed:
        headers = {"headers": {"Accept-Encoding": "identity"}}
        session.send("Network.setExtraHTTPHeaders", headers)
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    start = time.perf_counter()
    page.goto(address(base, name), timeout=PATIENCE, wait_until="commit")
    page.wait_for_selector(PAINTED, timeout=PATIENCE)
    taken = time.perf_counter() - start
    context.close()
    return taken


def main(names: list[str]) -> None:
    """Print a row a page."""
    program = str(ensure_chromium())
    print(f"{'s to the first heatmap':<24}{'as it lies':>12}{'compressed':>12}")
    with serve() as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        for name in names or ["overview", "observed"]:
            taken: dict[bool, list[float]] = {False: [], True: []}
            for _round in range(3):
                for compressed, seconds in taken.items():
                    seconds.append(
                        first_heatmap(chromium, server.base, name, compressed=compressed)
                    )
            before, after = (median(taken[compressed]) for compressed in (False, True))
            print(f"{name:<24}{before:>12.1f}{after:>12.1f}", flush=True)
        chromium.close()


if __name__ == "__main__":
    main(sys.argv[1:])
