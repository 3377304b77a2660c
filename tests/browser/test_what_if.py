"""Changes of the example with the mouse: choose a cell, correct an item, undo."""

from playwright.sync_api import Page, expect

from tests.browser.pilot import (
    NewPage,
    box_of,
    click,
    expect_query,
    main,
    open_page,
    overflow,
    wait_settled,
)
from tests.browser.sheet import edit_cell


def test_a_cell_is_chosen_and_a_bar_corrects_its_item(page: Page) -> None:
    open_page(page, "what_if")
    page.locator('svg[data-name="changes"] [data-cell="0,4"]').click()
    expect(main(page)).to_contain_text("The chosen cell: actual 0, predicted 4")
    wait_settled(page)
    bar = page.locator('[aria-label^="Kappa after each"] .barlayer .point path').nth(2)
    bar.scroll_into_view_if_needed()
    box = box_of(bar)
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(middle[0] - 5, middle[1])
    page.mouse.click(*middle)
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("0,4,3,0,4,0,1,1,2,1")
    expect(main(page)).to_contain_text("rose from 0.318 to 0.375")
    undo = page.get_by_role("button", name="Undo")
    undo.press("Enter")
    expect(undo).to_have_count(0)


def test_an_edit_of_the_weights_reaches_kappa_and_the_link(page: Page) -> None:
    query = {"actual": "0,1,1,0", "predicted": "0,1,0,1", "w": "0,1;1,0"}
    open_page(page, "weights", query)
    grid = main(page).get_by_test_id("stDataFrame")
    grid.scroll_into_view_if_needed()
    wait_settled(page)
    box = box_of(grid)
    for row, column, value in ((1, 1, "3"), (0, 2, "2")):  # the second must not lose the first
        edit_cell(page, grid, row, column, box["width"] * (0.4 if column == 1 else 0.9), value)
    expect_query(page, w="0,2;3,0")


def test_a_narrow_screen_does_not_scroll_sideways(new_page: NewPage) -> None:
    page = new_page("narrow")
    open_page(page, "what_if", {"experiment": "Between worst and best"})
    assert overflow(page) <= 0
    click(main(page).get_by_text("Simulate a second rater", exact=True))
    assert overflow(page) <= 0
