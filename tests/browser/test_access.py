"""For everyone: axe-core on every page in each theme and language, headings, keys, less motion."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from qwk_app.words.language import language
from tests.browser.pilot import PICTURES, open_page, page_names, wait_settled
from tests.browser.server import Server

RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]

# The markup of Streamlit and of what it builds on, which the app cannot reach; each was looked at.
# What is wider than its place scrolls, without a tab stop of its own; Chromium and Firefox give it
# one. Formulas: KaTeX was offered a remedy, https://github.com/KaTeX/KaTeX/pull/4182. Tables, in
# the element that st.table puts around its own: no thread at Streamlit was found.
# Keywords in code: a blue of Streamlit's own, 3.7:1 on a light page, which no option changes.
NOT_OURS = {
    "scrollable-region-focusable": '.katex-display, [data-testid="stTable"] *',
    "color-contrast": '[data-testid="stCode"] .token.keyword',
}

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


def _innermost(target: list[Any]) -> str:
    """Return the selector of what was found; axe names the shadow trees around it, too."""
    last = target[-1]
    return str(last if isinstance(last, str) else last[-1])


def ours(page: Page, rules: list[str] = RULES, within: str | None = None) -> list[str]:
    """Return what axe finds on a page, or within a part of it, that the app itself causes."""
    # Violations alone: axe names what it passed, too, a megabyte and two thirds of the time.
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    found = Axe().run(page, context=within, options=options).response
    return [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in found["violations"]
        for node in violation["nodes"]
        if violation["id"] not in NOT_OURS
        or not page.locator(_innermost(node["target"])).first.evaluate(
            "(element, theirs) => element.matches(theirs)", NOT_OURS[violation["id"]]
        )
    ]


def ours_at_rest(page: Page) -> list[str]:
    """Look again, and again, if there is something: colours from the server follow a theme late."""
    found: list[str] = []
    for _ in range(10):
        wait_settled(page)
        found = ours(page)
        if not found:
            break
        page.wait_for_timeout(1000)
    return found


@pytest.mark.parametrize("name", page_names())
def test_axe_finds_nothing_of_ours(
    server: Server, new_page: Callable[..., Page], name: str
) -> None:
    """Loaded once, and switched: with the tables behind the charts, which are a page's most.

    Each theme and each language is looked at once, by every rule: a language changes no colour, and
    a theme changes nothing else.
    """
    page = new_page()
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
    page.get_by_test_id("stMain").get_by_text("es", exact=True).click()
    page.mouse.move(640, 2)  # away from what was clicked
    expect(page.get_by_text(language("es").translate("Show charts as tables, too"))).to_be_visible()
    found["dark, Spanish"] = ours_at_rest(page)
    assert found == {kind: [] for kind in found}


def test_the_tab_key_goes_through_a_page_in_the_order_of_reading(
    server: Server, page: Page
) -> None:
    open_page(page, server.base, "what_if")
    page.evaluate("() => { window.last = null; window.order = []; }")
    for _ in range(40):
        page.keyboard.press("Tab")
        page.evaluate(
            """() => {
                const here = document.activeElement;
                if (window.last && here !== document.body && here !== window.last)
                    window.order.push(Boolean(
                        window.last.compareDocumentPosition(here)
                        & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINS)));
                if (here !== document.body) window.last = here;
            }"""
        )
    order = page.evaluate("window.order")
    assert len(order) > 20
    # Past the end, the browser begins again at the top: once is no fault.
    assert order.count(False) <= 1


def test_an_item_is_added_and_taken_back_without_a_pointer(server: Server, page: Page) -> None:
    open_page(page, server.base, "what_if", {"row": "2", "column": "2"})
    add = page.get_by_role("button", name="Add it")
    add.focus()
    page.keyboard.press("Enter")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    wait_settled(page)
    undo.focus()
    page.keyboard.press("Enter")
    expect(undo).to_have_count(0)


def test_a_film_goes_step_by_step_and_plays_only_for_who_wants_motion(
    server: Server, new_page: Callable[..., Page]
) -> None:
    for motion, buttons in (("reduce", 0), ("no-preference", 1)):
        page = new_page(reduced_motion=motion)
        open_page(page, server.base, "observed")
        main = page.get_by_test_id("stMain")
        play = main.get_by_role("button", name="Play", exact=True)
        expect(play).to_have_count(buttons)
        slider = main.get_by_role("slider", name="Step")
        slider.focus()
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        # It stays at the step that was asked for: nothing plays by itself.
        page.wait_for_timeout(1500)  # a step of the film takes 0.9 s at most
        expect(slider).to_have_attribute("aria-valuetext", "item 2: actual 4, predicted 4")
        expect(main.locator(".caption")).to_have_text("item 2: actual 4, predicted 4")
        expect(play).to_have_count(buttons)
        if buttons:
            play.focus()
            page.keyboard.press("Enter")
            pause = main.get_by_role("button", name="Pause", exact=True)
            expect(pause).to_be_visible()
            expect(main.locator(".caption")).not_to_have_text("item 2: actual 4, predicted 4")
            expect(play).to_be_visible()  # it has come to its end
            expect(slider).to_have_value(slider.get_attribute("max") or "")
