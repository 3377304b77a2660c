"""A file of one's own, as a reader brings it: through the questions to kappa, and onward."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import openpyxl
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pilot import bring_by, main, open_page, overflow, upload, wait_settled
from tests.browser.server import Server

COUNTS = "4,0,0,1;0,0,0,0;0,0,6,3;0,0,0,9"  # nobody gave a “moderate”, which the scale has


@pytest.fixture
def open_own(server: Server, new_page: Callable[..., Page]) -> Callable[..., Page]:
    """Open the page where a file is taken."""

    def open_it(**options: object) -> Page:
        page = new_page(**options)
        open_page(page, server.base, "your_data")
        bring_by(page, "a file")
        return page

    return open_it


def kappa(page: Page) -> Locator:
    return main(page).locator("h2", has_text="κ = ")


def graded() -> bytes:
    """Eyes at two clinics, graded in words of which the order is not the usual one's."""
    pairs = [("none", "none")] * 9 + [("mild", "none")] * 3 + [("mild", "mild")] * 6
    pairs += [("severe", "severe")] * 4 + [("severe", "none")] + [("mild", "")]
    rows = [f"{at},{'North' if at % 2 else 'Hill'},{a},{b}" for at, (a, b) in enumerate(pairs)]
    return "\n".join(["eye,clinic,doctor_a,doctor_b", *rows]).encode()


def test_from_a_file_to_kappa_to_every_page_and_back(open_own: Callable[..., Page]) -> None:
    page = open_own()
    upload(page, "eyes.csv", graded())
    body = main(page)
    expect(body).to_contain_text("κ waits for the order")
    expect(body.locator('[data-testid="stPlotlyChart"], svg[data-name]')).to_have_count(0)
    expect(body).to_contain_text("none < mild < moderate < severe")
    body.get_by_role("button", name="Turn around").click()
    wait_settled(page)
    expect(body).to_contain_text("severe < moderate < mild < none")
    body.get_by_text("Yes, this is the order").click()
    wait_settled(page)
    expect(kappa(page)).to_contain_text("0.")
    forest = body.locator('[aria-label^="Kappa of each group"]')
    expect(forest).to_have_attribute("aria-label", re.compile("Hill .*North .*all as one"))

    # A click marks one cell in all four matrices, and leaves the sidebar's alone.
    body.locator('svg[data-name="observed"] [data-cell="0,2"]').click()
    body.get_by_text("What each cell costs", exact=True).click()
    expect(body).to_contain_text("The chosen cell: actual severe, predicted mild")
    assert "row=" not in page.url

    # Until it is asked for, nothing of the file is in the address.
    assert "eyes" not in page.url
    assert "severe" not in page.url
    body.get_by_role("button", name="Open on Overview").click()
    expect(page.get_by_test_id("stSidebar")).to_be_visible()  # which this page has not
    wait_settled(page)  # for a moment, the fields stand there twice
    expect(page.get_by_label("Table of counts", exact=True)).to_have_value(COUNTS)
    wait_settled(page)
    carried = parse_qs(urlsplit(page.url).query)
    assert carried == {"counts": [COUNTS], "categories": ["severe,moderate,mild,none"]}

    # Streamlit writes the fields of the other page into the address one after another. On a busy
    # machine that takes several messages, and each is a step of its own on the way back.
    for _step in range(len(carried) + 1):
        if "/your_data" not in page.url:
            page.go_back()
            wait_settled(page)
    expect(page).to_have_url(re.compile("/your_data"))
    wait_settled(page)
    expect(body).to_contain_text("eyes.csv")
    expect(body).to_contain_text("severe < moderate < mild < none")
    expect(kappa(page)).to_contain_text("0.")
    body.get_by_role("button", name="Another file").click()
    page.get_by_role("button", name="Forget this file").click()
    wait_settled(page)
    expect(body).not_to_contain_text("eyes.csv")
    expect(kappa(page)).to_have_count(0)


def test_what_is_wrong_is_said_and_what_was_right_stays(open_own: Callable[..., Page]) -> None:
    page = open_own(width=390, height=844)
    upload(page, "good.csv", b"actual,predicted\n1,1\n2,2\n2,1\n3,3\n")
    body = main(page)
    before = kappa(page).inner_text()
    upload(page, "rubbish.csv", random.Random(1).randbytes(50_000))
    expect(body).to_contain_text("rubbish.csv")
    expect(body.get_by_role("alert")).to_contain_text("not text")
    assert kappa(page).inner_text() == before

    assert overflow(page) == 0


def test_reading_that_takes_long_can_be_cancelled(open_own: Callable[..., Page]) -> None:
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(["actual", "predicted"])
    numbers = random.Random(2)
    for _ in range(120_000):
        sheet.append([numbers.randrange(3), numbers.randrange(3)])
    file = io.BytesIO()
    book.save(file)

    page = open_own()
    upload(page, "large.xlsx", file.getvalue())
    body = main(page)
    body.get_by_role("button", name="Count all rows").click()
    body.get_by_role("button", name="Cancel").click()
    expect(body.get_by_role("button", name="Count all rows")).to_be_visible()
    wait_settled(page)
    expect(kappa(page)).to_have_count(0)
    body.get_by_role("button", name="Count all rows").click()
    expect(body).to_contain_text("120,000 items", timeout=180_000)
    wait_settled(page)
