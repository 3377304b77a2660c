"""The code of a component may come late, when its data have changed already."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.picture import STEP
from tests.browser.pilot import NewPage, main, open_page, type_into, wait_settled, wait_until


def shown(page: Page) -> list[str]:
    """Return the words of each picture of kappa on the page."""
    return main(page).locator("section[role=group]").all_inner_texts()


def test_code_that_comes_late_shows_the_newest_data_once(page: Page, new_page: NewPage) -> None:
    waiting: list[Route] = []
    page.route("**/kappa_box.js", lambda route: waiting.append(route))
    page.goto("/")
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


# Two calls, as Streamlit makes them when the data change while the code is loaded: the outdated one
# is ended at once.
CALLS = """
async outdatedFirst => {
    const files = performance.getEntriesByType("resource").map(file => new URL(file.name));
    const file = files.find(file => file.pathname.endsWith("/component.js"));
    const { component } = await import(file.href);
    const happened = [];
    class View {
        constructor() { happened.push("begins"); }
        take(data) { happened.push(data); }
        end() { happened.push("ends"); }
    }
    const show = component(View), parentElement = document.createElement("div");
    const call = data => show({ data: [data], parentElement, setTriggerValue() {} });
    const timers = () => new Promise(done => setTimeout(done));

    call("first");
    await timers();
    let end;
    const newest = () => { end = call("newest"); };
    const outdated = () => { Promise.resolve(call("outdated")).then(ended => ended()); };
    for (const each of outdatedFirst ? [outdated, newest] : [newest, outdated]) each();
    await timers();
    end();
    return happened;
}
"""


@pytest.mark.parametrize("outdated_first", [True, False])
def test_an_outdated_call_changes_nothing(page: Page, *, outdated_first: bool) -> None:
    open_page(page)
    assert page.evaluate(CALLS, outdated_first) == ["begins", "first", "newest", "ends"]
