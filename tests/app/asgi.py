"""Requests to an ASGI app, without a server."""

import asyncio
from typing import Any

from starlette.datastructures import Headers


def request(path: str, method: str = "GET", **headers: str) -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "root_path": "",
        "headers": [
            (name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()
        ],
        "asgi": {"spec_version": "2.4"},
    }


async def nothing() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


class Answer:
    """The response of an ASGI app to one request."""

    def __init__(self, app: Any, path: str, method: str = "GET", **headers: str) -> None:
        self.status, self.headers, self.body, self.packets = 0, Headers(), b"", 0
        asyncio.run(app(request(path, method, **headers), nothing, self._send))

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], Headers(raw=message["headers"])
        else:
            self.body += message.get("body", b"")
            self.packets += 1
