"""How long a connection may be silent: the web server itself would wait for a request for ever.

A thousand half-sent requests are all the connections that a process may have. nginx has limits of
its own (docs/deploying.md); this is for a server without it. Slow bodies: see `arriving`.

What the web server and its WebSocket library answer by themselves, before the app is asked, has the
headers of all other answers, too.
"""

from __future__ import annotations

import contextlib
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from qwk_app.frame.security import HEADERS

_SECONDS = 15.0  # from the connection, or from the answer before, to the end of a request's head
_MOST_FILES = 16_384  # connections, and a few files

_BAD = "\r\n".join(
    (
        "HTTP/1.1 400 Bad Request",
        "content-type: text/plain; charset=utf-8",
        "connection: close",
        *(f"{name.lower()}: {value}" for name, value in HEADERS.items()),
        "",
        "This is no request that a browser sends.",
    )
).encode()


class _Transport:
    """A connection whose answers have the headers: the WebSocket library refuses by itself."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        self._transport.write(_with_headers(data))


def _with_headers(data: bytes) -> bytes:
    """Add the headers that an answer misses; the frames of a WebSocket stay as they are."""
    if not data.startswith(b"HTTP/1.1 ") or data.startswith(b"HTTP/1.1 101 "):
        return data
    head, end, body = data.partition(b"\r\n\r\n")
    known = head.lower()
    more = (
        f"\r\n{name.lower()}: {value}".encode()
        for name, value in HEADERS.items()
        if f"\r\n{name.lower()}:".encode() not in known
    )
    return b"".join((head, *more, end, body))


def limit(protocol: Any = AutoHTTPProtocol) -> None:
    """Give this kind of connection its limits, and the process as many connections as it may have.

    Streamlit starts the web server and hands nothing on to it, so the class itself learns it.
    """
    begin, answered, say, upgrade = (
        protocol.connection_made,
        protocol.on_response_complete,
        protocol.send_400_response,
        protocol.handle_websocket_upgrade,
    )

    def connection_made(self: Any, transport: Any) -> None:
        begin(self, transport)
        _wait(self)

    def on_response_complete(self: Any) -> None:
        answered(self)
        _wait(self)

    def send_400_response(self: Any, _message: str) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(_BAD)
        self.transport.close()

    def handle_websocket_upgrade(self: Any, *request: Any) -> None:
        self.transport = _Transport(self.transport)
        upgrade(self, *request)

    if say.__module__ != __name__:  # once
        protocol.connection_made = connection_made
        protocol.on_response_complete = on_response_complete
        protocol.send_400_response = send_400_response
        protocol.handle_websocket_upgrade = handle_websocket_upgrade
    _take_all_files()


def _wait(connection: Any) -> None:
    """Close a connection that has not sent the next request by then."""
    before, transport = connection.cycle, connection.transport

    def close_if_waiting() -> None:
        # A WebSocket goes on under another protocol.
        mine = transport.get_protocol() is connection
        if mine and connection.cycle is before and not transport.is_closing():
            transport.close()

    connection.loop.call_later(_SECONDS, close_if_waiting)


def _take_all_files() -> None:
    """Raise the number of files that may be open, as far as the system lets this process."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
