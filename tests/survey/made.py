"""The parts of made-up files: two raters who agree fairly well, and writers of tables."""

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

    `kappas` are the right values: several if several pairs are equally good. With `must_ask`, a
    result without a question is wrong. `scale` is a person's answer to the question of order.
    """

    content: bytes
    kappas: tuple[float, ...]
    scale: tuple[str, ...] = ()
    name: str = "ratings.csv"
    must_ask: bool = False


def rated(random: np.random.Generator, latent: np.ndarray, size: int) -> np.ndarray:
    """Rate items: noise, then cut-points; the lowest and the highest category are used."""
    noisy = latent + random.normal(0, 0.5, len(latent))
    ranks = noisy.argsort().argsort()
    cut = (np.arange(1, size) + random.uniform(-0.3, 0.3, size - 1)) / size
    return np.searchsorted(cut, ranks / len(latent))


def two_raters(
    random: np.random.Generator, size: int, criteria: int = 1
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Rate items twice for each criterion, on a scale of so many categories."""
    n = int(random.integers(30, 110))
    qualities = [random.normal(size=n) for _ in range(criteria)]
    return [(rated(random, each, size), rated(random, each, size)) for each in qualities]


def kappa_of(pair: Sequence[np.ndarray] | np.ndarray, size: int) -> float:
    return quadratic_weighted_kappa(*pair, categories=range(size))


def text_of(rows: Rows, mark: str) -> bytes:
    """Write rows as CSV."""
    text = io.StringIO()
    csv.writer(text, delimiter=mark, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode()


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
