"""A visitor without a browser who uploads files; see `visitor`."""

import asyncio
import urllib.request
from dataclasses import dataclass
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.benchmarks.visitor import Visitor

_EDGE = "qwk-edge"
_PATIENCE = 300  # seconds


@dataclass
class Sender(Visitor):
    """An open page Your data, and its texts."""

    page: str = "your_data"
    _uploader: str = ""  # its id
    _ways: str = ""
    _token: str = ""

    async def arrive(self) -> float:
        """Open the page, and choose a file as the source of the data."""
        seconds = await super().arrive()
        self.states[self._ways] = WidgetState(id=self._ways)
        self.states[self._ways].string_array_value.data[:] = ["a file"]
        return seconds + await self.edit("")

    async def bring(self, name: str, data: bytes) -> None:
        """Upload a file, and let the app count all its rows."""
        urls = await self._urls(name)
        await asyncio.to_thread(self._put, urls.upload_url, name, data)
        state = WidgetState(id=self._uploader)
        info = state.file_uploader_state_value.uploaded_file_info.add()
        info.name, info.size, info.file_id = name, len(data), urls.file_id
        info.file_urls.CopyFrom(urls)
        self.states[self._uploader] = state
        await self.edit("")
        if "Count all rows" in self._buttons:
            await self.press("Count all rows")

    def _put(self, url: str, name: str, data: bytes) -> None:
        """Send a file to an address of the server."""
        if not self._token:
            with urllib.request.urlopen(f"{self.base}/_stcore/health") as answer:
                self._token = answer.headers["set-cookie"].split(";")[0].partition("=")[2]
        head = (
            f"--{_EDGE}\r\nContent-Disposition: form-data; name={name!r}; "
            f'filename="{name}"\r\nContent-Type: application/octet-stream\r\n\r\n'
        )
        body = b"".join((head.encode(), data, f"\r\n--{_EDGE}--\r\n".encode()))
        headers = {
            "Content-Type": f"multipart/form-data; boundary={_EDGE}",
            "X-Xsrftoken": self._token,
            "Cookie": f"_streamlit_xsrf={self._token}",
        }
        where = self.base + "/" + url.lstrip("/")
        request = urllib.request.Request(where, body, headers, method="PUT")
        urllib.request.urlopen(request, timeout=_PATIENCE).close()

    async def _urls(self, name: str) -> FileURLs:
        message = BackMsg()
        request = message.file_urls_request
        request.request_id, request.session_id = "one", self.session
        request.file_names[:] = [name]
        await self.send(message)
        while (answer := await self.receive()).WhichOneof("type") != "file_urls_response":
            pass
        return answer.file_urls_response.file_urls[0]

    def _drawn(self, delta: Any) -> None:
        super()._drawn(delta)
        element = delta.new_element
        if "data-input" in element.button_group.id:
            self._ways = element.button_group.id
        if "data-upload" in element.file_uploader.id:
            self._uploader = element.file_uploader.id
