"""A chosen cell is marked everywhere: by mouse, by finger and by keyboard."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.pilot import (
    NewPage,
    box_of,
    click,
    expect_query,
    frames,
    main,
    open_page,
    scrolled,
    swipe,
    wait_settled,
    wait_until,
)

MATRICES = ("observed", "weights", "expected")


def cell(page: Page, name: str, row: int, column: int) -> Locator:
    """Return a cell of the page's first matrix of that name."""
    return matrix(page, name).locator(f'[data-cell="{row},{column}"]')


def matrix(page: Page, name: str) -> Locator:
    return main(page).locator(f'svg[data-name="{name}"]').first


def sentence(page: Page) -> Locator:
    """Return the sentence below the matrices on the cell under the pointer, or the chosen one."""
    return main(page).locator(".line").first


def outline(page: Page, name: str) -> tuple[float, float] | None:
    """Return where a matrix outlines the cell under the pointer, or None."""
    group = matrix(page, name).locator("g[pointer-events=none]").last
    if group.get_attribute("visibility") == "hidden":
        return None
    return corner(group.locator("rect").last)


def corner(box: Locator) -> tuple[float, float]:
    return float(box.get_attribute("x") or 0), float(box.get_attribute("y") or 0)


# Click, and check whether each matrix of the example has its frame before the server answers.
CLICKED = """cell => {
    cell.dispatchEvent(new MouseEvent("click", {bubbles: true, composed: true}));
    return [...document.querySelectorAll("*")]
        .flatMap(host => [...host.shadowRoot?.querySelectorAll("svg[data-name]") ?? []])
        .filter(drawn => ["observed", "weights", "expected"].includes(drawn.dataset.name))
        .map(drawn => {
            const frame = drawn.querySelector("g[pointer-events=none]").lastChild;
            const there = drawn.querySelector(`[data-cell="${cell.dataset.cell}"]`);
            return ["x", "y"].every(side => frame.getAttribute(side) === there.getAttribute(side));
        });
}"""


def test_a_click_in_any_matrix_chooses_the_cell_in_all(page: Page) -> None:
    open_page(page)
    assert cell(page, "observed", 2, 2).evaluate(CLICKED) == [True] * 3
    # The last one is a click on the same cell as before.
    for name, row, column in (("observed", 3, 1), ("weights", 0, 4), ("expected", 1, 1)) * 2:
        cell(page, name, row, column).click()
        expect_query(page, row=str(row), column=str(column))
        expect(sentence(page)).to_contain_text(f"actual {row}, predicted {column}:")
        for each in MATRICES:
            expect(matrix(page, each)).to_have_attribute(
                "aria-label", re.compile(f"at actual {row}, predicted {column}$")
            )
    click(cell(page, "expected", 1, 1))
    expect(sentence(page)).to_contain_text("actual 1, predicted 1:")
    # With many raters, a click opens a pair in the same way.
    open_page(page, "many_raters")
    cell(page, "pairs", 0, 2).click()
    expect_query(page, first_rater="Ana", second_rater="Cleo")
    expect(matrix(page, "observed")).to_have_attribute("aria-label", re.compile("at Ana "))


def test_pointing_lights_the_cell_everywhere_without_the_server(page: Page) -> None:
    sent = frames(page)
    open_page(page)
    wait_settled(page, quiet=1)
    before = len(sent)
    cell(page, "observed", 3, 1).hover()
    expect(sentence(page)).to_have_text(
        "actual 3, predicted 1: 1 item × cost 0.25 = 0.25. By chance it would cost 0.1."
    )
    for name in MATRICES:
        there = corner(cell(page, name, 3, 1))
        wait_until(page, lambda name=name, there=there: outline(page, name) == there)
    # A cell marks its item in the picture, and an item of the picture marks its cell.
    expect(page.locator(".column.lit")).to_have_count(1)
    column = box_of(page.locator(".column .reach").nth(3))
    page.mouse.move(column["x"] + column["width"] / 2, column["y"] + column["height"] - 20)
    expect(sentence(page)).to_have_text(
        "actual 4, predicted 0: 2 items × cost 1 = 2. By chance it would cost 1.2."
    )
    # The last row has totals and no cells.
    matrix(page, "observed").get_by_text("Σ").first.hover()
    page.mouse.move(2, 2)
    wait_until(page, lambda: outline(page, "weights") is None)
    assert len(sent) == before


def test_a_film_has_one_control_and_a_cell_lights_its_item(page: Page) -> None:
    open_page(page, "observed")
    items = matrix(page, "items")
    outlined = items.locator("g[pointer-events=none]:not([visibility])")
    cell(page, "observed", 3, 1).hover()
    expect(outlined).to_have_count(1)
    slider = main(page).get_by_role("slider", name="Step")
    expect(slider).to_have_value("9")
    slider.focus()
    for _step in range(6):
        page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", "item 4: actual 4, predicted 0")
    expect(main(page).locator(".caption")).to_have_text("item 4: actual 4, predicted 0")
    expect(items.locator("[data-item][opacity='1']")).to_have_count(4)
    bars = main(page).locator('svg[data-name="bars"] text')
    expect(bars.get_by_text("3", exact=True)).to_have_count(2)

    # In a hidden cell, only the item under the mouse is outlined; items 1 and 4 are in the cell.
    open_page(page, "observed", {"row": "4", "column": "0", "hide_cell": "true"})
    expect(outlined).to_have_count(0)
    items.locator('[data-item="0"] rect').first.hover()
    expect(outlined).to_have_count(1)
    assert outline(page, "observed") is None


def test_a_row_of_the_costs_chooses_its_cell(page: Page) -> None:
    open_page(page, "kappa")
    main(page).locator("summary", has_text="Which misses cost the most").click()
    chart = main(page).locator(".st-key-costs .main-svg").first
    chart.scroll_into_view_if_needed()
    wait_settled(page)
    box = box_of(chart)
    # The second of two rows, beside its bar and the text there.
    page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + 30 + 0.75 * (box["height"] - 38))
    expect(main(page).locator(".hoverlayer")).to_contain_text("cost by chance: 0.1")
    page.mouse.down()
    page.mouse.up()
    expect_query(page, row="3", column="1")


def test_one_tap_chooses_and_a_swipe_scrolls(new_page: NewPage) -> None:
    page = open_page(new_page("narrow"))
    place = cell(page, "observed", 0, 2)
    place.scroll_into_view_if_needed()
    main(page).evaluate("main => main.scrollBy(0, 200)")
    box = box_of(place)
    at = scrolled(page)
    swipe(page, (box["x"] + 12, box["y"] + 12), -180)
    assert scrolled(page) > at + 100
    assert "row=" not in page.url
    cell(page, "observed", 3, 1).tap()
    expect_query(page, row="3")
    # The answer is visible near the finger, without scrolling.
    expect(sentence(page)).to_contain_text("actual 3, predicted 1")
    expect(sentence(page)).to_be_in_viewport()


def test_the_menu_saves_pictures_and_chooses_by_keyboard(page: Page) -> None:
    open_page(page)
    menu = main(page).locator("details").first
    for label, start in (("Save as PNG", b"\x89PNG"), ("Save as SVG", b"<svg")):
        menu.locator("summary").click()
        with page.expect_download() as coming:
            menu.get_by_role("button", name=label).click()
        assert coming.value.path().read_bytes().startswith(start)
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    for label, value in (("Row", "3"), ("Column", "1")):
        field = menu.get_by_label(label)
        field.focus()
        page.keyboard.type(value)
        expect_query(page, **{label.lower(): value})
        expect(field).to_be_focused()  # the redrawn field keeps the focus
    expect(sentence(page)).to_contain_text("actual 3, predicted 1: 1 item")
    menu.get_by_role("button", name="Costliest cell").press("Enter")
    expect(sentence(page)).to_contain_text("actual 4, predicted 0: 2 items")
    assert "row=" not in page.url


def test_names_that_lean_are_not_cut(new_page: NewPage) -> None:
    page = new_page("projector")
    named = {"categories": "none,mild,moderate,severe", "actual": "none,mild,moderate,severe"}
    query = {**named, "predicted": "none,mild,severe,none", "present": "true"}
    open_page(page, "overview", query)
    for name in MATRICES:
        inside = matrix(page, name).evaluate(
            """drawing => {
                const frame = drawing.parentElement.getBoundingClientRect();
                return [...drawing.querySelectorAll('text[transform*="rotate(45)"]')]
                    .map(text => text.getBoundingClientRect())
                    .map(box => box.left >= frame.left && box.right <= frame.right + 1);
            }"""
        )
        assert inside == [True] * 4, name
