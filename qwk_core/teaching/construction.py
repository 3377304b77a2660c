"""What does a longer scale do? Counts with one more category."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def add_unused_category(observed: ArrayLike, at: int) -> NDArray[np.generic]:
    """Return counts on a scale with one more category, which nobody uses.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    at : int
        The position of the new category, from 0 to N; N is the end of the scale.

    Returns
    -------
    ndarray, shape (N + 1, N + 1)
        The counts, with an empty row and an empty column at that position.

    Examples
    --------
    >>> add_unused_category([[2, 1], [0, 3]], 1)
    array([[2, 0, 1],
           [0, 0, 0],
           [0, 0, 3]])
    """
    longer: NDArray[np.generic] = np.insert(np.insert(observed, at, 0, axis=0), at, 0, axis=1)
    return longer
