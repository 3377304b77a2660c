"""What if, Weigh, Pitfalls and Practice: what needs a mouse, a keyboard or a narrow screen."""

from playwright.sync_api import Page, expect

from qwk_core.teaching.exercises.catalogue import exercise_of
from qwk_core.teaching.pitfalls.catalogue import PITFALLS
from tests.browser.pilot import (
    NewPage,
    box_of,
    click,
    download,
    expect_query,
    main,
    open_page,
    overflow,
    wait_settled,
)
from tests.browser.sheet import edit_cell
from tests.browser.test_access import MAIN, check


def test_a_bar_corrects_its_item(page: Page) -> None:
    open_page(page, "what_if")
    bar = page.locator('[aria-label^="Kappa after each"] .barlayer .point path').nth(2)
    bar.scroll_into_view_if_needed()
    box = box_of(bar)
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(middle[0] - 5, middle[1])
    page.mouse.click(*middle)
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("0,4,3,0,4,0,1,1,2,1")


def test_an_edit_of_the_weights_reaches_kappa_and_the_link(page: Page) -> None:
    query = {"actual": "0,1,1,0", "predicted": "0,1,0,1", "w": "0,1;1,0"}
    open_page(page, "weights", query)
    grid = main(page).get_by_test_id("stDataFrame")
    grid.scroll_into_view_if_needed()
    wait_settled(page)
    box = box_of(grid)
    for row, column, value in ((1, 1, "3"), (0, 2, "2")):  # the second must not lose the first
        edit_cell(page, grid, row, column, box["width"] * (0.4 if column == 1 else 0.9), value)
    expect_query(page, w="0,2;3,0")


def test_a_narrow_screen_does_not_scroll_sideways(new_page: NewPage) -> None:
    page = new_page("narrow")
    open_page(page, "what_if", {"experiment": "Between worst and best"})
    assert overflow(page) <= 0
    click(main(page).get_by_text("Simulate a second rater", exact=True))
    assert overflow(page) <= 0


def test_the_search_follows_the_typing(page: Page) -> None:
    open_page(page, "pitfalls")
    main = page.get_by_test_id("stMain")
    main.get_by_label("Find a pitfall").press_sequentially("bootstrap", delay=80)
    expect(main).to_contain_text(f"1 of {len(PITFALLS)} pitfalls")
    expect_query(page, find="bootstrap")


NAME = "fill-expected-1-1"


def test_all_of_e_is_filled_in_with_the_keyboard(new_page: NewPage) -> None:
    asked = exercise_of(NAME)
    page = open_page(new_page("narrow"), "practice", {"exercise": NAME})
    main = page.get_by_test_id("stMain")

    right = [f"{float(value):.2f}".replace(".", ",") for value in asked.right]
    for texts, answer in (["9"] * len(right), "Not yet"), (right, "Right. 2 of 3 points."):
        main.get_by_label(asked.fields[0]).focus()
        fill_in(page, texts)
        expect(main).to_contain_text(answer)
    click(main.get_by_text("List and certificate"))
    check(page, MAIN)
    assert "2 of 3 points" in download(page, "Download the certificate").path().read_text("utf-8")
    click(main.get_by_role("button", name="Next: Compute κ"))
    expect_query(page, exercise="compute-kappa-1-1")

    # Its solution ends with the picture of kappa, which is read-only and not covered.
    click(main.get_by_role("button", name="Show me the solution"))
    kappa = float(exercise_of("compute-kappa-1-1").right[0])
    drawn = main.get_by_role("group", name="The picture of kappa")
    expect(drawn.locator(".number")).to_have_text(f"{kappa:.3f}".replace("-", "−"))
    expect(drawn.locator(".sum")).to_contain_text(f"= {kappa:.3f}".replace("-", "−"))
    expect(drawn.get_by_role("slider")).to_have_count(0)
    expect(drawn.locator(".tools")).to_be_hidden()
    check(page, MAIN)


def fill_in(page: Page, texts: list[str]) -> None:
    """Type into one field after the other, and submit them without a mouse."""
    for at, text in enumerate(texts):
        if at:
            page.keyboard.press("Tab")
        page.keyboard.press("Control+a")
        page.keyboard.type(text, delay=10)
    page.keyboard.press("Enter")
