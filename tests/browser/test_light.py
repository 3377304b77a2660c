"""A first visit is light, straight from the app's own server."""

from __future__ import annotations

from collections.abc import Callable
from urllib.request import Request, urlopen

import brotli
from playwright.sync_api import Page

from tests.browser.server import Server
from tests.deploy.first_visit import fetched

MOST = 3 * 2**20  # bytes on the wire, headers included


def test_a_first_visit_is_three_mebibytes_at_most(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page(fresh=True)
    encodings: set[str] = set()
    page.on("response", lambda answer: encodings.add(answer.headers.get("content-encoding", "")))
    size, answers = fetched(page, server.base)
    print(f"first visit: {size / 2**20:.2f} MiB in {answers} answers")
    assert size <= MOST
    assert "br" in encodings
    # The second visit asks for what changes, and for nothing else.
    again, _answers = fetched(page, server.base)
    print(f"second visit: {again / 2**10:.0f} KiB")
    assert again < 100 * 2**10


def test_the_servers_own_settings_are_kept_for_what_is_compressed(server: Server) -> None:
    request = Request(server.base, headers={"Accept-Encoding": "br"})
    with urlopen(request, timeout=10) as answer:
        assert answer.headers["Content-Encoding"] == "br"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "<title>" in brotli.decompress(answer.read()).decode()
