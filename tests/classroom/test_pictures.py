"""Pictures that a teacher brings: what is left of them is dots and shapes."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from classroom import picture_process
from classroom.errors import RoomError
from classroom.picture_process import MOST_BYTES, RefusedError, safe
from classroom.pictures import make_safe
from classroom.rooms import REVEALED, Item
from classroom.sets import SETS, table_items
from classroom.store import Store
from tests.classroom.conftest import SCALE

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
DEEP = SVG.format("<g>" * 70 + "</g>" * 70)
MANY = SVG.format("<g/>" * 20_001)
BOMB = (
    '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    + SVG.format("<text>&b;</text>")
)


def drawn(
    kind: str, mode: str = "RGB", size: tuple[int, int] = (40, 20), **options: object
) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size).save(out, kind, **options)
    return out.getvalue()


def test_a_photograph_keeps_its_dots_and_loses_what_it_tells() -> None:
    told = Image.Exif()
    told[0x010E] = "Room 7, where we live"
    told[0x0112] = 6  # held upright: the camera lay on its side
    data = drawn("JPEG", size=(3000, 2000), exif=told)
    assert b"where we live" in data
    (made,) = make_safe([("photo.jpg", data)])
    assert b"where we live" not in made
    with Image.open(io.BytesIO(made)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (1067, 1600))
        assert not picture.getexif()


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16", "CMYK"])
def test_every_kind_of_dots(mode: str) -> None:
    made = safe(drawn("JPEG" if mode == "CMYK" else "PNG", mode))
    with Image.open(io.BytesIO(made)) as picture:
        assert picture.size == (40, 20)


def test_a_picture_that_stays_too_large_gets_smaller() -> None:
    noise = Image.effect_noise((700, 420), 90)
    out = io.BytesIO()
    noise.quantize(8).save(out, "PNG")
    assert len(out.getvalue()) <= MOST_BYTES
    made = safe(out.getvalue())
    assert len(made) <= MOST_BYTES


def test_shapes_stay_and_all_else_goes() -> None:
    made = safe(
        SVG.format(
            '<defs><linearGradient id="a"><stop offset="0" stop-color="#f00"/></linearGradient>'
            '</defs><!-- made by hand --><g onclick="steal()" style="fill:url(#a);x:y;stroke:red">'
            '<path d="M0 0L9 9"/><text x="1">one <tspan>two</tspan> three</text></g>'
            '<rect fill="url(http://example.org/x)" href="http://example.org" width="3"/>'
            "<metadata><script/></metadata>"
        ).encode()
    ).decode()
    assert 'fill="url(#a)"' in made
    assert 'stroke="red"' in made
    assert "one <tspan>two</tspan> three" in made
    assert '<rect width="3" />' in made
    for gone in ("onclick", "steal", "example", "by hand", "script", "style"):
        assert gone not in made
    sized = safe(b'<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="20"><g/></svg>')
    assert b'viewBox="0 0 30 20"' in sized


@pytest.mark.parametrize(
    ("inside", "part"),
    [
        ("<script>alert(1)</script>", "script"),
        ("<foreignObject><body/></foreignObject>", "foreignObject"),
        ('<use href="http://example.org/#x"/>', "use"),
        ('<image href="http://example.org/x.png"/>', "image"),
        ("<style>@import url(http://example.org)</style>", "style"),
        ('<a href="javascript:alert(1)"><g/></a>', "a"),
        ('<animate attributeName="href"/>', "animate"),
        ("<g><g><set/></g></g>", "set"),
    ],
)
def test_an_svg_that_is_more_than_a_picture_is_refused(inside: str, part: str) -> None:
    with pytest.raises(RefusedError, match=f"^{part}$"):
        safe(SVG.format(inside).encode())


_PIECES = (
    "<script>", "</script>", " onload='x'", " href='javascript:x'", "<!ENTITY a 'b'>", "<![CDATA[",
    "<style>*{}</style>", "<foreignObject/>", " style='fill:url(http://e.org)'", "&#60;script&#62;",
    " xmlns:x='http://www.w3.org/1999/xhtml'", "<x:script/>", "</svg>",
    "<?xml-stylesheet href='x'?>",
)  # fmt: skip
# The core's tests, when they run beside these, set a smaller number for all.
AS_OFTEN = settings(max_examples=100)

_DANGERS = re.compile(
    rb"script|javascript|onload|href|ENTITY|foreignObject|stylesheet|e\.org|<\?xml-"
)


@AS_OFTEN
@given(st.lists(st.tuples(st.integers(0, 400), st.sampled_from(_PIECES)), max_size=4))
def test_an_svg_with_anything_put_in_is_harmless_or_refused(put: list[tuple[int, str]]) -> None:
    text = SVG.format('<g stroke-linejoin="round"><rect width="3" height="4"/><text>a</text></g>')
    for at, piece in put:
        at %= len(text) + 1
        text = text[:at] + piece + text[at:]
    with contextlib.suppress(RefusedError):
        assert not _DANGERS.search(re.sub(rb">[^<]*<", b"><", safe(text.encode())))


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@AS_OFTEN
@given(st.lists(st.tuples(st.integers(0), st.binary(max_size=4)), min_size=1, max_size=4))
def test_a_damaged_picture_is_drawn_or_refused(kind: str, put: list[tuple[int, bytes]]) -> None:
    data = drawn(kind)
    for at, piece in put:
        at %= len(data) + 1
        data = data[:at] + piece + data[at + len(piece) :]
    with contextlib.suppress(RefusedError):
        assert safe(data)[:4] in (b"\x89PNG", b"\xff\xd8\xff\xe0")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no PNG"),
        (b"GIF89a", "no PNG"),
        (drawn("PNG")[:50], "no PNG"),
        (drawn("JPEG")[:300], "no PNG"),
        (drawn("PNG", "1", (8000, 4000)), "too many dots"),
        (b"\x89PNG" + bytes(MOST_BYTES), "larger than 300 KiB"),
        (b"<svg", "no PNG"),
        (b"<html><svg></svg></html>", "no PNG"),
        (SVG.format("<g/>").encode("utf-16"), "no PNG"),
        (SVG.replace(' viewBox="0 0 9 9"', "").format("").encode(), "no PNG"),
        (DEEP.encode(), "larger than 300 KiB"),
        (MANY.encode(), "larger than 300 KiB"),
        (BOMB.encode(), "a part named DOCTYPE"),
        (SVG.format("<script/>").encode(), "a part named script"),
    ],
)
def test_a_picture_that_cannot_be_taken_is_named(data: bytes, reason: str) -> None:
    with pytest.raises(RoomError, match=f"The picture bad.x .*{reason}"):
        make_safe([("good.png", drawn("PNG")), ("bad.x", data)])


def test_a_process_that_ends_is_an_error_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("classroom.pictures._SCRIPT", "/nowhere.py")
    with pytest.raises(RoomError, match="more memory or time"):
        make_safe([("a.png", drawn("PNG"))])


def test_run_as_a_script_it_answers_each(monkeypatch: pytest.MonkeyPatch) -> None:
    data = drawn("PNG")
    given = io.BytesIO(len(data).to_bytes(4, "big") + data + (3).to_bytes(4, "big") + b"bad")
    out = io.BytesIO()
    picture_process.main(given, out)
    assert out.getvalue().startswith(b"p")
    assert out.getvalue().endswith(b"x" + (10).to_bytes(4, "big") + b"unreadable")
    # The limits are those of the process: here it is only seen that they are asked for.
    asked: list[object] = []
    monkeypatch.setattr("resource.setrlimit", lambda *limit: asked.append(limit))
    monkeypatch.setattr("os.nice", asked.append)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
    runpy.run_path(picture_process.__file__, run_name="__main__")
    assert len(asked) == 4


def test_a_table_has_texts_references_reasons_and_pictures() -> None:
    rows = (
        "Texto;referencia;Motivo;imagen\n"
        "a poem;2;because\n"
        ";;;\n"
        "a bridge;;;bridge.png\n"
        ";3;;sea.svg\n"
    )
    items, named = table_items(rows, SCALE, {"bridge.png", "sea.svg"})
    assert items == (Item("a poem", 1, "because"), Item("a bridge"), Item("sea", 2))
    assert named == {1: "bridge.png", 2: "sea.svg"}


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ("", "must name a column"),
        ("a,b\n1,2", "must name a column"),
        ("text,reference\nx,9", "Line 2.*9 is none of the categories"),
        ("text,picture\nx,y.png", "Line 2.*y.png was not given"),
        ("text\n" + "x" * 200_000, "cannot be read"),
    ],
)
def test_a_table_that_is_wrong_says_where(table: str, problem: str) -> None:
    with pytest.raises(RoomError, match=problem):
        table_items(table, SCALE)


def test_a_set_on_another_scale_has_no_reference() -> None:
    essays = SETS["essays"]
    assert essays.on(essays.categories) == essays.make()
    assert {(item.reference, item.reason) for item in essays.on((0, 1, 2, 3))} == {(None, "")}


def test_a_room_keeps_pictures_until_it_ends(store: Store, new_store: Callable[[], Store]) -> None:
    data = drawn("PNG")
    room, secret = store.open_room("own", SCALE, (Item("one"), Item("two", 1)), {1: data})
    assert [item.pictured for item in store.items(room.code)] == [False, True]
    assert new_store().picture(room.code, 1) == data
    assert store.picture(room.code, 0) == store.picture(room.code, 10**20) == b""
    assert store.room(room.code).phase != REVEALED  # a picture is shown before
    store.delete(room.code, secret)
    with pytest.raises(RoomError):
        store.picture(room.code, 1)
