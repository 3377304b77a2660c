"""Matrices and whole walks as CSV (RFC 4180) and JSON, at full precision."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from qwk_core.ratings import Category
from qwk_core.walkthrough import Walkthrough

# A spreadsheet runs a cell that begins like this as a formula, blanks in front or not.
_FORMULA_STARTS = ("=", "+", "-", "@")
# Text that is a plain number is one to a spreadsheet, too: it cannot be run.
_PLAIN_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?", re.ASCII)
# What `csv` leaves bare, and some program reads as the end of a cell or a line: semicolon and tab
# part the cells where commas are decimal. In a row with one, all text stands in quotation marks.
_PARTING = re.compile(r"[;\t|\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]|^\s|\s$")


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
    rows = np.asarray(matrix).tolist()
    return csv_text(
        [
            ["actual / predicted", *categories],
            *([name, *row] for name, row in zip(categories, rows, strict=True)),
        ]
    )


def walkthrough_csv(walk: Walkthrough) -> str:
    r"""Return a whole walk as CSV, a line for each cell of the matrices.

    The columns are row and column (the categories), observed, weight, expected,
    weighted_observed, weighted_expected and share (the cell's part of the numerator).

    Parameters
    ----------
    walk : Walkthrough
        The walk to export.

    Returns
    -------
    str

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
    columns = {
        "observed": walk.observed,
        "weight": walk.weights,
        "expected": walk.expected,
        "weighted_observed": walk.weighted_observed,
        "weighted_expected": walk.weighted_expected,
        "share": walk.shares,
    }
    cells = zip(*(matrix.ravel().tolist() for matrix in columns.values()), strict=True)
    pairs = itertools.product(walk.categories, repeat=2)
    return csv_text(
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

    Parameters
    ----------
    walk : Walkthrough
        The walk to export.

    Returns
    -------
    str

    Examples
    --------
    >>> from qwk_core import walk_through
    >>> json.loads(walkthrough_json(walk_through([0, 1, 1], [0, 0, 1])))["kappa"]
    0.4
    """
    content = {field.name: json_value(getattr(walk, field.name)) for field in fields(walk)}
    content["n"] = walk.n
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def json_value(value: Any) -> Any:
    """Return what JSON can hold: lists for arrays and tuples, None for nan.

    Parameters
    ----------
    value : object
        Numbers, text, arrays, and lists, tuples or dicts of these.

    Returns
    -------
    object

    Examples
    --------
    >>> json_value({"kappa": float("nan"), "observed": np.eye(2, dtype=int)})
    {'kappa': None, 'observed': [[1, 0], [0, 1]]}
    """
    if isinstance(value, np.ndarray):
        known = value.dtype.kind != "f" or not np.isnan(value).any()
        return value.tolist() if known else json_value(value.tolist())
    if isinstance(value, Mapping):
        return {name: json_value(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [json_value(one) for one in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    r"""Return rows of cells as CSV; text that a spreadsheet would run is defused, nan is empty.

    Parameters
    ----------
    rows : iterable of sequences
        The cells, row by row: numbers, text or None.

    Returns
    -------
    str

    Examples
    --------
    >>> csv_text([["=1+1", "-1", -1, 0.5, float("nan")]])
    "'=1+1,-1,-1,0.5,\r\n"
    """
    written = io.StringIO()
    plain, quoted = csv.writer(written), csv.writer(written, quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        cells = [_cell(value) for value in row]
        parting = any(isinstance(cell, str) and _PARTING.search(cell) for cell in cells)
        (quoted if parting else plain).writerow(cells)
    return written.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, float) and math.isnan(value):
        return None
    return _defused(value) if isinstance(value, str) else value


def _defused(text: str) -> str:
    """Put an apostrophe before text that a spreadsheet would run as a formula.

    What it would skip or read as another sign is skipped here as well: blanks, line breaks, signs
    that are not seen, and the full-width forms of = + - @.
    """
    if _PLAIN_NUMBER.fullmatch(text):
        return text
    seen = unicodedata.normalize("NFKC", text).lstrip()
    while seen and unicodedata.category(seen[0]) in ("Cc", "Cf"):
        seen = seen[1:].lstrip()
    return "'" + text if text.startswith(("\t", "\r")) or seen.startswith(_FORMULA_STARTS) else text
