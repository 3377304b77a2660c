"""Pictures that a teacher brings, made safe before anybody sees them (`picture_process`)."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path

from classroom.errors import RoomError
from classroom.picture_process import MOST_BYTES
from qwk_core.files import limited
from qwk_core.messages import N_

ENDINGS = ("png", "jpg", "jpeg")
_SCRIPT = Path(__file__).with_name("picture_process.py")

TOO_MUCH = N_("These pictures need more memory or time than there is here. Make them smaller.")


def make_safe(pictures: Sequence[tuple[str, bytes]]) -> list[bytes]:
    """Return pictures made anew, in the same order: dots, and nothing else.

    Parameters
    ----------
    pictures : sequence of (str, bytes)
        Each one's name, for messages, and its bytes: PNG or JPEG.

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
        with limited.turn(), limited.process(_SCRIPT, stdin=subprocess.PIPE) as process:
            answers, _none = process.communicate(given, timeout=limited.PATIENCE)
    except (subprocess.SubprocessError, OSError) as error:  # TimeoutError is an OSError
        raise RoomError(TOO_MUCH) from error
    if process.returncode:
        raise RoomError(TOO_MUCH)
    found, at = [], 0
    for name, _data in pictures:
        end = at + 5 + struct.unpack(">I", answers[at + 1 : at + 5])[0]
        answer = answers[at + 5 : end]
        if answers[at : at + 1] != b"p":
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
    return RoomError(
        N_("The picture {name} is no PNG or JPEG, or damaged. Save it as PNG."), name=name
    )
