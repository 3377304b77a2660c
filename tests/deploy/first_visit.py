"""The bytes of a first visit, with and without nginx: `python -m tests.deploy.first_visit`.

The program counts the bytes on the wire, including headers, in a browser without a cache: directly
from a replica, which compresses Streamlit's files at each request, and through nginx.
"""

import sys
from typing import Any

from playwright.sync_api import Page

from tests.browser.chromium import launched
from tests.browser.pilot import open_page, page_names
from tests.deploy.school import open_school


def fetched(page: Page, name: str = "overview") -> tuple[int, int]:
    """Open a page in a new window; return the numbers of received bytes and of answers."""
    answers: list[float] = []

    def finished(event: dict[str, Any]) -> None:
        answers.append(event["encodedDataLength"])

    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", finished)
    open_page(page, name)
    page.wait_for_load_state("networkidle")
    session.detach()
    return round(sum(answers)), len(answers)


def main(names: list[str]) -> None:
    """Print a row for each page."""
    print(f"{'MiB of a first visit':<22}{'direct':>8}{'nginx':>8}{'ratio':>8}{'answers':>9}")
    with open_school(quality=11) as school, launched() as chromium:
        direct = school.replicas["r1"].server.base
        for name in names or page_names():
            sizes = []
            for base in (direct, school.base):
                context = chromium.new_context(
                    base_url=base, viewport={"width": 1280, "height": 800}
                )
                size, answers = fetched(context.new_page(), name)
                sizes.append(size)
                context.close()
            bare, packed = (size / 2**20 for size in sizes)
            print(
                f"{name:<22}{bare:>8.2f}{packed:>8.2f}{packed / bare:>8.2f}{answers:>9}", flush=True
            )


if __name__ == "__main__":
    main(sys.argv[1:])
