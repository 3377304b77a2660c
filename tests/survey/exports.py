"""Made-up exports: of programs, from the templates in exports.toml, and workbooks."""

from __future__ import annotations

import io
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
import pandas as pd
from openpyxl import Workbook

from tests.survey.made import File, kappa_of, two_raters
from tests.survey.plain import plain

EXPORTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def values_of_items(
    random: np.random.Generator, ratings: np.ndarray, labels: np.ndarray
) -> list[dict[str, Any]]:
    """Return the values of each item: its labels, and what stands beside ratings.

    `ratings` has shape (2, 2, n): criteria by raters by items. `labels` has the same shape.
    """
    n = ratings.shape[-1]
    values = {
        "at": range(1, n + 1),
        "half": [at // 2 for at in range(n)],
        "odd": [at % 2 + 1 for at in range(n)],
        "hash": [random.bytes(12).hex() for _ in range(n)],
        **dict(zip(("a", "b", "a2", "b2"), labels.reshape(4, n), strict=True)),
        **dict(zip(("total_a", "total_b"), ratings.sum(axis=0) + 2, strict=True)),
        **{name: random.permutation(90_000)[:n] for name in ("number", "other_number")},
        **{name: random.integers(1, 10, n) for name in ("digit", "other_digit")},
    }
    return pd.DataFrame(values, dtype=object).to_dict("records")


def export(random: np.random.Generator, name: str, scale: str = "labels") -> File:
    """Fill the templates of an export with two criteria of two raters; most exports use one."""
    made = EXPORTS[name]
    names = made[scale]
    ratings = two_raters(random, len(names), criteria=2)
    labels = np.array(names, dtype=object)[ratings]
    missing = random.random(labels.shape) < (0.05 if "missing" in made else 0)
    labels[missing] = made.get("missing")
    both = ~missing[0].any(axis=0)
    items = values_of_items(random, ratings, labels)
    rows = [Template(row).substitute(item) for row in made["rows"] for item in items]
    means = [f"{one[both].mean() + 1:.2f}" for one in ratings[0]]
    foot = Template(made.get("foot", "")).substitute(items[0], mean_a=means[0], mean_b=means[1])
    text = made.get("head", "") + made.get("between", "").join(rows) + foot
    pairs = ratings if made.get("criteria") else ratings[:1]
    return File(
        text.encode(made.get("encoding", "utf-8")),
        tuple(kappa_of(pair[:, both], len(names)) for pair in pairs),
        tuple(names),
        made.get("name", "ratings.csv"),
    )


# -- Workbooks -------------------------------------------------------------------------------------


def saved(book: Workbook, *kappas: float, must_ask: bool = False) -> File:
    content = io.BytesIO()
    book.save(content)
    return File(content.getvalue(), kappas, name="ratings.xlsx", must_ask=must_ask)


def filled(sheet: Any, random: np.random.Generator) -> np.ndarray:
    """Write a table of two raters; return the ratings, of shape (2, n)."""
    (ratings,) = two_raters(random, 4)
    sheet.append(["essay", "Marker A", "Marker B"])
    for at, pair in enumerate((ratings + 1).T.tolist()):
        sheet.append([f"E{at}", *pair])
    return ratings


def two_tables(random: np.random.Generator) -> File:
    """Two sheets with a table of ratings each."""
    book = Workbook()
    ratings = [filled(sheet, random) for sheet in (book.active, book.create_sheet("Round 2"))]
    return saved(book, *(kappa_of(pair, 4) for pair in ratings), must_ask=True)


def away_from_the_corner(random: np.random.Generator) -> File:
    """A table that begins in the third column of the fifth row."""
    book = Workbook()
    ratings = filled(book.active, random)
    book.active.insert_rows(1, 4)
    book.active.insert_cols(1, 2)
    book.active["A1"] = "Agreement study"
    return saved(book, kappa_of(ratings, 4))


def a_hidden_column(random: np.random.Generator) -> File:
    """A third rater in a hidden column."""
    book = Workbook()
    ratings = filled(book.active, random)
    third = ["Marker C", *random.integers(1, 5, ratings.shape[1]).tolist()]
    for row, value in enumerate(third, start=1):
        book.active.cell(row, 4, value)
    book.active.column_dimensions["D"].hidden = True
    return saved(book, kappa_of(ratings, 4))


def hidden_rows(random: np.random.Generator) -> File:
    """Rows that a filter hides."""
    book = Workbook()
    ratings = filled(book.active, random)
    hidden = random.random(ratings.shape[1]) < 0.2
    for at in np.nonzero(hidden)[0].tolist():
        book.active.row_dimensions[at + 2].hidden = True
    kappas = (kappa_of(ratings[:, ~hidden], 4), kappa_of(ratings, 4))
    return saved(book, *kappas, must_ask=True)


WORKBOOKS = (two_tables, away_from_the_corner, a_hidden_column, hidden_rows)
SHAPES: dict[str, Callable[[np.random.Generator], File]] = {
    f"{name} {scale}": partial(export, name=name, scale=scale)
    for name, made in EXPORTS.items()
    for scale in ("labels", "other_labels")
    if scale in made
} | {each.__name__: each for each in (plain, *WORKBOOKS)}
