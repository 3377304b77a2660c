"""The headers of every answer. They let the browser refuse code that is not the app's.

nginx can set the same headers (docs/deploying.md). If both do, both hold. Streamlit's settings
server.enableCORS and server.corsAllowedOrigins decide which sites may connect.
"""

import base64
import hashlib
import re
from pathlib import Path

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from qwk_app.frame.language_menu import page_language_script
from qwk_app.words.language import languages


def allowed(code: str) -> str:
    """Return what allows this code, and no other, in a content security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'"


def _known_scripts() -> str:
    """Return the hashes of the scripts inside the page, of Streamlit and of the app."""
    page = Path(st.__file__).parent / "static" / "index.html"
    found = re.findall(r"<script>(.*?)</script>", page.read_text(encoding="utf-8"), re.DOTALL)
    found += map(page_language_script, languages())
    return " ".join(map(allowed, found))


# Scripts come from this server: as files, as blobs that Streamlit makes of its components' code,
# and as the known scripts inside the page. Streamlit and Plotly write styles as they draw.
# The page loads nothing from other hosts and sends them nothing. There is no frame-ancestors:
# any page may embed a lesson. Even `*` would exclude a file on a teacher's own disk.
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
    # The browser must use the content type that is sent, and must not guess another one.
    "X-Content-Type-Options": "nosniff",
    # The address has the reader's ratings, which other hosts must not see.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


class Headed:
    """Adds the headers to every answer of an ASGI app."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def send_headed(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                given = message.get("headers", ())
                message["headers"] = [(name.lower(), value) for name, value in given]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_headed)
