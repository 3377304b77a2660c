"""An example edited by hand lives in the link: it survives reload and other pages."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from tests.browser.pilot import open_page, wait_settled
from tests.browser.server import Server
from tests.browser.sheet import Sheet

EXAMPLE = {"actual": "0,1,2,3,0,1,2,3", "predicted": "0,1,2,3,1,2,3,3"}


def fields(page: Page) -> dict[str, str]:
    """Read the two text fields."""
    return {
        name.lower(): page.get_by_label(name, exact=True).input_value()
        for name in ("Actual", "Predicted")
    }


def link(page: Page) -> dict[str, str]:
    """Read the example in the address bar."""
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def test_a_text_edit_survives_reload_and_other_pages(server: Server, page: Page) -> None:
    open_page(page, server.base, "observed", EXAMPLE)
    box = page.get_by_label("Predicted", exact=True)
    box.fill("3,3,3,3,0,0,0,0")
    box.press("Enter")
    expect(page).to_have_url(re.compile(r"predicted=3%2C3%2C3%2C3"))
    wait_settled(page)
    edited = {**EXAMPLE, "predicted": "3,3,3,3,0,0,0,0"}
    assert fields(page) == link(page) == edited

    page.reload()
    wait_settled(page)
    assert fields(page) == link(page) == edited

    page.get_by_test_id("stMain").get_by_role("link", name=re.compile("Next")).first.click()
    expect(page).to_have_url(re.compile("/weights"))
    wait_settled(page)
    assert fields(page) == edited


def test_grid_edits_one_after_another_are_all_kept(server: Server, page: Page) -> None:
    open_page(page, server.base, "overview", EXAMPLE)
    sheet = Sheet(page)
    for item, column, rating in ((3, "predicted", "0"), (1, "predicted", "3"), (2, "actual", "2")):
        sheet.edit(item, column, rating)
    edited = {"actual": "0,2,2,3,0,1,2,3", "predicted": "3,1,0,3,1,2,3,3"}
    expect(page.get_by_label("Actual", exact=True)).to_have_value(edited["actual"])
    wait_settled(page)
    assert fields(page) == link(page) == edited

    page.reload()
    wait_settled(page)
    assert fields(page) == edited
