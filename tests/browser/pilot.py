"""What a reader does in a browser: open a page, wait until it stands still, look at it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.parse import urlencode

from playwright.sync_api import Page

from tests.browser.server import APP

T = TypeVar("T")

# Every picture: charts, and what the app draws itself.
PICTURES = '[data-testid="stPlotlyChart"], svg[data-name]'

# Streamlit runs nothing, is connected, every chart on screen is painted, and the page has not
# changed for a while. The quiet covers the editor, which waits 150 ms before it sends.
SETTLED = """
quiet => {
    const now = performance.now();
    if (!window.qwkSettled) {
        window.qwkSettled = {since: now};
        const touch = () => { window.qwkSettled.since = performance.now(); };
        new MutationObserver(touch).observe(
            document, {subtree: true, childList: true, characterData: true});
    }
    const app = document.querySelector('[data-testid="stApp"]');
    const shown = selector => [...document.querySelectorAll(selector)]
        .filter(element => element.checkVisibility());
    const busy = !app
        || app.dataset.testScriptState !== 'notRunning'
        || app.dataset.testConnectionState !== 'CONNECTED'
        || shown('[data-testid="stSkeleton"]').length > 0
        || shown('[data-testid="stPlotlyChart"]')
            .some(chart => !chart.querySelector('.main-svg .plot, .main-svg .infolayer'));
    if (busy) window.qwkSettled.since = now;
    return !busy && now - window.qwkSettled.since >= quiet;
}
"""


def page_names() -> list[str]:
    """List the app's pages by their files' stems, the overview first."""
    stems = sorted(path.stem for path in (APP.parent / "pages").glob("*.py"))
    return sorted(stems, key=lambda stem: stem != "overview")


def address(base: str, name: str = "overview", query: dict[str, str] | None = None) -> str:
    """Make the link of a page; the overview is at the root."""
    path = "/" if name == "overview" else f"/{name}"
    return base + path + (f"?{urlencode(query)}" if query else "")


def open_page(
    page: Page, base: str, name: str = "overview", query: dict[str, str] | None = None
) -> None:
    """Go to a page by its link and wait until it stands still."""
    page.goto(address(base, name, query))
    wait_settled(page)


def wait_settled(page: Page, quiet: float = 0.25, patience: float = 180) -> None:
    """Wait until the app runs nothing and has painted; fail if it shows an exception.

    Patience is for a busy machine, where a page may take a minute to open.
    """
    page.wait_for_function(SETTLED, arg=quiet * 1000, timeout=patience * 1000)
    exceptions = page.locator('[data-testid="stException"]')
    assert exceptions.count() == 0, f"An exception on screen: {exceptions.all_inner_texts()}"


def overflow(page: Page) -> int:
    """Measure by how many pixels the main column is wider than its window."""
    pixels: int = page.evaluate(
        """() => {
            const main = document.querySelector('[data-testid="stMain"]');
            return Math.max(
                main.scrollWidth - main.clientWidth,
                document.documentElement.scrollWidth - document.documentElement.clientWidth);
        }"""
    )
    return pixels


def apart(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in a thread of its own: Playwright's loop holds this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def type_in_grid(page: Page, row: int, column: str, text: str) -> None:
    """Type into a cell of the sidebar's grid, as by hand: rows count from 0, columns by name.

    Slower than a machine could: the grid loses what is typed into it within a few milliseconds.
    """
    grid = page.get_by_test_id("stDataFrame").first
    # By attribute and not by role: what lies inside a canvas is not visible to Playwright.
    header = grid.locator('[role="columnheader"]').filter(has_text=re.compile(f"^{column}$"))
    wanted = (int(header.get_attribute("aria-colindex") or 0), row)
    grid.scroll_into_view_if_needed()
    box = grid.bounding_box()
    assert box is not None
    # The grid is a canvas: a click anywhere in its rows, and the arrow keys lead on from there.
    # What it tells assistive technology, of which this is one, comes a quarter of a second late,
    # and later on a busy machine: a step taken too early leads astray, and the next one back.
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 60)
    for _ in range(8):
        page.wait_for_timeout(500)
        at = grid.locator('[role="gridcell"][aria-selected="true"]').first.get_attribute("id") or ""
        right, down = (
            to - int(is_at) for to, is_at in zip(wanted, at.split("-")[-2:], strict=True)
        )
        if (right, down) == (0, 0):
            break
        for _ in range(abs(right)):
            page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft", delay=40)
        for _ in range(abs(down)):
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp", delay=40)
    else:
        raise AssertionError(f"The grid did not come to row {row} of {column}.")
    page.keyboard.type(text, delay=80)
    page.keyboard.press("Enter")
    # The grid waits 150 ms before it sends; what is done at once after an edit may undo it.
    page.wait_for_timeout(300)
    wait_settled(page)
