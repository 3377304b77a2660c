"""The ratings of a class are counted correctly, and one read serves all watchers of a room."""

import csv
import io
import math
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from classroom.errors import NoSuchRoomError
from classroom.rooms import CLOSED, OPEN, REVEALED, Item
from classroom.store import Store
from classroom.tallies import long_csv
from classroom.watch import Watch
from qwk_core import quadratic_weighted_kappa
from qwk_core.statistics.raters import rater_agreement
from tests.classroom.course import ITEMS, SCALE, begun

RATED = {"Ana": [0, 2, 1, 0], "Ben": [1, 2, 2, None], "Cy": [0, 0, 1, 2], "Di": [None] * 4}
RIGHT = [0, 2, 1]  # the fourth item has no reference


def rate(course):
    for name, given in RATED.items():
        if name not in course.people:
            course.join(name)
        for item, category in enumerate(given):
            if category is not None:
                course.tap(name, item, category)


def reveal(course):
    course.go(CLOSED, REVEALED)
    return course.store.view(course.code).rounds


def test_a_class_beside_its_reference(course):
    rate(course)
    (tally,) = reveal(course)
    assert [one.name for one in tally.people] == ["Ana", "Ben", "Cy"]  # Di gave no rating
    pairs = [
        (right, given[item])
        for given in list(RATED.values())[:3]
        for item, right in enumerate(RIGHT)
    ]
    assert tally.class_walk.kappa == pytest.approx(
        quadratic_weighted_kappa(*zip(*pairs, strict=True), categories=range(3))
    )
    assert tally.class_walk.n == 9
    ben = tally.own(course.people["Ben"].number)
    assert ben.with_reference
    assert ben.walk.kappa == pytest.approx(
        quadratic_weighted_kappa(RIGHT, RATED["Ben"][:3], categories=range(3))
    )
    assert ben.bias == pytest.approx(2 / 3)
    assert ben.furthest() == [(0, 0, 1), (2, 1, 2)]
    assert tally.own(course.people["Di"].number) is None
    assert tally.kappas[0] == 1
    agreement = tally.agreement(tally.names(shown=True))
    rows = [
        [None if one is None else one + 1 for one in row]
        for row in zip(RATED["Ana"], RATED["Ben"], RATED["Cy"], strict=True)
    ]
    expected = rater_agreement(rows, categories=(1, 2, 3))
    np.testing.assert_allclose(agreement.pairs, expected.pairs)
    assert tally.counts.tolist() == [[2, 1, 0], [1, 0, 2], [0, 2, 1], [1, 0, 1]]
    assert set(tally.most_disputed(2)) == {1, 3}
    assert tally.names(shown=False) == ("1", "2", "3")


def test_without_a_reference_the_others_are_the_measure(store):
    course = begun(store, "own", SCALE, [Item(text) for text in "abcd"])
    course.go(OPEN)
    rate(course)
    (tally,) = reveal(course)
    assert tally.class_walk is None
    ana = tally.own(course.people["Ana"].number)
    assert not ana.with_reference
    # The lower of two middle ratings; the fourth item has only a rating by Cy.
    assert ana.theirs.tolist() == [0, 0, 1, 2]
    assert ana.own.tolist() == [0, 2, 1, 0]


def test_one_alone_and_none_at_all_have_no_agreement(course):
    course.tap("Ana", 3, 0)  # an item without a reference
    (tally,) = reveal(course)
    assert tally.agreement(tally.names(shown=True)) is None
    assert tally.class_walk is None
    assert tally.owns == (None,)
    assert math.isnan(tally.kappas[0])
    course.again(1)
    _first, second = reveal(course)
    assert second.people == ()
    assert second.agreement(()) is None
    assert second.counts.tolist() == [[0, 0, 0]] * 4
    assert second.most_disputed() == []


def test_all_ratings_as_a_file(course):
    rate(course)
    course.store.rename(course.code, course.secret, course.people["Ana"].number, "=1+1")
    (tally,) = reveal(course)
    text = long_csv([tally], [item.text for item in ITEMS], [tally.names(shown=True)])
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["round", "item", "text", "rater", "rating", "reference"]
    assert rows[1] == ["1", "1", "first", "'=1+1", "1", "1"]
    assert len(rows) == 1 + 11


class Counting(Store):
    """A slow store that counts its reads."""

    asked = 0

    def room(self, code):
        self.asked += 1
        time.sleep(0.01)
        return super().room(code)


def test_however_many_look_the_store_is_read_once_a_second(url, clock):
    store = Counting(url, now=clock, slowing=clock.slowing)
    course = begun(store)
    course.go(OPEN)
    watch = Watch(store, clock=clock)

    def look():
        return watch.look(course.code)

    with ThreadPoolExecutor(20) as pool:
        before, *others = (each.result() for each in [pool.submit(look) for _n in range(20)])
    assert all(other is before for other in others)
    assert store.asked == 1
    clock.now += 1
    assert look() is before  # no act since then: the store read only the counter
    assert store.asked == 2
    course.join("Ana")
    assert not look().participants
    clock.now += 1
    assert len(look().participants) == 1
    course.go(CLOSED)
    watch.forget(course.code)
    assert look().room.phase == CLOSED
    course.go(REVEALED)
    clock.now += 1
    assert len(look().rounds) == 1
    store.delete(course.code, course.secret)
    clock.now += 1
    for _look in range(3):
        with pytest.raises(NoSuchRoomError):
            look()
    assert store.asked == 6
    store.close()
