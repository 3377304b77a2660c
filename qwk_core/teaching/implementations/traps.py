"""Where does each implementation go wrong? Traps, each made to happen on the spot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from qwk_core.kappa import quadratic_weighted_kappa
from qwk_core.teaching.implementations.cases import TRAP_CASES, run_function
from qwk_core.teaching.implementations.ways import count_and_sum, moments, refuse_out_of_bounds

Numbers: TypeAlias = dict[str, float | str]
Way: TypeAlias = Callable[..., float]

_ABOVE, _BELOW, _GAP = (TRAP_CASES[key] for key in ("above", "below", "missing-middle"))
_OUTSIDE = max(_ABOVE.predicted)


def _wraps_below(function: Way) -> Numbers:
    """Let a rating of −1 count from the end of the scale."""
    return {"kappa": function(*_BELOW.ratings)}


def _drops_outsiders(function: Way) -> Numbers:
    """Leave a rating above the scale out of O, but not out of E."""
    kept = sum(p in _ABOVE.categories for p in _ABOVE.predicted)
    return {"kappa": function(*_ABOVE.ratings), "n": len(_ABOVE.actual), "pairs": kept}


def _confusion_without_labels(_function: Way) -> Numbers:
    """Make a confusion matrix of the classes that occur, and multiply it by w."""
    found, size = len({*_GAP.actual, *_GAP.predicted}), len(_GAP.categories)
    message = ""
    try:
        np.zeros((size, size)) * np.zeros((found, found))
    except ValueError as error:
        message = str(error).strip()
    return {"found": found, "size": size, "error": message}


def _takes_what_is_outside(function: Way) -> Numbers:
    """Take one rating above the scale as it is; it may stretch the scale."""
    return {"kappa": function(*_ABOVE.ratings), "outside": _OUTSIDE}


def _stops(function: Way) -> Numbers:
    """Let both raters use one category only, so that kappa is 0 ÷ 0."""
    outcome = run_function(function, *TRAP_CASES["one-category"].ratings)
    return {"outcome": outcome.error or str(outcome.kappa)}


def _out_of_bounds(_function: Way) -> Numbers:
    """Ask for a histogram's cell beyond its end."""
    size, message = _ABOVE.categories[-1] + 1, ""
    try:
        refuse_out_of_bounds(np.array(_ABOVE.actual), np.array(_ABOVE.predicted), size)
    except IndexError as error:
        message = str(error)
    return {"error": message, "outside": _OUTSIDE, "size": size}


def _one_pass_wraps(_function: Way) -> Numbers:
    """Let a rating of −1 count from the end in O and E, but not in the sum of squares."""
    # The same steps, not compiled: Python's negative indices count from the end as numba's do.
    kappa = count_and_sum(_BELOW.actual, _BELOW.predicted, len(_BELOW.categories))
    return {"kappa": kappa, "exact": moments(*_BELOW.ratings)}


def _histogram_of_int(size: int) -> Any:
    return np.zeros(size, dtype=int)


def _no_longer_compiles(_function: Way) -> Numbers:
    """Compile a histogram as it was shared, with dtype=int."""
    import numba
    from numba.core.errors import NumbaError

    error = ""
    try:
        numba.njit(_histogram_of_int)(1)
    except NumbaError as raised:
        error = type(raised).__name__
    return {"version": numba.__version__, "error": error}


def _drops_categories(_function: Way) -> Numbers:
    """Leave categories out that nobody used."""
    used = sorted({*_GAP.actual, *_GAP.predicted})
    kappa, collapsed = (
        quadratic_weighted_kappa(_GAP.actual, _GAP.predicted, categories=scale)
        for scale in (_GAP.categories, used)
    )
    return {"kappa": kappa, "collapsed": collapsed}


def _drops_unlisted(_function: Way) -> Numbers:
    """Leave an item out whose rating is not among the labels."""
    pairs = zip(_ABOVE.actual, _ABOVE.predicted, strict=True)
    kept = [(a, p) for a, p in pairs if p in _ABOVE.categories]
    kappa = quadratic_weighted_kappa(*zip(*kept, strict=True), categories=_ABOVE.categories)
    return {"kappa": kappa, "outside": _OUTSIDE}


def _transposes_expected(_function: Way) -> Numbers:
    """Compute E with the predicted totals in its rows."""
    case = TRAP_CASES["missing-end"]
    rows, columns = (
        np.bincount(ratings, minlength=len(case.categories))
        for ratings in (case.actual, case.predicted)
    )
    transposed = np.outer(columns, rows) / len(case.actual)
    return {"shown": float(transposed[1, 3]), "right": float(transposed[3, 1])}


DEMONSTRATIONS: dict[str, Callable[[Way], Numbers]] = {
    "wraps-below": _wraps_below,
    "drops-outsiders": _drops_outsiders,
    "confusion-without-labels": _confusion_without_labels,
    "takes-what-is-outside": _takes_what_is_outside,
    "stops": _stops,
    "out-of-bounds": _out_of_bounds,
    "one-pass-wraps": _one_pass_wraps,
    "no-longer-compiles": _no_longer_compiles,
    "drops-categories": _drops_categories,
    "drops-unlisted": _drops_unlisted,
    "transposes-expected": _transposes_expected,
}
"""What makes each trap happen, in the way that has it; returns the values for its text."""
