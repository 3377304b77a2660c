"""The link is the only memory of an example: pasted, reloaded, walked back and forward."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.pilot import open_page, type_into, wait_settled
from tests.browser.server import Server

LINK = {"actual": "1,2,3", "predicted": "1,3,3", "scheme": "linear", "row": "2", "column": "3"}


def test_the_example_stays_in_the_address_also_where_it_is_not_shown(
    server: Server, page: Page
) -> None:
    open_page(page, server.base, "observed", LINK)
    type_into(page, "Predicted", "1,3,2")
    expect(page).to_have_url(re.compile("predicted=1%2C3%2C2"))
    for name in ("Practice", "4 · Kappa", "Practice"):
        page.get_by_role("link", name=name).first.click()
        expect(page).to_have_url(re.compile(r"(?=.*actual=1%2C2%2C3)(?=.*scheme=linear)"))
        wait_settled(page)
    page.reload()
    wait_settled(page)
    page.get_by_role("link", name="4 · Kappa").first.click()
    wait_settled(page)
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("1,3,2")
    expect(page.get_by_role("radio", name="linear")).to_be_checked()


def test_counts_come_by_a_cold_link(fresh_server: Server, page: Page) -> None:
    open_page(page, fresh_server.base, "expected", {"counts": "40,9;6,45"})
    expect(page.get_by_test_id("stMain")).to_contain_text("100 items, 2 categories")


def test_a_clean_address_is_the_first_example_also_after_back(server: Server, page: Page) -> None:
    open_page(page, server.base)
    page.get_by_test_id("stSidebar").get_by_role("combobox").first.click()
    page.get_by_role("option", name="Step by step").click()
    wait_settled(page)
    expect(page).to_have_url(re.compile("actual=0%2C0%2C4"))
    page.go_back()
    wait_settled(page)
    while "?" in page.url:
        page.go_back()
        wait_settled(page)
    expect(page.get_by_label("Actual", exact=True)).to_have_value("4,4,3,4,4,0,1,1,2,1")
    expect(page.get_by_test_id("stMain")).to_contain_text("0.318")
