"""A visitor without a browser, who uses Streamlit's protocol and measures time and bytes.

The visitor sends what a browser would send: the requested page, the state of every text field, and
with an edit of a bound field the changed address. It unpacks and counts the answers and does not
draw them. So one process can be two hundred visitors and leave most of the machine to the server.
"""

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlencode, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

PATIENCE = 120.0  # seconds; a longer answer is a failure
WELL = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
FIELD = "Predicted"  # the label of the edited field, in the app and in the bare app
MATRICES = "qwk.matrices"
PICTURES = {"qwk.plot": 1, "qwk.kappa_box": 2}  # the picture of kappa: the items, and the box
_RARELY = 3600  # seconds; a part that repeats so rarely is not an update
_GOING_AWAY = 1001  # the code that a browser sends when its page is closed


class Failed(Exception):
    """The server did not answer as it should."""


class Counting(ClientConnection):
    """A connection that counts the received bytes on the wire."""

    received = 0

    def data_received(self, data: bytes) -> None:
        """Count the bytes, and pass them on."""
        self.received += len(data)
        super().data_received(data)


@dataclass
class Visitor:
    """One open page, which `async with` opens and closes.

    Attributes
    ----------
    headers : dict
        Headers of the connection's request, such as a cookie.
    charts : int
        The number of charts and matrices that the last run of the script has sent.
    wire, unpacked : int
        The bytes of the last answer, compressed and uncompressed.
    texts, errors : list of str
        The headings, texts and messages of the last run, and its error messages.
    whole : int
        The number of runs of the whole page.
    repeats : dict
        The parts of the page that a browser runs again by itself, and the seconds between runs.
    session : str
        The name of the session.
    states : dict
        The values of the page's fields, by their ids.
    """

    base: str
    page: str = "overview"
    query: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    charts: int = 0
    wire: int = 0
    unpacked: int = 0
    texts: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    whole: int = 0
    repeats: dict[str, float] = field(default_factory=dict)
    session: str = ""
    states: dict[str, WidgetState] = field(default_factory=dict)
    _socket: ClientConnection | None = None
    _script_hash: str = ""
    _edited: str = ""
    _part: str = ""  # the fragment that is run when the field changes
    _buttons: dict[str, tuple[str, str]] = field(default_factory=dict)  # ids, by the label
    _one_runs: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def __aenter__(self) -> Self:
        await self.arrive()
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.leave()

    async def arrive(self) -> float:
        """Open the page; return the seconds from the request to the script's end."""
        start = time.perf_counter()
        self._socket = await connect(
            f"ws://{urlsplit(self.base).netloc}/_stcore/stream",
            subprotocols=[Subprotocol("streamlit")],
            origin=self.base,
            additional_headers=self.headers,
            create_connection=Counting,
            max_size=None,
            ping_interval=None,
            open_timeout=PATIENCE,
        )
        await self.run()
        return time.perf_counter() - start

    async def edit(self, text: str) -> float:
        """Change the field; return the seconds until the script's end.

        Without the field, run the part of the page that its own fields change.
        """
        if self._edited:
            self.states[self._edited].string_value = text
            self.query["predicted"] = text
        start = time.perf_counter()
        await self.run(fragment=self._part)
        return time.perf_counter() - start

    async def press(self, label: str) -> None:
        """Press a button, and wait until its run has ended."""
        await self.run(*self._buttons[label])

    async def leave(self) -> None:
        """Close the page, as a browser does."""
        if self._socket is not None:
            await self._socket.close(_GOING_AWAY)
            self._socket = None

    async def run(self, button: str = "", fragment: str = "") -> None:
        """Ask for a run of the script, or of one fragment, and read until it ends."""
        async with self._one_runs:
            socket = self._socket
            before, self.unpacked, self.charts = socket.received, 0, 0
            self.texts.clear()
            self.errors.clear()
            try:
                await socket.send(self._request(button, fragment).SerializeToString())
                await self._read()
            except ConnectionClosed as error:
                raise Failed("The server hung up.") from error
            self.wire = socket.received - before

    async def receive(self) -> ForwardMsg:
        """Wait for a message from the server."""
        data = await self._socket.recv()
        self.unpacked += len(data)
        return ForwardMsg.FromString(data)

    async def send(self, message: BackMsg) -> None:
        """Send a message to the server."""
        await self._socket.send(message.SerializeToString())

    async def _read(self) -> None:
        begun = False
        while True:
            message = await self.receive()
            kind = message.WhichOneof("type")
            if kind == "new_session":
                begun = True
                self._opened(message)
            elif kind == "navigation":
                self._script_hash = message.navigation.page_script_hash
            elif kind == "delta":
                self._drawn(message.delta)
            elif kind == "auto_rerun":
                self.repeats[message.auto_rerun.fragment_id] = message.auto_rerun.interval
            elif kind == "stop_auto_rerun":
                for part in message.stop_auto_rerun.fragment_ids:
                    self.repeats.pop(part, None)
            elif kind == "script_finished" and begun:
                if message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    continue  # another run follows, as the script requested
                if message.script_finished not in WELL:
                    raise Failed(f"The script ended with status {message.script_finished}.")
                return

    def _request(self, button: str, fragment: str) -> BackMsg:
        message = BackMsg()
        state = message.rerun_script
        state.query_string = urlencode(self.query)
        state.page_script_hash = self._script_hash
        if not self._script_hash:
            state.page_name = "" if self.page == "overview" else self.page
        state.context_info.timezone = "Europe/Berlin"
        state.context_info.locale = "en-GB"
        state.context_info.url = self.base
        state.context_info.color_scheme = "light"
        state.widget_states.widgets.extend(self.states.values())
        if button:
            state.widget_states.widgets.add(id=button, trigger_value=True)
        state.fragment_id = fragment
        return message

    def _opened(self, message: Any) -> None:
        session = message.new_session.initialize.session_id
        if self.session and session != self.session:
            raise Failed("The server began another session.")
        self.session = session
        if not message.metadata.run.fragment_ids:  # a run of the page lists all its elements again
            self.whole += 1
            self._edited = self._part = ""
            self._buttons.clear()
            self.repeats.clear()

    def _drawn(self, delta: Any) -> None:
        if self.repeats.get(delta.fragment_id, 0) < _RARELY:
            self._part = self._part or delta.fragment_id  # the first fragment contains the others
        if delta.WhichOneof("type") != "new_element":
            return
        element = delta.new_element
        kind = element.WhichOneof("type")
        if kind == "exception":
            raise Failed(f"An exception on the page: {element.exception.message}")
        if kind == "plotly_chart":
            self.charts += 1
        elif kind == "bidi_component":
            self.charts += _charts(element.bidi_component)
        elif kind == "button":
            self._buttons[element.button.label] = (element.button.id, delta.fragment_id)
        elif kind in {"heading", "markdown", "alert"}:
            # Blanks that keep a formula on one line are blanks.
            self.texts.append(getattr(element, kind).body.replace("\u00a0", " "))
            if kind == "alert" and element.alert.format == element.alert.ERROR:
                self.errors.append(element.alert.body)
        elif kind == "text_input":
            shown = element.text_input
            state = self.states.setdefault(
                shown.id, WidgetState(id=shown.id, string_value=shown.default)
            )
            if shown.set_value:
                state.string_value = shown.value
            if shown.label == FIELD:
                self._edited, self._part = shown.id, delta.fragment_id


def _charts(component: Any) -> int:
    """Return the number of charts of a component; the bare app has one for each."""
    if component.component_name == MATRICES:
        (drawn,) = json.loads(component.json)
        return len(drawn.get("panels", ())) + ("strip" in drawn) + ("bars" in drawn)
    return PICTURES.get(component.component_name, 0)


def predictions(edit: int) -> str:
    """Make the text of edit number `edit`; consecutive texts differ, also in their scale."""
    digits = [(edit // 4**place) % 4 for place in range(4)]
    highest = 4 + edit % 2
    return ",".join(map(str, [0, highest, 1, 0, highest, 0, *digits]))
