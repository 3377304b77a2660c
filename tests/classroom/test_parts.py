"""The parts of a room: codes, names, sets, clouds, delays after wrong codes."""

import random
import statistics
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from classroom import clouds, codes
from classroom.errors import RoomError
from classroom.rooms import check_categories, check_items, read_categories
from classroom.sets import CLOUDS, SETS, own_items
from classroom.slowing import Slowing
from qwk_core import RatingsError
from tests.classroom.conftest import Clock


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
    items = made.make()
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
