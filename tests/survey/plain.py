"""Plain tables: a layout, titles, a footer, codes for missing ratings, labels, a format."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from qwk_core import quadratic_weighted_kappa, rater_agreement, walk_through_counts
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


def plain(random: np.random.Generator) -> File:
    """Make up a file."""
    layout = str(random.choice(LAYOUTS, p=LAYOUT_SHARES))
    key = str(random.choice(list(LABELS)))
    labels = LABELS[key]
    n = int(random.integers(25, 120))
    latent = random.normal(size=n)
    a, b, c = (rated(random, latent, len(labels)) for _ in range(3))
    names = NAMES[random.integers(len(NAMES))]
    about = {"layout": layout, "labels": key, "names": "/".join(names)}
    decimal = "." if key != "halves" else str(random.choice([".", ","]))
    if layout.startswith("counts"):
        rows, kappa, n = _counts(a, b, labels, totals=layout.endswith("totals"))
        about |= {"footer": "none", "missing": "none"}
        return _written(random, rows, kappa, n, about, decimal, labels)
    code = str(random.choice(MISSING)) if layout != "long" else "none"
    if code in labels:
        code = "NA"  # the code must differ from the labels
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
    kappa = quadratic_weighted_kappa(a[kept], b[kept], categories=range(len(labels)))
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
        return _written(random, rows, kappa, n, about, decimal, labels)
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
    made = _written(random, rows, kappa, int(kept.sum()), about, decimal, labels)
    if layout != "many raters":
        return made
    given = np.where(np.vstack([gone, np.zeros(n, dtype=bool)]), np.nan, [a, b, c])
    ratings = [a, b, c] if code == "none" else given
    pooled = rater_agreement(np.transpose(ratings), categories=range(len(labels))).pooled
    return replace(made, kappas=(*made.kappas, pooled))


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


def _written(random, rows, kappa, n, about, decimal, labels) -> File:
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
        kind = "csv"  # these formats have columns only
    about["format"] = kind
    about["decimal"] = decimal
    rows = [*before, *rows]
    return File(written(rows, kind), (kappa,), about, n, scale=tuple(labels))
