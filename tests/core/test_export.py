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

from qwk_core import (
    EXAMPLES,
    Walkthrough,
    matrix_csv,
    walk_through,
    walk_through_counts,
    walkthrough_csv,
    walkthrough_json,
)

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


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_labels_that_a_spreadsheet_would_run_are_defused(start):
    label = start + 'HYPERLINK("http://x")'
    walk = walk_through([label, "b"], ["b", "b"], categories=[label, "b"])
    for text in (matrix_csv(walk.observed, walk.categories), walkthrough_csv(walk)):
        cells = [cell for row in read_csv(text) for cell in row]
        assert "'" + label in cells
        assert not any(cell.startswith(start) for cell in cells)


def test_negative_numbers_stay_numbers():
    walk = walk_through([-1, 0], [-1, -1])
    assert walkthrough_csv(walk).splitlines()[1].startswith("-1,-1,1,")
    assert matrix_csv(walk.observed, walk.categories).splitlines()[1] == "-1,1,0"


LABEL = st.text(min_size=1, max_size=5).filter(lambda label: label.strip())


@given(st.lists(LABEL, min_size=2, max_size=4, unique=True))
def test_any_label_survives(labels):
    walk = walk_through(labels[:2], labels[:2], categories=labels)
    rows = read_csv(matrix_csv(walk.observed, walk.categories))
    defused = ["'" + label if label[0] in "=+-@\t\r" else label for label in labels]
    assert rows[0][1:] == [row[0] for row in rows[1:]] == defused
    assert json.loads(walkthrough_json(walk))["categories"] == labels
