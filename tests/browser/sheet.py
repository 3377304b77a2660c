"""The sidebar's grid, which is one canvas without an element for each cell."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.pilot import unfold, wait_settled

# Pixels of the grid's layout by qwk_app.frame.editor and Streamlit.
HEADER, ROW = 38, 37
CENTRES = {"mark": 16, "actual": 75, "predicted": 167}
COLUMNS = tuple(CENTRES)


def click_cell(page: Page, grid: Locator, row: int, x: float) -> None:
    """Click a grid's row, counted from 0, at `x` pixels from its left edge.

    The mouse moves there before the click, because the grid finds the clicked cell by the mouse's
    position. Both wait until the grid no longer moves: the sidebar moves it when the content above
    it changes.
    """
    wait_settled(page)
    place = {"x": x, "y": HEADER + ROW * (row + 0.5)}
    grid.hover(position=place)
    grid.click(position=place)


def edit_cell(page: Page, grid: Locator, row: int, column: int, x: float, value: str) -> None:
    """Click a cell, type a value, press Enter; rows and columns count from 0.

    Each step waits until the result of the step before is visible. On a busy machine a key would be
    lost if it came before the cell is chosen, or before the list of values is updated.
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
    # last render. A number that was typed in the same frame is missing there. People type slower.
    page.evaluate("() => new Promise(done => setTimeout(() => requestAnimationFrame(done), 100))")
    page.keyboard.press("Enter")
    expect(editor).to_have_count(0)


class Sheet:
    """The grid of ratings on a page, unfolded."""

    def __init__(self, page: Page) -> None:
        self.page = page
        sidebar = self.page.get_by_test_id("stSidebar")
        table = sidebar.get_by_text("Edit in a table")
        if not table.is_visible():  # a table of counts is already unfolded
            unfold(page, "Table, scale, class")
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

        The grid's number of rows includes its head and the empty row. The grid is updated later
        than the fields: before it has the right number of items, the click would be on a wrong row.
        """
        table = self.grid.locator("[aria-rowcount]")
        expect(table).to_have_attribute("aria-rowcount", str(item + 1))
        self.click(item, "actual")
        expect(table).to_have_attribute("aria-rowcount", str(item + 2))
        wait_settled(self.page)

    def delete(self, item: int) -> None:
        """Mark an item's row, check that it is marked, and delete it."""
        self.click(item, "mark")
        row = self.grid.locator(f'[role="row"][aria-rowindex="{item + 1}"]')
        expect(row).to_have_attribute("aria-selected", "true")
        self.page.keyboard.press("Delete")
