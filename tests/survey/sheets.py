"""Workbooks, tables of counts and encodings."""

from __future__ import annotations

import io

import numpy as np
from openpyxl import Workbook

from tests.survey.made import File, two

FOUR = ("1", "2", "3", "4")


def _table(random, n=0):
    made = two(random, FOUR, n)
    return made, [["essay", "Marker A", "Marker B"]] + [
        [f"E{at}", int(a) + 1, int(b) + 1]
        for at, (a, b) in enumerate(zip(made.a, made.b, strict=True))
    ]


def _saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def two_tables(random: np.random.Generator) -> File:
    """Two sheets with a table of ratings each."""
    book, kappas = Workbook(), []
    for at, name in enumerate(("Round 1", "Round 2")):
        made, rows = _table(random)
        sheet = book.active if at == 0 else book.create_sheet()
        sheet.title = name
        for row in rows:
            sheet.append(row)
        kappas.append(made.kappa())
    return File(
        _saved(book),
        tuple(kappas),
        {},
        made.n,
        name="rounds.xlsx",
        asks="which sheet?",
        must_ask=True,
    )


def away_from_the_corner(random: np.random.Generator) -> File:
    """A table that begins in the third column of the fifth row."""
    made, rows = _table(random)
    book = Workbook()
    book.active["A1"] = "Agreement study"
    for at, row in enumerate(rows):
        for place, cell in enumerate(row):
            book.active.cell(at + 5, place + 3, cell)
    return File(_saved(book), (made.kappa(),), {}, made.n, name="study.xlsx")


def hidden_rows(random: np.random.Generator) -> File:
    """Rows that a filter hides, or a hidden column with a third rater."""
    made, rows = _table(random, 60)
    book = Workbook()
    columns = random.random() < 0.5
    if columns:
        rows = [
            [*row, "Marker C" if at == 0 else int(random.integers(1, 5))]
            for at, row in enumerate(rows)
        ]
    for row in rows:
        book.active.append(row)
    kappas = [made.kappa()]
    if columns:
        book.active.column_dimensions["D"].hidden = True
    else:
        gone = random.random(made.n) < 0.2
        for at in np.nonzero(gone)[0].tolist():
            book.active.row_dimensions[at + 2].hidden = True
        kappas = [made.kappa(~gone), made.kappa()]
    return File(
        _saved(book),
        tuple(kappas),
        {"hidden": "column" if columns else "rows"},
        made.n,
        name="filtered.xlsx",
        asks="" if columns else "do hidden rows count?",
        must_ask=not columns,
    )
