"""Many raters in a browser: a tap opens a pair, an edit moves everything, the link has it all."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.pilot import open_page, wait_settled
from tests.browser.server import Server
from tests.browser.test_cells import cell, matrix


def test_a_tap_opens_the_pair_and_the_link_restores_it(server: Server, page: Page) -> None:
    open_page(page, server.base, "many_raters")
    main = page.get_by_test_id("stMain")
    expect(main).to_contain_text("Cleo and Dan: κ = 0.265, on 8 common items")
    cell(page, "pairs", 0, 2).click()
    expect(main).to_contain_text("Ana and Cleo: κ = 0.798, on 12 common items")
    expect(page).to_have_url(re.compile("first_rater=Ana&second_rater=Cleo"))
    expect(matrix(page, "observed")).to_have_attribute("aria-label", re.compile("at Ana "))
    page.reload()
    wait_settled(page)
    expect(main).to_contain_text("Ana and Cleo: κ = 0.798, on 12 common items")

    # An edit of the text moves everything, and is in the link.
    main.get_by_text("Weights, scale, order, and the ratings as text").click()
    field = page.get_by_label("As text", exact=True)
    field.fill("Eva\tFin\tGil\n1\t1\t2\n2\t2\t3\n3\t3\t4\n5\t5\t5")
    field.press("Control+Enter")
    expect(page).to_have_url(re.compile("raters=Eva"))
    wait_settled(page)
    page.reload()
    wait_settled(page)
    expect(main).to_contain_text("3 raters, 4 items, 5 categories")
    expect(main).to_contain_text("Without Gil it would be 1.000.")
