"""Find the Chromium of the browser tests on the machine, or install it.

    python -m tests.browser.chromium     makes sure that there is one, and prints its path

The order of the search: `CHROMIUM` in the environment; a browser of the system; Debian's package,
for root; the build that Playwright downloads. The shell, a Chromium that cannot open windows, is
preferred: it draws the same pages with a sixth less processor time.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.programs import ProgramMissing, ensure, find, report

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# Chromium has no sandbox for root. The other options prevent the requests at every start: they take
# seconds on a closed network and fill the log.
ARGUMENTS = [
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
    "--disable-gpu",
    "--font-render-hinting=none",  # without it, letters in the shell have other widths
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> Path | None:
    """Return the path of an installed Chromium, or None."""
    found = find("CHROMIUM", NAMES)
    if found is None:
        with sync_playwright() as playwright:
            own = Path(playwright.chromium.executable_path)
        found = own if own.exists() else None
    return found


def ensure_chromium() -> Path:
    """Return the path of a Chromium; install it if there is none."""
    for package in (SHELL, "chromium"):
        with suppress(ProgramMissing):
            return ensure(find_chromium, "CHROMIUM", package)
    print("Installing Playwright's Chromium …", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    return ensure(find_chromium, "CHROMIUM", "chromium")


@contextmanager
def launched() -> Iterator[Browser]:
    """Run a Chromium until the block ends."""
    program = str(ensure_chromium())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


if __name__ == "__main__":
    report(ensure_chromium)
