"""Screenshots of every page, for people to check: wide and narrow, light and dark.

python -m tests.screenshots                          all pages into out/
python -m tests.screenshots --pages kappa weights    these alone
"""

import argparse
import sys
from pathlib import Path

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


def shoot(
    browser: Browser,
    base: str,
    name: str,
    picture: Path,
    *,
    width: int,
    color_scheme: str,
    query: dict[str, str] | None = None,
) -> None:
    """Write a picture of one whole page."""
    context = browser.new_context(
        viewport={"width": width, "height": SIZES[width]},
        color_scheme=color_scheme,
        locale="en-GB",
        reduced_motion="reduce",  # the finished picture of kappa, without its animation
        # A small window has twice the pixels, so that the text is readable.
        device_scale_factor=1 if width > 1000 else 2,
    )
    page = context.new_page()
    open_page(page, base, name, query)
    stretch(page, width)
    page.screenshot(path=picture)
    context.close()
    print(picture, flush=True)


def main(arguments: list[str]) -> None:
    """Start the app, open its pages, and write their pictures."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.screenshots", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--pages", nargs="+", default=page_names(), metavar="PAGE")
    parser.add_argument("--out", type=Path, default=ROOT / "out", metavar="DIR")
    parser.add_argument(
        "--query", default="", help="an example, as in a link: actual=1,2&predicted=2,2"
    )
    options = parser.parse_args(arguments)
    query = dict(pair.split("=", 1) for pair in options.query.split("&") if pair)

    options.out.mkdir(parents=True, exist_ok=True)
    with serve() as server, launched() as browser:
        for name in options.pages:
            for width in SIZES:
                for color_scheme in COLOR_SCHEMES:
                    shoot(
                        browser,
                        server.base,
                        name,
                        options.out / f"{name}-{width}-{color_scheme}.png",
                        width=width,
                        color_scheme=color_scheme,
                        query=query,
                    )


if __name__ == "__main__":
    main(sys.argv[1:])
