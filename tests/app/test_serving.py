"""The start of the server before its first answer; see also tests/browser/test_start.py."""

import asyncio
import gc
import subprocess
import sys
import webbrowser
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
import streamlit as st
from starlette.applications import Starlette

import qwk_app
from qwk_app.frame import serving
from qwk_app.shared import browser
from tests.app.asgi import Answer
from tests.browser.server import ROOT


def test_no_database_and_no_library_is_loaded_before_it_is_asked_for():
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


@pytest.fixture
def switching():
    """Give back what the start of a server sets for the process."""
    interval = sys.getswitchinterval()
    yield
    sys.setswitchinterval(interval)
    gc.unfreeze()


@pytest.mark.usefixtures("switching")
@pytest.mark.parametrize("headless", [True, False])
@pytest.mark.parametrize("problem", [None, "error"])
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
