"""What visitors hold of the server's memory: counted, bounded, and given back."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from qwk_app.frame import arriving, holding
from qwk_app.frame.arriving import Arriving
from qwk_app.frame.holding import Budget
from qwk_core import NoRoomError

GRACE = 120


class Thing:
    """Something of so many bytes."""

    def __init__(self, size: int) -> None:
        self.size = size

    def weight(self) -> int:
        return self.size

    def let_go(self) -> None:
        self.size = 0


class Runtime:
    """Streamlit's runtime, as far as it is asked who is there."""

    def __init__(self) -> None:
        self.active = {"ada", "bob"}
        self.closed: list[str] = []
        self.uploaded_file_mgr = MemoryUploadedFileManager("/_stcore/upload_file")

    def is_active_session(self, who: str) -> bool:
        return who in self.active

    def close_session(self, who: str) -> None:
        self.closed.append(who)


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Runtime:
    made = Runtime()
    monkeypatch.setattr(
        st, "runtime", SimpleNamespace(exists=lambda: True, get_instance=lambda: made)
    )
    options = {"server.disconnectedSessionTTL": GRACE, "server.maxUploadSize": 1}
    monkeypatch.setattr(st, "get_option", options.__getitem__)
    monkeypatch.setattr(holding, "SMALL", 1)
    monkeypatch.setattr(holding, "BUDGET", Budget(most=200, share=100))
    for name, empty in (("_connections", {}), ("_with_uploader", set()), ("_lost", {})):
        monkeypatch.setattr(holding, name, empty)
    return made


def uploaded(runtime: Runtime, who: str, file_id: str, size: int) -> None:
    file = UploadedFileRec(file_id, "a.csv", "text/csv", bytes(size))
    runtime.uploaded_file_mgr.add_file(who, file)


def test_all_that_a_visitor_holds_counts_streamlits_copies_too(runtime: Runtime) -> None:
    budget = holding.BUDGET
    thing = Thing(30)
    budget.add("ada", thing)
    uploaded(runtime, "ada", "one", 20)
    uploaded(runtime, "eve", "two", 5)
    with budget.arriving("bob", 40):
        assert (budget.held("ada"), budget.held("bob"), budget.held()) == (50, 40, 95)
        assert budget.held(but=thing) == 65
    assert budget.held() == 55
    assert budget.owners() == {"ada", "eve"}
    del thing
    assert budget.held("ada") == 20


def test_a_share_for_each_and_one_budget_for_all(runtime: Runtime) -> None:
    budget = holding.BUDGET
    things = {who: Thing(90) for who in ("ada", "bob")}
    for who, thing in things.items():
        budget.check(who, 90)
        budget.add(who, thing)
    with pytest.raises(NoRoomError, match="one reader's share"):
        budget.check("ada", 20)
    budget.check("ada", 95, instead_of=things["ada"])
    with pytest.raises(NoRoomError, match="Try again in a few minutes"), budget.arriving("eve", 30):
        pytest.fail("there is no room")
    budget.check("eve", 1)  # what is small finds room
    budget.let_go("bob")
    budget.check("eve", 30)


def test_who_closes_the_page_leaves_nothing_behind(runtime: Runtime) -> None:
    thing = Thing(50)
    holding.BUDGET.add("ada", thing)
    uploaded(runtime, "ada", "one", 20)
    holding.refuse("ada", "three", NoRoomError("no room"))
    holding._connections.update(ada=("key", "your_data"), bob=("other", "your_data"))
    holding.left("key")
    assert runtime.closed == []  # another connection has taken the session over
    runtime.active.remove("ada")
    holding.left("")
    holding.left("key")
    assert runtime.closed == ["ada"]
    assert (thing.size, holding.BUDGET.held()) == (0, 0)
    assert holding.why_refused("three") is None
    assert "bob" in holding._connections


def test_after_a_lost_connection_what_is_held_waits_and_then_goes(runtime: Runtime) -> None:
    thing = Thing(50)
    holding.BUDGET.add("ada", thing)
    runtime.active.remove("ada")
    holding.look_for_the_lost(1000.0)
    runtime.active.add("ada")  # back
    holding.look_for_the_lost(1000.0 + GRACE)
    runtime.active.remove("ada")
    holding.look_for_the_lost(2000.0)
    holding.look_for_the_lost(1999.0 + GRACE)
    assert thing.size == 50
    holding.look_for_the_lost(2000.0 + GRACE)
    assert (runtime.closed, thing.size) == (["ada"], 0)


def put(app: Any, *parts: bytes, who: str = "ada", size: int | None = None) -> tuple[int, str]:
    """Upload a file in so many parts; return the status and the text of the answer."""
    waiting, sent = [*parts], []

    async def receive() -> dict[str, Any]:
        if not waiting:
            await asyncio.sleep(60)
        body = waiting.pop(0)
        return {"type": "http.request", "body": body, "more_body": bool(waiting)}

    async def send(message: Any) -> None:
        sent.append(message)

    length = sum(map(len, parts)) if size is None else size
    scope = {
        "type": "http",
        "method": "PUT",
        "path": f"/_stcore/upload_file/{who}/number",
        "headers": [(b"content-length", str(length).encode())] if length >= 0 else [],
    }
    asyncio.run(Arriving(app)(scope, receive, send))
    return sent[0]["status"], b"".join(each.get("body", b"") for each in sent[1:]).decode()


async def taking(_scope: Any, receive: Any, send: Any) -> None:
    """Take an upload, and say how much this visitor holds by now."""
    held = holding.BUDGET.held("ada")
    while (await receive())["more_body"]:
        pass
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": str(held).encode()})


def test_uploads_are_taken_from_pages_that_want_them(runtime: Runtime) -> None:
    assert put(taking, b"abc") == (403, "This page takes no files.")
    holding._with_uploader.add("ada")
    assert put(taking, b"abc", b"de") == (204, "5")
    assert holding.BUDGET.held() == 0
    assert put(taking, b"abc", size=-1)[0] == 411
    assert put(taking, b"abc", size=2**30)[0] == 413


def test_an_upload_without_room_is_answered_and_the_page_says_why(runtime: Runtime) -> None:
    holding._with_uploader.add("ada")
    assert put(taking, bytes(60), bytes(60)) == (204, "")
    reason = holding.why_refused("number")
    assert reason is not None
    assert "one reader's share" in str(reason)
    assert holding.why_refused("number") is None


def test_an_upload_that_stops_is_not_waited_for(
    runtime: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arriving, "_SILENCE", 0.05)
    holding._with_uploader.add("ada")
    assert put(taking, b"abc", b"", b"x")[0] == 204

    async def reading_on(scope: Any, receive: Any, send: Any) -> None:
        while True:
            await receive()

    assert put(reading_on, b"abc") == (408, "This upload is too slow.")
    assert holding.BUDGET.held() == 0


def test_a_closed_page_is_told_from_a_lost_connection(
    runtime: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone: list[str] = []
    monkeypatch.setattr(holding, "left", gone.append)

    async def talking(_scope: Any, receive: Any, _send: Any) -> None:
        await receive()

    async def send(_message: Any) -> None:
        """Nobody answers."""

    def visit(code: int) -> None:
        async def receive() -> dict[str, Any]:
            return {"type": "websocket.disconnect", "code": code}

        scope = {"type": "websocket", "headers": [(b"sec-websocket-key", b"key")]}
        asyncio.run(Arriving(talking)(scope, receive, send))

    visit(1006)
    assert gone == []
    visit(1001)
    assert gone == ["key"]
