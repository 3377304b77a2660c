"""In which order do the labels of a file stand, from lowest to highest, and what says so?

An order is proposed where there is a reason for it: the labels are numbers, or state one, or are
words that people use in one order. Without a reason the labels stand as they were first met, and a
person puts them in order. The alphabet is no reason.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from qwk_core.errors import RatingsError, shown
from qwk_core.files.band_order import by_bands
from qwk_core.files.labels import NUMBER, category_of, is_number, is_whole, number_label
from qwk_core.files.number_order import by_denominator, by_middles, by_numbers, by_sums
from qwk_core.files.sign_order import (
    by_grades,
    by_letters_and_numbers,
    by_plus_signs,
    by_repeated_signs,
)
from qwk_core.files.stated import UNUSED, Stated
from qwk_core.files.usual_scales import usual_order
from qwk_core.messages import N_, Message
from qwk_core.ratings import Category

# A run of whole numbers is proposed as it is up to here; beyond, its empty steps are left out.
_LONGEST_RUN = 25
_MOST_CATEGORIES = 1_000
_MOST_STEPS = 60  # of a scale with fractions


@dataclass(frozen=True)
class Order:
    """An order of labels, from lowest to highest.

    Attributes
    ----------
    categories : tuple of int or str, length N
        Whole numbers as int, everything else as str.
    reason : Message
        Why this order, in a sentence.
    certain : bool
        Whether the labels themselves say so: numbers do. Else a person decides.
    ordered : bool
        Whether there is a reason for the order. If not, the labels stand as they were first met.
    others : tuple of tuple of int or str
        Other scales that these labels may be on, such as one without the steps that nobody used.
    """

    categories: tuple[Category, ...]
    reason: Message
    certain: bool
    ordered: bool = True
    others: tuple[tuple[Category, ...], ...] = ()


def propose_order(labels: Iterable[str], *, declared: Sequence[str] = ()) -> Order:
    """Propose the order of labels from lowest to highest, and say why.

    Parameters
    ----------
    labels : iterable of str
        As `label_of` spells them, in the order in which they were met.
    declared : sequence of str
        An order that the file itself declares (an ordered Categorical), if any.

    Returns
    -------
    Order
        Whole numbers: every one from the smallest to the largest, since the distance between 2
        and 4 is 2 even if nobody gave a 3.

    Raises
    ------
    RatingsError
        If there is no label, or if whole numbers lie more than 1,000 steps apart.

    Examples
    --------
    >>> propose_order(["4", "2", "1"]).categories
    (1, 2, 3, 4)
    >>> order = propose_order(["severe", "none", "mild"])
    >>> order.categories, order.certain
    (('none', 'mild', 'moderate', 'severe'), False)
    >>> propose_order(["III", "I", "II"]).categories
    ('I', 'II', 'III')
    >>> order = propose_order(["cat", "bee", "ant"])
    >>> order.categories, order.ordered
    (('cat', 'bee', 'ant'), False)
    """
    given = list(dict.fromkeys(labels))
    if not given:
        raise RatingsError("There is no rating in these columns: every row misses one of the two.")
    if declared and set(given) <= set(declared):
        return Order(
            tuple(map(category_of, declared)),
            Message(N_("The file itself declares this order.")),
            True,
        )
    if all(map(is_whole, given)):
        return _whole_numbers(sorted(map(int, given)))
    if all(map(NUMBER.fullmatch, given)):
        return _fractions(sorted(given, key=float))
    return _words(given)


def _whole_numbers(numbers: list[int]) -> Order:
    lowest, highest = numbers[0], numbers[-1]
    step = 1
    if highest - lowest >= _LONGEST_RUN:
        step = math.gcd(*(number - lowest for number in numbers))
    n_categories = (highest - lowest) // step + 1
    if n_categories > _MOST_CATEGORIES:
        raise RatingsError(
            "The ratings run from {lowest} to {highest}: that looks like a score or an identifier, "
            "not a scale of categories. Choose another column, or group the scores first.",
            lowest=shown(lowest),
            highest=shown(highest),
        )
    categories = tuple(range(lowest, highest + 1, step))
    if step > 1:
        reason = Message(
            N_("Numbers in steps of {step}, from {lowest} to {highest}."),
            {"step": step, "lowest": lowest, "highest": highest},
        )
    elif n_categories > len(numbers):
        reason = Message(
            N_(
                "Whole numbers: every one from {lowest} to {highest}, "
                "with {unused} of them unused so far."
            ),
            {"lowest": lowest, "highest": highest, "unused": n_categories - len(numbers)},
        )
    else:
        reason = Message(
            N_("Whole numbers, from {lowest} to {highest}."),
            {"lowest": lowest, "highest": highest},
        )
    return Order(categories, reason, True)


def _fractions(labels: list[str]) -> Order:
    values = [Decimal(label) for label in labels]
    step = _common_step(values)
    size = int((values[-1] - values[0]) / step) + 1
    # Few places left empty: the scale has steps like these, and the ones between belong to it.
    if size <= max(2 * len(values), 4) and size <= _MOST_STEPS:
        steps = [number_label(values[0] + step * place) for place in range(size)]
        return Order(
            tuple(map(category_of, steps)),
            Message(
                N_("Numbers in even steps, from {lowest} to {highest}."),
                {"lowest": labels[0], "highest": labels[-1]},
            ),
            True,
        )
    return Order(
        tuple(map(category_of, labels)),
        Message(
            N_(
                "Numbers from {lowest} to {highest} whose steps are uneven: kappa counts each step "
                "as one. Add the values in between, or set the order yourself."
            ),
            {"lowest": labels[0], "highest": labels[-1]},
        ),
        False,
    )


def _common_step(values: list[Decimal]) -> Decimal:
    """Return the greatest step of which all distances are multiples."""
    digits = max(-int(value.as_tuple().exponent) for value in values)
    scaled = [int(value.scaleb(max(digits, 0))) for value in values]
    step = math.gcd(*(one - scaled[0] for one in scaled)) or 1
    return Decimal(step).scaleb(-max(digits, 0))


_USUAL = N_("The usual order of these words, from lowest to highest. Is it yours?")


def _words(labels: list[str]) -> Order:
    for rule in _RULES:
        found = rule(labels)
        if found is not None:
            return _order(found, labels)
    if len(labels) <= 2 and not any(map(is_number, labels)):
        return Order(
            tuple(labels),
            Message(N_("Two categories: their order does not change kappa.")),
            True,
            ordered=False,
        )
    return _not_ordered(labels)


def _order(found: Stated, labels: list[str]) -> Order:
    """Return a stated order; of two categories neither the order nor a step between counts."""
    whole = tuple(map(category_of, found.categories))
    used = tuple(map(category_of, [one for one in found.categories if one in labels]))
    if len(labels) <= 2 or found.certain:
        return Order(used if len(labels) <= 2 else whole, found.reason, True)
    others: tuple[tuple[Category, ...], ...] = (used,) if used != whole else ()
    others += tuple(tuple(map(category_of, one)) for one in found.others)
    return Order(whole, found.reason, False, ordered=not found.others, others=others)


def _usual(labels: Sequence[str]) -> Stated | None:
    found = usual_order(labels)
    if found is None:
        return None
    unused = [step for step in found.steps if step not in labels]
    if found.certain or not unused:
        return Stated(found.steps, Message(_USUAL), found.certain)
    return Stated(
        found.steps, Message(UNUSED, {"steps": ", ".join(map(shown, unused))}), certain=False
    )


def _not_ordered(labels: list[str]) -> Order:
    numbers = [label for label in labels if NUMBER.fullmatch(label)]
    if numbers:
        word = next(label for label in labels if label not in numbers)
        return Order(
            tuple(map(category_of, labels)),
            Message(
                N_(
                    "Not ordered yet. Some labels are numbers and some are words ({value} is one): "
                    "set their order, from lowest to highest."
                ),
                {"value": shown(word)},
            ),
            False,
            ordered=False,
        )
    return Order(
        tuple(labels),
        Message(
            N_(
                "Not ordered yet: nothing says which of these labels is lower. Set their order, "
                "from lowest to highest."
            )
        ),
        False,
        ordered=False,
    )


_RULES: tuple[Callable[[Sequence[str]], Stated | None], ...] = (
    by_grades,
    _usual,
    by_plus_signs,
    by_repeated_signs,
    by_denominator,
    by_sums,
    by_bands,
    by_middles,
    by_numbers,
    by_letters_and_numbers,
)
