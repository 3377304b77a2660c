"""A reader's own file: the questions, kappa, the walkthrough, and downloads."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.pilot import (
    bring_by,
    click,
    download,
    main,
    open_page,
    unfold,
    upload,
    wait_settled,
)

COUNTS = "4,0,0,1;0,0,0,0;0,0,6,3;0,0,0,9"  # “moderate” is on the scale, but unused


def kappa(page: Page) -> Locator:
    return main(page).locator("h2", has_text="κ = ")


def graded() -> bytes:
    """Eyes at two clinics, graded in words that are not in the usual order."""
    pairs = [("none", "none")] * 9 + [("mild", "none")] * 3 + [("mild", "mild")] * 6
    pairs += [("severe", "severe")] * 4 + [("severe", "none")] + [("mild", "")]
    rows = [f"{at},{'North' if at % 2 else 'Hill'},{a},{b}" for at, (a, b) in enumerate(pairs)]
    return "\n".join(["eye,clinic,doctor_a,doctor_b", *rows]).encode()


@pytest.mark.walk
def test_from_a_file_to_kappa_to_every_page_and_back(page: Page) -> None:
    open_page(page, "your_data")
    bring_by(page, "a file")
    upload(page, "eyes.csv", graded())
    body = main(page)
    expect(body).to_contain_text("κ waits for the order")
    expect(body.locator('[data-testid="stPlotlyChart"], svg[data-name]')).to_have_count(0)
    click(body.get_by_role("button", name="Turn around"))
    expect(body).to_contain_text("severe < moderate < mild < none")
    click(body.get_by_text("Yes, this is the order"))
    # Misses cost 1 × 9 + 3 × 1 = 12; chance costs (705 + 261 + 378) ÷ 23 = 58.43.
    expect(kappa(page)).to_contain_text("κ = 0.795")

    # A click marks one cell in all four matrices, and does not change the sidebar's matrix.
    body.locator('svg[data-name="observed"] [data-cell="0,2"]').click()
    body.get_by_text("What each cell costs", exact=True).click()
    expect(body).to_contain_text("The chosen cell: doctor_a severe, doctor_b mild")
    assert "row=" not in page.url

    # The address contains nothing of the file until the reader asks for it.
    assert "severe" not in page.url
    body.get_by_role("button", name="Open on Overview").click()
    expect(page.get_by_test_id("stSidebar")).to_be_visible()  # Your data has none
    wait_settled(page)  # for a moment, the fields exist twice
    expect(page.get_by_label("Table of counts", exact=True)).to_have_value(COUNTS)
    wait_settled(page)
    carried = parse_qs(urlsplit(page.url).query)
    assert carried == {"counts": [COUNTS], "categories": ["severe,moderate,mild,none"]}

    # Streamlit writes the fields of the other page into the address one after another. On a busy
    # machine that takes several messages, and each message adds a step to the browser's history.
    for _step in range(len(carried) + 1):
        if "/your_data" not in page.url:
            page.go_back()
            wait_settled(page)
    expect(page).to_have_url(re.compile("/your_data"))
    wait_settled(page)
    expect(body).to_contain_text("eyes.csv")
    expect(body).to_contain_text("severe < moderate < mild < none")
    expect(kappa(page)).to_contain_text("0.")


def test_a_study_leaves_as_files(page: Page) -> None:
    open_page(page, "your_data")
    unfold(page, "Take it with you", "File by file", "The figure")
    with Image.open(download(page, "Figure as PNG").path()) as picture:
        assert picture.width == round(85 / 25.4 * 300)  # a column, at 300 dpi
    assert download(page, "Figure as SVG").suggested_filename == "kappa-one-column-colour.svg"
