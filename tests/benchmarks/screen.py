"""The time from an edit to the screen, compared with a minimal Streamlit app.

    python -m tests.benchmarks.screen

For each page, the program measures the time from Enter in the field "Predicted" until the last of
the page's charts is repainted. It does the same with a bare app (`bare_app.py`: that field, and as
many default Plotly heatmaps as the page has charts) on a server with the same settings. The edits
take turns between the two, in one Chromium, and the program compares the medians. Every edit is new
to both and changes the number of categories, so that every matrix changes, also w. A matrix that is
not repainted ends the benchmark. The benchmark omits pages without the field, and pages without a
picture that depends on the example.
"""

import math
from collections.abc import Sequence
from statistics import median

from playwright.sync_api import Browser, Page

from qwk_app.frame.steps import BY_STEM
from tests.benchmarks.common import BARE_APP
from tests.benchmarks.visitor import predictions
from tests.browser.chromium import launched
from tests.browser.pilot import PICTURES, address, page_names, wait_settled
from tests.browser.server import serve

RATIO = 1.5  # aim: the largest ratio
WARM_UP, EDITS = 2, 15
# No picture on these pages depends on the reader's example.
LEFT_OUT = ("implementations", "measures", "pitfalls")

# The browser records the moment of Enter, and for each chart the moment of its last change. A chart
# may be repainted or mounted again: both count. The app's matrices are in shadow roots, one or more
# in each; the bare app's matrices are Plotly's.
WATCH = """
() => {
    window.qwkEnter = NaN;
    document.addEventListener('keydown', event => {
        if (event.key === 'Enter') window.qwkEnter = performance.now();
    }, true);
    const watched = new WeakSet();
    const changed = mutations => {
        const now = performance.now();
        for (const {target} of mutations) {
            const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
            const chart = element?.closest('[data-testid="stPlotlyChart"]');
            if (chart) chart.qwkChanged = now;
            const root = target.getRootNode();
            if (root instanceof ShadowRoot) root.qwkChanged = now;
        }
        watch();
    };
    const options = {subtree: true, childList: true, characterData: true, attributes: true};
    const watch = () => {
        for (const element of document.querySelectorAll('*')) {
            if (!element.shadowRoot || watched.has(element.shadowRoot)) continue;
            watched.add(element.shadowRoot);
            element.shadowRoot.qwkChanged = performance.now();
            new MutationObserver(changed).observe(element.shadowRoot, options);
        }
    };
    new MutationObserver(changed).observe(document, options);
    watch();
}
"""
# The last repaint of each chart on the page, in milliseconds after Enter.
REPAINTED = """all => all.filter(chart => chart.checkVisibility()).map(chart =>
    (chart.qwkChanged ?? chart.getRootNode().qwkChanged ?? NaN) - window.qwkEnter)"""
MATRIX = '[data-testid="stPlotlyChart"]:has(.hm), svg[data-name]:has([data-cell="0,0"])'


def open_in(browser: Browser, link: str) -> Page:
    """Open a page in a new window that records these moments."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB").new_page()
    page.goto(link)
    wait_settled(page)
    page.evaluate(WATCH)
    return page


def edit(page: Page, text: str) -> float:
    """Type a text, press Enter, and return the milliseconds until all charts have changed."""
    page.bring_to_front()
    box = page.get_by_label("Predicted", exact=True)
    box.fill(text)
    wait_settled(page)
    box.press("Enter")
    # The time ends with the last change, without the quiet after it.
    wait_settled(page, quiet=0.4)
    matrices = page.locator(MATRIX).evaluate_all(REPAINTED)
    assert all(at > 0 for at in matrices), "a matrix was not repainted"
    repainted = page.locator(PICTURES).evaluate_all(REPAINTED)
    return max((at for at in repainted if at > 0), default=math.nan)


def measure(browser: Browser, link: str, bare: str) -> tuple[int, Sequence[float]]:
    """Compare a page with the bare app; return its number of charts, and the medians of both."""
    app_page = open_in(browser, link)
    app_page.locator(PICTURES).first.wait_for()  # on a busy machine the matrices appear late
    wait_settled(app_page)
    charts = app_page.locator(PICTURES).filter(visible=True).count()
    bare_page = open_in(browser, f"{bare}/?charts={charts}")
    took = [
        (edit(app_page, predictions(number + 1)), edit(bare_page, predictions(number + 1)))
        for number in range(WARM_UP + EDITS)
    ]
    for page in (app_page, bare_page):
        page.context.close()
    return charts, [median(each) for each in zip(*took[WARM_UP:], strict=True)]


def main() -> None:
    """Measure the pages one after another and print a row for each."""
    following = [name for name in page_names() if not BY_STEM[name].own]
    pages = [name for name in following if name not in LEFT_OUT]
    print(f"Enter to repainted, medians of {EDITS} edits")
    print(f"{'page':<16}{'charts':>8}{'app ms':>9}{'bare ms':>9}{'ratio':>8}")
    over = []
    with serve() as app, serve(BARE_APP) as bare, launched() as browser:
        for name in pages:
            link = app.base + address(name)
            charts, (app_ms, bare_ms) = measure(browser, link, bare.base)
            ratio = app_ms / bare_ms
            print(f"{name:<16}{charts:>8}{app_ms:>9.0f}{bare_ms:>9.0f}{ratio:>8.2f}", flush=True)
            over += [name] if ratio > RATIO else []
    print(f"to reach: a ratio of {RATIO} at most. Beyond: {', '.join(over) or 'none'}")


if __name__ == "__main__":
    main()
