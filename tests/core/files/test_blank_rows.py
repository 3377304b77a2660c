"""Rows that hold nothing, in a table of ratings alone: items that nobody rated are counted."""

import pytest

from qwk_core.files.answers import Answers
from qwk_core.statistics.rating_table import Exclusion
from tests.core.files import made
from tests.core.files.made import excel, of

RATED = [[at % 3 + 1, at % 4 % 3 + 1, at % 3 + 1] for at in range(40)]
NAMES = ["Ann", "Ben", "Cy"]


def rated_by(n_raters):
    return [row[:n_raters] for row in RATED]


def text(rows, mark=","):
    return made.text("".join(mark.join(map(str, row)) + "\n" for row in rows))


def blank(file, n_raters):
    """Return how many rows without a rating are said, and how many items there are."""
    names = NAMES[:n_raters]
    answers = Answers(columns=tuple(names)) if n_raters == 2 else Answers(raters=tuple(names))
    reading = of(file.getvalue(), answers)
    said = [one for one in reading.remarks if one.template.startswith("Rows without any rating")]
    assert all(isinstance(one, Exclusion) for one in said)
    return [one.values["n"] for one in said], reading.table.n_items


@pytest.mark.parametrize("write", [text, excel, lambda rows: text(rows, ";")])
@pytest.mark.parametrize("n_raters", [2, 3])
def test_blank_rows_between_the_items_are_counted(write, n_raters):
    rows = rated_by(n_raters)
    nothing = [""] * n_raters
    for place in (0, 7, 7, 30):
        rows.insert(place, nothing)
    assert blank(write([NAMES[:n_raters], *rows, nothing, nothing]), n_raters) == ([4], 40)
    assert blank(write([NAMES[:n_raters], *rated_by(n_raters), nothing]), n_raters) == ([], 40)


@pytest.mark.parametrize("n_raters", [2, 3])
def test_where_items_have_names_they_tell_who_was_not_rated(n_raters):
    rows = [[f"e{at}", *row] for at, row in enumerate(rated_by(n_raters))]
    rows[5] = ["e5", *[""] * n_raters]
    rows.insert(9, [""] * (n_raters + 1))  # no item at all
    assert blank(text([["essay", *NAMES[:n_raters]], *rows]), n_raters) == ([], 40)


def test_a_row_that_is_left_out_is_not_blank():
    rows = rated_by(2)
    head = NAMES[:2]
    rows[20:20] = [["", ""], head]
    assert blank(text([head, *rows]), 2) == ([1], 40)
