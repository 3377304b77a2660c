"""The common parts of all made-up files: two raters who agree fairly well, and table writers."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import xlwt
from odf import table as odf_table
from odf.opendocument import OpenDocumentSpreadsheet
from odf.text import P
from openpyxl import Workbook

from qwk_core import quadratic_weighted_kappa

Rows = list[list[Any]]


@dataclass(frozen=True)
class File:
    """A made-up file and its right results.

    `kappas` are the right values: several if several pairs are equally good, none if the app must
    refuse the file. `asks` is the reason for a question; with `must_ask`, a result without a
    question is wrong. `scale` is a person's answer to the question of order.
    """

    content: bytes
    kappas: tuple[float, ...]
    about: dict[str, str]
    n: int = 0
    name: str = "ratings.csv"
    scale: tuple[str, ...] = ()
    asks: str = ""
    must_ask: bool = False
    shape: str = ""


@dataclass(frozen=True)
class Two:
    """The ratings of two raters, as positions on a scale and as labels."""

    labels: tuple[str, ...]
    a: np.ndarray
    b: np.ndarray
    latent: np.ndarray

    @property
    def n(self) -> int:
        return len(self.a)

    @property
    def first(self) -> list[str]:
        return [self.labels[at] for at in self.a.tolist()]

    @property
    def second(self) -> list[str]:
        return [self.labels[at] for at in self.b.tolist()]

    def kappa(self, kept: np.ndarray | None = None) -> float:
        keep = np.ones(self.n, dtype=bool) if kept is None else kept
        return quadratic_weighted_kappa(
            self.a[keep], self.b[keep], categories=range(len(self.labels))
        )


def rated(random: np.random.Generator, latent: np.ndarray, size: int) -> np.ndarray:
    """Rate items: noise, then cut-points; the lowest and the highest category are used."""
    noisy = latent + random.normal(0, 0.5, len(latent))
    ranks = noisy.argsort().argsort()
    cut = (np.arange(1, size) + random.uniform(-0.3, 0.3, size - 1)) / size
    return np.searchsorted(cut, ranks / len(latent))


def two(random: np.random.Generator, labels: Sequence[str], n: int = 0) -> Two:
    """Rate n items twice on a scale."""
    n = n or int(random.integers(30, 110))
    latent = random.normal(size=n)
    return Two(
        tuple(labels),
        rated(random, latent, len(labels)),
        rated(random, latent, len(labels)),
        latent,
    )


def table_of(columns: dict[str, Sequence[Any]]) -> Rows:
    """Return rows; the first row has the names."""
    return [list(columns), *map(list, zip(*columns.values(), strict=True))]


def text_of(rows: Rows, mark: str = ",", encoding: str = "utf-8") -> bytes:
    """Write rows as CSV."""
    text = io.StringIO()
    csv.writer(text, delimiter=mark, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode(encoding)


def hashed(random: np.random.Generator, n: int, size: int = 24) -> list[str]:
    """Return ids like those of a database."""
    return ["".join(random.choice(list("0123456789abcdef"), size)) for _ in range(n)]


def excel(rows: Rows, out: io.BytesIO) -> None:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    book.save(out)


def old_excel(rows: Rows, out: io.BytesIO) -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("ratings")
    for at, row in enumerate(rows):
        for place, cell in enumerate(row):
            if cell != "":
                sheet.write(at, place, cell)
    book.save(out)


def open_document(rows: Rows, out: io.BytesIO) -> None:
    book = OpenDocumentSpreadsheet()
    table = odf_table.Table(name="ratings")
    book.spreadsheet.addElement(table)
    for row in rows:
        line = odf_table.TableRow()
        table.addElement(line)
        for cell in row:
            number = isinstance(cell, (int, float))
            kind = {"valuetype": "float", "value": cell} if number else {"valuetype": "string"}
            element = odf_table.TableCell(**(kind if cell != "" else {}))
            if cell != "":
                element.addElement(P(text=str(cell)))
            line.addElement(element)
    book.write(out)


def parquet(rows: Rows, out: io.BytesIO) -> None:
    names, *body = rows
    columns = {}
    for name, cells in zip(names, zip(*body, strict=True), strict=True):
        words = any(isinstance(cell, str) and cell for cell in cells)
        columns[name] = [None if cell == "" else str(cell) if words else cell for cell in cells]
    pd.DataFrame(columns).to_parquet(out)


def json_lines(rows: Rows, out: io.BytesIO) -> None:
    names, *body = rows
    for row in body:
        record = {name: None if cell == "" else cell for name, cell in zip(names, row, strict=True)}
        out.write(json.dumps(record).encode() + b"\n")


WRITERS: dict[str, Callable[[Rows, io.BytesIO], None]] = {
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
    if kind in WRITERS:
        out = io.BytesIO()
        WRITERS[kind]([[typed(cell) for cell in row] for row in rows], out)
        return out.getvalue()
    return text_of(rows, {"csv": ",", "semicolon": ";", "tab": "\t"}[kind])
