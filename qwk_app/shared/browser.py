"""Sends the code of components to the browser, as files of the folder qwk_app/browser.

Streamlit 1.67 sends a component's code as text again with every edit. So this text has only the
addresses of the files, and the browser loads each file once.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import streamlit as st
from starlette.responses import FileResponse
from starlette.routing import Route

_ROOM = Path(__file__).parents[1] / "browser"
_FILES = sorted([*_ROOM.rglob("*.js"), *_ROOM.rglob("*.css")])
# A changed file has a new address, so a browser may keep files for ever.
_VERSION = hashlib.sha256(b"".join(file.read_bytes() for file in _FILES)).hexdigest()[:12]
_ADDRESS = f"browser/{_VERSION}"
_FOR_GOOD = {"Cache-Control": "public, immutable, max-age=31536000"}

# Addresses are relative to the page, which may be below a proxy's path or `server.baseUrlPath`.
_JS = """const at = new URL("{address}/{name}.js", document.baseURI);
export default (await import(at)).default;
"""
_CSS = """/* In two lines: Streamlit takes one line with a slash for the name of a file. */
@import url("{address}/{name}.css");
"""


class Shown(Protocol):
    """A component as Streamlit registers it; a call shows it."""

    def __call__(self, *, key: str, data: object, **on: Any) -> object:
        """Show it."""


def routes(base: str = "") -> list[Route]:
    """Return the routes of the files, below the path `base` of the app."""
    prefix = f"/{base.strip('/')}".rstrip("/") + f"/{_ADDRESS}"
    return [_route(f"{prefix}/{file.relative_to(_ROOM).as_posix()}", file) for file in _FILES]


def _route(address: str, file: Path) -> Route:
    kind = "text/javascript" if file.suffix == ".js" else "text/css"

    async def answer(_request: object) -> FileResponse:
        return FileResponse(file, headers=_FOR_GOOD, media_type=kind)

    return Route(address, answer)


def show(name: str, *, key: str, data: Mapping[str, Any], **on: Any) -> None:
    """Show the component whose code is `name`.js and whose style is `name`.css.

    `data` are ready for JSON; `on` are callbacks with Streamlit's names.
    """
    # In a list, because Streamlit 1.67 searches each field of a mapping for a table, which is slow.
    _made(name)(key=key, data=[data], **on)


def nothing() -> None:
    """Do nothing: Streamlit 1.67 needs a callback for each value that a component reports."""


@cache
def _made(name: str) -> Shown:
    js, css = (text.format(address=_ADDRESS, name=name) for text in (_JS, _CSS))
    made: Shown = st.components.v2.component(f"qwk.{name}", js=js, css=css)
    return made
