"""Prepares the server before its first visitor comes."""

import asyncio
import gc
import importlib
import logging
import pkgutil
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Route

import qwk_app
from qwk_app.frame.compression import Compressed
from qwk_app.frame.platform import first_page_problem
from qwk_app.frame.security import Headed
from qwk_app.shared import browser

# Seconds that one thread may keep the interpreter. While somebody runs a race, each packet for
# other visitors waits this long. The cost of switching is too small to measure.
_SWITCH = 0.001
# Streamlit 1.67 imports these when it draws its first chart.
_FOR_CHARTS = ("plotly.graph_objects", "plotly.io", "plotly.offline", "plotly.tools")
STATIC = Path(st.__file__).parent / "static"  # Streamlit's own files
_UNTIL_OPEN = 0.5  # seconds; the server begins to listen as soon as it is warm


def guards() -> list[Middleware]:
    """Return the middleware of the server."""
    return [Middleware(Headed), Middleware(Compressed, folder=STATIC, base=_base())]


def routes() -> list[Route]:
    """Return the routes that the app adds to Streamlit's: the code of its components."""
    return browser.routes(_base())


def _base() -> str:
    return str(st.get_option("server.baseUrlPath") or "")


def modules() -> list[str]:
    """Return the names of all modules of the app."""
    return [found.name for found in pkgutil.walk_packages(qwk_app.__path__, "qwk_app.")]


@asynccontextmanager
async def warmed(_app: object) -> AsyncIterator[None]:
    """Do the work that the first visitor would wait for, before anyone can connect.

    All modules are imported, then the first page is run once. Both take about two seconds.
    """
    for name in (*modules(), *_FOR_CHARTS):
        importlib.import_module(name)
    empty = importlib.import_module("plotly.graph_objects").Figure()
    importlib.import_module("plotly.io").to_json(empty, validate=False)  # imports the rest
    problem = await first_page_problem()
    if problem is not None:
        # The visitor sees the problem on the page. A server that does not start would show nothing.
        logging.getLogger(__name__).warning("The first page does not run: %s", problem)
    # All that is loaded now stays, so the garbage collector need not check it again. Each check
    # would stop all visitors for 70 ms.
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(_SWITCH)
    if not st.get_option("server.headless"):
        address = f"http://localhost:{st.get_option('server.port')}"
        asyncio.get_running_loop().call_later(_UNTIL_OPEN, webbrowser.open, address)
    yield
