"""The access and layout of every page, also on a phone, and each page by its link."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect

from qwk_app.frame.steps import BY_STEM
from qwk_app.words.language import languages
from tests.browser import sizes
from tests.browser.pilot import (
    PICTURES,
    NewPage,
    expect_query,
    main,
    open_page,
    overflow,
    page_names,
    resize,
    type_into,
    wait_settled,
    wait_until,
)
from tests.browser.test_access import ours

LINK = {"actual": "1,2,3", "predicted": "1,3,3", "scheme": "linear", "row": "2", "column": "3"}
WITHOUT_PICTURES = ("implementations", "live", "guide")  # before a race or a room; a text
TABLES = "Show charts as tables, too"
# 390 is a phone; 640 is a screen of 1280 at 200% zoom; 320 is the same at 400%, or a small phone.
WIDTHS = (390, 320, 640)

# Every picture must have a name; the elements drawn inside it need none.
NAMELESS = """pictures => [...document.querySelectorAll(pictures)]
    .filter(one => !["figure", "img"].includes(one.getAttribute("role")) || !one.ariaLabel)
    .map(one => one.outerHTML.slice(0, 160))"""

# The width of the cells of every matrix with taps, in pixels, and whether it scrolls.
CELLS = """() => [...document.querySelectorAll("*")]
    .flatMap(element => [...element.shadowRoot?.querySelectorAll(".chooses .panel svg") ?? []])
    .filter(drawn => drawn.checkVisibility() && drawn.querySelector("[data-cell]"))
    .map(drawn => ({
        name: drawn.ariaLabel,
        cell: drawn.querySelector("[data-cell]").getBoundingClientRect().width,
        scrolls: drawn.parentElement.scrollWidth > drawn.parentElement.clientWidth,
    }))"""

# Words of which "…" hides the end.
CUT_OFF = """() => [...document.querySelectorAll("*")]
    .filter(element => element.checkVisibility() && element.clientWidth
        && element.scrollWidth > element.clientWidth
        && getComputedStyle(element).textOverflow === "ellipsis")
    .map(element => element.innerText)"""


@pytest.mark.parametrize("name", page_names())
def test_a_page_is_for_everyone(new_page: NewPage, name: str) -> None:
    desk, phone = new_page("desk"), new_page("narrow")
    open_page(desk, name)
    assert overflow(desk) == 0
    on_desk = sizes.look(desk, name)
    look_with_axe(desk)
    open_page(phone, name, {"lang": "es"})  # Spanish words are longer
    assert sizes.too_much(name, on_desk, sizes.look(phone, name)) == []
    expect(main(phone).get_by_role("heading", level=1)).to_have_count(1)
    for width in WIDTHS:
        resize(phone, width, 844)
        assert overflow(phone) == 0, f"at {width} pixels"
        assert phone.evaluate(CUT_OFF) == [], f"at {width} pixels"
        small = [cells for cells in phone.evaluate(CELLS) if cells["cell"] < 29.5]
        assert small == [], f"at {width} pixels"


def look_with_axe(page: Page) -> None:
    """Check a page with the tables behind its charts unfolded, so that it has the most elements.

    A theme changes only colours, and a language changes none.
    """
    page.get_by_text(TABLES, exact=True).click()
    expect_query(page, tables="true")
    assert ours(page) == []
    # Axe checks the order of the others, and that none has its own place for the Tab key.
    first = page.locator(":is(h1, h2, h3, h4):visible").first
    assert first.evaluate("heading => heading.tagName") == "H1"
    assert page.evaluate(NAMELESS, PICTURES) == []
    ink = page.locator(".js-plotly-plot .ytick text").first
    light = ink.evaluate("text => getComputedStyle(text).fill") if ink.count() else ""
    page.emulate_media(color_scheme="dark")
    if light:  # axe does not check the inside of pictures
        expect(ink).not_to_have_css("fill", light)
    assert ours_at_rest(page) == []


def ours_at_rest(page: Page) -> list[str]:
    """Check until axe finds nothing, for a while: the server's colours follow a theme late."""
    with suppress(AssertionError):
        wait_until(page, lambda: ours(page) == [])
    return ours(page)


@pytest.mark.walk
@pytest.mark.parametrize("name", page_names())
def test_a_page_opens_by_a_link_and_takes_an_edit(page: Page, name: str) -> None:
    open_page(page, name, LINK)
    expect(main(page).get_by_role("heading", level=1)).to_have_count(1)
    expect(main(page).get_by_role("button", name="English", exact=True)).to_be_attached()
    if name not in WITHOUT_PICTURES:
        expect(main(page).locator(PICTURES).first).to_be_visible()
    sidebar = page.get_by_test_id("stSidebar")
    if BY_STEM[name].own:  # it has its own ratings and ignores those of the link
        expect(sidebar).to_have_count(0)
    else:
        expect(page.get_by_label("Actual", exact=True)).to_have_value("1,2,3")
        expect(page.get_by_label("Predicted", exact=True)).to_have_value("1,3,3")
        expect(page.get_by_role("radio", name="linear")).to_be_checked()
        type_into(page, "Predicted", "1,2,3")
        expect_query(page, predicted="1,2,3")
    assert overflow(page) == 0


def test_a_page_without_an_example_has_no_sidebar_after_one_with_it(page: Page) -> None:
    open_page(page, "kappa")
    sidebar = page.get_by_test_id("stSidebar")
    for name, width in (("Practice", 0), ("1 · Count", 350)):
        page.get_by_role("link", name=name).first.click()
        wait_until(page, lambda width=width: round(sidebar.bounding_box()["width"]) == width)


@pytest.mark.walk
def test_a_spanish_reader_of_an_english_link(new_page: NewPage) -> None:
    page = new_page(locale="es-MX")
    body, spoken = main(page), page.locator("html")
    open_page(page, "how_sure", {"scheme": "linear", "level": "90%"})
    expect(spoken).to_have_attribute("lang", "es")
    expect(body.get_by_role("heading", level=1)).to_have_text("¿Qué precisión tiene este kappa?")
    expect(page.get_by_role("radio", name="lineal")).to_be_checked()
    expect(body.get_by_role("slider")).to_have_attribute("aria-valuetext", "90\u00a0%")
    expect(body.locator(".xtick").filter(has_text=re.compile(r"^[−\d]*,\d$")).first).to_be_visible()
    assert ours(page) == []
    body.get_by_role("button", name="Español").click()
    assert page.get_by_role("menuitem").all_inner_texts() == [*languages().values()]
    page.get_by_role("menuitem", name="English").click()
    expect_query(page, lang="en")
    expect(spoken).to_have_attribute("lang", "en")
    expect(body).to_contain_text("0.451")


# A finger needs 44 pixels (WCAG 2.5.5).
TAPPED = """() => [...document.querySelectorAll('a, summary, [role="radio"], label:has(input)')]
    .filter(part => part.closest('.st-key-page, .st-key-foot, .st-key-side'))
    .map(part => [part.innerText, part.getBoundingClientRect().height])
    .filter(([_name, height]) => height > 0 && height < 43.5)"""


def test_twenty_categories_scroll_in_their_own_frame(new_page: NewPage) -> None:
    page = new_page("narrow")
    counts = ";".join(",".join("2" if i == j else "1" for j in range(20)) for i in range(20))
    open_page(page, query={"counts": counts})
    matrices = page.evaluate(CELLS)
    assert len(matrices) == 3
    assert all(each["cell"] >= 29.5 and each["scrolls"] for each in matrices)
    assert overflow(page) == 0
    frame = page.locator('.panel:has(svg[data-name="observed"])')
    frame.evaluate("frame => frame.scrollTo(999, 0)")
    assert frame.evaluate("frame => frame.scrollLeft") > 250


def test_the_drawer_of_a_phone_lists_every_page_and_has_the_editor(new_page: NewPage) -> None:
    page = open_page(new_page("phone"))
    page.get_by_test_id("stExpandSidebarButton").tap()
    links = page.get_by_test_id("stSidebarNav").get_by_role("link")
    expect(links).to_have_count(sum(step.listed for step in BY_STEM.values()))
    expect(links.last).to_be_in_viewport()
    predicted = page.get_by_label("Predicted", exact=True)
    predicted.scroll_into_view_if_needed()
    expect(predicted).to_be_in_viewport()
    wait_settled(page)
    predicted.tap()
    type_into(page, "Predicted", "4,4,3,4,4,0,1,1,2,1")
    expect(main(page).get_by_text("κ = 1.000").first).to_be_attached()
    assert overflow(page) == 0


@pytest.mark.parametrize("name", ["observed", "how_sure", "pitfalls"])
def test_what_is_tapped_fits_a_finger(new_page: NewPage, name: str) -> None:
    page = open_page(new_page("phone"), name)
    assert page.evaluate(TAPPED) == []
