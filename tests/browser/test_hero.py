"""The picture of kappa, moved as a hand does: mouse, finger, keys; nothing waits for the server."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from qwk_app.browser.kappa_box.data import MOST_ITEMS
from qwk_core import walk_through
from qwk_core.teaching.examples import example
from tests.browser.pilot import (
    line,
    open_page,
    overflow,
    scrolled,
    touch,
    type_into,
    wait_scrolled,
    wait_settled,
)
from tests.browser.server import Server
from tests.browser.sheet import Sheet

NewPage = Callable[..., Page]

PETS = example("petfinder")
STEP = "4,4,1,0,4,0,1,1,2,1"  # the predictions after item 1 went from 0 to 4
BELOW = {"actual": "4,4,3,4,4,4,1,1,2,1", "predicted": "0,2,1,0,0,0,1,1,2,1"}
# Keys without a pause between them, since a pause ends the edit; and what the ring and the number
# show right after each.
PRESS = """(ring, keys) => keys.map(key => {
    ring.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
    const number = ring.closest("section").querySelector(".number");
    return [Number(ring.getAttribute("aria-valuenow")), number.textContent];
})"""


class Picture:
    """The picture of kappa on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator("section[role=group]:has(.verdict)")
        self.number = self.root.locator(".number")
        self.sum = self.root.locator(".sum")
        self.sliders = self.root.get_by_role("slider")

    def slider(self, item: int) -> Locator:
        """The ring of an item, counted from 1."""
        return self.sliders.nth(item - 1)

    def middle(self, item: int) -> tuple[float, float]:
        self.slider(item).scroll_into_view_if_needed()
        box = self.slider(item).locator(".circle").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def category(self, item: int) -> int:
        return int(self.slider(item).get_attribute("aria-valuenow") or -1)

    def step(self) -> float:
        """How many pixels lie between two categories."""
        lines = self.root.locator(".lines line").all()
        heights = [float(line.get_attribute("y1") or 0) for line in lines[:2]]
        return heights[0] - heights[1]

    def grasp(self, item: int, by: int, *, steps: int = 12) -> None:
        """Press on a ring and move it by so many categories, without letting go."""
        x, y = self.middle(item)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 2, y - by * self.step(), steps=steps)

    def places(self, what: str) -> list[dict[str, float]]:
        """The places of what lies in the box, in pixels."""
        found: list[dict[str, float]] = self.root.locator(what).evaluate_all(
            "all => all.map(each => { const {x, y, width, height} = each.getBBox();"
            " return {x, y, w: width, h: height}; })"
        )
        return found

    def pieces(self) -> list[dict[str, float]]:
        return self.places(".piece .fill")

    def room(self) -> dict[str, float]:
        return self.places(".room")[0]


def frames(page: Page) -> list[Any]:
    """Note what the page sends to the server; call it before the page is opened."""
    sent: list[Any] = []
    # Not sent.append itself: Playwright sets an attribute on what it calls.
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(data)))
    return sent


def kappa(predicted: list[int]) -> str:
    assert PETS.actual is not None
    return f"{walk_through(PETS.actual, predicted, categories=range(5)).kappa:.3f}"


def open_picture(page: Page, server: Server, **query: str) -> Picture:
    open_page(page, server.base, query=query)
    picture = Picture(page)
    expect(picture.number).to_be_visible()
    return picture


# -- Hands ----------------------------------------------------------------------------------------


def test_a_drag_asks_nothing_of_the_server_until_it_is_let_go(server: Server, page: Page) -> None:
    sent = frames(page)
    picture = open_picture(page, server)
    expect(picture.number).to_have_text("0.318")
    expect(picture.sum).to_have_text("cost 36, by chance 52.8")
    before = len(sent)
    for item in range(1, 11):  # hovering, first
        page.mouse.move(*picture.middle(item))
    picture.grasp(1, 4)
    expect(picture.number).to_have_text("0.597")
    expect(picture.sum).to_have_text("cost 20, by chance 49.6")
    expect(picture.root.locator(".verdict")).to_contain_text("● and ○ agree on 8 of 10.")
    page.mouse.up()
    expect(page.get_by_label("Predicted", exact=True)).to_have_value(STEP)
    expect(page).to_have_url(re.compile("predicted=4%2C4%2C1%2C0"))
    wait_settled(page)
    assert len(sent) == before + 1
    expect(picture.number).to_have_text("0.597")
    expect(page.get_by_test_id("stMain").locator(".katex").first).to_contain_text("0.597")


def test_undo_takes_a_move_back_and_the_grid_follows(server: Server, page: Page) -> None:
    picture = open_picture(page, server)
    undo = picture.root.get_by_role("button", name="Undo")
    expect(undo).to_be_hidden()
    for item, by in ((1, 4), (3, 2)):
        picture.grasp(item, by)
        page.mouse.up()
        wait_settled(page)
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("4,4,3,0,4,0,1,1,2,1")
    grid = Sheet(page).grid
    expect(grid.locator('[role="gridcell"]').nth(1)).to_have_text("4")
    for predicted in (STEP, ",".join(map(str, PETS.predicted or ()))):
        undo.click()
        expect(page.get_by_label("Predicted", exact=True)).to_have_value(predicted)
        wait_settled(page)
    expect(undo).to_be_hidden()
    expect(picture.number).to_have_text("0.318")
    expect(page.get_by_test_id("stMain")).to_contain_text("Ten pets")


def test_a_drag_that_comes_back_is_no_edit(server: Server, page: Page) -> None:
    sent = frames(page)
    picture = open_picture(page, server)
    before = len(sent)
    picture.grasp(1, 3)
    x, y = picture.middle(1)
    page.mouse.move(x, y + 3 * picture.step(), steps=6)
    expect(picture.number).to_have_text("0.318")
    page.mouse.up()
    picture.root.locator("label", has_text="linear").click()  # the one thing that is sent
    expect(page).to_have_url(re.compile("scheme=linear"))
    wait_settled(page)
    assert len(sent) == before + 1


def test_a_click_on_a_column_moves_its_ring(server: Server, page: Page) -> None:
    """Dragging is not for everyone: WCAG 2.2, 2.5.7."""
    picture = open_picture(page, server)
    x, y = picture.middle(1)
    page.mouse.click(x, y - 4 * picture.step())
    expect(picture.number).to_have_text("0.597")
    expect(page.get_by_label("Predicted", exact=True)).to_have_value(STEP)


def test_the_keys_move_a_ring_and_the_focus_stays(server: Server, page: Page) -> None:
    sent = frames(page)
    picture = open_picture(page, server)
    ring = picture.slider(1)
    expect(ring).to_have_attribute(
        "aria-valuetext", re.compile(r"^0: 4 apart.*16 tiles\. κ 0\.318")
    )
    expect(ring).to_have_accessible_name("Item 1: actual 4, predicted")
    ring.focus()
    before = len(sent)
    keys = ["ArrowUp", "ArrowRight", "ArrowLeft", "End", "ArrowUp", "Home", "PageUp"]
    after = [(1, "0.408"), (2, "0.492"), (1, "0.408"), (4, "0.597"), (4, "0.597"), (0, "0.318")]
    assert [tuple(said) for said in ring.evaluate(PRESS, keys)] == [*after, (2, "0.492")]
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("2,4,1,0,4,0,1,1,2,1")
    wait_settled(page)
    assert len(sent) == before + 1
    expect(ring).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(picture.number).to_have_text("0.408")
    expect(ring).to_be_focused()


def test_two_rings_in_quick_succession_are_two_edits(server: Server, page: Page) -> None:
    picture = open_picture(page, server)
    picture.slider(1).focus()
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    expect(picture.slider(2)).to_be_focused()
    page.keyboard.press("Home")
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("4,0,1,0,4,0,1,1,2,1")
    wait_settled(page)
    expect(picture.number).to_have_text(kappa([4, 0, 1, 0, 4, 0, 1, 1, 2, 1]))
    picture.grasp(1, -4, steps=3)
    page.mouse.up()
    picture.grasp(4, 4, steps=3)
    page.mouse.up()
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("0,0,1,4,4,0,1,1,2,1")
    wait_settled(page)
    expect(picture.number).to_have_text(kappa([0, 0, 1, 4, 4, 0, 1, 1, 2, 1]))


def test_an_edit_elsewhere_reaches_the_picture(server: Server, page: Page) -> None:
    picture = open_picture(page, server)
    type_into(page, "Predicted", STEP)
    expect(picture.number).to_have_text("0.597")
    assert picture.category(1) == 4


# -- A finger -------------------------------------------------------------------------------------


def test_a_finger_moves_a_ring_and_elsewhere_the_page(server: Server, new_page: NewPage) -> None:
    page = new_page(width=390, height=844, has_touch=True, is_mobile=True)
    sent = frames(page)
    picture = open_picture(page, server)
    session = page.context.new_cdp_session(page)
    before, top = len(sent), scrolled(page)
    start = picture.middle(1)
    touch(session, line(start, -4 * picture.step()))
    expect(picture.number).to_have_text("0.597")
    assert scrolled(page) == top
    expect(page).to_have_url(re.compile("predicted=4%2C4%2C1%2C0"))
    wait_settled(page)
    assert len(sent) == before + 1
    # Between the rings, and on the box, a swipe scrolls.
    for part in (".column .reach", ".box svg"):
        page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")
        box = picture.root.locator(part).nth(8 if "column" in part else 0).bounding_box()
        assert box is not None
        inside = box["x"] + box["width"] / 2, min(box["y"] + 0.2 * box["height"], 800)
        touch(session, line(inside, -300))
        wait_scrolled(page, 100)
    expect(picture.number).to_have_text("0.597")


# -- What is seen ---------------------------------------------------------------------------------


def test_the_squares_are_literal_and_the_empty_share_is_kappa(server: Server, page: Page) -> None:
    picture = open_picture(page, server)
    pieces, room, tile = picture.pieces(), picture.room(), picture.step()
    assert len(pieces) == 3
    for piece, side in zip(pieces, (4, 4, 2), strict=True):
        assert piece["w"] == pytest.approx(side * tile, abs=2.5)
        assert piece["h"] == pytest.approx(side * tile, abs=2.5)
    filled = sum((piece["w"] + 2) * (piece["h"] + 2) for piece in pieces)
    assert 1 - filled / (room["w"] * room["h"]) == pytest.approx(7 / 22, abs=0.01)
    for a, b in pairwise(sorted(pieces, key=lambda piece: (piece["y"], piece["x"]))):
        assert a["x"] + a["w"] <= b["x"] or a["y"] + a["h"] <= b["y"]
    expect(picture.root.get_by_role("img")).to_have_accessible_name(
        "A box of 52.8 tiles: gaps fill 36 of them. 0.318 of it is empty."
    )


@pytest.mark.parametrize(
    ("scheme", "total", "after"),
    [
        ("linear", "cost 10, by chance 18.2", "0.451"),
        ("unweighted", "cost 3, by chance 7.6", "0.605"),
    ],
)
def test_another_scheme_makes_bars_or_tiles(
    server: Server, page: Page, scheme: str, total: str, after: str
) -> None:
    picture = open_picture(page, server)
    tile = picture.step()
    picture.root.locator("label", has_text=scheme).click()
    expect(picture.sum).to_have_text(total)
    expect(picture.number).to_have_text(after)
    heights = sorted(round(piece["h"] / tile) for piece in picture.pieces())
    assert heights == ([2, 4, 4] if scheme == "linear" else [1, 1, 1])
    assert all(round(piece["w"] / tile) == 1 for piece in picture.pieces())
    expect(page).to_have_url(re.compile(f"scheme={scheme}"))
    wait_settled(page)
    expect(page.get_by_test_id("stMain")).to_contain_text(re.compile("inear|nweighted"))
    picture.grasp(1, 4)
    moved = walk_through(PETS.actual, [4, *PETS.predicted[1:]], scheme=scheme)  # type: ignore[arg-type,index]
    expect(picture.number).to_have_text(f"{moved.kappa:.3f}")
    page.mouse.up()


def test_below_zero_the_box_overflows(server: Server, page: Page) -> None:
    picture = open_picture(page, server, **BELOW)
    expect(picture.number).to_have_text("−0.139")
    expect(picture.root).to_have_class(re.compile("over"))
    pieces, room = picture.pieces(), picture.room()
    assert min(piece["y"] for piece in pieces) < room["y"] - 4
    spilt = picture.root.locator(".spill").evaluate_all(
        "all => all.map(each => Number(each.getAttribute('height')))"
    )
    assert max(spilt) > 4
    expect(picture.root.get_by_role("img")).to_have_accessible_name(re.compile("overflows"))


def test_where_kappa_is_undefined_there_is_no_box_and_why(server: Server, page: Page) -> None:
    picture = open_picture(page, server, actual="3,3", predicted="3,3", categories="0-4")
    expect(picture.number).to_have_text("–")
    expect(picture.root.locator(".verdict")).to_contain_text("kappa is 0 ÷ 0")
    assert picture.room()["h"] == 0
    picture.grasp(1, -1)
    expect(picture.number).to_have_text("0.000")
    page.mouse.up()
    wait_settled(page)
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("2,3")


def test_hidden_kappa_is_covered_with_the_empty_part(server: Server, page: Page) -> None:
    picture = open_picture(page, server, hide_kappa="true")
    expect(picture.number).to_have_text("?")
    expect(picture.sum).to_have_text("cost 36, by chance ?")
    assert picture.room()["h"] == 0
    expect(picture.root.locator(".cover")).to_be_visible()
    picture.grasp(1, 4)
    expect(picture.sum).to_have_text("cost 20, by chance ?")
    page.mouse.up()
    expect(page.get_by_label("Predicted", exact=True)).to_have_value(STEP)
    wait_settled(page)
    shown = page.locator("body").inner_text() + picture.root.inner_html()
    assert "0.597" not in shown
    assert "49.6" not in shown
    page.get_by_role("button", name="Reveal kappa").first.click()
    expect(picture.number).to_have_text("0.597")
    expect(picture.sum).to_have_text("cost 20, by chance 49.6")


def test_what_follows_a_drag_at_once_takes_nothing_back(server: Server, page: Page) -> None:
    picture = open_picture(page, server, hide_kappa="true")
    picture.grasp(1, 4)
    page.mouse.up()
    page.get_by_role("button", name="Reveal kappa").first.click()
    expect(picture.number).to_have_text("0.597")
    expect(picture.sum).to_have_text("cost 20, by chance 49.6")
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("4,4,1,0,4,0,1,1,2,1")


def test_counts_are_a_square_a_cell(server: Server, page: Page) -> None:
    picture = open_picture(
        page, server, counts="637,628,631,612;617,613,643,620;614,621,616,617;608,639,640,644"
    )
    expect(picture.sum).to_have_text("cost 24,762, by chance 25,015.82")
    expect(picture.sliders).to_have_count(0)
    pieces, room = picture.pieces(), picture.room()
    assert len(pieces) == 12
    filled = sum((piece["w"] + 2) * (piece["h"] + 2) for piece in pieces)
    assert filled / (room["w"] * room["h"]) == pytest.approx(24762 / 25015.82, abs=0.01)
    huge = open_picture(page, server, counts=f"0,{10**15};{10**15},1")
    expect(huge.sum).to_have_text(
        re.compile("^cost 2,000,000,000,000,000, by chance 1,000,000,000,000,000")
    )
    assert overflow(page) <= 0


@pytest.mark.parametrize("width", [1280, 390])
def test_many_items_long_names_and_twelve_categories_fit(
    server: Server, new_page: NewPage, width: int
) -> None:
    page = new_page(width=width, height=844, has_touch=width < 400)
    names = ["no sign at all", *(f"grade {at}" for at in range(2, 12)), "the worst imaginable pain"]
    actual = [names[7 * at % 12] for at in range(MOST_ITEMS)]
    predicted = [names[5 * at % 12] for at in range(MOST_ITEMS)]
    picture = open_picture(
        page,
        server,
        actual=",".join(actual),
        predicted=",".join(predicted),
        categories=",".join(names),
    )
    expect(picture.sliders).to_have_count(MOST_ITEMS)
    assert overflow(page) <= 0
    last = picture.slider(MOST_ITEMS)
    last.scroll_into_view_if_needed()
    last.focus()
    page.keyboard.press("Home")
    wait_settled(page, quiet=0.8)
    expect(last).to_be_focused()
    assert picture.category(MOST_ITEMS) == 0
    assert overflow(page) <= 0


@pytest.mark.parametrize(
    ("width", "height", "query"),
    [(1280, 800, {}), (390, 844, {"lang": "es"}), (1920, 1080, {"present": "true"})],
)
def test_the_answer_stands_beside_the_act_on_the_first_screen(
    server: Server, new_page: NewPage, width: int, height: int, query: dict[str, str]
) -> None:
    page = new_page(width=width, height=height, has_touch=width < 400)
    picture = open_picture(page, server, **query)
    for part in (".strip svg", ".box svg", ".number", ".sum"):
        box = picture.root.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        foot = 56 if width < 400 else 0  # of the steps, on a phone
        assert box["y"] + box["height"] <= height - foot, part
    assert overflow(page) <= 0
    if width < 400:  # why 7 of 10 is no more than that
        expect(picture.sum).to_contain_text("7 de 10. Los fallos lejanos son los más caros.")
        expect(picture.sum).to_contain_text("1 − 36 ÷ 52,8 = 0,318")
        below = picture.root.locator(".verdict")  # does not say it again
        expect(below).to_contain_text("Una distancia de 4 cuesta 4 × 4 cuadritos")
        expect(below).not_to_contain_text("7 de 10")
        expect(below).not_to_contain_text("Los fallos lejanos")
        for ratings in ("1,2", "0,1,1,0"):  # the box is lower than what stands beside it
            low = open_picture(page, server, actual=ratings, predicted=ratings[::-1])
            gauge, line = low.root.locator(".gauge").bounding_box(), low.sum.bounding_box()
            assert gauge is not None
            assert line is not None
            assert gauge["y"] + gauge["height"] <= line["y"] + 1
    if "present" in query:
        size = picture.number.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        assert size >= 64
        for name in ("observed", "weights", "expected"):
            matrix = page.locator(f'svg[data-name="{name}"]')
            box = matrix.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, name
            digits = matrix.locator("[data-cell] + text").first
            assert float(digits.get_attribute("font-size") or 0) >= 28


# -- Movement -------------------------------------------------------------------------------------


def test_it_builds_itself_once(server: Server, new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    page.add_init_script(
        """window.built = [];
        new MutationObserver(() => {
            for (const host of document.querySelectorAll("*")) {
                const root = host.shadowRoot?.querySelector("section.building");
                if (root) window.built.push(performance.now());
            }
        }).observe(document, {subtree: true, childList: true});"""
    )
    page.goto(server.base)
    picture = Picture(page)
    expect(picture.root).to_have_class(re.compile("building"))
    expect(picture.root.locator(".flight rect").first).to_be_attached()
    expect(picture.root).not_to_have_class(re.compile("building"))
    expect(picture.number).to_have_text("0.318")
    wait_settled(page)
    picture.grasp(1, 4)
    expect(picture.number).to_have_text("0.597")
    page.mouse.up()
    expect(page).to_have_url(re.compile("predicted=4%2C4%2C1%2C0"))
    wait_settled(page)
    expect(picture.root).not_to_have_class(re.compile("building"))
    page.reload()
    expect(picture.number).to_have_text("0.597")
    expect(picture.root).not_to_have_class(re.compile("building"))


def test_it_stands_at_once_where_less_motion_is_asked_for(server: Server, page: Page) -> None:
    page.goto(server.base)
    picture = Picture(page)
    expect(picture.number).to_have_text("0.318")
    expect(picture.root).not_to_have_class(re.compile("building"))
    expect(picture.root.locator(".flight rect")).to_have_count(0)


def test_shuffles_bounce_around_zero_and_everything_comes_back(server: Server, page: Page) -> None:
    sent = frames(page)
    picture = open_picture(page, server)
    before = len(sent)
    picture.root.get_by_role("button", name="Shuffle").click()
    expect(picture.root.locator(".verdict")).to_contain_text("Shuffle 2 of 20")
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
    assert len(sent) == before + 1  # the next shuffles are to be others
    picture.grasp(1, 4)
    expect(dots).to_have_count(0)
    expect(picture.number).to_have_text("0.597")
    page.mouse.up()
