"""One chosen cell, everywhere: by mouse and by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.pilot import open_page, wait_settled
from tests.browser.server import Server

N = 5  # categories of the first example


def cell(page: Page, alt: str, row: int, column: int) -> Locator:
    """The mark that a click on a matrix meets; `alt` begins the chart's name."""
    chart = page.get_by_test_id("stMain").locator(f'[aria-label^="{alt}"]').first
    return chart.locator(".scatterlayer .trace").first.locator(".points path").nth(row * N + column)


def click(page: Page, alt: str, row: int, column: int) -> None:
    box = cell(page, alt, row, column).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(500)  # on a busy machine a click is sent a little later
    wait_settled(page)


def test_a_click_in_any_matrix_chooses_the_cell_in_all(server: Server, page: Page) -> None:
    open_page(page, server.base)
    main = page.get_by_test_id("stMain")
    for alt, row, column in (("observed", 3, 1), ("weights", 0, 4), ("expected", 1, 1)):
        click(page, alt, row, column)
        expect(page).to_have_url(re.compile(f"row={row}&column={column}|column={column}&row={row}"))
        expect(main).to_contain_text(f"The chosen cell: actual {row}, predicted {column}")
        for each in ("observed", "weights", "expected"):
            expect(main.locator(f'[aria-label^="{each}"]').first).to_have_attribute(
                "aria-label", re.compile(f"at actual {row}, predicted {column}$")
            )


def test_the_same_cell_can_be_clicked_again(server: Server, page: Page) -> None:
    open_page(page, server.base)
    click(page, "observed", 1, 1)
    click(page, "observed", 1, 1)
    click(page, "observed", 3, 1)
    expect(page.get_by_test_id("stMain")).to_contain_text("O[3, 1] = 1: item 3.")


def test_the_keyboard_chooses_a_cell(server: Server, page: Page) -> None:
    open_page(page, server.base)
    for label, value in (("Row", "3"), ("Column", "1")):
        page.get_by_role("combobox", name=re.compile(label)).focus()
        page.keyboard.type(value, delay=80)
        page.keyboard.press("Enter")
        wait_settled(page)
    expect(page.get_by_test_id("stMain")).to_contain_text("O[3, 1] = 1: item 3.")
