"""A real server and a real Chromium for every test in this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import ARGUMENTS, HOW_TO_GET_ONE, find_chromium
from tests.browser.pilot import Watch
from tests.browser.server import Server, serve

HERE = Path(__file__).parent


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser's tests last: the quick ones fail first."""
    items.sort(key=lambda item: HERE in item.path.parents)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Serve the app to all tests; its log must stay free of tracebacks and deprecations."""
    with serve() as running:
        yield running
        running.check_log()


@pytest.fixture
def fresh_server() -> Iterator[Server]:
    """Serve the app to one test, which is its first visitor ever."""
    with serve() as running:
        yield running
        running.check_log()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Chromium; a machine without one fails the tests, which are never skipped."""
    chromium = find_chromium()
    if chromium is None:
        pytest.fail(HOW_TO_GET_ONE, pytrace=False)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=str(chromium), args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open browser windows with nothing remembered: `new_page(width=390, color_scheme="dark")`.

    At the end no window may show an exception, have logged an error to its console, or have asked
    anything of a host but the app's own.
    """
    opened = []

    def open_one(
        *,
        width: int = 1280,
        height: int = 800,
        color_scheme: str = "light",
        locale: str = "en-GB",
        **options: object,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=color_scheme,
            locale=locale,
            **options,
        )
        context.set_default_timeout(15_000)
        page = context.new_page()
        opened.append((page, Watch(page)))
        return page

    yield open_one

    findings = []
    for page, watch in opened:
        if not page.is_closed():
            shown = page.locator('[data-testid="stException"]').all_inner_texts()
            findings += [f"an exception on screen: {text}" for text in shown]
        page.context.close()
        findings += watch.findings
    assert not findings, "\n".join(findings)


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """Open one window of 1280×800, light."""
    return new_page()
