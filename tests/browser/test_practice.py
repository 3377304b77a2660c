"""Practice like a student: with the keyboard, on a phone, up to the certificate."""

from playwright.sync_api import Page, expect

from qwk_core.teaching.exercises.catalogue import exercise_of
from tests.browser.pilot import (
    NewPage,
    click,
    download,
    expect_query,
    open_page,
    wait_settled,
)
from tests.browser.test_access import MAIN, check

NAME = "fill-expected-1-1"


def test_all_of_e_is_filled_in_with_the_keyboard(new_page: NewPage) -> None:
    asked = exercise_of(NAME)
    transposed = next(one for one in asked.mistakes if one.key == "transposed")
    page = open_page(new_page("narrow"), "practice", {"exercise": NAME})
    main = page.get_by_test_id("stMain")

    main.get_by_label(asked.fields[0], exact=True).focus()
    fill_in(page, [str(value) for value in transposed.values])
    expect(main).to_contain_text("Your E is transposed.")
    check(page, MAIN)

    # Nothing is lost when the student leaves the page and returns.
    page.reload()
    wait_settled(page)
    main.get_by_label(asked.fields[0]).focus()
    fill_in(page, [f"{float(value):.2f}".replace(".", ",") for value in asked.right])
    expect(main).to_contain_text("Right. 3 of 3 points.")  # a reload starts again

    click(main.get_by_text("List and certificate"))
    check(page, MAIN)
    assert "3 of 3 points" in download(page, "Download the certificate").path().read_text("utf-8")
    click(main.get_by_role("button", name="Next: Compute κ"))
    expect_query(page, exercise="compute-kappa-1-1")

    # Its solution ends with the picture of kappa, which is read-only and not covered.
    click(main.get_by_role("button", name="Show me the solution"))
    kappa = float(exercise_of("compute-kappa-1-1").right[0])
    drawn = main.get_by_role("group", name="The picture of kappa")
    expect(drawn.locator(".number")).to_have_text(f"{kappa:.3f}".replace("-", "−"))
    expect(drawn.locator(".sum")).to_contain_text(f"= {kappa:.3f}".replace("-", "−"))
    expect(drawn.get_by_role("slider")).to_have_count(0)
    expect(drawn.locator(".tools")).to_be_hidden()
    check(page, MAIN)


def fill_in(page: Page, texts: list[str]) -> None:
    """Type into one field after the other, and submit them without a mouse."""
    for at, text in enumerate(texts):
        if at:
            page.keyboard.press("Tab")
        page.keyboard.press("Control+a")
        page.keyboard.type(text, delay=10)
    page.keyboard.press("Enter")
