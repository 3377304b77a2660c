"""Workbooks, tables of counts and encodings."""

from __future__ import annotations

import io

import numpy as np
from openpyxl import Workbook

from qwk_core import walk_through_counts
from tests.survey.made import File, Rows, table_of, text_of, two

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


def read_me_first(random: np.random.Generator) -> File:
    """A workbook whose first sheet explains; the second has the table, below a merged title."""
    made, rows = _table(random)
    book = Workbook()
    first = book.active
    first.title = "Read me"
    for text in ("This workbook holds the ratings of the second round.", "", "Contact: Ana"):
        first.append([text])
    second = book.create_sheet("Ratings")
    second.append(["Ratings, second round"])
    second.merge_cells("A1:C1")
    second.append([])
    for row in rows:
        second.append(row)
    if random.random() < 0.5:
        last = book.create_sheet("Codes")
        last.append(["1 = poor"])
    return File(_saved(book), (made.kappa(),), {}, made.n, name="study.xlsx")


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


def counts_with_margins(random: np.random.Generator) -> File:
    """A table of counts with margins called All, Σ, 合计, Row total or not at all."""
    while True:
        made = two(
            random, ("none", "mild", "moderate", "severe") if random.random() < 0.5 else FOUR, 90
        )
        size = len(made.labels)
        observed = np.zeros((size, size), dtype=int)
        np.add.at(observed, (made.a, made.b), 1)
        if observed.sum(axis=0).all() and observed.sum(axis=1).all():
            break
    name = str(
        random.choice(
            ["All", "Σ", "合计", "Row total", "Marginal", "Gesamt", "N", "", "Totaal", "Razem"]
        )
    )
    rows: Rows = [["rater1", *made.labels, name]]
    rows += [
        [label, *row, sum(row)] for label, row in zip(made.labels, observed.tolist(), strict=True)
    ]
    rows.append([name or "", *observed.sum(axis=0).tolist(), int(observed.sum())])
    if random.random() < 0.3:
        rows[0][0] = ""
    if random.random() < 0.3:
        rows.insert(0, ["Crosstabulation of the two raters", *[""] * (size + 1)])
    return File(
        text_of(rows), (walk_through_counts(observed).kappa,), {"margin": name or "unnamed"}, 90
    )


ENCODED = {
    "gb18030": (("评分员甲", "评分员乙"), ("差", "一般", "好")),
    "big5": (("評分員甲", "評分員乙"), ("差", "普通", "好")),
    "shift_jis": (("評価者一", "評価者二"), ("低い", "普通", "高い")),
    "euc_kr": (("평가자 가", "평가자 나"), ("1", "2", "3")),
    "cp1252": (("Prüfer A", "Prüfer B"), ("schlecht", "mittelmäßig", "gut")),
    "cp1250": (("Oceniający A", "Oceniający B"), ("słaby", "średni", "dobry")),
    "cp1251": (("Оценщик А", "Оценщик Б"), ("1", "2", "3")),
    "utf-16": (("Evaluador A", "Evaluador B"), ("malo", "regular", "bueno")),
}


def encoded(random: np.random.Generator) -> File:
    """Names and labels in the encoding of a country."""
    encoding = str(random.choice(list(ENCODED)))
    names, labels = ENCODED[encoding]
    made = two(random, labels)
    columns = {names[0]: made.first, names[1]: made.second}
    return File(
        text_of(table_of(columns), ",", encoding),
        (made.kappa(),),
        {"encoding": encoding},
        made.n,
        scale=labels,
    )
