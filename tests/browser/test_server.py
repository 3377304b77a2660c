"""The server: ready for its first visitor, with light answers, also to a crowd; its refusals."""

import asyncio
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from qwk_app.frame.security import HEADERS
from tests.benchmarks.sender import Sender
from tests.benchmarks.visitor import Visitor, predictions
from tests.browser.pilot import NewPage, apart, fetched, page_names
from tests.browser.server import Server, serve

MOST = 3 * 2**20  # bytes on the wire, headers included


def test_a_first_visit_is_three_mebibytes_at_most(new_page: NewPage) -> None:
    page = new_page(fresh=True)
    encodings: set[str] = set()
    page.on("response", lambda answer: encodings.add(answer.headers.get("content-encoding", "")))
    size = fetched(page)
    assert size <= MOST
    assert "br" in encodings
    # The second visit requests only what changes.
    again = fetched(page)
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


def test_fifty_arrive_at_the_same_moment_and_edit(server: Server) -> None:
    async def come(number: int) -> None:
        async with Visitor(server.base) as visitor:
            await visitor.edit(predictions(number))
            assert visitor.errors == []

    async def everyone() -> None:
        await asyncio.gather(*map(come, range(50)))

    apart(everyone())


def test_an_edit_sends_no_more_than_its_part(server: Server) -> None:
    async def edited(name: str) -> tuple[int, int]:
        async with Visitor(server.base, name) as visitor:
            first = visitor.unpacked
            await visitor.edit(predictions(2))
            return first, visitor.unpacked

    whole, part = apart(edited("overview"))
    assert part < 25 * 1024
    assert part < whole


def test_a_message_without_the_fields_of_a_forgotten_file_breaks_nothing(server: Server) -> None:
    async def again() -> list[str]:
        async with Sender(server.base) as visitor:
            for _time in range(2):
                await visitor.bring("ratings.csv", b"actual,predicted\n1,1\n2,1\n2,2\n3,3\n")
                await visitor.press("Forget this file")
            await visitor.bring("ratings.csv", b"actual,predicted\n1,1\n2,1\n2,2\n3,3\n")
            return list(visitor.texts)

    assert any("κ = 0.800" in text for text in apart(again()))


HEAVY = ("pages", "qwk_app", "qwk_core", "numpy", "pandas", "plotly")
FAR = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"}


def test_no_visitor_waits_for_an_import_and_clock_and_locale_do_not_matter() -> None:
    with serve(environment={**FAR, "PYTHONPROFILEIMPORTTIME": "1"}) as server:
        at_start = server.logged()
        assert "qwk_app.frame.frame" in imported(at_start), "imports are not written down"
        shown = {name: apart(texts(server, name)) for name in page_names()}
        assert "κ = 0.318" in shown["overview"]
        assert "κ = 0,318" in apart(texts(server, "overview", lang="es"))
        assert "Pooling lifts kappa: κ = 0." in shown["your_data"]
        later = server.logged()[len(at_start) :]
        server.check_log()
    assert [name for name in imported(later) if name.partition(".")[0] in HEAVY] == []


def imported(log: str) -> list[str]:
    """Return the modules whose import Python has logged."""
    lines = (line for line in log.splitlines() if line.startswith("import time:"))
    return [line.rpartition("|")[2].strip() for line in lines]


async def texts(server: Server, name: str, **query: str) -> str:
    """Return the texts of a page for a new visitor, without the marks of Markdown."""
    async with Visitor(server.base, name, query) as visitor:
        return " ".join(visitor.texts).replace("*", "")
