"""The code of a component may come late, when its data have changed already."""

from playwright.sync_api import Page, Route, expect

from tests.browser.picture import STEP
from tests.browser.pilot import NewPage, main, type_into, wait_settled, wait_until
from tests.browser.server import Server


def shown(page: Page) -> list[str]:
    """Return the words of each picture of kappa on the page."""
    return main(page).locator("section[role=group]").all_inner_texts()


def test_code_that_comes_late_shows_the_newest_data_once(
    server: Server, page: Page, new_page: NewPage
) -> None:
    waiting: list[Route] = []
    page.route("**/kappa_box.js", lambda route: waiting.append(route))
    page.goto(server.base)
    type_into(page, "Predicted", STEP)
    expect(main(page).locator(".katex").first).to_contain_text("0.597")
    wait_until(page, lambda: bool(waiting))
    for route in waiting:
        route.continue_()
    for text in (STEP, "4,4,3,0,4,0,1,1,2,1"):
        type_into(page, "Predicted", text)
        wait_settled(page)
        fresh = new_page()
        fresh.goto(page.url)
        wait_settled(fresh)
        assert shown(page) == shown(fresh)
