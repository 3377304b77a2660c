"""Make pictures safe in a process of its own, run as a script: pictures in, new pictures out.

A PNG or JPEG is drawn anew, so that nothing but its dots is left of it; an SVG is written anew from
plain shapes and text. What cannot be bounded before it is read is refused. Memory and time of the
process are limited, and what ends it is an error in `pictures`, and no more.

Each picture comes as its length and its bytes; each answer is a letter, a length, and bytes: `p`
and the picture, or `x` and why not. It imports nothing of this package, so that it starts at once.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import struct
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import BinaryIO

_MOST_MEMORY = 800 * 2**20  # bytes of addresses
_MOST_SECONDS = 30  # of a processor
_COURTESY = 5  # of a process that lets others go first: 0 is none, 19 the most

MOST_BYTES = 300 * 2**10  # of a picture, before and after
_MOST_DOTS = 24_000_000  # of a picture before it is drawn: 6000 × 4000
_SIDES = (1600, 1200, 900, 600, 300)  # the longest side after: the first one that fits
_JPEG_QUALITY = 85
_MODES = {"1", "L", "LA", "P", "RGB", "RGBA"}

_SVG = "http://www.w3.org/2000/svg"
_MOST_ELEMENTS = 20_000
_MOST_DEPTH = 60
_SHAPES = frozenset(
    """
    svg g defs title desc path rect circle ellipse line polyline polygon text tspan
    linearGradient radialGradient stop clipPath
    """.split()  # noqa: SIM905 - a list that is read
)
_PAINT = frozenset(
    """
    fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color display visibility
    font-size font-family font-weight font-style text-anchor dominant-baseline
    letter-spacing stop-color stop-opacity clip-path clip-rule
    """.split()  # noqa: SIM905 - a list that is read
)
_PLACE = frozenset(
    """
    id d x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height points transform viewBox
    preserveAspectRatio offset gradientUnits gradientTransform spreadMethod clipPathUnits
    textLength lengthAdjust rotate pathLength
    """.split()  # noqa: SIM905 - a list that is read
)
_VALUE = re.compile(r"[\w\s.,:;%#()+*/'\"-]*")  # no &, <, @, \ or =
_CALL = re.compile(r"\b(?:url|image|var|attr|expression|javascript|data)\b", re.IGNORECASE)
_OWN_URL = re.compile(r"url\(\s*['\"]?#[\w.-]+['\"]?\s*\)")
_PLAIN_DOCTYPE = re.compile(r"<!DOCTYPE[^\[>]*>", re.IGNORECASE)


class RefusedError(Exception):
    """A picture that is not taken, and why: `unreadable`, `dots`, `bytes`, or an element's name."""


def safe(data: bytes) -> bytes:
    """Return a picture made anew: PNG, JPEG or SVG, as it was.

    Raises
    ------
    RefusedError
        If it is none of these, or too large, or an SVG of more than shapes and text.
    """
    if len(data) > MOST_BYTES:
        raise RefusedError("bytes")
    if data.startswith((b"\x89PNG", b"\xff\xd8")):
        return _drawn_anew(data)
    if b"<svg" in data[:10_000]:
        return _written_anew(data)
    raise RefusedError("unreadable")


def _drawn_anew(data: bytes) -> bytes:
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data), formats=["PNG", "JPEG"]) as found:
            if found.width * found.height > _MOST_DOTS:  # only its head is read so far
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
    # Whatever a library says of a file it cannot read, memory that is short included.
    except Exception as error:
        raise RefusedError("unreadable") from error
    raise RefusedError("bytes")


def _written_anew(data: bytes) -> bytes:
    try:
        text = _PLAIN_DOCTYPE.sub("", data.decode("utf-8-sig"))
        if "<!DOCTYPE" in text.upper() or "<!ENTITY" in text.upper():
            raise RefusedError("DOCTYPE")
        root = ET.fromstring(text)
    except (UnicodeError, ValueError, ET.ParseError) as error:
        raise RefusedError("unreadable") from error
    if root.tag != f"{{{_SVG}}}svg":
        raise RefusedError("unreadable")
    counted = iter(range(_MOST_ELEMENTS))
    made = _shape(root, 0, counted)
    if "viewBox" not in made.attrib:
        sides = [re.match(r"\d+(\.\d+)?", made.get(side, "")) for side in ("width", "height")]
        if not all(sides):
            raise RefusedError("unreadable")
        made.set("viewBox", "0 0 " + " ".join(side.group() for side in sides if side))
    for side in ("x", "y", "width", "height"):
        made.attrib.pop(side, None)
    made.set("xmlns", _SVG)
    out: bytes = ET.tostring(made, encoding="utf-8")
    if len(out) > MOST_BYTES:
        raise RefusedError("bytes")
    return out


def _shape(element: ET.Element, depth: int, counted: Iterator[int]) -> ET.Element:
    """Return a shape with what is inside it, as far as it is allowed."""
    name = element.tag.removeprefix(f"{{{_SVG}}}")
    if name not in _SHAPES:
        raise RefusedError(re.sub(r"\W", "", name)[:30] or "?")
    if depth > _MOST_DEPTH or next(counted, None) is None:
        raise RefusedError("bytes")
    made = ET.Element(name, dict(_attributes(element)))
    if name in {"text", "tspan", "title", "desc"}:
        made.text = element.text
    for inner in element:
        # Comments, and what drawing programs note for themselves, are left out.
        foreign = not isinstance(inner.tag, str) or not inner.tag.startswith(f"{{{_SVG}}}")
        if not foreign and inner.tag != f"{{{_SVG}}}metadata":
            part = _shape(inner, depth + 1, counted)
            if name in {"text", "tspan"}:
                part.tail = inner.tail
            made.append(part)
    return made


def _attributes(element: ET.Element) -> Iterator[tuple[str, str]]:
    """Yield what is harmless of an element's attributes; a style as attributes of their own."""
    for name, value in element.attrib.items():
        if name in _PLACE | _PAINT and _is_harmless(value):
            yield name, value
    for each in element.get("style", "").split(";"):
        name, _colon, value = each.partition(":")
        if name.strip() in _PAINT and _is_harmless(value.strip()):
            yield name.strip(), value.strip()


def _is_harmless(value: str) -> bool:
    """Return whether a value calls nothing, and points to nothing but a part of the picture."""
    return bool(_VALUE.fullmatch(value)) and not _CALL.search(_OWN_URL.sub("", value))


def main(given: BinaryIO, out: BinaryIO) -> None:
    """Make each picture safe, in order."""
    while head := given.read(4):
        data = given.read(struct.unpack(">I", head)[0])
        try:
            letter, answer = b"p", safe(data)
        except RefusedError as refused:
            letter, answer = b"x", str(refused).encode()
        out.write(letter + struct.pack(">I", len(answer)) + answer)
    out.flush()


def _limit() -> None:
    """Bound what this process may use, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(_COURTESY)


if __name__ == "__main__":
    _limit()
    main(sys.stdin.buffer, sys.stdout.buffer)
