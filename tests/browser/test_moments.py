"""Nothing in between kills a page: a few of the random moments that `moments` tries by hundreds."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.moments import run
from tests.browser.server import Server

MOMENTS = 2


def test_a_few_random_moments_leave_the_page_standing(server: Server, browser: Browser) -> None:
    # Not a watched window: a connection that is cut is an error on its console, and rightly.
    page = browser.new_page(locale="en-GB", viewport={"width": 1280, "height": 800})
    try:
        tried, found = run(server, page, MOMENTS, seed=4)
    finally:
        page.context.close()
    assert tried.total() == MOMENTS
    assert found == []
