"""In which order raters are shown, so that those who agree stand side by side."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def by_similarity(pairs: ArrayLike) -> tuple[int, ...]:
    """Order raters so that those who agree most stand side by side.

    It begins with the pair that agrees most. Again and again, the rater who agrees most with one
    of the two ends joins that end. Equal ones join in the order of the table.

    Parameters
    ----------
    pairs : array_like of float, shape (r, r)
        Kappa of each pair; nan where it is undefined: such a pair agrees least.

    Returns
    -------
    tuple of int, length r
        The raters' places in the table.

    Examples
    --------
    >>> by_similarity([[1, 0.1, 0.8], [0.1, 1, 0.5], [0.8, 0.5, 1]])
    (0, 2, 1)
    """
    kappas = np.array(pairs, dtype=np.float64)
    kappas[np.isnan(kappas)] = -np.inf
    size = len(kappas)
    np.fill_diagonal(kappas, -np.inf)
    first, second = divmod(int(np.argmax(kappas)), size)
    order = [first, second] if first != second else list(range(min(size, 2)))
    rest = [rater for rater in range(size) if rater not in order]
    while rest:
        ends = kappas[[order[0], order[-1]]][:, rest]
        # The right end first, so that a table without any kappa keeps its order.
        end, at = divmod(int(np.argmax(ends[::-1])), len(rest))
        joins = rest.pop(at)
        order.insert(0 if end else len(order), joins)
    return tuple(order)
