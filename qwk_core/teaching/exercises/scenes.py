"""Which pitfall is this? Stories in which somebody steps into one of the known pitfalls.

What is told is in pitfalls.toml: a pitfall's story, its sign, and the pitfalls akin to it. Here
the ratings are drawn that the story tells of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from qwk_core.messages import N_, Message
from qwk_core.statistics.latent import correlated_shares
from qwk_core.teaching.exercises import exact
from qwk_core.teaching.exercises.dice import Dice, Vector, require
from qwk_core.teaching.exercises.exact import ExactWalk
from qwk_core.teaching.exercises.model import BOTH, Exercise, Grid, Mistake, Part, Strip
from qwk_core.teaching.exercises.words import WORDS, fill
from qwk_core.teaching.pitfalls.catalogue import pitfall
from qwk_core.walkthrough import walk_through_counts

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
    # What one could see in the story as well is no option beside it.
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


def _strip(pair: tuple[Vector, Vector], size: int, first: int = 0) -> Strip:
    return Strip(BOTH, tuple(range(first, first + size)), pair)


def _grid(walk: ExactWalk, first: int = 0) -> Grid:
    return Grid("observed", tuple(range(first, first + walk.size)), walk.observed, totals=True)


def _require_apart(first: Fraction, second: Fraction) -> None:
    """Require that two kappas are clearly apart."""
    require(abs(first - second) >= Fraction(1, 10))


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
    actual, predicted = dice.ratings(3, 10)
    short = exact.count(actual, predicted, 3)
    used = (0, 1, 4)
    whole = exact.count([used[at] for at in actual], [used[at] for at in predicted], 5)
    require(0 not in (*short.rows, *short.columns))
    _require_apart(whole.kappa, short.kappa)
    return {"before": whole.kappa, "after": short.kappa}, [_grid(whole, 1)]


def _by_letter(dice: Dice) -> Drawn:
    actual, predicted = dice.ratings(3, 12, hits=0.6)
    place = (1, 2, 0)  # of low, medium and high among high, low, medium
    sorted_ = exact.count([place[at] for at in actual], [place[at] for at in predicted], 3)
    walk = exact.count(actual, predicted, 3)
    _require_apart(walk.kappa, sorted_.kappa)
    return {"true": walk.kappa, "scrambled": sorted_.kappa}, [_grid(walk)]


def _not_divided(dice: Dice) -> Drawn:
    n = dice.pick((10, 12, 20))
    walk = exact.count(*dice.ratings(3, n), 3)
    found = 1 - (1 - walk.kappa) / n
    _require_apart(walk.kappa, found)
    undivided = tuple(tuple(cell * n for cell in row) for row in walk.expected)
    return (
        {"n": n, "sum": n * n, "kappa": found},
        [_grid(walk), Grid("expected", (0, 1, 2), undivided, totals=True)],
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
    return {"by": by, "kappa": exact.count(*pair, size).kappa}, [_strip(pair, size, first)]


def _prevalence(dice: Dice) -> Drawn:
    misses = 8 + dice.below(8)
    common = _two_by_two(dice, 40 + dice.below(20), misses)
    rare = _two_by_two(dice, 6 + dice.below(8), misses)
    _require_apart(common.kappa, rare.kappa)
    clinic = N_("clinic {name}")
    return (
        {"alike": common.hits, "first": common.kappa, "second": rare.kappa},
        [
            Grid(
                "observed",
                (0, 1),
                walk.observed,
                totals=True,
                title=Message(clinic, {"name": name}),
            )
            for name, walk in zip("AB", (common, rare), strict=True)
        ],
    )


def _two_by_two(dice: Dice, positive: int, misses: int) -> ExactWalk:
    """Draw a hundred items: so many positive for the first rater, so many rated differently."""
    missed = 1 + dice.below(min(misses - 1, positive - 1))
    false = misses - missed
    return ExactWalk(((100 - positive - false, false), (missed, positive - missed)))


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
    kappa = exact.count(*pair, 4).kappa
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
    first, second = walks = exact.count(actual, a, 5), exact.count(actual, b, 5)
    _require_apart(first.kappa, second.kappa)
    require(first.kappa > second.kappa)
    return (
        {
            "hits_a": first.hits,
            "hits_b": second.hits,
            "kappa_a": first.kappa,
            "kappa_b": second.kappa,
        },
        [
            Grid("observed", tuple(range(5)), walk.observed, title=Message(name))
            for name, walk in zip("AB", walks, strict=True)
        ],
    )


def _pooled(dice: Dice) -> Drawn:
    actual, predicted = dice.ratings(2, 8, hits=0.3)
    low = exact.count(actual, predicted, 2).kappa
    require(0 < low < Fraction(7, 10))
    # The upper form: the same ratings, eight grades higher.
    both = (*actual, *(at + 8 for at in actual)), (*predicted, *(at + 8 for at in predicted))
    return {"group": low, "pooled": exact.count(*both, 10).kappa}, [_strip(both, 10)]


def _centred(dice: Dice) -> Drawn:
    half = [[dice.below(4) for _ in range(5)] for _ in range(5)]
    # Point-symmetric: both raters' means lie in the middle of the scale, and items that both put
    # there leave κ as it is.
    table = [[half[i][j] + half[4 - i][4 - j] for j in range(5)] for i in range(5)]
    table[2][2] = 0
    before = ExactWalk(tuple(map(tuple, table)))
    table[2][2] = more = dice.pick((100, 200, 500))
    after = ExactWalk(tuple(map(tuple, table)))
    return (
        {
            "more": more,
            "before": before.hits,
            "of": before.n,
            "after": after.hits,
            "of_after": after.n,
            "kappa": before.kappa,
        },
        [_grid(after)],
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
