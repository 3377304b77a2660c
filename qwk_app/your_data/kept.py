"""What a session keeps of a reader's own data: in memory, for that reader alone, until forgotten.

The one module that names these keys. Nothing here goes into a link, a log or a shared cache.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from io import BytesIO
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakSet

import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

from qwk_app.words.texts import N_
from qwk_core import ExplainedError, NoRoomError
from qwk_core.files.packed import unpacked
from qwk_core.files.tables import Columns

WAY = "data-way"  # how the data come in: one of WAYS
SAMPLE = "data-sample"  # which of the samples
PASTED = "data-pasted"
COUNTS = "data-counts"
NAMES = "data-names"  # the categories of a table of counts
TRIALS = "_data-trials"  # the last comparison of cut-points, and of which items it is
_KEPT = "_data"  # what came in, by the way it came
_NUMBER = "_data-number"  # how many have come in: each has widgets of its own
_REFUSED = "_data-refused"  # why the last file was not taken

WAYS = (N_("a sample"), N_("a file"), N_("pasted"), N_("a table of counts"))
BY_SAMPLE, BY_FILE, BY_PASTING, BY_COUNTS = WAYS
BY_SECOND = "second"  # the predicted ratings, where they are in a file of their own

# Bytes of each kind of file that take about half a second. Reading more is asked for, shown as it
# goes on, and waits its turn.
LARGE = {
    "text": 20_000_000,
    "jsonl": 5_000_000,
    "parquet": 20_000_000,
    "excel": 1_000_000,
    "sav": 1_000_000,
    "dta": 1_000_000,
}
LET_GO = 25_000_000  # bytes; of a larger file only the counts are kept, once they are there
# Bytes of files in this server's memory at once, whosever they are, beyond which no large one is
# taken: a host of 690 MB must not go down for all because a few forget theirs.
MOST_HELD = 250_000_000
_MOST_READINGS = 8  # of one file, by other columns

_held: "WeakSet[Kept]" = WeakSet()
_lock = Lock()

T = TypeVar("T")


@dataclass(eq=False)
class Kept:
    """Data as they came in, and what was read from them so far."""

    number: int
    name: str
    data: bytes | None
    size: int
    columns: Columns | None = None  # as last picked
    readings: dict[Hashable, Any] = field(default_factory=dict)

    def open(self) -> BytesIO:
        """Return the data as a file to read."""
        if self.data is None:
            raise NoRoomError(
                "Of a file this large only the counts are kept, and these columns were not "
                "counted: upload it again to read it anew."
            )
        return BytesIO(self.data)

    def key(self, name: str) -> str:
        """Return the key of a widget that belongs to these data alone."""
        return f"data-{name}{self.suffix}"

    @property
    def suffix(self) -> str:
        """What the keys of all its widgets end with."""
        return f"-of-{self.number}"

    def reading(self, what: Hashable, read: Callable[[], T]) -> T:
        """Return what was read before, or read it; what went wrong before goes wrong again."""
        if what not in self.readings:
            while len(self.readings) >= _MOST_READINGS:
                del self.readings[next(iter(self.readings))]
            try:
                self.readings[what] = read()
            except ExplainedError as error:
                self.readings[what] = error.with_traceback(None)  # which would hold the file
        found = self.readings[what]
        if isinstance(found, ExplainedError):
            raise type(found)(found.template, **found.values)
        result: T = found
        return result


def get(way: str) -> Kept | None:
    """Return what came in this way, None if nothing did."""
    kept: Kept | None = st.session_state.get(_KEPT, {}).get(way)
    return kept


def keep(way: str, name: str, data: bytes) -> Kept:
    """Keep data; those that came in this way before are forgotten."""
    number = st.session_state.get(_NUMBER, 0) + 1
    kept = Kept(number, name, data, len(data))
    st.session_state[_NUMBER] = number
    before = st.session_state.get(_KEPT, {})
    if way == BY_FILE:  # another first file is no partner of the second
        before = {known: each for known, each in before.items() if known != BY_SECOND}
    st.session_state[_KEPT] = {**before, way: kept}
    return kept


def forget(way: str) -> None:
    """Forget what came in this way, and all that was made of it or said about it. For callbacks."""
    held = get(way)
    if held is None:
        return
    if way == BY_FILE:
        forget(BY_SECOND)
    kept = st.session_state[_KEPT]
    st.session_state[_KEPT] = {known: each for known, each in kept.items() if known != way}
    said = [key for key in st.session_state if str(key).endswith(held.suffix)]
    for key in [_REFUSED, TRIALS, *said]:
        st.session_state.pop(key, None)


def _check_room(size: int, way: str) -> None:
    """Refuse a large file while those of others leave no room for it."""
    replaced = get(way)
    with _lock:
        others = sum(len(kept.data or b"") for kept in _held if kept is not replaced)
    if size > LET_GO and others + size > MOST_HELD:
        raise NoRoomError(
            "Other readers' large files fill this server's memory at this moment. Try again in a "
            "few minutes, or count the rows on your own machine, as is shown below."
        )


def uploader_key(way: str = BY_FILE) -> str:
    """Return the key of an uploader, which is a new and empty one whenever a file was taken."""
    which = "upload" if way == BY_FILE else way
    return f"data-{which}-{st.session_state.get(_NUMBER, 0)}"


def take_upload(key: str, check: Callable[[str, bytes], None], way: str = BY_FILE) -> None:
    """Keep the file that was just uploaded, if `check` lets it pass. For callbacks.

    A file that does not is named in `refused`, and the one before it stays. Either way Streamlit
    gives its own copy up: it would hold it for as long as the page is open.
    """
    file = st.session_state.get(key)
    if file is None:
        return
    st.session_state.pop(_REFUSED, None)
    data = file.getvalue()
    try:
        _check_room(len(data), way)
        with unpacked(BytesIO(data), most=MOST_HELD) as table:
            data = table.read()
        check(file.name, data)
    except ExplainedError as error:
        st.session_state[_REFUSED] = (file.name, error.with_traceback(None))
        st.session_state[_NUMBER] = st.session_state.get(_NUMBER, 0) + 1
    else:
        kept = keep(way, file.name, data)
        with _lock:
            _held.add(kept)
    context = get_script_run_ctx()
    if context and isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        context.uploaded_file_mgr.remove_file(context.session_id, file.file_id)


def refused() -> tuple[str, ExplainedError] | None:
    """Return the name of the last file that was not taken, and why."""
    found: tuple[str, ExplainedError] | None = st.session_state.get(_REFUSED)
    return found
