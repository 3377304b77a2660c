"""Seven ways to compute quadratic weighted kappa, their traps, and a race.

Each is written anew, as short as the idea allows, and deliberately does not check what it is
given: its traps are part of the lesson. For your own data, use `quadratic_weighted_kappa`.
"""

from __future__ import annotations

import functools
import importlib.util
import inspect
import math
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.kappa import quadratic_weighted_kappa
from qwk_core.messages import N_
from qwk_core.ratings import MAX_CATEGORIES, read_counts

Numbers = dict[str, float | str]


def double_loop(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """Go through the matrix cell by cell: w, O and E as the definition reads."""
    lowest, size = categories[0], len(categories)
    observed = [[0] * size for _ in range(size)]
    for a, p in zip(actual, predicted, strict=True):
        observed[a - lowest][p - lowest] += 1
    rows = [sum(row) for row in observed]
    columns = [sum(column) for column in zip(*observed, strict=True)]
    numerator = denominator = 0.0
    for i in range(size):
        for j in range(size):
            w = (i - j) ** 2 / (size - 1) ** 2
            numerator += w * observed[i][j]
            denominator += w * rows[i] * columns[j] / len(actual)
    return 1 - numerator / denominator


def histograms(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """Let numpy count: two histograms, their outer product, and elementwise products."""
    size = len(categories)
    edges = np.arange(categories[0], categories[0] + size + 1) - 0.5
    observed, _, _ = np.histogram2d(actual, predicted, bins=(edges, edges))
    expected = np.outer(np.histogram(actual, edges)[0], np.histogram(predicted, edges)[0])
    w = np.subtract.outer(range(size), range(size)) ** 2 / (size - 1) ** 2
    seen = (w * observed).sum() / observed.sum()
    by_chance = (w * expected).sum() / expected.sum()
    return float(1 - seen / by_chance)


def rater_lists(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """Use Python's lists alone, and find the scale in the ratings themselves."""
    lowest = min(min(actual), min(predicted))  # the declared categories are not looked at
    size = max(max(actual), max(predicted)) - lowest + 1
    observed = [[0] * size for _ in range(size)]
    rows, columns = [0] * size, [0] * size
    for a, p in zip(actual, predicted, strict=True):
        observed[a - lowest][p - lowest] += 1
        rows[a - lowest] += 1
        columns[p - lowest] += 1
    numerator = denominator = 0.0
    for i in range(size):
        for j in range(size):
            d = (i - j) ** 2 / (size - 1) ** 2
            numerator += d * observed[i][j] / len(actual)
            denominator += d * rows[i] * columns[j] / len(actual) ** 2
    return 1 - numerator / denominator


def vectorised(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """Build w without a loop, and do not divide it by (N − 1)², which cancels."""
    size = len(categories)
    observed = np.zeros((size, size))
    lowest = categories[0]
    np.add.at(observed, (np.asarray(actual) - lowest, np.asarray(predicted) - lowest), 1)
    expected = np.outer(observed.sum(axis=1), observed.sum(axis=0)) / observed.sum()
    w = np.zeros((size, size)) + np.arange(size)
    w = (w - w.T) ** 2
    return float(1 - (w * observed).sum() / (w * expected).sum())


def one_pass(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """Pass over the items once, compiled: two histograms and a running sum, no matrix."""
    actual, predicted = np.asarray(actual), np.asarray(predicted)
    size = categories[-1] + 1  # ratings are used as positions, so the histograms begin at 0
    refuse_out_of_bounds(actual, predicted, size)
    return float(compile_once(count_and_sum)(actual, predicted, size))


def count_and_sum(actual: Any, predicted: Any, size: int) -> float:
    """Do the work of `one_pass`; numba turns this into machine code."""
    rows, columns = np.zeros(size), np.zeros(size)
    seen = 0.0
    for k in range(len(actual)):
        i, j = actual[k], predicted[k]
        rows[i] += 1
        columns[j] += 1
        seen += (i - j) ** 2
    by_chance = 0.0
    for i in range(size):
        for j in range(size):
            by_chance += (i - j) ** 2 * rows[i] * columns[j]
    return 1 - len(actual) * seen / by_chance


def scikit_learn(actual: Any, predicted: Any, categories: Sequence[int] | None) -> float:
    """Ask scikit-learn, and tell it the whole scale."""
    from sklearn.metrics import cohen_kappa_score  # type: ignore[import-untyped]

    labels = None if categories is None else list(categories)
    return float(cohen_kappa_score(actual, predicted, weights="quadratic", labels=labels))


def moments(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """Take five sums: kappa is twice the covariance over spread and shift."""
    x, y = np.asarray(actual, dtype=np.int64), np.asarray(predicted, dtype=np.int64)
    n, sum_x, sum_y = len(x), int(x.sum()), int(y.sum())
    squares, products = int(x @ x) + int(y @ y), int(x @ y)
    return 2 * (n * products - sum_x * sum_y) / (n * squares - 2 * sum_x * sum_y)


def refuse_out_of_bounds(
    actual: NDArray[np.int64], predicted: NDArray[np.int64], size: int
) -> None:
    """Stop where compiled code would read and write memory that is not its own.

    The original has no such check. It does not notice, and returns whatever comes of it.
    """
    for ratings in (actual, predicted):
        for rating in (ratings.min(), ratings.max()):
            if not -size <= rating < size:
                raise IndexError(f"index {rating} is out of bounds for a histogram of {size}")


@functools.cache
def compile_once(function: Callable[..., float]) -> Callable[..., float]:
    """Return the function compiled by numba; the first call takes a second or so."""
    import numba

    compiled: Callable[..., float] = numba.njit(function)
    return compiled


@dataclass(frozen=True)
class Trap:
    """A way to get a wrong answer.

    Attributes
    ----------
    key, title : str
        A short name that never changes, and the name people see.
    text : str
        What happens: a template in the style of `str.format` for the numbers.
    demonstrate : callable
        Makes it happen, and returns the numbers.
    needs : str or None
        The package it takes to make it happen.
    """

    key: str
    title: str
    text: str
    demonstrate: Callable[[], Numbers]
    needs: str | None = None


@dataclass(frozen=True)
class Implementation:
    """A way to compute quadratic weighted kappa.

    Attributes
    ----------
    key, title, idea : str
        A short name that never changes, the name people see, and the idea in one sentence.
    function : callable
        Takes actual, predicted and categories (consecutive whole numbers, lowest first) and
        returns kappa.
    traps : tuple of Trap
        Where it goes wrong.
    needs : str or None
        The package it needs beside numpy.
    helper : callable or None
        A second function that belongs to its source.
    takes : {"lists", "arrays"}
        What it is fed in the race.
    max_n : int
        The most items it can sensibly race at.
    """

    key: str
    title: str
    idea: str
    function: Callable[[Any, Any, Sequence[int]], float]
    traps: tuple[Trap, ...]
    needs: str | None = None
    helper: Callable[..., float] | None = None
    takes: str = "arrays"
    max_n: int = 1_000_000


def available(implementation: Implementation | Trap) -> bool:
    """Tell whether the package that an implementation, or a trap, needs is installed.

    Examples
    --------
    >>> [one.key for one in IMPLEMENTATIONS if one.needs is None]
    ['double-loop', 'histograms', 'rater-lists', 'vectorised', 'moments']
    >>> available(IMPLEMENTATIONS[0])
    True
    """
    needs = implementation.needs
    return needs is None or importlib.util.find_spec(needs) is not None


def source(implementation: Implementation) -> str:
    """Return the text of an implementation, as it stands in this file.

    Examples
    --------
    >>> print(source(IMPLEMENTATIONS[3]).splitlines()[0])
    def vectorised(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """
    own = inspect.getsource(implementation.function)
    if implementation.helper is None:
        return own
    return own + "\n\n" + inspect.getsource(implementation.helper)


@dataclass(frozen=True)
class Outcome:
    """What an implementation made of some ratings.

    Attributes
    ----------
    kappa : float
        Its answer; nan where there is none.
    error : str or None
        The error it stopped with, as Python words it.
    """

    kappa: float
    error: str | None = None


def run_implementation(
    implementation: Implementation, actual: Any, predicted: Any, categories: Sequence[int]
) -> Outcome:
    """Run an implementation, and catch the errors that its traps lead to.

    Parameters
    ----------
    implementation : Implementation
        An available one.
    actual, predicted : sequence of int, shape (n,)
        Two ratings of each item.
    categories : sequence of int, shape (N,)
        Consecutive whole numbers, lowest first.

    Returns
    -------
    Outcome

    Examples
    --------
    >>> run_implementation(IMPLEMENTATIONS[0], [0, 1, 2], [0, 2, 2], range(3))
    Outcome(kappa=0.8, error=None)
    >>> run_implementation(IMPLEMENTATIONS[0], [1, 1], [1, 1], range(3))
    Outcome(kappa=nan, error='ZeroDivisionError: float division by zero')
    """
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            # A 0 ÷ 0 is an answer here, and shown as one.
            warnings.simplefilter("ignore")
            return Outcome(implementation.function(actual, predicted, categories))
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        return Outcome(math.nan, f"{type(error).__name__}: {error}")


_MOST_ITEMS = 200_000


def items_of_counts(observed: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Write counts out item by item, as the implementations want their ratings.

    Parameters
    ----------
    observed : array_like of whole numbers, shape (N, N)
        O: the counts, rows actual and columns predicted; 200,000 items at most.

    Returns
    -------
    actual, predicted : ndarray of int64, shape (n,)
        Two ratings of each item, as positions from 0 to N − 1.

    Raises
    ------
    RatingsError
        If the counts cannot be used, or are fractions or too many.

    Examples
    --------
    >>> items_of_counts([[2, 0], [1, 1]])
    (array([0, 0, 1, 1]), array([0, 0, 0, 1]))
    """
    counts, _ = read_counts(observed)
    if counts.dtype != np.int64:
        raise RatingsError("Counts: only whole counts can be written out item by item.")
    if counts.sum() > _MOST_ITEMS:
        raise RatingsError(
            "Counts: up to {most} items can be written out one by one, and these are {n}.",
            most=f"{_MOST_ITEMS:,}",
            n=f"{counts.sum():,}",
        )
    actual, predicted = np.indices(counts.shape).reshape(2, -1)
    return actual.repeat(counts.ravel()), predicted.repeat(counts.ravel())


def digits_shared(kappa: float, exact: float) -> int:
    """Return to how many significant digits two kappas agree: 17 if to the last bit, or both nan.

    Examples
    --------
    >>> digits_shared(0.3181818181818182, 0.3181818181818182)
    17
    >>> digits_shared(0.31818181, 0.3181818181818182), digits_shared(0.5, 0.3), digits_shared(1, 0)
    (7, 0, 0)
    """
    if kappa == exact or (math.isnan(kappa) and math.isnan(exact)):
        return 17
    if math.isnan(kappa) or math.isnan(exact):
        return 0
    # A kappa of 0 has no digits of its own: it is compared with 1.
    return max(int(-math.log10(abs(kappa - exact) / (abs(exact) or 1.0))), 0)


_SAME_DIGITS = 12  # kappas that share so many differ by rounding alone


def judge(outcome: Outcome, exact: float | RatingsError) -> str:
    """Return what an outcome is worth: "right", "wrong", "refuses" or "stops".

    Parameters
    ----------
    outcome : Outcome
        What an implementation made of some ratings.
    exact : float or RatingsError
        The right kappa, nan where it is undefined; or why these ratings should be refused.

    Returns
    -------
    str
        "refuses" where an error is due and there is one, "stops" where none is due.

    Examples
    --------
    >>> judge(Outcome(0.8), 0.8), judge(Outcome(0.75), 0.481), judge(Outcome(1.0), math.nan)
    ('right', 'wrong', 'wrong')
    >>> judge(Outcome(math.nan, "IndexError: 7"), RatingsError("7 is not on the scale."))
    'refuses'
    >>> judge(Outcome(math.nan, "ZeroDivisionError"), math.nan)
    'stops'
    """
    if isinstance(exact, RatingsError):
        return "wrong" if outcome.error is None else "refuses"
    if outcome.error is not None:
        return "stops"
    return "right" if digits_shared(outcome.kappa, exact) >= _SAME_DIGITS else "wrong"


@dataclass(frozen=True)
class TrapCase:
    """Ratings on which implementations part ways.

    Attributes
    ----------
    key, title, idea : str
        A short name that never changes, the name people see, and what is special, in a sentence.
    actual, predicted, categories : tuple of int
        The ratings and the declared scale.
    """

    key: str
    title: str
    idea: str
    actual: tuple[int, ...]
    predicted: tuple[int, ...]
    categories: tuple[int, ...]

    def exact(self) -> float | RatingsError:
        """Return the right answer: a kappa, or the reason why there can be none.

        Examples
        --------
        >>> str(TRAP_CASES[2].exact())
        'Predicted, item 6: 7 is not one of the categories 0–4.'
        """
        try:
            return quadratic_weighted_kappa(self.actual, self.predicted, categories=self.categories)
        except RatingsError as error:
            return error


TRAP_CASES = (
    TrapCase(
        "missing-middle",
        N_("A missing class"),
        N_("Nobody gives 3 or 4, and still a 2 and a 5 are three apart."),
        (1, 2, 2, 5, 5, 1),
        (1, 2, 5, 5, 2, 1),
        (1, 2, 3, 4, 5),
    ),
    TrapCase(
        "missing-end",
        N_("A missing class at the end"),
        N_("Nobody gives 4: no distance changes, nor does kappa."),
        (0, 1, 2, 3, 3, 1),
        (0, 2, 2, 3, 1, 1),
        (0, 1, 2, 3, 4),
    ),
    TrapCase(
        "above",
        N_("A rating above the scale"),
        N_("One prediction is 7 on a scale that ends at 4: it should be refused."),
        (0, 1, 2, 3, 4, 4),
        (0, 1, 1, 3, 4, 7),
        (0, 1, 2, 3, 4),
    ),
    TrapCase(
        "below",
        N_("A rating below the scale"),
        N_("One prediction is −1 on a scale that begins at 0: it should be refused."),
        (0, 1, 2, 3, 4, 0),
        (0, 1, 1, 3, 4, -1),
        (0, 1, 2, 3, 4),
    ),
    TrapCase(
        "constant",
        N_("A constant rater"),
        N_("Every prediction is 2: kappa is 0, whatever the actual ratings are."),
        (0, 1, 2, 3, 4, 2),
        (2, 2, 2, 2, 2, 2),
        (0, 1, 2, 3, 4),
    ),
    TrapCase(
        "one-category",
        N_("One category for all"),
        N_("Both raters always give 2: kappa is 0 ÷ 0, which is neither 0 nor 1."),
        (2, 2, 2, 2),
        (2, 2, 2, 2),
        (0, 1, 2, 3, 4),
    ),
)
"""The cases, in the order of a table."""


def _case(key: str) -> TrapCase:
    return next(case for case in TRAP_CASES if case.key == key)


def _run(function: Callable[[Any, Any, Any], float], case: TrapCase) -> float:
    kappa: float = function(case.actual, case.predicted, case.categories)
    return kappa


def _without_outsiders(case: TrapCase) -> float:
    kept = [
        (a, p) for a, p in zip(case.actual, case.predicted, strict=True) if p in case.categories
    ]
    return quadratic_weighted_kappa(*zip(*kept, strict=True), categories=case.categories)


def _below_wraps(function: Callable[[Any, Any, Any], float]) -> Numbers:
    case = _case("below")
    wrapped = [p if p >= 0 else p + len(case.categories) for p in case.predicted]
    return {
        "kappa": _run(function, case),
        "wrapped": quadratic_weighted_kappa(case.actual, wrapped, categories=case.categories),
    }


def _drops_outsiders() -> Numbers:
    case = _case("above")
    kept = sum(p in case.categories for p in case.predicted)
    return {"kappa": _run(histograms, case), "n": len(case.actual), "pairs": kept}


def _confusion_untold() -> Numbers:
    """Make a confusion matrix of the classes that occur, as one does without labels."""
    case = _case("missing-middle")
    found = np.unique((case.actual, case.predicted))
    size = len(case.categories)
    observed, w = np.zeros((len(found), len(found))), np.zeros((size, size))
    message = ""
    try:
        w * observed
    except ValueError as error:
        message = str(error).strip()
    return {"found": len(found), "size": size, "error": message}


def _finds_its_own_scale() -> Numbers:
    case = _case("above")
    return {"kappa": _run(rater_lists, case), "outside": max(case.predicted)}


def _stops(implementation: str) -> Numbers:
    case = _case("one-category")
    one = next(known for known in IMPLEMENTATIONS if known.key == implementation)
    outcome = run_implementation(one, case.actual, case.predicted, case.categories)
    return {"outcome": outcome.error or str(outcome.kappa)}


def _out_of_bounds() -> Numbers:
    case = _case("above")
    size, message = case.categories[-1] + 1, ""
    try:
        refuse_out_of_bounds(np.array(case.actual), np.array(case.predicted), size)
    except IndexError as error:
        message = str(error)
    return {"error": message, "outside": max(case.predicted), "size": size}


def _one_pass_wraps() -> Numbers:
    # By the same steps in Python, whose negative indices count from the end just as numba's do.
    case = _case("below")
    arrays = np.array(case.actual), np.array(case.predicted)
    return {
        "kappa": count_and_sum(*arrays, len(case.categories)),
        "exact": moments(*arrays, case.categories),
    }


def _histogram_of_int(size: int) -> Any:
    return np.zeros(size, dtype=int)


def _no_longer_compiles() -> Numbers:
    import numba
    from numba.core.errors import NumbaError

    error = ""
    try:
        numba.njit(_histogram_of_int)(1)
    except NumbaError as raised:
        error = type(raised).__name__
    return {"version": numba.__version__, "error": error}


def _drops_categories() -> Numbers:
    case = _case("missing-middle")
    used = sorted({*case.actual, *case.predicted})
    return {
        "kappa": quadratic_weighted_kappa(case.actual, case.predicted, categories=case.categories),
        "collapsed": quadratic_weighted_kappa(case.actual, case.predicted, categories=used),
    }


def _drops_unlisted() -> Numbers:
    case = _case("above")
    return {"kappa": _without_outsiders(case), "outside": max(case.predicted)}


def _transposes_expected() -> Numbers:
    case = _case("missing-end")
    rows = np.bincount(case.actual, minlength=5)
    columns = np.bincount(case.predicted, minlength=5)
    there = np.outer(columns, rows) / len(case.actual)
    return {"shown": float(there[1, 3]), "right": float(there[3, 1])}


def _looks_at_no_scale() -> Numbers:
    case = _case("above")
    return {"kappa": _run(moments, case), "outside": max(case.predicted)}


IMPLEMENTATIONS = (
    Implementation(
        key=N_("double-loop"),
        title=N_("Double loop over the matrix"),
        idea=N_("w, O and E cell by cell, as the definition reads."),
        function=double_loop,
        takes="lists",
        traps=(
            Trap(
                "below",
                N_("A rating below the scale counts from the end"),
                N_(
                    "Python’s index −1 is the last category: a −1 is taken for the highest rating, "
                    "without a word. Kappa becomes {kappa}."
                ),
                lambda: _below_wraps(double_loop),
            ),
            Trap(
                "stops",
                N_("0 ÷ 0 stops the program"),
                N_("Where both raters use one category only: {outcome}."),
                lambda: _stops("double-loop"),
            ),
        ),
    ),
    Implementation(
        key=N_("histograms"),
        title=N_("Histograms and outer product"),
        idea=N_("numpy counts both raters, and E is the outer product of the two histograms."),
        function=histograms,
        traps=(
            Trap(
                "drops-outsiders",
                N_("Ratings outside the scale vanish"),
                N_(
                    "np.histogram leaves out what lies outside its bins: of {n} pairs, O holds "
                    "{pairs}, while the other rater’s histogram still holds {n}. Kappa comes out "
                    "as {kappa}, without a word."
                ),
                _drops_outsiders,
            ),
            Trap(
                "absent-class",
                N_("A missing class breaks the confusion matrix"),
                N_(
                    "Many versions take O from a confusion matrix that is not told the labels. It "
                    "has {found} rows, w has {size}: “{error}”."
                ),
                _confusion_untold,
            ),
        ),
    ),
    Implementation(
        key=N_("rater-lists"),
        title=N_("Pure Python lists"),
        idea=N_("The form known from Kaggle: lowest and highest rating are found in the data."),
        function=rater_lists,
        takes="lists",
        traps=(
            Trap(
                "own-scale",
                N_("The scale is whatever occurs"),
                N_(
                    "One rating of {outside} on a scale that ends at 4 is a typing error; here it "
                    "stretches the scale. Kappa becomes {kappa}."
                ),
                _finds_its_own_scale,
            ),
            Trap(
                "stops",
                N_("0 ÷ 0 stops the program"),
                N_("Where both raters use one category only: {outcome}."),
                lambda: _stops("rater-lists"),
            ),
        ),
    ),
    Implementation(
        key=N_("vectorised"),
        title=N_("Vectorised"),
        idea=N_(
            "scikit-learn’s way: w from arange minus its transpose, never divided by (N − 1)²."
        ),
        function=vectorised,
        traps=(
            Trap(
                "below",
                N_("A rating below the scale counts from the end"),
                N_(
                    "numpy’s index −1 is the last category: a −1 is taken for the highest rating, "
                    "without a word. Kappa becomes {kappa}."
                ),
                lambda: _below_wraps(vectorised),
            ),
        ),
    ),
    Implementation(
        key=N_("one-pass"),
        title=N_("One pass, compiled"),
        idea=N_(
            "Known from Kaggle as “cpmp”: two histograms and a running sum of squares, compiled "
            "by numba; no matrix is stored."
        ),
        function=one_pass,
        needs="numba",
        helper=count_and_sum,
        traps=(
            Trap(
                "out-of-bounds",
                N_("Ratings above the scale read foreign memory"),
                N_(
                    "Compiled code does not check its indices: a {outside} lands beyond a "
                    "histogram of {size}. The original once returned −3.5, and raised no error. "
                    "We do not let that happen in this app: a check in front of it says "
                    "“{error}”."
                ),
                _out_of_bounds,
            ),
            Trap(
                "wraps",
                N_("Negative ratings wrap around"),
                N_(
                    "Index −1 is the last one here too, but the sum of squares takes the −1 as it "
                    "is: O and E no longer belong together. Kappa is {kappa}; with the −1 as a "
                    "category of its own it would be {exact}."
                ),
                _one_pass_wraps,
            ),
            Trap(
                "dtype",
                N_("As it was shared, it no longer compiles"),
                N_("With dtype=int for its histograms, numba {version} stops with a {error}."),
                _no_longer_compiles,
                needs="numba",
            ),
        ),
    ),
    Implementation(
        key=N_("scikit-learn"),
        title=N_("scikit-learn"),
        idea=N_('cohen_kappa_score, with weights="quadratic" and the whole scale as labels=.'),
        function=scikit_learn,
        needs="sklearn",
        traps=(
            Trap(
                "drops-categories",
                N_("Without labels=, unused categories are dropped"),
                N_(
                    "On 1–5 with 3 and 4 unused, kappa is {kappa}; without labels= it becomes "
                    "{collapsed}."
                ),
                _drops_categories,
            ),
            Trap(
                "drops-unlisted",
                N_("Ratings that are not among the labels vanish"),
                N_(
                    "A pair with a {outside} on 0–4 is left out without a word; of the others, "
                    "kappa is {kappa}."
                ),
                _drops_unlisted,
            ),
            Trap(
                "transposed",
                N_("Its E lies on its side"),
                N_(
                    "Inside, E has the predicted totals in its rows: its cell [1, 3] is {shown} "
                    "where {right} is right. Kappa is the same, since w is symmetric; do not show "
                    "this E."
                ),
                _transposes_expected,
            ),
        ),
    ),
    Implementation(
        key=N_("moments"),
        title=N_("Moments"),
        idea=N_(
            "Five sums and no matrix: twice the covariance, over both variances and the squared "
            "shift."
        ),
        function=moments,
        traps=(
            Trap(
                "no-scale",
                N_("No scale is looked at"),
                N_(
                    "A {outside} on a scale that ends at 4 is taken at its word. Kappa becomes "
                    "{kappa}."
                ),
                _looks_at_no_scale,
            ),
            Trap(
                "quadratic-only",
                N_("It knows quadratic weights only"),
                N_(
                    "For linear weights or weights of your own there is no such short cut. And "
                    "where both raters use one category only: {outcome}."
                ),
                lambda: _stops("moments"),
            ),
        ),
    ),
)
"""The implementations, in the order of a page."""

RACE_SIZES = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
"""The numbers of items in a race."""


@dataclass(frozen=True)
class Lap:
    """The time of one implementation at one number of items.

    Attributes
    ----------
    key : str
        The implementation.
    n : int
        The number of items.
    seconds : float
        The fastest of its runs.
    kappa : float
        What it computed.
    """

    key: str
    n: int
    seconds: float
    kappa: float


def time_once(
    implementation: Implementation,
    n: int,
    *,
    seed: int = 0,
    repeats: int = 3,
    n_categories: int = 5,
) -> Lap:
    """Time one implementation at one number of items, here and now.

    Parameters
    ----------
    implementation : Implementation
        An available one. What it must load or compile is done before the clock starts.
    n : int
        The number of items, from 2 to the implementation's own limit.
    seed : int
        The same seed gives the same ratings.
    repeats : int
        How many runs, at least 1; the fastest counts.
    n_categories : int
        N, at least 2.

    Returns
    -------
    Lap

    Raises
    ------
    RatingsError
        If a number is out of range.

    Examples
    --------
    >>> lap = time_once(IMPLEMENTATIONS[0], 100, seed=1)
    >>> lap.key, lap.n, lap.seconds > 0
    ('double-loop', 100, True)
    """
    for name, value, low, high in (
        (N_("Items"), n, 2, implementation.max_n),
        (N_("Runs"), repeats, 1, 1_000),
        (N_("Categories"), n_categories, 2, MAX_CATEGORIES),
    ):
        if not low <= value <= high:
            raise RatingsError(
                "{name}: {value} is out of range; from {low} to {high} can be raced.",
                name=name,
                value=shown(value),
                low=low,
                high=high,
            )
    ratings: Any = np.random.default_rng(seed).integers(0, n_categories, (2, n))
    ratings[:, :2] = (0, 1), (1, 0)  # never all alike, so that kappa is defined
    warm = ratings[:, :2]
    if implementation.takes == "lists":
        ratings, warm = ratings.tolist(), warm.tolist()
    categories = range(n_categories)
    implementation.function(warm[0], warm[1], categories)
    fastest, kappa = math.inf, math.nan
    for _ in range(repeats):
        start = time.perf_counter()
        kappa = implementation.function(ratings[0], ratings[1], categories)
        fastest = min(fastest, time.perf_counter() - start)
    return Lap(implementation.key, n, fastest, kappa)


def race(
    implementations: Sequence[Implementation],
    sizes: Sequence[int] = RACE_SIZES,
    *,
    seed: int = 0,
    repeats: int = 3,
    n_categories: int = 5,
    patience: float = math.inf,
) -> Iterator[Lap]:
    """Let implementations race, lap by lap, small sizes first: stop whenever you like.

    Parameters
    ----------
    implementations : sequence of Implementation
        Those that are not available sit out, and so does each beyond its own limit.
    sizes : sequence of int
        The numbers of items.
    seed, repeats, n_categories : int
        See `time_once`.
    patience : float
        Seconds: when they have passed, no lap begins any more.

    Yields
    ------
    Lap
        Each is run when it is asked for.

    Examples
    --------
    >>> laps = race(IMPLEMENTATIONS[:2], sizes=(10, 100))
    >>> [(lap.key, lap.n) for lap in laps]
    [('double-loop', 10), ('histograms', 10), ('double-loop', 100), ('histograms', 100)]
    """
    start = time.monotonic()
    for implementation, n in race_programme(implementations, sizes):
        if time.monotonic() - start > patience:
            return
        yield time_once(implementation, n, seed=seed, repeats=repeats, n_categories=n_categories)


def race_programme(
    implementations: Sequence[Implementation], sizes: Sequence[int] = RACE_SIZES
) -> list[tuple[Implementation, int]]:
    """Return who runs at which number of items, in the order of the race.

    Examples
    --------
    >>> [(one.key, n) for one, n in race_programme(IMPLEMENTATIONS[:1], (10, 100))]
    [('double-loop', 10), ('double-loop', 100)]
    """
    entered = [one for one in implementations if available(one)]
    return [(one, n) for n in sizes for one in entered if n <= one.max_n]
