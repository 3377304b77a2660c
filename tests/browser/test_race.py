"""The race of the implementations in a browser: running, stopped, and left by the reader."""

from playwright.sync_api import Page, expect

from tests.browser.pilot import open_page, wait_settled


def test_a_race_is_stopped_and_outlives_other_clicks(page: Page) -> None:
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

    start.click()
    expect(main).to_contain_text("times as long", timeout=180_000)
    wait_settled(page)
    expect(charts).to_have_count(1)
    expect(stop).to_have_count(0)
    main.get_by_role("combobox", name="Implementation").focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(main.get_by_test_id("stCode").first).not_to_contain_text("def double_loop(")
    wait_settled(page)
    expect(main).to_contain_text("times as long")
