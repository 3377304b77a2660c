"""Which signs and letters state a place: stars, plus signs, A+?

Each rule looks at all labels together and returns their order, or None where they are not of its
kind.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from qwk_core.files.places import Order, certain_if_used, in_order, places_of
from qwk_core.messages import N_, Message

_FULL = "★⭐✭✯✮●⬤■◼▮▰✔✓♥❤🌟👍*$€£•#x✱"
_EMPTY = "☆✩○◯□◻▯▱✗♡·_."
_NEGATIVE = re.compile(r"(?i)0|neg\.?|negative?|negativ[oae]?|absent|none|阴性|陰性")
_MINUS = re.compile(r"[-–—−]+")
_TRACE = re.compile(r"(?i)\+\s?/\s?[-–—−]|±|\(\+\)|[-–—−]\s?/\s?\+|trace|tr|\+-|微量")
_PLUS = re.compile(r"\++")


def are_plus_signs(labels: Iterable[str]) -> bool:
    """Tell whether labels are plus and minus signs, so that “–” among them is a rating.

    Parameters
    ----------
    labels : iterable of str

    Examples
    --------
    >>> are_plus_signs(["-", "+/-", "+", "++"]), are_plus_signs(["-", "1", "2"])
    (True, False)
    """
    given = list(labels)
    rules = (_PLUS, _MINUS, _TRACE, _NEGATIVE)
    several = sum(bool(_PLUS.fullmatch(label)) for label in given) > 1
    return several and all(any(rule.fullmatch(label) for rule in rules) for label in given)


def by_plus_signs(labels: Sequence[str]) -> Order | None:
    """Order plus and minus signs: "-", "+/-", "+", "++".

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Order or None
    """

    def place(label: str) -> float:
        if _PLUS.fullmatch(label):
            return len(label)
        if _TRACE.fullmatch(label):
            return 0.5
        return -len(label) if _MINUS.fullmatch(label) else 0

    places = places_of(labels, place) if are_plus_signs(labels) else None
    if places is None:
        return None
    numbers = places.values()
    both = min(numbers) < -1 and 0 not in numbers
    between = {n: "+" * n for n in range(1, int(max(numbers)))}
    return Order(in_order(places, between), Message(N_("The plus signs are counted.")), not both)


def by_repeated_signs(labels: Sequence[str]) -> Order | None:
    """Count stars, or whatever sign is repeated; empty ones stand behind the full ones.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Order or None
    """
    cleaned = {label: "".join(label.replace("\ufe0f", "").split()) for label in labels}
    places = places_of(labels, lambda label: _count_of_signs(cleaned[label]))
    signs = {one[:1] for one in cleaned.values()} - set(_EMPTY)
    if places is None or len(signs) != 1:
        return None
    sign, wide = signs.pop(), max(map(len, cleaned.values()))
    empty = next((char for one in cleaned.values() for char in one if char in _EMPTY), "")
    unused = range(math.ceil(min(places.values())), int(max(places.values())))
    between = {n: sign * n + empty * (wide - n) for n in unused}
    reason = Message(N_("The signs are counted, such as stars."))
    return Order(in_order(places, between), reason, certain=True)


def _count_of_signs(signs: str) -> float | None:
    whole = signs.removesuffix("½")
    full = whole.rstrip(_EMPTY)
    if not signs or not set(full) <= set(_FULL) or len(set(full)) > 1:
        return None
    return len(full) + (whole != signs) / 2


# -- Letters ---------------------------------------------------------------------------------------

_GRADES = "ABCDEF"
_LETTER = re.compile(r"(?i)([A-F])\s?([+\-−–]?)")
_LETTER_AND_NUMBER = re.compile(r"([A-Z])\.?(\d{1,2})(?:\.(\d))?(\+?)")


def by_grades(labels: Sequence[str]) -> Order | None:
    """Order letter grades, from F to A+.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Order or None

    Examples
    --------
    >>> found = by_grades(["A", "B+", "B-"])
    >>> found.categories, found.certain
    (('B-', 'B', 'B+', 'A-', 'A'), False)
    """

    def place(label: str) -> tuple[int, int] | None:
        match = _LETTER.fullmatch(label)
        sign = {"+": 1, "": 0}.get(match[2], -1) if match else 0
        return (-_GRADES.index(match[1].upper()), sign) if match else None

    places = places_of(labels, place)
    if places is None or len(labels) < 2:
        return None
    steps = _grades_between(set(places.values()))
    minus = next((label[-1] for label in labels if label[-1] in "-−–"), "-")
    names = {step: _GRADES[-step[0]] + ("", "+", minus)[step[1]] for step in steps}
    if all(label.islower() for label in labels):
        names = {step: name.lower() for step, name in names.items()}
    reason = Message(N_("Letter grades, from the lowest to the highest."))
    found = certain_if_used(in_order(places, names), labels, reason)
    return replace(found, certain=found.certain and set(places.values()) <= steps)


def _grades_between(used: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the grades from the lowest to the highest: with + and −, if any has one."""
    fine = any(sign for _, sign in used)
    letters = sorted({-letter for letter, _ in used})
    # Between D and F some schools have an E.
    run = [at for at in range(letters[0], letters[-1] + 1) if at != 4 or 4 in letters]
    steps = {(-at, sign) for at in run for sign in ((-1, 0, 1) if fine and at < 4 else (0,))}
    return {step for step in steps if min(used) <= step <= max(used)}


def by_letters_and_numbers(labels: Sequence[str]) -> Order | None:
    """Order A1, A2, B1: by the letter, then by the number.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Order or None
    """

    def place(label: str) -> tuple[str, int, int, int] | None:
        match = _LETTER_AND_NUMBER.fullmatch(label)
        return (match[1], int(match[2]), int(match[3] or 0), len(match[4])) if match else None

    places = places_of(labels, place)
    letters = sorted({letter for letter, *_ in places.values()}) if places else []
    if not places or len(letters) < 2 or ord(letters[-1]) - ord(letters[0]) != len(letters) - 1:
        return None
    reason = Message(N_("In the order of the letters, then of the numbers. Is it yours?"))
    return Order(in_order(places), reason, certain=False)
