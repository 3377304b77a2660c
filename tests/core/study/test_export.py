"""What is downloaded, read again, is what was computed."""

import csv
import io
import itertools
import json
import math
from dataclasses import fields

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import Walkthrough, walk_through, walk_through_counts
from qwk_core.study.export import csv_text, matrix_csv, walkthrough_csv, walkthrough_json
from qwk_core.teaching.examples import EXAMPLES

WALKS = [
    *(known.walk() for known in EXAMPLES),
    walk_through([3, 3], [3, 3]),
    walk_through_counts([[0.1, 0.2], [0.3, 0.4]], categories=("no", "yes"), scheme="linear"),
    walk_through(["a, b", 'c "d"'], ["a, b", "a, b"], categories=["a, b", 'c "d"', "é\nκ"]),
    walk_through([0, 1], [1, 1], scheme=[[0, 1 / 3], [2, 0]]),
]


def read_csv(text):
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def numbers(cells):
    return [float(cell) for cell in cells]


@pytest.mark.parametrize("walk", WALKS)
def test_a_matrix_read_again_is_the_same(walk):
    names = [str(category) for category in walk.categories]
    for matrix in (walk.observed, walk.weights, walk.expected, walk.weighted_expected):
        header, *rows = read_csv(matrix_csv(matrix, walk.categories))
        assert header == ["actual / predicted", *names]
        assert [row[0] for row in rows] == names
        assert [numbers(row[1:]) for row in rows] == matrix.tolist()


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_read_again_is_the_same(walk):
    header, *rows = read_csv(walkthrough_csv(walk))
    matrices = {
        "observed": walk.observed,
        "weight": walk.weights,
        "expected": walk.expected,
        "weighted_observed": walk.weighted_observed,
        "weighted_expected": walk.weighted_expected,
        "share": walk.shares,
    }
    assert header == ["row", "column", *matrices]
    names = [str(category) for category in walk.categories]
    assert [tuple(row[:2]) for row in rows] == list(itertools.product(names, names))
    for place, matrix in enumerate(matrices.values(), start=2):
        assert numbers(row[place] for row in rows) == matrix.ravel().tolist()


def test_pandas_reads_it_too():
    walk = WALKS[0]
    table = pd.read_csv(io.StringIO(matrix_csv(walk.observed, walk.categories)), index_col=0)
    assert table.to_numpy().tolist() == walk.observed.tolist()
    assert table.index.tolist() == list(walk.categories)


@pytest.mark.parametrize("walk", WALKS)
def test_json_read_again_is_the_same(walk):
    content = json.loads(walkthrough_json(walk), parse_constant=pytest.fail)
    assert list(content) == [field.name for field in fields(Walkthrough)] + ["n"]
    for name, value in content.items():
        computed = getattr(walk, name)
        if isinstance(computed, np.ndarray):
            assert value == computed.tolist()
        elif name == "categories":
            assert value == list(computed)
        elif name == "kappa" and math.isnan(computed):
            assert value is None
            assert content["undefined_reason"]
        else:
            assert value == computed


FORMULA = 'HYPERLINK("http://x")'
# A spreadsheet skips blanks and signs that are not seen, and knows the full-width forms.
HIDDEN = ["", " ", "\u00a0", "\n", "\t", "\r", "\v", "\ufeff", "\u200b ", "\u3000", "\x00"]
STARTS = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦"]


@pytest.mark.parametrize("start", [hidden + sign for hidden in HIDDEN for sign in STARTS])
def test_labels_that_a_spreadsheet_would_run_are_defused(start):
    label = start + FORMULA
    walk = walk_through([label, "b"], ["b", "b"], categories=[label, "b"])
    for text in (matrix_csv(walk.observed, walk.categories), walkthrough_csv(walk)):
        cells = [cell for row in read_csv(text) for cell in row]
        assert "'" + label in cells
        assert label not in cells


@pytest.mark.parametrize("start", ["\t", "\r", "\rcmd", "\tx"])
def test_a_cell_never_begins_with_a_tab_or_a_return(start):
    assert csv_text([[start]]) == f'"\'{start}"\r\n'


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_a_spreadsheet_that_parts_cells_elsewhere_finds_no_formula(separator):
    """Where commas are decimal, cells are parted by semicolons: quotation marks keep them whole."""
    label = f"mild{separator}={FORMULA}"
    text = csv_text([[label, 1]])
    (row,) = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=False)
    assert not any(cell.startswith("=") for cell in row)
    assert read_csv(text) == [[label, "1"]]


@pytest.mark.parametrize("number", [-1, -0.5, "-1", "+3", "-1.5e-3", "-2,5", "1e400"])
def test_numbers_stay_numbers(number):
    assert read_csv(csv_text([[number]])) == [[str(number)]]


@pytest.mark.parametrize("text", ["-1-1", "+1+cmd", "-", "--1", "-1\n", "- 1", "-１=x"])
def test_what_only_begins_like_a_number_is_no_number(text):
    assert read_csv(csv_text([[text]])) == [["'" + text]]


def test_negative_categories_stay_numbers():
    walk = walk_through([-1, 0], [-1, -1])
    assert walkthrough_csv(walk).splitlines()[1].startswith("-1,-1,1,")
    assert matrix_csv(walk.observed, walk.categories).splitlines()[1] == "-1,1,0"


LABEL = st.text(min_size=1, max_size=5).filter(lambda label: label.strip())


@given(st.lists(LABEL, min_size=2, max_size=4, unique=True))
def test_any_label_survives(labels):
    walk = walk_through(labels[:2], labels[:2], categories=labels)
    rows = read_csv(matrix_csv(walk.observed, walk.categories))
    assert rows[0][1:] == [row[0] for row in rows[1:]]
    for cell, label in zip(rows[0][1:], labels, strict=True):
        assert cell in (label, "'" + label)
        if label[0] in "=@\t\r":
            assert cell != label
        if label[0].isalnum():
            assert cell == label
    assert json.loads(walkthrough_json(walk))["categories"] == labels
