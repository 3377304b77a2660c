"""Is κ undefined, 0, 1 or another number? Exercises that ask for it, without computing."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from qwk_core.teaching.exercises import exact
from qwk_core.teaching.exercises.dice import Dice, Vector, require
from qwk_core.teaching.exercises.exact import ExactWalk
from qwk_core.teaching.exercises.model import BOTH, CLEAR_CHANGE, Exercise, Grid, Part, Strip
from qwk_core.teaching.exercises.words import WORDS

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
    categories = tuple(range(size))
    wanted = dice.aim(4)
    given: Part
    if level < 3:
        n = 5 if level == 1 else 1 + dice.below(6)
        pair = _draw_ratings(dice, wanted, size, n, constant=level == 2)
        walk = exact.count(*pair, size)
        given = Strip(BOTH, categories, pair)
    else:
        walk = _draw_counts(dice, wanted, size)
        given = Grid("observed", categories, walk.observed, totals=True)
    require(walk.n > 0)
    kappa = walk.kappa_or_none
    right = _option_of(kappa)
    require(right == wanted and (not kappa or abs(kappa) >= CLEAR_CHANGE))
    words = WORDS["undefined-or-not"]
    without_kappa, with_kappa = words.solve(walk.sums)
    return words.pose(
        level,
        walk.sums,
        [right],
        _mistakes(walk),
        given=[given],
        solution=[
            Grid("observed", categories, walk.observed, totals=True),
            Grid("expected", categories, walk.expected, totals=True),
            without_kappa if kappa is None else with_kappa,
        ],
    )


def _option_of(kappa: Fraction | None) -> int:
    if kappa is None:
        return _UNDEFINED
    return {Fraction(0): _ZERO, Fraction(1): _ONE}.get(kappa, _OTHER)


def _mistakes(walk: ExactWalk) -> dict[str, list[int]]:
    """Return the option that each mistake leads to."""
    has_constant_rater = any(sum(map(bool, one)) == 1 for one in (walk.rows, walk.columns))
    all_hits = walk.hits == walk.n
    found: dict[str, list[int]] = {}
    if all_hits:
        found |= {"perfect": [_ONE], "no-disagreement": [_ZERO]}
    if has_constant_rater:
        found["constant"] = [_UNDEFINED]
        if not all_hits:
            found["misses"] = [_OTHER]
    return found


def _draw_ratings(
    dice: Dice, wanted: int, size: int, n: int, *, constant: bool
) -> tuple[Vector, Vector]:
    """Draw two ratings of n items whose κ may be the wanted option."""
    one = (dice.below(size),) * n
    some, others = (tuple(dice.below(size) for _ in range(n)) for _ in range(2))
    if wanted == _UNDEFINED:
        return one, one
    if wanted == _ZERO:
        pair = (one, (dice.below(size),) * n) if constant else (one, some)
        return pair if dice.below(2) else (pair[1], pair[0])
    return (some, some) if wanted == _ONE else (some, others)


def _draw_counts(dice: Dice, wanted: int, size: int) -> ExactWalk:
    """Draw counts, size × size, whose κ may be the wanted option."""
    category, count = dice.below(size), 4 + dice.below(20)
    if wanted == _UNDEFINED:
        return _filled(size, lambda i, j: count * (i == j == category))
    if wanted == _ZERO:
        rows, columns = ([dice.below(4) for _ in range(size)] for _ in range(2))
        return _filled(size, lambda i, j: rows[i] * columns[j])
    counts = [[dice.below(9) for _ in range(size)] for _ in range(size)]
    return _filled(size, lambda i, j: counts[i][j] * (wanted == _OTHER or i == j))


def _filled(size: int, cell: Callable[[int, int], int]) -> ExactWalk:
    return ExactWalk(tuple(tuple(cell(i, j) for j in range(size)) for i in range(size)))
