"""A visitor without a browser: speaks Streamlit's protocol, and looks at the clock and the bytes.

What a browser would send is sent: the page asked for, the state of every text field, and with an
edit of a bound field the changed address. What comes back is unpacked and counted, not drawn, so
that one process can be two hundred visitors and still leave the machine to the server.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

PATIENCE = 120.0  # seconds; an answer that takes longer has failed
_RARELY = 3600  # seconds; what is run again so seldom is there for other reasons
WELL = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
FIELD = "Predicted"  # the label of the field that is edited, in the app as in the bare app
MATRICES = "qwk.matrices"


class Failed(Exception):
    """The server did not do what it is there for."""


class Counting(ClientConnection):
    """A connection that counts what arrives, as it is on the wire."""

    received = 0

    def data_received(self, data: bytes) -> None:
        """Count, and pass on."""
        self.received += len(data)
        super().data_received(data)


@dataclass
class Visitor:
    """One open page.

    Attributes
    ----------
    headers : dict
        What is sent with the connection's request, such as a cookie.
    charts : int
        How many charts and matrices the last run of the script has sent.
    wire, unpacked : int
        The bytes of the last answer, as they came and as they are after decompression.
    said : list of str
        The headings, texts and messages that the last run has sent.
    whole : int
        How often the whole page was run, and not one of its parts alone.
    repeats : dict
        The parts of the page that a browser runs again by itself, and after how many seconds.
    """

    base: str
    page: str = "overview"
    query: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    charts: int = 0
    wire: int = 0
    unpacked: int = 0
    said: list[str] = field(default_factory=list)
    whole: int = 0
    repeats: dict[str, float] = field(default_factory=dict)
    _socket: ClientConnection | None = None
    _session: str = ""
    _script_hash: str = ""
    _fields: dict[str, str] = field(default_factory=dict)  # by the field's id
    _edited: str = ""
    _part: str = ""  # the fragment that is run when the field changes
    _buttons: dict[str, tuple[str, str]] = field(default_factory=dict)  # ids, by the label
    _labels: dict[str, str] = field(default_factory=dict)  # ids of fields, by the label
    _folds: dict[str, str] = field(default_factory=dict)  # ids of what is folded away, by the title
    _open: set[str] = field(default_factory=set)  # ids of the folds that are open
    _one_runs: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def arrive(self) -> float:
        """Open the page; return the seconds from knocking to the script's end."""
        parts = urlsplit(self.base)
        start = time.perf_counter()
        self._socket = await connect(
            f"ws://{parts.netloc}/_stcore/stream",
            subprotocols=[Subprotocol("streamlit")],
            origin=self.base,  # type: ignore[arg-type]
            additional_headers=self.headers,
            create_connection=Counting,
            max_size=None,
            ping_interval=None,
            open_timeout=PATIENCE,
        )
        await self._run()
        return time.perf_counter() - start

    @property
    def can_edit(self) -> bool:
        """Whether the page shows the field."""
        return bool(self._edited)

    @property
    def text(self) -> str:
        """What the field shows."""
        return self._fields[self._edited]

    def answered(self, header: str) -> str:
        """Return a header of the connection's answer, empty where there is none."""
        assert self._socket is not None
        assert self._socket.response is not None
        return self._socket.response.headers.get(header, "")

    async def edit(self, text: str) -> float:
        """Change the field; return the seconds until the script's end.

        Where there is none, the part of the page that its own fields change is run again.
        """
        if self.can_edit:
            self._fields[self._edited] = text
            self.query["predicted"] = text
        start = time.perf_counter()
        await self._run(fragment=self._part)
        return time.perf_counter() - start

    async def refresh(self) -> None:
        """Run the whole script again, as any field outside of its parts does."""
        await self._run()

    def has(self, label: str) -> bool:
        """Tell whether the page has a button of this label."""
        return label in self._buttons

    async def press(self, label: str) -> float:
        """Press a button; return the seconds until what it starts has ended."""
        start = time.perf_counter()
        await self._run(*self._buttons[label])
        return time.perf_counter() - start

    async def unfold(self, title: str) -> None:
        """Open what is folded away under a title."""
        self._open.add(self._folds[title])
        await self._run()

    async def repeat(self, end: float) -> int:
        """Do until `end` what a browser does by itself; return how many parts were run again."""
        clocks: dict[tuple[str, float], float] = {}  # with other seconds, a clock begins anew
        times = 0
        while (now := time.monotonic()) < end:
            clocks = {one: clocks.get(one, now + one[1]) for one in self.repeats.items()}
            clock = min(clocks, key=clocks.__getitem__, default=("", 0.0))
            await asyncio.sleep(min(clocks.get(clock, end), now + 1, end) - now)
            if clock in self.repeats.items() and clocks[clock] <= time.monotonic():
                await self._run(fragment=clock[0], by_itself=True)
                clocks[clock] = time.monotonic() + clock[1]
                times += 1
        return times

    def read(self, label: str) -> str:
        """Return what a field holds."""
        return self._fields[self._labels[label]]

    def write(self, label: str, text: str) -> None:
        """Type into a field; it is sent with the next run."""
        self._fields[self._labels[label]] = text

    async def leave(self) -> None:
        """Close the page."""
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    async def _run(self, button: str = "", fragment: str = "", *, by_itself: bool = False) -> None:
        """Ask for a run of the script, or of one fragment, and read until it ends."""
        async with self._one_runs:
            socket = self._socket
            assert isinstance(socket, Counting)
            before, self.unpacked, self.charts, self.said = socket.received, 0, 0, []
            try:
                request = self._request(button, fragment)
                request.rerun_script.is_auto_rerun = by_itself
                await socket.send(request.SerializeToString())
                await self._read(socket)
            except ConnectionClosed as error:
                raise Failed("The server hung up.") from error
            self.wire = socket.received - before

    async def _read(self, socket: ClientConnection) -> None:
        begun = False
        while True:
            data = await socket.recv()
            assert isinstance(data, bytes)
            self.unpacked += len(data)
            message = ForwardMsg.FromString(data)
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
                    continue  # the script asked for another run, which follows
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
        for name, text in self._fields.items():
            widget = state.widget_states.widgets.add()
            widget.id, widget.string_value = name, text
        for fold in self._open:
            widget = state.widget_states.widgets.add()
            widget.id, widget.bool_value = fold, True
        if button:
            widget = state.widget_states.widgets.add()
            widget.id, widget.trigger_value = button, True
        state.fragment_id = fragment
        return message

    def _opened(self, message: Any) -> None:
        session = message.new_session.initialize.session_id
        if self._session and session != self._session:
            raise Failed("The server began another session.")
        self._session = session
        if not message.metadata.run.fragment_ids:  # a run registers anew what it shows
            self.whole += 1
            self._edited = self._part = ""
            self._buttons.clear()
            self.repeats.clear()

    def _drawn(self, delta: Any) -> None:
        if self.repeats.get(delta.fragment_id, 0) < _RARELY:
            self._part = self._part or delta.fragment_id  # the first holds the others
        if delta.WhichOneof("type") == "add_block" and delta.add_block.expandable.id:
            fold = delta.add_block.expandable
            self._folds[fold.label.strip("*")] = fold.id
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
            self.said.append(getattr(element, kind).body)
        elif kind == "text_input":
            shown = element.text_input
            self._labels[shown.label] = shown.id
            value = shown.value if shown.set_value else self._fields.get(shown.id, shown.default)
            self._fields[shown.id] = value
            if shown.label == FIELD:
                self._edited, self._part = shown.id, delta.fragment_id


def _charts(component: Any) -> int:
    """Return how many charts a component draws, each of which the bare app has one for."""
    if component.component_name == MATRICES:
        (drawn,) = json.loads(component.json)
        return len(drawn.get("panels", ())) + ("strip" in drawn) + ("bars" in drawn)
    return _CHARTS.get(component.component_name, 0)


# The picture of kappa is two: the items, and the box.
_CHARTS = {"qwk.plot": 1, "qwk.kappa_box": 2}


def predictions(edit: int) -> str:
    """Make the `edit`-th text: no two in a row are alike, and neighbours differ in their scale."""
    digits = [(edit // 4**place) % 4 for place in range(4)]
    highest = 4 + edit % 2
    return ",".join(map(str, [0, highest, 1, 0, highest, 0, *digits]))
