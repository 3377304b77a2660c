"""What browsers are told about the app with every answer, so that what slips through does nothing.

Behind nginx the same is said there (docs/deploying.md): where both say it, both hold.
"""

import base64
import hashlib
import logging
import re
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import streamlit as st
from google.protobuf.message import DecodeError
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from streamlit.proto.BackMsg_pb2 import BackMsg

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
_NO_MESSAGE = 1002  # what it is told that breaks the protocol
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
    try:
        asked = urlsplit(origin)
    except ValueError:  # no address at all
        return True
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
                await _deny(scope, send)
                return
            await self.app(scope, _messages(receive), _denying(scope, send))
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
        except ClientDisconnect:  # who left before the end of an upload needs no answer
            return
        except OSError as error:
            # A full disk, for one: a line in the log says it all.
            reason = error.strerror or type(error).__name__
            logging.getLogger(__name__).error("A request failed: %s", reason)
            if not begun:
                full = PlainTextResponse("This server has no room at the moment.", status_code=507)
                await full(scope, receive, send_guarded)
        except Exception:  # whatever it is: answered like everything else, and logged further out
            if not begun:
                failed = PlainTextResponse("Internal Server Error", status_code=500)
                await failed(scope, receive, send_guarded)
            raise


async def _deny(scope: Message, send: Send) -> None:
    """Refuse a WebSocket, with the headers where the web server can send them."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": _REFUSED})
        return
    await send({"type": "websocket.http.response.start", "status": 403, "headers": _RAW})
    await send({"type": "websocket.http.response.body", "body": b""})


def _denying(scope: Message, send: Send) -> Send:
    """Return `send` that refuses a WebSocket as `_deny` does, where the app refuses it."""
    accepted = False

    async def send_denying(message: Message) -> None:
        nonlocal accepted
        accepted = accepted or message["type"] == "websocket.accept"
        if message["type"] == "websocket.close" and not accepted:
            await _deny(scope, send)
        else:
            await send(message)

    return send_denying


def _messages(receive: Receive) -> Receive:
    """Return `receive` without what no page sends: Streamlit logs a traceback for each of these."""

    async def receive_messages() -> Message:
        message = await receive()
        if message["type"] == "websocket.receive":
            try:
                BackMsg.FromString(message.get("bytes") or b"no message")
            except DecodeError:
                return {"type": "websocket.disconnect", "code": _NO_MESSAGE}
        return message

    return receive_messages
