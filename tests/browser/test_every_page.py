"""Every page: it opens whole by a cold link, and then it is looked at for everyone's sake."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from qwk_app.frame.state import DEFAULT
from qwk_app.frame.steps import BY_STEM
from qwk_app.words.language import language
from tests.browser.pilot import PICTURES, go_on, open_page, page_names, wait_settled, wait_until
from tests.browser.server import Server
from tests.browser.test_access import ours
from tests.browser.test_links import LINK

WITHOUT_PICTURES = ("implementations", "live", "guide")  # at first: of a race, of a room; a text

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
def test_a_page_opens_by_its_link_and_axe_finds_nothing_of_ours(
    server: Server, page: Page, name: str
) -> None:
    """One window for both. Servers that nobody has visited: test_links and test_teaching."""
    look_at_a_cold_link(page, server.base, name)
    go_on(page, server.base, name, {"tables": "true"})
    if not BY_STEM[name].own:
        expect(page.get_by_label("Actual", exact=True)).to_have_value(DEFAULT.actual)
        expect(page.get_by_label("Predicted", exact=True)).to_have_value(DEFAULT.predicted)
    look_with_axe(page)


def look_at_a_cold_link(page: Page, base: str, name: str) -> None:
    """See that the page is whole, and that it shows what the link carries."""
    open_page(page, base, name, LINK)
    main, sidebar = page.get_by_test_id("stMain"), page.get_by_test_id("stSidebar")
    expect(main.get_by_role("heading", level=1)).to_have_count(1)
    expect(main.get_by_role("button", name="English", exact=True)).to_be_attached()  # its end
    if name not in WITHOUT_PICTURES:
        expect(main.locator(PICTURES).first).to_be_visible()
    if BY_STEM[name].own:  # ratings of its own: nothing of the link is for it
        expect(sidebar).to_have_count(0)
        return
    expect(sidebar).to_be_visible()
    expect(page.get_by_label("Predicted", exact=True)).to_be_visible()
    expect(page.get_by_label("Actual", exact=True)).to_have_value("1,2,3")
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("1,3,3")
    expect(sidebar.get_by_role("radio", name="linear")).to_be_checked()
    own = "Items: 3, each rated from 1" if name == "overview" else "3 items, 3 categories"
    expect(main).to_contain_text(own)
    page.get_by_label("Predicted", exact=True).fill("1,2,3")
    page.get_by_label("Predicted", exact=True).press("Enter")
    expect(page).to_have_url(re.compile("predicted=1%2C2%2C3"))
    wait_settled(page)


def look_with_axe(page: Page) -> None:
    """Look at the page with the tables behind its charts, which are the most that it has.

    Each theme and each language is looked at once, by every rule: a language changes no colour, and
    a theme changes nothing else.
    """
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
