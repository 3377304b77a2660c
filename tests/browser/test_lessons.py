"""A lesson in a real browser: the arrow keys control it, and it shows only revealed parts."""

from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from qwk_app.frame import plan
from qwk_app.frame.plan import Scene
from tests.browser.pilot import (
    NewPage,
    box_of,
    main,
    open_page,
    resize,
    small_letters,
    wait_settled,
)
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
    expect(page.get_by_role("button", name="Reveal the cell")).to_be_visible()
    end = page.get_by_text("End of the lesson")
    expect(end).to_have_count(0)
    wait_settled(page)
    page.keyboard.press("ArrowRight")
    expect(end).to_be_in_viewport()
    wait_settled(page)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_title("1/2 Predict · QWK Explorer")


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
