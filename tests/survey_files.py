"""How files as people have them are read: `python -m tests.survey_files`.

    python -m tests.survey_files
    python -m tests.survey_files --n 500 --seed 7 --show 10

Files are made up from a seed: every combination draws a layout, titles above the table, a footer
below it, codes for missing ratings, labels, a decimal mark, an order of columns and a format. The
right kappa of each is known. A file ends in the right kappa, in a question (or an error), or in a
wrong kappa; the last must never happen.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pandas as pd
import xlwt
from odf import table as odf_table
from odf.opendocument import OpenDocumentSpreadsheet
from odf.text import P
from openpyxl import Workbook

from qwk_core import RatingsError, quadratic_weighted_kappa, walk_through_counts
from qwk_core.files.reading import Reading, read

SEED = 20261122
N_FILES = 2_400

LABELS = {
    "0-4": ["0", "1", "2", "3", "4"],
    "1-5": ["1", "2", "3", "4", "5"],
    "1-6": ["1", "2", "3", "4", "5", "6"],
    "0-10": [str(at) for at in range(11)],
    "halves": ["1", "1.5", "2", "2.5", "3", "3.5", "4"],
    "numbered": ["0 - none", "1 - mild", "2 - moderate", "3 - severe"],
    "roman": ["I", "II", "III", "IV"],
    "letters": ["F", "D", "C", "B", "A"],
    "fine letters": ["C-", "C", "C+", "B-", "B", "B+", "A-", "A", "A+"],
    "severity": ["none", "mild", "moderate", "severe"],
    "Likert": ["Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"],
    "Likert es": [
        "Totalmente en desacuerdo",
        "En desacuerdo",
        "Neutral",
        "De acuerdo",
        "Totalmente de acuerdo",
    ],
    "percent": ["0%", "25%", "50%", "75%", "100%"],
}
LAYOUTS = ("pairs", "pairs with extras", "many raters", "long", "counts", "counts with totals")
LAYOUT_SHARES = (0.4, 0.3, 0.05, 0.1, 0.05, 0.1)
TITLES = ("none", "one title", "titles and blank", "comments", "blank line")
FOOTERS = ("none", "total", "mean", "note", "blank and total", "n")
MISSING = ("none", "", "NA", "N/A", ".", "-", "-9", "-99", "-999", "99", "999", "9")
FORMATS = {
    "csv": 0.35,
    "semicolon": 0.15,
    "tab": 0.1,
    "excel": 0.1,
    "xls": 0.1,
    "ods": 0.1,
    "parquet": 0.05,
    "json lines": 0.05,
}
NAMES = (
    ("rater1", "rater2"),
    ("Rater A", "Rater B"),
    ("actual", "predicted"),
    ("human_score", "model_score"),
    ("first_marker", "second_marker"),
    ("Ana", "Luis"),
    ("truth", "prediction"),
    ("Evaluador 1", "Evaluador 2"),
    ("class", "predicted_class"),
    ("grade", "grade (2nd)"),
    ("dr_smith", "dr_jones"),
)
EXTRAS = (
    ("age", lambda random, n, _a, _b: random.integers(18, 80, n).tolist()),
    ("word_count", lambda random, n, _a, _b: random.integers(120, 900, n).tolist()),
    ("sex", lambda random, n, _a, _b: random.choice(["F", "M"], n).tolist()),
    ("date", lambda random, n, _a, _b: [f"2024-03-{1 + at % 28:02}" for at in range(n)]),
    ("year", lambda random, n, _a, _b: random.choice([7, 9, 11], n).tolist()),
    ("comment", lambda random, n, _a, _b: [f"said {at} things, well" for at in range(n)]),
    ("Student Number", lambda random, n, _a, _b: random.permutation(5 * n)[:n].tolist()),
    ("weight", lambda random, n, _a, _b: random.integers(45, 99, n).tolist()),
    ("pages", lambda random, n, _a, _b: random.integers(1, 6, n).tolist()),
    ("essay_set", lambda random, n, _a, _b: random.integers(1, 5, n).tolist()),
)


@dataclass(frozen=True)
class File:
    """A file that was made up, and its right kappa."""

    content: bytes
    kappa: float
    n: int
    about: dict[str, str]


def make_file(random: np.random.Generator) -> File:
    """Make a file up."""
    layout = str(random.choice(LAYOUTS, p=LAYOUT_SHARES))
    key = str(random.choice(list(LABELS)))
    labels = LABELS[key]
    n = int(random.integers(25, 120))
    latent = random.normal(size=n)
    a, b, c = (_rated(random, latent, len(labels)) for _ in range(3))
    names = NAMES[random.integers(len(NAMES))]
    about = {"layout": layout, "labels": key, "names": "/".join(names)}
    decimal = "." if key != "halves" else str(random.choice([".", ","]))
    if layout.startswith("counts"):
        rows, kappa, n = _counts(a, b, labels, totals=layout.endswith("totals"))
        about |= {"footer": "none", "missing": "none"}
        return _written(random, rows, kappa, n, about, decimal)
    code = str(random.choice(MISSING)) if layout != "long" else "none"
    if code in labels:
        code = "NA"  # nobody could tell
    about["missing"] = code or "blank"
    gone = random.random((2, n)) < 0.06
    kept = ~gone.any(axis=0) if code != "none" else np.ones(n, dtype=bool)
    cells = [
        [
            code if code != "none" and gone[side, at] else labels[position]
            for at, position in enumerate(one.tolist())
        ]
        for side, one in enumerate((a, b))
    ]
    cells = [[_decimal(cell, decimal) for cell in one] for one in cells]
    kappa = _kappa(a[kept], b[kept], labels)
    ids = [f"E{at + 101}" for at in range(n)] if random.random() < 0.5 else list(range(1, n + 1))
    if layout == "long":
        rows = [["essay", "grader", "score"]]
        for at in range(n):
            for name, one in zip(("Ana", "Luis"), cells, strict=True):
                rows.append([ids[at], name, one[at]])
        if random.random() < 0.5:
            body = rows[1:]
            rows[1:] = [body[at] for at in random.permutation(len(body)).tolist()]
        about["footer"] = "none"
        return _written(random, rows, kappa, n, about, decimal)
    columns = {names[0]: cells[0], names[1]: cells[1]}
    if layout == "many raters":
        columns = {
            "rater1": cells[0],
            "rater2": cells[1],
            "rater3": [labels[at] for at in c.tolist()],
        }
    columns = {("id" if random.random() < 0.7 else "essay"): ids, **columns}
    if layout == "pairs with extras":
        for at in random.choice(len(EXTRAS), 2, replace=False).tolist():
            name, make = EXTRAS[at]
            columns[name] = make(random, n, a, b)
            about["extras"] = about.get("extras", "") + name + " "
        if random.random() < 0.6:
            order = random.permutation(len(columns)).tolist()
            columns = {list(columns)[at]: list(columns.values())[at] for at in order}
    elif random.random() < 0.15:
        del columns[next(iter(columns))]
    rows = [list(columns), *map(list, zip(*columns.values(), strict=True))]
    footer = str(random.choice(FOOTERS, p=(0.5, 0.1, 0.1, 0.1, 0.1, 0.1)))
    about["footer"] = footer
    rows += _footer(footer, columns, n)
    return _written(random, rows, kappa, int(kept.sum()), about, decimal)


def _rated(random: np.random.Generator, latent: np.ndarray, size: int) -> np.ndarray:
    noisy = latent + random.normal(0, 0.5, len(latent))
    ranks = noisy.argsort().argsort()
    cut = np.sort(random.random(size - 1)) * 0.5 + np.linspace(0, 0.5, size - 1)
    return np.searchsorted(cut, ranks / len(latent))


def _kappa(a: np.ndarray, b: np.ndarray, labels: list[str]) -> float:
    return quadratic_weighted_kappa(a, b, categories=range(len(labels)))


def _decimal(cell: str, decimal: str) -> str:
    return cell.replace(".", decimal) if cell[:1].isdigit() else cell


def _counts(a, b, labels, *, totals):
    observed = np.zeros((len(labels), len(labels)), dtype=int)
    np.add.at(observed, (a, b), 1)
    rows = [
        ["", *labels],
        *([label, *row] for label, row in zip(labels, observed.tolist(), strict=True)),
    ]
    if totals:
        rows[0].append("Total")
        for row in rows[1:]:
            row.append(sum(row[1:]))
        rows.append(["Total", *observed.sum(axis=0).tolist(), int(observed.sum())])
    return rows, walk_through_counts(observed).kappa, int(observed.sum())


def _footer(footer: str, columns: dict[str, list], n: int) -> list[list]:
    if footer == "none":
        return []
    if footer == "note":
        return [["Note: two graders worked alone", *[""] * (len(columns) - 1)]]
    if footer == "n":
        return [["n", *[n] * (len(columns) - 1)]]
    row: list = ["Total" if "total" in footer else "Mean"]
    for values in list(columns.values())[1:]:
        try:
            numbers = [
                float(str(cell).replace(",", ".").rstrip("%")) for cell in values if str(cell)
            ]
        except ValueError:
            row.append("")
            continue
        total = sum(numbers)
        row.append(f"{total:g}" if "total" in footer else f"{total / len(numbers):.2f}")
    return [[], row] if footer == "blank and total" else [row]


def _written(random, rows, kappa, n, about, decimal) -> File:
    title = str(random.choice(TITLES, p=(0.5, 0.15, 0.15, 0.1, 0.1)))
    about["title"] = title
    before = {
        "none": [],
        "one title": [["Agreement study, spring"]],
        "titles and blank": [["Agreement study"], ["Department of Education"], []],
        "comments": [["# exported by the grading tool"], ["# 2024"]],
        "blank line": [[]],
    }[title]
    kind = str(random.choice(list(FORMATS), p=list(FORMATS.values())))
    bare = (
        title == "none" and about["footer"] == "none" and not about["layout"].startswith("counts")
    )
    if kind in ("parquet", "json lines") and not bare:
        kind = "csv"  # such a file has columns and nothing else
    about["format"] = kind
    about["decimal"] = decimal
    rows = [*before, *rows]
    if kind in _WRITERS:
        out = io.BytesIO()
        _WRITERS[kind]([[_typed(cell) for cell in row] for row in rows], out)
        return File(out.getvalue(), kappa, n, about)
    text = io.StringIO()
    mark = {"csv": ",", "semicolon": ";", "tab": "\t"}[kind]
    csv.writer(text, delimiter=mark, lineterminator="\r\n").writerows(rows)
    return File(text.getvalue().encode(), kappa, n, about)


def _excel(rows, out):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    book.save(out)


def _old_excel(rows, out):
    book = xlwt.Workbook()
    sheet = book.add_sheet("ratings")
    for at, row in enumerate(rows):
        for place, cell in enumerate(row):
            if cell != "":
                sheet.write(at, place, cell)
    book.save(out)


def _open_document(rows, out):
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


def _parquet(rows, out):
    _frame(rows).to_parquet(out)


def _json_lines(rows, out):
    names, *body = rows
    for row in body:
        record = {name: None if cell == "" else cell for name, cell in zip(names, row, strict=True)}
        out.write(json.dumps(record).encode() + b"\n")


def _frame(rows):
    names, *body = rows
    columns = {}
    for name, cells in zip(names, zip(*body, strict=True), strict=True):
        words = any(isinstance(cell, str) and cell for cell in cells)
        columns[name] = [None if cell == "" else str(cell) if words else cell for cell in cells]
    return pd.DataFrame(columns)


_WRITERS = {
    "excel": _excel,
    "xls": _old_excel,
    "ods": _open_document,
    "parquet": _parquet,
    "json lines": _json_lines,
}


def _typed(cell):
    try:
        return float(cell) if "." in str(cell) else int(cell)
    except ValueError:
        return cell


def outcome(file: File) -> tuple[str, str]:
    """Read a file, and say how it ends: "right", "question", "error" or "wrong"."""
    try:
        reading: Reading = read(io.BytesIO(file.content), "file")
        if reading.questions:
            return "question", "; ".join(f"{one.key}: {one.message}" for one in reading.questions)
        assert reading.table is not None
        walk = walk_through_counts(reading.table.observed)
    except RatingsError as error:
        return "error", str(error)
    right = abs(walk.kappa - file.kappa) < 1e-9 or (np.isnan(walk.kappa) and np.isnan(file.kappa))
    return (
        "right" if right else "wrong"
    ), f"κ {walk.kappa:.4f} for {file.kappa:.4f}; n {walk.n} for {file.n}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=N_FILES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--show", type=int, default=3, help="files of each kind to show")
    asked = parser.parse_args()
    random = np.random.default_rng(asked.seed)
    ends: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    by: dict[str, Counter[str]] = {}
    for _ in range(asked.n):
        file = make_file(random)
        end, why = outcome(file)
        ends[end] += 1
        for name, value in file.about.items():
            by.setdefault(f"{name}={value}" if name != "extras" else "extras", Counter())[end] += 1
        if end != "right" and (end == "wrong" or shown[end] < asked.show):
            shown[end] += 1
            print(end.upper(), file.about, why)
            if end == "wrong" and shown[end] < asked.show:
                print(file.content[:300].decode(errors="replace"), "…", file.content[-120:])
    print(
        f"\n{asked.n} files: "
        + ", ".join(f"{end} {n} ({n / asked.n:.1%})" for end, n in ends.most_common())
    )
    for name, counts in sorted(by.items()):
        total = counts.total()
        shares = "  ".join(
            f"{end} {counts[end] / total:6.1%}" for end in ("right", "question", "error", "wrong")
        )
        print(f"  {name:40} n {total:5}  {shares}")
    return 1 if ends["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
