"""How much of this server's memory may a visitor keep, and all visitors together?

What is kept is weighed each time a visitor wants to keep more. What nobody refers to any more does
not count: a file that its reader forgot, and all files of a session that Streamlit has ended.
"""

import gc
from collections.abc import Iterable
from threading import Lock
from typing import Protocol
from weakref import WeakSet

from qwk_core import NoRoomError

# Bytes. Streamlit Community Cloud gives 690 MB. The app itself takes 200 MB, and the process that
# reads a spreadsheet takes some more.
MOST = 250_000_000
SHARE = 120_000_000  # for one visitor: the largest upload and a little more
SMALL = 100_000  # anything smaller is always kept: a sample, a pasted table


class KeptData(Protocol):
    """Something that a visitor keeps."""

    def weight(self) -> int:
        """Return its bytes."""


_all_kept: WeakSet[KeptData] = WeakSet()
_lock = Lock()


def keep(
    data: KeptData, *, beside: Iterable[KeptData] = (), instead_of: KeptData | None = None
) -> None:
    """Count data for as long as somebody refers to them.

    `beside` is what its visitor keeps already. `instead_of` is what the data replace.

    Raises
    ------
    NoRoomError
        If it would take more than the visitor's share, or more than there is for all; its text is
        for the reader.
    """
    size = data.weight()
    with _lock:
        if size > SMALL:
            if size + _weight(_all_kept) > MOST:
                gc.collect()  # what was kept for a visitor who left may still refer to itself
            others = (each for each in _all_kept if each is not instead_of)
            _check(size, _weight(beside), _weight(others))
        _all_kept.add(data)


def _weight(several: Iterable[KeptData]) -> int:
    return sum(each.weight() for each in several)


def _check(size: int, own: int, all_together: int) -> None:
    if own + size > SHARE:
        raise NoRoomError(
            "Your files would take more than {most} MB of this server's memory, which is one "
            "reader's share. Forget the file that is here first, or count the rows on your "
            "own machine, as is shown below.",
            most=SHARE // 10**6,
        )
    if all_together + size > MOST:
        raise NoRoomError(
            "Other readers' files fill this server's memory at this moment. Try again in a "
            "few minutes, or count the rows on your own machine, as is shown below."
        )
