"""Plain tables: a layout, titles, codes for missing ratings, labels, a format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.survey.made import File, Rows, kappa_of, rated, written

LAYOUTS = (*["pairs"] * 4, *["pairs with extras"] * 3, "long")
LABELS = (
    ["0", "1", "2", "3", "4"],
    ["1", "2", "3", "4", "5"],
    [str(at) for at in range(11)],
    ["1", "1.5", "2", "2.5", "3", "3.5", "4"],
    ["1", "1,5", "2", "2,5", "3", "3,5", "4"],
    ["0 - none", "1 - mild", "2 - moderate", "3 - severe"],
    ["I", "II", "III", "IV"],
    ["F", "D", "C", "B", "A"],
    ["C-", "C", "C+", "B-", "B", "B+", "A-", "A", "A+"],
    ["none", "mild", "moderate", "severe"],
    ["Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"],
    ["0%", "25%", "50%", "75%", "100%"],
)
TITLES: tuple[Rows, ...] = (
    *[[]] * 4,
    [["Agreement study, spring"]],
    [["Agreement study"], ["Department of Education"], []],
    [["# exported by the grading tool"], ["# 2024"]],
    [[]],
)
MISSING = ("none", "", "NA", "N/A", ".", "-", "-9", "-99", "-999", "99", "999", "9")
FORMATS = (*["csv"] * 6, *["semicolon"] * 3, "tab", "tab", "excel", "excel", "xls", "xls", "ods")
OF_COLUMNS = ("parquet", "json lines")  # they hold a bare table alone
NAMES = (
    ("rater1", "rater2"),
    ("human_score", "model_score"),
    ("Ana", "Luis"),
    ("Evaluador 1", "Evaluador 2"),
    ("class", "predicted_class"),
)
EXTRAS = {
    "word_count": lambda random, n: random.integers(120, 900, n).tolist(),
    "date": lambda _random, n: [f"2024-03-{1 + at % 28:02}" for at in range(n)],
    "year": lambda random, n: random.choice([7, 9, 11], n).tolist(),
    "Student Number": lambda random, n: random.permutation(5 * n)[:n].tolist(),
}


def plain(random: np.random.Generator) -> File:
    """Make up a file."""

    def one_of(choices: Sequence[Any]) -> Any:
        return choices[random.integers(len(choices))]

    layout, labels, title = map(one_of, (LAYOUTS, LABELS, TITLES))
    n = int(random.integers(25, 120))
    latent = random.normal(size=n)
    ratings = np.array([rated(random, latent, len(labels)) for _ in range(2)])
    code = one_of([each for each in MISSING if each not in labels])
    missing = (random.random((2, n)) < 0.06) & (code != "none") & (layout != "long")
    cells = np.where(missing, code, np.array(labels, dtype=object)[ratings]).tolist()
    kappa = kappa_of(ratings[:, ~missing.any(axis=0)], len(labels))
    ids = [f"E{at + 101}" for at in range(n)] if random.random() < 0.5 else list(range(1, n + 1))
    if layout == "long":
        body = [
            (item, name, cell)
            for name, of in zip(("Ana", "Luis"), cells, strict=True)
            for item, cell in zip(ids, of, strict=True)
        ]
        rows = [("essay", "grader", "score"), *(body[at] for at in random.permutation(2 * n))]
    else:
        columns = {one_of(["id", "essay"]): ids} if random.random() < 0.9 else {}
        columns |= dict(zip(one_of(NAMES), cells, strict=True))
        if layout == "pairs with extras":
            names = random.choice(list(EXTRAS), 2, replace=False).tolist()
            columns |= {name: EXTRAS[name](random, n) for name in names}
            columns = {name: columns[name] for name in random.permutation(list(columns)).tolist()}
        rows = [list(columns), *zip(*columns.values(), strict=True)]
    kind = one_of(FORMATS if title else (*FORMATS, *OF_COLUMNS))
    return File(written([*title, *rows], kind), (kappa,), tuple(labels))
