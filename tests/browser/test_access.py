"""Access: findings of axe-core, keys, less motion. test_every_page checks every page."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.pilot import NewPage, open_page
from tests.browser.server import Server

# The page without its frame, which is the same on every page; on a phone the list of pages is in a
# drawer of Streamlit's own, whose markup axe does not like.
MAIN = '[data-testid="stMain"]'
RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]

# The markup of Streamlit and of what it builds on, which the app cannot reach; each was looked at.
# What is wider than its place scrolls, without a tab stop of its own; Chromium and Firefox give it
# one. Formulas: KaTeX was offered a remedy, https://github.com/KaTeX/KaTeX/pull/4182. Tables, in
# the element that st.table puts around its own: no thread at Streamlit was found.
# Code: colours of Streamlit's own, 3.7:1 for keywords on a light page, which no option changes.
NOT_OURS = {
    "scrollable-region-focusable": '.katex-display, [data-testid="stTable"] *',
    "color-contrast": '[data-testid="stCode"] .token',
}


def _innermost(target: list[Any]) -> str:
    """Return the selector of what was found; axe names the shadow trees around it, too."""
    last = target[-1]
    return str(last if isinstance(last, str) else last[-1])


def ours(page: Page, rules: list[str] = RULES, within: str | None = None) -> list[str]:
    """Return what axe finds on a page, or within a part of it, that the app itself causes."""
    # Only violations: passed rules would add a megabyte and triple the time.
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


def test_the_tab_key_follows_the_order_of_reading(server: Server, page: Page) -> None:
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


def test_a_film_plays_for_who_wants_motion(server: Server, new_page: NewPage) -> None:
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
        # It stays at the chosen step: nothing plays by itself.
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
