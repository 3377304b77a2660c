"""Labels as files write them, and the order proposed for them."""

import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core.files.labels import (
    MISSING,
    category_of,
    is_whole,
    kind_of,
    label_of,
    number_label,
    typed_scale,
    value_label,
)
from tests.core.beside import beside
from tests.core.refused import error_of

# -- One spelling -------------------------------------------------------------------------------


LABELS = beside(__file__, "labels.toml")


@pytest.mark.parametrize("label", LABELS["spellings"])
def test_a_label_has_one_spelling(label):
    assert {*map(label_of, LABELS["spellings"][label])} == {label}


def test_a_decimal_comma_is_one_only_where_the_file_has_them():
    assert label_of("2,50", ",") == "2.5"
    assert label_of("2,0", ",") == "2"
    assert label_of("2,50") == "2,50"


@pytest.mark.parametrize(
    "written", [*sorted(MISSING), "NA", "NaN", " null ", "N/A", "#N/A", "<NA>"]
)
def test_what_stands_for_a_missing_value(written):
    assert label_of(written) == ""
    assert kind_of([written]) == "empty"


@pytest.mark.parametrize("says", LABELS["refused"])
def test_what_is_no_label_is_refused(says):
    for written in LABELS["refused"][says]:
        assert says in error_of(label_of, written)


@pytest.mark.parametrize("written", ["a" * 201, "mild\nsevere", "mild\rsevere"])
def test_a_quotation_mark_that_is_never_closed_is_named(written):
    message = error_of(label_of, written)
    assert "look for a quotation mark" in message
    assert "severe" not in message


@given(st.integers(-(10**17), 10**17))
def test_a_whole_number_is_its_own_label_however_it_is_typed(number):
    assert label_of(str(number)) == value_label(number) == str(number)
    assert category_of(str(number)) == number
    assert value_label(Decimal(number)) == str(number)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_keeps_its_value(number):
    assert float(value_label(number)) == pytest.approx(number, rel=1e-11, abs=0)
    assert number_label(repr(number)) == value_label(number)


@pytest.mark.parametrize(
    ("value", "label"),
    [(None, ""), (True, "1"), (False, "0"), (2, "2"), (2.0, "2"), (0.1, "0.1"), ("2,0", "2")]
    + [(number("NaN"), "") for number in (float, Decimal)],
)
def test_values_that_have_a_type(value, label):
    assert value_label(value, ",") == label


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (float("inf"), "infinite"),
        (Decimal("-Infinity"), "infinite"),
        (datetime.date(2024, 1, 2), "“2024-01-02” is a date"),
        (datetime.datetime(2024, 1, 2), "is a date"),
        (datetime.time(1, 2), "is a date"),
        ([1, 2], "“[1, 2]” is neither a number nor text"),
        ({"a": 1}, "neither"),
        (b"1", "neither"),
    ],
)
def test_values_that_are_no_labels(value, message):
    assert message in error_of(value_label, value)


def test_whole_numbers_become_ints_up_to_64_bits():
    assert category_of("-3") == -3
    assert category_of("0.5") == "0.5"
    assert category_of("9" * 19) == "9" * 19
    assert [is_whole(label) for label in ("10", "-3", "²", "٣", "-")] == [True, True, *[False] * 3]


# -- Kinds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", LABELS["kinds"])
def test_kinds(kind):
    assert {*map(kind_of, LABELS["kinds"][kind])} == {kind}


def test_kinds_with_a_decimal_comma():
    assert kind_of(["1,5", "2"], ",") == "fraction"
    assert kind_of(["1,5", "2"], ".") == "mixed"


# -- Invisible characters, letters that look alike --


@pytest.mark.parametrize(
    "written", ["mild\u200b", "mi\u00adld", "\ufeffmild", "\u202emild\u202c", "mild\u2060 "]
)
def test_signs_that_nobody_sees_are_no_part_of_a_label(written: str) -> None:
    assert label_of(written) == "mild"
    assert typed_scale(f"none,{written}") == ("none", "mild")
    assert "appears twice" in error_of(typed_scale, f"mild,{written}")


def test_categories_that_look_alike_are_refused_where_they_are_typed() -> None:
    assert "look alike" in error_of(typed_scale, "mild, m\u0456ld")
    assert typed_scale("a, A") == ("a", "A")
    assert typed_scale("") is None
