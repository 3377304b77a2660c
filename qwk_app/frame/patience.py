"""How long a connection may be silent: the web server itself would wait for a request for ever.

A thousand half-sent requests are all the connections that a process may have. nginx has limits of
its own (docs/deploying.md); this is for a server without it. Slow bodies: see `arriving`.
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


def limit(protocol: Any = AutoHTTPProtocol) -> None:
    """Give this kind of connection its limits, and the process as many connections as it may have.

    Streamlit starts the web server and hands nothing on to it, so the class itself learns it.
    """
    begin, answered, say = (
        protocol.connection_made,
        protocol.on_response_complete,
        protocol.send_400_response,
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

    if say.__module__ != __name__:  # once
        protocol.connection_made = connection_made
        protocol.on_response_complete = on_response_complete
        protocol.send_400_response = send_400_response
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
