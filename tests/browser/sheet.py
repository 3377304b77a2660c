"""The sidebar's grid, which is one canvas without an element for each cell."""

from playwright.sync_api import Locator, Page, Position, expect

from tests.browser.pilot import wait_settled

# Pixels, as qwk_app.frame.editor and Streamlit lay the grid out.
HEADER, ROW = 38, 37
CENTRES = {"mark": 16, "actual": 75, "predicted": 167}
COLUMNS = tuple(CENTRES)


def click_cell(page: Page, grid: Locator, row: int, x: float) -> None:
    """Click a grid's row, counted from 0, at `x` pixels from its left edge.

    The mouse comes first: the grid knows by it which cell a click is for. Both wait until the grid
    stands still, as the sidebar moves it when what is above it changes.
    """
    wait_settled(page)
    place: Position = {"x": x, "y": HEADER + ROW * (row + 0.5)}
    grid.hover(position=place)
    grid.click(position=place)


def edit_cell(page: Page, grid: Locator, row: int, column: int, x: float, value: str) -> None:
    """Click a cell, type a value, press Enter, as one does; rows and columns count from 0.

    Each step waits until the one before is seen, as an eye does: a key that comes before the cell
    is chosen, or before the list of values has followed, would be lost on a busy machine.
    """
    click_cell(page, grid, row, x)
    cell = grid.get_by_test_id(f"glide-cell-{column}-{row}")
    expect(cell).to_have_attribute("aria-selected", "true")
    editor = page.locator("#portal input")
    page.keyboard.type(value[0])
    expect(editor).to_have_value(value[0])
    page.keyboard.type(value[1:])
    expect(editor).to_have_value(value)
    if editor.get_attribute("role") == "combobox":
        expect(page.locator("#portal").get_by_role("option").first).to_have_text(value)
    # Streamlit 1.67: Enter in its grid (Glide Data Grid's overlay editor) takes the number of the
    # last render, and a number that was typed in the same frame is not in it. No hand is so quick.
    page.evaluate("() => new Promise(done => setTimeout(() => requestAnimationFrame(done), 100))")
    page.keyboard.press("Enter")
    expect(editor).to_have_count(0)


class Sheet:
    """The grid of ratings on a page, unfolded."""

    def __init__(self, page: Page) -> None:
        self.page = page
        sidebar = self.page.get_by_test_id("stSidebar")
        table = sidebar.get_by_text("Edit in a table")
        if not table.is_visible():  # counts are unfolded already
            sidebar.get_by_text("Table, scale, class").click()
        table.click()
        expect(self.grid).to_be_visible()
        wait_settled(page)

    @property
    def grid(self) -> Locator:
        return self.page.get_by_test_id("stSidebar").get_by_test_id("stDataFrame")

    def click(self, item: int, column: str) -> None:
        """Click the cell of an item, counted from 1."""
        click_cell(self.page, self.grid, item - 1, CENTRES[column])

    def edit(self, item: int, column: str, value: str) -> None:
        """Choose a value for a cell."""
        at = COLUMNS.index(column)
        edit_cell(self.page, self.grid, item - 1, at, CENTRES[column], value)

    def add(self, item: int) -> None:
        """Add an item: a click into the empty row below the last one.

        What the grid says of itself has a row for its head, and one for the empty row. It follows
        the fields late: until it has the items that it is to have, the click would meet another.
        """
        table = self.grid.locator("[aria-rowcount]")
        expect(table).to_have_attribute("aria-rowcount", str(item + 1))
        self.click(item, "actual")
        expect(table).to_have_attribute("aria-rowcount", str(item + 2))
        wait_settled(self.page)

    def delete(self, item: int) -> None:
        """Mark an item's row, see that it is marked, and delete it."""
        self.click(item, "mark")
        row = self.grid.locator(f'[role="row"][aria-rowindex="{item + 1}"]')
        expect(row).to_have_attribute("aria-selected", "true")
        self.page.keyboard.press("Delete")
