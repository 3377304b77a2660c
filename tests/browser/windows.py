"""Browser windows for the tests: watched, and reused if nothing of the last test is left.

A window that has shown the app once shows it again in half the time, because the browser keeps the
compiled scripts. The windows ask for reduced motion, unless a test needs motion: pages are complete
sooner, and a browser without a graphics card saves a third of its work.
"""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Request

# Streamlit first looks for its server below the page's own path, and gets the answer 404.
KNOWN_404 = ("/_stcore/health", "/_stcore/host-config")

DEVICES: dict[str, dict[str, Any]] = {
    "desk": {"width": 1280, "height": 800},
    "narrow": {"width": 390, "height": 844, "has_touch": True},
    "phone": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
    "projector": {"width": 1920, "height": 1080},
}
STILL = "reduce"  # the value for reduced motion
KEPT = 5  # windows
PATIENCE = 60_000  # milliseconds; on a busy machine a page takes half a minute

FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


@dataclass
class Window:
    """A window, with its errors and requests."""

    page: Page
    kind: str  # windows of one kind can replace each other
    findings: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.findings.append(f"page error: {error}"))
        self.page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        url = message.location.get("url", "")
        known = "404" in message.text and urlsplit(url).path.endswith(KNOWN_404)
        if message.type == "error" and not known:
            self.findings.append(f"console: {message.text} ({url})")

    def _request(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme in ("http", "https", "ws", "wss") and url.hostname != "127.0.0.1":
            self.findings.append(f"a request to another host: {request.url}")


class Windows:
    """Opens windows, and keeps some for later."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._kept: list[Window] = []

    def open(
        self,
        device: str = "desk",
        *,
        color_scheme: str = "light",
        reduced_motion: str = STILL,
        fresh: bool = False,
        **options: Any,
    ) -> Window:
        """Open a window of a device, without stored data.

        A `fresh` window has no files of the app in its cache either, and is not reused.
        """
        options = {**DEVICES[device], "locale": "en-GB", **options}
        size = {side: options.pop(side) for side in ("width", "height")}
        kind = "" if fresh else repr(sorted(options.items()))
        found = next((window for window in self._kept if kind and window.kind == kind), None)
        if found is None:
            context = self.browser.new_context(**options)
            context.set_default_timeout(PATIENCE)
            found = Window(context.new_page(), kind)
        else:
            self._kept.remove(found)
        found.page.set_viewport_size(size)
        found.page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        return found

    def close(self, window: Window) -> list[str]:
        """Close a window, or keep it for reuse; return its errors."""
        page = window.page
        if not page.is_closed():
            shown = page.locator('[data-testid="stException"]').all_inner_texts()
            window.findings += [f"an exception on screen: {text}" for text in shown]
            ours = urlsplit(page.url).hostname == "127.0.0.1"
            if window.kind and ours and page.context.pages == [page]:
                page.evaluate(FORGET)
                page.unroute_all(behavior="ignoreErrors")
                page.context.clear_cookies()
                page.goto("about:blank")
                if not window.findings:
                    self._kept.append(window)
        if window not in self._kept:
            page.context.close()
        elif len(self._kept) > KEPT:
            self._kept.pop(0).page.context.close()
        return window.findings
