"""Made-up exports of programs, from the templates in exports.toml."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from string import Template
from typing import Any

import numpy as np
import pandas as pd

from tests.core.beside import beside
from tests.survey.made import File, kappa_of, two_raters
from tests.survey.plain import plain

EXPORTS = beside(__file__, "exports.toml")


def values_of_items(
    random: np.random.Generator, ratings: np.ndarray, labels: np.ndarray
) -> list[dict[str, Any]]:
    """Return the values of each item: its labels, and what stands beside ratings.

    `ratings` has shape (2, 2, n): criteria by raters by items. `labels` has the same shape.
    """
    n = ratings.shape[-1]
    values = {
        "at": range(1, n + 1),
        "half": [at // 2 for at in range(n)],
        "odd": [at % 2 + 1 for at in range(n)],
        "hash": [random.bytes(12).hex() for _ in range(n)],
        **dict(zip(("a", "b", "a2", "b2"), labels.reshape(4, n), strict=True)),
        **dict(zip(("total_a", "total_b"), ratings.sum(axis=0) + 2, strict=True)),
        **{name: random.permutation(90_000)[:n] for name in ("number", "other_number")},
        **{name: random.integers(1, 10, n) for name in ("digit", "other_digit")},
    }
    return pd.DataFrame(values, dtype=object).to_dict("records")


def export(random: np.random.Generator, name: str, scale: str = "labels") -> File:
    """Fill the templates of an export with two criteria of two raters; most exports use one."""
    made = EXPORTS[name]
    names = made[scale]
    ratings = two_raters(random, len(names), criteria=2)
    labels = np.array(names, dtype=object)[ratings]
    missing = random.random(labels.shape) < (0.05 if "missing" in made else 0)
    labels[missing] = made.get("missing")
    both = ~missing[0].any(axis=0)
    items = values_of_items(random, ratings, labels)
    rows = [Template(row).substitute(item) for row in made["rows"] for item in items]
    means = [f"{one[both].mean() + 1:.2f}" for one in ratings[0]]
    foot = Template(made.get("foot", "")).substitute(items[0], mean_a=means[0], mean_b=means[1])
    text = made.get("head", "") + made.get("between", "").join(rows) + foot
    pairs = ratings if made.get("criteria") else ratings[:1]
    return File(
        text.encode(made.get("encoding", "utf-8")),
        tuple(kappa_of(pair[:, both], len(names)) for pair in pairs),
        tuple(names),
        made.get("name", "ratings.csv"),
    )


SHAPES: dict[str, Callable[[np.random.Generator], File]] = {
    f"{name} {scale}": partial(export, name=name, scale=scale)
    for name, made in EXPORTS.items()
    for scale in ("labels", "other_labels")
    if scale in made
} | {"plain": plain}
