"""Acts at random moments of others, in a browser: `python -m tests.browser.moments --moments 500`.

Something is begun that takes a while: an upload, an edit, a count of all rows, a race, a report.
After a random moment comes something else: a click, an edit, another page, back, a reload, another
file, a lost connection. Then the page must stand: nothing red that is no answer, the text that was
typed last in its field, its kappa beside it, and the file that was brought last or, where its
upload was cut off, the one before.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import Error, FilePayload, Locator, Page, Request, expect, sync_playwright

from qwk_app.words.numbers import kappa_text
from qwk_core import quadratic_weighted_kappa
from tests.browser.chromium import ARGUMENTS, ensure_chromium
from tests.browser.pilot import address, wait_settled
from tests.browser.server import Server, serve
from tests.browser.throttle import Line, line

ACTUAL = [4, 4, 3, 4, 4, 0, 1, 1, 2, 1]
HEAD = b"actual,predicted\n"
# Each file has a kappa of its own, by which it is known again.
FILES = {
    "small.csv": HEAD + b"1,1\n2,1\n2,2\n3,3\n" * 25,
    "middle.csv": HEAD + b"1,1\n2,1\n2,2\n3,3\n1,2\n" * 40_000,
    "wide.csv": HEAD + b"1,1\n2,2\n3,1\n" * 700_000,
}
REFUSED = bytes(range(256)) * 4_000
_WITH_THE_EXAMPLE = ("/", "/observed", "/weights", "/expected", "/kappa")
_ANY = "any"  # text: Back leads to an example of before
_PATIENCE = 90  # seconds until the page stands: the machine may be busy
_LONGEST = 2.0  # seconds until the other act comes


@dataclass
class Reader:
    """One window, and what must be in it."""

    page: Page
    line: Line
    chance: random.Random
    predicted: str = "0,4,1,0,4,0,1,1,2,1"
    texts: set[str] = field(default_factory=set)  # any of these may stand there instead
    files: set[str | None] = field(default_factory=lambda: {None})  # any of these may be there
    story: list[str] = field(default_factory=list)
    going: str = ""  # what was begun
    before: set[str | None] = field(default_factory=set)  # what `files` was before it
    old: str = ""  # and `predicted`
    underway: set[Request] = field(default_factory=set)  # uploads

    def __post_init__(self) -> None:
        """Watch the uploads."""

        def begins(request: Request) -> None:
            if request.method == "PUT":
                self.underway.add(request)

        def ends(request: Request) -> None:
            self.underway.discard(request)

        self.page.on("request", begins)
        self.page.on("requestfinished", ends)
        self.page.on("requestfailed", ends)

    # -- What is begun ----------------------------------------------------------------------------

    def open(self, name: str) -> None:
        """Go to a page by its link: another session, without the file."""
        self.files = {None}
        self.page.goto(address(self.line.base, name, {"predicted": self.predicted}))
        wait_settled(self.page)

    def upload(self) -> None:
        """Bring a file."""
        self._to_files()
        name = self.chance.choice([*FILES, "refused.bin"])
        data = FILES.get(name, REFUSED)
        file: FilePayload = {"name": name, "mimeType": "text/csv", "buffer": data}
        self.page.get_by_test_id("stFileUploader").locator("input").first.set_input_files(file)
        self.story.append(f"upload {name}")
        if name in FILES:
            self.before, self.files = self.files, {name}
        self.going = "upload"

    def edit(self) -> None:
        """Type other predictions."""
        if urlsplit(self.page.url).path not in _WITH_THE_EXAMPLE:
            self.open("overview")
        before = self.predicted
        digits = [self.chance.randrange(5) for _item in ACTUAL]
        self.predicted = ",".join(map(str, digits))
        self.old = before
        field = self._field()
        field.fill(self.predicted)
        field.press("Enter")
        self.story.append(f"edit {self.predicted}")
        self.going = "edit"

    def race(self) -> None:
        """Start the race of implementations."""
        self.open("implementations")
        self.page.get_by_role("button", name="Start the race").click()
        self.story.append("race")
        self.going = "race"

    def report(self) -> None:
        """Take a report along."""
        report = self.page.get_by_role("button", name="Report (HTML)").first
        if not report.count():
            self.open("your_data")
            folded = self.page.get_by_text("File by file", exact=True)
            expect(folded.or_(report).first).to_be_visible()
            if not report.count():
                folded.click()
        report.click()
        self.story.append("report")
        self.going = "report"

    # -- What comes in between --------------------------------------------------------------------

    def click(self) -> None:
        """Fold or unfold something."""
        self._press(self.page.locator('[data-testid="stMain"] summary:visible'))
        self.story.append("click")

    def _press(self, found: Locator) -> None:
        """Press one of these; what the page has just taken away cannot be pressed."""
        n = found.count()
        with suppress(Error):
            if n:
                found.nth(self.chance.randrange(n)).click(timeout=5_000, force=True)

    def another_page(self) -> None:
        """Follow a link of the page."""
        self._press(self.page.locator('[data-testid="stPageLink-NavLink"]:visible'))
        self.story.append("another page")
        self._cut_off()

    def back(self) -> None:
        """Go back, where there is something to go back to."""
        self.page.evaluate("history.length > 2 && history.back()")
        self.story.append("back")
        self._cut_off()
        # Back may be to an example that was shown before.
        self.texts.add(_ANY)

    def reload(self) -> None:
        """Load the page anew: another session, without the file; its address stays."""
        if self.going == "edit":  # what a browser sends while it leaves may not arrive
            self.texts.add(self.old)
        self.page.reload()
        self.files = {None}
        self.story.append("reload")

    def lose_the_line(self) -> None:
        """Cut all connections; the browser makes new ones by itself."""
        self.line.cut()
        self.story.append("line cut")
        self._cut_off()

    def second(self) -> None:
        """Begin something else."""
        first = set(self.files) if self.going == "upload" else set()
        self._cut_off()
        self.chance.choice([self.edit, self.upload])()
        # The uploader is a new one as soon as a file was taken: the second may be there or not.
        self.files |= first

    def _cut_off(self) -> None:
        if self.going == "upload":
            self.files |= self.before

    # -- What must hold ---------------------------------------------------------------------------

    def check(self) -> None:
        """Fail if the page does not stand, or lost what it had."""
        page = self.page
        deadline = time.monotonic() + _PATIENCE
        while self.underway and time.monotonic() < deadline:
            page.wait_for_timeout(200)
        wait_settled(page, quiet=0.4, patience=_PATIENCE)
        assert not page.get_by_role("dialog").count(), page.get_by_role("dialog").inner_text()
        deadline = time.monotonic() + _PATIENCE
        while len(page.get_by_test_id("stMain").inner_text()) <= 100:  # between two pages
            assert time.monotonic() < deadline, "an empty page"
            wait_settled(page, quiet=0.4, patience=_PATIENCE)
        path = urlsplit(page.url).path
        page.wait_for_timeout(500)
        if urlsplit(page.url).path != path:  # on the way to another page, late on a busy machine
            self.check()
            return
        try:
            self._check_page(path)
        except AssertionError:
            if urlsplit(page.url).path == path:
                raise
            self.check()  # another page came while this one was looked at

    def _check_page(self, path: str) -> None:
        page = self.page
        if path == "/your_data":
            self._check_file()
        elif path in _WITH_THE_EXAMPLE:
            shown = self._field().input_value()
            allowed = {self.predicted, *self.texts}
            assert shown in allowed or _ANY in allowed, f"the field shows {shown}, not {allowed}"
            self.predicted, self.texts = shown, set()
            if path == "/":
                ratings = [int(each) for each in shown.split(",")]
                kappa = kappa_text(quadratic_weighted_kappa(ACTUAL, ratings, categories=range(5)))
                expect(page.get_by_test_id("stMain")).to_contain_text(f"κ = {kappa}")

    def _check_file(self) -> None:
        self._to_files(begin=False)
        shown, text = self._shown_file()
        deadline = time.monotonic() + _PATIENCE
        while shown not in self.files and time.monotonic() < deadline:  # still on its way
            self.page.wait_for_timeout(500)
            shown, text = self._shown_file()
        assert shown in self.files, f"the file is {shown}, and not {self.files}"
        self.files = {shown}
        if shown is not None:
            rows = [row.split(b",") for row in FILES[shown][:3_000].splitlines()[1:61]]
            pairs = [(int(a), int(b)) for a, b in rows]
            kappa = kappa_text(quadratic_weighted_kappa(*zip(*pairs, strict=True)))
            assert kappa in text, f"no κ of {kappa} with {shown}"

    def _shown_file(self) -> tuple[str | None, str]:
        """Return which file the settled page shows, None for no file, and all that it says."""
        wait_settled(self.page, quiet=0.4, patience=_PATIENCE)
        text = self.page.get_by_test_id("stMain").inner_text()
        shown = (name for name in FILES if f"{name}," in text.replace("\u2060", ""))
        return next(shown, None), text

    def _field(self) -> Locator:
        return self.page.get_by_label("Predicted", exact=True)

    def _to_files(self, *, begin: bool = True) -> None:
        if urlsplit(self.page.url).path != "/your_data":
            self.open("your_data")
        way = self.page.get_by_role("radio", name="a file", exact=True).or_(
            self.page.get_by_role("button", name="a file", exact=True)
        )
        if not self.page.get_by_test_id("stFileUploader").count():
            way.click()
            wait_settled(self.page)
        if begin:
            expect(self.page.get_by_test_id("stFileUploader").first).to_be_attached()


def moment(reader: Reader) -> None:
    """Begin something, do something else at a random moment, and look."""
    reader.story = []
    begun: list[Callable[[], None]] = [reader.upload, reader.upload, reader.edit, reader.edit]
    reader.chance.choice([*begun, reader.race, reader.report])()
    reader.page.wait_for_timeout(1000 * _LONGEST * reader.chance.random() ** 3)
    reader.chance.choice(
        [
            reader.click, reader.click, reader.another_page, reader.back, reader.reload,
            reader.lose_the_line, reader.second,
        ]
    )()  # fmt: skip
    reader.check()


def run(server: Server, page: Page, moments: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Let so many moments pass; return how often what was tried, and what was found."""
    tried: Counter[str] = Counter()
    found = []
    with line(server.base, round_trip=0, bytes_a_second=1e12) as laid:
        reader = Reader(page, laid, random.Random(seed))
        reader.open("overview")
        for number in range(moments):
            earlier = reader.story
            try:
                moment(reader)
            except (AssertionError, Error) as error:
                lines = str(error).strip().splitlines() or [type(error).__name__]
                acts = f"{', then '.join(reader.story)} (after {', '.join(earlier)})"
                found.append(f"{number}: {acts}: {' '.join(lines[:3])}")
                print(found[-1], file=sys.stderr, flush=True)
                with suppress(Error):
                    page.screenshot(path=f"/tmp/moment-{seed}-{number}.png")
                reader.texts = set()
                reader.open("overview")
            tried[" + ".join(each.split()[0] for each in reader.story)] += 1
        page.goto("about:blank")
    return tried, found


def main(arguments: list[str]) -> int:
    """Print what was tried and found; end with 1 if anything was."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.browser.moments", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--moments", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    began = time.monotonic()
    with sync_playwright() as playwright, serve() as server:
        browser = playwright.chromium.launch(executable_path=str(ensure_chromium()), args=ARGUMENTS)
        page = browser.new_page(locale="en-GB", viewport={"width": 1280, "height": 800})
        page.set_default_timeout(30_000)
        tried, found = run(server, page, options.moments, options.seed)
        browser.close()
        server.check_log()
    print(f"{tried.total()} moments in {time.monotonic() - began:.0f} s, seed {options.seed}")
    for what, count in tried.most_common():
        print(f"  {count:>4} {what}")
    print(f"findings: {len(found)}")
    print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
