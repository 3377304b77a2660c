"""What happens between the start of the server and its first visitor."""

import asyncio
import gc
import importlib
import logging
import pkgutil
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware

import qwk_app
from qwk_app.frame.security import Guarded

# Seconds that one visitor's computation may keep the interpreter from another's. Each packet that
# is sent waits so long for it while somebody races; the switching costs too little to be seen.
_SWITCH = 0.001
_UNTIL_OPEN = 0.5  # seconds; the server begins to listen as soon as it is warm


def guards() -> list[Middleware]:
    """Return what every answer of the server passes through on its way out."""
    return [Middleware(Guarded)]


@asynccontextmanager
async def warmed(_app: object) -> AsyncIterator[None]:
    """Do, before anyone can connect, what the first visitor would otherwise wait for.

    Every page's modules are imported; then the first page is run once for nobody, because Streamlit
    and pandas import parts of themselves only as they are used. Both take two seconds or so.
    """
    for module in pkgutil.walk_packages(qwk_app.__path__, "qwk_app."):
        importlib.import_module(module.name)
    well, problem = await st.runtime.get_instance().does_script_run_without_error()
    if not well:
        # The page itself will say so to its visitor; a server that does not start says nothing.
        logging.getLogger(__name__).warning("The first page does not run: %s", problem)
    # What is loaded by now stays: no collection of garbage need look at it again. It would hold up
    # everyone for 70 ms each time.
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(_SWITCH)
    if not st.get_option("server.headless"):
        address = f"http://localhost:{st.get_option('server.port')}"
        asyncio.get_running_loop().call_later(_UNTIL_OPEN, webbrowser.open, address)
    yield
