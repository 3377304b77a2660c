"""An edit draws only what follows the example; what is drawn with the whole stays true."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.benchmarks.sender import Sender
from tests.benchmarks.visitor import Visitor, predictions
from tests.browser.pilot import apart, open_page, wait_settled
from tests.browser.server import Server

TAUGHT = {"hide_kappa": "true", "lang": "es", "tables": "true", "scheme": "lineal"}


def test_an_edit_sends_no_more_than_its_part(server: Server) -> None:
    async def edited(name: str) -> tuple[int, int]:
        visitor = Visitor(server.base, name)
        await visitor.arrive()
        first = visitor.unpacked
        await visitor.edit(predictions(2))
        await visitor.leave()
        return first, visitor.unpacked

    whole, part = apart(edited("overview"))
    assert part < 25 * 1024
    assert part < whole


def test_a_message_without_the_fields_of_a_forgotten_file_breaks_nothing(server: Server) -> None:
    async def again() -> list[str]:
        visitor = Sender(server.base)
        await visitor.arrive()
        await visitor.choose()
        for _time in range(2):
            await visitor.bring("ratings.csv", b"actual,predicted\n1,1\n2,1\n2,2\n3,3\n")
            await visitor.press("Forget this file")
        await visitor.bring("ratings.csv", b"actual,predicted\n1,1\n2,1\n2,2\n3,3\n")
        said = list(visitor.said)
        await visitor.leave()
        return said

    assert any("κ = 0.800" in text for text in apart(again()))


def test_pages_with_ratings_of_their_own_do_not_show_an_editor(server: Server, page: Page) -> None:
    for name, shown in (("your_data", False), ("what_if", True)):
        open_page(page, server.base, name)
        expect(page.get_by_text("Table, scale, class")).to_be_visible(visible=shown)
        expect(page.get_by_label("Predicted", exact=True)).to_be_visible(visible=shown)


def test_an_example_brings_its_counts_and_its_categories(server: Server, page: Page) -> None:
    open_page(page, server.base)
    example = page.get_by_label("Example", exact=True)
    example.fill("Ten thousand")
    example.press("Enter")
    expect(page.get_by_role("textbox", name="Table of counts")).to_be_visible()
    expect(page.get_by_role("textbox", name="Table of counts")).not_to_have_value("")
    expect(page.get_by_label("Categories", exact=True)).to_have_value("0-3")
    expect(page.get_by_label("Actual", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_label("Actual", exact=True)).to_be_visible()


def test_pages_turn_with_all_that_a_teacher_has_set(server: Server, page: Page) -> None:
    open_page(page, server.base, "pitfalls", {**TAUGHT, "present": "true"})
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("/what_if"))
    wait_settled(page)
    for name, value in TAUGHT.items():
        assert f"{name}={value}" in page.url


def test_what_was_revealed_can_be_hidden_again(server: Server, page: Page) -> None:
    open_page(page, server.base, "overview", {"hide_kappa": "true"})
    main = page.get_by_test_id("stMain")
    main.get_by_role("button", name="Reveal kappa").click()
    expect(main).to_contain_text("0.318")
    page.get_by_text("Table, scale, class").click()
    page.get_by_role("button", name="For your class").click()
    page.get_by_role("button", name="Hide again what was revealed").click()
    expect(main).to_contain_text("Guess first.")
    expect(main).not_to_contain_text("0.318")
