"""Rows that are not items, and rows that only look like such rows."""

import io

import pytest

from qwk_core.files.grid import read_grid
from qwk_core.files.header import find_table
from qwk_core.files.layouts import Layout
from qwk_core.files.no_items import is_summary
from tests.core.files.made import TEXTS

NINE = [f"P{n},{1 + n % 5},{1 + n * 2 % 5}" for n in range(9)]
IMPORTED = '"{""ImportId"":""_id""}","{""ImportId"":""Q1""}","{""ImportId"":""Q2""}"'
WORDS = ("low", "high", "mid")
DATED = [f"2024-05-{n + 10},{WORDS[n % 3]},{WORDS[n * 2 % 3]}" for n in range(12)]


def left_out(*lines, **more):
    grid = read_grid(io.BytesIO(("\n".join(lines) + "\n").encode()), Layout("text"))
    return [(one.text, one.certain) for one in find_table(grid, **more).left_out]


@pytest.mark.parametrize("case", TEXTS["left_out"], ids=lambda case: case["lines"][0])
def test_rows_that_are_left_out_or_asked_about(case):
    parts = {"NINE": NINE, "FOUR": NINE[:4], "FIVE": NINE[4:], "DATED": DATED}
    lines = [line for each in case["lines"] for line in parts.get(each, [each])]
    assert left_out("pupil,a,b", *lines) == [*map(tuple, case["found"])]


@pytest.mark.parametrize("header_row", [None, 1])
def test_second_and_third_names_of_a_survey(header_row):
    names = ["id,Q1,Q2", 'Response ID,"How good?","How clear?"']
    found = left_out(*names, IMPORTED, *NINE, header_row=header_row)
    assert [text for text, _ in found] == ["Response ID", '{"ImportId":"_id"}']


def test_names_of_totals():
    names = {"Mean = 3.2": True, "Total score": True, "R 1": False, "x" * 99: False}
    assert {name: is_summary(name) for name in names} == names
