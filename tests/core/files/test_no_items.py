"""Rows that are not items, and rows that only look like such rows."""

import io

import pytest

from qwk_core.files.grid import read_grid
from qwk_core.files.header import find_table
from qwk_core.files.layouts import Layout
from qwk_core.files.no_items import is_summary

NINE = [f"P{n},{1 + n % 5},{1 + n * 2 % 5}" for n in range(9)]


def left_out(*lines, **more):
    grid = read_grid(io.BytesIO(("\n".join(lines) + "\n").encode()), Layout("text"))
    return [(one.text, one.certain) for one in find_table(grid, **more).left_out]


def test_points_possible_below_the_names():
    assert left_out("pupil,a,b", "Points Possible,5.00,5.00", *NINE) == [("Points Possible", True)]
    assert left_out("pupil,a,b", "Weight,0.5,0.5", *NINE) == [("Weight", True)]
    assert left_out("pupil,a,b", *NINE, "满分,5,5") == [("满分", True)]


def test_a_pupil_called_max_is_asked_about():
    assert left_out("pupil,a,b", "Max,5,5", *NINE) == [("Max", False)]
    assert left_out("pupil,a,b", "Max,3,5", *NINE) == []


def test_a_row_that_names_no_item_and_holds_the_largest_number_is_asked_about():
    assert left_out("pupil,a,b", ",5,5", *NINE) == [("5", False)]
    assert left_out("pupil,a,b", ",5,4", *NINE) == []


def test_a_test_pupil():
    assert left_out("pupil,a,b", *NINE, '"Student, Test",1,1') == [("Student, Test", True)]


def test_subtotals_between_items():
    rows = [*NINE[:4], "Subtotal,17,15", *NINE[4:], "Subtotal,9,20"]
    assert left_out("pupil,a,b", *rows) == [("Subtotal", True), ("Subtotal", True)]


def test_a_total_that_may_be_an_item_is_asked_about_and_a_weak_word_is_none():
    assert left_out("pupil,a,b", *NINE[:4], "Total,3,2", *NINE[4:]) == [("Total", False)]
    assert left_out("pupil,a,b", *NINE[:4], "Mode,3,2", *NINE[4:]) == []


def test_a_mean_above_the_items():
    assert left_out("pupil,a,b", "Average,2.78,3.11", *NINE) == [("Average", True)]


@pytest.mark.parametrize("header_row", [None, 1])
def test_second_and_third_names_of_a_survey(header_row):
    names = ["id,Q1,Q2", 'Response ID,"How good?","How clear?"']
    imported = '"{""ImportId"":""_id""}","{""ImportId"":""Q1""}","{""ImportId"":""Q2""}"'
    found = left_out(*names, imported, *NINE, header_row=header_row)
    assert [text for text, _ in found] == ["Response ID", '{"ImportId":"_id"}']


def test_three_full_rows_of_names_above_dates_and_words():
    words = ("low", "high", "mid")
    rows = [f"2024-05-{n + 10},{words[n % 3]},{words[n * 2 % 3]}" for n in range(12)]
    assert left_out("day,a,b", "The day,first,second", *rows) == [("The day", True)]
    assert left_out("day,a,b", *rows) == []


def test_names_of_totals():
    assert [is_summary(cell) for cell in ("Mean = 3.2", "Total score", "R 1", "x" * 99)] == [
        True,
        True,
        False,
        False,
    ]
