"""Which pitfall is this? Stories in which somebody steps into one of the known pitfalls.

The file pitfalls.toml has each pitfall's story, its sign, and the pitfalls akin to it. This module
draws the ratings of the story.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import TypeAlias

import numpy as np

from qwk_core.messages import N_, Message
from qwk_core.statistics.latent import correlated_shares
from qwk_core.teaching.exercises.dice import Dice, require
from qwk_core.teaching.exercises.exact import Pair, count, kappa_of
from qwk_core.teaching.exercises.model import Exercise, Grid, Mistake, Part, Strip, grid
from qwk_core.teaching.exercises.words import WORDS, fill
from qwk_core.teaching.pitfalls.catalogue import pitfall
from qwk_core.walkthrough import Walkthrough, walk_through_counts

Drawn: TypeAlias = tuple[Mapping[str, object], Sequence[Part]]
"""The numbers of a story, and what is shown with it."""

_LEVELS = {
    1: ("as-far-as-possible", "undefined", "alphabetical", "no-exact-hit", "small-samples"),
    2: ("unused-category", "w-or-1-minus-w", "correlation", "rankings-flip", "small-samples"),
    3: ("prevalence", "more-categories", "centre-cell", "pooling", "rankings-flip"),
}


def spot_pitfall(dice: Dice, level: int) -> Exercise:
    """Make an exercise that asks which pitfall someone has stepped into.

    Parameters
    ----------
    dice : Dice
        The source of all chance.
    level : {1, 2, 3}
        Which pitfalls come up, and how many options there are: 3, 4 or 5.

    Returns
    -------
    Exercise

    Raises
    ------
    Redraw
        If nothing that can be asked was drawn.
    """
    key = _LEVELS[level][dice.aim(len(_LEVELS[level]))]
    shown = pitfall(key)
    values, given = _DRAWS[key](dice)
    # A pitfall that one could see in the story as well is not an option.
    apart = [
        other
        for other in _DRAWS
        if other != key and other not in shown.akin and key not in pitfall(other).akin
    ]
    options = dice.shuffled([key, *dice.shuffled(apart)[: level + 1]])
    words = WORDS["spot-pitfall"]
    return Exercise(
        ask=Message(words.question[0], {"story": fill(shown.story, values)}),
        given=tuple(given),
        right=(Fraction(options.index(key)),),
        options=tuple(Message(pitfall(option).belief) for option in options),
        mistakes=tuple(
            Mistake(
                option,
                (Fraction(at),),
                Message(words.mistakes["another"], {"sign": Message(pitfall(option).sign)}),
            )
            for at, option in enumerate(options)
            if option != key
        ),
        hint=Message(words.hint[0], {"sign": Message(shown.sign)}),
        solution=(Message(shown.why), Message(shown.instead)),
    )


def _strip(pair: Pair, size: int, first: int = 0) -> Strip:
    return Strip(tuple(range(first, first + size)), pair)


def _require_apart(first: Walkthrough, second: Walkthrough) -> None:
    """Require that two kappas are clearly apart."""
    require(abs(kappa_of(first) - kappa_of(second)) >= Fraction(1, 10))


def _far_apart(dice: Dice) -> Drawn:
    start, size, n = dice.below(2), 4 + dice.below(4), 4 + dice.below(5)
    ends = (0, size - 1) if dice.below(2) else (size - 1, 0)
    values = {"n": n, "actual": start + ends[0], "predicted": start + ends[1]}
    return values, [_strip(((ends[0],) * n, (ends[1],) * n), size, start)]


def _one_category(dice: Dice) -> Drawn:
    start, size, n = dice.below(2), 4 + dice.below(3), 4 + dice.below(6)
    at = dice.below(size)
    return {"n": n, "category": start + at}, [_strip(((at,) * n, (at,) * n), size, start)]


def _gap(dice: Dice) -> Drawn:
    pair = dice.ratings(3, 10)
    short, whole = count(pair, range(3)), count(_renamed(pair, (0, 1, 4)), range(1, 6))
    require(0 not in (*short.actual_totals, *short.predicted_totals))
    _require_apart(whole, short)
    return {"before": whole.kappa, "after": short.kappa}, [grid(whole, totals=True)]


def _by_letter(dice: Dice) -> Drawn:
    pair = dice.ratings(3, 12, hits=0.6)
    walk = count(pair, range(3))
    # The places of low, medium and high among high, low, medium.
    by_letter = count(_renamed(pair, (1, 2, 0)), range(3))
    _require_apart(walk, by_letter)
    return {"true": walk.kappa, "scrambled": by_letter.kappa}, [grid(walk, totals=True)]


def _renamed(pair: Pair, places: Sequence[int]) -> Pair:
    actual, predicted = (tuple(places[at] for at in vector) for vector in pair)
    return actual, predicted


def _not_divided(dice: Dice) -> Drawn:
    n = dice.pick((10, 12, 20))
    walk = count(dice.ratings(3, n), range(3))
    kappa = kappa_of(walk)
    found = 1 - (1 - kappa) / n
    require(abs(kappa - found) >= Fraction(1, 10))
    undivided = tuple(map(tuple, (walk.expected * n).tolist()))
    return (
        {"n": n, "sum": n * n, "kappa": found},
        [grid(walk, totals=True), Grid("expected", (0, 1, 2), undivided, totals=True)],
    )


def _one_too_high(dice: Dice) -> Drawn:
    size = 9 + dice.below(3)
    return _too_high(dice.shuffled(range(size - 1)), 1, size, first=1)


def _shifted(dice: Dice) -> Drawn:
    by = 1 + dice.below(2)
    return _too_high(dice.shuffled((0, 1, 2, 3, 4, dice.below(5))), by, 5 + by)


def _too_high(actual: Sequence[int], by: int, size: int, first: int = 0) -> Drawn:
    """Show ratings that are all predicted too high by the same."""
    pair = tuple(actual), tuple(rating + by for rating in actual)
    return {"by": by, "kappa": count(pair, range(size)).kappa}, [_strip(pair, size, first)]


def _prevalence(dice: Dice) -> Drawn:
    misses = 8 + dice.below(8)
    common = _two_by_two(dice, 40 + dice.below(20), misses)
    rare = _two_by_two(dice, 6 + dice.below(8), misses)
    _require_apart(common, rare)
    clinic = N_("clinic {name}")
    return (
        {"alike": 100 - misses, "first": common.kappa, "second": rare.kappa},
        [
            grid(walk, totals=True, title=Message(clinic, {"name": name}))
            for name, walk in zip("AB", (common, rare), strict=True)
        ],
    )


def _two_by_two(dice: Dice, positive: int, misses: int) -> Walkthrough:
    """Draw a hundred items: so many positive for the first rater, so many rated differently."""
    missed = 1 + dice.below(min(misses - 1, positive - 1))
    false = misses - missed
    return walk_through_counts([[100 - positive - false, false], [missed, positive - missed]])


def _finer(dice: Dice) -> Drawn:
    coarse, fine, percent = 2 + dice.below(2), 8 + dice.below(5), dice.pick((50, 60, 70, 80))
    return (
        {
            "coarse": coarse,
            "fine": fine,
            "coarse_kappa": _binned_kappa(coarse, percent),
            "fine_kappa": _binned_kappa(fine, percent),
        },
        [],
    )


@cache
def _binned_kappa(categories: int, percent: int) -> float:
    return walk_through_counts(correlated_shares([1] * categories, percent / 100)).kappa


def _few(dice: Dice) -> Drawn:
    n = 4 + dice.below(4)
    pair = dice.ratings(4, n, hits=0.7)
    kappa = kappa_of(count(pair, range(4)))
    require(Fraction(7, 10) < kappa < 1)
    return {"n": n, "kappa": kappa}, [_strip(pair, 4)]


def _flipped(dice: Dice) -> Drawn:
    near, far = 6 + dice.below(4), 2 + dice.below(2)
    actual = tuple(at % 5 for at in range(20))
    a, b = list(actual), list(actual)
    for at in dice.shuffled(range(20))[:near]:
        a[at] = dice.pick([p for p in range(5) if abs(p - actual[at]) == 1])
    for at in dice.shuffled([at for at in range(20) if actual[at] in (0, 4)])[:far]:
        b[at] = 4 - actual[at]
    first, second = walks = [count((actual, tuple(one)), range(5)) for one in (a, b)]
    _require_apart(first, second)
    require(first.kappa > second.kappa)
    return (
        {
            "hits_a": 20 - near,
            "hits_b": 20 - far,
            "kappa_a": first.kappa,
            "kappa_b": second.kappa,
        },
        [grid(walk, title=Message(name)) for name, walk in zip("AB", walks, strict=True)],
    )


def _pooled(dice: Dice) -> Drawn:
    pair = dice.ratings(2, 8, hits=0.3)
    low = kappa_of(count(pair, range(2)))
    require(0 < low < Fraction(7, 10))
    # The upper form: the same ratings, eight grades higher.
    actual, predicted = ((*vector, *(at + 8 for at in vector)) for vector in pair)
    both = actual, predicted
    return {"group": low, "pooled": count(both, range(10)).kappa}, [_strip(both, 10)]


def _centred(dice: Dice) -> Drawn:
    half = np.array([[dice.below(4) for _ in range(5)] for _ in range(5)])
    # Point-symmetric: both raters' means lie in the middle of the scale, and items that both put
    # there leave κ as it is.
    table = half + half[::-1, ::-1]
    table[2, 2] = 0
    more = dice.pick((100, 200, 500))
    before = walk_through_counts(table)
    table[2, 2] = more
    after = walk_through_counts(table)
    return (
        {
            "more": more,
            "before": before.observed.trace().item(),
            "of": before.n,
            "after": after.observed.trace().item(),
            "of_after": after.n,
            "kappa": kappa_of(before),
        },
        [grid(after, totals=True)],
    )


# In the order of the pitfalls.
_DRAWS: dict[str, Callable[[Dice], Drawn]] = {
    "as-far-as-possible": _far_apart,
    "undefined": _one_category,
    "unused-category": _gap,
    "alphabetical": _by_letter,
    "w-or-1-minus-w": _not_divided,
    "no-exact-hit": _one_too_high,
    "prevalence": _prevalence,
    "more-categories": _finer,
    "centre-cell": _centred,
    "correlation": _shifted,
    "small-samples": _few,
    "rankings-flip": _flipped,
    "pooling": _pooled,
}
