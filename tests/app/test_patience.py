"""Connections that say too little, or what no browser says: a small server of the same kind."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from qwk_app.frame import patience
from qwk_app.frame.security import HEADERS, Guarded
from tests.browser.server import free_port

WAITS = 0.3  # seconds, here


class Connection(H11Protocol):
    """Of a class of its own, so that the limits end with the test."""


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """Answer everything, after a while longer than a connection may be silent."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    if scope["path"] == "/slow":
        await asyncio.sleep(3 * WAITS)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


@contextlib.asynccontextmanager
async def serving(app: Any) -> AsyncIterator[int]:
    port = free_port()
    config = uvicorn.Config(
        app, port=port, http=Connection, ws="websockets-sansio", lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    running = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield port
    finally:
        server.should_exit = True
        await running


def asked(speak: Callable[[asyncio.StreamWriter], Awaitable[None]]) -> tuple[bytes, float]:
    """Return what the server answers until it hangs up, and after how many seconds."""

    async def ask() -> tuple[bytes, float]:
        async with serving(Guarded(hello)) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            begun = asyncio.get_running_loop().time()

            async def talk() -> None:
                with contextlib.suppress(OSError):
                    await speak(writer)

            talking = asyncio.create_task(talk())
            answer = b""
            with contextlib.suppress(ConnectionResetError):  # it hung up while something came
                while more := await asyncio.wait_for(reader.read(2**16), 20):
                    answer += more
            seconds = asyncio.get_running_loop().time() - begun
            talking.cancel()
            writer.close()
            return answer, seconds

    return asyncio.run(ask())


@pytest.fixture(autouse=True)
def limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "_SECONDS", WAITS)
    monkeypatch.setattr(patience, "_take_all_files", lambda: None)
    patience.limit(Connection)
    patience.limit(Connection)  # twice is once


async def silent(_writer: asyncio.StreamWriter) -> None:
    """Say nothing."""


async def trickling(writer: asyncio.StreamWriter) -> None:
    writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n")
    while True:
        writer.write(b"X: y\r\n")
        await asyncio.sleep(WAITS / 10)


async def trickling_after_an_answer(writer: asyncio.StreamWriter) -> None:
    writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    await asyncio.sleep(WAITS / 2)
    await trickling(writer)


@pytest.mark.parametrize("speak", [silent, trickling, trickling_after_an_answer])
def test_half_a_request_is_not_waited_for(speak: Any) -> None:
    answer, seconds = asked(speak)
    assert answer.count(b"hello") == (speak is trickling_after_an_answer)
    assert WAITS * 0.9 < seconds < WAITS * 15


def test_a_slow_answer_is_waited_for() -> None:
    async def ask(writer: asyncio.StreamWriter) -> None:
        writer.write(b"GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")

    answer, seconds = asked(ask)
    assert b"hello" in answer
    assert seconds > 2 * WAITS


def test_a_websocket_may_be_silent() -> None:
    async def visit(writer: asyncio.StreamWriter) -> None:
        writer.write(
            b"GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        await asyncio.sleep(4 * WAITS)
        writer.write(b"\x88\x80\0\0\0\0")  # close

    answer, seconds = asked(visit)
    assert b"101 Switching Protocols" in answer
    assert seconds > 3 * WAITS


def test_what_is_no_request_is_answered_with_the_headers() -> None:
    async def nonsense(writer: asyncio.StreamWriter) -> None:
        writer.write(b"\x16\x03\x01 nonsense\r\n\r\n")

    answer, _seconds = asked(nonsense)
    assert answer.startswith(b"HTTP/1.1 400 ")
    for name, value in HEADERS.items():
        assert f"{name.lower()}: {value}".encode() in answer


@pytest.mark.parametrize("what", ["no key", "no GET", "a version of long ago"])
def test_what_is_no_websocket_is_refused_with_the_headers(what: str) -> None:
    method = b"POST" if what == "no GET" else b"GET"
    version = b"8" if what == "a version of long ago" else b"13"
    key = b"" if what == "no key" else b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

    async def ask(writer: asyncio.StreamWriter) -> None:
        writer.write(
            method + b" / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: " + version + b"\r\n" + key + b"\r\n"
        )

    answer, _seconds = asked(ask)
    head, _end, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 4")
    assert body
    for name, value in HEADERS.items():
        assert head.lower().count(f"\r\n{name.lower()}: {value.lower()}".encode()) == 1


@pytest.mark.parametrize("frame", [b"\x81\x82\0\0\0\0hi", b"\x82\x83\0\0\0\0\xff\xff\xff"])
def test_a_message_that_no_page_sends_ends_the_connection_without_a_traceback(
    frame: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def visit(writer: asyncio.StreamWriter) -> None:
        writer.write(
            b"GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        await asyncio.sleep(WAITS / 3)
        writer.write(frame)

    with caplog.at_level(logging.WARNING):
        answer, _seconds = asked(visit)
    assert b"101 Switching Protocols" in answer
    assert not [each for each in caplog.records if each.exc_info]
