"""A study as text for a terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from qwk_core.errors import shown_categories
from qwk_core.ratings import Array
from qwk_core.study.checks import find_checks
from qwk_core.study.study import Study
from qwk_core.study.words import interval_notes, method_words, plain_text

_WIDEST = 26  # categories: a larger matrix is not printed


def report_text(study: Study) -> str:
    """Write kappa, its interval, the three matrices and what to look at, as text.

    Parameters
    ----------
    study : Study
        What was computed.

    Returns
    -------
    str
        Lines for a terminal.
    """
    walk, interval = study.walk, study.interval
    digits = study.decimals
    scale = shown_categories(walk.categories)
    lines = [f"{study.source}: n = {_items(study.n)}, categories {scale}"]
    lines += [plain_text(choice, digits) for choice in study.choices]
    lines += ["", f"kappa     {_number(walk.kappa, digits)}  ({walk.scheme} weights)"]
    if math.isnan(interval.low):
        lines.append("interval  none")
    else:
        method = plain_text(method_words(study), digits)
        low, high = (_number(end, digits) for end in (interval.low, interval.high))
        lines.append(f"interval  {low} to {high}  ({interval.level * 100:.6g}%, {method})")
        if study.clusters is not None:
            lines += [plain_text(note, digits) for note in interval_notes(study)[1:]]
    if study.groups:
        lines += ["", "By group"]
        width = max(map(len, study.groups))
        for name, one in study.group_intervals.items():
            ends = f"{_number(one.low, digits)} to {_number(one.high, digits)}"
            n = study.groups[name].sum()
            lines.append(f"  {name:{width}}  {_number(one.kappa, digits)}  {ends}  n = {n}")
    if len(walk.categories) > _WIDEST:
        lines += ["", f"The matrices have {len(walk.categories)} rows: --json has them."]
    else:
        for title, matrix in (
            ("Observed", walk.observed),
            ("Weights", walk.weights),
            ("Expected", walk.expected),
        ):
            lines += ["", f"{title} (rows actual, columns predicted)"]
            lines += _table(matrix, list(map(str, walk.categories)))
    checks = find_checks(study)
    lines += [""] * bool(checks)
    lines += [f"{check.severity}: {plain_text(check.message, digits)}" for check in checks]
    return "\n".join([*lines, ""])


def _items(n: int | float) -> str:
    return str(n) if isinstance(n, int) else f"{n:.2f}".rstrip("0").rstrip(".")


def _number(value: float, digits: int) -> str:
    return "undefined" if math.isnan(value) else f"{value:.{digits}f}"


def _table(matrix: Array, names: Sequence[str]) -> list[str]:
    """Write a matrix, shape (N, N), in columns, a line a row."""
    decimals = _decimals(matrix)
    cells = [[f"{cell:.{decimals}f}" for cell in row] for row in matrix.tolist()]
    stub = max(map(len, names))
    width = max(map(len, [*names, *(cell for row in cells for cell in row)]))
    return [
        "  ".join([f"  {name:{stub}}", *(f"{cell:>{width}}" for cell in row)])
        for name, row in zip(["", *names], [names, *cells], strict=True)
    ]


def _decimals(matrix: Array) -> int:
    """Return how many decimals a matrix, shape (N, N), needs: four at most, one with thousands."""
    most = 1 if matrix.max() >= 1_000 else 4
    rounded = (places for places in range(most) if np.allclose(matrix, matrix.round(places)))
    return next(rounded, most)
