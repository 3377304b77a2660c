"""Every page, looked at for everyone's sake; that it opens by a cold link: test_walk."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from qwk_app.words.language import language
from tests.browser.pilot import PICTURES, open_page, page_names, wait_settled, wait_until
from tests.browser.server import Server
from tests.browser.test_access import ours

# What axe looks at first in a page whose headings are in order: one of the first level, and then
# none that is more than one level below the last.
HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
    .filter(heading => heading.checkVisibility())
    .map(heading => Number(heading.tagName[1]))"""

# Everything a key can reach stands in the page in the order in which it is reached.
OUT_OF_ORDER = """() => [...document.querySelectorAll("[tabindex]")]
    .filter(element => element.tabIndex > 0)
    .map(element => element.outerHTML.slice(0, 160))"""

# Every picture has a name; what is drawn inside it is its own.
NAMELESS = """pictures => [...document.querySelectorAll(pictures)]
    .filter(one => !["figure", "img"].includes(one.getAttribute("role")) || !one.ariaLabel)
    .map(one => one.outerHTML.slice(0, 160))"""


@pytest.mark.parametrize("name", page_names())
def test_axe_finds_nothing_of_ours(server: Server, page: Page, name: str) -> None:
    """Look at a page with the tables behind its charts, which are the most that it has.

    Each theme and each language is looked at once, by every rule: a language changes no colour, and
    a theme changes nothing else.
    """
    open_page(page, server.base, name, {"tables": "true"})
    found = {"light, English": ours(page)}
    levels = page.evaluate(HEADINGS)
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert page.evaluate(OUT_OF_ORDER) == []
    assert page.evaluate(NAMELESS, PICTURES) == []
    charts = page.get_by_test_id("stMain").locator(PICTURES).count()
    tables = page.get_by_test_id("stMain").locator('[data-testid="stTable"], .stDataFrame').count()
    assert tables >= charts
    ink = page.locator(".js-plotly-plot .ytick text").first
    light = ink.evaluate("text => getComputedStyle(text).fill") if ink.count() else ""
    page.emulate_media(color_scheme="dark")
    if light:  # axe does not look into pictures
        expect(ink).not_to_have_css("fill", light)
    page.get_by_test_id("stMain").get_by_role("button", name="English", exact=True).click()
    page.get_by_role("menuitem", name="Español").click()
    page.mouse.move(640, 2)  # away from what was clicked
    expect(page.get_by_text(language("es").translate("Show charts as tables, too"))).to_be_visible()
    found["dark, Spanish"] = ours_at_rest(page)
    assert found == {kind: [] for kind in found}


def ours_at_rest(page: Page) -> list[str]:
    """Look until there is nothing, or for a while: colours from the server follow a theme late."""
    found: list[str] = []

    def nothing() -> bool:
        wait_settled(page)
        found[:] = ours(page)
        return not found

    with suppress(AssertionError):
        wait_until(page, nothing, patience=10)
    return found
