"""A lesson on a projector, in the frame of a course page, and on the phones of a class."""

import pytest
from playwright.sync_api import Locator, Page, expect

from qwk_app.frame.sharing import frame_code
from tests.browser.pilot import (
    NewPage,
    address,
    box_of,
    click,
    main,
    open_page,
    overflow,
    unfold,
    wait_settled,
)
from tests.browser.server import Server
from tests.browser.test_access import check

EXAMPLE = {"actual": "0,0,4,3,2,4,1,1,2,1", "predicted": "0,2,3,0,0,4,1,1,3,1"}


@pytest.mark.walk
def test_a_first_visitor_presents_with_arrow_keys(fresh_server: Server, new_page: NewPage) -> None:
    page = new_page(height=720, base_url=fresh_server.base)
    # This is the server's first visitor: a class must not see an incomplete page.
    query = {**EXAMPLE, "hide_kappa": "true", "present": "true"}
    open_page(page, "kappa", query)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "28px"
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
    check(page)
    heading = main(page).get_by_role("heading", level=1)
    kappa = main(page).get_by_text("κ = 0.513")
    expect(kappa).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(kappa.first).to_be_visible()
    wait_settled(page)
    assert overflow(page) == 0
    page.keyboard.press("ArrowLeft")
    expect(heading).to_have_text("What would chance give?")
    wait_settled(page)
    # The keys act on the element with the focus: in a choice they choose, and the page stays.
    main(page).get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    wait_settled(page)
    expect(heading).to_have_text("What would chance give?")
    page.go_back()
    expect(kappa.first).to_be_visible()  # the prediction is still stored


def test_a_matrix_fills_the_screen_and_gives_it_back(page: Page) -> None:
    open_page(page, "observed", {"present": "true"})
    drawn = main(page).locator('svg[data-name="observed"]').first
    digits = drawn.locator("[data-cell] + text").first
    before = digits.get_attribute("font-size") or "0"
    assert float(before) >= 28
    main(page).locator(".menu summary").first.click()
    page.get_by_role("button", name="Full screen").first.click()
    page.wait_for_function("() => document.fullscreenElement !== null")
    expect(digits).not_to_have_attribute("font-size", before)
    page.evaluate("document.exitFullscreen()")
    expect(digits).to_have_attribute("font-size", before)


def test_a_frame_on_a_course_page_scrolls_down_only(base: str, new_page: NewPage) -> None:
    # This needs a new window. In a window that has shown other pages, Chromium takes the course
    # page for a page of the internet, and such a page may not load from this machine.
    page = new_page(width=1100, height=900, fresh=True)
    link = base + address("kappa", {**EXAMPLE, "hide_kappa": "true"})
    # The code that a teacher pastes, in a page 800 pixels wide.
    page.set_content(f'<div style="width: 800px">{frame_code(link, "Kappa")}</div>')
    frame = page.frame_locator('iframe[title="QWK Explorer: Kappa"]')
    button = frame.get_by_role("button", name="Reveal kappa")
    expect(button).to_be_visible()
    expect(frame.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
    expect(frame.get_by_test_id("stMain")).not_to_contain_text("0.513")
    button.click()
    expect(frame.get_by_test_id("stMain")).to_contain_text("0.513")
    # A link inside the frame opens inside the frame, still embedded.
    frame.get_by_role("link", name="Next: Practice").first.click()
    expect(frame.get_by_role("heading", level=1)).to_have_text("Work it out yourself")
    assert "embed=true" in page.frames[1].url
    for name in ("overview", "teaching"):
        page.set_viewport_size({"width": 800, "height": 600})
        open_page(page, name, {"embed": "true"})
        assert overflow(page) == 0


def test_a_class_shares_hides_and_reveals(new_page: NewPage) -> None:
    page = open_page(new_page("projector"))
    sidebar = page.get_by_test_id("stSidebar")
    unfold(page, "Table, scale, class")
    click(sidebar.get_by_role("button", name="For your class"))
    click(page.get_by_test_id("stPopoverBody").get_by_text("kappa", exact=True))
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Reveal kappa")).to_be_visible()
    click(sidebar.get_by_role("button", name="Share this example"))
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("hide_kappa=true")).to_be_visible()
    check(page)
    dialog.get_by_role("tab", name="QR code").click()
    picture = page.get_by_role("img", name="A QR code that opens “Overview”")
    expect(picture).to_be_visible()
    assert size_of(picture) >= 200
    page.get_by_role("button", name="Fill the screen").click()
    expect(dialog).to_have_count(0)
    expect(picture).to_be_in_viewport(ratio=1)
    assert size_of(picture) >= 0.7 * 1080
    page.get_by_role("button", name="Back to the page").click()
    expect(page.get_by_role("button", name="Reveal kappa")).to_be_visible()


def size_of(picture: Locator) -> float:
    box = box_of(picture)
    assert box["width"] == pytest.approx(box["height"])
    return box["height"]
