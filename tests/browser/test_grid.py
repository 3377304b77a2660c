"""The sidebar's grids and its text fields edit one example, and no edit is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pilot import click, expect_query, open_page, type_into, wait_settled
from tests.browser.sheet import Sheet

LINK = {"actual": "0,1,2,3", "predicted": "0,1,2,2"}


@pytest.fixture
def sheet(page: Page) -> Sheet:
    open_page(page, query=LINK)
    return Sheet(page)


def expect_ratings(page: Page, actual: str, predicted: str) -> None:
    expect(page.get_by_label("Actual", exact=True)).to_have_value(actual)
    expect(page.get_by_label("Predicted", exact=True)).to_have_value(predicted)


def test_consecutive_edits_are_all_kept(page: Page, sheet: Sheet) -> None:
    sheet.grid.scroll_into_view_if_needed()
    place = sheet.grid.bounding_box()
    kappa = page.locator('[class*="st-key-side-kappa"] p')
    expect(kappa).to_be_hidden()  # the page shows it
    sheet.edit(1, "predicted", "3")
    expect(kappa).to_have_text("κ = −0.250 · was 0.875")
    expect(kappa).to_be_visible()
    sheet.edit(2, "predicted", "2")
    sheet.edit(3, "actual", "1")
    sheet.edit(4, "actual", "0")
    expect_ratings(page, "0,1,1,0", "3,2,2,2")
    assert sheet.grid.bounding_box() == place  # changes above it must not move it
    expect_query(page, predicted="3,2,2,2")


def test_text_redraws_the_grid_and_the_grid_the_text(page: Page, sheet: Sheet) -> None:
    sheet.edit(1, "predicted", "3")
    expect_ratings(page, "0,1,2,3", "3,1,2,2")
    type_into(page, "Predicted", "1 1\t1 1")
    wait_settled(page)
    sheet.edit(4, "predicted", "3")
    expect_ratings(page, "0,1,2,3", "1,1,1,3")
    # Paste a column of a spreadsheet.
    predicted = page.get_by_label("Predicted", exact=True)
    predicted.press("ControlOrMeta+a")
    page.evaluate("text => document.execCommand('insertText', false, text)", "3\n2\n1\n0")
    predicted.press("Enter")
    wait_settled(page)
    expect(page.get_by_test_id("stSidebar").get_by_role("alert")).to_have_count(0)
    expect(page.get_by_test_id("stMain")).to_contain_text("actual 3, predicted 0: 1 item ×")


def test_a_row_is_deleted_and_another_added(page: Page, sheet: Sheet) -> None:
    sheet.delete(2)
    expect_ratings(page, "0,2,3", "0,2,2")
    sheet.add(4)
    sheet.edit(4, "actual", "1")
    sheet.edit(4, "predicted", "2")
    expect_ratings(page, "0,2,3,1", "0,2,2,2")


def test_a_half_filled_row_says_what_is_missing(page: Page, sheet: Sheet) -> None:
    sheet.add(5)
    sheet.edit(5, "actual", "1")
    expect(page.get_by_test_id("stSidebar").get_by_role("alert")).to_contain_text("Predicted")
    expect(page.get_by_test_id("stMain").get_by_role("alert")).to_contain_text(
        "You see the last example that worked"
    )
    expect(page.locator(".st-key-page")).to_have_css("opacity", "0.45")
    sheet.edit(5, "predicted", "1")
    expect_ratings(page, "0,1,2,3,1", "0,1,2,2,1")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".st-key-page")).to_have_css("opacity", "1")


def test_edits_survive_reload_and_a_walk_through_the_pages(page: Page, sheet: Sheet) -> None:
    sheet.edit(1, "predicted", "3")
    expect_ratings(page, "0,1,2,3", "3,1,2,2")
    page.reload()
    wait_settled(page)
    expect_ratings(page, "0,1,2,3", "3,1,2,2")
    sheet = Sheet(page)  # it stays unfolded on the next page
    page.get_by_role("link", name="Next: Count").first.click()
    expect(page).to_have_url(re.compile("/observed.*predicted=3%2C1%2C2%2C2"))
    wait_settled(page)
    sheet.edit(2, "predicted", "0")
    expect_ratings(page, "0,1,2,3", "3,0,2,2")
    page.go_back()  # undoes the edit
    expect_ratings(page, "0,1,2,3", "3,1,2,2")
    wait_settled(page)
    page.go_back()  # and returns to the page before
    expect(page.get_by_test_id("stMain").get_by_role("heading", level=1)).to_contain_text("agree")
    # A page that shows no ratings keeps them in its address for the next page.
    wait_settled(page)
    page.get_by_role("link", name="Practice").first.click()
    expect(page).to_have_url(re.compile("/practice.*actual=0%2C1%2C2%2C3"))
    wait_settled(page)
    page.reload()
    wait_settled(page)
    click(page.get_by_role("link", name="4 · Kappa").first)
    expect_ratings(page, "0,1,2,3", "3,1,2,2")


def test_counts_are_edited_in_a_grid_of_their_own(page: Page) -> None:
    open_page(page, query={"counts": "40,9;6,45"})
    Sheet(page).edit(1, "actual", "10")
    expect_query(page, counts="10,9;6,45")


def test_a_clean_address_is_the_first_example_also_after_back(page: Page) -> None:
    open_page(page)
    page.get_by_test_id("stSidebar").get_by_role("combobox").first.click()
    click(page.get_by_role("option", name="Step by step"))
    expect_query(page, actual="0,0,4")
    page.go_back()
    wait_settled(page)
    while "?" in page.url:
        page.go_back()
        wait_settled(page)
    expect_ratings(page, "4,4,3,4,4,0,1,1,2,1", "0,4,1,0,4,0,1,1,2,1")
    expect(page.get_by_test_id("stMain")).to_contain_text("0.318")
