"""One visitor who wishes the app ill, in this process, and what must hold after each message."""

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
from qwk_app.parts.live import entrance, next_activity, own, session
from qwk_app.your_data import datasets
from tests.apptest import start
from tests.browser.server import APP
from tests.fuzz import rooms
from tests.fuzz.cases import Step, Visit
from tests.fuzz.screen import complaints_of, good_table, last_good, observed

T = TypeVar("T")

ROOT = APP.parent
MOST_SECONDS = 2.0  # of this process's own time: what else the machine does counts for nothing
MOST_MEMORY = 200  # MiB that one case may take above what was held before it
# Seconds by the clock after which a run hangs. A workbook starts three processes: on a machine with
# a load of 20, a case of 0.4 s of the processor took 27 s.
PATIENCE = 180

# A race between implementations takes seconds, as it says; what it may cost is tested elsewhere.
_SLOW_BY_DESIGN = "race"
_DRAWN_BY_US = ("qwk.matrices", "qwk.kappa_box")
_REPLIED_IN = ("live-reply", "answer-")  # what the keys of fields for replies begin with


# With Rich, where that is installed, errors are drawn and not logged.
set_option("logger.enableRich", False)
# AppTest has no visitor until a run begins, and says so at every one.
logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").setLevel(logging.ERROR)


class Watch(logging.Handler):
    """Hears what goes wrong while something is done: errors, warnings, time and memory."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []
        self.platforms: list[str] = []  # what Streamlit itself made of a message that is none

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            (self.platforms if _is_platforms(error) else self.heard).append(_where(error))
        elif record.levelno >= logging.ERROR:
            self.heard.append(f"logged: {record.getMessage()[:300]}")

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Collect what is logged, what is raised, and every warning of Python's."""
        # Each of Streamlit's loggers writes for itself.
        known = [each for each in logging.root.manager.loggerDict if each.startswith("streamlit")]
        loggers = [logging.getLogger(), *map(logging.getLogger, known)]
        handlers = [logger.handlers for logger in loggers]
        for logger in loggers:
            logger.handlers = [self]
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                yield
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            self.heard.append(_where(error))
        finally:
            for logger, before in zip(loggers, handlers, strict=True):
                logger.handlers = before
        self.heard += [
            f"{each.category.__name__}: {str(each.message)[:200]} "
            f"[{Path(each.filename).name}:{each.lineno}]"
            for each in caught
        ]

    @contextmanager
    def measuring(self) -> Iterator[None]:
        """Complain of more than MOST_SECONDS, and of more than MOST_MEMORY."""
        dataset, began = _mib("VmRSS"), _seconds()
        # Where it may not be forgotten, the peak is that of the process's life.
        with suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")
        yield
        if (seconds := _seconds() - began) > MOST_SECONDS:
            self.heard.append(f"slow: {seconds:.1f} s")
        if (mib := _mib("VmHWM") - dataset) > MOST_MEMORY:
            self.heard.append(f"large: {mib:.0f} MiB")


def _own_frames(error: BaseException) -> list[traceback.FrameSummary]:
    frames = traceback.extract_tb(error.__traceback__)
    return [
        each
        for each in frames
        if ROOT in Path(each.filename).parents and "/.venv/" not in each.filename
    ]


def _is_platforms(error: BaseException) -> bool:
    """Tell whether a forged message was none that an editor sends, so that Streamlit fails on it.

    Where such an editor has a callback, the app sees the message before Streamlit reads it again.
    """
    own = _own_frames(error)
    if not own:
        return True
    in_editor = any(each.name == "apply_edits" for each in own)
    return in_editor or (own[-1].line or "").startswith("st.data_editor(")


def _where(error: BaseException) -> str:
    """Say what was raised, and where: the project's last line, and the last of all."""
    frames, own = traceback.extract_tb(error.__traceback__), _own_frames(error)
    spots = [*own[-1:], *frames[-1:]]
    lines = " <- ".join(f"{Path(each.filename).name}:{each.lineno} {each.line}" for each in spots)
    return f"{type(error).__name__}: {str(error)[:200]} [{lines}]"


def _seconds() -> float:
    """Return the time of this process, and of those it started and that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _mib(field: str) -> float:
    """Return the memory of this process: now (VmRSS), or the most that it had (VmHWM)."""
    found = Path("/proc/self/status").read_text().partition(f"{field}:")[2]
    return int(found.split()[0]) / 1024


def _put(sent: WidgetState, value: Any) -> bool:
    """Put a value into what a widget sends, of the type that it has; tell whether it can be."""
    number = value if isinstance(value, int | float) else len(value)
    whole = int(number) if math.isfinite(number) and abs(number) < 2**31 else 7
    match sent.WhichOneof("value"):
        case "bool_value":
            sent.bool_value = bool(whole % 2)
        case "double_value":
            sent.double_value = float(number)
        case "int_value":
            sent.int_value = whole
        case "string_value":
            sent.string_value = str(value)
        case "double_array_value":
            sent.double_array_value.data[:] = [float(number)]
        case "int_array_value":
            sent.int_array_value.data[:] = [whole]
        case "string_array_value":
            sent.string_array_value.data[:] = [str(value)]
        case _:
            return False
    return True


def _chosen(found: list[T], step: Step) -> list[T]:
    """Return the one that a step means, or none where there is none."""
    return [found[step.at % len(found)]] if found else []


def _ids(nodes: list[Any]) -> list[str]:
    return [node.proto.id for node in nodes]


class Session:
    """A browser's session without a browser: its messages may say anything."""

    def __init__(self, page: str, query: dict[str, str] | None = None) -> None:
        app = self.app = start(PATIENCE)
        if page == session.STEM:
            rooms.ready()
        app.query_params.update(rooms.resolved(query or {}))
        app.session_state[state.SHOW_CODE] = app.session_state[sidebar.AS_TABLE] = True
        if page != STEPS[0].stem:
            app.switch_page(f"pages/{page}.py")
        self.page = page
        # What the browser would send again with every message, and AppTest leaves out.
        self.forged: dict[str, WidgetState] = {}

    def run(self) -> None:
        """Run the page as it stands."""
        self._send({})

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
        kept = [each for each in sent.widgets if each.id not in states]
        del sent.widgets[:]
        sent.widgets.extend([*kept, *{**self.forged, **states}.values()])
        self.app._run(sent)

    def take(self, step: Step) -> None:
        """Send one message."""
        states = getattr(self, f"_{step.kind}")(step)
        if isinstance(states, dict):  # else it has been sent
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
        """Send what one of the page's own components reports, a cell of a matrix for one."""
        drawn = self.elements("bidi_component")
        ours = [each for each in drawn if each.proto.component_name in _DRAWN_BY_US]
        ids = [_make_trigger_id(one, "events") for one in _chosen(_ids(ours), step)]
        return {one: WidgetState(id=one, json_trigger_value=step.value) for one in ids}

    def _choice(self, step: Step) -> dict[str, WidgetState]:
        """Put something into a widget that offers a choice, of the type that it sends itself."""
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
        if not self.app.file_uploader:
            return self.run()
        return self.app.file_uploader[0].set_value((name, data, "application/octet-stream")).run()

    def _paste(self, step: Step) -> dict[str, WidgetState]:
        self._way((datasets.BY_PASTING, datasets.BY_COUNTS)[step.at % 2])
        return self._string(self.elements("text_area"), step)

    def _reply(self, step: Step) -> dict[str, WidgetState]:
        """Send a reply to what the class is asked: the fields and the button in one message."""
        states = {
            each.id: each
            for each in self.app._tree.get_widget_states().widgets
            if any(word in each.id for word in _REPLIED_IN) and _put(each, step.value)
        }
        for node in self.elements("button"):
            if "live-form" in node.proto.form_id:
                states[node.proto.id] = WidgetState(id=node.proto.id, trigger_value=True)
        return states

    def _fill(self, values: dict[str, str]) -> None:
        """Type into the fields that the page shows, by their keys."""
        for node in self.elements("text_input", "text_area"):
            if node.key in values:
                node.set_value(values[node.key])

    def _press(self, key: str) -> None:
        found = [node for node in self.elements("button") if node.key == key]
        (found[0].click() if found else self.app).run()

    def _items(self, step: Step) -> None:
        """Open a room with items of one's own, or on another scale."""
        kinds = [one for one in self.app.selectbox if one.key == entrance.KIND]
        if not kinds:
            return self.run()
        wanted = step.value
        kinds[0].set_value(wanted["kind"]).run()
        self._fill({entrance._scale_key(wanted["kind"]): wanted["scale"]})
        self._fill({own.ITEMS: wanted["typed"]})
        if self.app.file_uploader and wanted["files"]:
            files = [(name, data, "application/octet-stream") for name, data in wanted["files"]]
            self.app.file_uploader[0].set_value(files)
        return self._press("live-open")

    def _ask(self, step: Step) -> None:
        """Let the class do something next: each field of it holds what is sent."""
        kinds = [one for one in self.app.selectbox if one.key == next_activity.KIND]
        if not kinds:
            return self.run()
        kinds[0].set_value(step.value["kind"]).run()
        for group in self.app.button_group:
            if group.key == next_activity.REPLY:
                group.set_value(step.value[next_activity.REPLY]).run()
        self._fill(step.value)
        if step.at % 2:  # the last of the lessons is one of the teacher's own
            for one in self.app.selectbox:
                if one.key == next_activity.PLAN:
                    one.select_index(len(one.options) - 1).run()
                    self._fill(step.value)
        return self._press("live-next-go")


def visit(wanted: Visit, *, forged: bool = True) -> list[str]:
    """Make a visit, watch every step of it, and return what is wrong at the first that goes wrong.

    What Streamlit itself cannot read of a forged message counts only if it is not expected.
    """
    session = Session(wanted.page, wanted.query)
    for step in (None, *wanted.steps):
        before, table = last_good(session), good_table(session)
        # A choice may be of another mode, which shows another matrix.
        drawn = observed(session.app) if step and step.kind != "choice" else None
        watch = Watch()
        with watch.measuring(), watch.listening():
            session.take(step) if step else session.run()
        if forged and step and step.kind == "grid" and watch.platforms and not watch.heard:
            # No browser sends this. Only its own sender sees what Streamlit makes of it.
            session = Session(wanted.page)
            session.run()
            continue
        found = [*dict.fromkeys(watch.heard + watch.platforms)]
        found += complaints_of(session, before, drawn, table)
        if found:
            return [*found, f"at {step}"]
    return []
