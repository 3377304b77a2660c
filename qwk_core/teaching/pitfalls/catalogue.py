"""Which beliefs about weighted kappa are wrong? Fourteen, each with ratings that show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from qwk_core.errors import RatingsError, shown
from qwk_core.messages import N_
from qwk_core.ratings import Category
from qwk_core.teaching.examples import example as worked_example
from qwk_core.teaching.pitfalls.examples import Counts, PitfallExample
from qwk_core.teaching.pitfalls.numerics import binned_normal, compute_numbers
from qwk_core.teaching.rater_examples import RATER_EXAMPLES


@dataclass(frozen=True)
class Pitfall:
    """A belief about kappa, and what really happens.

    The texts are templates in the style of `str.format`; `numbers` has a value for each of their
    fields.

    Attributes
    ----------
    key : str
        A short name that never changes.
    belief : str
        What many believe, in their own words.
    happens : str
        What really happens: the template that the numbers go into.
    why, instead : str
        The reason, and what to do.
    examples : tuple of PitfallExample
        The ratings that show it.
    """

    key: str
    belief: str
    happens: str
    why: str
    instead: str
    examples: tuple[PitfallExample, ...]

    def numbers(self) -> dict[str, float]:
        """Compute the values of the fields in the texts.

        Returns
        -------
        dict of str to float

        Examples
        --------
        >>> numbers = pitfall("undefined").numbers()
        >>> pitfall("undefined").happens.format(**numbers)
        'Both give all 5 items the same grade. ΣwO is 0.0, and so is ΣwE: kappa is 0 ÷ 0.'
        """
        return compute_numbers(self.key, {one.key: one for one in self.examples})


def pitfall(key: str) -> Pitfall:
    """Return the pitfall with this key.

    Parameters
    ----------
    key : str
        The key of one of `PITFALLS`.

    Returns
    -------
    Pitfall

    Raises
    ------
    RatingsError
        If the key is unknown.

    Examples
    --------
    >>> pitfall("undefined").belief
    'Two identical lists of ratings always give 1.'
    """
    for candidate in PITFALLS:
        if candidate.key == key:
            return candidate
    raise RatingsError(
        "Pitfall: {value} is not known; the pitfalls are {keys}.",
        value=shown(key),
        keys=", ".join(known.key for known in PITFALLS),
    )


def _vectors(
    key: str,
    title: str,
    actual: Sequence[Category],
    predicted: Sequence[Category],
    categories: Sequence[Category],
) -> PitfallExample:
    return PitfallExample(
        key=key,
        title=title,
        categories=tuple(categories),
        actual=tuple(actual),
        predicted=tuple(predicted),
    )


def _table(
    key: str,
    title: str,
    observed: Sequence[Sequence[int]],
    *,
    first: int = 0,
    scheme: str = "quadratic",
) -> PitfallExample:
    return PitfallExample(
        key=key,
        title=title,
        categories=tuple(range(first, first + len(observed))),
        observed=tuple(map(tuple, observed)),
        scheme=scheme,
    )


def _pair_of_friends(key: str, title: str, first: int, second: int) -> PitfallExample:
    """Return the films that both of two friends rated."""
    films = RATER_EXAMPLES[0]
    both = [
        (one, other)
        for one, other in ((row[first], row[second]) for row in films.rows)
        if one is not None and other is not None
    ]
    actual, predicted = zip(*both, strict=True)
    return _vectors(key, title, actual, predicted, films.categories)


def _steps() -> PitfallExample:
    steps = worked_example("steps")
    assert steps.actual is not None and steps.predicted is not None
    return _vectors("steps", steps.title, steps.actual, steps.predicted, steps.categories)


def _binned_example(n_categories: int, title: str) -> PitfallExample:
    counts = np.rint(binned_normal(n_categories, 0.7) * 100_000).astype(int).tolist()
    return PitfallExample(
        key=f"cut_{n_categories}",
        title=title,
        categories=tuple(range(n_categories)),
        observed=tuple(map(tuple, counts)),
    )


def _centred(count: int) -> Counts:
    return (
        (6, 2, 1, 1, 0),
        (2, 5, 2, 1, 0),
        (1, 1, count, 1, 1),
        (0, 1, 2, 5, 2),
        (0, 1, 1, 2, 6),
    )


def _near_misses(first: int, last: int) -> list[list[int]]:
    """Count noise of −1, 0, 0, +1 about each actual rating: nothing is cut off at the ends."""
    ratings = range(first - 1, last + 2)
    return [
        [{0: 2, 1: 1}.get(abs(i - j), 0) if first <= i <= last else 0 for j in ratings]
        for i in ratings
    ]


_ZERO_TO_FOUR = range(5)

PITFALLS = (
    Pitfall(
        key="as-far-as-possible",
        belief=N_("“As far apart as possible” gives −1."),
        happens=N_(
            "All 0 against all 4 is as far as a scale goes, and kappa is {constant}. "
            "The scale against its reverse gives {reversed}, and so does every 0 swapped for a 4 "
            "({swapped}). One 4 among five, all five swapped: {lopsided}."
        ),
        why=N_(
            "If one rater gives every item the same category, then O = E: chance does "
            "just as badly. Kappa is −1 only if the predictions mirror the actual "
            "ratings around the same mean."
        ),
        instead=N_(
            "Read 0 as “no better than chance with these totals”, not as “far away”. To see "
            "how low kappa could go here, look at the worst kappa that your totals allow."
        ),
        examples=(
            _vectors("constant", N_("All 0 against all 4"), [0] * 5, [4] * 5, _ZERO_TO_FOUR),
            _vectors(
                "reversed",
                N_("The scale against its reverse"),
                _ZERO_TO_FOUR,
                range(4, -1, -1),
                _ZERO_TO_FOUR,
            ),
            _vectors(
                "swapped",
                N_("Five 0 and five 4, swapped"),
                [0] * 5 + [4] * 5,
                [4] * 5 + [0] * 5,
                _ZERO_TO_FOUR,
            ),
            _vectors(
                "lopsided",
                N_("Four 0 and one 4, swapped"),
                [0, 0, 0, 0, 4],
                [4, 4, 4, 4, 0],
                _ZERO_TO_FOUR,
            ),
        ),
    ),
    Pitfall(
        key="undefined",
        belief=N_("Two identical lists of ratings always give 1."),
        happens=N_(
            "Both give all {n} items the same grade. ΣwO is {numerator}, and so is ΣwE: "
            "kappa is 0 ÷ 0."
        ),
        why=N_(
            "If both raters use only one category, random pairing agrees perfectly, too: "
            "nobody can do better. Some programs return 1 here, some 0, some stop."
        ),
        instead=N_(
            "Report that kappa is undefined, and why. Do not write 1, and do not count "
            "such groups as 1 or 0 in an average."
        ),
        examples=(
            _vectors("same", N_("Five times 3, given twice"), [3] * 5, [3] * 5, _ZERO_TO_FOUR),
        ),
    ),
    Pitfall(
        key="unused-category",
        belief=N_("A category that nobody used can be left out."),
        happens=N_(
            "On 1–5, with 3 and 4 unused, κ is {gap}; without them it is "
            "{gap_collapsed}. It can also fall: from {wide} on 0–4 to {wide_collapsed}. "
            "An unused category at the end changes nothing: {gap_longer} on 1–6."
        ),
        why=N_(
            "Without 3 and 4, a 2 and a 5 become neighbours: the distance of 3 turns into 1. At "
            "the end of the scale no distance changes, and (N − 1)² cancels."
        ),
        instead=N_(
            "Always declare the whole scale. In scikit-learn that is labels=; without it, "
            "categories that nobody used are dropped."
        ),
        examples=(
            _vectors(
                "gap",
                N_("Nobody gives 3 or 4"),
                [1, 2, 2, 5, 5, 1],
                [1, 2, 5, 5, 2, 1],
                range(1, 6),
            ),
            _vectors(
                "wide",
                N_("Nobody gives 2 or 3"),
                [0, 0, 1, 1, 4, 4],
                [0, 1, 1, 0, 4, 1],
                _ZERO_TO_FOUR,
            ),
        ),
    ),
    Pitfall(
        key="alphabetical",
        belief=N_("The program knows the order of my labels."),
        happens=N_(
            "In their true order – low, medium, high – kappa is {true_order}. Sorted by "
            "letter – high, low, medium – it is {alphabetical}."
        ),
        why=N_(
            "For a program, labels are text, and text is sorted by letter: “high” comes "
            "before “low”, and “10” before “2”. Then the weights measure distances on a "
            "mixed-up scale."
        ),
        instead=N_(
            "Declare the categories from lowest to highest, or turn them into numbers first."
        ),
        examples=(
            _vectors(
                "sizes",
                N_("Low, medium, high"),
                ["low", "low", "medium", "medium", "high", "high"],
                ["low", "medium", "medium", "high", "high", "medium"],
                ["low", "medium", "high"],
            ),
        ),
    ),
    Pitfall(
        key="w-or-1-minus-w",
        belief=N_("w or 1 − w, E divided by n or not: the result is the same."),
        happens=N_(
            "Done right, kappa is {right}. With agreement weights 1 − w in the formula for "
            "disagreement weights: {agreement_weights}. With an E that was not divided by n = {n}: "
            "{unscaled}. With all weights times 16: {times_16}, as before."
        ),
        why=N_(
            "1 − ΣwO ÷ ΣwE needs weights that are 0 on the diagonal; agreement weights "
            "belong to (Po − Pe) ÷ (1 − Pe). O and E must have the same sum. A factor "
            "that all weights share is above and below the line, so it cancels."
        ),
        instead=N_("Check two things in any code: w is 0 on the diagonal, and ΣE = ΣO."),
        examples=(_steps(),),
    ),
    Pitfall(
        key="no-exact-hit",
        belief=N_("A high kappa means that most items get the same rating twice."),
        happens=N_(
            "Every prediction is one too high on a scale of ten: accuracy is {accuracy}, and "
            "quadratic kappa {quadratic}. Linear kappa is {linear}, unweighted {unweighted}, and "
            "Pearson’s correlation {pearson}."
        ),
        why=N_(
            "With quadratic weights near misses cost little: one step on a scale of ten "
            "costs 1 ÷ 81 of the farthest miss, and random pairing misses by far more."
        ),
        instead=N_(
            "Report accuracy or unweighted kappa beside it, and look at O. A constant "
            "shift is easy to correct once you see it."
        ),
        examples=(
            _vectors(
                "one_too_high",
                N_("Every prediction one too high"),
                range(1, 10),
                range(2, 11),
                range(1, 11),
            ),
        ),
    ),
    Pitfall(
        key="prevalence",
        belief=N_("The same accuracy means the same kappa."),
        happens=N_(
            "Two raters agree on {balanced_accuracy} of the items: κ is {balanced} if "
            "both categories are common, {rare} if one is rare. With an accuracy of "
            "{alike_accuracy}: {alike} if both raters prefer the same category, "
            "{opposed} if they prefer different ones. With {spread_accuracy} exact and "
            "every miss by 1, quadratic κ is {spread} if the ratings spread over the "
            "scale, {concentrated} if most are in the middle."
        ),
        why=N_(
            "Kappa compares with chance, and chance depends on the totals. If most items "
            "are in one category, random pairing is nearly always right, so every miss "
            "counts a lot."
        ),
        instead=N_(
            "Show the totals beside kappa. Compare kappas only between samples with similar totals."
        ),
        examples=(
            _table(
                "balanced", N_("Both categories common"), [[40, 9], [6, 45]], scheme="unweighted"
            ),
            _table("rare", N_("One category rare"), [[80, 10], [5, 5]], scheme="unweighted"),
            _table(
                "alike",
                N_("Both prefer the same category"),
                [[45, 15], [25, 15]],
                scheme="unweighted",
            ),
            _table(
                "opposed",
                N_("They prefer different categories"),
                [[25, 35], [5, 35]],
                scheme="unweighted",
            ),
            _table(
                "spread",
                N_("Spread over the scale"),
                [
                    [16, 4, 0, 0, 0],
                    [2, 16, 2, 0, 0],
                    [0, 2, 16, 2, 0],
                    [0, 0, 2, 16, 2],
                    [0, 0, 0, 4, 16],
                ],
            ),
            _table(
                "concentrated",
                N_("Most in the middle"),
                [
                    [0, 0, 0, 0, 0],
                    [0, 2, 2, 0, 0],
                    [0, 8, 76, 8, 0],
                    [0, 0, 2, 2, 0],
                    [0, 0, 0, 0, 0],
                ],
            ),
        ),
    ),
    Pitfall(
        key="more-categories",
        belief=N_("Kappas from scales of different length can be compared."),
        happens=N_(
            "The same two raters, with a correlation of 0.7. Cut their scores into 2, 3, "
            "5, 10 and 20 equally frequent categories: quadratic κ rises, {quadratic_2}, "
            "{quadratic_3}, {quadratic_5}, {quadratic_10}, {quadratic_20}. Unweighted κ "
            "falls, {unweighted_2}, {unweighted_3}, {unweighted_5}, {unweighted_10}, "
            "{unweighted_20}."
        ),
        why=N_(
            "A finer scale keeps more of what the raters share, and its near misses cost "
            "less. Exact hits become rare, and unweighted kappa counts only these "
            "(Brenner & Kliebsch 1996)."
        ),
        instead=N_(
            "Compare kappas only on the same scale. If the scales differ, merge the "
            "categories of the finer one first."
        ),
        examples=(
            _binned_example(2, N_("Cut into 2 categories")),
            _binned_example(3, N_("Cut into 3 categories")),
            _binned_example(5, N_("Cut into 5 categories")),
            _binned_example(10, N_("Cut into 10 categories")),
            _binned_example(20, N_("Cut into 20 categories")),
        ),
    ),
    Pitfall(
        key="centre-cell",
        belief=N_("More items with equal ratings must raise kappa."),
        happens=N_(
            "With no item in the centre cell, accuracy is {empty_accuracy} and quadratic "
            "κ {empty}. Put 1,000 items there, all with equal ratings: accuracy rises to "
            "{full_accuracy}, and κ stays at {full}."
        ),
        why=N_(
            "An item with equal ratings adds nothing to ΣwO. If it lies at the mean of "
            "both raters, it adds nothing to their spread either. So ΣwE stays the same, "
            "and κ too."
        ),
        instead=N_(
            "Ask where your items lie, not only how many agree. The map of Δκ shows which "
            "cells matter."
        ),
        examples=(
            _table("empty", N_("No item in the centre"), _centred(0)),
            _table("full", N_("1,000 items in the centre"), _centred(1000)),
        ),
    ),
    Pitfall(
        key="correlation",
        belief=N_("Quadratic kappa is just a correlation."),
        happens=N_(
            "Every prediction is one too high: Pearson’s correlation is "
            "{shifted_pearson}, quadratic κ only {shifted}. Predictions that stay near "
            "the middle: correlation {shrunk_pearson}, κ {shrunk}."
        ),
        why=N_(
            "Correlation looks for any straight line. Kappa looks for the line of equal "
            "ratings: it is the correlation times a factor, below 1 if the ratings are "
            "shifted or stretched."
        ),
        instead=N_(
            "Report both. If the correlation is much higher, one rater is too high or "
            "low, or uses too much or too little of the scale. That can often be "
            "corrected."
        ),
        examples=(
            _vectors("shifted", N_("One too high"), _ZERO_TO_FOUR, range(1, 6), range(6)),
            _vectors(
                "shrunk", N_("Near the middle"), _ZERO_TO_FOUR, [1, 1, 2, 3, 3], _ZERO_TO_FOUR
            ),
        ),
    ),
    Pitfall(
        key="small-samples",
        belief=N_("A kappa is a fact, whatever the number of items."),
        happens=N_(
            "With {n} items κ is {kappa}; its 95% interval goes from {low} to {high}, by the "
            "usual formula from {formula_low} to {formula_high} and by the bootstrap from "
            "{drawn_low} to {drawn_high}. Random ratings on five "
            "categories reach more than 0.2 in {above_with_10} of samples of 10, and "
            "still in {above_with_50} of samples of 50."
        ),
        why=N_("One far miss among ten items changes κ as much as all the others together."),
        instead=N_("Never report kappa without an interval and the number of items."),
        examples=(_steps(),),
    ),
    Pitfall(
        key="rankings-flip",
        belief=N_("The better rater is better by every measure."),
        happens=N_(
            "Rater A misses 40% of the items by one, rater B 10% by four. Mean absolute error "
            "is {near_mean_absolute_error} and {far_mean_absolute_error}. Accuracy prefers B "
            "({near_accuracy} and {far_accuracy}), linear kappa finds them nearly even "
            "({near_linear} and {far_linear}), and quadratic kappa prefers A by far "
            "({near_quadratic} and {far_quadratic})."
        ),
        why=N_(
            "Each measure counts a far miss differently. For accuracy it counts like any "
            "other miss; for linear kappa like four near ones; for quadratic kappa like "
            "sixteen."
        ),
        instead=N_(
            "First decide what a far miss costs you. Then choose the measure, before you "
            "see who wins."
        ),
        examples=(
            _table(
                "near",
                N_("A: 40% off by one"),
                [
                    [12, 8, 0, 0, 0],
                    [4, 12, 4, 0, 0],
                    [0, 4, 12, 4, 0],
                    [0, 0, 4, 12, 4],
                    [0, 0, 0, 8, 12],
                ],
            ),
            _table(
                "far",
                N_("B: 10% off by four"),
                [
                    [15, 0, 0, 0, 5],
                    [0, 20, 0, 0, 0],
                    [0, 0, 20, 0, 0],
                    [0, 0, 0, 20, 0],
                    [5, 0, 0, 0, 15],
                ],
            ),
        ),
    ),
    Pitfall(
        key="pooling",
        belief=N_("Put two groups together, and kappa lies between theirs."),
        happens=N_(
            "Kappa is {low_group} in a group rated 0 and 1, and {high_group} in a group rated 8 "
            "and 9. Pooled, it is {pooled}. And the same noise gives {wide_range} for ratings "
            "over the whole scale, but {narrow_range} for ratings from 4 to 6 only."
        ),
        why=N_(
            "Kappa compares errors with the spread of the ratings. Pooling groups that "
            "are far apart adds spread but no error; choosing a narrow range does the "
            "opposite."
        ),
        instead=N_("Report kappa for each group, too, and the range of the ratings."),
        examples=(
            _vectors(
                "low_group", N_("The low group"), [0, 0, 1, 1, 0, 1], [0, 1, 1, 0, 0, 1], range(10)
            ),
            _vectors(
                "high_group",
                N_("The high group"),
                [8, 8, 9, 9, 8, 9],
                [8, 9, 9, 8, 8, 9],
                range(10),
            ),
            _vectors(
                "pooled",
                N_("Both groups pooled"),
                [0, 0, 1, 1, 0, 1, 8, 8, 9, 9, 8, 9],
                [0, 1, 1, 0, 0, 1, 8, 9, 9, 8, 8, 9],
                range(10),
            ),
            _table("wide_range", N_("Actual ratings from 0 to 9"), _near_misses(0, 9), first=-1),
            _table("narrow_range", N_("Actual ratings from 4 to 6"), _near_misses(4, 6), first=3),
        ),
    ),
    Pitfall(
        key="two-of-many",
        belief=N_("Of several raters, any two will do."),
        happens=N_(
            "Four friends rate the same films. Kappa is {best_pair} for one pair of them, and "
            "{worst_pair} for another. All pairs together give {pooled}."
        ),
        why=N_(
            "Who takes two of them, often the first two columns, chooses the kappa, too. A pair "
            "says nothing about the others: one rater may be severe, another erratic."
        ),
        instead=N_(
            "Report the kappa of all pairs together with the matrix of pairs: the page Many raters "
            "has both. If you can use two only, choose them before you see the ratings."
        ),
        examples=(
            _pair_of_friends("best_pair", N_("Ana and Ben"), 0, 1),
            _pair_of_friends("worst_pair", N_("Cleo and Dan"), 2, 3),
        ),
    ),
)
"""The pitfalls, in the order of their cards."""
