"""A real server and a real Chromium for every test in this folder."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import launched
from tests.browser.server import Server, serve
from tests.browser.windows import PATIENCE, Windows

HERE = Path(__file__).parent

# All waiting in a window has the same time limit.
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all but the short walk as `release`, and run the browser tests last."""
    for item in items:
        if HERE in item.path.parents and not item.get_closest_marker("walk"):
            item.add_marker(pytest.mark.release)
    items.sort(key=lambda item: HERE in item.path.parents)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Serve the app to all tests; its log must stay free of tracebacks and deprecations."""
    with serve() as running:
        yield running
        running.check_log()


@pytest.fixture(scope="module")
def fresh_server() -> Iterator[Server]:
    """Serve the app to one module: its first page is the first of this server."""
    with serve() as running:
        yield running
        running.check_log()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Chromium. Without one the tests fail; they are never skipped."""
    with launched() as running:
        yield running


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    """Open windows, and keep some for the next test."""
    return Windows(browser)


@pytest.fixture
def base(server: Server) -> str:
    """Return the address of the app that windows open."""
    return server.base


@pytest.fixture
def new_page(base: str, windows: Windows) -> Iterator[Callable[..., Page]]:
    """Open browser windows without stored data: `new_page("phone", color_scheme="dark")`.

    The test fails at its end if a window shows an exception, has logged an error to its console,
    or has sent a request to a host other than the app's.
    """
    opened = []

    def open_one(device: str = "desk", **options: Any) -> Page:
        opened.append(windows.open(device, **{"base_url": base, **options}))
        return opened[-1].page

    yield open_one

    findings = [finding for window in opened for finding in windows.close(window)]
    assert not findings, "\n".join(findings)


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """Open one window of 1280×800 in the light theme."""
    return new_page()
