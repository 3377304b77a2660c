"""On a phone, buttons and links are large enough, and wide parts scroll in their own frame."""

import pytest
from playwright.sync_api import expect

from tests.browser.pilot import (
    NewPage,
    main,
    open_page,
    overflow,
    type_into,
    wait_settled,
)
from tests.browser.test_every_page import CELLS

# The smallest size of a target: 24 pixels, or that much space around it (WCAG 2.2, 2.5.8).
# Streamlit makes the labels of switches and boxes 22 pixels high, with 16 pixels between them.
SMALL = """() => [...document.querySelectorAll(
        '[data-testid="stSidebar"] button, [data-testid="stSidebar"] label, '
        + '[data-testid="stMain"] button, [data-testid="stMain"] label:has(input)')]
    .filter(element => element.checkVisibility() && !element.closest(".modebar"))
    .filter(element => !/^(Help for|Ayuda)/.test(element.ariaLabel || ""))
    .map(element => [element.outerHTML.slice(0, 160), element.getBoundingClientRect()])
    .filter(([html, box]) => box.width > 0 && box.left >= 0
        && box.height < (html.startsWith("<label") ? 22 : 23.5))
    .map(([html]) => html)"""

# A finger needs 44 pixels (WCAG 2.5.5).
TAPPED = """() => [...document.querySelectorAll('a, summary, [role="radio"], label:has(input)')]
    .filter(part => part.closest('.st-key-page, .st-key-foot, .st-key-side'))
    .map(part => [part.innerText, part.getBoundingClientRect().height])
    .filter(([_name, height]) => height > 0 && height < 43.5)"""


def test_twenty_categories_scroll_in_their_own_frame(new_page: NewPage) -> None:
    page = new_page("narrow")
    counts = ";".join(",".join("2" if i == j else "1" for j in range(20)) for i in range(20))
    open_page(page, query={"counts": counts})
    matrices = page.evaluate(CELLS)
    assert len(matrices) == 3
    assert all(each["cell"] >= 29.5 and each["scrolls"] for each in matrices)
    assert overflow(page) == 0
    frame = page.locator('.panel:has(svg[data-name="observed"])')
    frame.evaluate("frame => frame.scrollTo(999, 0)")
    assert frame.evaluate("frame => frame.scrollLeft") > 250


def test_the_editor_is_used_with_a_thumb(new_page: NewPage) -> None:
    page = open_page(new_page("narrow"))
    page.get_by_test_id("stExpandSidebarButton").tap()
    predicted = page.get_by_label("Predicted", exact=True)
    predicted.scroll_into_view_if_needed()
    expect(predicted).to_be_in_viewport()
    wait_settled(page)
    assert page.evaluate(SMALL) == []
    predicted.tap()
    type_into(page, "Predicted", "4,4,3,4,4,0,1,1,2,1")
    expect(main(page).get_by_text("κ = 1.000").first).to_be_attached()
    assert overflow(page) == 0


@pytest.mark.parametrize("name", ["observed", "how_sure", "pitfalls"])
def test_what_is_tapped_fits_a_finger(new_page: NewPage, name: str) -> None:
    page = open_page(new_page("phone"), name)
    assert page.evaluate(TAPPED) == []
