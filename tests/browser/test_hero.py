"""The picture of kappa: how it looks, and its moves, which do not wait for the server."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from qwk_app.browser.kappa_box.data import MOST_ITEMS
from tests.browser.picture import PETS, STEP, Picture, kappa, open_picture
from tests.browser.pilot import (
    NewPage,
    box_of,
    expect_query,
    frames,
    line,
    main,
    overflow,
    resize,
    scrolled,
    swipe,
    touch,
    wait_settled,
)
from tests.browser.windows import FORGET

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
    expect_query(page, predicted=STEP, row="4", column="4")
    assert len(sent) == before + 1
    # The click at the end of the drag has moved nothing, however late it came.
    expect(predicted(page)).to_have_value(STEP)
    expect(picture.number).to_have_text("0.597")
    expect(main(page).locator(".katex").first).to_contain_text("0.597")


def test_undo_takes_moves_back_and_while_a_ring_is_held_the_rest_is_pale(page: Page) -> None:
    picture = open_picture(page)
    undo = picture.root.get_by_role("button", name="Undo")
    expect(undo).to_be_hidden()
    # Not everybody can drag (WCAG 2.2, 2.5.7): a click on a column moves its ring.
    x, y = picture.middle(1)
    page.mouse.click(x, y - 4 * picture.step())
    expect(picture.number).to_have_text("0.597")
    expect(predicted(page)).to_have_value(STEP)
    wait_settled(page)
    around, own = page.locator(".st-key-observed, .st-key-side"), page.locator(".st-key-kappa-box")
    expect(around).to_have_count(2)
    picture.grasp(3, 2)
    for at in range(2):
        expect(around.nth(at)).to_have_css("opacity", "0.35")
    expect(own).to_have_css("opacity", "1")
    page.mouse.up()
    expect(predicted(page)).to_have_value("4,4,3,0,4,0,1,1,2,1")
    wait_settled(page)
    expect(around.first).to_have_css("opacity", "1")
    for text in (STEP, ",".join(map(str, PETS.predicted or ()))):
        undo.click()
        expect(predicted(page)).to_have_value(text)
        wait_settled(page)
    expect(undo).to_be_hidden()
    expect(picture.number).to_have_text("0.318")
    expect(main(page)).to_contain_text("Ten pets")


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
    # Two rings in quick succession are two edits.
    for key in ("End", "Tab", "Home"):
        page.keyboard.press(key)
    expect(picture.slider(2)).to_be_focused()
    expect(predicted(page)).to_have_value("4,0,1,0,4,0,1,1,2,1")
    wait_settled(page)
    expect(picture.number).to_have_text(kappa("4,0,1,0,4,0,1,1,2,1"))


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


def test_the_pieces_are_literal_and_the_empty_share_is_kappa(page: Page) -> None:
    picture = open_picture(page)
    pieces, tile = picture.pieces(), picture.step()
    assert len(pieces) == 3
    for piece, side in zip(pieces, (4, 4, 2), strict=True):
        assert piece["w"] == pytest.approx(side * tile, abs=2.5)
        assert piece["h"] == pytest.approx(side * tile, abs=2.5)
    assert 1 - filled(picture) == pytest.approx(7 / 22, abs=0.01)
    expect(picture.root.get_by_role("img")).to_have_accessible_name(
        "A box of 52.8 tiles: gaps fill 36 of them. 0.318 of it is empty."
    )
    # Linear weights make bars; no weights make tiles.
    for scheme, total, number, of in (
        ("linear", "cost 10, by chance 18.2", "0.451", [2, 4, 4]),
        ("unweighted", "cost 3, by chance 7.6", "0.605", [1, 1, 1]),
    ):
        page.get_by_test_id("stSidebar").get_by_text(scheme, exact=True).click()
        expect(picture.sum).to_have_text(total)
        expect(picture.number).to_have_text(number)
        tile = picture.step()  # the distance of two categories differs between schemes
        assert sorted(round(piece["h"] / tile) for piece in picture.pieces()) == of
        assert all(round(piece["w"] / tile) == 1 for piece in picture.pieces())
        expect_query(page, scheme=scheme)

    # If kappa is below 0, the box overflows.
    picture = open_picture(page, actual="4,4,3,4,4,4,1,1,2,1", predicted="0,2,1,0,0,0,1,1,2,1")
    expect(picture.number).to_have_text("−0.139")
    expect(picture.root).to_have_class(re.compile("over"))
    assert min(piece["y"] for piece in picture.pieces()) < picture.room()["y"] - 4
    spilt = picture.root.locator(".spill").evaluate_all(
        "all => all.map(each => Number(each.getAttribute('height')))"
    )
    assert max(spilt) > 4
    expect(picture.root.get_by_role("img")).to_have_accessible_name(re.compile("overflows"))


def filled(picture: Picture) -> float:
    """Return the share of the box that the pieces fill, with their edges."""
    room = picture.room()
    area = sum((piece["w"] + 2) * (piece["h"] + 2) for piece in picture.pieces())
    return area / (room["w"] * room["h"])


def test_where_kappa_is_undefined_there_is_no_box_and_why(page: Page) -> None:
    picture = open_picture(page, actual="3,3", predicted="3,3", categories="0-4")
    expect(picture.number).to_have_text("–")
    expect(picture.root.locator(".verdict")).to_contain_text("kappa is 0 ÷ 0")
    assert picture.room()["h"] == 0
    picture.grasp(1, -1)
    expect(picture.number).to_have_text("0.000")
    page.mouse.up()
    wait_settled(page)
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("2,3")


def test_hidden_kappa_is_covered_with_the_empty_part(page: Page) -> None:
    picture = open_picture(page, hide_kappa="true")
    expect(picture.number).to_have_text("?")
    expect(picture.sum).to_have_text("cost 36, by chance ?")
    assert picture.room()["h"] == 0
    expect(picture.root.locator(".cover")).to_be_visible()
    picture.grasp(1, 3)
    page.mouse.up()
    wait_settled(page)
    picture.grasp(1, 1)
    expect(picture.sum).to_have_text("cost 20, by chance ?")
    shown = page.locator("body").inner_text() + picture.root.inner_html()
    assert "0.597" not in shown
    assert "49.6" not in shown
    # An act right after a drag does not undo the drag.
    page.mouse.up()
    page.get_by_role("button", name="Reveal kappa").first.click()
    expect(picture.number).to_have_text("0.597")
    expect(picture.sum).to_have_text("cost 20, by chance 49.6")
    expect(page.get_by_label("Predicted", exact=True)).to_have_value(STEP)


def test_counts_are_a_square_a_cell(page: Page) -> None:
    picture = open_picture(
        page, counts="637,628,631,612;617,613,643,620;614,621,616,617;608,639,640,644"
    )
    expect(picture.sum).to_have_text("cost 24,762, by chance 25,015.82")
    expect(picture.sliders).to_have_count(0)
    assert len(picture.pieces()) == 12
    assert filled(picture) == pytest.approx(24762 / 25015.82, abs=0.01)
    huge = open_picture(page, counts=f"0,{10**15};{10**15},1")
    expect(huge.sum).to_have_text(
        re.compile("^cost 2,000,000,000,000,000, by chance 1,000,000,000,000,000")
    )
    assert overflow(page) <= 0


def test_many_items_long_names_and_twelve_categories_fit(new_page: NewPage) -> None:
    page = new_page("narrow")
    names = ["no sign at all", *(f"grade {at}" for at in range(2, 12)), "the worst imaginable pain"]
    picture = open_picture(
        page,
        actual=",".join(names[7 * at % 12] for at in range(MOST_ITEMS)),
        predicted=",".join(names[5 * at % 12] for at in range(MOST_ITEMS)),
        categories=",".join(names),
    )
    last = picture.slider(MOST_ITEMS)
    for width, key, category in ((390, "Home", 0), (1280, "End", 11)):
        resize(page, width, 844)
        expect(picture.sliders).to_have_count(MOST_ITEMS)
        assert overflow(page) <= 0
        last.scroll_into_view_if_needed()
        last.focus()
        page.keyboard.press(key)
        wait_settled(page, quiet=0.8)
        expect(last).to_be_focused()
        expect(last).to_have_attribute("aria-valuenow", str(category))
        assert overflow(page) <= 0


@pytest.mark.parametrize(
    ("device", "query"),
    [("desk", {}), ("narrow", {"lang": "es"}), ("projector", {"present": "true"})],
)
def test_the_answer_stands_beside_the_act_on_the_first_screen(
    new_page: NewPage, device: str, query: dict[str, str]
) -> None:
    page = new_page(device)
    height = (page.viewport_size or {})["height"]
    picture = open_picture(page, **query)
    for part in (".strip svg", ".box svg", ".number", ".sum"):
        box = box_of(picture.root.locator(part))
        assert box["y"] >= 0
        foot = 56 if device == "narrow" else 0  # the height of the steps on a phone
        assert box["y"] + box["height"] <= height - foot, part
    assert overflow(page) <= 0
    if device == "narrow":  # the text explains the kappa for 7 of 10
        expect(picture.sum).to_contain_text("7 de 10.")
        expect(picture.sum).to_contain_text("1 − 36 ÷ 52,8 = 0,318")
        below = picture.root.locator(".verdict")  # must not repeat it
        expect(below).to_contain_text("Una distancia de 4 cuesta 4 × 4 cuadritos")
        expect(below).not_to_contain_text("7 de 10")
        for ratings in ("1,2", "0,1,1,0"):  # the box is lower than the column beside it
            low = open_picture(page, actual=ratings, predicted=ratings[::-1])
            gauge = box_of(low.root.locator(".gauge"))
            assert gauge["y"] + gauge["height"] <= box_of(low.sum)["y"] + 1
    if "present" in query:
        size = picture.number.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        assert size >= 64
        for name in ("observed", "weights", "expected"):
            matrix = page.locator(f'svg[data-name="{name}"]')
            box = box_of(matrix)
            assert box["y"] + box["height"] <= height, name
            digits = matrix.locator("[data-cell] + text").first
            assert float(digits.get_attribute("font-size") or 0) >= 28


# While the picture is built: the number of moving pieces, at intervals.
WATCH_IT_BUILD = """window.built = [];
setInterval(() => {
    for (const host of document.querySelectorAll("*")) {
        const building = host.shadowRoot?.querySelector("section.building");
        if (building) window.built.push(building.querySelectorAll(".flight rect").length);
    }
}, 20);"""


def test_it_builds_itself_once_for_who_wants_motion(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference", fresh=True)
    page.add_init_script(WATCH_IT_BUILD)

    def built() -> int:
        """Load the page, and return the numbers of moving pieces while it was built."""
        expect(picture.number).to_have_text(text)
        wait_settled(page)
        expect(picture.root).not_to_have_class(re.compile("building"))
        return max([0, *page.evaluate("window.built")])

    picture, text = Picture(page), "0.318"
    page.goto("/")
    assert built() > 0
    picture.grasp(1, 4)
    expect(picture.number).to_have_text("0.597")
    page.mouse.up()
    expect_query(page, predicted=STEP)
    text = "0.597"
    page.reload()
    assert built() == 0
    page.evaluate(FORGET)
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    assert built() == 0


def test_shuffles_bounce_around_zero_and_everything_comes_back(page: Page) -> None:
    sent = frames(page)
    picture = open_picture(page)
    before = len(sent)
    picture.root.get_by_role("button", name="Shuffle").click()
    expect(picture.root.locator(".verdict")).to_contain_text(re.compile(r"Shuffle \d+ of 20"))
    assert len(sent) == before
    picture.root.get_by_role("button", name="Stop").click()
    expect(picture.number).to_have_text("0.318")
    page.emulate_media(reduced_motion="no-preference")
    picture.root.get_by_role("button", name="Shuffle").click()
    expect(picture.root.locator(".verdict")).to_contain_text("20 shuffles")
    dots = picture.root.locator(".dots circle")
    expect(dots).to_have_count(20)
    places = dots.evaluate_all("all => all.map(each => Number(each.getAttribute('cx')))")
    assert len(set(places)) > 5
    expect(picture.number).to_have_text("0.318")
    wait_settled(page)
    assert len(sent) == before + 1  # the next shuffles must differ
    picture.grasp(1, 4)
    expect(dots).to_have_count(0)
    expect(picture.number).to_have_text("0.597")
    page.mouse.up()
