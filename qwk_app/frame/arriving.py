"""What comes in over the network: uploads have a budget and a time, and pages that close say so."""

import asyncio
import re
import time
from collections.abc import Mapping

import streamlit as st
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser
from starlette.responses import PlainTextResponse, Response

from qwk_app.frame import holding
from qwk_app.frame.security import App, Message, Receive, Send
from qwk_core import NoRoomError

_UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)$")
_CLOSED = (
    1001  # what a browser says when its page goes away; a connection that is lost says nothing
)
_SILENCE = 30.0  # seconds without a byte
_SLOWEST = 5_000  # bytes a second, on average after the first half minute
_ENVELOPE = 64 * 1024  # bytes around the file in a request, at most


class TooSlow(Exception):
    """A request takes longer than anybody's connection needs."""


class Arriving:
    """Takes uploads of an ASGI app only where there is room, and a page that wants them."""

    def __init__(self, app: App) -> None:
        self.app = app
        # As a whole in memory, where they are counted, and not in a folder that may be full.
        MultiPartParser.spool_max_size = _most()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "websocket":
            await self._visit(scope, receive, send)
            return
        found = _UPLOAD.search(scope["path"]) if scope["type"] == "http" else None
        if found is None or scope["method"] != "PUT":
            await self.app(scope, receive, send)
            return
        receive = _in_time(receive)
        try:
            await self._upload(found[1], found[2], scope, receive, send)
        except TooSlow:
            await _answer(408, "This upload is too slow.")(scope, receive, send)

    async def _visit(self, scope: Message, receive: Receive, send: Send) -> None:
        closed = False

        async def watched() -> Message:
            nonlocal closed
            message = await receive()
            if message["type"] == "websocket.disconnect" and message.get("code") == _CLOSED:
                closed = True
            return message

        try:
            await self.app(scope, watched, send)
        finally:
            if closed:
                holding.left(Headers(scope=scope).get("sec-websocket-key", ""))

    async def _upload(
        self, who: str, file_id: str, scope: Message, receive: Receive, send: Send
    ) -> None:
        if not holding.takes_uploads(who):
            await _answer(403, "This page takes no files.")(scope, receive, send)
            return
        size = _size(Headers(scope=scope))
        if size is None:
            await _answer(411, "Say how long the upload is.")(scope, receive, send)
            return
        if size > _most():
            await _answer(413, "This file is too large.")(scope, receive, send)
            return
        try:
            with holding.BUDGET.arriving(who, size):
                await self.app(scope, receive, send)
        except NoRoomError as reason:
            # As if it were taken: the uploader shows its reader a number at best. The page asks for
            # the file next, and says why it is not there.
            holding.refuse(who, file_id, reason)
            while (await receive()).get("more_body"):
                pass
            await Response(status_code=204)(scope, receive, send)


def _most() -> int:
    """Return how many bytes a request may have."""
    megabytes: int = st.get_option("server.maxUploadSize")
    return megabytes * 2**20 + _ENVELOPE


def _size(headers: Mapping[str, str]) -> int | None:
    said = headers.get("content-length", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 16 else None


def _answer(status: int, text: str) -> Response:
    # Do not wait for the rest of the request.
    return PlainTextResponse(text, status, headers={"connection": "close"})


def _in_time(receive: Receive) -> Receive:
    """Return `receive` with an end: of silence, and of bytes that trickle."""
    begun, taken = time.monotonic(), 0

    async def receive_in_time() -> Message:
        nonlocal taken
        left = begun + _SILENCE + taken / _SLOWEST - time.monotonic()
        try:
            message = await asyncio.wait_for(receive(), min(left, _SILENCE))
        except TimeoutError:
            raise TooSlow from None
        taken += len(message.get("body", b""))
        return message

    return receive_in_time
