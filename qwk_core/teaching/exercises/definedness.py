"""Is κ undefined, 0, 1 or another number? Exercises that ask for it, without computing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from qwk_core.teaching.exercises.dice import Dice, require
from qwk_core.teaching.exercises.exact import Pair, count, fraction, sums
from qwk_core.teaching.exercises.model import CLEAR_CHANGE, Exercise, Part, Strip, grid
from qwk_core.teaching.exercises.words import WORDS
from qwk_core.walkthrough import Walkthrough, walk_through_counts

_UNDEFINED, _ZERO, _ONE, _OTHER = range(4)


def undefined_or_not(dice: Dice, level: int) -> Exercise:
    """Make an exercise that asks whether κ is undefined, 0, 1 or another number.

    Parameters
    ----------
    dice : Dice
        The source of all chance.
    level : {1, 2, 3}
        Five items; one to six items, where a κ of 0 has two constant raters; or counts.

    Returns
    -------
    Exercise

    Raises
    ------
    Redraw
        If nothing that can be asked was drawn.
    """
    size = 4 if level < 3 else 3
    wanted = dice.aim(4)
    given: Part
    if level < 3:
        n = 5 if level == 1 else 1 + dice.below(6)
        pair = _draw_ratings(dice, wanted, size, n, constant=level == 2)
        given = Strip(tuple(range(size)), pair)
        walk = count(pair, given.categories)
    else:
        counts = _draw_counts(dice, wanted, size)
        require(bool(counts.any()))
        walk = walk_through_counts(counts)
        given = grid(walk, totals=True)
    right = _option_of(walk)
    require(right == wanted)
    require(right != _OTHER or abs(fraction(walk.kappa)) >= CLEAR_CHANGE)
    words = WORDS["undefined-or-not"]
    without_kappa, with_kappa = words.solve(sums(walk))
    return words.pose(
        level,
        sums(walk),
        [right],
        _mistakes(walk),
        given=[given],
        solution=[
            grid(walk, totals=True),
            grid(walk, "expected", totals=True),
            without_kappa if right == _UNDEFINED else with_kappa,
        ],
    )


def _option_of(walk: Walkthrough) -> int:
    if walk.undefined_reason is not None:
        return _UNDEFINED
    return {0.0: _ZERO, 1.0: _ONE}.get(walk.kappa, _OTHER)


def _mistakes(walk: Walkthrough) -> dict[str, list[int]]:
    """Return the option that each mistake leads to; every option has one."""
    found = {"constant": [_UNDEFINED]}
    if walk.numerator == 0:
        return found | {"perfect": [_ONE], "no-disagreement": [_ZERO], "no-miss": [_OTHER]}
    by_chance = "misses" if walk.has_constant_rater else "as-chance"
    return found | {"some-misses": [_ONE], "not-as-chance": [_ZERO], by_chance: [_OTHER]}


def _draw_ratings(dice: Dice, wanted: int, size: int, n: int, *, constant: bool) -> Pair:
    """Draw two ratings of n items whose κ may be the wanted option."""
    one = (dice.below(size),) * n
    some, others = (tuple(dice.below(size) for _ in range(n)) for _ in range(2))
    if wanted == _UNDEFINED:
        return one, one
    if wanted == _ZERO:
        pair = (one, (dice.below(size),) * n) if constant else (one, some)
        return pair if dice.below(2) else (pair[1], pair[0])
    return (some, some) if wanted == _ONE else (some, others)


def _draw_counts(dice: Dice, wanted: int, size: int) -> NDArray[np.int64]:
    """Draw counts, size × size, whose κ may be the wanted option."""
    category, many = dice.below(size), 4 + dice.below(20)
    if wanted == _UNDEFINED:
        return many * np.diag(np.arange(size) == category)
    if wanted == _ZERO:
        rows, columns = ([dice.below(4) for _ in range(size)] for _ in range(2))
        return np.outer(rows, columns)
    counts = np.array([[dice.below(9) for _ in range(size)] for _ in range(size)])
    return counts if wanted == _OTHER else np.diag(counts.diagonal())
