"""Which exercises are there, and which one has this name?

>>> from qwk_core.teaching.exercises.model import judge, read_given
>>> asked = exercise("compute-kappa", level=1, seed=1)
>>> judge(asked, read_given(asked, ["1-0.7"]))
Traceback (most recent call last):
...
qwk_core.errors.RatingsError: κ: “1-0.7” is not a number. Write it like 3, 0.15, 15% or 3/20.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from qwk_core.errors import RatingsError, shown
from qwk_core.teaching.exercises.cells import (
    count_observed,
    expected_cell,
    fill_expected,
    fill_weights,
)
from qwk_core.teaching.exercises.definedness import undefined_or_not
from qwk_core.teaching.exercises.dice import Dice, Redraw
from qwk_core.teaching.exercises.directions import rise_or_fall
from qwk_core.teaching.exercises.higher import which_higher
from qwk_core.teaching.exercises.kappas import compute_kappa
from qwk_core.teaching.exercises.model import Exercise, Name
from qwk_core.teaching.exercises.raters import three_raters
from qwk_core.teaching.exercises.scenes import spot_pitfall
from qwk_core.teaching.exercises.words import WORDS

LEVELS = (1, 2, 3)
"""From the easiest to the hardest."""

MOST_SEED = 9999
"""Seeds in a name go from 1 to this."""

_KEY = re.compile(r"(?P<kind>[a-z-]{1,40})-(?P<level>[0-9])-0{0,4}(?P<seed>[1-9][0-9]{0,3})")
_DRAWS = {
    "count-observed": count_observed,
    "fill-weights": fill_weights,
    "expected-cell": expected_cell,
    "fill-expected": fill_expected,
    "compute-kappa": compute_kappa,
    "which-higher": which_higher,
    "rise-or-fall": rise_or_fall,
    "spot-pitfall": spot_pitfall,
    "undefined-or-not": undefined_or_not,
    "three-raters": three_raters,
}
KINDS = {key: WORDS[key].title for key in _DRAWS}
"""The title of each kind of exercise by its key, in the order of the lesson."""


def exercise(kind: str, *, level: int = 1, seed: int = 1) -> Exercise:
    """Make an exercise.

    Parameters
    ----------
    kind : str
        A key of `KINDS`.
    level : {1, 2, 3}
        How hard.
    seed : int
        Which one, from 1 to `MOST_SEED`: the same kind, level and seed make the same exercise,
        everywhere.

    Returns
    -------
    Exercise

    Raises
    ------
    RatingsError
        If there is no such exercise.

    Examples
    --------
    >>> one = exercise("count-observed", level=1, seed=1)
    >>> one == exercise("count-observed", level=1, seed=1), one.fields
    (True, ('O[0, 1]',))
    """
    return exercise_of(str(Name(kind, level, seed)))


def exercise_of(key: str) -> Exercise:
    """Make the exercise of this name.

    Parameters
    ----------
    key : str
        Kind, level and seed, as `Exercise.key` writes them; people may also type spaces, capitals
        and other marks: "Compute kappa 2 17".

    Returns
    -------
    Exercise

    Raises
    ------
    RatingsError
        If it is not the name of an exercise.

    Examples
    --------
    >>> exercise_of("Compute kappa 1 7") == exercise("compute-kappa", level=1, seed=7)
    True
    """
    words = re.findall("[a-z]+|[0-9]+", key.lower().replace("κ", "kappa"))
    match = _KEY.fullmatch("-".join(words))
    if match is None or match["kind"] not in _DRAWS or int(match["level"]) not in LEVELS:
        raise RatingsError(
            "{value} is not the name of an exercise. Names look like {example}: a kind, a level "
            "from 1 to {levels}, a number from 1 to {most}.",
            value=shown(key),
            example="compute-kappa-2-17",
            levels=LEVELS[-1],
            most=MOST_SEED,
        )
    name = Name(match["kind"], int(match["level"]), int(match["seed"]))
    dice = Dice(*name)
    while True:  # as a rule a few draws, until one can be asked
        with suppress(Redraw):
            return replace(_DRAWS[name.kind](dice, name.level), name=name)
