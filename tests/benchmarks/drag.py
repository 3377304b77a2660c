"""How smooth a drag is: `python -m tests.benchmarks.drag`.

A ring of the picture of kappa is dragged up and down. The browser's own clock says how long each
frame took, and how long the page worked on each move of the pointer; the other side of the socket,
how many messages were sent to the server before the ring was let go.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from playwright.sync_api import sync_playwright

from tests.browser.chromium import ARGUMENTS, ensure_chromium
from tests.browser.pilot import open_page, wait_settled
from tests.browser.server import serve

MOVES = 300
SLOWER = (1, 4)  # times, the processor: a desk, and a phone

_RECORD = """() => {
    const seen = (window.seen = {frames: [], moves: []});
    let last = performance.now();
    const tick = (now) => {
        seen.frames.push(now - last);
        last = now;
        requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    let began = 0;
    addEventListener("pointermove", () => { began = performance.now(); }, true);
    addEventListener("pointermove", () => seen.moves.push(performance.now() - began));
}"""


def drag(base: str, slower: int) -> dict[str, Any]:
    """Drag a ring; return the milliseconds of frames and of moves, and the messages sent."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=str(ensure_chromium()), args=ARGUMENTS
        )
        page = chromium.new_context(reduced_motion="reduce").new_page()
        sent: list[object] = []
        page.on(
            "websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame))
        )
        open_page(page, base)
        wait_settled(page)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        ring = page.get_by_role("slider").first.locator(".circle").bounding_box()
        assert ring is not None
        x, y = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        sent.clear()
        page.evaluate(_RECORD)
        for at in range(MOVES):
            page.mouse.move(x, y - 60 + 60 * np.cos(at / 8))
        messages = len(sent)
        seen: dict[str, Any] = page.evaluate("window.seen")
        page.mouse.up()
        chromium.close()
    return {**seen, "messages": messages}


def main() -> None:
    """Print the medians and the 95th percentiles."""
    print("processor  frame p50  frame p95  move p50  move p95  messages")
    with serve() as server:
        for slower in SLOWER:
            found = drag(server.base, slower)
            figures = [
                np.percentile(found[name], share)
                for name in ("frames", "moves")
                for share in (50, 95)
            ]
            times = "  ".join(f"{figure:6.1f} ms" for figure in figures)
            print(f"{f'÷ {slower}':9}  {times}  {found['messages']:8}")


if __name__ == "__main__":
    sys.exit(main())
