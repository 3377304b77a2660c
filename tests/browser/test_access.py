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


def test_a_film_plays_for_who_wants_motion(new_page: NewPage) -> None:
    for motion, buttons in (("reduce", 0), ("no-preference", 1)):
        page = open_page(new_page(reduced_motion=motion), "observed")
        main = page.get_by_test_id("stMain")
        play = main.get_by_role("button", name="Play", exact=True)
        expect(play).to_have_count(buttons)
    slider = main.get_by_role("slider", name="Step")
    slider.press("Home")
    expect(main.locator(".caption")).to_contain_text("item 1:")  # no film starts by itself
    play.press("Enter")
    expect(main.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    expect(main.locator(".caption")).not_to_contain_text("item 1:")
    expect(play).to_be_visible()  # the animation has ended
    expect(slider).to_have_value(slider.get_attribute("max") or "")
