"""What a reader does in a browser: open a page, wait until it is complete, look at it."""

import asyncio
import re
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlencode, urlsplit

from playwright.sync_api import CDPSession, Download, Locator, Page, TimeoutError, expect

from tests.browser.server import APP

T = TypeVar("T")
NewPage = Callable[..., Page]  # opens a window: the fixture `new_page`

# All pictures: the charts, and the pictures that the app draws itself.
PICTURES = '[data-testid="stPlotlyChart"], svg[data-name]'

# A page is settled if Streamlit is connected and runs nothing, every chart on screen is painted,
# every part that the app draws itself contains more than its style (its code comes as a file; a
# part that only listens to keys has no style), and the page has not changed for a while: longer
# than the 150 ms that the editor waits before it sends.
WAITS_FOR = """
() => {
    const app = document.querySelector('[data-testid="stApp"]');
    const shown = selector => [...document.querySelectorAll(selector)]
        .filter(element => element.checkVisibility());
    const names = elements => elements.map(element => element.closest('[class*="st-key-"]'))
        .map(keyed => keyed ? keyed.className : "?");
    const unpainted = shown('[data-testid="stPlotlyChart"]')
        .filter(chart => !chart.querySelector('.main-svg .plot, .main-svg .infolayer'));
    const empty = shown('[data-testid="stBidiComponentIsolated"]').filter(({shadowRoot: root}) =>
        !root || (root.querySelector('style')
            && !root.querySelector('section > *, div > :not(style)')));
    const waits = {
        script: app && app.dataset.testScriptState !== 'notRunning' && app.dataset.testScriptState,
        connection: app && app.dataset.testConnectionState !== 'CONNECTED'
            && app.dataset.testConnectionState,
        skeletons: shown('[data-testid="stSkeleton"]').length,
        charts: unpainted.length && names(unpainted),
        components: empty.length && names(empty),
    };
    const entries = Object.entries(app ? waits : {app: "none"}).filter(([, value]) => value);
    return entries.length ? JSON.stringify(Object.fromEntries(entries)) : "";
}
"""
SETTLED = f"""
quiet => {{
    const now = performance.now();
    if (!window.qwkSettled) {{
        window.qwkSettled = {{since: now}};
        const touch = () => {{ window.qwkSettled.since = performance.now(); }};
        new MutationObserver(touch).observe(
            document, {{subtree: true, childList: true, characterData: true}});
    }}
    const busy = ({WAITS_FOR})();
    if (busy) window.qwkSettled.since = now;
    return !busy && now - window.qwkSettled.since >= quiet;
}}
"""

# Milliseconds between two checks. By default Playwright checks at every painted frame. That takes a
# tenth of a processor on a page without changes.
LOOK = 100


def page_names() -> list[str]:
    """List the app's pages by their files' stems, the overview first."""
    stems = sorted(path.stem for path in (APP.parent / "pages").glob("*.py"))
    return sorted(stems, key=lambda stem: stem != "overview")


def address(name: str = "overview", query: dict[str, str] | None = None) -> str:
    """Make the link of a page, below the app's address; the overview is at the root."""
    path = "/" if name == "overview" else f"/{name}"
    return path + (f"?{urlencode(query)}" if query else "")


def open_page(page: Page, name: str = "overview", query: dict[str, str] | None = None) -> Page:
    """Go to a page by its link, wait until it is complete, and return it."""
    page.goto(address(name, query))
    wait_settled(page)
    return page


def wait_settled(page: Page, quiet: float = 0.25, patience: float = 180) -> None:
    """Wait until the app runs nothing and has painted; fail if it shows an exception.

    The page must stay unchanged for a while from now on, since the run after a click may not have
    begun. The long time limit is for a busy machine, where a page may take a minute to open.
    """
    page.evaluate("() => { if (window.qwkSettled) window.qwkSettled.since = performance.now(); }")
    try:
        page.wait_for_function(SETTLED, arg=quiet * 1000, timeout=patience * 1000, polling=LOOK)
    except TimeoutError as error:
        waits_for = page.evaluate(WAITS_FOR) or "changes that go on"
        raise AssertionError(f"Not settled within {patience} s: {waits_for}") from error
    exceptions = page.locator('[data-testid="stException"]')
    assert exceptions.count() == 0, f"An exception on screen: {exceptions.all_inner_texts()}"


def click(part: Locator) -> None:
    """Click a part of a page, and wait until the page has answered."""
    part.click()
    wait_settled(part.page)


def expect_query(page: Page, **values: str) -> None:
    """Wait until the address has these values and the page is settled."""
    for pair in values.items():
        expect(page).to_have_url(re.compile(re.escape(urlencode([pair]))))
    wait_settled(page)


def fetched(page: Page) -> int:
    """Open the first page in a new window; return the number of received bytes."""
    answers: list[float] = []

    def finished(event: dict[str, Any]) -> None:
        answers.append(event["encodedDataLength"])

    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", finished)
    open_page(page)
    page.wait_for_load_state("networkidle")
    session.detach()
    return round(sum(answers))


def resize(page: Page, width: int, height: int) -> None:
    """Resize a window, and wait until the page has changed."""
    page.set_viewport_size({"width": width, "height": height})
    wait_settled(page)


def overflow(page: Page) -> int:
    """Return by how many pixels the main column is wider than its window."""
    return page.evaluate(
        """() => {
            const main = document.querySelector('[data-testid="stMain"]');
            return Math.max(
                main.scrollWidth - main.clientWidth,
                document.documentElement.scrollWidth - document.documentElement.clientWidth);
        }"""
    )


_SMALL_LETTERS = """least => {
    const small = [];
    const texts = [];
    const gather = node => {
        if (node.nodeType === Node.TEXT_NODE) texts.push(node);
        if (node.shadowRoot) gather(node.shadowRoot);
        node.childNodes.forEach(gather);
    };
    gather(document.body);
    for (const node of texts) {
        const text = node.textContent.trim();
        const parent = node.parentElement;
        if (!text || !parent || parent.closest("script, style, .katex-mathml")) continue;
        if (!parent.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (box.width < 2 || box.height < 2 || box.bottom < 0 || box.top > innerHeight) continue;
        if (box.right < 0 || box.left > innerWidth) continue;
        const {a, b} = parent.ownerSVGElement ? parent.getScreenCTM() : {a: 1, b: 0};
        const size = parseFloat(getComputedStyle(parent).fontSize) * Math.hypot(a, b);
        if (size < least - 0.3) small.push(`${text.slice(0, 30)}: ${size.toFixed(1)}`);
    }
    return small;
}"""


def small_letters(page: Page, least: float) -> list[str]:
    """List the texts on the screen with letters below `least` pixels."""
    return page.evaluate(_SMALL_LETTERS, least)


def box_of(part: Locator) -> dict[str, float]:
    """Return the place of a part of the page, in pixels."""
    box = part.bounding_box()
    assert box is not None
    return box


def main(page: Page) -> Locator:
    """Return the page without its sidebar."""
    return page.get_by_test_id("stMain")


def wait_until(page: Page, happened: Callable[[], bool], patience: float = 60) -> None:
    """Wait for a condition that no element shows; Playwright has no function for that."""
    deadline = time.monotonic() + patience
    while not happened():
        assert time.monotonic() < deadline, f"not within {patience} s"
        page.wait_for_timeout(LOOK)


def frames(page: Page) -> list[Any]:
    """Record the messages from the page to the server; call it before the page is opened."""
    sent: list[Any] = []
    # This is not sent.append itself, because Playwright sets an attribute on the callback.
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(data)))
    return sent


def type_into(page: Page, label: str, text: str) -> None:
    """Put a text into a field of the sidebar, and press Enter."""
    field = page.get_by_label(label, exact=True)
    field.fill(text)
    field.press("Enter")


def bring_by(page: Page, how: str) -> None:
    """Choose the source of the ratings on Your data: "a file", "pasted"."""
    choice = page.get_by_role("radio", name=how, exact=True)
    click(choice.or_(page.get_by_role("button", name=how, exact=True)))


def upload(page: Page, name: str, data: bytes) -> None:
    """Upload a file, and wait until the page names it."""
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    another = page.get_by_role("button", name="Another file")
    place = page
    if another.count():
        another.click()
        place = page.get_by_test_id("stPopoverBody")
    place.get_by_test_id("stFileUploader").locator("input").first.set_input_files(file)
    shown = re.escape(name).replace(":", ":\u2060?")  # the app inserts U+2060 against false links
    expect(main(page)).to_contain_text(re.compile(shown))
    wait_settled(page)


def download(page: Page, label: str) -> Download:
    """Press a button that makes a file; the button appears after the server has drawn the fold."""
    button = page.get_by_role("button", name=label)
    button.scroll_into_view_if_needed()
    wait_settled(page)
    with page.expect_download() as coming:
        button.click()
    return coming.value


def unfold(page: Page, *titles: str) -> None:
    """Open the folds with these titles."""
    for title in titles:
        click(page.get_by_text(title, exact=True).first)


def press(page: Page, key: str) -> None:
    """Press the button of that key."""
    click(page.locator(f".st-key-{key} button").first)


def open_room(page: Page) -> str:
    """Open a room as a teacher, with the first items on offer; return its code."""
    open_page(page, "live")
    press(page, "live-open")
    expect(page).to_have_url(re.compile("host="))
    return parse_qs(urlsplit(page.url).query)["room"][0]


def come_in(page: Page, code: str) -> None:
    """Join a room by its link."""
    open_page(page, "live", {"room": code})
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page).to_have_url(re.compile("me="))
    wait_settled(page)


def touch(session: CDPSession, path: list[tuple[float, float]]) -> None:
    """Put a finger down, move it along a path, and lift it."""
    for kind, points in [
        ("touchStart", path[:1]),
        *(("touchMove", [point]) for point in path[1:]),
        ("touchEnd", []),
    ]:
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )


def line(start: tuple[float, float], by: float) -> list[tuple[float, float]]:
    """Return the path of a finger that moves up or down by some pixels."""
    return [(start[0], start[1] + by * share / 12) for share in range(13)]


def swipe(page: Page, start: tuple[float, float], by: float) -> None:
    """Move a finger up or down over the main column; wait until the column stands still again.

    After the finger is lifted, the column goes on for a while. A tap would only stop it.
    """
    main(page).evaluate(
        """main => {
            delete main.dataset.still;
            main.addEventListener("scrollend", () => { main.dataset.still = ""; }, {once: true});
        }"""
    )
    touch(page.context.new_cdp_session(page), line(start, by))
    page.wait_for_selector('[data-testid="stMain"][data-still]')


def scrolled(page: Page) -> float:
    return main(page).evaluate("main => main.scrollTop")


def apart(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in another thread, because Playwright's loop runs in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
