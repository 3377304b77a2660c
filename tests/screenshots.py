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
    context = browser.new_context(
        base_url=base,
        viewport={"width": width, "height": SIZES[width]},
        color_scheme=color_scheme,
        locale="en-GB",
        reduced_motion="reduce",  # the finished picture of kappa, without its animation
        # A small window has twice the pixels, so that the text is readable.
        device_scale_factor=1 if width > 1000 else 2,
    )
    page = open_page(context.new_page(), name)
    stretch(page, width)
    picture = ROOT / "out" / f"{name}-{width}-{color_scheme}.png"
    page.screenshot(path=picture)
    context.close()
    print(picture, flush=True)


def main(names: list[str]) -> None:
    """Start the app, open its pages, and write their pictures."""
    with serve() as server, launched() as browser:
        for name, width, color_scheme in product(names or page_names(), SIZES, COLOR_SCHEMES):
            shoot(browser, server.base, name, width, color_scheme)


if __name__ == "__main__":
    main(sys.argv[1:])
