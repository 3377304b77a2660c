"""The headers of every answer; tests/browser/test_injection.py tests them in a browser."""

import asyncio

import pytest

from qwk_app.frame.security import HEADERS, Headed


@pytest.mark.parametrize("kind", ["http.response.start", "websocket.http.response.start"])
def test_every_answer_has_the_headers_and_keeps_its_own(kind):
    sent = []

    async def app(_scope, _receive, send):
        await send({"type": kind, "status": 404, "headers": [(b"Referrer-Policy", b"no-referrer")]})

    async def send(message):
        sent.append(message)

    asyncio.run(Headed(app)({"type": "http"}, send, send))
    given = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    assert given == {name.lower(): value for name, value in HEADERS.items()} | {
        "referrer-policy": "no-referrer"
    }
