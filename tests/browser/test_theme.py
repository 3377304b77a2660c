"""The app looks as its settings say."""

from __future__ import annotations

import tomllib
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pilot import open_page
from tests.browser.server import ROOT, Server

THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]


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
