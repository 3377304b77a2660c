"""The access and layout of every page; test_walk opens each page directly by its link."""

import re
from contextlib import suppress
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from qwk_app.words.language import language
from tests.browser import sizes
from tests.browser.pilot import (
    DESK,
    NARROW,
    PICTURES,
    NewPage,
    go_on,
    main,
    open_page,
    overflow,
    page_names,
    resize,
    wait_settled,
    wait_until,
)
from tests.browser.server import Server
from tests.browser.test_access import ours

TABLES = "Show charts as tables, too"
# 390 is a phone; 640 is a screen of 1280 at 200% zoom; 320 is the same at 400%, or a small phone.
WIDTHS = (390, 320, 640)

# The levels of the visible headings. axe requires an order: first one heading of the first level,
# and then none that is more than one level below the heading before.
HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
    .filter(heading => heading.checkVisibility())
    .map(heading => Number(heading.tagName[1]))"""

# The elements that the Tab key does not reach in the order of the page.
OUT_OF_ORDER = """() => [...document.querySelectorAll("[tabindex]")]
    .filter(element => element.tabIndex > 0)
    .map(element => element.outerHTML.slice(0, 160))"""

# Every picture must have a name; the elements drawn inside it need none.
NAMELESS = """pictures => [...document.querySelectorAll(pictures)]
    .filter(one => !["figure", "img"].includes(one.getAttribute("role")) || !one.ariaLabel)
    .map(one => one.outerHTML.slice(0, 160))"""

# The width of the cells of every matrix with taps, in pixels, and whether it scrolls.
CELLS = """() => [...document.querySelectorAll("*")]
    .flatMap(element => [...element.shadowRoot?.querySelectorAll(".chooses .panel svg") ?? []])
    .filter(drawn => drawn.checkVisibility() && drawn.querySelector("[data-cell]"))
    .map(drawn => ({
        name: drawn.ariaLabel,
        cell: drawn.querySelector("[data-cell]").getBoundingClientRect().width,
        scrolls: drawn.parentElement.scrollWidth > drawn.parentElement.clientWidth,
    }))"""


def test_every_page_has_its_limits() -> None:
    assert sorted(sizes.LIMITS) == sorted(page_names())


@pytest.mark.parametrize("name", page_names())
def test_a_page_is_for_everyone(server: Server, new_page: NewPage, name: str) -> None:
    desk, phone = new_page(**DESK), new_page(**NARROW)
    open_page(desk, server.base, name)
    on_desk = sizes.look(desk, name)
    look_with_axe(desk)
    open_page(phone, server.base, name)
    assert sizes.too_much(name, on_desk, sizes.look(phone, name)) == []
    go_on(phone, server.base, name, {"lang": "es"})  # Spanish words are longer
    expect(main(phone).get_by_role("heading", level=1)).to_have_count(1)
    for width in WIDTHS:
        resize(phone, width, 844)
        assert overflow(phone) == 0, f"at {width} pixels"
        small = [cells for cells in phone.evaluate(CELLS) if cells["cell"] < 29.5]
        assert small == [], f"at {width} pixels"


def look_with_axe(page: Page) -> None:
    """Check a page with the tables behind its charts unfolded, so that it has the most elements.

    Each theme and each language is checked once, by every rule: a language changes no colour, and
    a theme changes only colours.
    """
    page.get_by_text(TABLES, exact=True).click()
    expect(page).to_have_url(re.compile("tables=true"))
    wait_settled(page)
    found = {"light, English": ours(page)}
    levels = page.evaluate(HEADINGS)
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert page.evaluate(OUT_OF_ORDER) == []
    assert page.evaluate(NAMELESS, PICTURES) == []
    ink = page.locator(".js-plotly-plot .ytick text").first
    light = ink.evaluate("text => getComputedStyle(text).fill") if ink.count() else ""
    page.emulate_media(color_scheme="dark")
    if light:  # axe does not check the inside of pictures
        expect(ink).not_to_have_css("fill", light)
    main(page).get_by_role("button", name="English", exact=True).click()
    page.get_by_role("menuitem", name="Español").click()
    page.mouse.move(640, 2)  # away from the clicked element
    expect(page.get_by_text(language("es").translate(TABLES))).to_be_visible()
    found["dark, Spanish"] = ours_at_rest(page)
    assert found == {kind: [] for kind in found}


def ours_at_rest(page: Page) -> list[str]:
    """Check again for a while until axe finds nothing: the server's colours follow a theme late."""
    found: list[str] = []

    def nothing() -> bool:
        wait_settled(page)
        found[:] = ours(page)
        return not found

    with suppress(AssertionError):
        wait_until(page, nothing)
    return found
