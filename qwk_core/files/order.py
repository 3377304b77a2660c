"""In which order do the labels of a file stand, from lowest to highest, and what says so?

An order is proposed where there is a reason for it: the labels are numbers, or state one, or are
words that people use in one order. Without a reason the labels stand as they were first met, and a
person puts them in order. The alphabet is no reason.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from qwk_core.errors import RatingsError, shown
from qwk_core.files import stated_order as stated
from qwk_core.files.labels import NUMBER, category_of, is_number, is_whole, number_label
from qwk_core.files.places import Order, certain_if_used
from qwk_core.files.usual_scales import usual_order
from qwk_core.messages import N_, Message
from qwk_core.ratings import Category

# A run of whole numbers is proposed as it is up to here; beyond, its empty steps are left out.
_LONGEST_RUN = 25
_FINE = 12  # steps that nobody calls categories by name
_LEAST_STEP = 5  # of 0, 5, 10, 20, which are no whole numbers one by one
_MOST_CATEGORIES = 1_000
_MOST_STEPS = 60  # of a scale with fractions
_NUMBER = r"\d{1,4}(?:[.,]\d{1,2})?"
_OF = r"\s?(?:/|of|out of|von|de|sur|su|van|z|out-of|／|分之)\s?"
_UNIT = re.compile(
    rf"(?i)(?P<before>\D*)(?P<number>{_NUMBER})(?:{_OF}(?P<whole>{_NUMBER}))?(?P<after>\D*)"
)
_WORD = re.compile(r"[^\W\d_]|[%°\u20e3]")
_SINGULAR = 4  # letters that one point and two points have in common, with the blank before


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
        and 4 is 2 even if nobody gave a 3. Whether 30 lies between 0, 10, 20 and 40, or 1.5
        between 0, 0.5, 1 and 2, only a person knows.

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
        if is_alphabetical(declared) and (usual := propose_order(declared)).contradicts(declared):
            return replace(usual, certain=False, others=(*usual.others, tuple(declared)))
        reason = Message(N_("The file itself declares this order."))
        return _of_categories(Order(tuple(declared), reason, certain=True))
    if all(map(is_whole, given)):
        return _whole_numbers(sorted(map(int, given)))
    if all(map(NUMBER.fullmatch, given)):
        ordered = sorted(given, key=float)
        return _of_categories(_in_steps(_fractions(ordered), ordered))
    found = next((order for rule in _RULES if (order := rule(given))), None)
    return _of_categories(_not_ordered(given) if found is None else _with_others(found, given))


def is_alphabetical(labels: Sequence[str]) -> bool:
    """Tell whether three words or more stand in the order of the alphabet: programs sort them so.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    bool

    Examples
    --------
    >>> is_alphabetical(["high", "low", "medium"]), is_alphabetical(["low", "high", "medium"])
    (True, False)
    """
    spelled = [label.casefold() for label in labels]
    return len(labels) > 2 and spelled == sorted(spelled)


def _of_categories(order: Order) -> Order:
    """Return an order whose whole numbers are numbers."""
    categories, *others = (
        tuple(category_of(str(label)) for label in labels)
        for labels in (order.categories, *order.others)
    )
    return replace(order, categories=categories, others=tuple(others))


def _whole_numbers(numbers: list[int]) -> Order:
    lowest, highest = numbers[0], numbers[-1]
    step = math.gcd(*(number - lowest for number in numbers)) or 1
    uneven = highest - lowest >= step * len(numbers)
    if highest - lowest < _LONGEST_RUN and not (uneven and step >= _LEAST_STEP):
        step = 1
    categories = range(lowest, highest + 1, step)
    if len(categories) > _MOST_CATEGORIES:
        raise RatingsError(
            "The ratings run from {lowest} to {highest}: that looks like a score or an identifier, "
            "not a scale of categories. Choose another column, or group the scores first.",
            lowest=shown(lowest),
            highest=shown(highest),
        )
    unused = len(categories) - len(numbers)
    reason = N_("Whole numbers, from {lowest} to {highest}.")
    if step > 1:
        reason = N_("Numbers in steps of {step}, from {lowest} to {highest}.")
    elif unused:
        reason = N_(
            "Whole numbers: every one from {lowest} to {highest}, with {unused} of them unused so "
            "far."
        )
    values = {"step": step, "lowest": lowest, "highest": highest, "unused": unused}
    order = Order(tuple(categories), Message(reason, values), certain=True)
    return order if step == 1 else _in_steps(order, numbers)


def _in_steps(order: Order, used: Sequence[Category]) -> Order:
    """Return an order of even steps; where nobody used one, it is asked whether it is there."""
    found = certain_if_used(order.categories, used, order.reason)
    many = _FINE < len(order.categories) <= 2 * len(used)  # scores, whose steps are all there
    if found.certain or many or not order.certain:
        return order
    return replace(found, ordered=False, others=(tuple(used),))


def _fractions(labels: list[str]) -> Order:
    values = [Decimal(label) for label in labels]
    step = _common_step(values)
    size = int((values[-1] - values[0]) / step) + 1
    # Few places left empty: the scale has steps like these, and the ones between belong to it.
    even = size <= max(2 * len(values), 4) and size <= _MOST_STEPS
    reason = N_(
        "Numbers from {lowest} to {highest} whose steps are uneven: kappa counts each step "
        "as one. Add the values in between, or set the order yourself."
    )
    thirds = {value % 1 for value in values} <= {Decimal(0), Decimal("0.3"), Decimal("0.7")}
    tenths = step == Decimal("0.1") and size <= _MOST_STEPS and not thirds
    used = labels
    if even or tenths:
        labels = [number_label(values[0] + step * place) for place in range(size)]
        reason = N_("Numbers in even steps, from {lowest} to {highest}.")
    ends = {"lowest": labels[0], "highest": labels[-1]}
    others = () if even or not tenths else (tuple(used),)
    return Order(tuple(labels), Message(reason, ends), certain=even, others=others)


def _common_step(values: list[Decimal]) -> Decimal:
    """Return the greatest step of which all distances are multiples."""
    digits = max(-int(value.as_tuple().exponent) for value in values)
    scaled = [int(value.scaleb(max(digits, 0))) for value in values]
    step = math.gcd(*(one - scaled[0] for one in scaled)) or 1
    return Decimal(step).scaleb(-max(digits, 0))


def _with_units(labels: Sequence[str]) -> Order | None:
    """Order numbers with one word, sign or total beside each as numbers.

    Such are "Band 4", "2.5 stars", "3/5" and "7,5 von 10,0".
    """
    found = [match for label in labels if (match := _UNIT.fullmatch(label))]
    beside = {
        (one["before"].casefold(), one["after"].casefold()[:_SINGULAR], _number(one["whole"]))
        for one in found
    }
    if len(found) < len(labels) or len(beside) != 1:
        return None
    ((before, after, whole),) = beside
    by_number = {number_label(_number(one["number"])): one[0] for one in found}
    numbers = [*map(Decimal, by_number)]
    span = max(numbers) - min(numbers)
    if len(by_number) < len(labels) or span > _MOST_CATEGORIES or (whole and max(numbers) > whole):
        return None
    if not whole and not _WORD.search(before + after):
        return None
    order = propose_order(by_number)
    categories = [by_number.get(str(one)) or _written(one, found) for one in order.categories]
    made = certain_if_used(categories, labels, order.reason)
    if whole and order.certain:
        reason = Message(N_("All labels are so many of {n}."), {"n": number_label(whole)})
        return replace(made, reason=reason, certain=True)
    return replace(made, certain=made.certain and order.certain, ordered=order.ordered)


def _number(written: str | None) -> Decimal:
    return Decimal((written or "0").replace(",", "."))


def _written(step: Category, like: Sequence[re.Match[str]]) -> str:
    """Return a label for a step that nobody used, written as others are: with as many decimals."""
    last = like[-1]
    digits = min(len(one["number"].replace(",", ".").partition(".")[2]) for one in like)
    number, _, part = str(step).partition(".")
    written = ".".join(filter(None, (number, part.ljust(digits, "0"))))
    if any("," in one["number"] for one in like):
        written = written.replace(".", ",")
    return last[0][: last.start("number")] + written + last[0][last.end("number") :]


def _with_others(found: Order, labels: list[str]) -> Order:
    """Return an order with the one of the used labels alone beside it.

    Of two categories neither the order nor a step between counts.
    """
    used = tuple(label for label in found.categories if label in labels)
    if len(labels) <= 2:
        return Order(used, found.reason, certain=True)
    if found.certain or used == found.categories:
        return found
    return replace(found, others=(used, *found.others))


def _not_ordered(labels: list[str]) -> Order:
    numbers = list(filter(is_number, labels))
    if len(labels) <= 2 and not numbers:
        reason = Message(N_("Two categories: their order does not change kappa."))
        return Order(tuple(labels), reason, certain=True, ordered=False)
    text = N_(
        "Not ordered yet: nothing says which of these labels is lower. Set their order, from "
        "lowest to highest."
    )
    if numbers:
        text = N_(
            "Not ordered yet. Some labels are numbers and some are words ({value} is one): set "
            "their order, from lowest to highest."
        )
    word = next(label for label in labels if label not in numbers)
    reason = Message(text, {"value": shown(word)})
    return Order(tuple(labels), reason, certain=False, ordered=False)


_RULES: tuple[Callable[[Sequence[str]], Order | None], ...] = (
    stated.by_grades,
    usual_order,
    stated.by_plus_signs,
    stated.by_repeated_signs,
    _with_units,
    stated.by_sums,
    stated.by_bands,
    stated.by_middles,
    stated.by_numbers,
    stated.by_letters_and_numbers,
)
