"""How often do 95% intervals hold the true kappa? What simulations have measured."""

from __future__ import annotations

import json
from bisect import bisect_right
from pathlib import Path
from typing import Any

from qwk_core.ratings import Array

# Where each group of informative items begins, and for each method a share a group.
_MEASURED: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))


def measured_coverage(method: str, informative_items: float | None) -> float | None:
    """Return the share of simulated 95% intervals that held the true kappa.

    The simulated studies are of many kinds: even and lopsided totals, 2 to 10 categories, kappas
    from 0 to .92, few far misses or many, 10 to 500 items. They are grouped by their informative
    items (see `qwk_core.statistics.one_item.informative_items`), on which it depends most how
    often an interval holds. `coverage.json` beside this file has the figures; they are made by
    `python -m tests.benchmarks.coverage --measure`.

    Parameters
    ----------
    method : {"smoothed", "analytic", "bootstrap", "bca"}
        How the intervals were computed.
    informative_items : float or None
        How many informative items the counts have; None where that says nothing.

    Returns
    -------
    float or None
        None where nothing was measured.

    Examples
    --------
    >>> measured_coverage("smoothed", 5) > 0.95 > measured_coverage("analytic", 5)
    True
    """
    if informative_items is None:
        return None
    group = bisect_right(_MEASURED["informative_items_from"], informative_items) - 1
    shares = _MEASURED["held"].get(method)
    return None if shares is None or group < 0 else float(shares[group])


def was_simulated(observed: Array, kappa: float) -> bool:
    """Tell whether the simulated studies were of such a table.

    Parameters
    ----------
    observed : ndarray, shape (N, N)
        O: the counts, rows actual and columns predicted.
    kappa : float
        Its kappa.

    Returns
    -------
    bool
        Whether it has 2 to 10 categories, 10 to 500 items, a kappa from 0 to .92, and no more than
        97 % of its ratings in one category.

    Examples
    --------
    >>> import numpy as np
    >>> table = np.array([[40, 9], [6, 45]])
    >>> was_simulated(table, 0.7), was_simulated(10 * table, 0.7)
    (True, False)
    """
    n = observed.sum()
    largest = (observed.sum(axis=0) + observed.sum(axis=1)).max() / (2 * n)
    return bool(len(observed) <= 10 and 10 <= n <= 500 and 0 <= kappa <= 0.92 and largest <= 0.97)
