"""A matrix that is built step by step; the browser plays the steps, with a slider."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qwk_app.figures.common import Cell, Matrix
from qwk_app.figures.panel import DIGITS, texts
from qwk_app.words.texts import _
from qwk_core.pictures.cells import Shade, numbered

_LONGEST = 14_000  # milliseconds that a whole film takes at most
_SLOWEST, _FASTEST = 900, 250  # milliseconds a step


@dataclass(frozen=True)
class Step:
    """A step of a film: the texts and colours of the cells, and the cells that it is about.

    `counts` are the totals of the rows and of the columns, shape (N,) each.
    """

    caption: str
    texts: tuple[str, ...]
    shades: tuple[Shade, ...]
    cells: tuple[Cell, ...]
    counts: tuple[Matrix, Matrix] | None = None
    items: int | None = None


def film(steps: Sequence[Step], size: int, begin: int) -> dict[str, Any]:
    """Return the data of a film of N × N cells for the browser; it begins at step `begin`."""
    kinds = numbered(shade for step in steps for shade in step.shades)
    counted = [step.counts for step in steps if step.counts is not None]
    pace = max(_FASTEST, min(_SLOWEST, _LONGEST // len(steps)))
    return {
        "captions": [step.caption for step in steps],
        "texts": ["\t".join(step.texts) for step in steps],
        "cells": ["".join(DIGITS[kinds[shade]] for shade in step.shades) for step in steps],
        "shades": list(kinds),
        "marks": [[row * size + column for row, column in step.cells] for step in steps],
        "totals": [["\t".join(texts(side)) for side in sides] for sides in counted],
        "counts": [[side.tolist() for side in sides] for sides in counted],
        "items": [step.items for step in steps if step.items is not None],
        "begin": begin,
        "pace": pace,
        "words": {"play": _("Play"), "pause": _("Pause"), "step": _("Step")},
    }
