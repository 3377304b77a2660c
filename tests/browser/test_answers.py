"""The answers of the app's server: a small first visit, and refusals."""

from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from qwk_app.frame.security import HEADERS
from tests.browser.pilot import NewPage, apart, fetched
from tests.browser.server import Server

MOST = 3 * 2**20  # bytes on the wire, headers included


def test_a_first_visit_is_three_mebibytes_at_most(new_page: NewPage) -> None:
    page = new_page(fresh=True)
    encodings: set[str] = set()
    page.on("response", lambda answer: encodings.add(answer.headers.get("content-encoding", "")))
    size, answers = fetched(page)
    print(f"first visit: {size / 2**20:.2f} MiB in {answers} answers")
    assert size <= MOST
    assert "br" in encodings
    # The second visit requests only what changes.
    again, _answers = fetched(page)
    print(f"second visit: {again / 2**10:.0f} KiB")
    assert again < 100 * 2**10


@pytest.mark.parametrize("path", ["/..%2f..%2fetc/passwd", "//example.com/", "/media/none.png"])
def test_refusals_carry_the_headers_too(server: Server, path: str) -> None:
    with pytest.raises(HTTPError) as refused:
        urlopen(server.base + path, timeout=60)
    with refused.value as answer:
        assert answer.code in (400, 404)
        assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]


def test_a_page_of_another_site_gets_no_connection(server: Server) -> None:
    async def ask() -> None:
        with pytest.raises(InvalidStatus, match="403"):
            await connect(
                f"ws{server.base[4:]}/_stcore/stream", origin=Origin("https://evil.example")
            )

    apart(ask())
