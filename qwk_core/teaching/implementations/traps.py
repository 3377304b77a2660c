"""Where does each implementation go wrong? Traps, each made to happen on the spot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from qwk_core.kappa import quadratic_weighted_kappa
from qwk_core.teaching.implementations.cases import TrapCase, run_function, trap_case
from qwk_core.teaching.implementations.ways import (
    count_and_sum,
    histograms,
    moments,
    rater_lists,
    refuse_out_of_bounds,
)

Numbers: TypeAlias = dict[str, float | str]
Way: TypeAlias = Callable[[Any, Any, Any], float]


@dataclass(frozen=True)
class Trap:
    """What makes an implementation give a wrong answer, or none.

    Attributes
    ----------
    key, title : str
        A short name that never changes, and the name people see.
    text : str
        What happens: a template in the style of `str.format` for the numbers.
    demonstrate : callable
        Makes it happen, and returns the values of the fields in `text`.
    needs : str or None
        The package that `demonstrate` needs.
    """

    key: str
    title: str
    text: str
    demonstrate: Callable[[], Numbers]
    needs: str | None = None


def _run(function: Way, case: TrapCase) -> float:
    kappa: float = function(case.actual, case.predicted, case.categories)
    return kappa


def _without_outsiders(case: TrapCase) -> float:
    kept = [
        (a, p) for a, p in zip(case.actual, case.predicted, strict=True) if p in case.categories
    ]
    return quadratic_weighted_kappa(*zip(*kept, strict=True), categories=case.categories)


def wraps_below(function: Way) -> Numbers:
    """Let a rating of −1 count from the end of the scale.

    Parameters
    ----------
    function : callable
        The way that takes it.

    Returns
    -------
    dict
        `kappa`, and `wrapped`: the kappa if the highest category had been rated.
    """
    case = trap_case("below")
    wrapped = [p if p >= 0 else p + len(case.categories) for p in case.predicted]
    return {
        "kappa": _run(function, case),
        "wrapped": quadratic_weighted_kappa(case.actual, wrapped, categories=case.categories),
    }


def drops_outsiders() -> Numbers:
    """Leave a rating above the scale out of O, but not out of E."""
    case = trap_case("above")
    kept = sum(p in case.categories for p in case.predicted)
    return {"kappa": _run(histograms, case), "n": len(case.actual), "pairs": kept}


def confusion_without_labels() -> Numbers:
    """Make a confusion matrix of the classes that occur, and multiply it by w."""
    case = trap_case("missing-middle")
    found = np.unique((case.actual, case.predicted))
    size = len(case.categories)
    observed, w = np.zeros((len(found), len(found))), np.zeros((size, size))
    message = ""
    try:
        w * observed
    except ValueError as error:
        message = str(error).strip()
    return {"found": len(found), "size": size, "error": message}


def finds_its_own_scale() -> Numbers:
    """Let one rating above the scale stretch it."""
    case = trap_case("above")
    return {"kappa": _run(rater_lists, case), "outside": max(case.predicted)}


def stops(function: Way) -> Numbers:
    """Let both raters use one category only, so that kappa is 0 ÷ 0.

    Parameters
    ----------
    function : callable
        The way that divides.

    Returns
    -------
    dict
        `outcome`: the error it stops with, as text, or its kappa.
    """
    case = trap_case("one-category")
    outcome = run_function(function, case.actual, case.predicted, case.categories)
    return {"outcome": outcome.error or str(outcome.kappa)}


def out_of_bounds() -> Numbers:
    """Ask for a histogram's cell beyond its end."""
    case = trap_case("above")
    size, message = case.categories[-1] + 1, ""
    try:
        refuse_out_of_bounds(np.array(case.actual), np.array(case.predicted), size)
    except IndexError as error:
        message = str(error)
    return {"error": message, "outside": max(case.predicted), "size": size}


def one_pass_wraps() -> Numbers:
    """Let a rating of −1 count from the end in O and E, but not in the sum of squares."""
    # The same steps, not compiled: Python's negative indices count from the end as numba's do.
    case = trap_case("below")
    arrays = np.array(case.actual), np.array(case.predicted)
    return {
        "kappa": count_and_sum(*arrays, len(case.categories)),
        "exact": moments(*arrays, case.categories),
    }


def _histogram_of_int(size: int) -> Any:
    return np.zeros(size, dtype=int)


def no_longer_compiles() -> Numbers:
    """Compile a histogram as it was shared, with dtype=int."""
    import numba
    from numba.core.errors import NumbaError

    error = ""
    try:
        numba.njit(_histogram_of_int)(1)
    except NumbaError as raised:
        error = type(raised).__name__
    return {"version": numba.__version__, "error": error}


def drops_categories() -> Numbers:
    """Leave categories out that nobody used."""
    case = trap_case("missing-middle")
    used = sorted({*case.actual, *case.predicted})
    return {
        "kappa": quadratic_weighted_kappa(case.actual, case.predicted, categories=case.categories),
        "collapsed": quadratic_weighted_kappa(case.actual, case.predicted, categories=used),
    }


def drops_unlisted() -> Numbers:
    """Leave an item out whose rating is not among the labels."""
    case = trap_case("above")
    return {"kappa": _without_outsiders(case), "outside": max(case.predicted)}


def transposes_expected() -> Numbers:
    """Compute E with the predicted totals in its rows."""
    case = trap_case("missing-end")
    rows = np.bincount(case.actual, minlength=5)
    columns = np.bincount(case.predicted, minlength=5)
    transposed = np.outer(columns, rows) / len(case.actual)
    return {"shown": float(transposed[1, 3]), "right": float(transposed[3, 1])}


def looks_at_no_scale() -> Numbers:
    """Take a rating above the scale as it is."""
    case = trap_case("above")
    return {"kappa": _run(moments, case), "outside": max(case.predicted)}
