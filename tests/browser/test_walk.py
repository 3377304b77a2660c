"""A short walk through the running app finds the most frequent faults in two minutes.

It covers every page by its link, an edit, a drag, a file, a room with two phones, a presented page,
and Spanish. The other files of this folder have the other browser tests, for `make check`.
"""

import re

from playwright.sync_api import Page, expect

from qwk_app.frame.steps import BY_STEM
from qwk_app.words.language import languages
from tests.browser.picture import STEP, kappa, open_picture
from tests.browser.pilot import (
    PHONE,
    PICTURES,
    PROJECTOR,
    NewPage,
    bring_by,
    come_in,
    main,
    open_page,
    open_room,
    overflow,
    page_names,
    type_into,
    upload,
    wait_settled,
)
from tests.browser.server import Server
from tests.browser.test_lessons import HIDDEN
from tests.browser.test_live import rate
from tests.browser.windows import FORGET

LINK = {"actual": "1,2,3", "predicted": "1,3,3", "scheme": "linear", "row": "2", "column": "3"}
WITHOUT_PICTURES = ("implementations", "live", "guide")  # before a race or a room; a text


def test_every_page_opens_by_a_link_and_takes_an_edit(fresh_server: Server, page: Page) -> None:
    for name in page_names():
        open_page(page, fresh_server.base, name, LINK)
        expect(main(page).get_by_role("heading", level=1)).to_have_count(1)
        expect(main(page).get_by_role("button", name="English", exact=True)).to_be_attached()
        if name not in WITHOUT_PICTURES:
            expect(main(page).locator(PICTURES).first).to_be_visible()
        sidebar = page.get_by_test_id("stSidebar")
        if BY_STEM[name].own:  # it has its own ratings and ignores those of the link
            expect(sidebar).to_have_count(0)
        else:
            expect(sidebar).to_be_visible()
            take_an_edit(page, name)
        assert overflow(page) == 0, name
        page.evaluate(FORGET)  # the next visit is a first visit, too


def take_an_edit(page: Page, name: str) -> None:
    """Check that the page shows the link's example, and change it."""
    expect(page.get_by_label("Actual", exact=True)).to_have_value("1,2,3")
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("1,3,3")
    expect(page.get_by_role("radio", name="linear")).to_be_checked()
    own = "Items: 3, each rated from 1" if name == "overview" else "3 items, 3 categories"
    expect(main(page)).to_contain_text(own)
    type_into(page, "Predicted", "1,2,3")
    expect(page).to_have_url(re.compile("predicted=1%2C2%2C3"))
    wait_settled(page)


def test_a_drag_moves_kappa_and_the_address(fresh_server: Server, page: Page) -> None:
    picture = open_picture(page, fresh_server)
    expect(picture.number).to_have_text("0.318")
    picture.grasp(1, 4)
    expect(picture.number).to_have_text(kappa(STEP))
    page.mouse.up()
    expect(page).to_have_url(re.compile("predicted=" + STEP.replace(",", "%2C")))
    expect(page.get_by_label("Predicted", exact=True)).to_have_value(STEP)


def test_a_file_gives_its_kappa(fresh_server: Server, page: Page) -> None:
    open_page(page, fresh_server.base, "your_data")
    bring_by(page, "a file")
    upload(page, "good.csv", b"actual,predicted\n1,1\n2,2\n2,1\n3,3\n")
    # One near miss costs 1. Totals 1, 2, 1 and 2, 1, 1: chance costs (5 + 6 + 9) ÷ 4 = 5.
    expect(page.get_by_role("heading", name="κ = 0.800")).to_be_visible()


def test_a_teacher_and_two_phones(fresh_server: Server, new_page: NewPage) -> None:
    teacher = new_page(**PROJECTOR)
    code = open_room(teacher, fresh_server.base)
    phones = [new_page(**PHONE), new_page(**PHONE, locale="es-ES")]
    for phone in phones:
        come_in(phone, fresh_server.base, code)
    expect(teacher.get_by_test_id("stMetricValue").first).to_have_text("2")
    teacher.keyboard.press("ArrowRight")
    for at, phone in enumerate(phones):
        expect(phone.locator(".st-key-live-choices button").first).to_be_visible()
        rate(phone, 1 + at, most=3)
        expect(phone.get_by_test_id("stMain")).to_contain_text("3")


def test_a_presented_page_hides_kappa(fresh_server: Server, new_page: NewPage) -> None:
    page = new_page(**PROJECTOR)
    open_page(page, fresh_server.base, "overview", HIDDEN)
    expect(main(page)).not_to_contain_text("0.318")
    page.keyboard.press("ArrowRight")
    expect(main(page)).to_contain_text("0.318")


def test_a_spanish_reader_of_an_english_link(fresh_server: Server, new_page: NewPage) -> None:
    page = new_page(locale="es-MX")
    body, spoken = main(page), page.locator("html")
    open_page(page, fresh_server.base, "how_sure", {"scheme": "linear", "level": "90%"})
    expect(spoken).to_have_attribute("lang", "es")
    expect(body.get_by_role("heading", level=1)).to_have_text("¿Qué precisión tiene este kappa?")
    expect(page.get_by_role("radio", name="lineal")).to_be_checked()
    expect(body.get_by_role("slider")).to_have_attribute("aria-valuetext", "90\u00a0%")
    expect(body.locator(".xtick").filter(has_text=re.compile(r"^[−\d]*,\d$")).first).to_be_visible()
    body.get_by_role("button", name="Español").click()
    assert page.get_by_role("menuitem").all_inner_texts() == [*languages().values()]
    page.get_by_role("menuitem", name="English").click()
    expect(page).to_have_url(re.compile("lang=en"))
    expect(spoken).to_have_attribute("lang", "en")
    expect(body).to_contain_text("0.451")
