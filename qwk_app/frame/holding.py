"""What visitors hold of this server's memory: one budget for all of them, and a share for each.

A file counts from the first byte of its upload until it is forgotten: while it arrives, while
Streamlit has it, and as what a page keeps. What belongs to a visitor who left is let go at once;
after a lost connection it waits, as Streamlit's sessions do, and then it is let go, too.
"""

import asyncio
import contextlib
import ctypes
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock
from typing import Protocol
from weakref import WeakKeyDictionary

import pyarrow
import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

from qwk_core import NoRoomError

# Bytes. A host of 690 MB must not go down for all because a few forget their files: the app itself
# takes 200 MB, and what reads a spreadsheet some more.
MOST = 250_000_000
SHARE = 120_000_000  # of it for one visitor: the largest upload, and a little
SMALL = 100_000  # what is smaller always finds room: a sample, a pasted table
_GLANCE = 5  # seconds between two looks for visitors who are gone
_M_ARENA_MAX, _M_MMAP_THRESHOLD = -8, -3  # of glibc's malloc.h
_PLACES = 2  # where the threads of the server find memory
_ALONE = 2**20  # bytes; what is larger lies by itself, and goes back as soon as it is freed
_KEY = "sec-websocket-key"  # the header that tells one connection from all others


class Thing(Protocol):
    """Something that a visitor holds."""

    def weight(self) -> int:
        """Return its bytes."""

    def let_go(self) -> None:
        """Give the memory back: nobody will ask for it again."""


class Budget:
    """Who holds how much.

    Parameters
    ----------
    most, share : int
        The bytes that all visitors together, and that one of them may hold.
    """

    def __init__(self, most: int = MOST, share: int = SHARE) -> None:
        self.most, self.share = most, share
        self._lock = Lock()
        self._things: WeakKeyDictionary[Thing, str] = WeakKeyDictionary()
        self._arriving: dict[object, tuple[str, int]] = {}

    def add(self, owner: str, thing: Thing) -> None:
        """Count a thing of this visitor, for as long as there is one reference to it."""
        with self._lock:
            self._things[thing] = owner

    def held(self, owner: str | None = None, *, but: Thing | None = None) -> int:
        """Return the bytes that a visitor holds, or all visitors; without the thing `but`."""
        with self._lock:
            things = [(of, each) for each, of in self._things.items() if each is not but]
            arriving = list(self._arriving.values())
        own = [each.weight() for of, each in things if owner in (None, of)]
        own += [size for of, size in arriving if owner in (None, of)]
        own += [size for of, size in _uploaded() if owner in (None, of)]
        return sum(own)

    def check(self, owner: str, size: int, *, instead_of: Thing | None = None) -> None:
        """Refuse what would take more than the visitor's share, or more than there is for all.

        Raises
        ------
        NoRoomError
            If there is no room; its text is for the reader.
        """
        if size <= SMALL:
            return
        if self.held(owner, but=instead_of) + size > self.share:
            raise NoRoomError(
                "Your files would take more than {most} MB of this server's memory, which is one "
                "reader's share. Forget the file that is here first, or count the rows on your "
                "own machine, as is shown below.",
                most=self.share // 10**6,
            )
        if self.held(but=instead_of) + size > self.most:
            raise NoRoomError(
                "Other readers' files fill this server's memory at this moment. Try again in a "
                "few minutes, or count the rows on your own machine, as is shown below."
            )

    @contextmanager
    def arriving(self, owner: str, size: int) -> Iterator[None]:
        """Count an upload while it arrives.

        Raises
        ------
        NoRoomError
            If there is no room for it.
        """
        self.check(owner, size)
        ticket = object()
        with self._lock:
            self._arriving[ticket] = owner, size
        try:
            yield
        finally:
            with self._lock:
                del self._arriving[ticket]

    def owners(self) -> set[str]:
        """Return the visitors who hold anything."""
        with self._lock:
            kept = set(self._things.values())
        return kept | {owner for owner, _size in _uploaded()}

    def let_go(self, owner: str) -> None:
        """Give back all that this visitor holds."""
        with self._lock:
            things = [each for each, of in self._things.items() if of == owner]
        for each in things:
            each.let_go()
        forgot()
        manager = _manager()
        if manager is not None:
            manager.remove_session_files(owner)


BUDGET = Budget()

# The visitors whose pages are open, or were a moment ago: the key of the connection, and the page.
_connections: dict[str, tuple[str, str]] = {}
_with_uploader: set[str] = set()
_lost: dict[str, float] = {}  # since when a visitor who holds something is without a connection
# Uploads that were not taken, by their number; the reason is told when the page asks for the file.
_refused: dict[str, tuple[str, NoRoomError]] = {}
_freed = Event()


def _manager() -> MemoryUploadedFileManager | None:
    """Return what holds Streamlit's own copies, in a server."""
    if not st.runtime.exists():
        return None
    manager = st.runtime.get_instance().uploaded_file_mgr
    return manager if isinstance(manager, MemoryUploadedFileManager) else None


def _uploaded() -> list[tuple[str, int]]:
    """Return the sizes of Streamlit's own copies, each with its visitor."""
    manager = _manager()
    if manager is None:
        return []
    # As lists first: another thread may add a file meanwhile.
    return [
        (owner, len(file.data))
        for owner, files in list(manager.file_storage.items())
        for file in list(files.values())
    ]


def owner() -> str:
    """Return who the visitor of the current run is."""
    context = get_script_run_ctx()
    return context.session_id if context is not None else ""


def enter(page: str) -> None:
    """Note on which page the visitor of the current run is."""
    who, key = owner(), st.context.headers.get(_KEY, "")
    if _connections.get(who, ("", page))[1] != page:
        _with_uploader.discard(who)
    _connections[who] = key, page


def offer_upload() -> None:
    """Note that the page takes files from the visitor of the current run."""
    _with_uploader.add(owner())


def takes_uploads(who: str) -> bool:
    """Return whether this visitor's page takes files."""
    return who in _with_uploader


def release(file_id: str) -> None:
    """Let Streamlit give up its copy of an upload of the current visitor."""
    manager = _manager()
    if manager is not None:
        manager.remove_file(owner(), file_id)


def refuse(who: str, file_id: str, reason: NoRoomError) -> None:
    """Remember why an upload was not taken, until the page asks."""
    _refused[file_id] = who, reason.with_traceback(None)


def why_refused(file_id: str) -> NoRoomError | None:
    """Return why an upload was not taken; None if it was, or if nobody knows."""
    found = _refused.pop(file_id, None)
    return found[1] if found is not None else None


def forget_visitor(who: str) -> None:
    """Let go of all that belongs to a visitor who is gone."""
    st.runtime.get_instance().close_session(who)
    BUDGET.let_go(who)
    _connections.pop(who, None)
    _with_uploader.discard(who)
    _lost.pop(who, None)
    for file_id in [each for each, (of, _reason) in list(_refused.items()) if of == who]:
        del _refused[file_id]


def left(key: str) -> None:
    """Let go of what belongs to the visitor who just closed the page, known by the connection."""
    runtime = st.runtime.get_instance()
    for who, (known, _page) in list(_connections.items()):
        if known == key and not runtime.is_active_session(who):
            forget_visitor(who)


def look_for_the_lost(now: float) -> None:
    """Let go of what belongs to those whose connection was lost some time ago."""
    runtime = st.runtime.get_instance()
    grace = st.get_option("server.disconnectedSessionTTL")
    for who in BUDGET.owners() | set(_connections):
        if runtime.is_active_session(who):
            _lost.pop(who, None)
        elif now - _lost.setdefault(who, now) >= grace:
            forget_visitor(who)


def forgot() -> None:
    """Note that memory was freed: it goes back to the system at the next look."""
    _freed.set()


def keep_together() -> None:
    """Have memory lie where it can go back to the system once it is freed.

    Each thread would have a place of its own, Arrow another, and large files would come to lie
    between small things. What a visitor left in each would stay there until the next one.
    """
    pyarrow.set_memory_pool(pyarrow.system_memory_pool())
    with contextlib.suppress(OSError, AttributeError, TypeError):  # glibc's alone
        libc = ctypes.CDLL(None)
        libc.mallopt(_M_ARENA_MAX, _PLACES)
        libc.mallopt(_M_MMAP_THRESHOLD, _ALONE)


def give_back() -> None:
    """Give memory that was freed back to the system, which may need it for another process."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError, TypeError):  # glibc's alone
        ctypes.CDLL(None).malloc_trim(0)


async def look_out() -> None:
    """Look for visitors who are gone, again and again."""
    while True:
        await asyncio.sleep(_GLANCE)
        look_for_the_lost(time.monotonic())
        if _freed.is_set():
            _freed.clear()
            await asyncio.to_thread(give_back)
