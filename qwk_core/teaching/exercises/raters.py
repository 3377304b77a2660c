"""Three raters: who agrees most, who is severe, and what is κ of all pairs? Exercises on that."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from qwk_core.messages import N_, Message
from qwk_core.teaching.exercises import exact
from qwk_core.teaching.exercises.choices import ask_to_choose, wrong_choice
from qwk_core.teaching.exercises.dice import Dice, Vector, require
from qwk_core.teaching.exercises.exact import Table, plain_number
from qwk_core.teaching.exercises.model import ROUNDED, Exercise, Grid, Strip, find_mistakes

_NAMES = ("A", "B", "C")
_PAIRS = tuple(combinations(range(3), 2))
_CLEAR_GAP = Fraction(3, 20)  # the least gap between the two highest kappas

_OPTIONS = (N_("A and B"), N_("A and C"), N_("B and C"))
_BY_HITS = N_(
    "Exact hits say so: {hits}. But κ counts how far each miss is, squared, and compares it with "
    "chance."
)

_BIAS_FEEDBACK = {
    "sign": N_("That is how far the others are above {name}: the sign is wrong."),
    "sum": N_("That is the sum of all differences. Divide it by the number of items."),
    "not-the-mean": N_("You compared {name} with A alone. Take the mean of A and B."),
}
_POOLED_FEEDBACK = {
    "mean": N_(
        "That is the plain mean of the three kappas. Add up first: all ΣwO, and all ΣwE. Then "
        "divide."
    ),
    "ratio": N_("That is the ratio of the two sums. κ is 1 minus that ratio."),
    "inverted": N_("The ratio is upside down: what was observed goes above."),
}


def three_raters(dice: Dice, level: int) -> Exercise:
    """Make an exercise on three raters of the same items.

    Parameters
    ----------
    dice : Dice
        The source of all chance.
    level : {1, 2, 3}
        Which pair agrees most; how far one rater is above the others; κ of all pairs together.

    Returns
    -------
    Exercise

    Raises
    ------
    Redraw
        If nothing that can be asked was drawn.
    """
    return {1: _which_pair, 2: _bias, 3: _pooled}[level](dice)


def _which_pair(dice: Dice) -> Exercise:
    size = 5
    vectors = _ratings(dice, size, 8)
    tables = _tables(vectors, size)
    kappas = [exact.known_kappa(table) for table in tables]
    right = dice.aim(3)
    require(all(kappas[right] - kappas[at] >= _CLEAR_GAP for at in range(3) if at != right))
    hits = [exact.hits(table) for table in tables]
    most = max(range(3), key=hits.__getitem__)
    require(hits.count(hits[most]) == 1 and most != right)
    return ask_to_choose(
        right,
        _OPTIONS,
        [wrong_choice("hits", most, _BY_HITS, hits=", ".join(map(str, hits)))],
        ask=Message(N_("Three raters rated the same items. Which pair has the highest κ?")),
        given=(_strip(vectors, size),),
        otherwise=Message(
            N_("Look again at the misses of each pair: how far is each one off? Square that.")
        ),
        hint=Message(
            N_(
                "Add up each pair's squared distances: {a} for A and B, {b} for A and C, {c} for B "
                "and C. Where they are small, and both use the whole scale, κ is high."
            ),
            {
                name: plain_number(exact.numerator(table) * (size - 1) ** 2)
                for name, table in zip("abc", tables, strict=True)
            },
        ),
        solution=tuple(
            Message(
                N_("{first} and {second}: κ = 1 − {above} ÷ {below} = {kappa}."),
                {
                    "first": _NAMES[g],
                    "second": _NAMES[h],
                    "above": plain_number(exact.numerator(table)),
                    "below": plain_number(exact.denominator(table)),
                    "kappa": plain_number(kappa),
                },
            )
            for (g, h), table, kappa in zip(_PAIRS, tables, kappas, strict=True)
        ),
    )


def _bias(dice: Dice) -> Exercise:
    size, n = 5, 6
    first, second, third = vectors = _ratings(dice, size, n)
    others = [Fraction(a + b, 2) for a, b in zip(first, second, strict=True)]
    total = sum((c - other for c, other in zip(third, others, strict=True)), Fraction(0))
    bias = total / n
    require(abs(bias) >= Fraction(1, 4))
    values: dict[str, object] = {
        "name": _NAMES[2],
        "total": plain_number(total),
        "n": n,
        "bias": plain_number(bias),
    }
    mistakes = find_mistakes(
        (bias,),
        {
            "sign": (-bias,),
            "sum": (total,),
            "not-the-mean": (Fraction(sum(third) - sum(first), n),),
        },
        feedback=_BIAS_FEEDBACK,
        values=values,
        required={"sign", "sum"},
        tolerance=ROUNDED,
    )
    return Exercise(
        ask=Message(
            N_(
                "How far does C rate above the mean of A and B, on average? Give a negative number "
                "if C rates below."
            )
        ),
        given=(_strip(vectors, size),),
        right=(bias,),
        mistakes=mistakes,
        hint=Message(
            N_("For each item take the mean of A and B; then C minus that. Average over the items.")
        ),
        solution=(
            Message(
                N_("The differences add up to {total}. Divided by {n} items, that is {bias}."),
                values,
            ),
            Message(N_("C is lenient.") if bias > 0 else N_("C is severe.")),
        ),
        fields=("C − (A + B) ÷ 2",),
        tolerance=ROUNDED,
    )


def _pooled(dice: Dice) -> Exercise:
    size = 3
    tables = _tables(_ratings(dice, size, 10), size)
    kappas = [exact.known_kappa(table) for table in tables]
    above = sum(map(exact.numerator, tables), Fraction(0))
    below = sum(map(exact.denominator, tables), Fraction(0))
    ratio = above / below
    require(above > 0 and abs(1 - ratio) >= Fraction(1, 20))
    values: dict[str, object] = {
        "above": plain_number(above),
        "below": plain_number(below),
        "kappa": plain_number(1 - ratio),
    }
    mistakes = find_mistakes(
        (1 - ratio,),
        {
            "mean": (sum(kappas, Fraction(0)) / 3,),
            "ratio": (ratio,),
            "inverted": (1 - 1 / ratio,),
        },
        feedback=_POOLED_FEEDBACK,
        values=values,
        required={"mean", "ratio"},
        tolerance=ROUNDED,
    )
    categories = tuple(range(1, size + 1))
    return Exercise(
        ask=Message(
            N_(
                "Three raters rated ten items. ΣwO and ΣwE are {ab_above} and {ab_below} for A and "
                "B, {ac_above} and {ac_below} for A and C, {bc_above} and {bc_below} for B and C. "
                "What is κ of all pairs together?"
            ),
            {
                f"{_NAMES[g]}{_NAMES[h]}_{name}".lower(): plain_number(sum_of(table))
                for (g, h), table in zip(_PAIRS, tables, strict=True)
                for name, sum_of in (("above", exact.numerator), ("below", exact.denominator))
            },
        ),
        given=(),
        right=(1 - ratio,),
        mistakes=mistakes,
        hint=Message(
            N_("All pairs together are one large pair: add up the three ΣwO, and the three ΣwE.")
        ),
        solution=(
            *(
                Grid("observed", categories, table, totals=True, title=Message(option))
                for option, table in zip(_OPTIONS, tables, strict=True)
            ),
            Message(N_("κ = 1 − {above} ÷ {below} = {kappa}."), values),
        ),
        fields=("κ",),
        tolerance=ROUNDED,
    )


def _ratings(dice: Dice, size: int, n: int) -> tuple[Vector, Vector, Vector]:
    """Draw the positions that three raters give n items: C may be more severe or more lenient."""
    first, second = dice.ratings(size, n)
    step = dice.below(3) - 1
    third = tuple(
        min(max(rating + (step if dice.share() < 0.7 else 0), 0), size - 1) for rating in first
    )
    one, other, another = dice.shuffled([first, second, third])
    return one, other, another


def _tables(vectors: tuple[Vector, ...], size: int) -> list[Table]:
    tables = [exact.count(vectors[g], vectors[h], size) for g, h in _PAIRS]
    for table in tables:
        require(exact.denominator(table) > 0)
    return tables


def _strip(vectors: tuple[Vector, ...], size: int) -> Strip:
    return Strip(tuple(map(Message, _NAMES)), tuple(range(1, size + 1)), vectors)
