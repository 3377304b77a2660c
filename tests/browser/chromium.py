"""The Chromium the browser tests drive: found, or installed where nothing is there yet.

    python -m tests.browser.chromium     makes sure that there is one, and prints its path

Looked for in this order: `CHROMIUM` in the environment; a browser of the system; Debian's package,
for root; the build that Playwright downloads.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# Chromium refuses its sandbox to root; the rest keeps it from calling home at every start, which on
# a closed network costs seconds and fills the log.
ARGUMENTS = [
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

HOW_TO_GET_ONE = (
    "There is no Chromium for the browser tests. Install one (on Debian or Ubuntu: "
    "`sudo apt-get install chromium`), run `python -m playwright install chromium`, "
    "or put the path of yours in CHROMIUM."
)


class ChromiumMissing(Exception):
    """There is no browser, and none could be had."""


def find_chromium() -> Path | None:
    """Path of a Chromium that is already here, or None."""
    named = os.environ.get("CHROMIUM")
    if named:
        found = shutil.which(named)
        if found is None:
            raise ChromiumMissing(f"CHROMIUM is {named!r}, which is not a program here.")
        return Path(found)
    for name in NAMES:
        found = shutil.which(name)
        if found is not None:
            return Path(found)
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    return own if own.exists() else None


def ensure_chromium() -> Path:
    """Path of a Chromium, installed first where there is none."""
    found = find_chromium()
    if found is not None:
        return found
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if root and shutil.which("apt-get"):
        print("Installing Debian's chromium …", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-qq", "-y", "chromium"]):
            subprocess.run(
                ["apt-get", *command], env=environment, stdout=subprocess.DEVNULL, check=False
            )
        found = find_chromium()
    if found is None:
        print("Installing Playwright's Chromium …", flush=True)
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
        found = find_chromium()
    if found is None:
        raise ChromiumMissing(HOW_TO_GET_ONE)
    return found


if __name__ == "__main__":
    try:
        print(ensure_chromium())
    except ChromiumMissing as missing:
        sys.exit(str(missing))
