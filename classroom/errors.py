"""The errors of rooms and of their store."""

from __future__ import annotations

from qwk_core import ExplainedError
from qwk_core.messages import N_


class RoomError(ExplainedError):
    """A room's rules do not allow this; the text says what to do."""


class NoSuchRoomError(RoomError):
    """There is no room with this code: it was mistyped, or the room has ended."""


class NotAllowedError(RoomError):
    """The secret or the token does not open this room."""


class ChangedError(RoomError):
    """Something that cannot follow now: the room is no longer as it was seen."""

    def __init__(self) -> None:
        super().__init__(N_("That cannot follow now: somebody else has changed the room."))


class StoreError(RoomError):
    """The store does not answer or cannot write; nothing was changed."""
