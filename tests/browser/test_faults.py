"""Faults around the app: a slow connection, a cut one, late code.

A server that ends and comes back: test_deployed. One far away: test_server.
"""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.pilot import (
    NewPage,
    expect_query,
    main,
    open_page,
    type_into,
    wait_settled,
    wait_until,
)
from tests.browser.windows import STILL

LINK = {"actual": "0,1,2,3", "predicted": "0,1,2,2"}


class Line:
    """Delays the messages from the page to the server, or loses them as on a cut connection."""

    def __init__(self, page: Page) -> None:
        self.late = 0  # the largest number of messages under way
        self.waiting: list[str | bytes] = []
        page.route_web_socket(re.compile("/_stcore/stream"), self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        self.page, self.server = page, page.connect_to_server()
        page.on_message(self._send)

    def _send(self, message: str | bytes) -> None:
        self.waiting.append(message)
        self.bring()

    def bring(self) -> None:
        """Pass the messages that have waited long enough to the server."""
        while len(self.waiting) > self.late:
            self.server.send(self.waiting.pop(0))

    def cut(self) -> None:
        self.waiting.clear()
        self.server.close()
        self.page.close()


def test_on_a_slow_line_fast_typing_loses_no_edit(new_page: NewPage) -> None:
    page = new_page(fresh=True)
    slow = Line(page)
    open_page(page, query=LINK)
    slow.late = 4
    texts = [f"{a},{b},2,{c}" for a in range(3) for b in range(2) for c in range(2)]
    field = page.get_by_label("Predicted", exact=True)
    for before, text in pairwise(["0,1,2,2", *texts]):
        expect(field).to_have_value(before)
        field.fill(text)
        field.press("Enter")
        page.wait_for_timeout(80)  # as fast as people type
    # Edit another field before the server has answered the first edit.
    type_into(page, "Actual", "3,2,1,0")
    slow.late = 0
    slow.bring()
    expect_query(page, actual="3,2,1,0", predicted="2,1,2,1")
    wait_settled(page, quiet=1.5)
    expect(field).to_have_value(texts[-1])
    expect(page.get_by_label("Actual", exact=True)).to_have_value("3,2,1,0")
    expect(main(page)).to_contain_text("actual 3, predicted 2: 1 item ×")


def test_what_is_typed_as_the_line_breaks_is_kept(base: str, browser: Browser) -> None:
    # This window is not watched, since a cut connection is an error on its console.
    page = browser.new_page(base_url=base, locale="en-GB", reduced_motion=STILL)
    laid = Line(page)
    open_page(page, query=LINK)
    laid.late = 1
    type_into(page, "Predicted", "3,1,2,2")
    wait_until(page, lambda: bool(laid.waiting))
    laid.cut()  # before the message has arrived
    laid.late = 0
    expect(main(page)).to_contain_text("κ = −0.250")
    wait_settled(page)
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("3,1,2,2")
    expect_query(page, predicted="3,1,2,2")
    page.context.close()


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
