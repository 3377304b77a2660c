"""The picture of kappa on a page, for tests."""

from playwright.sync_api import Locator, Page, expect

from qwk_core import parse_ratings, walk_through
from qwk_core.teaching.examples import example
from tests.browser.pilot import box_of, open_page

PETS = example("petfinder")
ACTUAL = "4,4,3,4,4,0,1,1,2,1"
STEP = "4,4,1,0,4,0,1,1,2,1"  # the predictions after item 1 went from 0 to 4


class Picture:
    """The picture of kappa on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator("section[role=group]:has(.verdict)")
        self.number = self.root.locator(".number")
        self.sum = self.root.locator(".sum")
        self.sliders = self.root.get_by_role("slider")

    def slider(self, item: int) -> Locator:
        """Return the ring of an item; items count from 1."""
        return self.sliders.nth(item - 1)

    def middle(self, item: int) -> tuple[float, float]:
        self.slider(item).scroll_into_view_if_needed()
        box = box_of(self.slider(item).locator(".circle"))
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def step(self) -> float:
        """Return the distance of two categories in pixels."""
        lines = self.root.locator(".lines line").all()
        heights = [float(line.get_attribute("y1") or 0) for line in lines[:2]]
        return heights[0] - heights[1]

    def grasp(self, item: int, by: int) -> None:
        """Press on a ring and move it by some categories, without releasing it."""
        x, y = self.middle(item)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 2, y - by * self.step(), steps=12)

    def places(self, what: str) -> list[dict[str, float]]:
        """Return the places of the parts in the box, in pixels."""
        return self.root.locator(what).evaluate_all(
            "all => all.map(each => { const {x, y, width, height} = each.getBBox();"
            " return {x, y, w: width, h: height}; })"
        )

    def pieces(self) -> list[dict[str, float]]:
        return self.places(".piece .fill")

    def room(self) -> dict[str, float]:
        return self.places(".room")[0]


def kappa(predicted: str, actual: str = ACTUAL) -> str:
    vectors = parse_ratings(actual, "Actual"), parse_ratings(predicted, "Predicted")
    return f"{walk_through(*vectors, categories=range(5)).kappa:.3f}"


def open_picture(page: Page, **query: str) -> Picture:
    open_page(page, query=query)
    picture = Picture(page)
    expect(picture.number).to_be_visible()
    return picture
