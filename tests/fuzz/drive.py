"""One hostile visitor, in this process, and what must be true after each message."""

import logging
import math
import resource
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.config import set_option
from streamlit.proto.WidgetStates_pb2 import WidgetState

from qwk_app.frame import sidebar, state
from qwk_app.frame.steps import STEPS
from qwk_app.parts.live import session
from qwk_app.your_data import datasets
from tests.apptest import start
from tests.browser.server import APP, mib
from tests.fuzz import rooms
from tests.fuzz.cases import Step, Visit

T = TypeVar("T")

ROOT = APP.parent
MOST_SECONDS = 2.0  # processor time of this process: other load of the machine does not count
MOST_MEMORY = 200  # MiB that one case may use above the memory before it
# A run hangs after so many seconds by the clock. A workbook starts three processes: on a machine
# with a load of 20, a case of 0.4 s processor time took 27 s.
PATIENCE = 180

# A race between implementations takes seconds, as the page says; other tests limit its cost.
_SLOW_BY_DESIGN = "race"
_COMPONENTS = ("qwk.matrices", "qwk.kappa_box")
_REPLIED_IN = ("live-reply", "answer-")  # prefixes of the keys of fields for replies


# If Rich is installed, Streamlit draws errors and does not log them.
set_option("logger.enableRich", False)


class Watch(logging.Handler):
    """Collects what goes wrong during an act: errors, warnings, time and memory."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.faults: list[str] = []
        self.platform_faults: list[str] = []  # Streamlit's own errors about malformed messages

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            faults = self.platform_faults if _is_platform_fault(error) else self.faults
            faults.append(_where(error))
        elif record.levelno >= logging.ERROR:
            self.faults.append(f"logged: {record.getMessage()[:300]}")

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Collect log records, exceptions, and Python's warnings."""
        # Each of Streamlit's loggers has its own handlers.
        known = [each for each in logging.root.manager.loggerDict if each.startswith("streamlit")]
        loggers = [logging.getLogger(), *map(logging.getLogger, known)]
        handlers = [logger.handlers for logger in loggers]
        for logger in loggers:
            logger.handlers = [self]
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                yield
        except Exception as error:  # noqa: BLE001 - the fuzzer looks for any exception
            self.faults.append(_where(error))
        finally:
            for logger, before in zip(loggers, handlers, strict=True):
                logger.handlers = before
        self.faults += [
            f"{each.category.__name__}: {str(each.message)[:200]} "
            f"[{Path(each.filename).name}:{each.lineno}]"
            for each in caught
        ]

    @contextmanager
    def measuring(self) -> Iterator[None]:
        """Report more than MOST_SECONDS, and more than MOST_MEMORY."""
        before, began = mib("VmRSS"), _seconds()
        # If the system does not allow a reset, the peak is that of the process's whole life.
        with suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")
        yield
        if (seconds := _seconds() - began) > MOST_SECONDS:
            self.faults.append(f"slow: {seconds:.1f} s")
        if (grown := mib("VmHWM") - before) > MOST_MEMORY:
            self.faults.append(f"large: {grown:.0f} MiB")


def _own_frames(error: BaseException) -> list[traceback.FrameSummary]:
    frames = traceback.extract_tb(error.__traceback__)
    return [
        each
        for each in frames
        if ROOT in Path(each.filename).parents and "/.venv/" not in each.filename
    ]


def _is_platform_fault(error: BaseException) -> bool:
    """Return whether Streamlit fails on a forged message because no editor sends such a message.

    If the editor has a callback, the app gets the message before Streamlit reads it again.
    """
    own = _own_frames(error)
    if not own:
        return True
    in_editor = any(each.name == "apply_edits" for each in own)
    return in_editor or (own[-1].line or "").startswith("st.data_editor(")


def _where(error: BaseException) -> str:
    """Describe an exception and its place: the project's last line, and the last line of all."""
    frames, own = traceback.extract_tb(error.__traceback__), _own_frames(error)
    spots = [*own[-1:], *frames[-1:]]
    lines = " <- ".join(f"{Path(each.filename).name}:{each.lineno} {each.line}" for each in spots)
    return f"{type(error).__name__}: {str(error)[:200]} [{lines}]"


def _seconds() -> float:
    """Return the processor time of this process and of its processes that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _put(sent: WidgetState, value: Any) -> bool:
    """Put a value of a field's type into a widget's message; return whether that was possible."""
    number = value if isinstance(value, int | float) else len(value)
    whole = int(number) if math.isfinite(number) and abs(number) < 2**31 else 7
    kind = sent.WhichOneof("value") or ""
    name = kind.removesuffix("_value")
    of_type = {"bool": bool(whole % 2), "double": float(number), "int": whole, "string": str(value)}
    if name in of_type:
        setattr(sent, kind, of_type[name])
    elif name.removesuffix("_array") in of_type:
        getattr(sent, kind).data[:] = [of_type[name.removesuffix("_array")]]
    else:
        return False
    return True


def _chosen(found: list[T], step: Step) -> list[T]:
    """Return a list of the element that a step selects; it is empty if there is none."""
    return [found[step.at % len(found)]] if found else []


def _ids(nodes: list[Any]) -> list[str]:
    return [node.proto.id for node in nodes]


class Session:
    """A browser's session without a browser: its messages may contain anything."""

    def __init__(self, page: str, query: dict[str, str] | None = None) -> None:
        app = self.app = start(PATIENCE)
        if page == session.STEM:
            rooms.ready()
        app.query_params.update(rooms.resolved(query or {}))
        app.session_state[state.SHOW_CODE] = app.session_state[sidebar.AS_TABLE] = True
        if page != STEPS[0].stem:
            app.switch_page(f"pages/{page}.py")
        self.page = page
        # A browser sends this again with every message; AppTest omits it.
        self.forged: dict[str, WidgetState] = {}

    def run(self) -> "Session":
        """Run the page in its current state, and return the session."""
        self._send({})
        return self

    def last_good(self) -> state.Texts:
        """Return the texts of the last example that could be read."""
        values = self.app.session_state  # it has no `get`
        there = state.LAST_GOOD in values
        return values[state.LAST_GOOD] if there else state.DEFAULT

    def complaints(self, before: state.Texts) -> list[str]:
        """List what is wrong on the screen, where `before` was the last good example."""
        if self.app.exception:
            return [f"an exception on screen: {one.message[:200]}" for one in self.app.exception]
        values = self.app.session_state
        actual, predicted, counts, categories = (
            str(values[key] or "") if key in values else ""
            for key in (state.ACTUAL, state.PREDICTED, state.COUNTS, state.CATEGORIES)
        )
        typed = state.Texts(actual, predicted, "", categories)
        if counts.strip():
            typed = state.Texts(counts=counts, categories=categories)
        _source, errors = state.read(typed)
        if self.last_good() != (before if errors else typed):
            return ["the last good example was lost, or a valid one is not stored"]
        return []

    def elements(self, *types: str) -> list[Any]:
        """List the page's elements of these types that can send something, sidebar included."""
        return [
            node
            for node in self.app._tree
            if node.type in types and getattr(getattr(node, "proto", None), "id", "")
        ]

    def _send(self, states: dict[str, WidgetState]) -> None:
        present = {node.proto.id for node in self.elements("dataframe")}
        self.forged = {key: sent for key, sent in self.forged.items() if key in present}
        sent = self.app._tree.get_widget_states()
        others = [each for each in sent.widgets if each.id not in states]
        del sent.widgets[:]
        sent.widgets.extend([*others, *{**self.forged, **states}.values()])
        self.app._run(sent)

    def take(self, step: Step) -> None:
        """Send one message."""
        states = getattr(self, f"_{step.kind}")(step)
        if isinstance(states, dict):  # otherwise the message has been sent
            self._send(states)

    def _string(self, nodes: list[Any], step: Step) -> dict[str, WidgetState]:
        return {
            one: WidgetState(id=one, string_value=step.value) for one in _chosen(_ids(nodes), step)
        }

    def _field(self, step: Step) -> dict[str, WidgetState]:
        return self._string(self.elements("text_input", "text_area"), step)

    def _grid(self, step: Step) -> dict[str, WidgetState]:
        self.forged |= self._string(self.elements("dataframe"), step)
        return {}

    def _click(self, step: Step) -> dict[str, WidgetState]:
        """Send the report of a component of the page, such as a cell of a matrix."""
        drawn = self.elements("bidi_component")
        known = [each for each in drawn if each.proto.component_name in _COMPONENTS]
        ids = [_make_trigger_id(one, "events") for one in _chosen(_ids(known), step)]
        return {one: WidgetState(id=one, json_trigger_value=step.value) for one in ids}

    def _choice(self, step: Step) -> dict[str, WidgetState]:
        """Put a value into a widget with a choice, of the type that the widget sends."""
        offered = [
            each
            for each in self.app._tree.get_widget_states().widgets
            if each.WhichOneof("value") not in (None, "trigger_value", "file_uploader_state_value")
        ]
        return {sent.id: sent for sent in _chosen(offered, step) if _put(sent, step.value)}

    def _button(self, step: Step) -> dict[str, WidgetState]:
        ids = [one for one in _ids(self.elements("button")) if _SLOW_BY_DESIGN not in one]
        return {one: WidgetState(id=one, trigger_value=True) for one in _chosen(ids, step)}

    def _way(self, name: str) -> None:
        group = next((g for g in self.app.button_group if g.key == datasets.INPUT), None)
        if group is not None and group.value != name:
            group.set_value(name).run()

    def _upload(self, step: Step) -> Any:
        name, data = step.value
        self._way(datasets.BY_FILE)
        for one in self.app.file_uploader[:1]:
            endings = [*one.proto.type] or [""]  # Streamlit refuses others
            name += endings[step.at % len(endings)]
            one.set_value((name, data, "application/octet-stream"))
        return self.run()

    def _paste(self, step: Step) -> dict[str, WidgetState]:
        self._way((datasets.BY_PASTING, datasets.BY_COUNTS)[step.at % 2])
        return self._string(self.elements("text_area"), step)

    def _reply(self, step: Step) -> dict[str, WidgetState]:
        """Send a reply to the class's question: the fields and the button in one message."""
        states = {
            each.id: each
            for each in self.app._tree.get_widget_states().widgets
            if any(word in each.id for word in _REPLIED_IN) and _put(each, step.value)
        }
        for node in self.elements("button"):
            if "live-form" in node.proto.form_id:
                states[node.proto.id] = WidgetState(id=node.proto.id, trigger_value=True)
        return states

    def _option(self, step: Step) -> "Session":
        """Choose an option of a list, such as what is rated, or the class's next activity."""
        for one in _chosen([each for each in self.app.selectbox if each.options], step):
            one.select_index(step.value % len(one.options))
        return self.run()


def visit(wanted: Visit, *, forged: bool = True) -> list[str]:
    """Make a visit, watch every step, and return the faults of the first step that has any.

    Streamlit's own errors on a forged message count only if they are not expected.
    """
    session = Session(wanted.page, wanted.query)
    for step in (None, *wanted.steps):
        before = session.last_good()
        watch = Watch()
        with watch.measuring(), watch.listening():
            session.take(step) if step else session.run()
        if forged and step and step.kind == "grid" and watch.platform_faults and not watch.faults:
            # No browser sends this. Streamlit shows its error only to the sender.
            session = Session(wanted.page).run()
            continue
        found = [*dict.fromkeys(watch.faults + watch.platform_faults)]
        found += session.complaints(before)
        if found:
            return [*found, f"at {step}"]
    return []
