"""What is κ, given its parts? Exercises that ask for it."""

from __future__ import annotations

from fractions import Fraction

from qwk_core.messages import N_, Message
from qwk_core.teaching.exercises import exact
from qwk_core.teaching.exercises.dice import Dice, require
from qwk_core.teaching.exercises.exact import Table, plain_number
from qwk_core.teaching.exercises.model import ROUNDED, Box, Exercise, Grid, Part, find_mistakes

# What each wrong answer gets as feedback, by the key of the mistake.
_FEEDBACK = {
    "ratio": N_("That is the ratio ΣwO ÷ ΣwE. κ is 1 minus that ratio."),
    "inverted": N_(
        "The ratio is upside down. The observed sum goes above, the chance sum below: "
        "{above} ÷ {below}."
    ),
    "inverted-ratio": N_(
        "That is ΣwE ÷ ΣwO: upside down, and still without “1 −”. κ = 1 − ΣwO ÷ ΣwE."
    ),
    "sign": N_("The sign is wrong: it is 1 − the ratio, not the ratio − 1."),
    "difference": N_("That is ΣwE − ΣwO. κ is 1 minus their ratio, not their difference."),
    "agreement": N_(
        "You used 1 − w, which rewards agreement. In 1 − ΣwO ÷ ΣwE the weights are what "
        "a miss costs: 0 on the diagonal."
    ),
    "not-divided": N_(
        "Your E was not divided by n. E sums to {n}, as O does; take it as it is shown."
    ),
    "not-squared": N_("That is linear κ: you did not square the distance. Take w as it is shown."),
    "not-weighted": N_(
        "That is unweighted κ: every miss counts the same. Multiply by w before you add up."
    ),
}
_QUESTIONS = {
    1: N_("ΣwO is {above}, and ΣwE is {below}. What is κ?"),
    2: N_("Here are w × O and w × E, cell by cell. What is κ?"),
    3: N_("Here are O, w and E. What is κ?"),
}
_HINTS = {
    1: N_("κ is 1 minus a ratio: what was observed, over what chance would give."),
    2: N_("Add up all cells of the first matrix, then of the second. κ is 1 minus their ratio."),
    3: N_(
        "Multiply each cell of O by the same cell of w and add up: that is ΣwO. Do the "
        "same with E. The diagonal adds nothing, because w is 0 there."
    ),
}


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
    size, n = 3, 10
    actual, predicted = dice.ratings(size, n, hits=0.3 + 0.4 * dice.share())
    table = exact.count(actual, predicted, size)
    above, below = exact.numerator(table), exact.denominator(table)
    require(above > 0 and below > 0)
    ratio = above / below
    kappa = 1 - ratio
    require(abs(kappa) >= Fraction(1, 20))
    wrong = {
        "ratio": ratio,
        "inverted": 1 - 1 / ratio,
        "inverted-ratio": 1 / ratio,
        "sign": -kappa,
        "difference": below - above,
    }
    if level == 3:
        wrong |= _with_wrong_matrices(table)
    values: dict[str, object] = {
        "above": plain_number(above),
        "below": plain_number(below),
        "ratio": plain_number(ratio),
        "kappa": plain_number(kappa),
        "n": n,
        "tiles": (size - 1) ** 2,
    }
    mistakes = find_mistakes(
        (kappa,),
        {key: (value,) for key, value in wrong.items()},
        feedback=_FEEDBACK,
        values=values,
        required={"ratio", "inverted"},
        tolerance=ROUNDED,
    )
    start = dice.below(2)
    categories = tuple(range(start, start + size))
    products, matrices = _grids(table, categories)
    return Exercise(
        ask=Message(_QUESTIONS[level], values),
        given={1: (), 2: products, 3: matrices}[level],
        right=(kappa,),
        mistakes=mistakes,
        hint=Message(_HINTS[level]),
        solution=(
            *products,
            Message(
                N_("All cells of w × O sum to ΣwO = {above}, those of w × E to ΣwE = {below}."),
                values,
            ),
            Message(
                N_("κ = 1 − ΣwO ÷ ΣwE = 1 − {above} ÷ {below} = 1 − {ratio} = {kappa}."), values
            ),
            Message(
                N_(
                    "As a picture: ● is the actual rating of an item, ○ the predicted one. Here "
                    "the smallest miss costs one whole tile. So both sums are {tiles} times as "
                    "large, and their ratio is the same."
                ),
                values,
            ),
            Box(categories, tuple(actual), tuple(predicted)),
        ),
        fields=("κ",),
        tolerance=ROUNDED,
    )


def _with_wrong_matrices(table: Table) -> dict[str, Fraction]:
    """Return κ with other weights, and with an E that is not divided by n."""
    n, above, below = exact.total(table), exact.numerator(table), exact.denominator(table)
    return {
        # ΣO and ΣE are both n, so 1 − w sums to n − ΣwO and n − ΣwE.
        "agreement": 1 - (n - above) / (n - below),
        "not-divided": 1 - above / (below * n),
        "not-squared": exact.known_kappa(table, exact.LINEAR),
        "not-weighted": exact.known_kappa(table, exact.UNWEIGHTED),
    }


def _grids(
    table: Table, categories: tuple[int, ...]
) -> tuple[tuple[Part, Part], tuple[Part, Part, Part]]:
    """Return w × O and w × E, and O, w and E."""
    w, e = exact.weights(len(table)), exact.expected(table)
    products = (
        Grid("weighted_observed", categories, exact.product(w, table)),
        Grid("weighted_expected", categories, exact.product(w, e)),
    )
    matrices = (
        Grid("observed", categories, table),
        Grid("weights", categories, w),
        Grid("expected", categories, e),
    )
    return products, matrices
