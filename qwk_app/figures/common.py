"""Helpers of several pictures: short names for categories, places of labels."""

from typing import Any

import numpy.typing as npt

Matrix = npt.NDArray[Any]
Cell = tuple[int, int]

_LONGEST = 9  # characters of a category on an axis


def anchor(place: float, low: float, high: float) -> str:
    """Return the end of a label to put at a place on an axis, so that the label stays inside."""
    share = (place - low) / (high - low)
    return "left" if share < 0.3 else "right" if share > 0.7 else "center"


def shortened(label: str, most: int = _LONGEST) -> str:
    """Return a name, cut if it is long; the sidebar, the sentences and the tables show it whole.

    >>> shortened("extremely severe"), shortened("mild")
    ('extremel…', 'mild')
    """
    return label if len(label) <= most else label[: most - 1] + "…"
