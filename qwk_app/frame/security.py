"""What browsers are told about the app with every answer, so that what slips through does nothing.

Behind nginx the same is said there (docs/deploying.md): where both say it, both hold.
"""

import base64
import hashlib
import re
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

from qwk_app.words.language import languages, page_language_script

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


def _known_scripts() -> str:
    """Return the scripts inside the page, Streamlit's and the app's, as a policy calls them."""
    page = Path(st.__file__).parent / "static" / "index.html"
    found = re.findall(r"<script>(.*?)</script>", page.read_text(encoding="utf-8"), re.DOTALL)
    found += map(page_language_script, languages())
    digests = (hashlib.sha256(script.encode()).digest() for script in found)
    return " ".join(f"'sha256-{base64.b64encode(each).decode()}'" for each in digests)


# Scripts come from here: as files, as the blobs that Streamlit makes of its components' code, and
# inside the page where they are known. Styles are written by Streamlit and Plotly as they draw.
# Nothing is asked of another host, and nothing is sent to one. There are no frame-ancestors:
# any page may embed a lesson, a teacher's own file included, which `*` would shut out.
POLICY = "; ".join(
    (
        "default-src 'none'",
        f"script-src 'self' blob: 'wasm-unsafe-eval' {_known_scripts()}",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    # A file is what it says it is, never what a browser thinks it looks like.
    "X-Content-Type-Options": "nosniff",
    # The address carries the reader's ratings: no other host needs to see them.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
_ALLOWED = "server.corsAllowedOrigins"
_REFUSED = 1008  # what a WebSocket is told: against the rules of this server
_RAW = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


# Beside the host that was asked: where the server and its visitor are one machine.
_HERE = frozenset({"localhost", "127.0.0.1", "0.0.0.0"})


def is_foreign(origin: str, host: str) -> bool:
    """Return whether a page of another site asks for a connection.

    Streamlit, in doubt, asks an outside host for this machine's own address, and everybody waits
    for the answer: ten seconds where the network is silent. Any site could make its readers do it.
    """
    if not origin or not st.get_option("server.enableCORS"):
        return False
    asked = urlsplit(origin)
    if asked.netloc == host:
        return False
    allowed = {st.get_option("browser.serverAddress"), *_HERE}
    allowed |= {urlsplit(each.strip()).hostname for each in st.get_option(_ALLOWED) or ()}
    return asked.hostname is None or asked.hostname not in allowed


class Guarded:
    """Adds the headers to every answer of an ASGI app, and refuses connections of other sites."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "websocket":
            asked = Headers(scope=scope)
            if is_foreign(asked.get("origin", ""), asked.get("host", "")):
                await send({"type": "websocket.close", "code": _REFUSED})
                return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                given = list(message.get("headers", ()))
                names = {name.lower() for name, _value in given}
                message["headers"] = given + [each for each in _RAW if each[0] not in names]
            await send(message)

        try:
            await self.app(scope, receive, send_guarded)
        except Exception:  # whatever it is: answered like everything else, and logged further out
            if not begun:
                failed = PlainTextResponse("Internal Server Error", status_code=500)
                await failed(scope, receive, send_guarded)
            raise
