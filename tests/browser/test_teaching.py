"""A lesson on a projector, in the frame of a course page, and on the phones of a class."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from qwk_app.frame import plan
from qwk_app.frame.plan import Scene
from qwk_app.frame.sharing import frame_code
from tests.browser.pilot import (
    NewPage,
    address,
    box_of,
    click,
    main,
    open_page,
    overflow,
    resize,
    small_letters,
    wait_settled,
)
from tests.browser.server import Server
from tests.browser.test_access import check
from tests.browser.windows import FORGET

EXAMPLE = {"actual": "0,0,4,3,2,4,1,1,2,1", "predicted": "0,2,3,0,0,4,1,1,3,1"}


@pytest.mark.walk
def test_a_first_visitor_presents_with_arrow_keys(fresh_server: Server, new_page: NewPage) -> None:
    page = new_page(height=720, base_url=fresh_server.base)
    # This is the server's first visitor: a class must not see an incomplete page.
    query = {**EXAMPLE, "hide_kappa": "true", "present": "true"}
    open_page(page, "kappa", query)
    # On the wall as large as 28 of 1920 pixels.
    size = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert size >= 28 / 1920 * 1280
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
    check(page)
    heading = main(page).get_by_role("heading", level=1)
    kappa = main(page).get_by_text("κ = 0.513")
    expect(kappa).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(kappa.first).to_be_visible()
    wait_settled(page)
    assert overflow(page) == 0
    page.keyboard.press("ArrowLeft")
    expect(heading).to_have_text("What would chance give?")
    wait_settled(page)
    # The keys act on the element with the focus: in a choice they choose, and the page stays.
    main(page).get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    wait_settled(page)
    expect(heading).to_have_text("What would chance give?")
    page.go_back()
    expect(kappa.first).to_be_visible()  # the prediction is still stored


def test_a_matrix_fills_the_screen_and_gives_it_back(page: Page) -> None:
    open_page(page, "observed", {"present": "true"})
    drawn = main(page).locator('svg[data-name="observed"]').first
    digits = drawn.locator("[data-cell] + text").first
    before = digits.get_attribute("font-size") or "0"
    assert float(before) >= 28 / 1920 * 1280
    main(page).locator(".menu summary").first.click()
    page.get_by_role("button", name="Full screen").first.click()
    page.wait_for_function("() => document.fullscreenElement !== null")
    expect(digits).not_to_have_attribute("font-size", before)
    page.evaluate("document.exitFullscreen()")
    expect(digits).to_have_attribute("font-size", before)


def test_a_frame_on_a_course_page_scrolls_down_only(base: str, new_page: NewPage) -> None:
    # This needs a new window. In a window that has shown other pages, Chromium takes the course
    # page for a page of the internet, and such a page may not load from this machine.
    page = new_page(width=1100, height=900, fresh=True)
    link = base + address("kappa", {**EXAMPLE, "hide_kappa": "true"})
    # The code that a teacher pastes, in a page 800 pixels wide.
    page.set_content(f'<div style="width: 800px">{frame_code(link, "Kappa")}</div>')
    frame = page.frame_locator('iframe[title="QWK Explorer: Kappa"]')
    button = frame.get_by_role("button", name="Reveal kappa")
    expect(button).to_be_visible()
    expect(frame.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
    expect(frame.get_by_test_id("stMain")).not_to_contain_text("0.513")
    button.click()
    expect(frame.get_by_test_id("stMain")).to_contain_text("0.513")
    # A link inside the frame opens inside the frame, still embedded.
    frame.get_by_role("link", name="Next: Practice").first.click()
    expect(frame.get_by_role("heading", level=1)).to_have_text("Practice: work it out yourself")
    assert "embed=true" in page.frames[1].url
    for name in ("overview", "teaching"):
        page.set_viewport_size({"width": 800, "height": 600})
        open_page(page, name, {"embed": "true"})
        assert overflow(page) == 0


def test_a_qr_code_is_large_and_fills_the_screen(new_page: NewPage) -> None:
    page = open_page(new_page("projector"))
    click(page.get_by_test_id("stSidebar").get_by_role("button", name="Share this example"))
    dialog = page.get_by_role("dialog")
    check(page)
    dialog.get_by_role("tab", name="QR code").click()
    picture = page.get_by_role("img", name="A QR code that opens “Overview”")
    expect(picture).to_be_visible()
    assert size_of(picture) >= 200
    page.get_by_role("button", name="Fill the screen").click()
    expect(dialog).to_have_count(0)
    expect(picture).to_be_in_viewport(ratio=1)
    assert size_of(picture) >= 0.7 * 1080


def size_of(picture: Locator) -> float:
    box = box_of(picture)
    assert box["width"] == pytest.approx(box["height"])
    return box["height"]


PETS = {"actual": "4,4,3,4,4,0,1,1,2,1", "predicted": "0,4,1,0,4,0,1,1,2,1"}
LESSON = plan.encode(
    [
        Scene("overview", {**PETS, "hide_kappa": "true", "title": "Predict", "question": "Kappa?"}),
        Scene("weights", {**PETS, "row": "4", "column": "0", "hide_cell": "true"}),
    ]
)
HIDDEN = {"hide_kappa": "true", "hide_cell": "true", "hide_editor": "true", "present": "true"}
READABLE = 28  # pixels, from the third row

# The page's left edge in every painted frame: a sidebar that opens moves it.
_WATCH = """() => {
    window.lefts = new Set();
    const look = () => {
        const main = document.querySelector('[data-testid="stMain"]');
        if (main) window.lefts.add(Math.round(main.getBoundingClientRect().left));
        requestAnimationFrame(look);
    };
    look();
}"""


def test_a_question_stands_clear_of_the_text_below_it(new_page: NewPage) -> None:
    page = open_page(new_page("projector"), query={"present": "true", "question": "How well?"})
    question = box_of(main(page).get_by_role("heading", level=3).locator("span"))
    text = box_of(main(page).locator("p", has_text="says how well two raters agree"))
    assert question["y"] + question["height"] <= text["y"]


def test_a_first_reveal_never_opens_the_sidebar(new_page: NewPage) -> None:
    """Streamlit opened it again if a run sent its state twice (in 25 of 36 tries)."""
    page = new_page("projector")
    pages = ("overview", "weights", "kappa", "how_sure", "measures", "overview")
    for name, by in zip(pages, ("key", "button") * 3, strict=True):
        open_page(page, name, HIDDEN)
        assert not small_letters(page, READABLE), name
        page.evaluate(_WATCH)
        heading = page.get_by_role("heading", level=1)
        before = heading.bounding_box()
        reveal = page.get_by_role("button", name="Reveal").first
        text = reveal.inner_text().split("\n")[0]
        if by == "key":
            page.keyboard.press("ArrowRight")
        else:
            reveal.click()
        expect(main(page).get_by_role("button", name=text)).to_have_count(0)
        wait_settled(page)
        assert page.evaluate("[...window.lefts]") == [0], name
        assert heading.bounding_box() == before, name
        assert not small_letters(page, READABLE), name
        page.evaluate(FORGET)  # the next visit is a first visit, too


def test_the_arrow_keys_run_a_lesson(new_page: NewPage) -> None:
    page = open_page(new_page("projector"), query={"plan": LESSON, "present": "true"})
    expect(page).to_have_title("1/2 Predict · QWK Explorer")
    for matrix in page.locator("svg[data-name]").all():
        expect(matrix).to_be_in_viewport(ratio=1)
    # After a reload of the first scene, the lesson is the same and the answer is still hidden.
    assert "plan=" in page.url
    page.reload()
    expect(page).to_have_title("1/2 Predict · QWK Explorer")
    wait_settled(page)
    assert {"plan", "present"} <= parse_qs(urlsplit(page.url).query).keys()
    expect(main(page).get_by_text("κ = ?").first).to_be_visible()
    question = page.get_by_text("Kappa?", exact=True)
    before = question.bounding_box()
    page.keyboard.press("ArrowRight")
    answer = main(page).get_by_text("κ = 0.318").first
    expect(answer).to_be_in_viewport()
    expect(question).to_be_in_viewport()
    assert question.bounding_box() == before
    size = float(answer.evaluate("node => getComputedStyle(node).fontSize").removesuffix("px"))
    assert size >= READABLE
    wait_settled(page)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_title("2/2 · QWK Explorer")


def test_a_phone_has_the_steps_at_its_foot(new_page: NewPage) -> None:
    page = open_page(new_page("phone", locale="es-ES"), "weights")
    steps = page.locator(".st-key-phone-steps")
    links, here = steps.get_by_role("link"), steps.locator('[aria-current="page"]')
    for width in (390, 320):
        resize(page, width, 844)
        expect(links).to_have_count(5)
        expect(here).to_have_text("Ponderar")
        expect(here).to_be_in_viewport(ratio=1)
        for at in range(5):
            expect(links.nth(at)).to_be_in_viewport(ratio=1)
            box = box_of(links.nth(at))
            assert box["height"] >= 44
    links.nth(2).tap()
    expect(page).to_have_title("Azar · QWK Explorer")
    wait_settled(page)
    page.go_back()
    expect(page).to_have_title("Ponderar · QWK Explorer")
    wait_settled(page)
    resize(page, 1280, 800)
    expect(steps).to_be_hidden()
    expect(page.get_by_role("link", name="2 · Ponderar").first).to_be_visible()
