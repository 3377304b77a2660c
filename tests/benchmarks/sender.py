"""A visitor without a browser who brings files: see `visitor` for what is sent and counted."""

from __future__ import annotations

import asyncio
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.benchmarks.visitor import Visitor

_EDGE = "qwk-edge"
_PATIENCE = 300  # seconds
_GOING_AWAY = 1001  # what a browser says when its page is closed


@dataclass
class Sender(Visitor):
    """An open page "Your data", and what it says.

    Attributes
    ----------
    texts, errors : list of str
        What the last run wrote, and what of it in red.
    """

    page: str = "your_data"
    texts: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    uploader: str = ""  # its id
    _states: dict[str, WidgetState] = field(default_factory=dict)
    _ways: str = ""
    _token: str = ""

    async def choose(self, way: str = "a file") -> float:
        """Choose how the data come in; return the seconds until the page stands."""
        self._states[self._ways] = WidgetState(id=self._ways)
        self._states[self._ways].string_array_value.data[:] = [way]
        return await self.edit("")

    async def bring(self, name: str, data: bytes) -> float:
        """Upload a file, and return the seconds until the page says what became of it."""
        start = time.perf_counter()
        await self.send_file(name, data)
        await self.edit("")
        return time.perf_counter() - start

    async def send_file(self, name: str, data: bytes) -> int:
        """Upload a file without a run of the page; return the status of the answer."""
        urls = await self._urls(name)
        status = await self.put(urls.upload_url, name, data)
        state = WidgetState(id=self.uploader)
        info = state.file_uploader_state_value.uploaded_file_info.add()
        info.name, info.size, info.file_id = name, len(data), urls.file_id
        info.file_urls.CopyFrom(urls)
        self._states[self.uploader] = state
        return status

    async def put(self, url: str, name: str, data: bytes) -> int:
        """Send a file to an address of the server; return the status of the answer."""
        head = (
            f"--{_EDGE}\r\nContent-Disposition: form-data; name={name!r}; "
            f'filename="{name}"\r\nContent-Type: application/octet-stream\r\n\r\n'
        )
        body = b"".join((head.encode(), data, f"\r\n--{_EDGE}--\r\n".encode()))

        def send() -> int:
            if not self._token:
                with urllib.request.urlopen(f"{self.base}/_stcore/health") as answer:
                    self._token = answer.headers["set-cookie"].split(";")[0].partition("=")[2]
            headers = {
                "Content-Type": f"multipart/form-data; boundary={_EDGE}",
                "X-Xsrftoken": self._token,
                "Cookie": f"_streamlit_xsrf={self._token}",
            }
            where = self.base + "/" + url.lstrip("/")
            request = urllib.request.Request(where, body, headers, method="PUT")
            try:
                with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
                    return int(answer.status)
            except urllib.error.HTTPError as error:
                return error.code

        return await asyncio.to_thread(send)

    @property
    def session(self) -> str:
        """The name of the session."""
        return self._session

    async def leave(self) -> None:
        """Close the page, as a browser does."""
        if self._socket is not None:
            await self._socket.close(_GOING_AWAY)
            self._socket = None

    async def _urls(self, name: str) -> FileURLs:
        message = BackMsg()
        request = message.file_urls_request
        request.request_id, request.session_id = "one", self._session
        request.file_names[:] = [name]
        assert self._socket is not None
        await self._socket.send(message.SerializeToString())
        while True:
            data = await self._socket.recv()
            assert isinstance(data, bytes)
            answer = ForwardMsg.FromString(data)
            if answer.WhichOneof("type") == "file_urls_response":
                return answer.file_urls_response.file_urls[0]

    def _request(self, button: str, fragment: str) -> BackMsg:
        message = super()._request(button, fragment)
        message.rerun_script.widget_states.widgets.extend(self._states.values())
        return message

    def _opened(self, message: Any) -> None:
        super()._opened(message)
        self.texts.clear()
        self.errors.clear()

    def _drawn(self, delta: Any) -> None:
        super()._drawn(delta)
        if delta.WhichOneof("type") != "new_element":
            return
        element = delta.new_element
        kind = element.WhichOneof("type")
        if kind == "alert":
            self.texts.append(element.alert.body)
            if element.alert.format == element.alert.ERROR:
                self.errors.append(element.alert.body)
        elif kind == "markdown":
            self.texts.append(element.markdown.body)
        elif kind == "button_group" and "data-input" in element.button_group.id:
            self._ways = element.button_group.id
        elif kind == "file_uploader" and "data-upload" in element.file_uploader.id:
            self.uploader = element.file_uploader.id
