"""A reader's own data: kept in memory, for this reader only, until forgotten.

Only this module names these keys of the session. The data go into no link, log or shared cache.
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

INPUT = "data-input"  # the input: one of INPUTS
SAMPLE = "data-sample"  # the chosen sample
PASTED = "data-pasted"
COUNTS = "data-counts"
NAMES = "data-names"  # the categories of a table of counts
_DATASETS = "_data"  # the datasets, by input
_NUMBER = "_data-number"  # the number of datasets so far; each has its own widgets
_REFUSED = "_data-refused"  # why the last file was refused
_TAKEN = "_data-taken"  # the ids of the uploads that were read

INPUTS = (N_("a sample"), N_("a file"), N_("pasted"), N_("a table of counts"))
BY_SAMPLE, BY_FILE, BY_PASTING, BY_COUNTS = INPUTS
RATERS = "raters"  # the shape of a table with a column for each rater
BY_SECOND = "second"  # the predicted ratings, if they are in another file

MOST_KEPT = 10_000_000  # bytes; of a larger file only the counts are kept
# Bytes of a kind of file, or of a shape, that take about half a second to read; MOST_KEPT for all
# others. A larger file has a progress bar, waits in the queue, and can be cancelled. Files that are
# not kept are large in any case: their readers choose the columns first.
LARGE = {
    "jsonl": 5_000_000,
    "excel": 1_500_000,  # of its rows, as text
    "sav": 1_500_000,
    "dta": 1_500_000,
    LONG: 1_000_000,
    JOINED: 500_000,
    RATERS: 2_000_000,
}
_MOST_READINGS = 8  # of one file, with different columns
_LIGHT = 10_000  # bytes; smaller arrays do not count
_MOST_PARTS = 500  # of an object that is searched for arrays: counts of pairs are many and small

T = TypeVar("T")


@dataclass(eq=False)
class Dataset:
    """A reader's data, and the results of reading them so far."""

    number: int
    name: str
    data: bytes | None
    size: int
    amount: int = 0  # the unpacked bytes, once the layout is known: a small file may unpack to more
    readings: dict[Hashable, Any] = field(default_factory=dict)

    def is_large(self, *kinds: str) -> bool:
        """Return whether reading takes long; `kinds` are the kind of file and its shape."""
        return max(self.size, self.amount) > min(LARGE.get(kind, MOST_KEPT) for kind in kinds)

    def weight(self) -> int:
        """Return the bytes in memory: the data, and the arrays of their readings."""
        arrays = {id(each): each for each in _arrays(tuple(self.readings.values()))}
        return len(self.data or b"") + sum(each.nbytes for each in arrays.values())

    def release(self) -> None:
        """Free the memory: these data are not needed any more."""
        self.data = None
        self.readings.clear()

    def open(self) -> BytesIO:
        """Return the data as a file to read."""
        if self.data is None:
            raise self.gone()
        return BytesIO(self.data)

    @staticmethod
    def gone() -> NoRoomError:
        """Return the error that only the counts of these data are left."""
        return NoRoomError(
            "Only the counts of so large a file are kept, and these columns were not "
            "counted. Upload it again to count them."
        )

    def key(self, name: str) -> str:
        """Return the key of a widget of these data."""
        return f"data-{name}{self.suffix}"

    @property
    def suffix(self) -> str:
        """The end of the keys of all its widgets."""
        return f"-of-{self.number}"

    def reading(self, what: Hashable, read: Callable[[], T]) -> T:
        """Return an earlier result, or read it now. An earlier error is raised again."""
        if what not in self.readings:
            while len(self.readings) >= _MOST_READINGS:
                del self.readings[next(iter(self.readings))]
            try:
                self.readings[what] = read()
            except ExplainedError as error:
                self.readings[what] = error.with_traceback(None)  # a traceback keeps the file
        found = self.readings[what]
        if isinstance(found, ExplainedError):
            raise type(found)(found.template, **found.values)
        result: T = found
        return result


def get(by: str) -> Dataset | None:
    """Return the dataset of an input; None if there is none."""
    dataset: Dataset | None = st.session_state.get(_DATASETS, {}).get(by)
    return dataset


def _arrays(found: object, depth: int = 12) -> Iterator[np.ndarray]:
    """Find the large arrays in a reading: in tuples, dicts and dataclasses."""
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
    """Keep data; earlier data of this input are forgotten."""
    number = st.session_state.get(_NUMBER, 0) + 1
    dataset = Dataset(number, name, data, len(data))
    before = st.session_state.get(_DATASETS, {})
    beside = [each for known, each in before.items() if known != by]
    memory.keep(dataset, beside=beside, instead_of=before.get(by))
    st.session_state[_NUMBER] = number
    # The second file does not belong to another first file.
    replaced = {by, BY_SECOND} if by == BY_FILE else {by}
    for known in replaced & before.keys():
        before[known].release()
    others = {known: each for known, each in before.items() if known not in replaced}
    st.session_state[_DATASETS] = {**others, by: dataset}
    return dataset


def forget(by: str) -> None:
    """Forget the dataset of an input, with all its readings. For callbacks."""
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
    """Return the key of an uploader. After each file there is a new, empty uploader."""
    which = "upload" if by == BY_FILE else by
    return f"data-{which}-{st.session_state.get(_NUMBER, 0)}"


def take_upload(key: str, by: str = BY_FILE) -> None:
    """Keep the file that was just uploaded, if it can be read. For callbacks.

    `refused` names a file that cannot be read; the file before it stays. In both cases Streamlit
    forgets its copy, which it would keep as long as the page is open.
    """
    file = st.session_state.get(key)
    if file is None:
        return
    taken: frozenset[str] = st.session_state.get(_TAKEN, frozenset())
    if file.file_id in taken:
        # A click before the page has the new uploader reports the file again.
        return
    st.session_state.pop(_REFUSED, None)
    st.session_state[_TAKEN] = taken | {file.file_id}
    try:
        if not hasattr(file, "getvalue"):  # Streamlit 1.67 has lost the file
            raise NoRoomError("This file is no longer in the server's memory. Upload it again.")
        data = file.getvalue()
        release_upload(file.file_id)
        with unpacked(BytesIO(data), most=memory.SHARE) as table:
            data = table.read()
        detect(BytesIO(data))
        keep(by, file.name, data)
    except ExplainedError as error:
        name = getattr(file, "name", "")
        st.session_state[_REFUSED] = (name, error.with_traceback(None))
        st.session_state[_NUMBER] = st.session_state.get(_NUMBER, 0) + 1


def refused() -> tuple[str, ExplainedError] | None:
    """Return the name of the last refused file, and the error."""
    found: tuple[str, ExplainedError] | None = st.session_state.get(_REFUSED)
    return found
