"""Every page, as the first visitor of a server just started meets it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pilot import open_page, page_names
from tests.browser.server import ROOT, Server

PAGES = page_names()
THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]


def check_whole(page: Page) -> None:
    """A page is whole with its sidebar, its heading and its picture."""
    expect(page.get_by_test_id("stSidebar")).to_be_attached()
    main = page.get_by_test_id("stMain")
    expect(main.get_by_role("heading", level=1)).to_have_count(1)
    expect(main.locator('[data-testid="stPlotlyChart"], svg[data-name]').first).to_be_visible()


@pytest.mark.parametrize("name", PAGES)
def test_a_cold_deep_link_opens_the_whole_page(fresh_server: Server, page: Page, name: str) -> None:
    open_page(page, fresh_server.base, name)
    check_whole(page)
    expect(page.get_by_test_id("stSidebar")).to_be_visible()
    expect(page.get_by_label("Predicted", exact=True)).to_be_visible()


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_the_theme_follows_the_system(
    server: Server, new_page: Callable[..., Page], color_scheme: str
) -> None:
    page = new_page(color_scheme=color_scheme)
    open_page(page, server.base)
    wanted = THEME[color_scheme]["backgroundColor"]
    red, green, blue = (int(wanted[at : at + 2], 16) for at in (1, 3, 5))
    expect(page.get_by_test_id("stApp")).to_have_css(
        "background-color", f"rgb({red}, {green}, {blue})"
    )
