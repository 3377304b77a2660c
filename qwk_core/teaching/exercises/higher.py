"""Which of two predictions has the higher κ? Exercises that ask for it."""

from __future__ import annotations

from fractions import Fraction

from qwk_core.messages import Message
from qwk_core.teaching.exercises.dice import Dice, Vector, require
from qwk_core.teaching.exercises.exact import Pair, count, kappa_of, sums
from qwk_core.teaching.exercises.model import BOTH, Exercise, Strip, grid
from qwk_core.teaching.exercises.words import WORDS

_CLEAR_GAP = Fraction(3, 20)  # the least gap between the two kappas, unless they are the same

_A, _B, _SAME = range(3)

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
        misses; a prediction that uses the whole scale against one that stays near the middle.

    Returns
    -------
    Exercise

    Raises
    ------
    Redraw
        If nothing that can be asked was drawn.
    """
    size = 5
    categories = tuple(range(size))
    actual = tuple(dice.below(size) for _ in range(8 if level == 1 else 10))
    pair = _draw_pair(dice, level, actual, size)
    require(pair[0] != pair[1])
    walks = {name: count((actual, one), categories) for name, one in zip("AB", pair, strict=True)}
    a, b = walks.values()
    kappas = kappa_of(a), kappa_of(b)
    require(kappas[0] == kappas[1] or abs(kappas[0] - kappas[1]) >= _CLEAR_GAP)
    right = _higher(*kappas)
    tiles = (size - 1) ** 2
    hits = [one.observed.trace().item() for one in (a, b)]
    values = {
        "hits_a": hits[0],
        "hits_b": hits[1],
        "above_a": a.numerator,
        "above_b": b.numerator,
        "below_a": a.denominator,
        "below_b": b.denominator,
        "a": a.numerator * tiles,
        "b": b.numerator * tiles,
    }
    words = WORDS["which-higher"]
    return words.pose(
        level,
        values,
        [right],
        {"hits": [_higher(*hits)], "squares": [_higher(-a.numerator, -b.numerator)]},
        required=() if right == _SAME else {_REQUIRED[level]},
        given=[Strip(categories, (actual, *pair), (BOTH[0], Message("A"), Message("B")))],
        solution=[
            *(grid(walk, totals=True, title=Message(name)) for name, walk in walks.items()),
            *(
                step
                for name, walk in walks.items()
                for step in words.solve({"name": name, **sums(walk)})
            ),
        ],
    )


def _higher(first: float | Fraction, second: float | Fraction) -> int:
    return _SAME if first == second else _A if first > second else _B


def _draw_pair(dice: Dice, level: int, actual: Vector, size: int) -> Pair:
    """Draw two predictions of n actual positions."""
    if level == 1 and dice.aim(4) == 0:
        return _same_pairs(dice, actual, size)
    if level == 3:
        middle = size // 2
        second = tuple(
            rating if abs(rating - middle) == 1 and dice.below(3) == 0 else middle
            for rating in actual
        )
        first = _with_misses(dice, actual, size, 2 + dice.below(2), 3, size)
    else:
        few, many = (2, 4 + dice.below(2)) if level == 2 else (2 + dice.below(2),) * 2
        first = _with_misses(dice, actual, size, many, 1, 1)
        second = _with_misses(dice, actual, size, few, level + 1, size)
    return (second, first) if dice.below(2) else (first, second)


def _same_pairs(dice: Dice, actual: Vector, size: int) -> Pair:
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
