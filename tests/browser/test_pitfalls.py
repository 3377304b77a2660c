"""The card of a pitfall in a browser: by its link, by the search, and in the walkthrough."""

from playwright.sync_api import Page, expect

from qwk_core.teaching.pitfalls.catalogue import PITFALLS
from tests.browser.pilot import expect_query, open_page

LINK = {"actual": "1,2,3", "predicted": "1,3,3", "scheme": "linear", "row": "1", "column": "3"}


def test_the_search_follows_the_typing(page: Page) -> None:
    open_page(page, "pitfalls")
    main = page.get_by_test_id("stMain")
    main.get_by_label("Find a pitfall").press_sequentially("bootstrap", delay=80)
    expect(main).to_contain_text(f"1 of {len(PITFALLS)} pitfalls")
    expect(main).to_contain_text("A kappa is a fact, whatever the number of items.")
    main.get_by_role("radio", name="below 0").click()
    expect(main).to_contain_text("by the bootstrap from")
    expect_query(page, find="bootstrap")
