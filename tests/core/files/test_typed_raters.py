"""Tables of many raters as text, as people write and paste them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core.files.typed import WrittenTable, format_rater_table, parse_rater_table
from tests.core.files.test_typed import FORMS
from tests.core.refused import error_of


@pytest.mark.parametrize("text", FORMS["raters"])
def test_however_it_is_pasted(text: str) -> None:
    assert parse_rater_table(text) == WrittenTable(("Ana", "Ben"), ((5, 4), (None, 3), (2, None)))


def test_the_first_row_holds_ratings_unless_no_cell_of_it_can_be_one() -> None:
    assert parse_rater_table("1,2;2,2").raters is None
    assert parse_rater_table("Ana,2;2,2").raters is None
    assert parse_rater_table("Ana,;2,2").raters is None
    scale = ("low", "high")
    assert parse_rater_table("low,high;high,high", scale).raters is None
    assert parse_rater_table("Ana,Ben;high,high", scale).raters == ("Ana", "Ben")


def test_a_declared_word_is_no_gap() -> None:
    assert parse_rater_table("na,1", ("na", 1)).rows == (("na", 1),)
    assert parse_rater_table("na,1", (0, 1)).rows == ((None, 1),)


def test_what_is_quoted_holds_what_separates() -> None:
    found = parse_rater_table('"Ana; Luz","Ben, Jr";1,2')
    assert found == WrittenTable(("Ana; Luz", "Ben, Jr"), ((1, 2),))
    assert parse_rater_table('"a,1;b,2').rows == (('"a', 1), ("b", 2))  # the quotation has no end


def test_an_item_that_nobody_rated_stays() -> None:
    assert parse_rater_table("1,2;,,;2,2").rows == ((1, 2), (None, None), (2, 2))
    assert parse_rater_table("1;,;2").rows == ((1,), (None,), (2,))


@pytest.mark.parametrize(("text", "says"), FORMS["refused"]["raters"])
def test_what_is_wrong_is_named(text: str, says: str) -> None:
    assert says in error_of(parse_rater_table, text)


def test_writing_tables() -> None:
    assert format_rater_table(["Ann", "Ben"], [(4, 3), (5, None)]) == "Ann,Ben;4,3;5,,"
    assert format_rater_table(None, [(1, "a b"), ("c,d", 2)]) == '1,a b;"c,d",2'


@given(
    names=st.lists(st.sampled_from(["Ana", "Ben, Jr", "C;D", "two words"]), min_size=2, max_size=4),
    data=st.data(),
)
def test_what_is_formatted_is_read_back(names: list[str], data: st.DataObject) -> None:
    cell = st.none() | st.integers(-9, 99)
    row = st.lists(cell, min_size=len(names), max_size=len(names))
    rows = data.draw(st.lists(row, min_size=1, max_size=5))
    text = format_rater_table(names, rows)
    assert parse_rater_table(text) == WrittenTable(tuple(names), tuple(map(tuple, rows)))
    assert parse_rater_table(format_rater_table(None, rows)).rows == tuple(map(tuple, rows))
