"""Rows that are not items, and rows that only look like such rows."""

import io

import pytest

from qwk_core.files.grid import read_grid
from qwk_core.files.header import find_table
from qwk_core.files.layouts import Layout
from qwk_core.files.no_items import is_summary

NINE = [f"P{n},{1 + n % 5},{1 + n * 2 % 5}" for n in range(9)]
IMPORTED = '"{""ImportId"":""_id""}","{""ImportId"":""Q1""}","{""ImportId"":""Q2""}"'
WORDS = ("low", "high", "mid")
DATED = [f"2024-05-{n + 10},{WORDS[n % 3]},{WORDS[n * 2 % 3]}" for n in range(12)]


def left_out(*lines, **more):
    grid = read_grid(io.BytesIO(("\n".join(lines) + "\n").encode()), Layout("text"))
    return [(one.text, one.certain) for one in find_table(grid, **more).left_out]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        # Points possible below the names, or below all.
        (["Points Possible,5.00,5.00", *NINE], [("Points Possible", True)]),
        (["Weight,0.5,0.5", *NINE], [("Weight", True)]),
        ([*NINE, "满分,5,5"], [("满分", True)]),
        # A pupil called Max, or one without a name, is asked about if all is the largest number.
        (["Max,5,5", *NINE], [("Max", False)]),
        (["Max,3,5", *NINE], []),
        ([",5,5", *NINE], [("5", False)]),
        ([",5,4", *NINE], []),
        # A test pupil.
        ([*NINE, '"Student, Test",1,1'], [("Student, Test", True)]),
        # Subtotals between items; what may be an item is asked about; a weak word is none.
        (
            [*NINE[:4], "Subtotal,17,15", *NINE[4:], "Subtotal,9,20"],
            [("Subtotal", True), ("Subtotal", True)],
        ),
        ([*NINE[:4], "Total,3,2", *NINE[4:]], [("Total", False)]),
        ([*NINE[:4], "Mode,3,2", *NINE[4:]], []),
        # A mean above the items.
        (["Average,2.78,3.11", *NINE], [("Average", True)]),
        # Three full rows of names above dates and words.
        (["The day,first,second", *DATED], [("The day", True)]),
        (DATED, []),
    ],
)
def test_rows_that_are_left_out_or_asked_about(lines, found):
    assert left_out("pupil,a,b", *lines) == found


@pytest.mark.parametrize("header_row", [None, 1])
def test_second_and_third_names_of_a_survey(header_row):
    names = ["id,Q1,Q2", 'Response ID,"How good?","How clear?"']
    found = left_out(*names, IMPORTED, *NINE, header_row=header_row)
    assert [text for text, _ in found] == ["Response ID", '{"ImportId":"_id"}']


def test_names_of_totals():
    names = {"Mean = 3.2": True, "Total score": True, "R 1": False, "x" * 99: False}
    assert {name: is_summary(name) for name in names} == names
