"""The start of the server before its first answer; see also tests/browser/test_start.py."""

import asyncio
import gc
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from starlette.applications import Starlette

import qwk_app
from qwk_app.frame import serving
from qwk_app.shared import browser
from tests.app.asgi import Answer
from tests.browser.server import ROOT


class Page:
    """A stand-in for the first page, with what the start of the server needs."""

    def __init__(self, problem: str | None = None) -> None:
        self.problem, self.runs = problem, 0

    async def first_page_problem(self) -> str | None:
        self.runs += 1
        return self.problem


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    addresses: list[str] = []
    monkeypatch.setattr(webbrowser, "open", addresses.append)
    monkeypatch.setattr(serving, "_UNTIL_OPEN", 0)
    interval = sys.getswitchinterval()
    yield addresses
    sys.setswitchinterval(interval)
    gc.unfreeze()


def test_serving_finds_every_module_on_the_disk() -> None:
    top = Path(qwk_app.__file__).parent
    on_disk = {
        ".".join(path.relative_to(top.parent).with_suffix("").parts) for path in top.rglob("*.py")
    }
    on_disk = {name.removesuffix(".__init__") for name in on_disk} - {"qwk_app"}
    assert len(on_disk) > 50
    assert set(serving.modules()) == on_disk, "a folder without __init__.py is not warmed up"


def test_no_database_and_no_library_is_loaded_before_it_is_asked_for() -> None:
    code = (
        "import importlib, sys; from qwk_app.frame import serving\n"
        "for name in serving.modules(): importlib.import_module(name)\n"
        "from streamlit.testing.v1 import AppTest\n"
        "app = AppTest.from_file('app.py', default_timeout=60).run()\n"
        "assert not app.switch_page('pages/implementations.py').run().exception\n"
        "print(*sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert not {"sqlalchemy", "psycopg", "numba", "sklearn"} & set(ran.stdout.split())


def start(monkeypatch: pytest.MonkeyPatch, page: Page, *, headless: bool) -> None:
    options = {"server.headless": headless, "server.port": 8600}
    monkeypatch.setattr(serving, "first_page_problem", page.first_page_problem)
    monkeypatch.setattr(st, "get_option", options.__getitem__)

    async def serve() -> None:
        async with serving.warmed(None):
            await asyncio.sleep(0.05)  # the server runs

    asyncio.run(serve())


@pytest.mark.parametrize("headless", [True, False])
def test_a_browser_opens_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, opened: list[str], headless: bool
) -> None:
    page = Page()
    start(monkeypatch, page, headless=headless)
    assert page.runs == 1
    assert opened == ([] if headless else ["http://localhost:8600"])


def test_a_page_that_does_not_run_is_logged_and_served(
    monkeypatch: pytest.MonkeyPatch, opened: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    start(monkeypatch, Page("error"), headless=True)
    assert "The first page does not run: error" in caplog.text
    assert opened == []


@pytest.mark.parametrize("base", ["", "/below/"])
def test_the_code_of_components_is_handed_out_as_files(base: str) -> None:
    app = Starlette(routes=browser.routes(base))
    prefix = base.rstrip("/")
    for name, kind in (
        ("matrices.js", "text/javascript"),
        ("kappa_box/box.js", "text/javascript"),
        ("matrices.css", "text/css"),
    ):
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
