"""What is κ, given its parts? Exercises that ask for it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from qwk_core.teaching.exercises.dice import Dice, require
from qwk_core.teaching.exercises.exact import count, kappa_of, sums
from qwk_core.teaching.exercises.model import ROUNDED, Box, Exercise, Strip, grid
from qwk_core.teaching.exercises.words import WORDS, Numbers
from qwk_core.walkthrough import Walkthrough


def compute_kappa(dice: Dice, level: int) -> Exercise:
    """Make an exercise that asks for κ.

    Parameters
    ----------
    dice : Dice
        The source of all chance.
    level : {1, 2, 3}
        ΣwO and ΣwE are given; w × O and w × E; or O, w and E.

    Returns
    -------
    Exercise

    Raises
    ------
    Redraw
        If nothing that can be asked was drawn.
    """
    size = 3
    pair = dice.ratings(size, 10, hits=0.3 + 0.4 * dice.share())
    walk = count(pair, range(size))
    kappa = kappa_of(walk)
    require(walk.numerator > 0 and abs(kappa) >= Fraction(1, 20))
    ratio = walk.numerator / walk.denominator
    values = {**sums(walk), "ratio": ratio, "n": walk.n, "tiles": (size - 1) ** 2}
    words = WORDS["compute-kappa"]
    asked = words.pose(
        level,
        values,
        [kappa],
        _wrong_kappas(walk, level),
        required={"ratio", "inverted"},
        fields=["κ"],
        tolerance=ROUNDED,
    )
    # Drawn after the mistakes are checked. Drawn earlier, it would change every shared exercise.
    start = dice.below(2)
    ratings = Strip(tuple(range(start, start + size)), pair)
    walk = count(pair, ratings.categories)
    products, matrices = (
        tuple(grid(walk, name) for name in names)
        for names in (
            ("weighted_observed", "weighted_expected"),
            ("observed", "weights", "expected"),
        )
    )
    return replace(
        asked,
        given={1: (), 2: products, 3: matrices}[level],
        solution=(*products, *words.solve(values), Box(ratings)),
    )


def _wrong_kappas(walk: Walkthrough, level: int) -> dict[str, Numbers]:
    """Return what each mistake makes of κ."""
    above, below, n = walk.numerator, walk.denominator, walk.n
    wrong: dict[str, Numbers] = {
        "ratio": [above / below],
        "inverted": [1 - below / above],
        "inverted-ratio": [below / above],
        "sign": [-walk.kappa],
        "difference": [below - above],
    }
    if level == 3:
        kappas = walk.kappas
        wrong |= {
            # O and E both sum to n, so 1 − w sums to n − ΣwO and n − ΣwE.
            "agreement": [1 - (n - above) / (n - below)],
            "not-divided": [1 - above / below / n],
            "not-squared": [kappas["linear"]],
            "not-weighted": [kappas["unweighted"]],
        }
    return wrong
