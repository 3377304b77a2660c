"""Which of two predictions has the higher κ? Exercises that ask for it."""

from __future__ import annotations

from fractions import Fraction

from qwk_core.messages import N_, Message
from qwk_core.teaching.exercises import exact
from qwk_core.teaching.exercises.choices import ask_to_choose, wrong_choice
from qwk_core.teaching.exercises.dice import Dice, Vector, require
from qwk_core.teaching.exercises.exact import Table, plain_number
from qwk_core.teaching.exercises.model import Exercise, Grid, Part, Strip

_CLEAR_GAP = Fraction(3, 20)  # the least gap between the two kappas, unless they are the same

_OPTIONS = (N_("A"), N_("B"), N_("Neither: both are the same"))
_A, _B, _SAME = range(3)

_BY_HITS = N_(
    "Exact hits say so: {hits_a} for A, {hits_b} for B. But κ counts how far each miss is, squared."
)
_BY_SQUARES = N_(
    "ΣwO says so: {above_a} for A, {above_b} for B. But κ divides by ΣwE, and that is smaller for "
    "predictions that hardly move."
)

# The mistake that leads to the lower of the two predictions, by level.
_REQUIRED = {1: "hits", 2: "hits", 3: "squares"}


def which_higher(dice: Dice, level: int) -> Exercise:
    """Make an exercise that asks which of two predictions of the same ratings scores higher.

    Parameters
    ----------
    dice : Dice
        The source of all chance.
    level : {1, 2, 3}
        As many near as far misses, or the same pairs in another order; many near against two far
        misses; a prediction that dares against one that hardly leaves the middle.

    Returns
    -------
    Exercise

    Raises
    ------
    Redraw
        If nothing that can be asked was drawn.
    """
    size = 5
    actual = tuple(dice.below(size) for _ in range(8 if level == 1 else 10))
    pair = _draw_pair(dice, level, actual, size)
    tables = [exact.count(actual, predicted, size) for predicted in pair]
    kappas = [exact.known_kappa(table) for table in tables]
    gap = abs(kappas[0] - kappas[1])
    require(pair[0] != pair[1] and (gap == 0 or gap >= _CLEAR_GAP))
    right = _higher(*kappas)
    squares = [exact.numerator(table) for table in tables]
    hits = [exact.hits(table) for table in tables]
    asked = ask_to_choose(
        right,
        _OPTIONS,
        [
            wrong_choice("hits", _higher(*hits), _BY_HITS, hits_a=hits[0], hits_b=hits[1]),
            wrong_choice(
                "squares",
                _higher(-squares[0], -squares[1]),
                _BY_SQUARES,
                above_a=plain_number(squares[0]),
                above_b=plain_number(squares[1]),
            ),
        ],
        ask=Message(N_("Two programs rated the same items. Which one has the higher κ?")),
        given=(
            Strip(
                (Message(N_("actual")), Message("A"), Message("B")),
                tuple(range(size)),
                (actual, *pair),
            ),
        ),
        otherwise=Message(
            N_(
                "Look again at the misses: how far is each one off? Square that, add up for A and "
                "for B, and think of what chance would give with the same totals."
            )
        ),
        hint=Message(
            N_(
                "Write down each miss's distance, squared: the sum is {a} for A and {b} "
                "for B. Then ask which of them uses more of the scale: for that one, "
                "chance costs more."
            ),
            {
                name: plain_number(square * (size - 1) ** 2)
                for name, square in zip("ab", squares, strict=True)
            },
        ),
        solution=(*_grids(tables), *_worked(tables)),
    )
    require(right == _SAME or _REQUIRED[level] in {mistake.key for mistake in asked.mistakes})
    return asked


def _higher(first: Fraction | int, second: Fraction | int) -> int:
    return _SAME if first == second else _A if first > second else _B


def _grids(tables: list[Table]) -> list[Part]:
    categories = tuple(range(len(tables[0])))
    return [
        Grid("observed", categories, table, totals=True, title=Message(name))
        for name, table in zip("AB", tables, strict=True)
    ]


def _worked(tables: list[Table]) -> list[Part]:
    return [
        Message(
            N_("{name}: κ = 1 − ΣwO ÷ ΣwE = 1 − {above} ÷ {below} = {kappa}."),
            {
                "name": name,
                "above": plain_number(exact.numerator(table)),
                "below": plain_number(exact.denominator(table)),
                "kappa": plain_number(exact.known_kappa(table)),
            },
        )
        for name, table in zip("AB", tables, strict=True)
    ]


def _draw_pair(dice: Dice, level: int, actual: Vector, size: int) -> tuple[Vector, Vector]:
    """Draw two predictions of n actual positions."""
    if level == 1 and dice.aim(4) == 0:
        return _same_pairs(dice, actual, size)
    draw = {1: _near_and_far, 2: _often_and_rarely, 3: _bold_and_cautious}[level]
    first, second = draw(dice, actual, size)
    return (second, first) if dice.below(2) else (first, second)


def _near_and_far(dice: Dice, actual: Vector, size: int) -> tuple[Vector, Vector]:
    misses = 2 + dice.below(2)
    return (
        _with_misses(dice, actual, size, misses, 1, 1),
        _with_misses(dice, actual, size, misses, 2, size),
    )


def _often_and_rarely(dice: Dice, actual: Vector, size: int) -> tuple[Vector, Vector]:
    return (
        _with_misses(dice, actual, size, 4 + dice.below(2), 1, 1),
        _with_misses(dice, actual, size, 2, 3, size),
    )


def _bold_and_cautious(dice: Dice, actual: Vector, size: int) -> tuple[Vector, Vector]:
    middle = size // 2
    cautious = tuple(
        rating if abs(rating - middle) == 1 and dice.below(3) == 0 else middle for rating in actual
    )
    return _with_misses(dice, actual, size, 2 + dice.below(2), 3, size), cautious


def _same_pairs(dice: Dice, actual: Vector, size: int) -> tuple[Vector, Vector]:
    """Return two predictions with the same pairs, in another order."""
    first = _with_misses(dice, actual, size, 3, 1, size)
    second = list(first)
    for rating in set(actual):
        places = [item for item, one in enumerate(actual) if one == rating]
        for item, other in zip(places, dice.shuffled(places), strict=True):
            second[item] = first[other]
    return first, tuple(second)


def _with_misses(
    dice: Dice, actual: Vector, size: int, misses: int, least: int, most: int
) -> Vector:
    """Return n predictions that miss so many items, each by a distance from least to most."""
    predicted = list(actual)
    away = {
        item: [p for p in range(size) if least <= abs(p - rating) <= most]
        for item, rating in enumerate(actual)
    }
    able = [item for item, options in away.items() if options]
    for item in dice.shuffled(able)[:misses]:
        predicted[item] = dice.pick(away[item])
    return tuple(predicted)
