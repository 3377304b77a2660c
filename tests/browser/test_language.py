"""The reader's language: the browser's at first, then by choice, kept in the link."""

import re

from playwright.sync_api import Page, expect

from qwk_app.words.language import languages
from tests.browser.pilot import NewPage, open_page, wait_settled
from tests.browser.server import Server


def test_a_spanish_reader_of_an_english_link(server: Server, new_page: NewPage) -> None:
    page = new_page(locale="es-MX")
    main, sidebar = page.get_by_test_id("stMain"), page.get_by_test_id("stSidebar")
    open_page(page, server.base, "how_sure", {"scheme": "linear", "level": "90%"})
    assert spoken(page) == "es"
    expect(main.get_by_role("heading", level=1)).to_have_text("¿Qué precisión tiene este kappa?")
    expect(sidebar.get_by_role("radio", name="lineal")).to_be_checked()
    expect(main.get_by_role("slider")).to_have_attribute("aria-valuetext", "90\u00a0%")
    expect(main).to_contain_text("0,451")
    expect(main.locator(".xtick").filter(has_text=re.compile(r"^[−\d]*,\d$")).first).to_be_visible()

    main.get_by_role("button", name="Español").click()
    assert page.get_by_role("menuitem").all_inner_texts() == [*languages().values()]
    page.get_by_role("menuitem", name="English").click()
    expect(page).to_have_url(re.compile("lang=en"))
    expect(page.locator("html")).to_have_attribute("lang", "en")
    wait_settled(page)
    expect(sidebar.get_by_role("radio", name="linear")).to_be_checked()
    expect(main).to_contain_text("0.451")

    # A link that asks for a language there is not is calm, and the browser is asked again.
    open_page(page, server.base, "kappa", {"lang": "tlh"})
    assert spoken(page) == "es"
    assert "lang" not in page.url


def spoken(page: Page) -> str:
    """Return the language that the page says it is in."""
    language: str = page.evaluate("document.documentElement.lang")
    return language
