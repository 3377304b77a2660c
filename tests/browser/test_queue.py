"""Heavy work: of two readers in turn, and a race; a reader can cancel it, and start again later."""

from playwright.sync_api import Page, expect

from tests.browser.picture import STEP
from tests.browser.pilot import NewPage, bring_by, main, open_page, type_into, upload, wait_settled

# With ten categories, 10,000 draws are heavy.
COUNTS = ";".join(",".join("9" if i == j else "1" for j in range(10)) for i in range(10))
# 45 MB take some seconds to read.
LINES = (
    b'{"actual": 1, "predicted": 1}\n{"actual": 2, "predicted": 1}\n{"actual": 3, "predicted": 3}\n'
)


def test_who_waits_can_cancel_and_start_again(new_page: NewPage) -> None:
    busy, waits = new_page(), new_page()
    open_page(waits, "how_sure", {"counts": COUNTS})
    main(waits).get_by_text("How the interval is found").click()
    open_page(busy, "your_data")
    bring_by(busy, "a file")
    upload(busy, "large.jsonl", LINES * 500_000)
    body, reading = main(waits), main(busy)
    count, cancel = (
        reading.get_by_role("button", name=name) for name in ("Count all rows", "Cancel")
    )
    count.click(timeout=180_000)
    expect(cancel).to_be_visible()
    body.get_by_role("radio", name="10000").click()
    expect(body).to_contain_text("Another reader is computing")
    body.get_by_role("button", name="Cancel").click()
    expect(body).to_contain_text("You stopped waiting")
    expect(cancel).to_be_visible()  # the app still reads the file
    wait_settled(waits)
    body.get_by_role("button", name="Start again").click()
    expect(body).to_contain_text("Another reader is computing")
    cancel.click()
    expect(count).to_be_visible()
    expect(body).not_to_contain_text("Another reader is computing")
    wait_settled(waits)
    expect(body).not_to_contain_text("You stopped waiting")
    expect(body).to_contain_text("The 95% confidence interval")


def test_a_race_is_stopped_ends_with_an_edit_and_outlives_other_clicks(page: Page) -> None:
    open_page(page, "implementations")
    main = page.get_by_test_id("stMain")
    main.get_by_text("A race: from 10 items to a million").click()
    start = main.get_by_role("button", name="Start the race")
    stop = main.get_by_role("button", name="Stop")
    charts = main.get_by_test_id("stPlotlyChart")

    # The first race of a server loads the libraries, so it lasts long enough to be stopped.
    start.click()
    expect(main.get_by_role("progressbar")).to_be_visible()
    stop.click()
    expect(stop).to_have_count(0, timeout=180_000)
    wait_settled(page)
    expect(charts).to_have_count(0)
    expect(main).not_to_contain_text("times as long")

    # The answer to an edit during a race belongs to the edited ratings.
    start.click()
    expect(stop).to_be_visible()
    type_into(page, "Predicted", STEP)
    expect(main).to_contain_text("On your example: 0.5967")
    wait_settled(page)
    expect(main).not_to_contain_text("On your example: 0.318")

    start.click()
    expect(main).to_contain_text("times as long", timeout=180_000)
    wait_settled(page)
    expect(charts).to_have_count(1)
    expect(stop).to_have_count(0)
    main.get_by_role("combobox", name="Program").focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(main.get_by_test_id("stCode").first).not_to_contain_text("def double_loop(")
    wait_settled(page)
    expect(main).to_contain_text("times as long")
