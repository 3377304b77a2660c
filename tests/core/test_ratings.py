"""Ratings as input, and the text of each refusal."""

from array import array
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from qwk_core import (
    MAX_CATEGORIES,
    expected_matrix,
    observed_matrix,
    quadratic_weighted_kappa,
    read_counts,
    read_ratings,
    walk_through,
    walk_through_counts,
    weight_matrix,
)
from tests.core.refused import error_of

SCALE = range(5)
LOW_HIGH = pd.Categorical(["low", "high"], categories=["low", "high"], ordered=True)
HIGH_LOW = pd.Categorical(["low", "high"], categories=["high", "low"], ordered=True)
DICTIONARY = pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["low", "high"]))


# -- Input --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "positions", "categories"),
    [
        ([1, 3, 3], [0, 2, 2], (1, 2, 3)),
        ([-2, 0, -1], [0, 2, 1], (-2, -1, 0)),
        ([True, False], [1, 0], (0, 1)),
        (np.array([True, False]), [1, 0], (0, 1)),
        ([1.0, 2, np.float32(3)], [0, 1, 2], (1, 2, 3)),
        ([Decimal(1), Fraction(4, 2), np.bool_(True)], [0, 1, 0], (1, 2)),
        ({"a": 1, "b": 2}.values(), [0, 1], (1, 2)),
        (array("b", [1, 2]), [0, 1], (1, 2)),
        (np.array([1e19, 1e19]), [0, 0], (10**19,)),
        (np.array([2**63, 2**63 + 2], dtype=np.uint64), [0, 2], tuple(2**63 + k for k in range(3))),
        ([-(2**63), -(2**63) + 1], [0, 1], (-(2**63), -(2**63) + 1)),
        ([2**100, 2**100 + 1], [0, 1], (2**100, 2**100 + 1)),
        (np.array([-128, -127], dtype=np.int8), [0, 1], (-128, -127)),
        (pd.Series([1, 2], index=[8, 9], dtype="UInt8"), [0, 1], (1, 2)),
        (pd.Series([1, 3], dtype="category"), [0, 2], (1, 2, 3)),
        (pd.Categorical([4, 1], categories=[4, 2, 1], ordered=True), [0, 2], (4, 2, 1)),
        (pd.CategoricalIndex(LOW_HIGH), [0, 1], ("low", "high")),
    ],
)
def test_positions_and_categories(values, positions, categories):
    ratings = read_ratings(values, values)
    assert ratings.actual.tolist() == ratings.predicted.tolist() == positions
    assert ratings.actual.dtype == ratings.predicted.dtype == np.intp
    assert ratings.categories == categories
    assert all(type(category) in (int, str) for category in ratings.categories)
    assert ratings.n == len(positions)


@pytest.mark.parametrize(
    ("actual", "predicted", "positions"),
    [
        ([3, 3], [1, 5], [[2, 2], [0, 4]]),
        (np.array([1, 2], dtype=np.uint64), np.array([-1, 0], dtype=np.int8), [[2, 3], [0, 1]]),
        ([2**63 - 1, 2**63 - 1], [2**63, 2**63 + 1], [[0, 0], [1, 2]]),
    ],
)
def test_the_scale_spans_both_vectors(actual, predicted, positions):
    ratings = read_ratings(actual, predicted)
    assert [ratings.actual.tolist(), ratings.predicted.tolist()] == positions
    numbers = [*map(int, actual), *map(int, predicted)]
    assert ratings.categories == tuple(range(min(numbers), max(numbers) + 1))


@pytest.mark.parametrize(
    ("categories", "positions"),
    [
        (range(1, 5), [0, 3, 1]),
        (np.array([1, 2, 4], dtype=np.uint8), [0, 2, 1]),
        ((4.0, 2.0, 1.0), [2, 0, 1]),
        (range(4, 0, -1), [3, 0, 2]),
        (pd.Index([1, 4, 2]), [0, 1, 2]),
        (["n/a", 1, 2, 4], [1, 3, 2]),
    ],
)
@pytest.mark.parametrize("kind", [list, np.array, lambda values: np.array(values, dtype=object)])
def test_declared_categories_count_in_positions(kind, categories, positions):
    ratings = read_ratings(kind([1, 4, 2]), [1, 4, 2], categories=categories)
    assert ratings.actual.tolist() == ratings.predicted.tolist() == positions
    assert len(ratings.categories) == len(categories)


def test_declared_categories_beyond_64_bits():
    low = 2**70
    ratings = read_ratings([low, low + 2], [low + 1] * 2, categories=range(low, low + 3))
    assert ratings.actual.tolist() == [0, 2]


def test_items_in_a_cell():
    ratings = read_ratings([4, 4, 3, 4], [0, 4, 1, 0], categories=SCALE)
    assert ratings.items_in_cell(4, 0).tolist() == [0, 3]
    assert ratings.items_in_cell(0, 4).tolist() == []


# -- Refusals -----------------------------------------------------------------------------------

MISSING = "the rating is missing. Give one, or leave the item out of both."
WHOLE = "is not a whole number."
NEITHER = "is neither a whole number nor text."
TEXT = "is not a whole number. Correct it, or declare the categories from lowest to highest."
EMPTY = " is empty; give at least one rating."
NOT_A_LIST = "give a list, one value for each item."
FLAT = "give a plain list, one value for each item."
DATE = np.array(["2020-01-01", "2020-01-02"], dtype="M8[ns]")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], EMPTY),
        (np.array([], dtype="M8[D]"), EMPTY),
        (pa.chunked_array([], type=DICTIONARY.type), EMPTY),
        ([1, None], f", item 2: {MISSING}"),
        ([1, float("nan")], f", item 2: {MISSING}"),
        ([Decimal("nan"), 1], f", item 1: {MISSING}"),
        (np.array([np.nan, 1.0]), f", item 1: {MISSING}"),
        (np.ma.masked_array([1, 2], mask=[False, True]), f", item 2: {MISSING}"),
        ([1, np.ma.masked], f", item 2: {MISSING}"),
        (pd.Series([1, pd.NA], dtype="Int64"), f", item 2: {MISSING}"),
        ([1, pd.NaT], f", item 2: {MISSING}"),
        (pl.Series([1, None]), f", item 2: {MISSING}"),
        (pa.array([1, None]), f", item 2: {MISSING}"),
        ([1, 1.5], f", item 2: 1.5 {WHOLE}"),
        (np.array([1, 2.5]), f", item 2: 2.5 {WHOLE}"),
        ([Fraction(1, 2), 1], f", item 1: Fraction(1, 2) {WHOLE}"),
        (np.array([1, -np.inf]), f", item 2: -inf {WHOLE}"),
        ([1, "2"], f", item 2: “2” {TEXT}"),
        (pd.Series(["low", "high"], dtype="category"), f", item 1: “low” {TEXT}"),
        (pl.Series(["low", "high"], dtype=pl.Categorical), f", item 1: “low” {TEXT}"),
        (DICTIONARY, f", item 1: “low” {TEXT}"),
        ("0,1", f": this is of type str; {NOT_A_LIST}"),
        ({0, 1}, f": this is of type set; {NOT_A_LIST}"),
        (3, f": this is of type int; {NOT_A_LIST}"),
        (np.eye(2), f": this has 2 dimensions; {FLAT}"),
        (pd.DataFrame([[1]]), f": this has 2 dimensions; {FLAT}"),
        ([[0], [1]], f", item 1: [0] {NEITHER}"),
        ([0, 1j], f", item 2: 1j {NEITHER}"),
        (np.array([0, 1j]), f", item 1: 0j {NEITHER}"),
        (DATE, f", item 1: np.datetime64('2020-01-01T00:00:00.0000… {NEITHER}"),
    ],
)
@pytest.mark.parametrize("function", [quadratic_weighted_kappa, walk_through, observed_matrix])
def test_refused_ratings_name_the_vector_and_the_item(function, values, message):
    assert error_of(function, values, [1, 2]) == f"Actual{message}"
    assert error_of(function, [1, 2], values) == f"Predicted{message}"


def test_vectors_that_do_not_belong_together():
    assert error_of(read_ratings, [1, 2, 3], [1, 2]) == (
        "Actual and Predicted differ in length, 3 and 2; every item needs one of each."
    )
    assert error_of(read_ratings, LOW_HIGH, HIGH_LOW) == (
        "Actual orders its categories “low”, “high”, Predicted “high”, “low”. "
        "Give both one order, or declare the categories."
    )
    assert error_of(read_ratings, LOW_HIGH, ["low", "mid"]) == (
        "Predicted, item 2: “mid” is not one of the categories “low”, “high”."
    )
    gap = pd.Categorical(["low", None], categories=["low"], ordered=True)
    assert error_of(read_ratings, gap, ["low", "low"]) == f"Actual, item 2: {MISSING}"


@pytest.mark.parametrize(
    ("values", "categories", "message"),
    [
        ([0, 7], SCALE, "7 is not one of the categories 0–4."),
        ([0, 2**70], SCALE, f"{2**70} is not one of the categories 0–4."),
        ([0, "1"], SCALE, "“1” is not one of the categories 0–4."),
        ([1, 3], (1, 2, 4), "3 is not one of the categories 1, 2, 4."),
        (["1", "x"], list("1234567890"), "“x” is not one of the categories “1”, “2”, “3”, “4”, "
         "“5”, “6”, “7”, …, “0”."),
    ],
)  # fmt: skip
def test_a_rating_outside_the_categories(values, categories, message):
    others = [categories[0]] * 2
    for function in (quadratic_weighted_kappa, walk_through):
        found = error_of(function, others, values, categories=categories)
        assert found == f"Predicted, item 2: {message}"


@pytest.mark.parametrize(
    ("categories", "message"),
    [
        ([], ": none are given; list them from lowest to highest."),
        ([1, 2, 1.0], ": 1 appears twice; list each one once, from lowest to highest."),
        ([1, None], ", position 2: the category is missing."),
        ([1, 1.5], f", item 2: 1.5 {WHOLE}"),
        ("0-4", f": this is of type str; {NOT_A_LIST}"),
        ({0, 1}, f": this is of type set; {NOT_A_LIST}"),
    ],
)
def test_refused_categories(categories, message):
    for function in (quadratic_weighted_kappa, walk_through):
        assert error_of(function, [1], [1], categories=categories) == f"Categories{message}"


def test_the_range_of_a_matrix_is_limited():
    assert len(read_ratings([0], [MAX_CATEGORIES - 1]).categories) == MAX_CATEGORIES
    assert error_of(read_ratings, [0], [MAX_CATEGORIES]) == (
        "The ratings run from 0 to 2000: a matrix would need 2001 categories, and 2000 is the "
        "most. Declare the categories in use."
    )
    assert error_of(walk_through, [0], [10**5000]).startswith(
        "The ratings run from 0 to ≈10^5000: a matrix would need"
    )
    too_many = "Categories: a matrix for 2001 would be too large; 2000 is the most."
    assert error_of(walk_through, [0], [1], categories=range(MAX_CATEGORIES + 1)) == too_many
    assert error_of(weight_matrix, MAX_CATEGORIES + 1) == too_many
    assert error_of(weight_matrix, 0).endswith("is not a number of categories; 1 is the least.")
    assert error_of(read_counts, np.zeros((MAX_CATEGORIES + 1,) * 2)) == too_many
    # With two declared categories, a matrix is possible.
    assert read_ratings([0], [10**9], categories=[0, 10**9]).categories == (0, 10**9)


NOT_ALLOWED = "is not allowed; give a finite number, 0 or more."


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 2], "Sample weights: 2 for 3 items; every item needs one."),
        ([1, -0.5, 1], f"Sample weights, item 2: -0.5 {NOT_ALLOWED}"),
        ([1, 1, float("nan")], f"Sample weights, item 3: nan {NOT_ALLOWED}"),
        (np.array([np.inf, 1, 1]), f"Sample weights, item 1: inf {NOT_ALLOWED}"),
        ([1, None, 1], f"Sample weights, item 2: None {NOT_ALLOWED}"),
        ([1, "2", 1], f"Sample weights, item 2: “2” {NOT_ALLOWED}"),
        ([10**400, 1, 1], f"Sample weights, item 1: ≈10^400 {NOT_ALLOWED}"),
        ([1, Fraction(10**400), 1], f"Sample weights, item 2: Fraction(1{'0' * 29}… {NOT_ALLOWED}"),
        ([0, 0.0, 0], "Sample weights: all are 0; at least one item must count."),
    ],
)
@pytest.mark.parametrize("function", [quadratic_weighted_kappa, observed_matrix])
def test_refused_sample_weights(function, weights, message):
    assert error_of(function, [0, 1, 2], [0, 1, 1], sample_weight=weights) == message


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([[]], "Counts: the matrix is empty; give at least one row."),
        ([[0, 0], [0, 0]], "Counts: every cell is 0; at least one item is needed."),
        ([[1, 2]], "Counts: the matrix is 1 × 2; give as many rows as columns."),
        ([[1, 2], [3]], "Counts, row 2: the number of cells is 1, but 2 in row 1."),
        ([[1, 2], [3, -4]], f"Counts, row 2, column 2: -4 {NOT_ALLOWED}"),
        (np.array([[1, np.inf], [3, 4]]), f"Counts, row 1, column 2: inf {NOT_ALLOWED}"),
        ([[1, None], [3, 4]], f"Counts, row 1, column 2: None {NOT_ALLOWED}"),
        ([[1e300, 2], [3, 4]], f"Counts, row 1, column 1: 1e+300 {NOT_ALLOWED}"),
        (np.ones((2, 2, 2)), f"Counts, row 1, column 1: [1.0, 1.0] {NOT_ALLOWED}"),
        (pd.Series([1, 2]), "Counts, row 1: 1 is not a row of numbers; give a square matrix."),
        (np.float64(3), f"Counts: this is of type float64; {NOT_A_LIST}"),
    ],
)
@pytest.mark.parametrize("function", [walk_through_counts, expected_matrix])
def test_refused_counts(function, counts, message):
    assert error_of(function, counts) == message


def test_names_for_counts():
    counts, names = read_counts(pd.DataFrame([[1, 2], [3, 4]]), ["no", "yes"])
    assert counts.tolist() == [[1, 2], [3, 4]]
    assert names == ("no", "yes")
    message = "Categories: 3 are declared for 2 rows of counts."
    assert error_of(walk_through_counts, [[1, 2], [3, 4]], categories=range(3)) == message


@pytest.mark.parametrize(
    ("counts", "dtype"),
    [
        ([[1, 2], [3, 4]], np.int64),
        (np.array([[1, 2], [3, 4]], dtype=np.uint8), np.int64),
        ([np.array([1, 2]), (3, 4)], np.int64),
        ([[0.5, 2], [3, 4]], np.float64),
        ([[Fraction(1, 4), Decimal("0.5")], [np.float32(0), 0]], np.float64),
        ([[2**61, 0], [0, 2**60]], np.int64),
        ([[2**62, 0], [0, 2**62]], np.float64),
    ],
)
def test_whole_counts_become_integers(counts, dtype):
    read, names = read_counts(counts)
    assert read.dtype == dtype
    assert names == (0, 1)
    assert read.tolist() == [[float(cell) for cell in row] for row in counts]


@pytest.mark.parametrize(
    ("scheme", "message"),
    [
        (
            "cubic",
            "Scheme: “cubic” is not known. Use “quadratic”, “linear”, “unweighted”, "
            "or a square array of disagreement weights.",
        ),
        (np.eye(2), "Weights: 2 × 2 do not fit 3 categories; 3 × 3 are needed."),
        ([[0, 1, 1], [1, 0]], "Weights, row 2: the number of cells is 2, but 3 in row 1."),
        ([[0, 1, 1], [1, 0, -1], [1, 1, 0]], f"Weights, row 2, column 3: -1 {NOT_ALLOWED}"),
        (np.full((3, 3), np.nan), f"Weights, row 1, column 1: nan {NOT_ALLOWED}"),
        (None, f"Weights: this is of type NoneType; {NOT_A_LIST}"),
    ],
)
def test_refused_schemes(scheme, message):
    assert error_of(weight_matrix, 3, scheme) == message
    assert error_of(walk_through, [0, 1, 2], [0, 1, 1], scheme=scheme) == message
