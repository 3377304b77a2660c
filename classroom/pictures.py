"""A teacher's pictures. `picture_process` makes them safe before anybody sees them."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from classroom.errors import RoomError
from classroom.picture_process import MOST_BYTES
from qwk_core.files import limited
from qwk_core.messages import N_

ENDINGS = ("png", "jpg", "jpeg")
_SCRIPT = Path(__file__).with_name("picture_process.py")

_REFUSED = {
    "bytes": N_("The picture {name} is larger than {most} KiB."),
    "dots": N_("The picture {name} has too many dots. Make it smaller."),
    "unreadable": N_("The picture {name} is no PNG or JPEG, or damaged. Save it as PNG."),
}
TOO_MUCH = N_("These pictures need more memory or time than there is here. Make them smaller.")


def make_safe(pictures: Sequence[tuple[str, bytes]]) -> list[bytes]:
    """Return pictures drawn again, in the same order: only their pixels remain.

    Parameters
    ----------
    pictures : sequence of (str, bytes)
        The name of each, for messages, and its bytes: PNG or JPEG.

    Raises
    ------
    RoomError
        If a picture is refused; its text says which, and why.
    """
    for name, data in pictures:
        if len(data) > MOST_BYTES:  # before all are copied
            raise _refused(name, "bytes")
    given = json.dumps([base64.b64encode(data).decode() for _name, data in pictures])
    try:
        with limited.turn(), limited.process(_SCRIPT, stdin=subprocess.PIPE) as process:
            out, _none = process.communicate(given.encode(), timeout=limited.PATIENCE)
    except (subprocess.SubprocessError, OSError) as error:  # TimeoutError is an OSError
        raise RoomError(TOO_MUCH) from error
    if process.returncode:
        raise RoomError(TOO_MUCH)
    answers = json.loads(out)
    for (name, _data), answer in zip(pictures, answers, strict=True):
        if "refused" in answer:
            raise _refused(name, answer["refused"])
    return [base64.b64decode(answer["picture"]) for answer in answers]


def _refused(name: str, reason: str) -> RoomError:
    return RoomError(_REFUSED[reason], name=name, most=MOST_BYTES // 2**10)
