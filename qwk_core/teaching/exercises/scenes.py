"""Which pitfall is this? Stories in which somebody steps into one of the known pitfalls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from qwk_core.messages import N_, Message
from qwk_core.teaching.exercises import exact
from qwk_core.teaching.exercises.dice import Dice, require
from qwk_core.teaching.exercises.exact import Table, plain_number
from qwk_core.teaching.exercises.model import BOTH, Exercise, Grid, Mistake, Part, Strip
from qwk_core.teaching.pitfalls.catalogue import PITFALLS
from qwk_core.teaching.pitfalls.numerics import binned_normal
from qwk_core.walkthrough import walk_through_counts

Values = dict[str, object]
Drawn = tuple[Values, tuple[Part, ...]]

_HUNDRED = 100


@dataclass(frozen=True)
class _Scene:
    """A story in which someone steps into a pitfall.

    Attributes
    ----------
    story : str
        The template of the story.
    sign : str
        By what the pitfall is recognised, for those who took it for another.
    draw : callable
        Draws the values of the story and what is shown with it.
    akin : tuple of str
        The pitfalls that one could see in the story as well: they are no options beside it.
    """

    story: str
    sign: str
    draw: Callable[[Dice], Drawn]
    akin: tuple[str, ...] = ()


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
    keys = _LEVELS[level]
    key = keys[dice.aim(len(keys))]
    scene = _SCENES[key]
    values, given = scene.draw(dice)
    apart = [
        other
        for other in _SCENES
        if other != key and other not in scene.akin and key not in _SCENES[other].akin
    ]
    options = dice.shuffled([key, *dice.shuffled(apart)[: level + 1]])
    known = {one.key: one for one in PITFALLS}
    return Exercise(
        ask=Message(N_("{story} Which mistake is this?"), {"story": Message(scene.story, values)}),
        given=given,
        right=(Fraction(options.index(key)),),
        options=tuple(Message(known[option].belief) for option in options),
        mistakes=tuple(
            Mistake(
                option,
                (Fraction(at),),
                Message(
                    N_("That is another pitfall. Its sign would be: {sign}"),
                    {"sign": Message(_SCENES[option].sign)},
                ),
            )
            for at, option in enumerate(options)
            if option != key
        ),
        hint=Message(N_("Look for this: {sign}"), {"sign": Message(scene.sign)}),
        solution=(Message(known[key].why), Message(known[key].instead)),
    )


def _far_apart(dice: Dice) -> Drawn:
    start, size, n = dice.below(2), 4 + dice.below(4), 4 + dice.below(5)
    categories = tuple(range(start, start + size))
    low, high = (0,) * n, (size - 1,) * n
    pair = (low, high) if dice.below(2) else (high, low)
    return (
        {"n": n, "actual": categories[pair[0][0]], "predicted": categories[pair[1][0]]},
        (Strip(BOTH, categories, pair),),
    )


def _one_category(dice: Dice) -> Drawn:
    start, size, n = dice.below(2), 4 + dice.below(3), 4 + dice.below(6)
    categories = tuple(range(start, start + size))
    same = (dice.below(size),) * n
    return {"n": n, "category": categories[same[0]]}, (Strip(BOTH, categories, (same, same)),)


def _gap(dice: Dice) -> Drawn:
    used = (0, 1, 4)
    actual, predicted = dice.ratings(3, 10)
    short = exact.count(actual, predicted, 3)
    whole = exact.count(tuple(used[at] for at in actual), tuple(used[at] for at in predicted), 5)
    require(0 not in (*exact.row_totals(short), *exact.column_totals(short)))
    kappas = _clear(exact.known_kappa(whole), exact.known_kappa(short))
    return (
        {"before": kappas[0], "after": kappas[1]},
        (Grid("observed", (1, 2, 3, 4, 5), whole, totals=True),),
    )


def _by_letter(dice: Dice) -> Drawn:
    actual, predicted = dice.ratings(3, 12, hits=0.6)
    # The positions of low, medium and high among high, low, medium.
    place = (1, 2, 0)
    scrambled = exact.count(
        tuple(place[at] for at in actual), tuple(place[at] for at in predicted), 3
    )
    table = exact.count(actual, predicted, 3)
    kappas = _clear(exact.known_kappa(table), exact.known_kappa(scrambled))
    return (
        {"true": kappas[0], "scrambled": kappas[1]},
        (Grid("observed", (0, 1, 2), table, totals=True),),
    )


def _not_divided(dice: Dice) -> Drawn:
    n = dice.pick((10, 12, 20))
    table = exact.count(*dice.ratings(3, n), 3)
    right = exact.known_kappa(table)
    kappas = _clear(right, 1 - (1 - right) / n)
    undivided = tuple(tuple(cell * n for cell in row) for row in exact.expected(table))
    grids = (
        Grid("observed", (0, 1, 2), table, totals=True),
        Grid("expected", (0, 1, 2), undivided, totals=True),
    )
    return {"n": n, "sum": n * n, "kappa": kappas[1]}, grids


def _one_too_high(dice: Dice) -> Drawn:
    size = 9 + dice.below(3)
    actual = tuple(dice.shuffled(range(size - 1)))
    predicted = tuple(rating + 1 for rating in actual)
    found = exact.known_kappa(exact.count(actual, predicted, size))
    return (
        {"kappa": plain_number(found)},
        (Strip(BOTH, tuple(range(1, size + 1)), (actual, predicted)),),
    )


def _two_by_two(dice: Dice, positive: int, misses: int) -> Table:
    """Draw a hundred items: so many positive for the first rater, so many rated differently."""
    missed = 1 + dice.below(min(misses - 1, positive - 1))
    false = misses - missed
    return (
        (_HUNDRED - positive - false, false),
        (missed, positive - missed),
    )


def _prevalence(dice: Dice) -> Drawn:
    misses = 8 + dice.below(8)
    common = _two_by_two(dice, 40 + dice.below(20), misses)
    rare = _two_by_two(dice, 6 + dice.below(8), misses)
    kappas = _clear(exact.known_kappa(common), exact.known_kappa(rare))
    clinic = N_("clinic {name}")
    return (
        {"alike": _HUNDRED - misses, "first": kappas[0], "second": kappas[1]},
        tuple(
            Grid(
                "observed",
                (0, 1),
                table,
                totals=True,
                title=Message(clinic, {"name": name}),
            )
            for name, table in zip("AB", (common, rare), strict=True)
        ),
    )


@cache
def _binned_kappa(categories: int, percent: int) -> float:
    return walk_through_counts(binned_normal(categories, percent / 100)).kappa


def _finer(dice: Dice) -> Drawn:
    coarse, fine, percent = 2 + dice.below(2), 8 + dice.below(5), dice.pick((50, 60, 70, 80))
    return (
        {
            "coarse": coarse,
            "fine": fine,
            "coarse_kappa": _binned_kappa(coarse, percent),
            "fine_kappa": _binned_kappa(fine, percent),
        },
        (),
    )


def _shifted(dice: Dice) -> Drawn:
    by = 1 + dice.below(2)
    actual = tuple(dice.shuffled((0, 1, 2, 3, 4, dice.below(5))))
    predicted = tuple(rating + by for rating in actual)
    size = 5 + by
    found = exact.known_kappa(exact.count(actual, predicted, size))
    return (
        {"by": by, "kappa": plain_number(found)},
        (Strip(BOTH, tuple(range(size)), (actual, predicted)),),
    )


def _few(dice: Dice) -> Drawn:
    n = 4 + dice.below(4)
    actual, predicted = dice.ratings(4, n, hits=0.7)
    found = exact.known_kappa(exact.count(actual, predicted, 4))
    require(Fraction(7, 10) < found < 1)
    return (
        {"n": n, "kappa": plain_number(found)},
        (Strip(BOTH, (0, 1, 2, 3), (actual, predicted)),),
    )


def _flipped(dice: Dice) -> Drawn:
    near, far = 6 + dice.below(4), 2 + dice.below(2)
    actual = tuple(at % 5 for at in range(20))
    a, b = list(actual), list(actual)
    for at in dice.shuffled(range(20))[:near]:
        a[at] = dice.pick([p for p in range(5) if abs(p - actual[at]) == 1])
    for at in dice.shuffled([at for at in range(20) if actual[at] in (0, 4)])[:far]:
        b[at] = 4 - actual[at]
    first, second = (exact.count(actual, tuple(one), 5) for one in (a, b))
    kappas = _clear(exact.known_kappa(first), exact.known_kappa(second))
    require(kappas[0] > kappas[1])
    return (
        {
            "hits_a": 20 - near,
            "hits_b": 20 - far,
            "kappa_a": kappas[0],
            "kappa_b": kappas[1],
        },
        tuple(
            Grid("observed", tuple(range(5)), table, title=Message(name))
            for name, table in zip("AB", (first, second), strict=True)
        ),
    )


def _pooled(dice: Dice) -> Drawn:
    actual, predicted = dice.ratings(2, 8, hits=0.3)
    low = exact.known_kappa(exact.count(actual, predicted, 2))
    require(0 < low < Fraction(7, 10))
    both = tuple((*ratings, *(at + 8 for at in ratings)) for ratings in (actual, predicted))
    pooled = exact.known_kappa(exact.count(both[0], both[1], 10))
    strip = Strip(BOTH, tuple(range(10)), (both[0], both[1]))
    return {"group": plain_number(low), "pooled": plain_number(pooled)}, (strip,)


def _centred(dice: Dice) -> Drawn:
    half = [[dice.below(4) for _ in range(5)] for _ in range(5)]
    # Point-symmetric: both raters' means lie in the middle of the scale, and items that both put
    # there leave κ as it is.
    table = [[half[i][j] + half[4 - i][4 - j] for j in range(5)] for i in range(5)]
    table[2][2] = 0
    n, alike = sum(map(sum, table)), sum(table[at][at] for at in range(5))
    more = dice.pick((100, 200, 500))
    found = exact.known_kappa(tuple(map(tuple, table)))
    table[2][2] = more
    after = tuple(map(tuple, table))
    return (
        {
            "more": more,
            "before": alike,
            "of": n,
            "after": alike + more,
            "of_after": n + more,
            "kappa": plain_number(found),
        },
        (Grid("observed", tuple(range(5)), after, totals=True),),
    )


def _clear(first: Fraction, second: Fraction) -> tuple[float, float]:
    """Return two kappas for a message, and require that they are clearly apart."""
    require(abs(first - second) >= Fraction(1, 10))
    return float(first), float(second)


_SCENES = {
    "as-far-as-possible": _Scene(
        N_(
            "All {n} items are {actual}, and all {n} predictions are {predicted}. The program "
            "says κ = 0. “It must be broken,” says your neighbour. “No prediction could be worse "
            "than this: κ is −1.”"
        ),
        N_("someone expects −1 because the ratings lie far apart."),
        _far_apart,
    ),
    "undefined": _Scene(
        N_(
            "Two raters give all {n} items a {category}. “Not one disagreement! I will "
            "write κ = 1,” says your colleague."
        ),
        N_("both raters give every item the same category."),
        _one_category,
    ),
    "unused-category": _Scene(
        N_(
            "Grades run from 1 to 5. “The rows and columns of 3 and 4 are empty, so I left them "
            "out,” says your colleague. κ was {before}, and now it is {after}."
        ),
        N_("a category inside the scale has been left out because no item is in it."),
        _gap,
        ("more-categories",),
    ),
    "alphabetical": _Scene(
        N_(
            "The grades 0, 1 and 2 are called low, medium and high. With the numbers, κ is "
            "{true}. Someone hands the program the words instead, and it says {scrambled}."
        ),
        N_("the categories are words, and nobody has said in which order they come."),
        _by_letter,
    ),
    "w-or-1-minus-w": _Scene(
        N_(
            "In your colleague's sheet O sums to {n} and E to {sum}. “That is only a factor, and "
            "factors cancel,” he says, and gets κ = {kappa}."
        ),
        N_("O and E do not sum to the same, or w is not 0 on the diagonal."),
        _not_divided,
    ),
    "no-exact-hit": _Scene(
        N_(
            "A program reaches κ = {kappa} on a long scale. “Great! Then nearly all its "
            "predictions are exactly right.”"
        ),
        N_("someone thinks that a high κ means exact hits."),
        _one_too_high,
        ("correlation", "rankings-flip", "centre-cell"),
    ),
    "prevalence": _Scene(
        N_(
            "In clinic A two raters agree on {alike} of 100 patients, in clinic B on {alike} of "
            "100 as well. “Then I need to compute κ only once.” It is {first} in A and {second} "
            "in B."
        ),
        N_("the accuracy is the same, but the totals differ."),
        _prevalence,
        ("rankings-flip", "pooling", "more-categories", "centre-cell"),
    ),
    "more-categories": _Scene(
        N_(
            "Team A grades in {coarse} categories: κ = {coarse_kappa}. Team B grades the same "
            "work in {fine} categories: κ = {fine_kappa}. “So team B's raters agree better.”"
        ),
        N_("kappas of scales with different numbers of categories are compared."),
        _finer,
        ("unused-category", "prevalence", "rankings-flip", "pooling"),
    ),
    "centre-cell": _Scene(
        N_(
            "At first {before} of {of} items had equal ratings. Then {more} more came, "
            "all rated 2 by both, and now {after} of {of_after} are equal. “So κ is much "
            "higher now!” It is {kappa}, as before."
        ),
        N_("more and more items get equal ratings, all in one category."),
        _centred,
        ("prevalence", "no-exact-hit", "small-samples", "pooling"),
    ),
    "correlation": _Scene(
        N_(
            "Every prediction is {by} above the actual rating, so Pearson's r is 1. "
            "“Then κ is 1 too,” says your colleague. It is {kappa}."
        ),
        N_("someone takes a correlation for κ, but the predictions are shifted or stretched."),
        _shifted,
        ("no-exact-hit", "rankings-flip"),
    ),
    "small-samples": _Scene(
        N_("Two raters, {n} items, κ = {kappa}. “Almost perfect: we can print that as it is.”"),
        N_("κ is reported without an interval, from only a few items."),
        _few,
        ("centre-cell", "correlation", "no-exact-hit", "unused-category", "pooling"),
    ),
    "rankings-flip": _Scene(
        N_(
            "Of 20 items, program A hits {hits_a} exactly and program B {hits_b}. “B is "
            "better, however you measure it.” κ is {kappa_a} for A and {kappa_b} for B."
        ),
        N_("two raters are ranked by one measure, and another measure ranks them differently."),
        _flipped,
        ("prevalence", "no-exact-hit", "correlation"),
    ),
    "pooling": _Scene(
        N_(
            "In the lower form grades are 0 and 1, in the upper form 8 and 9; κ is {group} in "
            "each. “Then it is {group} for the whole school.” The program says {pooled}."
        ),
        N_("groups with ratings far apart are pooled."),
        _pooled,
        ("prevalence",),
    ),
}

_LEVELS = {
    1: ("as-far-as-possible", "undefined", "alphabetical", "no-exact-hit", "small-samples"),
    2: ("unused-category", "w-or-1-minus-w", "correlation", "rankings-flip", "small-samples"),
    3: ("prevalence", "more-categories", "centre-cell", "pooling", "rankings-flip"),
}
