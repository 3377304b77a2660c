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


def shortened(label: str, most: int = _LONGEST) -> str:
    """Return a name as there is room for it; the sidebar, the sentences and the tables have it all.

    >>> shortened("extremely severe"), shortened("mild")
    ('extremel…', 'mild')
    """
    return label if len(label) <= most else label[: most - 1] + "…"
