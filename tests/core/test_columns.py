"""Ratings can be sequences and columns of any library, and matrices become DataFrames."""

import sys
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from qwk_core import quadratic_weighted_kappa, read_ratings, walk_through
from qwk_core.pictures.panel import VIEWS
from tests.core.refused import error_of

ORDER = ["mild", "severe", "gone"]  # not alphabetical
CODES = pa.array([0, 2, 1, 1])
DICTIONARY = pa.DictionaryArray.from_arrays(CODES, pa.array(ORDER), ordered=True)
ORDERED = [
    pd.Series(pd.Categorical.from_codes([0, 2, 1, 1], ORDER, ordered=True)),
    pl.Series(["mild", "gone", "severe", "severe"], dtype=pl.Enum(ORDER)),
    DICTIONARY,
    pa.chunked_array([DICTIONARY[:2], DICTIONARY[2:]]),
]
ACTUAL = [4, 4, 3, 4, 4, 0, 1, 1, 2, 1]
PREDICTED = [0, 4, 1, 0, 4, 0, 1, 1, 2, 1]
KINDS = [
    *(
        lambda values, dtype=dtype: np.array(values, dtype=dtype)
        for dtype in ("int8", "uint8", ">i4", "int64", "uint64", "float32", object)
    ),
    lambda values: [Fraction(value) for value in values],
    iter,
    np.ma.masked_array,
    pd.Series,
    lambda values: pd.Series(values, dtype="Int64"),
    lambda values: pd.Series(values, dtype="int64[pyarrow]"),
    lambda values: pd.Categorical(values, categories=range(5), ordered=True),
    pl.Series,
    pa.array,
    lambda values: pa.chunked_array([values[:3], values[3:]]),
]


@pytest.mark.parametrize("make", KINDS)
def test_takes_any_sequence_of_whole_numbers(make):
    kappa = quadratic_weighted_kappa(ACTUAL, PREDICTED)
    assert quadratic_weighted_kappa(make(ACTUAL), make(PREDICTED)) == kappa
    assert quadratic_weighted_kappa(make(ACTUAL), PREDICTED) == kappa
    assert quadratic_weighted_kappa(ACTUAL, make(PREDICTED), categories=range(5)) == kappa
    assert read_ratings(make(ACTUAL), make(PREDICTED)).predicted.tolist() == PREDICTED


@pytest.mark.parametrize("column", ORDERED)
def test_an_ordered_type_brings_its_scale_and_a_declared_one_goes_before_it(column):
    ratings = read_ratings(column, column)
    assert ratings.categories == tuple(ORDER)
    assert ratings.actual.tolist() == [0, 2, 1, 1]
    other = read_ratings(column, column, categories=["gone", "severe", "mild"])
    assert other.actual.tolist() == [2, 0, 1, 1]
    distant = quadratic_weighted_kappa(column, ["mild", "severe", "gone", "gone"])
    assert distant == quadratic_weighted_kappa([0, 2, 1, 1], [0, 1, 2, 2])


@pytest.mark.parametrize("name", VIEWS)
def test_a_matrix_leaves_with_its_labels(name):
    walk = walk_through(["low", "high"], ["high", "high"], categories=["low", "high"])
    frame = walk.to_frame(name)
    assert (frame.index.name, frame.columns.name) == ("actual", "predicted")
    assert frame.loc["low", "high"] == getattr(walk, name)[0, 1]
    assert "no matrix “kappa”" in error_of(walk.to_frame, "kappa")


def test_no_other_library_is_imported_for_ratings(monkeypatch):
    for name in ("pandas", "polars", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)  # an import would fail
    assert quadratic_weighted_kappa([1, 2, 3], np.array([1, 2, 3])) == 1
