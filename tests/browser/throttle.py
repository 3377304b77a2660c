"""A slow line: a relay on this machine that delays and rations what passes, sockets included.

Chromium's own throttling leaves WebSockets alone, and an edit travels by one.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class Line:
    """A relay to a server; slow from when it is told to be."""

    def __init__(self, server: str, round_trip: float, bytes_a_second: float) -> None:
        self.target = urlsplit(server)
        self.one_way = round_trip / 2
        self.rate = bytes_a_second
        self.slow = False
        self.base = ""
        self._calls: set[asyncio.StreamWriter] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def cut(self) -> None:
        """Cut every connection that there is."""
        for call in list(self._calls):
            assert self._loop is not None
            self._loop.call_soon_threadsafe(call.transport.abort)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self.target.hostname is not None
        there, onward = await asyncio.open_connection(self.target.hostname, self.target.port)
        self._loop = asyncio.get_running_loop()
        self._calls |= {writer, onward}
        try:
            await asyncio.gather(self._pass_on(reader, onward), self._pass_on(there, writer))
        except asyncio.CancelledError:
            pass  # the line is taken down; whoever listens for calls would report it as an error
        finally:
            self._calls -= {writer, onward}
            for end in (writer, onward):
                end.transport.abort()

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        loop, queue = asyncio.get_running_loop(), asyncio.Queue[tuple[float, bytes]]()
        free = 0.0

        async def deliver() -> None:
            while True:
                due, data = await queue.get()
                await asyncio.sleep(max(due - loop.time(), 0))
                if not data:
                    sink.close()
                    return
                sink.write(data)
                await sink.drain()

        delivering = asyncio.create_task(deliver())
        with suppress(OSError):
            while data := await source.read(4096):
                if self.slow:
                    free = max(free, loop.time()) + len(data) / self.rate
                queue.put_nowait((free + self.one_way if self.slow else 0.0, data))
        queue.put_nowait((0.0, b""))
        with suppress(OSError):
            await delivering


@contextmanager
def line(server: str, *, round_trip: float, bytes_a_second: float) -> Iterator[Line]:
    """Lay a line to a server; `Line.base` is its end here."""
    laid = Line(server, round_trip, bytes_a_second)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def listen() -> asyncio.Server:
        return await asyncio.start_server(laid._meet, "127.0.0.1", 0)

    listening = asyncio.run_coroutine_threadsafe(listen(), loop).result(10)
    laid.base = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield laid
    finally:

        async def hang_up() -> None:
            listening.close()
            calls = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for call in calls:
                call.cancel()
            await asyncio.gather(*calls, return_exceptions=True)
            await asyncio.sleep(0)  # for what was hung up on to notice

        asyncio.run_coroutine_threadsafe(hang_up(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()
