"""Matrices and whole walks as CSV (RFC 4180) and JSON, at full precision."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from qwk_core.ratings import Category
from qwk_core.walkthrough import Walkthrough

# A spreadsheet runs a cell that begins like this as a formula.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def matrix_csv(matrix: ArrayLike, categories: Sequence[Category]) -> str:
    """Return a matrix as CSV with its categories, rows actual and columns predicted.

    Parameters
    ----------
    matrix : array_like, shape (N, N)
        Any of the matrices.
    categories : sequence of int or str, length N
        Text that a spreadsheet would run as a formula gets an apostrophe in front.

    Examples
    --------
    >>> matrix_csv([[2, 0], [1, 3]], ("no", "yes")).splitlines()
    ['actual / predicted,no,yes', 'no,2,0', 'yes,1,3']
    """
    names = [_cell(category) for category in categories]
    rows = np.asarray(matrix).tolist()
    return _csv(
        [
            ["actual / predicted", *names],
            *([name, *row] for name, row in zip(names, rows, strict=True)),
        ]
    )


def walkthrough_csv(walk: Walkthrough) -> str:
    r"""Return a whole walk as CSV, a line for each cell of the matrices.

    The columns are row and column (the categories), observed, weight, expected,
    weighted_observed, weighted_expected and share (the cell's part of the numerator).

    Examples
    --------
    >>> from qwk_core import walk_through
    >>> print(*walkthrough_csv(walk_through([0, 1, 1], [0, 0, 1])).splitlines(), sep="\n")
    row,column,observed,weight,expected,weighted_observed,weighted_expected,share
    0,0,1,0.0,0.6666666666666666,0.0,0.0,0.0
    0,1,0,1.0,0.3333333333333333,0.0,0.3333333333333333,0.0
    1,0,1,1.0,1.3333333333333333,1.0,1.3333333333333333,1.0
    1,1,1,0.0,0.6666666666666666,0.0,0.0,0.0
    """
    names = [_cell(category) for category in walk.categories]
    columns = {
        "observed": walk.observed,
        "weight": walk.weights,
        "expected": walk.expected,
        "weighted_observed": walk.weighted_observed,
        "weighted_expected": walk.weighted_expected,
        "share": walk.shares,
    }
    cells = zip(*(matrix.ravel().tolist() for matrix in columns.values()), strict=True)
    pairs = ((row, column) for row in names for column in names)
    return _csv(
        [
            ["row", "column", *columns],
            *([*pair, *values] for pair, values in zip(pairs, cells, strict=True)),
        ]
    )


def walkthrough_json(walk: Walkthrough) -> str:
    """Return a whole walk as JSON: one object, its keys the attributes of `Walkthrough`.

    - `categories`: list of N numbers or strings, from lowest to highest
    - `observed`, `weights`, `expected`, `weighted_observed`, `weighted_expected`: N lists of N
      numbers, rows actual and columns predicted
    - `actual_totals`, `predicted_totals`: lists of N numbers
    - `numerator`, `denominator`: numbers
    - `kappa`: number, or null where undefined; `undefined_reason`: then a sentence, else null
    - `scheme`: "quadratic", "linear", "unweighted" or "custom"
    - `n`: the number of items

    Examples
    --------
    >>> from qwk_core import walk_through
    >>> json.loads(walkthrough_json(walk_through([0, 1, 1], [0, 0, 1])))["kappa"]
    0.4
    """
    content = {field.name: _json_value(getattr(walk, field.name)) for field in fields(walk)}
    content["n"] = walk.n
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _json_value(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    return None if isinstance(value, float) and math.isnan(value) else value


def _cell(value: Category) -> Category:
    return "'" + value if isinstance(value, str) and value.startswith(_FORMULA_STARTS) else value


def _csv(rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()
