"""Plain tables: a layout, titles, codes for missing ratings, labels, a format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.core.beside import beside
from tests.survey.made import File, kappa_of, rated, written

KINDS = beside(__file__, "plain.toml")
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

    layout, labels, title = (one_of(KINDS[kind]) for kind in ("layouts", "labels", "titles"))
    n = int(random.integers(25, 120))
    latent = random.normal(size=n)
    ratings = np.array([rated(random, latent, len(labels)) for _ in range(2)])
    code = one_of([each for each in KINDS["missing"] if each not in labels])
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
        columns |= dict(zip(one_of(KINDS["names"]), cells, strict=True))
        if layout == "pairs with extras":
            names = random.choice(list(EXTRAS), 2, replace=False).tolist()
            columns |= {name: EXTRAS[name](random, n) for name in names}
            columns = {name: columns[name] for name in random.permutation(list(columns)).tolist()}
        rows = [list(columns), *zip(*columns.values(), strict=True)]
    kinds = KINDS["formats"] + ([] if title else KINDS["formats_of_columns"])
    kind = one_of(kinds)
    return File(written([*title, *rows], kind), (kappa,), tuple(labels))
