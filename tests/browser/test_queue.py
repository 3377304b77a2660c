"""Heavy work waits for another reader's: who waits can cancel, and start again later."""

from __future__ import annotations

import io
import random
from collections.abc import Callable

import openpyxl
from playwright.sync_api import Page, expect

from tests.browser.pilot import address, bring_by, main, open_page, upload, wait_settled
from tests.browser.server import Server

# Ten categories, so that 10,000 draws are heavy.
COUNTS = ";".join(",".join("9" if i == j else "1" for j in range(10)) for i in range(10))


def large_book() -> bytes:
    """Return a sheet that takes some seconds to read."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(["actual", "predicted"])
    numbers = random.Random(2)
    for _ in range(150_000):
        sheet.append([numbers.randrange(3), numbers.randrange(3)])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_who_waits_can_cancel_and_start_again(
    server: Server, new_page: Callable[..., Page]
) -> None:
    busy, waits = new_page(), new_page()
    open_page(busy, server.base, "your_data")
    bring_by(busy, "a file")
    upload(busy, "large.xlsx", large_book())
    main(busy).get_by_role("button", name="Count all rows").click(timeout=180_000)
    expect(main(busy).get_by_role("button", name="Cancel")).to_be_visible()
    waits.goto(address(server.base, "how_sure", {"counts": COUNTS, "draws": "10000"}))
    body = main(waits)
    expect(body).to_contain_text("Another reader is computing")
    body.get_by_role("button", name="Cancel").click()
    expect(body).to_contain_text("You stopped waiting")
    expect(main(busy).get_by_role("button", name="Cancel")).to_be_visible()  # it still reads
    wait_settled(waits)
    body.get_by_role("button", name="Start again").click()
    expect(body).to_contain_text("Another reader is computing")
    main(busy).get_by_role("button", name="Cancel").click()
    expect(body).not_to_contain_text("Another reader is computing")
    wait_settled(waits)
    expect(body).not_to_contain_text("You stopped waiting")
    expect(body).to_contain_text("The 95% confidence interval")
