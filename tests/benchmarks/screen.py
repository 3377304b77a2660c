"""How soon the screen follows an edit, beside the least a Streamlit app could do.

    python -m tests.benchmarks.screen
    python -m tests.benchmarks.screen --pages kappa --edits 31

For each page: Enter in the field "Predicted" until the last of the page's charts is repainted,
beside a bare app (`bare_app.py`: that field, and as many default Plotly heatmaps as the page has
charts; `--heatmaps` counts and waits for its heatmaps alone, as once) on a server with the same
settings. The edits take turns between the two, in one Chromium, and medians are compared.
Every edit is new to both and changes the number of categories, so that every matrix changes, w
included; a heatmap that is not repainted ends the benchmark. And, for the page alone: what its
script takes on the server an edit, in how many runs, and how much is sent to the browser. A page
without heatmaps has nothing to set beside the bare app's: of it, only the latter is measured.
Pitfalls and Other measures show examples of their own, which do not follow the edit: they are left
out.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, WebSocket, sync_playwright

from tests.browser.chromium import ARGUMENTS, ensure_chromium
from tests.browser.pilot import address, page_names, wait_settled
from tests.browser.server import ROOT, serve

BARE_APP = Path(__file__).with_name("bare_app.py")
RATIO, SCRIPT_MS, KIB = 1.5, 25, 25  # to reach: at most
WARM_UP = 2
OWN_EXAMPLES = ("pitfalls", "measures")  # their heatmaps are not the reader's example

# In the browser: the moment of Enter, and on each heatmap the moment it last changed. One may be
# repainted in place or mounted anew: both count. The app's matrices lie in shadow roots, one or
# more in each; the bare app's are Plotly's.
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

HEATMAPS = """
() => [...document.querySelectorAll('[data-testid="stPlotlyChart"]')].filter(chart =>
    chart.checkVisibility()
    && chart.querySelector('.js-plotly-plot')?.data?.some(trace => trace.type === 'heatmap'))
    .concat([...document.querySelectorAll('*')].filter(element => element.checkVisibility())
        .flatMap(element => [...element.shadowRoot?.querySelectorAll('[data-cell="0,0"]') ?? []])
        .map(cell => ({get qwkChanged() { return cell.getRootNode().qwkChanged; }})))
"""
# All charts; those that an edit leaves as they are, are not waited for.
CHARTS = """
() => [...document.querySelectorAll('[data-testid="stPlotlyChart"]')]
    .filter(chart => chart.checkVisibility())
    .concat([...document.querySelectorAll('*')].filter(element => element.checkVisibility())
        .flatMap(element => [...element.shadowRoot?.querySelectorAll('svg[data-name]') ?? []])
        .map(chart => ({get qwkChanged() { return chart.getRootNode().qwkChanged; }})))
"""
STALE = f"() => ({HEATMAPS})().filter(chart => !(chart.qwkChanged > window.qwkEnter)).length"


def count(charts: str) -> str:
    """Return what counts charts in the browser."""
    return f"() => ({charts})().length"


def took(charts: str) -> str:
    """Return what says in the browser how long after Enter the last of them was repainted."""
    return f"() => Math.max(...({charts})().map(chart => chart.qwkChanged ?? 0)) - window.qwkEnter"


def predictions(edit: int) -> str:
    """Make the `edit`-th text: no two are alike, and neighbours differ in their highest rating."""
    digits = [(edit // 4**place) % 4 for place in range(4)]
    highest = 4 + edit % 2
    return ",".join(map(str, [0, highest, 1, 0, highest, 0, *digits]))


@dataclass
class Contestant:
    """One app in one window, and what its edits cost."""

    page: Page
    charts: str
    milliseconds: list[float] = field(default_factory=list)
    received: list[int] = field(default_factory=list)
    _bytes: int = 0

    def listen(self) -> None:
        """Count what the server sends from now on, as the browser unpacks it."""

        def opened(socket: WebSocket) -> None:
            socket.on("framereceived", self._count)

        self.page.on("websocket", opened)

    def _count(self, payload: str | bytes) -> None:
        self._bytes += len(payload.encode() if isinstance(payload, str) else payload)

    def open(self, link: str) -> int:
        """Open the page, start the stopwatch, and return how many charts it shows."""
        self.listen()
        self.page.goto(link)
        wait_settled(self.page)
        self.page.evaluate(WATCH)
        charts: int = self.page.evaluate(count(self.charts))
        return charts

    def edit(self, text: str) -> None:
        """Type a text, press Enter, and note what followed."""
        self.page.bring_to_front()
        box = self.page.get_by_label("Predicted", exact=True)
        box.fill(text)
        wait_settled(self.page)
        self._bytes = 0
        box.press("Enter")
        # The last change is what is noted, so that the quiet after it is not part of the time.
        self.page.wait_for_function(f"() => ({STALE})() === 0")
        wait_settled(self.page, quiet=0.4)
        passed = self.page.evaluate(took(self.charts))
        self.milliseconds.append(passed if passed > 0 else math.nan)  # nan without a heatmap
        self.received.append(self._bytes)


def new_window(browser: Browser, charts: str) -> Contestant:
    """Open a window that remembers nothing."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    return Contestant(context.new_page(), charts)


@dataclass(frozen=True)
class Measured:
    """One page's figures."""

    name: str
    charts: int
    app: float
    bare: float
    script: float
    runs: float
    kib: float

    @property
    def ratio(self) -> float:
        """How many times as long as the bare app."""
        return self.app / self.bare

    def __str__(self) -> str:
        return (
            f"{self.name:<16}{self.charts:>8}{self.app:>9.0f}{self.bare:>9.0f}{self.ratio:>8.2f}"
            f"{self.script:>11.1f}{self.runs:>7.1f}{self.kib:>10.1f}"
        )


def script_times(times: Path) -> list[float]:
    """Read what the timed server has written so far."""
    return [float(line) for line in times.read_text(encoding="utf-8").splitlines()]


def measure(
    browser: Browser, name: str, app: str, bare: str, times: Path, edits: int, charts: str
) -> Measured:
    """Race one page against the bare app."""
    ours, theirs = new_window(browser, charts), new_window(browser, charts)
    shown = ours.open(address(app, name))
    if theirs.open(f"{bare}/?charts={shown}") != shown:
        raise RuntimeError("The bare app does not show as many charts.")

    for edit in range(WARM_UP):
        ours.edit(predictions(edit + 1))
        theirs.edit(predictions(edit + 1))
    ours.milliseconds, theirs.milliseconds, ours.received = [], [], []
    runs: list[list[float]] = []
    for edit in range(WARM_UP, WARM_UP + edits):
        before = len(script_times(times))
        ours.edit(predictions(edit + 1))
        runs.append(script_times(times)[before:])
        theirs.edit(predictions(edit + 1))
    for contestant in (ours, theirs):
        contestant.page.context.close()
    return Measured(
        name,
        shown,
        median(ours.milliseconds),
        median(theirs.milliseconds),
        median(sum(run) for run in runs),
        sum(map(len, runs)) / edits,
        median(ours.received) / 1024,
    )


def main(arguments: list[str]) -> None:
    """Race the pages one after another and print a row for each."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.screen", description=(__doc__ or "").splitlines()[0]
    )
    following = [name for name in page_names() if name not in OWN_EXAMPLES]
    parser.add_argument("--pages", nargs="+", default=following, metavar="PAGE")
    parser.add_argument("--edits", type=int, default=15, help="measured edits a page")
    parser.add_argument("--heatmaps", action="store_true", help="count and wait for heatmaps alone")
    options = parser.parse_args(arguments)
    charts = HEATMAPS if options.heatmaps else CHARTS

    print(f"Enter to repainted, medians of {options.edits} edits; sent: before any compression")
    print(
        f"{'page':<16}{'charts':>8}{'app ms':>9}{'bare ms':>9}{'ratio':>8}"
        f"{'script ms':>11}{'runs':>7}{'KiB sent':>10}"
    )
    with tempfile.TemporaryDirectory(prefix="qwk-bench-") as folder:
        times = Path(folder) / "times.txt"
        environment = {"QWK_SCRIPT_TIMES": str(times), "PYTHONPATH": str(ROOT)}
        with (
            serve(streamlit="tests.benchmarks.timed_streamlit", environment=environment) as app,
            serve(BARE_APP) as bare,
            sync_playwright() as playwright,
        ):
            browser = playwright.chromium.launch(
                executable_path=str(ensure_chromium()), args=ARGUMENTS
            )
            rows = []
            for name in options.pages:
                rows.append(
                    measure(browser, name, app.base, bare.base, times, options.edits, charts)
                )
                print(rows[-1], flush=True)
    print(f"to reach, at most{RATIO:>33.2f}{SCRIPT_MS:>11.1f}{'':>7}{KIB:>10.1f}")
    over = [
        row.name for row in rows if row.ratio > RATIO or row.script > SCRIPT_MS or row.kib > KIB
    ]
    print("beyond: " + ", ".join(over) if over else "all within")


if __name__ == "__main__":
    main(sys.argv[1:])
