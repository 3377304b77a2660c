"""How does a component's code reach the browser? As files of the folder qwk_app/browser.

Given as text, Streamlit would send all of it again with every edit. So the text that Streamlit
sends only says where the files are; the browser fetches each of them once.
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
# Changed files get a new address, so a browser may keep a file for ever.
_VERSION = hashlib.sha256(b"".join(file.read_bytes() for file in _FILES)).hexdigest()[:12]
_ADDRESS = f"browser/{_VERSION}"
_FOR_GOOD = {"Cache-Control": "public, immutable, max-age=31536000"}

# Addresses are relative to the page: it may be below a proxy's path, or `server.baseUrlPath`.
_JS = """const at = new URL("{address}/{name}.js", document.baseURI);
export default (await import(at)).default;
"""
_CSS = """/* In two lines: Streamlit takes one line with a slash for the name of a file. */
@import url("{address}/{name}.css");
"""


class Shown(Protocol):
    """What Streamlit makes of a component: calling it shows it."""

    def __call__(self, *, key: str, data: object, **on: Any) -> object:
        """Show it."""


def routes(base: str = "") -> list[Route]:
    """Return the routes of the files; the app is served below the path `base`."""
    prefix = f"/{base.strip('/')}".rstrip("/") + f"/{_ADDRESS}"
    return [_route(f"{prefix}/{file.relative_to(_ROOM).as_posix()}", file) for file in _FILES]


def _route(address: str, file: Path) -> Route:
    kind = "text/javascript" if file.suffix == ".js" else "text/css"

    async def answer(_request: object) -> FileResponse:
        return FileResponse(file, headers=_FOR_GOOD, media_type=kind)

    return Route(address, answer)


def show(name: str, *, key: str, data: Mapping[str, Any], **on: Any) -> None:
    """Show the component whose code is `name`.js and whose style is `name`.css.

    `data` is what it is handed, ready for JSON; `on` are callbacks, named as Streamlit names them.
    """
    # In a list, because Streamlit 1.67 searches each field of a mapping for a table: that is slow.
    _made(name)(key=key, data=[data], **on)


@cache
def _made(name: str) -> Shown:
    js, css = (text.format(address=_ADDRESS, name=name) for text in (_JS, _CSS))
    made: Shown = st.components.v2.component(f"qwk.{name}", js=js, css=css)
    return made
