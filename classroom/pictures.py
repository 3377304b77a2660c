"""Pictures that a teacher brings, made safe before anybody sees them (`picture_process`)."""

from __future__ import annotations

import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from classroom.errors import RoomError
from classroom.picture_process import MOST_BYTES
from qwk_core.messages import N_

ENDINGS = ("png", "jpg", "jpeg", "svg")
_SCRIPT = Path(__file__).with_name("picture_process.py")
_PATIENCE = 60  # seconds
_one = threading.Lock()  # one process at a time: it may take as much memory as the app

TOO_MUCH = N_("These pictures need more memory or time than there is here. Make them smaller.")


def make_safe(pictures: Sequence[tuple[str, bytes]]) -> list[bytes]:
    """Return pictures made anew, in the same order: dots and shapes, and nothing else.

    Parameters
    ----------
    pictures : sequence of (str, bytes)
        Each one's name, for messages, and its bytes: PNG, JPEG or SVG.

    Raises
    ------
    RoomError
        If one cannot be taken: which, and why.
    """
    for name, data in pictures:
        if len(data) > MOST_BYTES:  # before all are copied
            raise _refused(name, "bytes")
    given = b"".join(struct.pack(">I", len(data)) + data for _name, data in pictures)
    try:
        with _one:
            done = subprocess.run(
                [sys.executable, "-I", str(_SCRIPT)],
                input=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=_PATIENCE,
                check=True,
            )
    except (subprocess.SubprocessError, OSError) as error:
        raise RoomError(TOO_MUCH) from error
    found, at = [], 0
    for name, _data in pictures:
        end = at + 5 + struct.unpack(">I", done.stdout[at + 1 : at + 5])[0]
        answer = done.stdout[at + 5 : end]
        if done.stdout[at : at + 1] != b"p":
            raise _refused(name, answer.decode())
        found.append(answer)
        at = end
    return found


def _refused(name: str, reason: str) -> RoomError:
    if reason == "bytes":
        return RoomError(
            N_("The picture {name} is larger than {most} KiB."), name=name, most=MOST_BYTES // 2**10
        )
    if reason == "dots":
        return RoomError(N_("The picture {name} has too many dots. Make it smaller."), name=name)
    if reason == "unreadable":
        return RoomError(N_("The picture {name} is no PNG, JPEG or SVG, or damaged."), name=name)
    return RoomError(
        N_(
            "The picture {name} has a part named {part}. An SVG may have plain shapes and text "
            "here: save it as PNG."
        ),
        name=name,
        part=reason,
    )
