"""Which implementations are there? Seven, each with its idea, its source and its traps."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from qwk_core.messages import N_
from qwk_core.teaching.implementations import traps
from qwk_core.teaching.implementations.traps import Trap
from qwk_core.teaching.implementations.ways import (
    count_and_sum,
    double_loop,
    histograms,
    moments,
    one_pass,
    rater_lists,
    scikit_learn,
    vectorised,
)


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
        What it gets in the race.
    max_n : int
        The greatest number of items it can race at in a sensible time.
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
    """Return whether the package that an implementation, or a trap, needs is installed.

    Parameters
    ----------
    implementation : Implementation or Trap
        What needs a package, or none.

    Returns
    -------
    bool

    Examples
    --------
    >>> [one.key for one in IMPLEMENTATIONS if one.needs is None]
    ['double-loop', 'histograms', 'rater-lists', 'vectorised', 'moments']
    >>> available(IMPLEMENTATIONS[0])
    True
    """
    needs = implementation.needs
    return needs is None or importlib.util.find_spec(needs) is not None


@cache
def source(implementation: Implementation) -> str:
    """Return the source of an implementation, as the module `ways` has it.

    Parameters
    ----------
    implementation : Implementation
        One of `IMPLEMENTATIONS`.

    Returns
    -------
    str
        Its function, and then its helper where it has one.

    Examples
    --------
    >>> print(source(IMPLEMENTATIONS[3]).splitlines()[0])
    def vectorised(actual: Any, predicted: Any, categories: Sequence[int]) -> float:
    """
    own = inspect.getsource(implementation.function)
    if implementation.helper is None:
        return own
    return own + "\n\n" + inspect.getsource(implementation.helper)


IMPLEMENTATIONS = (
    Implementation(
        key=N_("double-loop"),
        title=N_("Double loop over the matrix"),
        idea=N_("w, O and E cell by cell, exactly as in the definition."),
        function=double_loop,
        takes="lists",
        traps=(
            Trap(
                "below",
                N_("A rating below the scale counts from the end"),
                N_(
                    "In Python, index −1 is the last category: a −1 is read as the "
                    "highest rating, without a warning. Kappa becomes {kappa}."
                ),
                lambda: traps.wraps_below(double_loop),
            ),
            Trap(
                "stops",
                N_("0 ÷ 0 stops the program"),
                N_("Where both raters use one category only: {outcome}."),
                lambda: traps.stops(double_loop),
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
                N_("Ratings outside the scale disappear"),
                N_(
                    "np.histogram leaves out what is outside its bins: of {n} pairs, O "
                    "holds {pairs}, but the other rater’s histogram still holds {n}. "
                    "Kappa becomes {kappa}, without a warning."
                ),
                traps.drops_outsiders,
            ),
            Trap(
                "absent-class",
                N_("A missing class breaks the confusion matrix"),
                N_(
                    "Many versions take O from a confusion matrix that is not told the labels. It "
                    "has {found} rows, w has {size}: “{error}”."
                ),
                traps.confusion_without_labels,
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
                N_("The scale is guessed from the ratings"),
                N_(
                    "One rating of {outside} on a scale that ends at 4 is a typing error; here it "
                    "stretches the scale. Kappa becomes {kappa}."
                ),
                traps.finds_its_own_scale,
            ),
            Trap(
                "stops",
                N_("0 ÷ 0 stops the program"),
                N_("Where both raters use one category only: {outcome}."),
                lambda: traps.stops(rater_lists),
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
                    "In numpy, index −1 is the last category: a −1 is read as the "
                    "highest rating, without a warning. Kappa becomes {kappa}."
                ),
                lambda: traps.wraps_below(vectorised),
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
                N_("Ratings above the scale read other memory"),
                N_(
                    "Compiled code does not check its indices: a {outside} goes past the "
                    "end of a histogram of {size}. The original once returned −3.5, "
                    "without an error. This app checks first and says “{error}”."
                ),
                traps.out_of_bounds,
            ),
            Trap(
                "wraps",
                N_("Negative ratings wrap around"),
                N_(
                    "Index −1 is the last one here too, but the sum of squares takes the −1 as it "
                    "is: O and E no longer belong together. Kappa is {kappa}; with the −1 as a "
                    "category of its own it would be {exact}."
                ),
                traps.one_pass_wraps,
            ),
            Trap(
                "dtype",
                N_("As it was shared, it no longer compiles"),
                N_("With dtype=int for its histograms, numba {version} stops with a {error}."),
                traps.no_longer_compiles,
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
                traps.drops_categories,
            ),
            Trap(
                "drops-unlisted",
                N_("Ratings that are not among the labels disappear"),
                N_(
                    "A pair with a {outside} on 0–4 is left out without a warning; the "
                    "others give κ = {kappa}."
                ),
                traps.drops_unlisted,
            ),
            Trap(
                "transposed",
                N_("Its E is transposed"),
                N_(
                    "Inside, E has the predicted totals in its rows: its cell [1, 3] is "
                    "{shown}, and {right} is right. Kappa is the same, because w is "
                    "symmetric; but do not show this E."
                ),
                traps.transposes_expected,
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
                N_("It does not look at the scale"),
                N_(
                    "A {outside} on a scale that ends at 4 is used as it is. Kappa becomes {kappa}."
                ),
                traps.looks_at_no_scale,
            ),
            Trap(
                "quadratic-only",
                N_("It knows quadratic weights only"),
                N_(
                    "For linear weights or weights of your own there is no such short cut. And "
                    "where both raters use one category only: {outcome}."
                ),
                lambda: traps.stops(moments),
            ),
        ),
    ),
)
"""The implementations, in the order of a page."""
