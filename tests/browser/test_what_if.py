"""Changes of the example with the mouse: choose a cell, add an item, undo."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.pilot import NARROW, NewPage, box_of, main, open_page, overflow, wait_settled
from tests.browser.server import Server
from tests.browser.sheet import edit_cell

ACTUAL = "4,4,3,4,4,0,1,1,2,1"


def click(page: Page, mark: Locator) -> None:
    mark.scroll_into_view_if_needed()
    box = box_of(mark)
    page.mouse.move(box["x"] + box["width"] / 2 - 5, box["y"] + box["height"] / 2)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_an_item_is_added_and_undo_takes_it_back(server: Server, page: Page) -> None:
    open_page(page, server.base, "what_if")
    actual = page.get_by_label("Actual", exact=True)
    undo = page.get_by_role("button", name="Undo")
    added = ("", ",4", ",4,4", ",4,4,0")
    for at, (row, column) in enumerate(((4, 4), (4, 4), (0, 4))):
        page.locator(f'svg[data-name="changes"] [data-cell="{row},{column}"]').click()
        chosen = f"The chosen cell: actual {row}, predicted {column}"
        expect(main(page)).to_contain_text(chosen)
        wait_settled(page)
        expect(actual).to_have_value(ACTUAL + added[at])  # a choice changes nothing
        page.get_by_role("button", name="Add one").press("Enter")
        expect(actual).to_have_value(ACTUAL + added[at + 1])
        wait_settled(page)
    expect(page).to_have_url(re.compile("actual=.*%2C4%2C4%2C0&"))
    for more in reversed(added[:-1]):
        undo.press("Enter")
        expect(actual).to_have_value(ACTUAL + more)
        wait_settled(page)
    expect(undo).to_have_count(0)
    # A click on a bar corrects its item.
    click(page, page.locator('[aria-label^="Kappa after each"] .barlayer .point path').nth(2))
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("0,4,3,0,4,0,1,1,2,1")
    expect(main(page)).to_contain_text("rose from 0.318 to 0.375")


def test_an_edit_of_the_weights_reaches_kappa_and_the_link(server: Server, page: Page) -> None:
    query = {"actual": "0,1,1,0", "predicted": "0,1,0,1", "w": "0,1;1,0"}
    open_page(page, server.base, "weights", query)
    grid = main(page).get_by_test_id("stDataFrame")
    grid.scroll_into_view_if_needed()
    wait_settled(page)
    box = box_of(grid)
    for row, column, value in ((1, 1, "3"), (0, 2, "2")):  # the second must not lose the first
        edit_cell(page, grid, row, column, box["width"] * (0.4 if column == 1 else 0.9), value)
    expect(page).to_have_url(re.compile("w=0%2C2%3B3%2C0"))


def test_a_narrow_screen_does_not_scroll_sideways(server: Server, new_page: NewPage) -> None:
    page = new_page(**NARROW)
    open_page(page, server.base, "what_if", {"experiment": "Between worst and best"})
    assert overflow(page) <= 0
    main(page).get_by_text("Simulate a second rater", exact=True).click()
    wait_settled(page)
    assert overflow(page) <= 0
