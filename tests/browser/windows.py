"""Browser windows for the tests: watched, and used again where nothing is left of the last test.

A window that has shown the app once shows it again in half the time: the browser has its scripts
at hand, compiled. Readers in them ask for less motion, unless a test wants it: pages stand sooner,
and a browser that draws without a graphics card saves a third of its work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Request

from tests.browser.pilot import go_on, open_page

# Streamlit looks for its server below the page's own path first, and is told that it is not there.
KNOWN_404 = ("/_stcore/health", "/_stcore/host-config")

STILL = "reduce"  # what a reader who wants less motion asks for
KEPT = 5  # windows
USES = 50  # of a window, before it is closed: none grows old

# What changes a window for good: one that this was asked of is not used again.
LASTING = ("route", "add_init_script", "expose_function", "expose_binding", "set_content")
LASTING_OF_CONTEXT = ("route", "add_init_script", "new_cdp_session", "set_offline", "add_cookies")

FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


class Watch:
    """Writes down what a reader does not see: console errors, and requests to other hosts."""

    def __init__(self, page: Page) -> None:
        self.findings: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.findings.append(f"page error: {error}"))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        url = message.location.get("url", "")
        if "404" in message.text and urlsplit(url).path.endswith(KNOWN_404):
            return
        self.findings.append(f"console: {message.text} ({url})")

    def _request(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme in ("http", "https", "ws", "wss") and url.hostname != "127.0.0.1":
            self.findings.append(f"a request to another host: {request.url}")


@dataclass
class Window:
    """A window, and what happened in it."""

    page: Page
    kind: str | None  # windows of one kind stand in for each other; None: for no other
    watch: Watch = field(init=False)
    uses: int = 0
    listeners: list[tuple[Any, Any]] = field(default_factory=list)
    looks: tuple[int, int, str, str] = field(init=False)  # width, height, colour scheme, motion

    def look_as_asked(self) -> None:
        """Give the window the size, colours and motion that it was opened with."""
        width, height, color_scheme, reduced_motion = self.looks
        self.page.set_viewport_size({"width": width, "height": height})
        if self.kind:
            self.page.emulate_media(
                color_scheme=color_scheme,  # type: ignore[arg-type]
                reduced_motion=reduced_motion,  # type: ignore[arg-type]
            )

    def begin(self) -> None:
        """Watch from now on, and note who else listens."""
        self.uses += 1
        listen = type(self.page).on.__get__(self.page)

        def on(event: Any, f: Any) -> None:
            self.listeners.append((event, f))
            listen(event, f)

        self.page.on = on  # type: ignore[method-assign]
        self.watch = Watch(self.page)

    def exceptions(self) -> list[str]:
        """Return the exceptions that the page shows."""
        shown = self.page.locator('[data-testid="stException"]').all_inner_texts()
        return [f"an exception on screen: {text}" for text in shown]

    def spoil(self) -> None:
        """Do not use the window again."""
        self.kind = None


class Windows:
    """Opens windows, and keeps some for later."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._kept: list[Window] = []

    def open(
        self,
        *,
        width: int = 1280,
        height: int = 800,
        color_scheme: str = "light",
        locale: str = "en-GB",
        reduced_motion: str = STILL,
        fresh: bool = False,
        **options: Any,
    ) -> Window:
        """Open a window with nothing remembered; if `fresh`, not even the app's files."""
        kind = None if fresh else repr((locale, sorted(options.items())))
        found = next((window for window in self._kept if kind and window.kind == kind), None)
        if found is None:
            found = self._new(
                kind,
                locale=locale,
                color_scheme=color_scheme,
                reduced_motion=reduced_motion,
                **options,
            )
        else:
            self._kept.remove(found)
        found.looks = (width, height, color_scheme, reduced_motion)
        found.look_as_asked()
        found.begin()
        return found

    def close(self, window: Window) -> list[str]:
        """Take a window back; return what was wrong in it."""
        page = window.page
        if page.is_closed():
            page.context.close()
            return window.watch.findings
        findings = window.exceptions()
        alone = page.context.pages == [page]
        ours = urlsplit(page.url).hostname == "127.0.0.1"
        if window.kind and ours and alone and window.uses < USES:
            page.evaluate(FORGET)
            page.context.clear_cookies()
            page.goto("about:blank")
            findings += window.watch.findings
            for event, listener in window.listeners:
                page.remove_listener(event, listener)
            window.listeners.clear()
            if not findings:
                self._kept.append(window)
                if len(self._kept) > KEPT:
                    self._kept.pop(0).page.context.close()
                return findings
        else:
            findings += window.watch.findings
        page.context.close()
        return findings

    def _new(self, kind: str | None, **options: Any) -> Window:
        context = self.browser.new_context(**options)
        context.set_default_timeout(30_000)
        window = Window(context.new_page(), kind)
        for owner, names in ((window.page, LASTING), (context, LASTING_OF_CONTEXT)):
            for name in names:
                setattr(owner, name, _spoiling(window, getattr(owner, name)))
        return window


class Tour:
    """One reader's way from page to page, in a window that loads the app once.

    For checks of many pages, which ask what a page holds and not how it is reached. After a test
    that failed, a new window begins.
    """

    def __init__(self, windows: Windows, base: str, **options: Any) -> None:
        self._windows, self._base, self._options = windows, base, options
        self._window: Window | None = None

    @contextmanager
    def at(self, name: str, query: dict[str, str] | None = None) -> Iterator[Page]:
        """Go on to a page; at the end nothing may be wrong in the window, as in any other."""
        window, self._window = self._window, None
        try:
            if window is None:
                window = self._windows.open(**self._options)
                open_page(window.page, self._base, name, query)
            else:
                window.look_as_asked()
                go_on(window.page, self._base, name, query)
            yield window.page
        except BaseException:
            if window is not None:
                self._windows.close(window)
            raise
        findings = window.exceptions() + window.watch.findings
        if findings:
            self._windows.close(window)
        assert not findings, "\n".join(findings)
        self._window = window

    def end(self) -> None:
        """Give the window back."""
        window, self._window = self._window, None
        findings = self._windows.close(window) if window else []
        assert not findings, "\n".join(findings)


def _spoiling(window: Window, method: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any, **options: Any) -> Any:
        window.spoil()
        return method(*arguments, **options)

    return call
