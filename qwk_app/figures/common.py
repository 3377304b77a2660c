"""What several pictures share: types, short names for categories, where a label stands."""

from typing import Any

import numpy.typing as npt

Matrix = npt.NDArray[Any]
Cell = tuple[int, int]

_LONGEST = 9  # characters of a category on an axis


def anchor(place: float, low: float, high: float) -> str:
    """Return which end of a label stands at a place on an axis, so that the label stays inside."""
    share = (place - low) / (high - low)
    return "left" if share < 0.3 else "right" if share > 0.7 else "center"


def shortened(label: str) -> str:
    """Return a category as an axis names it; the sidebar and the sentences have the whole."""
    return label if len(label) <= _LONGEST else label[: _LONGEST - 1] + "…"
