"""A and B in a browser: kept in the link, across pages and a reload."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.pilot import open_page, wait_settled
from tests.browser.server import Server


def test_what_is_kept_survives_other_pages_and_a_reload(server: Server, page: Page) -> None:
    open_page(page, server.base, "measures", {"actual": "0,1,1", "predicted": "0,1,0"})
    page.get_by_text("Two examples, side by side").click()
    page.get_by_role("button", name="Keep this example as A").click()
    wait_settled(page)
    expect(page).to_have_url(re.compile("a=1%2C0%3B1%2C1"))

    page.get_by_role("link", name="Next:").first.click()
    expect(page).not_to_have_url(re.compile("/measures"))
    wait_settled(page)
    page.get_by_label("Predicted", exact=True).fill("0,1,1")
    page.get_by_label("Predicted", exact=True).press("Enter")
    wait_settled(page)
    page.get_by_role("link", name="Back: Other measures").first.click()
    expect(page).to_have_url(re.compile("/measures"))
    wait_settled(page)

    page.get_by_role("button", name="Keep this example as B").click()
    expect(page).to_have_url(re.compile("b=1%2C0%3B0%2C2"))
    wait_settled(page)
    page.reload()
    wait_settled(page)
    expect(page.get_by_label("Counts of A", exact=True)).to_have_value("1,0;1,1")
    expect(page.get_by_label("Counts of B", exact=True)).to_have_value("1,0;0,2")
    expect(page.get_by_test_id("stMain")).to_contain_text("no measure speaks against B")
