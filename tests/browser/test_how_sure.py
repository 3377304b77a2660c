"""Certainty in a browser: the address carries the draws."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.pilot import open_page, wait_settled
from tests.browser.server import Server


def test_the_address_repeats_what_was_drawn(server: Server, page: Page) -> None:
    open_page(page, server.base, "how_sure")
    main = page.get_by_test_id("stMain")
    main.get_by_text("What can you report?").click()
    quoted = main.get_by_test_id("stCode").first
    first = quoted.inner_text()
    main.get_by_text("How the interval is found").click()
    wait_settled(page)  # a fold that opens moves the buttons below it
    main.get_by_role("button", name="Resample again").click()
    expect(page).to_have_url(re.compile("seed=2"))
    main.get_by_role("radio", name="bca", exact=True).click()
    expect(page).to_have_url(re.compile("interval=bca"))
    expect(quoted).to_contain_text("BCa bootstrap")
    expect(quoted).to_contain_text("seed 2")
    wait_settled(page)
    drawn = quoted.inner_text()
    assert drawn != first
    page.reload()
    wait_settled(page)
    main.get_by_text("What can you report?").click()
    expect(quoted).to_have_text(drawn)
