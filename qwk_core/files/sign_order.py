"""Which signs and letters state a place: stars, plus signs, A+?

Each rule looks at all labels together and returns their order, or None where they are not of its
kind.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from qwk_core.files.stated import UNUSED, Stated
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


def by_plus_signs(labels: Sequence[str]) -> Stated | None:
    """Order plus and minus signs: "-", "+/-", "+", "++".

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Stated or None
    """
    if not are_plus_signs(labels):
        return None
    places: dict[str, Fraction] = {}
    for label in labels:
        if _PLUS.fullmatch(label):
            places[label] = Fraction(len(label))
        elif _TRACE.fullmatch(label):
            places[label] = Fraction(1, 2)
        else:
            places[label] = Fraction(-len(label) if _MINUS.fullmatch(label) else 0)
    if len(set(places.values())) < len(labels):
        return None
    used = {int(place) for place in places.values() if place > 0 and place.denominator == 1}
    unused = {"+" * n: Fraction(n) for n in range(1, max(used)) if n not in used}
    both = min(places.values()) < -1 and Fraction(0) not in places.values()
    return Stated(
        tuple(sorted([*places, *unused], key=({**places, **unused}).__getitem__)),
        Message(N_("The plus signs are counted.")),
        not both,
    )


def by_repeated_signs(labels: Sequence[str]) -> Stated | None:
    """Count stars, or whatever sign is repeated; empty ones stand behind the full ones.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Stated or None
    """
    cleaned = ["".join(label.replace("\ufe0f", "").split()) for label in labels]
    places = [_count_of_signs(one) for one in cleaned]
    signs = {one[0] for one in cleaned if one[0] not in _EMPTY}
    known = [place for place in places if place is not None]
    if len(known) < len(labels) or len(set(known)) < len(labels) or len(signs) != 1:
        return None
    by_place = dict(zip(known, labels, strict=True))
    sign = signs.pop()
    wide = max(map(len, cleaned))
    empty = next((char for one in cleaned for char in one if char in _EMPTY), "")
    for n in range(math.ceil(min(known)), int(max(known))):
        by_place.setdefault(Fraction(n), sign * n + (empty * (wide - n) if empty else ""))
    ordered = tuple(by_place[place] for place in sorted(by_place))
    return Stated(ordered, Message(N_("The signs are counted, such as stars.")), True)


def _count_of_signs(signs: str) -> Fraction | None:
    half = signs.endswith("½")
    signs = signs.removesuffix("½")
    full = signs.rstrip(_EMPTY)
    if not (set(full) <= set(_FULL) and len(set(full)) <= 1) or not signs + "½" * half:
        return None
    return Fraction(len(full)) + Fraction(half, 2)


# -- Letters ---------------------------------------------------------------------------------------

_LETTER = re.compile(r"(?i)([A-F])\s?([+\-−–]?)")
_LETTER_AND_NUMBER = re.compile(r"([A-Z])\.?(\d{1,2})(?:\.(\d))?(\+?)")


def by_grades(labels: Sequence[str]) -> Stated | None:
    """Order letter grades, from F to A+.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Stated or None

    Examples
    --------
    >>> found = by_grades(["A", "B+", "B-"])
    >>> found.categories, found.certain
    (('B-', 'B', 'B+', 'A-', 'A'), False)
    """
    found = {label: _LETTER.fullmatch(label) for label in labels}
    if len(labels) < 2 or None in found.values():
        return None
    by_rank = {
        (-"ABCDEF".index(match[1].upper()), {"+": 1, "": 0}.get(match[2], -1)): label
        for label, match in found.items()
        if match
    }
    if len(by_rank) < len(labels):
        return None
    steps = _grades_between(set(by_rank))
    minus = next((label[-1] for label in labels if label[-1] in "-−–"), "-")
    names = {step: "ABCDEF"[-step[0]] + ("", "+", minus)[step[1]] for step in steps}
    if all(label.islower() for label in labels):
        names = {step: name.lower() for step, name in names.items()}
    written = {**names, **by_rank}
    ordered = tuple(written[step] for step in sorted(written))
    unused = [one for one in ordered if one not in labels]
    if unused:
        return Stated(ordered, Message(UNUSED, {"steps": ", ".join(unused)}), certain=False)
    reason = Message(N_("Letter grades, from the lowest to the highest."))
    return Stated(ordered, reason, set(by_rank) <= steps)


def _grades_between(used: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the grades from the lowest to the highest: with + and −, if any has one."""
    fine = any(sign for _, sign in used)
    letters = sorted({-letter for letter, _ in used})
    # Between D and F some schools have an E.
    run = [at for at in range(letters[0], letters[-1] + 1) if at != 4 or 4 in letters]
    steps = {(-at, sign) for at in run for sign in ((-1, 0, 1) if fine and at < 4 else (0,))}
    return {step for step in steps if min(used) <= step <= max(used)}


def by_letters_and_numbers(labels: Sequence[str]) -> Stated | None:
    """Order A1, A2, B1: by the letter, then by the number.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Stated or None
    """
    found = {label: _LETTER_AND_NUMBER.fullmatch(label) for label in labels}
    if None in found.values():
        return None
    places = {
        label: (match[1], int(match[2]), int(match[3] or 0), len(match[4]))
        for label, match in found.items()
        if match
    }
    letters = sorted({place[0] for place in places.values()})
    if len(letters) < 2 or ord(letters[-1]) - ord(letters[0]) != len(letters) - 1:
        return None
    return Stated(
        tuple(sorted(labels, key=places.__getitem__)),
        Message(N_("In the order of the letters, then of the numbers. Is it yours?")),
        certain=False,
    )
