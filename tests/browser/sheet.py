"""The sidebar's grid, as a hand and an eye use it: it is one canvas, without an element a cell."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.browser.pilot import wait_settled

# Pixels, as qwk_app.frame.editor and Streamlit lay the grid out.
HEADER, ROW = 38, 37
CENTRES = {"mark": 16, "actual": 90, "predicted": 220}
PACE = 80  # ms a key, as a quick typist; faster than the grid listens would lose the first


class Sheet:
    """The grid of ratings on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def grid(self) -> Locator:
        return self.page.get_by_test_id("stSidebar").get_by_test_id("stDataFrame")

    def click(self, item: int, column: str) -> None:
        """Click the cell of an item, counted from 1.

        The mouse travels there first: to a click out of nowhere the grid may turn a deaf ear.
        """
        self.grid.scroll_into_view_if_needed()
        box = self.grid.bounding_box()
        assert box is not None
        x, y = box["x"] + CENTRES[column], box["y"] + HEADER + ROW * (item - 0.5)
        self.page.mouse.move(x - 9, y - 9)
        self.page.mouse.move(x, y, steps=5)
        self.page.mouse.click(x, y)

    def edit(self, item: int, column: str, value: str) -> None:
        """Choose a value for a cell as one does: click, type, Enter."""
        self.click(item, column)
        self.page.wait_for_timeout(3 * PACE)  # a hand moves from the mouse to the keys
        self.page.keyboard.type(value, delay=PACE)
        self.page.wait_for_timeout(PACE)
        self.page.keyboard.press("Enter")

    def add(self, item: int) -> None:
        """Add an item: a click into the empty row below the last one."""
        self.click(item, "actual")
        wait_settled(self.page)

    def delete(self, item: int) -> None:
        """Mark an item's row and delete it."""
        self.click(item, "mark")
        self.page.keyboard.press("Delete")
