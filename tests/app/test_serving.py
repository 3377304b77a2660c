"""The server before its first answer, and its answers: their headers, and files compressed once."""

import asyncio
import gc
import gzip
import sys
import time
import webbrowser
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import brotli
import pytest
import streamlit as st
from starlette.applications import Starlette
from starlette.datastructures import Headers
from streamlit.file_util import get_static_dir
from streamlit.web.server.starlette.starlette_static_routes import create_streamlit_static_handler

import qwk_app
from qwk_app.frame import compression, serving
from qwk_app.frame.compression import TEXTS, Compressed, best_encoding, make_copy
from qwk_app.frame.security import HEADERS, POLICY, Headed
from qwk_app.shared import browser
from tests.app.acts import LINKS
from tests.browser.server import ROOT
from tests.programs import ran


def test_no_database_and_no_library_is_loaded_before_it_is_asked_for():
    code = (
        "import importlib, sys; from qwk_app.frame import serving\n"
        "for name in serving.modules(): importlib.import_module(name)\n"
        "from streamlit.testing.v1 import AppTest\n"
        "app = AppTest.from_file('app.py', default_timeout=60).run()\n"
        "assert not app.switch_page('pages/implementations.py').run().exception\n"
        "print(*sys.modules)"
    )
    loaded = ran(sys.executable, "-c", code, cwd=ROOT).split()
    assert not {"sqlalchemy", "psycopg", "numba", "sklearn"} & set(loaded)


@pytest.fixture
def switching():
    """Give back what the start of a server sets for the process."""
    interval = sys.getswitchinterval()
    yield
    sys.setswitchinterval(interval)
    gc.unfreeze()


@pytest.mark.usefixtures("switching")
@pytest.mark.parametrize(("headless", "problem"), [(True, None), (False, "error")])
def test_the_first_page_runs_once_and_a_browser_opens_where_there_is_a_screen(
    monkeypatch, caplog, headless, problem
):
    """A page that does not run is logged, and served."""
    options = {"server.headless": headless, "server.port": 8600}
    opened = []
    first_page = AsyncMock(return_value=problem)
    monkeypatch.setattr(serving, "first_page_problem", first_page)
    monkeypatch.setattr(serving, "_UNTIL_OPEN", 0)
    monkeypatch.setattr(st, "get_option", options.__getitem__)
    monkeypatch.setattr(webbrowser, "open", opened.append)

    async def serve():
        async with serving.warmed(None):
            await asyncio.sleep(0.05)  # the server runs

    asyncio.run(serve())
    first_page.assert_awaited_once()
    assert opened == ([] if headless else ["http://localhost:8600"])
    assert ("The first page does not run: error" in caplog.text) == bool(problem)


def request(path: str, method: str = "GET", **headers: str) -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "root_path": "",
        "headers": [
            (name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()
        ],
        "asgi": {"spec_version": "2.4"},
    }


async def nothing() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


class Answer:
    """The response of an ASGI app to one request."""

    def __init__(self, app: Any, path: str, method: str = "GET", **headers: str) -> None:
        self.status, self.headers, self.body, self.packets = 0, Headers(), b"", 0
        asyncio.run(app(request(path, method, **headers), nothing, self._send))

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], Headers(raw=message["headers"])
        else:
            self.body += message.get("body", b"")
            self.packets += 1


@pytest.mark.parametrize("base", ["", "/below/"])
def test_the_code_of_components_is_handed_out_as_files(base):
    app = Starlette(routes=browser.routes(base))
    prefix = base.rstrip("/")
    for name, kind in (("kappa_box/box.js", "text/javascript"), ("matrices.css", "text/css")):
        answer = Answer(app, f"{prefix}/{browser._ADDRESS}/{name}")
        assert answer.status == 200
        assert answer.headers["content-type"].startswith(kind)
        assert "immutable" in answer.headers["cache-control"]
        assert answer.body == (Path(qwk_app.__file__).parent / "browser" / name).read_bytes()
    for other in (
        "browser/matrices.js",
        f"{browser._ADDRESS}/kappa_box/data.py",
        f"{browser._ADDRESS}/../app.py",
    ):
        assert Answer(app, f"{prefix}/{other}").status == 404


STATIC = Path(get_static_dir())
FILES = sorted(
    (path for path in STATIC.rglob("*.*") if path.name != "index.html"),
    key=lambda path: (path.suffix, path.stat().st_size),
)
SOME = FILES[::12] + [path for path in FILES if path.suffix not in {".js", ".woff2"}]
UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}


@pytest.fixture
def app():
    """Return the compressed copies, with Streamlit's own handler for all other requests."""
    return Compressed(create_streamlit_static_handler(str(STATIC), ""), STATIC)


@pytest.mark.parametrize("encoding", UNPACK)
def test_every_file_is_the_same_once_it_is_unpacked(app, encoding):
    compressed = 0
    for path in SOME:
        text = path.read_bytes()
        asked = f"/{path.relative_to(STATIC).as_posix()}"
        answer = Answer(app, asked, accept_encoding=encoding or "identity")
        plain = Answer(app, asked)
        assert answer.status == plain.status == 200
        assert plain.body == text
        used = answer.headers.get("content-encoding", "")
        assert used in ("", encoding)
        assert UNPACK[used](answer.body) == text
        assert answer.headers["content-length"] == str(len(answer.body))
        for name in ("content-type", "cache-control"):
            assert answer.headers[name] == plain.headers[name]
        if path.suffix in TEXTS and len(text) >= 1000:
            assert answer.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
            assert (len(answer.body) < len(text)) == bool(encoding)
            compressed += 1
        assert (answer.headers["etag"] == plain.headers["etag"]) == (not used)
    assert compressed > 20


def test_the_page_itself_is_compressed_and_always_asked_for_anew(app):
    answer = Answer(app, "/", accept_encoding="gzip")
    assert gzip.decompress(answer.body) == (STATIC / "index.html").read_bytes()
    assert answer.headers["cache-control"] == "no-cache"
    # The address of a page is not a file: Streamlit answers with index.html.
    assert Answer(app, "/observed", accept_encoding="gzip").body.startswith(b"<!--")


def largest():
    path = max(STATIC.rglob("*.js"), key=lambda path: path.stat().st_size)
    return f"/{path.relative_to(STATIC).as_posix()}"


def test_what_a_browser_has_is_not_sent_again(app):
    packed = Answer(app, largest(), accept_encoding="gzip")
    tag = packed.headers["etag"]
    for tags in (tag, f'"other", W/{tag}'):
        again = Answer(app, largest(), accept_encoding="gzip", if_none_match=tags)
        assert (again.status, again.body) == (304, b"")
        assert again.headers["etag"] == tag
        assert again.headers["vary"] == "Accept-Encoding"
    # A copy in another encoding is a different copy: the tag does not match.
    assert Answer(app, largest(), accept_encoding="br", if_none_match=tag).status == 200


def test_other_requests_are_streamlits(app):
    path = STATIC / largest()[1:]
    part = Answer(app, largest(), accept_encoding="gzip", range="bytes=10-19")
    assert (part.status, part.body) == (206, path.read_bytes()[10:20])
    assert "content-encoding" not in part.headers
    head = Answer(app, largest(), "HEAD", accept_encoding="gzip")
    assert head.body == b""
    assert head.headers["content-encoding"] == "gzip"
    assert int(head.headers["content-length"]) < path.stat().st_size / 2
    assert Answer(app, "//static/js", accept_encoding="gzip").status == 400


def test_a_slow_reader_is_sent_packet_by_packet(app):
    answer = Answer(app, largest(), accept_encoding="gzip")
    assert answer.packets > len(answer.body) / 2**16


def test_a_crowd_waits_for_one_copy_and_who_leaves_takes_it_from_nobody(app, monkeypatch):
    made = []

    def slow(path, encoding):
        made.append(path)
        time.sleep(0.05)
        return make_copy(path, encoding)

    monkeypatch.setattr(compression, "make_copy", slow)
    sent = []

    async def send(message):
        sent.append(len(message.get("body", b"")))

    async def crowd():
        asked = request(largest(), accept_encoding="gzip")
        asking = [asyncio.create_task(app(asked, nothing, send)) for _ in range(20)]
        await asyncio.sleep(0.01)
        asking[0].cancel()
        done = await asyncio.gather(*asking, return_exceptions=True)
        assert [each for each in done if each] == [done[0]]

    asyncio.run(crowd())
    assert len(made) == 1
    assert sum(sent) == 19 * len(make_copy(made[0], "gzip").data)


def test_below_a_path_of_its_own_the_files_are_found(tmp_path):
    page = "page " * 300
    (tmp_path / "index.html").write_text(page)
    (tmp_path / "tiny.js").write_text("1")
    app = Compressed(create_streamlit_static_handler(str(tmp_path), "kappa"), tmp_path, "/kappa/")
    assert gzip.decompress(Answer(app, "/kappa/", accept_encoding="gzip").body).decode() == page
    assert app._files == {"/kappa/": tmp_path / "index.html"}


@pytest.mark.parametrize(("header", "taken"), LINKS["serving"]["encodings"])
def test_a_browser_says_what_it_takes(header, taken):
    assert best_encoding(header) == taken


def test_the_policy_allows_no_script_that_somebody_has_written_into_the_page():
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert "'unsafe-inline'" not in rules["script-src"]
    assert not {"script-src-attr", "script-src-elem"} & set(rules)


@pytest.mark.parametrize("kind", ["http.response.start", "websocket.http.response.start"])
def test_every_answer_has_the_headers_and_keeps_its_own(kind):
    sent = []

    async def app(_scope, _receive, send):
        await send({"type": kind, "status": 404, "headers": [(b"Referrer-Policy", b"no-referrer")]})

    async def send(message):
        sent.append(message)

    asyncio.run(Headed(app)({"type": "http"}, send, send))
    given = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    assert given == {name.lower(): value for name, value in HEADERS.items()} | {
        "referrer-policy": "no-referrer"
    }
