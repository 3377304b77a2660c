"""Tables of many raters: what is read, and what is refused."""

import math
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from qwk_core.statistics.raters import MAX_RATERS, rater_agreement
from qwk_core.statistics.raters.table import check_cells, letters, read_table
from tests.core.refused import error_of

NAN = math.nan
POSITIONS = [[0, 2, -1], [1, 2, 2], [2, -1, 0]]
ROWS = [[1, 3, None], [2, 3, 3], [3, None, 1]]


@pytest.mark.parametrize(
    "ratings",
    [
        ROWS,
        [np.array([1, 3, NAN]), [2, 3.0, True + 2], (3, "", 1)],
        [[Decimal(1), 3, Decimal("NaN")], [2, 3, 3], [3, " ", 1]],
        np.array(ROWS, dtype=object),
        np.array(ROWS, dtype=float),
        np.ma.masked_equal([[1, 3, 9], [2, 3, 3], [3, 9, 1]], 9),
        np.ma.masked_array(ROWS, mask=[[0, 0, 1], [0, 0, 0], [0, 1, 0]], dtype=object),
        pd.DataFrame(ROWS).astype("Int64"),
        pd.DataFrame({"a": [1, 2, 3], "b": [3.0, 3, NAN], "c": [pd.NA, 3, 1]}),
        np.array(ROWS, dtype=float) + 10**6,
        [[None if x is None else x + 10**30 for x in row] for row in ROWS],
    ],
)
def test_every_kind_of_table(ratings):
    table = read_table(ratings)
    assert table.positions.tolist() == POSITIONS
    assert len(table.categories) == 3


def at_the_end_of(dtype):
    most = np.iinfo(dtype).max
    return np.array([[most - 2, most], [most - 1, most - 2]], dtype=dtype)


@pytest.mark.parametrize(
    ("ratings", "categories"),
    [
        *((at_the_end_of(dtype), None) for dtype in (np.int8, np.uint8, np.int64, np.uint64)),
        ([[1, 4], [2, 1]], [1, 2, 4]),
        (np.array([[1, 4], [2, 1]]), [1, 2, 4]),
        ([["lo", "hi"], ["mid", "lo"]], ["lo", "mid", "hi"]),
        (np.array([[0, 10**7], [5, 0]]), [0, 5, 10**7]),
        ([[False, 2], [True, 0]], None),
    ],
)
def test_categories_count_in_places(ratings, categories):
    table = read_table(ratings, categories=categories)
    assert table.positions.tolist() == [[0, 2], [1, 0]]
    first = int(np.min(ratings)) if categories is None else 0
    assert table.categories == tuple(categories or range(first, first + 3))
    assert read_table(np.array([[True, False], [True, True]])).categories == (0, 1)


def test_ordered_categoricals_bring_their_order():
    order = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    frame = pd.DataFrame({"a": ["low", "high"], "b": ["mid", None], "c": ["mid", "low"]})
    table = read_table(frame.astype({"a": order, "b": order}))
    assert table.categories == ("low", "mid", "high")
    assert table.positions.tolist() == [[0, 1, 1], [2, -1, 0]]
    other = pd.CategoricalDtype(["high", "mid", "low"], ordered=True)
    assert error_of(read_table, frame.astype({"a": order, "b": other})).startswith(
        "a orders the categories “low”, “mid”, “high”, b “high”, “mid”, “low”. Give both"
    )
    declared = read_table(frame.astype({"a": order, "b": other}), categories=["low", "mid", "high"])
    assert declared.positions.tolist() == [[0, 1, 1], [2, -1, 0]]
    assert error_of(read_table, frame.astype("category")).startswith(
        "a, item 1: “low” is not a whole number"
    )


def test_names():
    assert read_table([[1, 2]]).raters == ("A", "B")
    assert read_table(pd.DataFrame([[1, 2]])).raters == ("0", "1")
    assert read_table(pd.DataFrame([[1, 2]]), raters=["x", " y "]).raters == ("x", "y")
    assert read_table([[1, 2]], raters=pd.Series([7, 8])).raters == ("7", "8")
    assert letters(703)[-2:] == ("ZZ", "AAA")
    assert len(set(letters(MAX_RATERS))) == MAX_RATERS


SMALL = np.array([[1, 2], [3, 2]])
DATES = np.array([["2026-01-01", "2026-01-02"]], dtype="M8[D]")


@pytest.mark.parametrize(
    ("ratings", "settings", "begins"),
    [
        ([], {}, "Ratings is empty; give at least one rating."),
        (np.full((2, 2), NAN), {}, "Ratings: every cell is empty; give at least one rating."),
        ([[], []], {}, "Raters: 0 are not enough; at least two are needed."),
        (np.ones((2, 501)), {}, "Raters: 501 are too many; 500 is the most."),
        ([1, 2], {}, "Ratings, row 1: 1 is not a row; give one rating for each rater."),
        ([[1, 2], [1]], {}, "Ratings, row 2: the number of cells is 1, but 2 in row 1."),
        (np.ones((2, 2, 2)), {}, "Ratings: the number of dimensions is 3; give a table, one row"),
        ({"a": [1, 2]}, {}, "Ratings: this is of type dict; give a list, one value for each"),
        ([[1, 2], [1, 2.5]], {}, "B, item 2: 2.5 is not a whole number."),
        ([[1, 2], [{}, 2]], {"raters": ["Ann", "Ben"]}, "Ann, item 2: {} is neither a whole"),
        (DATES, {}, "Ratings, item 1: np.datetime64('2026-01-01') is neither a whole number"),
        (SMALL, {"categories": [1, 2, 4]}, "A, item 2: 3 is not one of the categories 1, 2, 4."),
        (SMALL, {"categories": ["1", "2"]}, "A, item 1: 1 is not one of the categories “1”, “2”."),
        ([["low", "high"]], {}, "A, item 1: “low” is not a whole number. Correct it, or"),
        (np.array([[1, 5000]]), {}, "The ratings run from 1 to 5000: a matrix would need 5000"),
        ([[1, 2]], {"categories": range(5000)}, "Categories: a matrix for 5000 would be too"),
        ([[1, 2]], {"raters": ["Ann"]}, "Raters: the number of names is 1, but that of columns"),
        ([[1, 2]], {"raters": ["Ann", " "]}, "Raters: name 2 is empty."),
        ([[1, 2]], {"raters": ["Ann", "Ann"]}, "Raters: “Ann” appears twice; give each rater a"),
        ([[1, 2]], {"scheme": [[0, 1], [2, 0]]}, "Weights: they must be symmetric, and 0 on the"),
        ([[1, 2]], {"scheme": [[1, 1], [1, 0]]}, "Weights: they must be symmetric, and 0 on the"),
    ],
)
def test_what_is_refused_names_the_culprit(ratings, settings, begins):
    assert error_of(rater_agreement, ratings, **settings).startswith(begins)


def test_a_table_that_is_too_large():
    check_cells(100_000, 500)
    assert error_of(check_cells, 100_001, 500).startswith(
        "100001 items by 500 raters are too large a table; "
    )
