"""A lesson in a real browser: the arrow keys run it, and nothing moves but what is revealed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from qwk_app.frame import plan
from qwk_app.frame.plan import Scene
from tests.browser.pilot import open_page, overflow, resize, small_letters, wait_settled
from tests.browser.server import Server
from tests.browser.windows import FORGET

PETS = {"actual": "4,4,3,4,4,0,1,1,2,1", "predicted": "0,4,1,0,4,0,1,1,2,1"}
LESSON = plan.encode(
    [
        Scene("overview", {**PETS, "hide_kappa": "true", "title": "Predict", "question": "Kappa?"}),
        Scene("weights", {**PETS, "row": "4", "column": "0", "hide_cell": "true"}),
    ]
)
HIDDEN = {"hide_kappa": "true", "hide_cell": "true", "hide_editor": "true", "present": "true"}
READABLE = 28  # pixels, from the third row

# Where the page begins, in every frame that is painted: a sidebar that opens moves it.
_WATCH = """() => {
    window.lefts = new Set();
    const look = () => {
        const main = document.querySelector('[data-testid="stMain"]');
        if (main) window.lefts.add(Math.round(main.getBoundingClientRect().left));
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize("by", ["key", "button"])
def test_a_first_reveal_never_opens_the_sidebar(
    server: Server, new_page: Callable[..., Page], by: str
) -> None:
    """Streamlit opened it again where its state was sent twice a run, in 25 of 36 tries."""
    page = new_page(width=1920, height=1080)
    for name in ("overview", "weights", "kappa", "how_sure", "measures", "overview"):
        open_page(page, server.base, name, HIDDEN)
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
        expect(page.get_by_test_id("stMain").get_by_role("button", name=text)).to_have_count(0)
        wait_settled(page)
        assert page.evaluate("[...window.lefts]") == [0], name
        assert heading.bounding_box() == before, name
        assert not small_letters(page, READABLE), name
        page.evaluate(FORGET)  # the next one is a first visit, too


def test_the_arrow_keys_run_a_lesson_with_question_and_answer_in_sight(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=1920, height=1080)
    open_page(page, server.base, query={"plan": LESSON, "present": "true"})
    expect(page).to_have_title("1/2 Predict · QWK Explorer")
    question = page.get_by_text("Kappa?", exact=True)
    before = question.bounding_box()
    page.keyboard.press("ArrowRight")
    answer = page.get_by_test_id("stMain").get_by_text("κ = 0.318").first
    expect(answer).to_be_in_viewport()
    expect(question).to_be_in_viewport()
    assert question.bounding_box() == before
    size = float(answer.evaluate("node => getComputedStyle(node).fontSize").removesuffix("px"))
    assert size >= READABLE
    wait_settled(page)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_title("2/2 · QWK Explorer")
    expect(page.get_by_role("button", name="Reveal the cell")).to_be_visible()
    wait_settled(page)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_title("1/2 Predict · QWK Explorer")
    # A reload shows the same scene.
    wait_settled(page)
    page.reload()
    expect(page).to_have_title("1/2 Predict · QWK Explorer")


def test_the_qr_code_fills_a_projector_and_covers_the_page(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=1920, height=1080)
    open_page(page, server.base, "kappa")
    page.get_by_role("button", name="Share this example").click()
    page.get_by_role("dialog").get_by_role("tab", name="QR code").click()
    page.get_by_role("button", name="Fill the screen").click()
    picture = page.get_by_role("img", name="A QR code that opens “Kappa”")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(picture).to_be_in_viewport(ratio=1)
    box = picture.bounding_box()
    assert box is not None
    assert box["height"] >= 0.7 * 1080
    expect(page.get_by_text("0.318")).to_have_count(0)
    page.get_by_role("button", name="Back to the page").click()
    expect(page.get_by_test_id("stMain").get_by_text("0.318").first).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_a_phone_has_the_steps_at_its_foot(
    server: Server, new_page: Callable[..., Page], locale: str
) -> None:
    page = new_page(width=390, height=844, has_touch=True, is_mobile=True, locale=locale)
    open_page(page, server.base, "weights")
    own, other = ("Weigh", "Chance") if locale == "en-GB" else ("Ponderar", "Azar")
    steps = page.locator(".st-key-phone-steps")
    links = steps.get_by_role("link")
    here = steps.locator('[aria-current="page"]')
    for width in (390, 320):
        resize(page, width, 844)
        expect(links).to_have_count(3)
        expect(here).to_have_text(f"2 {own}")
        expect(here).to_be_in_viewport(ratio=1)
        for at in range(3):
            expect(links.nth(at)).to_be_in_viewport(ratio=1)
            box = links.nth(at).bounding_box()
            assert box is not None
            assert box["height"] >= 44
        assert overflow(page) <= 0
        links.nth(1).tap()
        expect(page).to_have_title(f"{other} · QWK Explorer")
        wait_settled(page)
        if width > 320:
            page.go_back()
            expect(page).to_have_title(f"{own} · QWK Explorer")
            wait_settled(page)


def test_a_desk_has_no_steps_at_its_foot(server: Server, page: Page) -> None:
    open_page(page, server.base, "weights")
    expect(page.locator(".st-key-phone-steps")).to_be_hidden()
    expect(page.get_by_role("link", name="2 · Weigh").first).to_be_visible()
