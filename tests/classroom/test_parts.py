"""The parts of a room: codes, names, sets, clouds, pictures, and delays after wrong codes."""

import contextlib
import io
import random
import statistics
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from classroom import clouds, codes
from classroom.errors import RoomError
from classroom.picture_process import MOST_BYTES, RefusedError, safe
from classroom.pictures import make_safe
from classroom.rooms import REVEALED, Item, check_categories, check_items, read_categories
from classroom.sets import CLOUDS, SETS, own_items, some_clouds, table_items
from classroom.slowing import Slowing
from qwk_core import RatingsError
from tests.classroom.conftest import Clock
from tests.classroom.course import SCALE


def test_codes_have_no_look_alikes_and_are_read_as_people_type_them():
    made = {codes.new_code() for _n in range(500)}
    assert len(made) == 500
    assert not set("".join(made)) & set("01ILO5S")
    for code in made:
        assert codes.read_code(f" {code[:3].lower()}-{code[3:]}\n") == code
    for bad in ("", "ABC", "ABCDEF2", "ABCDE0", "x" * 10**6, "';DROP", "ÄBCDEF", "AB\0DEF"):
        assert codes.read_code(bad) == ""


def test_secrets_are_long_and_open_only_what_they_are_for():
    first, second = codes.new_secret(), codes.new_secret()
    assert len(first) >= 22  # 128 bits, 6 in each character
    assert codes.opens(first, codes.hashed(first))
    assert not codes.opens(second, codes.hashed(first))
    assert not codes.opens("\ud800", codes.hashed(first))


def test_names_are_on_one_line_and_seen():
    assert codes.read_name("a\n\tb\u202ec") == "a b c"
    assert codes.read_name("e\u0301") == "é"
    assert codes.read_name("x" * 40) == "x" * 40
    first, second = codes.proposed_name()
    assert len(f"{first} {second}") <= codes.LONGEST_NAME


@pytest.mark.parametrize("key", SETS)
def test_a_set_fits_a_room_and_uses_its_whole_scale(key):
    made = SETS[key]
    items = some_clouds(10) if key == CLOUDS else made.items
    check_categories(made.categories)
    check_items(items, len(made.categories))
    assert len(items) in (8, 10)
    assert len(made.words) == len(made.categories)
    assert made.words[0]
    assert made.words[-1]
    assert {item.reference for item in items} == set(range(len(made.categories)))
    if key != CLOUDS:
        assert all(item.reason for item in items)
        places = [item.reference for item in items]
        assert places != sorted(places)  # the order does not reveal the references


def test_clouds_are_as_dense_as_they_say():
    drawn = clouds.new_clouds(60, random.Random(1).randrange(10**6))
    by_place = {}
    for item in drawn:
        by_place.setdefault(item.reference, []).append(clouds.n_dots(item.text))
    means = [statistics.mean(by_place[place]) for place in range(5)]
    assert all(after > 1.3 * before for before, after in pairwise(means))
    for item in drawn:
        picture = ET.fromstring(clouds.picture(item.text))
        dots = picture.findall(".//{http://www.w3.org/2000/svg}circle")
        assert len(dots) == clouds.n_dots(item.text)
    assert clouds.picture(drawn[0].text) == clouds.picture(drawn[0].text)


def test_own_items_are_lines_with_or_without_a_reference():
    scale = ("none", "mild", "severe")
    found = own_items("one | mild\n\n two\tsevere\nthree | x | none\nfour | else\n", scale)
    assert [(item.text, item.reference) for item in found] == [
        ("one", 1), ("two", 2), ("three | x", 0), ("four | else", None),
    ]  # fmt: skip


def test_a_scale_as_a_teacher_types_it():
    assert read_categories("0-4") == (0, 1, 2, 3, 4)
    for bad in ("", "7", "0-99", "a,a", "x" * 41 + ",y"):
        with pytest.raises((RoomError, RatingsError)):
            read_categories(bad)


def test_misses_slow_tries_down_and_are_forgotten():
    clock = Clock()
    slowing = Slowing(free=2, window=60, gap=0.5, clock=clock, sleep=clock.sleep)
    for _n in range(3):
        slowing.wait()
        assert clock.slept == 0
        slowing.missed()
    slowing.wait()
    slowing.wait()
    assert clock.slept == 0.5  # simultaneous tries wait one after the other
    slowing.wait()
    assert clock.slept == 0.5 + 1.0
    for _n in range(100):
        slowing.wait()
    assert slowing.longest == 10
    assert clock.slept < 100 * slowing.longest
    clock.now += 61
    slept = clock.slept
    slowing.wait()
    assert clock.slept == slept


# If the tests of the core run in the same session, they set a smaller number for all tests.
AS_OFTEN = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


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
    assert essays.on(essays.categories) == essays.items
    assert {(item.reference, item.reason) for item in essays.on((0, 1, 2, 3))} == {(None, "")}


def test_a_room_keeps_pictures_until_it_ends(store, new_store):
    data = drawn("PNG")
    room, secret = store.open_room("own", SCALE, (Item("one"), Item("two", 1)), {1: data})
    assert [item.pictured for item in store.view(room.code).items] == [False, True]
    assert new_store().picture(room.code, 1) == data
    assert store.picture(room.code, 0) == store.picture(room.code, 10**20) == b""
    assert store.room(room.code).phase != REVEALED  # a picture is visible before the reveal
    store.delete(room.code, secret)
    with pytest.raises(RoomError):
        store.picture(room.code, 1)
