"""The README's film shows a drag of a ring of the picture of kappa, light and dark.

python -m tests.film        into docs/drag-light.webp and docs/drag-dark.webp
"""

from io import BytesIO

from PIL import Image
from playwright.sync_api import Browser

from tests.browser.chromium import launched
from tests.browser.picture import Picture
from tests.browser.pilot import box_of, open_page, wait_settled
from tests.browser.server import ROOT, serve
from tests.browser.windows import Windows

STEPS = 12  # pictures between one category and the next
PAUSE, FRAME, END = 1200, 60, 1800  # ms: before the movement, each picture, at the end


def film(browser: Browser, base: str, color_scheme: str) -> list[Image.Image]:
    """Return the pictures of a drag: the first item's ring goes from 0 to 4."""
    window = Windows(browser).open(color_scheme=color_scheme, base_url=base, width=1180)
    page = open_page(window.page)
    picture = Picture(page)
    (x, y), end = picture.middle(1), picture.middle(2)[1]
    place = box_of(picture.root)

    def shot() -> Image.Image:
        return Image.open(BytesIO(page.screenshot(clip=place))).convert("RGB")

    pictures = [shot()]
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, STEPS + 1):
        page.mouse.move(x, y + (end - y) * step / STEPS)
        pictures.append(shot())
    page.mouse.up()
    wait_settled(page)
    pictures.append(shot())
    page.context.close()
    return pictures


def main() -> None:
    """Start the app and write the two films."""
    with serve() as server, launched() as browser:
        for color_scheme in ("light", "dark"):
            first, *others = film(browser, server.base, color_scheme)
            path = ROOT / "docs" / f"drag-{color_scheme}.webp"
            times = [PAUSE, *[FRAME] * (len(others) - 1), END]
            first.save(
                path, save_all=True, append_images=others, duration=times, loop=0, quality=80
            )
            print(f"{path}: {path.stat().st_size / 1000:.0f} KB")


if __name__ == "__main__":
    main()
