"""What a session keeps of a reader's own data: in memory, for that reader alone, until forgotten.

The one module that names these keys. Nothing here goes into a link, a log or a shared cache.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, is_dataclass
from io import BytesIO
from typing import Any, TypeVar

import numpy as np
import streamlit as st

from qwk_app.frame import memory
from qwk_app.frame.platform import release_upload
from qwk_app.words.texts import N_
from qwk_core import ExplainedError, NoRoomError
from qwk_core.files.answers import JOINED, LONG
from qwk_core.files.detection import detect
from qwk_core.files.packed import unpacked

INPUT = "data-input"  # how the data come in: one of INPUTS
SAMPLE = "data-sample"  # which of the samples
PASTED = "data-pasted"
COUNTS = "data-counts"
NAMES = "data-names"  # the categories of a table of counts
_DATASETS = "_data"  # what came in, by its input
_NUMBER = "_data-number"  # how many have come in: each has widgets of its own
_REFUSED = "_data-refused"  # why the last file was not taken
_TAKEN = "_data-taken"  # the uploads that were taken, by their number

INPUTS = (N_("a sample"), N_("a file"), N_("pasted"), N_("a table of counts"))
BY_SAMPLE, BY_FILE, BY_PASTING, BY_COUNTS = INPUTS
RATERS = "raters"  # the shape of a table with a column for each of many raters
BY_SECOND = "second"  # the predicted ratings, where they are in a file of their own

MOST_DATASETS = 10_000_000  # bytes; of a larger file only the counts are kept, once they are there
# Bytes of a kind of file, or of a shape, that take about half a second to read; of all others it is
# LET_GO. More is shown as it is read, waits its turn, and can be cancelled. What will be let go is
# large, too: so its reader has chosen the columns before.
LARGE = {
    "jsonl": 5_000_000,
    "excel": 5_000_000,  # unpacked
    "sav": 1_000_000,
    "dta": 1_000_000,
    LONG: 1_000_000,
    JOINED: 500_000,
    RATERS: 2_000_000,
}
_MOST_READINGS = 8  # of one file, by other columns
_LIGHT = 10_000  # bytes of an array that is not counted
_MOST_PARTS = 500  # of what is looked through for arrays: counts of pairs are many and small

T = TypeVar("T")


@dataclass(eq=False)
class Dataset:
    """Data as they came in, and what was read from them so far."""

    number: int
    name: str
    data: bytes | None
    size: int
    amount: int = 0  # of bytes to read, once it is known how: a small file may unpack to more
    readings: dict[Hashable, Any] = field(default_factory=dict)

    def is_large(self, *kinds: str) -> bool:
        """Return whether reading all of it takes long; `kinds` are of its layout, or its shape."""
        return max(self.size, self.amount) > min(LARGE.get(kind, MOST_DATASETS) for kind in kinds)

    def weight(self) -> int:
        """Return the bytes in memory: the data, and the matrices that were made of them."""
        arrays = {id(each): each for each in _arrays(tuple(self.readings.values()))}
        return len(self.data or b"") + sum(each.nbytes for each in arrays.values())

    def release(self) -> None:
        """Give the memory back: nobody will ask for these data again."""
        self.data = None
        self.readings.clear()

    def open(self) -> BytesIO:
        """Return the data as a file to read."""
        if self.data is None:
            raise self.gone()
        return BytesIO(self.data)

    @staticmethod
    def gone() -> NoRoomError:
        """Say that nothing but the counts is left of these data."""
        return NoRoomError(
            "Only the counts of so large a file are kept, and these columns were not "
            "counted. Upload it again to count them."
        )

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


def get(by: str) -> Dataset | None:
    """Return what came in so, None if nothing did."""
    dataset: Dataset | None = st.session_state.get(_DATASETS, {}).get(by)
    return dataset


def _arrays(found: object, depth: int = 12) -> Iterator[np.ndarray]:
    """Find the large arrays in a reading: in tuples, in mappings, and in what has fields."""
    if isinstance(found, np.ndarray):
        if found.nbytes > _LIGHT:
            yield found
    elif depth and isinstance(found, tuple) and len(found) <= _MOST_PARTS:
        for part in found:
            yield from _arrays(part, depth - 1)
    elif depth and isinstance(found, dict) and len(found) <= _MOST_PARTS:
        yield from _arrays(tuple(found.values()), depth - 1)
    elif depth and is_dataclass(found):
        yield from _arrays(tuple(vars(found).values()), depth - 1)


def keep(by: str, name: str, data: bytes) -> Dataset:
    """Keep data; those that came in by this input before are forgotten."""
    number = st.session_state.get(_NUMBER, 0) + 1
    dataset = Dataset(number, name, data, len(data))
    before = st.session_state.get(_DATASETS, {})
    beside = [each for known, each in before.items() if known != by]
    memory.keep(dataset, beside=beside, instead_of=before.get(by))
    st.session_state[_NUMBER] = number
    # Another first file is no partner of the second.
    replaced = {by, BY_SECOND} if by == BY_FILE else {by}
    for known in replaced & before.keys():
        before[known].release()
    others = {known: each for known, each in before.items() if known not in replaced}
    st.session_state[_DATASETS] = {**others, by: dataset}
    return dataset


def forget(by: str) -> None:
    """Forget what came in by this input, and all that was made of it. For callbacks."""
    dataset = get(by)
    if dataset is None:
        return
    if by == BY_FILE:
        forget(BY_SECOND)
    dataset.release()
    datasets = st.session_state[_DATASETS]
    st.session_state[_DATASETS] = {known: each for known, each in datasets.items() if known != by}
    keys = [key for key in st.session_state if str(key).endswith(dataset.suffix)]
    for key in [_REFUSED, *keys]:
        st.session_state.pop(key, None)


def uploader_key(by: str = BY_FILE) -> str:
    """Return the key of an uploader, which is a new and empty one whenever a file was taken."""
    which = "upload" if by == BY_FILE else by
    return f"data-{which}-{st.session_state.get(_NUMBER, 0)}"


def take_upload(key: str, by: str = BY_FILE) -> None:
    """Keep the file that was just uploaded, if it can be read. For callbacks.

    A file that cannot is named in `refused`, and the one before it stays. Either way Streamlit
    gives its own copy up: it would hold it for as long as the page is open.
    """
    file = st.session_state.get(key)
    if file is None:
        return
    taken: frozenset[str] = st.session_state.get(_TAKEN, frozenset())
    if file.file_id in taken:
        # A page that was clicked at once reports the file again: it has no other uploader yet.
        return
    st.session_state.pop(_REFUSED, None)
    st.session_state[_TAKEN] = taken | {file.file_id}
    try:
        if not hasattr(file, "getvalue"):  # Streamlit says only that it has none
            raise NoRoomError("This file is no longer in the server's memory. Upload it again.")
        data = file.getvalue()
        release_upload(file.file_id)
        with unpacked(BytesIO(data), most=memory.SHARE) as table:
            data = table.read()
        detect(BytesIO(data), file.name)
        keep(by, file.name, data)
    except ExplainedError as error:
        name = getattr(file, "name", "")
        st.session_state[_REFUSED] = (name, error.with_traceback(None))
        st.session_state[_NUMBER] = st.session_state.get(_NUMBER, 0) + 1


def refused() -> tuple[str, ExplainedError] | None:
    """Return the name of the last file that was not taken, and why."""
    found: tuple[str, ExplainedError] | None = st.session_state.get(_REFUSED)
    return found
