"""Make pictures safe: a script for a limited process (`qwk_core.files.limited`).

A PNG or JPEG is drawn again, so that only its pixels remain. The pictures come as a list in JSON,
each in base 64. Each answer has either the `picture`, or the reason why it is `refused`. This file
imports nothing of this package, so that it starts at once.
"""

from __future__ import annotations

import base64
import io
import json
import sys

MOST_BYTES = 300 * 2**10  # of a picture, before and after
_MOST_DOTS = 24_000_000  # of a picture before it is drawn: 6000 × 4000
_SIDES = (1600, 1200, 900, 600, 300)  # pixels of the longest side, tried in this order
_JPEG_QUALITY = 85
_MODES = {"1", "L", "LA", "P", "RGB", "RGBA"}


class RefusedError(Exception):
    """A picture is refused. The reason is `unreadable`, `dots` or `bytes`."""


def safe(data: bytes) -> bytes:
    """Return a picture drawn again, in its own format, PNG or JPEG.

    Raises
    ------
    RefusedError
        If it has another format, or is too large.
    """
    if len(data) > MOST_BYTES:
        raise RefusedError("bytes")
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data), formats=["PNG", "JPEG"]) as found:
            if found.width * found.height > _MOST_DOTS:  # only its header is read so far
                raise RefusedError("dots")
            kind = found.format
            picture = ImageOps.exif_transpose(found)
            if kind == "JPEG":
                picture = picture.convert("L" if picture.mode == "L" else "RGB")
            elif picture.mode not in _MODES:
                picture = picture.convert("RGBA")
            for side in _SIDES:
                picture.thumbnail((side, side))
                clean = Image.new(picture.mode, picture.size)
                if picture.mode == "P":
                    clean.putpalette(picture.getpalette("RGBA") or [], "RGBA")
                clean.paste(picture)
                out = io.BytesIO()
                clean.save(out, kind, quality=_JPEG_QUALITY)
                if out.tell() <= MOST_BYTES:
                    return out.getvalue()
    except RefusedError:
        raise
    # Any error of a library that cannot read the file, also a lack of memory.
    except Exception as error:
        raise RefusedError("unreadable") from error
    raise RefusedError("bytes")


def answer(text: str) -> dict[str, str]:
    """Make a picture in base 64 safe, or return why it is refused.

    >>> answer("AAAA")
    {'refused': 'unreadable'}
    """
    try:
        return {"picture": base64.b64encode(safe(base64.b64decode(text))).decode()}
    except RefusedError as refused:
        return {"refused": str(refused)}


if __name__ == "__main__":
    json.dump([answer(text) for text in json.load(sys.stdin)], sys.stdout)
