"""Plain tables: a layout, titles, a footer, codes for missing ratings, labels, a format."""

from __future__ import annotations

import numpy as np

from qwk_core import (
    observed_matrix,
    quadratic_weighted_kappa,
    rater_agreement,
    walk_through_counts,
)
from tests.survey.made import File, rated, written

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
TITLES = {
    "none": [],
    "one title": [["Agreement study, spring"]],
    "titles and blank": [["Agreement study"], ["Department of Education"], []],
    "comments": [["# exported by the grading tool"], ["# 2024"]],
    "blank line": [[]],
}
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
EXTRAS = {
    "age": lambda random, n: random.integers(18, 80, n).tolist(),
    "word_count": lambda random, n: random.integers(120, 900, n).tolist(),
    "sex": lambda random, n: random.choice(["F", "M"], n).tolist(),
    "date": lambda _random, n: [f"2024-03-{1 + at % 28:02}" for at in range(n)],
    "year": lambda random, n: random.choice([7, 9, 11], n).tolist(),
    "comment": lambda _random, n: [f"remark {at}, well" for at in range(n)],
    "Student Number": lambda random, n: random.permutation(5 * n)[:n].tolist(),
    "weight": lambda random, n: random.integers(45, 99, n).tolist(),
    "pages": lambda random, n: random.integers(1, 6, n).tolist(),
    "essay_set": lambda random, n: random.integers(1, 5, n).tolist(),
}


def plain(random: np.random.Generator) -> File:
    """Make up a file."""
    layout = str(random.choice(LAYOUTS, p=LAYOUT_SHARES))
    key = str(random.choice(list(LABELS)))
    labels = LABELS[key]
    n, scale = int(random.integers(25, 120)), range(len(labels))
    latent = random.normal(size=n)
    ratings = np.array([rated(random, latent, len(labels)) for _ in range(3)])
    if layout.startswith("counts"):
        rows, kappa = _counts(*ratings[:2], labels, totals=layout.endswith("totals"))
        return _written(random, rows, (kappa,), labels, bare=False)
    code = str(random.choice(MISSING)) if layout != "long" else "none"
    if code in labels:
        code = "NA"  # the code must differ from the labels
    missing = (random.random((3, n)) < 0.06) & (code != "none")
    missing[2] = False
    comma = key == "halves" and random.random() < 0.5
    texts = [label.replace(".", ",") if comma else label for label in labels]
    cells = np.where(missing, code, np.array(texts, dtype=object)[ratings]).tolist()
    kappas = [quadratic_weighted_kappa(*ratings[:2, ~missing.any(axis=0)], categories=scale)]
    ids = [f"E{at + 101}" for at in range(n)] if random.random() < 0.5 else list(range(1, n + 1))
    if layout == "long":
        return _written(random, _long(random, ids, cells[:2]), kappas, labels)
    names = NAMES[random.integers(len(NAMES))]
    columns = dict(zip(names, cells[:2], strict=True))
    if layout == "many raters":
        columns = dict(zip(("rater1", "rater2", "rater3"), cells, strict=True))
        known = np.where(missing, np.nan, ratings).T
        kappas.append(rater_agreement(known, categories=scale).pooled)
    if layout == "pairs with extras" or random.random() > 0.15:
        columns = {("id" if random.random() < 0.7 else "essay"): ids, **columns}
    if layout == "pairs with extras":
        columns |= {name: EXTRAS[name](random, n) for name in random.choice(list(EXTRAS), 2, False)}
        if random.random() < 0.6:
            columns = {name: columns[name] for name in random.permutation(list(columns)).tolist()}
    footer = str(random.choice(FOOTERS, p=(0.5, 0.1, 0.1, 0.1, 0.1, 0.1)))
    rows = [list(columns), *map(list, zip(*columns.values(), strict=True))]
    rows += _footer(footer, columns, n)
    return _written(random, rows, kappas, labels, bare=footer == "none")


def _long(random: np.random.Generator, ids: list, cells: list[list]) -> list[list]:
    """Return one row per rating, in the order of the items or in any."""
    body = [
        [item, name, cell]
        for item, *pair in zip(ids, *cells, strict=True)
        for name, cell in zip(("Ana", "Luis"), pair, strict=True)
    ]
    if random.random() < 0.5:
        body = [body[at] for at in random.permutation(len(body)).tolist()]
    return [["essay", "grader", "score"], *body]


def _counts(a, b, labels, *, totals):
    observed = observed_matrix(a, b, categories=range(len(labels)))
    rows = [
        ["", *labels],
        *([label, *row] for label, row in zip(labels, observed.tolist(), strict=True)),
    ]
    if totals:
        rows[0].append("Total")
        for row in rows[1:]:
            row.append(sum(row[1:]))
        rows.append(["Total", *observed.sum(axis=0).tolist(), int(observed.sum())])
    return rows, walk_through_counts(observed).kappa


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


def _written(random, rows, kappas, labels, *, bare=True) -> File:
    """Write rows in a format, below a title; only `bare` rows fit into formats of columns."""
    title = str(random.choice(list(TITLES), p=(0.5, 0.15, 0.15, 0.1, 0.1)))
    kind = str(random.choice(list(FORMATS), p=list(FORMATS.values())))
    if kind in ("parquet", "json lines") and (TITLES[title] or not bare):
        kind = "csv"
    return File(written([*TITLES[title], *rows], kind), tuple(kappas), tuple(labels))
