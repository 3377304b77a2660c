"""The picture of kappa, moved by mouse, finger and keys, without waiting for the server."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.picture import PETS, STEP, kappa, open_picture
from tests.browser.pilot import (
    NewPage,
    box_of,
    expect_query,
    frames,
    line,
    main,
    scrolled,
    swipe,
    touch,
    type_into,
    wait_settled,
)
from tests.browser.sheet import Sheet

# Press keys without a pause, since a pause ends the edit; return what the ring and the number show
# right after each key.
PRESS = """(ring, keys) => keys.map(key => {
    ring.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
    const number = ring.closest("section").querySelector(".number");
    return [Number(ring.getAttribute("aria-valuenow")), number.textContent];
})"""


def predicted(page: Page) -> Locator:
    return page.get_by_label("Predicted", exact=True)


# The browser is busy between the end of a drag and the click that follows it.
BUSY = """addEventListener("pointerup", () => {
    const begin = performance.now();
    while (performance.now() - begin < 200);
})"""


@pytest.mark.walk
def test_a_drag_asks_nothing_of_the_server_until_it_is_let_go(page: Page) -> None:
    sent = frames(page)
    picture = open_picture(page)
    page.evaluate(BUSY)
    expect(picture.number).to_have_text("0.318")
    expect(picture.sum).to_have_text("cost 36, by chance 52.8")
    before = len(sent)
    for item in range(1, 11):  # hover first
        page.mouse.move(*picture.middle(item))
    picture.grasp(1, 4)
    expect(picture.number).to_have_text("0.597")
    expect(picture.sum).to_have_text("cost 20, by chance 49.6")
    expect(picture.root.locator(".verdict")).to_contain_text("● and ○ agree on 8 of 10.")
    page.mouse.up()
    expect(predicted(page)).to_have_value(STEP)
    expect_query(page, predicted=STEP)
    assert len(sent) == before + 1
    # The click at the end of the drag has moved nothing, however late it came.
    expect(predicted(page)).to_have_value(STEP)
    expect(picture.number).to_have_text("0.597")
    expect(main(page).locator(".katex").first).to_contain_text("0.597")


def test_what_stands_around_the_picture_fades_while_a_ring_is_held(page: Page) -> None:
    picture = open_picture(page)
    around = page.locator(".st-key-observed"), page.locator(".st-key-side")
    own = page.locator(".st-key-kappa-box")
    picture.grasp(1, 4)
    for each in around:
        expect(each).to_have_css("opacity", "0.35")
    expect(own).to_have_css("opacity", "1")
    page.mouse.up()
    wait_settled(page)
    for each in (*around, own):
        expect(each).to_have_css("opacity", "1")


def test_undo_takes_a_move_back_and_the_grid_follows(page: Page) -> None:
    picture = open_picture(page)
    undo = picture.root.get_by_role("button", name="Undo")
    expect(undo).to_be_hidden()
    # Not everybody can drag (WCAG 2.2, 2.5.7): a click on a column moves its ring.
    x, y = picture.middle(1)
    page.mouse.click(x, y - 4 * picture.step())
    expect(picture.number).to_have_text("0.597")
    expect(predicted(page)).to_have_value(STEP)
    wait_settled(page)
    picture.grasp(3, 2)
    page.mouse.up()
    expect(predicted(page)).to_have_value("4,4,3,0,4,0,1,1,2,1")
    wait_settled(page)
    grid = Sheet(page).grid
    expect(grid.locator('[role="gridcell"]').nth(1)).to_have_text("4")
    for text in (STEP, ",".join(map(str, PETS.predicted or ()))):
        undo.click()
        expect(predicted(page)).to_have_value(text)
        wait_settled(page)
    expect(undo).to_be_hidden()
    expect(picture.number).to_have_text("0.318")
    expect(main(page)).to_contain_text("Ten pets")
    # The picture shows an edit from elsewhere.
    type_into(page, "Predicted", STEP)
    expect(picture.number).to_have_text("0.597")
    assert picture.category(1) == 4


def test_a_drag_that_comes_back_is_no_edit(page: Page) -> None:
    sent = frames(page)
    picture = open_picture(page)
    before = len(sent)
    picture.grasp(1, 3)
    x, y = picture.middle(1)
    page.mouse.move(x, y + 3 * picture.step(), steps=6)
    expect(picture.number).to_have_text("0.318")
    page.mouse.up()
    # Only this click sends a message.
    page.get_by_test_id("stSidebar").get_by_text("linear", exact=True).click()
    expect_query(page, scheme="linear")
    assert len(sent) == before + 1
    # A click right after such a drag is a new one.
    x, y = picture.middle(1)
    picture.grasp(1, 3)
    page.mouse.move(x, y, steps=6)
    page.mouse.up()
    page.mouse.click(x, y - 4 * picture.step())
    expect(predicted(page)).to_have_value(STEP)


def test_the_keys_move_a_ring_and_the_focus_stays(page: Page) -> None:
    sent = frames(page)
    picture = open_picture(page)
    ring = picture.slider(1)
    expect(ring).to_have_attribute(
        "aria-valuetext", re.compile(r"^0: 4 apart.*16 tiles\. κ 0\.318")
    )
    expect(ring).to_have_accessible_name("Item 1: actual 4, predicted")
    ring.focus()
    before = len(sent)
    keys = ["ArrowUp", "ArrowRight", "ArrowLeft", "End", "ArrowUp", "Home", "PageUp"]
    after = [(1, "0.408"), (2, "0.492"), (1, "0.408"), (4, "0.597"), (4, "0.597"), (0, "0.318")]
    assert [tuple(sentence) for sentence in ring.evaluate(PRESS, keys)] == [*after, (2, "0.492")]
    expect(predicted(page)).to_have_value("2,4,1,0,4,0,1,1,2,1")
    wait_settled(page)
    assert len(sent) == before + 1
    expect(ring).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(picture.number).to_have_text("0.408")
    expect(ring).to_be_focused()


def test_two_rings_in_quick_succession_are_two_edits(page: Page) -> None:
    picture = open_picture(page)
    picture.slider(1).focus()
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    expect(picture.slider(2)).to_be_focused()
    page.keyboard.press("Home")
    expect(predicted(page)).to_have_value("4,0,1,0,4,0,1,1,2,1")
    wait_settled(page)
    expect(picture.number).to_have_text(kappa("4,0,1,0,4,0,1,1,2,1"))
    picture.grasp(1, -4, steps=3)
    page.mouse.up()
    picture.grasp(4, 4, steps=3)
    page.mouse.up()
    expect(predicted(page)).to_have_value("0,0,1,4,4,0,1,1,2,1")
    wait_settled(page)
    expect(picture.number).to_have_text(kappa("0,0,1,4,4,0,1,1,2,1"))


@pytest.mark.parametrize("how", ["click", "drag"])
def test_what_is_typed_stays_if_a_ring_is_moved_at_once(page: Page, how: str) -> None:
    """The press that moves a ring ends the typing. The server answers while the ring is held."""
    picture = open_picture(page)
    wait_settled(page)
    x, y = picture.middle(1)
    up = y - 4 * picture.step()
    typed = "3,4,3,4,4,0,1,1,2,1"
    page.get_by_label("Actual", exact=True).fill(typed)
    if how == "click":
        page.mouse.click(x, up, delay=150)
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        expect_query(page, actual="3,4,3,4")
        page.mouse.move(x, picture.middle(2)[1], steps=5)
        page.mouse.up()
    expect(predicted(page)).to_have_value(STEP)
    wait_settled(page)
    expect_query(page, actual="3,4,3,4", predicted=STEP)
    expect(picture.number).to_have_text(kappa(STEP, typed))


def test_a_finger_moves_a_ring_and_elsewhere_the_page(new_page: NewPage) -> None:
    page = new_page("phone")
    sent = frames(page)
    picture = open_picture(page)
    session = page.context.new_cdp_session(page)
    before, top = len(sent), scrolled(page)
    start = picture.middle(1)
    touch(session, line(start, -4 * picture.step()))
    expect(picture.number).to_have_text("0.597")
    assert scrolled(page) == top
    expect_query(page, predicted=STEP)
    assert len(sent) == before + 1
    # A swipe between the rings or on the box scrolls.
    for part in (".column .reach", ".box svg"):
        main(page).evaluate("main => main.scrollTo(0, 0)")
        box = box_of(picture.root.locator(part).nth(8 if "column" in part else 0))
        inside = box["x"] + box["width"] / 2, min(box["y"] + 0.2 * box["height"], 800)
        swipe(page, inside, -300)
        assert scrolled(page) > 100
    expect(picture.number).to_have_text("0.597")
