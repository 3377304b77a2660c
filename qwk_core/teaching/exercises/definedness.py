"""Is κ undefined, 0, 1 or another number? Exercises that ask for it, without computing."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from qwk_core.messages import N_, Message
from qwk_core.teaching.exercises import exact
from qwk_core.teaching.exercises.choices import CLEAR_CHANGE, ask_to_choose, wrong_choice
from qwk_core.teaching.exercises.dice import Dice, Vector, require
from qwk_core.teaching.exercises.exact import Table, plain_number
from qwk_core.teaching.exercises.model import BOTH, Exercise, Grid, Mistake, Part, Strip

_OPTIONS = (
    N_("κ is undefined: 0 ÷ 0"),
    N_("κ is exactly 0"),
    N_("κ is exactly 1"),
    N_("κ is another number"),
)
_UNDEFINED, _ZERO, _ONE, _OTHER = range(4)

_PERFECT = N_(
    "They agree on every item, true. But random pairing does, too: both use only one "
    "category, and ΣwE is 0 as well."
)
_NO_DISAGREEMENT = N_("ΣwO is 0, not κ. If κ were 0, they would be no better than chance.")
_CONSTANT = N_(
    "κ is undefined only if both raters use the same single category. Here ΣwE is "
    "{below}, so you can divide by it."
)
_MISSES = N_(
    "They miss, true. But one rater gives every item the same category, and then chance "
    "misses just as much: O = E."
)


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
        actual, predicted = _draw_ratings(dice, wanted, size, n, constant=level == 2)
        table = exact.count(actual, predicted, size)
        given = Strip(BOTH, categories, (actual, predicted))
    else:
        table = _draw_table(dice, wanted, size)
        given = Grid("observed", categories, table, totals=True)
    require(any(map(any, table)))
    kappa = exact.kappa(table)
    right = _option_of(kappa)
    require(right == wanted and (not kappa or abs(kappa) >= CLEAR_CHANGE))
    return ask_to_choose(
        right,
        _OPTIONS,
        _mistakes(table),
        ask=Message(N_("Without computing it: what is κ here?")),
        given=(given,),
        otherwise=Message(
            N_("Ask two things. Does anything disagree? And would chance give any disagreement?")
        ),
        hint=Message(
            N_(
                "κ is undefined only if chance cannot disagree: ΣwE = 0. It is 1 if "
                "there is no disagreement and chance would disagree. It is 0 if O costs "
                "as much as E."
            )
        ),
        solution=(
            Grid("observed", categories, table, totals=True),
            Grid("expected", categories, exact.expected(table), totals=True),
            _worked(table, kappa),
        ),
    )


def _option_of(kappa: Fraction | None) -> int:
    if kappa is None:
        return _UNDEFINED
    return {Fraction(0): _ZERO, Fraction(1): _ONE}.get(kappa, _OTHER)


def _mistakes(table: Table) -> list[Mistake]:
    totals = exact.row_totals(table), exact.column_totals(table)
    has_constant_rater = any(sum(map(bool, one)) == 1 for one in totals)
    all_hits = exact.hits(table) == exact.total(table)
    found = []
    if all_hits:
        found += [
            wrong_choice("perfect", _ONE, _PERFECT),
            wrong_choice("no-disagreement", _ZERO, _NO_DISAGREEMENT),
        ]
    if has_constant_rater:
        below = plain_number(exact.denominator(table))
        found.append(wrong_choice("constant", _UNDEFINED, _CONSTANT, below=below))
        if not all_hits:
            found.append(wrong_choice("misses", _OTHER, _MISSES))
    return found


def _worked(table: Table, kappa: Fraction | None) -> Message:
    sums = {
        "above": plain_number(exact.numerator(table)),
        "below": plain_number(exact.denominator(table)),
    }
    if kappa is None:
        return Message(
            N_("ΣwO = {above} and ΣwE = {below}: κ would be 1 − 0 ÷ 0, and is undefined."), sums
        )
    return Message(
        N_("ΣwO = {above} and ΣwE = {below}: κ = 1 − {above} ÷ {below} = {kappa}."),
        {**sums, "kappa": plain_number(kappa)},
    )


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


def _draw_table(dice: Dice, wanted: int, size: int) -> Table:
    """Draw counts, size × size, whose κ may be the wanted option."""
    category, count = dice.below(size), 4 + dice.below(20)
    if wanted == _UNDEFINED:
        return _fill(size, lambda i, j: count * (i == j == category))
    if wanted == _ZERO:
        rows, columns = ([dice.below(4) for _ in range(size)] for _ in range(2))
        return _fill(size, lambda i, j: rows[i] * columns[j])
    counts = [[dice.below(9) for _ in range(size)] for _ in range(size)]
    return _fill(size, lambda i, j: counts[i][j] * (wanted == _OTHER or i == j))


def _fill(size: int, cell: Callable[[int, int], int]) -> Table:
    return tuple(tuple(cell(i, j) for j in range(size)) for i in range(size))
