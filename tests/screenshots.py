"""Screenshots of every page into out/, for people to check: wide and narrow, light and dark.

python -m tests.screenshots                  all pages
python -m tests.screenshots kappa weights    these alone
"""

import sys
from itertools import product

from playwright.sync_api import Browser, Page

from tests.browser.chromium import launched
from tests.browser.pilot import open_page, page_names, wait_settled
from tests.browser.server import ROOT, serve
from tests.browser.windows import Windows

SIZES = {1280: 800, 390: 844}
COLOR_SCHEMES = ("light", "dark")


def stretch(page: Page, width: int) -> None:
    """Make the window as tall as the page, since Streamlit scrolls the page inside the window."""
    # Do it twice: without a scroll bar, a taller window is wider inside and wraps less text.
    for _ in range(2):
        height: int = page.evaluate(
            """() => Math.max(window.innerHeight, ...['stMain', 'stSidebarContent']
                .map(name => document.querySelector(`[data-testid="${name}"]`))
                .filter(part => part && part.getBoundingClientRect().right > 0)  // not folded away
                .map(part => Math.ceil(part.getBoundingClientRect().top + part.scrollHeight)))"""
        )
        page.set_viewport_size({"width": width, "height": height})
        wait_settled(page)


def shoot(browser: Browser, base: str, name: str, width: int, color_scheme: str) -> None:
    """Write a picture of one whole page."""
    # A small window has twice the pixels, so that the text is readable.
    size = {"width": width, "height": SIZES[width], "device_scale_factor": 1 + (width < 1000)}
    window = Windows(browser).open(color_scheme=color_scheme, base_url=base, **size)
    page = open_page(window.page, name)
    stretch(page, width)
    picture = ROOT / "out" / f"{name}-{width}-{color_scheme}.png"
    page.screenshot(path=picture)
    page.context.close()
    print(picture, flush=True)


def main(names: list[str]) -> None:
    """Start the app, open its pages, and write their pictures."""
    with serve() as server, launched() as browser:
        for name, width, color_scheme in product(names or page_names(), SIZES, COLOR_SCHEMES):
            shoot(browser, server.base, name, width, color_scheme)


if __name__ == "__main__":
    main(sys.argv[1:])
