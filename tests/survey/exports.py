"""Made-up exports: of programs, from the templates in exports.toml, and workbooks."""

from __future__ import annotations

import io
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
from openpyxl import Workbook

from tests.survey.made import File, kappa_of, two_raters
from tests.survey.plain import plain

EXPORTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def values_of_items(
    random: np.random.Generator, ratings: np.ndarray, labels: np.ndarray
) -> Iterator[dict[str, Any]]:
    """Yield the values of each item: its labels, and what stands beside ratings.

    `ratings` has shape (2, 2, n): criteria by raters by items. `labels` has the same shape.
    """
    n = ratings.shape[-1]
    numbers = random.permutation(90_000)[: 2 * n].tolist()
    for at in range(n):
        (a, b), (a2, b2) = labels[:, :, at].tolist()
        digit, other_digit, worker = random.integers(1, 10, 3).tolist()
        total_a, total_b = (ratings[:, :, at].sum(axis=0) + 2).tolist()
        yield {
            "at": at + 1,
            "half": at // 2,
            "odd": at % 2 + 1,
            "a": a,
            "b": b,
            "a2": a2,
            "b2": b2,
            "total_a": total_a,
            "total_b": total_b,
            "number": numbers[at],
            "other_number": numbers[n + at],
            "digit": digit,
            "other_digit": other_digit,
            "hash": random.bytes(12).hex(),
            "other_hash": random.bytes(12).hex(),
            "worker_hash": f"f3a97c21{worker % 3}b0e",
            "day": f"2024-{1 + digit:02}-{1 + at % 28:02}",
            "time": f"{at % 24:02}:{at * 7 % 60:02}:11",
        }


def export(random: np.random.Generator, name: str, scale: str = "labels") -> File:
    """Fill the templates of an export with two criteria of two raters; most exports use one."""
    made = EXPORTS[name]
    names = made[scale]
    ratings = np.array(two_raters(random, len(names), criteria=2))
    labels = np.array(names, dtype=object)[ratings]
    missing = random.random(labels.shape) < (0.05 if "missing" in made else 0)
    labels[missing] = made.get("missing")
    both = ~missing[0].any(axis=0)
    items = list(values_of_items(random, ratings, labels))
    mean_a, mean_b = (f"{one[both].mean() + 1:.2f}" for one in ratings[0])
    head, foot, *rows = (
        Template(text.removeprefix("\n"))
        for text in (made.get("head", ""), made.get("foot", ""), *made["rows"])
    )
    body = made.get("between", "").join(row.substitute(item) for row in rows for item in items)
    last = foot.substitute(items[0], mean_a=mean_a, mean_b=mean_b)
    content = (head.template + body + last).encode(made.get("encoding", "utf-8"))
    pairs = ratings if made.get("criteria") else ratings[:1]
    kappas = tuple(kappa_of(pair[:, both], len(names)) for pair in pairs)
    return File(content, kappas, tuple(names), made.get("name", "ratings.csv"))


# -- Workbooks -------------------------------------------------------------------------------------


def saved(book: Workbook, *kappas: float, must_ask: bool = False) -> File:
    content = io.BytesIO()
    book.save(content)
    return File(content.getvalue(), kappas, name="ratings.xlsx", must_ask=must_ask)


def filled(sheet: Any, random: np.random.Generator, row: int = 1, column: int = 1) -> np.ndarray:
    """Write a table of two raters from a cell on; return the ratings, of shape (2, n)."""
    ((a, b),) = two_raters(random, 4)
    names = ("essay", "Marker A", "Marker B")
    rows = [names, *((f"E{at}", *pair) for at, pair in enumerate(zip(a + 1, b + 1, strict=True)))]
    for at, cells in enumerate(rows):
        for place, cell in enumerate(cells):
            sheet.cell(row + at, column + place, cell if isinstance(cell, str) else int(cell))
    return np.array([a, b])


def two_tables(random: np.random.Generator) -> File:
    """Two sheets with a table of ratings each."""
    book = Workbook()
    ratings = [filled(sheet, random) for sheet in (book.active, book.create_sheet("Round 2"))]
    return saved(book, *(kappa_of(pair, 4) for pair in ratings), must_ask=True)


def away_from_the_corner(random: np.random.Generator) -> File:
    """A table that begins in the third column of the fifth row."""
    book = Workbook()
    book.active["A1"] = "Agreement study"
    return saved(book, kappa_of(filled(book.active, random, 5, 3), 4))


def a_hidden_column(random: np.random.Generator) -> File:
    """A third rater in a hidden column."""
    book = Workbook()
    ratings = filled(book.active, random)
    for at in range(ratings.shape[1]):
        book.active.cell(at + 2, 4, int(random.integers(1, 5)))
    book.active["D1"] = "Marker C"
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


SHAPES: dict[str, Callable[[np.random.Generator], File]] = {
    **{
        f"{name} {scale}": partial(export, name=name, scale=scale)
        for name, made in EXPORTS.items()
        for scale in ("labels", "other_labels")
        if scale in made
    },
    **{
        each.__name__: each
        for each in (plain, two_tables, away_from_the_corner, a_hidden_column, hidden_rows)
    },
}
