"""On a phone, and at 200% and 400% zoom: nothing is lost, and no page scrolls sideways."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pilot import open_page, overflow, page_names, resize, wait_settled
from tests.browser.server import Server
from tests.browser.windows import Tour

# 390 is a phone; 640 a screen of 1280 at 200% zoom; 320 the same at 400%, or a small phone.
WIDTHS = (390, 320, 640)

# Width of the cells of every matrix that a tap chooses from, in pixels, and whether it scrolls.
CELLS = """() => [...document.querySelectorAll("*")]
    .flatMap(element => [...element.shadowRoot?.querySelectorAll(".chooses .panel svg") ?? []])
    .filter(drawn => drawn.checkVisibility() && drawn.querySelector("[data-cell]"))
    .map(drawn => ({
        name: drawn.ariaLabel,
        cell: drawn.querySelector("[data-cell]").getBoundingClientRect().width,
        scrolls: drawn.parentElement.scrollWidth > drawn.parentElement.clientWidth,
    }))"""

# What a thumb must meet: 24 pixels, or a place of its own that is as high (WCAG 2.2, 2.5.8).
# Switches and boxes are met by their labels, which Streamlit makes 22 high and sets 16 apart.
SMALL = """() => [...document.querySelectorAll(
        '[data-testid="stSidebar"] button, [data-testid="stSidebar"] label, '
        + '[data-testid="stMain"] button, [data-testid="stMain"] label:has(input)')]
    .filter(element => element.checkVisibility() && !element.closest(".modebar"))
    .filter(element => !/^(Help for|Ayuda)/.test(element.ariaLabel || ""))
    .map(element => [element.outerHTML.slice(0, 160), element.getBoundingClientRect()])
    .filter(([html, box]) => box.width > 0 && box.left >= 0
        && box.height < (html.startsWith("<label") ? 22 : 23.5))
    .map(([html]) => html)"""


@pytest.mark.parametrize("name", page_names())
def test_every_page_fits_a_phone_and_a_large_zoom(tour: Callable[..., Tour], name: str) -> None:
    phone = tour(width=WIDTHS[0], height=844, has_touch=True)
    # Spanish: its words are the longer ones.
    with phone.at(name, {"lang": "es"}) as page:
        main = page.get_by_test_id("stMain")
        expect(main.get_by_role("heading", level=1)).to_have_count(1)
        for width in WIDTHS:
            resize(page, width, 844)
            assert overflow(page) == 0, f"at {width} pixels"
            small = [cells for cells in page.evaluate(CELLS) if cells["cell"] < 29.5]
            assert small == [], f"at {width} pixels"


def test_twenty_categories_scroll_in_their_own_frame(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    counts = ";".join(",".join("2" if i == j else "1" for j in range(20)) for i in range(20))
    open_page(page, server.base, query={"counts": counts})
    matrices = page.evaluate(CELLS)
    assert len(matrices) == 3
    assert all(each["cell"] >= 29.5 and each["scrolls"] for each in matrices)
    assert overflow(page) == 0
    frame = page.locator('.panel:has(svg[data-name="observed"])')
    frame.evaluate("frame => frame.scrollTo(999, 0)")
    assert frame.evaluate("frame => frame.scrollLeft") > 250


def test_the_editor_is_used_with_a_thumb(server: Server, new_page: Callable[..., Page]) -> None:
    page = new_page(width=390, height=844, has_touch=True)
    open_page(page, server.base)
    page.get_by_test_id("stExpandSidebarButton").tap()
    predicted = page.get_by_label("Predicted", exact=True)
    predicted.scroll_into_view_if_needed()
    expect(predicted).to_be_in_viewport()
    wait_settled(page)
    assert page.evaluate(SMALL) == []
    predicted.tap()
    predicted.fill("4,4,3,4,4,0,1,1,2,1")
    predicted.press("Enter")
    wait_settled(page)
    expect(page.get_by_test_id("stMain").get_by_text("κ = 1.000").first).to_be_attached()
    assert overflow(page) == 0


@pytest.mark.parametrize("name", ["observed", "how_sure", "pitfalls"])
def test_what_is_tapped_is_large_enough_for_a_finger(tour: Callable[..., Tour], name: str) -> None:
    """A finger needs 44 pixels (WCAG 2.5.5)."""
    with tour(width=390, height=844, has_touch=True, is_mobile=True).at(name) as page:
        small = page.evaluate(
            """() => [...document.querySelectorAll('a, summary, [role="radio"], label:has(input)')]
                .filter(part => part.closest('.st-key-page, .st-key-foot, .st-key-side'))
                .map(part => [part.innerText, part.getBoundingClientRect().height])
                .filter(([_name, height]) => height > 0 && height < 43.5)"""
        )
        assert not small
