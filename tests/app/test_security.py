"""What every answer carries, and who is refused; tests/browser/test_injection.py asks a browser."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import streamlit as st
from starlette.requests import ClientDisconnect

from qwk_app.frame.security import HEADERS, Guarded, is_foreign


def answers(app: Any, **scope: Any) -> list[dict[str, Any]]:
    """Return what an app behind the guard sends for one request."""
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(dict(message))

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    asyncio.run(
        Guarded(app)({"type": "http", "method": "GET", "headers": [], **scope}, receive, send)
    )
    return sent


async def failing(_scope: Any, _receive: Any, send: Any) -> None:
    raise ZeroDivisionError


async def failing_late(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    raise ZeroDivisionError


def test_an_error_is_answered_with_the_headers_and_still_logged() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    for app, status in ((failing, 500), (failing_late, 200)):
        sent.clear()
        with pytest.raises(ZeroDivisionError):
            asyncio.run(Guarded(app)({"type": "http"}, send, send))
        (start,) = (message for message in sent if message["type"] == "http.response.start")
        assert start["status"] == status
        given = {name.decode(): value.decode() for name, value in start["headers"]}
        for name, value in HEADERS.items():
            assert given[name.lower()] == value


def test_a_full_disk_is_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def full(_scope: Any, _receive: Any, _send: Any) -> None:
        raise OSError(28, "No space left on device")

    start, body = answers(full)
    assert start["status"] == 507
    assert b"content-security-policy" in dict(start["headers"])
    assert b"no room" in body["body"]
    (record,) = caplog.records
    assert (record.exc_info, "No space left" in record.getMessage()) == (None, True)


def test_who_leaves_in_the_middle_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def cut(_scope: Any, _receive: Any, _send: Any) -> None:
        raise ClientDisconnect

    assert answers(cut) == []
    assert not caplog.records


@pytest.mark.parametrize(
    ("origin", "host", "foreign"),
    [
        ("", "qwk.example", False),  # no browser
        ("https://qwk.example", "qwk.example", False),
        ("http://qwk.example:8501", "qwk.example:8501", False),
        ("http://localhost:8501", "127.0.0.1:8501", False),
        ("https://evil.example", "qwk.example", True),
        ("https://qwk.example.evil.example", "qwk.example", True),
        ("http://8.8.8.8", "qwk.example", True),
        ("http://qwk.example:9", "qwk.example:8501", True),
        ("null", "qwk.example", True),
        ("http://[::1", "qwk.example", True),
        ("https://school.example", "qwk.example", False),  # named in the settings
    ],
)
def test_pages_of_other_sites_are_refused_without_asking_anyone(
    monkeypatch: pytest.MonkeyPatch, origin: str, host: str, foreign: bool
) -> None:
    options = {
        "server.enableCORS": True,
        "server.corsAllowedOrigins": ["https://school.example"],
        "browser.serverAddress": None,
    }
    monkeypatch.setattr(st, "get_option", options.__getitem__)
    assert is_foreign(origin, host) == foreign
    options["server.enableCORS"] = False
    assert not is_foreign(origin, host)


def test_a_foreign_connection_never_reaches_streamlit() -> None:
    async def reached(*_anything: object) -> None:
        raise AssertionError("asked")

    headers = [(b"origin", b"https://evil.example"), (b"host", b"qwk.example")]
    assert answers(reached, type="websocket", headers=headers) == [
        {"type": "websocket.close", "code": 1008}
    ]
    start, _body = answers(
        reached,
        type="websocket",
        headers=headers,
        extensions={"websocket.http.response": {}},
    )
    assert start["status"] == 403
    assert b"content-security-policy" in dict(start["headers"])


def test_a_connection_that_streamlit_refuses_is_answered_with_the_headers() -> None:
    async def refusing(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "websocket.close", "code": 1000})

    async def accepting(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": 1000})

    known = {"type": "websocket", "extensions": {"websocket.http.response": {}}}
    start, _body = answers(refusing, **known)
    assert start["status"] == 403
    assert b"content-security-policy" in dict(start["headers"])
    assert [message["type"] for message in answers(accepting, **known)] == [
        "websocket.accept",
        "websocket.close",
    ]
