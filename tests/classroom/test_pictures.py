"""A teacher's pictures: only their pixels remain."""

import contextlib
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from classroom.errors import RoomError
from classroom.picture_process import MOST_BYTES, RefusedError, safe
from classroom.pictures import make_safe
from classroom.rooms import REVEALED, Item
from classroom.sets import SETS, table_items
from tests.classroom.conftest import SCALE

# If the tests of the core run in the same session, they set a smaller number for all tests.
AS_OFTEN = settings(max_examples=100)


def drawn(kind, mode="RGB", size=(40, 20), **options):
    out = io.BytesIO()
    Image.new(mode, size).save(out, kind, **options)
    return out.getvalue()


def test_a_photograph_keeps_its_dots_and_loses_what_it_tells():
    message = Image.Exif()
    message[0x010E] = "Room 7, where we live"
    message[0x0112] = 6  # the orientation: rotate by 90° to show it
    data = drawn("JPEG", size=(3000, 2000), exif=message)
    assert b"where we live" in data
    made, other = make_safe([("photo.jpg", data), ("dots.png", drawn("PNG"))])
    assert b"where we live" not in made
    assert other.startswith(b"\x89PNG")  # the results are in the order of the files
    with Image.open(io.BytesIO(made)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (1067, 1600))
        assert not picture.getexif()


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16", "CMYK"])
def test_every_kind_of_dots(mode):
    made = safe(drawn("JPEG" if mode == "CMYK" else "PNG", mode))
    with Image.open(io.BytesIO(made)) as picture:
        assert picture.size == (40, 20)


def test_a_picture_that_stays_too_large_gets_smaller():
    noise = Image.effect_noise((700, 420), 90)
    out = io.BytesIO()
    noise.quantize(8).save(out, "PNG")
    assert len(out.getvalue()) <= MOST_BYTES
    made = safe(out.getvalue())
    assert len(made) <= MOST_BYTES


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@AS_OFTEN
@given(st.lists(st.tuples(st.integers(0), st.binary(max_size=4)), min_size=1, max_size=4))
def test_a_damaged_picture_is_drawn_or_refused(kind, put):
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
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "Save it as PNG"),
    ],
)
def test_a_picture_that_cannot_be_taken_is_named(data, reason):
    with pytest.raises(RoomError, match=f"The picture bad.x .*{reason}"):
        make_safe([("good.png", drawn("PNG")), ("bad.x", data)])


def test_a_process_that_ends_is_an_error_and_no_more(monkeypatch):
    monkeypatch.setattr("classroom.pictures._SCRIPT", Path("/nowhere.py"))
    with pytest.raises(RoomError, match="more memory or time"):
        make_safe([("a.png", drawn("PNG"))])


def test_a_table_has_texts_references_reasons_and_pictures():
    rows = (
        "Texto;referencia;Motivo;imagen\n"
        "a poem;2;because\n"
        ";;;\n"
        "a bridge;;;bridge.png\n"
        ";3;;sea.jpg\n"
    )
    items, named = table_items(rows, SCALE, {"bridge.png", "sea.jpg"})
    assert items == (Item("a poem", 1, "because"), Item("a bridge"), Item("sea", 2))
    assert named == {1: "bridge.png", 2: "sea.jpg"}


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
def test_a_table_that_is_wrong_says_where(table, problem):
    with pytest.raises(RoomError, match=problem):
        table_items(table, SCALE)


def test_a_set_on_another_scale_has_no_reference():
    essays = SETS["essays"]
    assert essays.on(essays.categories) == essays.make()
    assert {(item.reference, item.reason) for item in essays.on((0, 1, 2, 3))} == {(None, "")}


def test_a_room_keeps_pictures_until_it_ends(store, new_store):
    data = drawn("PNG")
    room, secret = store.open_room("own", SCALE, (Item("one"), Item("two", 1)), {1: data})
    assert [item.pictured for item in store.items(room.code)] == [False, True]
    assert new_store().picture(room.code, 1) == data
    assert store.picture(room.code, 0) == store.picture(room.code, 10**20) == b""
    assert store.room(room.code).phase != REVEALED  # a picture is visible before the reveal
    store.delete(room.code, secret)
    with pytest.raises(RoomError):
        store.picture(room.code, 1)
