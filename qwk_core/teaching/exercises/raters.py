"""Three raters: who agrees most, who is severe, and what is κ of all pairs? Exercises on that."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from qwk_core.messages import Message
from qwk_core.teaching.exercises.dice import Dice, Vector, require
from qwk_core.teaching.exercises.exact import count, fraction, kappa_of, sums
from qwk_core.teaching.exercises.model import ROUNDED, Exercise, Strip, grid
from qwk_core.teaching.exercises.words import WORDS
from qwk_core.walkthrough import Walkthrough

_NAMES = ("A", "B", "C")
_PAIRS = tuple(combinations(range(3), 2))
_CLEAR_GAP = Fraction(3, 20)  # the least gap between the two highest kappas


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
    return {1: _highest_pair, 2: _bias, 3: _pooled}[level](dice)


def _highest_pair(dice: Dice) -> Exercise:
    size = 5
    vectors = _ratings(dice, size, 8)
    walks = _walks(vectors, size)
    kappas = list(map(kappa_of, walks))
    right = dice.aim(3)
    require(all(kappas[right] - kappas[at] >= _CLEAR_GAP for at in range(3) if at != right))
    hits = [walk.observed.trace().item() for walk in walks]
    most = hits.index(max(hits))
    require(hits.count(hits[most]) == 1 and most != right)
    (third,) = {0, 1, 2} - {right, most}
    tiles = (size - 1) ** 2
    words = WORDS["highest-pair"]
    return words.pose(
        1,
        {
            "hits": ", ".join(map(str, hits)),
            **sums(walks[third]),
            **{name: walk.numerator * tiles for name, walk in zip("abc", walks, strict=True)},
        },
        [right],
        {"hits": [most], "lower": [third]},
        given=[_strip(vectors, size)],
        solution=[
            step
            for (g, h), walk in zip(_PAIRS, walks, strict=True)
            for step in words.solve({"first": _NAMES[g], "second": _NAMES[h], **sums(walk)})
        ],
    )


def _bias(dice: Dice) -> Exercise:
    size, n = 5, 6
    first, second, third = vectors = _ratings(dice, size, n)
    total = sum(third) - Fraction(sum(first) + sum(second), 2)
    bias = total / n
    require(abs(bias) >= Fraction(1, 4))
    values = {"name": _NAMES[2], "total": total, "n": n, "bias": bias}
    words = WORDS["bias"]
    differences, lenient, severe = words.solve(values)
    return words.pose(
        2,
        values,
        [bias],
        {
            "sign": [-bias],
            "sum": [total],
            "not-the-mean": [Fraction(sum(third) - sum(first), n)],
        },
        required={"sign", "sum"},
        given=[_strip(vectors, size)],
        solution=[differences, lenient if bias > 0 else severe],
        fields=["C − (A + B) ÷ 2"],
        tolerance=ROUNDED,
    )


def _pooled(dice: Dice) -> Exercise:
    size = 3
    walks = _walks(_ratings(dice, size, 10), size)
    above = fraction(sum(walk.numerator for walk in walks))
    below = fraction(sum(walk.denominator for walk in walks))
    ratio = above / below
    require(above > 0 and abs(1 - ratio) >= Fraction(1, 20))
    values: dict[str, object] = {"above": above, "below": below, "kappa": 1 - ratio}
    for (g, h), walk in zip(_PAIRS, walks, strict=True):
        pair = f"{_NAMES[g]}{_NAMES[h]}".lower()
        values |= {f"{pair}_above": walk.numerator, f"{pair}_below": walk.denominator}
    words = WORDS["pooled"]
    return words.pose(
        3,
        values,
        [1 - ratio],
        {
            "mean": [sum(walk.kappa for walk in walks) / 3],
            "ratio": [ratio],
            "inverted": [1 - 1 / ratio],
        },
        required={"mean", "ratio"},
        solution=[
            *(
                grid(walk, totals=True, title=Message(pair))
                for pair, walk in zip(WORDS["highest-pair"].options, walks, strict=True)
            ),
            *words.solve(values),
        ],
        fields=["κ"],
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


def _walks(vectors: tuple[Vector, ...], size: int) -> list[Walkthrough]:
    walks = [count((vectors[g], vectors[h]), range(1, size + 1)) for g, h in _PAIRS]
    for walk in walks:
        require(walk.denominator > 0)
    return walks


def _strip(vectors: tuple[Vector, ...], size: int) -> Strip:
    return Strip(tuple(range(1, size + 1)), vectors, tuple(map(Message, _NAMES)))
