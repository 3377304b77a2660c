"""What each implementation answers on the example, and to how many digits it is right."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qwk_app.frame.state import Lesson
from qwk_app.words.language import current
from qwk_app.words.texts import _, plain, plural
from qwk_core.teaching.implementations.cases import (
    Outcome,
    digits_shared,
    items_of_counts,
    run_function,
)
from qwk_core.teaching.implementations.catalogue import IMPLEMENTATIONS, Implementation, available

_ALL_DIGITS = 17


@dataclass(frozen=True)
class Result:
    """What became of one implementation on the example: an outcome, or why it did not run."""

    implementation: Implementation
    outcome: Outcome | None
    why_not: str = ""


def ratings(lesson: Lesson) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return both ratings as positions: whole numbers, whatever the categories are called."""
    if lesson.ratings is None:
        return items_of_counts(lesson.walk.observed)
    return lesson.ratings.actual, lesson.ratings.predicted


def everyone(lesson: Lesson, *, extras: bool) -> list[Result]:
    """Run all on the example; the libraries only if `extras`.

    Raises RatingsError where the example has too many items to write them out.
    """
    actual, predicted = ratings(lesson)
    return [
        run(one, actual, predicted, len(lesson.labels), extras=extras) for one in IMPLEMENTATIONS
    ]


def run(
    one: Implementation,
    actual: NDArray[np.int64],
    predicted: NDArray[np.int64],
    size: int,
    *,
    extras: bool,
) -> Result:
    """Run one on ratings given as positions."""
    if one.needs and not available(one):
        return Result(one, None, _("not installed"))
    if one.needs and not extras:
        return Result(one, None, _("a library: switch it on"))
    if one.takes == "lists":
        outcome = run_function(one.function, actual.tolist(), predicted.tolist(), range(size))
    else:
        outcome = run_function(one.function, actual, predicted, range(size))
    return Result(one, outcome)


def _digits(result: Result, exact: float) -> int:
    outcome = result.outcome
    if outcome is None or outcome.error is not None:
        return 0
    return digits_shared(outcome.kappa, exact)


def value(result: Result) -> str:
    """Write its answer, its error, or why it did not run."""
    if result.outcome is None:
        return result.why_not
    if result.outcome.error is not None:
        return plain(result.outcome.error)
    return full(result.outcome.kappa)


def full(kappa: float) -> str:
    """Write all digits of κ, as Python does.

    >>> full(-0.25), full(float("nan"))
    ('−0.25', 'nan')
    """
    return current().digits(repr(kappa + 0.0).replace("-", "−"))


def note(result: Result, exact: float) -> str:
    """Say to how many digits it is right."""
    outcome = result.outcome
    if outcome is None or outcome.error is not None:
        return ""
    if math.isnan(exact):
        return _("as it should") if math.isnan(outcome.kappa) else ""
    return _digits_text(digits_shared(outcome.kappa, exact))


def _digits_text(shared: int) -> str:
    if shared == _ALL_DIGITS:
        return _("to the last bit")
    return plural(shared, "{n} digit", "{n} digits")


def summary(found: Sequence[Result], exact: float) -> str:
    """Say how far all agree that ran."""
    ran = [result for result in found if result.outcome is not None]
    if math.isnan(exact):
        stopped = sum(result.outcome is not None and bool(result.outcome.error) for result in ran)
        return _(
            "Kappa is 0 ÷ 0 here. Of the {ran} that ran, {stopped} stop with an error; the others "
            "say nan: not a number.",
            ran=len(ran),
            stopped=stopped,
        )
    least = min(_digits(result, exact) for result in ran)
    if least == _ALL_DIGITS:
        return _("All {ran} that ran agree **to the last bit**.", ran=len(ran))
    return _(
        "All {ran} that ran agree to **{digits}** or more. The rest is rounding: each adds in "
        "another order.",
        ran=len(ran),
        digits=_digits_text(least),
    )
