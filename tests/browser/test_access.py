"""Access: findings of axe-core, keys, reduced motion. test_every_page checks every page."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.pilot import NewPage, open_page, overflow, wait_settled

# The page without its frame: the frame is the same on every page. On a phone the list of pages is
# in a drawer of Streamlit, and axe reports faults in the drawer's markup.
MAIN = '[data-testid="stMain"]'
RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]

# Markup of Streamlit and its libraries, which the app cannot change. We checked each finding.
# Wide formulas and tables scroll and have no tab stop; Chromium and Firefox add one.
# Formulas: https://github.com/KaTeX/KaTeX/pull/4182 proposes a fix. Tables: the element is the one
# that st.table puts around its table; we found no issue of Streamlit.
# Code: Streamlit's colours have a contrast of 3.7:1 for keywords on a light page; no option changes
# them.
NOT_OURS = {
    "scrollable-region-focusable": '.katex-display, [data-testid="stTable"] *',
    "color-contrast": '[data-testid="stCode"] .token',
}


def _innermost(target: list[Any]) -> str:
    """Return the selector of the element found; axe names the shadow trees around it, too."""
    last = target[-1]
    return str(last if isinstance(last, str) else last[-1])


def ours(page: Page, within: str | None = None) -> list[str]:
    """Return axe's findings on a page, or in a part of it, without those that Streamlit causes."""
    # Only violations: passed rules would add a megabyte and triple the time.
    options = {"runOnly": RULES, "resultTypes": ["violations"]}
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


def check(page: Page, within: str | None = None) -> None:
    """Check a page, or a part of it, by axe, and whether the page is wider than its window."""
    wait_settled(page)
    assert ours(page, within) == []
    assert overflow(page) == 0


def test_the_tab_key_follows_the_order_of_reading(page: Page) -> None:
    open_page(page, "what_if")
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
    # After the last element the browser begins again at the top: one repetition is correct.
    assert order.count(False) <= 1


def test_a_film_plays_for_who_wants_motion(new_page: NewPage) -> None:
    for motion, buttons in (("reduce", 0), ("no-preference", 1)):
        page = open_page(new_page(reduced_motion=motion), "observed")
        main = page.get_by_test_id("stMain")
        play = main.get_by_role("button", name="Play", exact=True)
        expect(play).to_have_count(buttons)
    slider = main.get_by_role("slider", name="Step")
    slider.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    # It stays at the chosen step: no animation starts by itself.
    expect(slider).to_have_attribute("aria-valuetext", "item 2: actual 4, predicted 4")
    expect(main.locator(".caption")).to_have_text("item 2: actual 4, predicted 4")
    play.focus()
    page.keyboard.press("Enter")
    pause = main.get_by_role("button", name="Pause", exact=True)
    expect(pause).to_be_visible()
    expect(main.locator(".caption")).not_to_have_text("item 2: actual 4, predicted 4")
    expect(play).to_be_visible()  # the animation has ended
    expect(slider).to_have_value(slider.get_attribute("max") or "")
