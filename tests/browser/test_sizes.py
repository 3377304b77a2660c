"""No page shows more than a reader can take in before anybody touches it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser import sizes
from tests.browser.pilot import open_page, page_names
from tests.browser.server import Server


def test_every_page_has_its_limits() -> None:
    assert sorted(sizes.LIMITS) == sorted(page_names())


@pytest.mark.parametrize("name", page_names())
def test_a_page_is_as_small_as_was_agreed(
    server: Server, new_page: Callable[..., Page], name: str
) -> None:
    windows = new_page(**sizes.DESK), new_page(**sizes.PHONE, has_touch=True)
    looks = []
    for page in windows:
        open_page(page, server.base, name)
        looks.append(sizes.look(page, name))
    assert sizes.too_much(name, *looks) == []
