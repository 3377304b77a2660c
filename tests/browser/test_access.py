"""axe-core on every page, light and dark: what the app itself causes is mended, not listed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.pilot import open_page, page_names
from tests.browser.server import Server

# Streamlit's and Plotly's own markup, which the app cannot reach; each was looked at.
NOT_OURS = {
    "scrollable-region-focusable": "Streamlit lets a displayed formula scroll, without a tab stop",
}


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
@pytest.mark.parametrize("name", page_names())
def test_axe_finds_nothing_of_ours(
    server: Server, new_page: Callable[..., Page], name: str, color_scheme: str
) -> None:
    page = new_page(color_scheme=color_scheme)
    open_page(page, server.base, name)
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
    ours = [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in found.response["violations"]
        if violation["id"] not in NOT_OURS
        for node in violation["nodes"]
    ]
    assert not ours, "\n".join(ours)
