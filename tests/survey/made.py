"""The parts of made-up files: two raters who agree fairly well, and writers of tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np
import pandas as pd
import xlwt

from qwk_core import quadratic_weighted_kappa
from tests.core.files.made import excel, in_parquet

Rows = Sequence[Sequence[Any]]


@dataclass(frozen=True)
class File:
    """A made-up file and its right results.

    `kappas` are the right values: several if several pairs are equally good. `scale` is a person's
    answer to the question of order.
    """

    content: bytes
    kappas: tuple[float, ...]
    scale: tuple[str, ...] = ()
    name: str = "ratings.csv"


def rated(random: np.random.Generator, latent: np.ndarray, size: int) -> np.ndarray:
    """Rate items: noise, then cut-points; the lowest and the highest category are used."""
    noisy = latent + random.normal(0, 0.5, len(latent))
    ranks = noisy.argsort().argsort()
    cut = (np.arange(1, size) + random.uniform(-0.3, 0.3, size - 1)) / size
    return np.searchsorted(cut, ranks / len(latent))


def two_raters(random: np.random.Generator, size: int, criteria: int = 1) -> np.ndarray:
    """Rate items twice for each criterion: an array of criteria by raters by items."""
    qualities = random.normal(size=(criteria, int(random.integers(30, 110))))
    return np.array([[rated(random, each, size) for _ in range(2)] for each in qualities])


def kappa_of(pair: np.ndarray, size: int) -> float:
    return quadratic_weighted_kappa(*pair, categories=range(size))


def old_excel(rows: Rows) -> io.BytesIO:
    book = xlwt.Workbook()
    sheet = book.add_sheet("ratings")
    for at, row in enumerate(rows):
        for place, cell in enumerate(row):
            if cell != "":
                sheet.write(at, place, cell)
    out = io.BytesIO()
    book.save(out)
    return out


def open_document(rows: Rows) -> io.BytesIO:
    out, columns = io.BytesIO(), dict(enumerate(zip_longest(*rows, fillvalue="")))
    table = pd.DataFrame(columns, dtype=object)
    table.to_excel(out, engine="odf", header=False, index=False)
    return out


def records(rows: Rows) -> pd.DataFrame:
    """Return rows below their names; an empty cell is missing."""
    names, *body = rows
    known = [[None if cell == "" else cell for cell in row] for row in body]
    return pd.DataFrame(known, columns=names, dtype=object)


def parquet(rows: Rows) -> io.BytesIO:
    table = records(rows)
    for name, cells in table.items():
        if any(isinstance(cell, str) for cell in cells):
            table[name] = cells.map(str, na_action="ignore")
    return in_parquet(table)


def json_lines(rows: Rows) -> io.BytesIO:
    return io.BytesIO(records(rows).to_json(orient="records", lines=True).encode())


MARKS = {"csv": ",", "semicolon": ";", "tab": "\t"}
WRITERS: dict[str, Callable[[Rows], io.BytesIO]] = {
    "excel": excel,
    "xls": old_excel,
    "ods": open_document,
    "parquet": parquet,
    "json lines": json_lines,
}


def typed(cell: Any) -> Any:
    """Return a cell as a spreadsheet stores it: numbers as numbers."""
    try:
        return float(cell) if "." in str(cell) else int(cell)
    except ValueError:
        return cell


def written(rows: Rows, kind: str) -> bytes:
    """Write rows in a format."""
    if kind in MARKS:
        text = io.StringIO()
        csv.writer(text, delimiter=MARKS[kind], lineterminator="\r\n").writerows(rows)
        return text.getvalue().encode()
    return WRITERS[kind]([[typed(cell) for cell in row] for row in rows]).getvalue()
