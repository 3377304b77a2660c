"""Codes for missing ratings: those that say so themselves, and numbers far outside the scale."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from qwk_core.files.labels import MISSING, is_number
from qwk_core.files.stated_order import are_plus_signs
from qwk_core.files.usual_scales import folded, usual_order, usual_words

# Signs that are no rating on any scale.
_SIGNS = frozenset({".", "..", "...", "-", "--", "---", "–", "—", "?", "??", "*", "_", "/", "\\"})
_ALONE = ("X", "x", "None")  # among numbers
_ERROR = re.compile(r"(?i)#(?:n/a|null!|ref!|value!|div/0!|name\?|num!)")  # of a spreadsheet
_REPEATED = re.compile(r"-?(?:9+|8+|7+|99[0-8]|9[678])")
_FAR = 4  # times as large as any rating: nobody has such a scale


@dataclass(frozen=True)
class Codes:
    """What stands for a missing rating.

    Attributes
    ----------
    certain : tuple of str
        Labels that cannot be ratings.
    likely : tuple of str
        Labels that may be: a person decides.
    """

    certain: tuple[str, ...]
    likely: tuple[str, ...]

    def __add__(self, other: Codes) -> Codes:
        certain = dict.fromkeys((*self.certain, *other.certain))
        likely = dict.fromkeys((*self.likely, *other.likely))
        return Codes(tuple(certain), tuple(one for one in likely if one not in certain))


def may_be_code(label: str) -> bool:
    """Tell whether a number is one that people write where a rating is missing.

    Parameters
    ----------
    label : str
        As `label_of` spells it.

    Returns
    -------
    bool

    Examples
    --------
    >>> may_be_code("-99"), may_be_code("9"), may_be_code("-1"), may_be_code("3")
    (True, True, True, False)
    """
    return label == "-1" or bool(_REPEATED.fullmatch(label))


@lru_cache(maxsize=8_192)
def is_missing_word(label: str) -> bool:
    """Tell whether a label says by itself that a rating is missing, whatever the others are.

    Parameters
    ----------
    label : str
        As `label_of` spells it.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_missing_word("."), is_missing_word("not rated"), is_missing_word("absent")
    (True, True, False)
    """
    if label.strip().lower() in MISSING or label in _SIGNS:
        return True
    return bool(_ERROR.fullmatch(label)) or folded(label) in usual_words("unrated")


def find_codes(labels: Mapping[str, int | float] | Iterable[str]) -> Codes:
    """Find the labels that stand for a missing rating.

    Parameters
    ----------
    labels : mapping of str to number, or iterable of str
        The labels of both columns, as `label_of` spells them.

    Returns
    -------
    Codes

    Examples
    --------
    >>> find_codes(["1", "2", "5", "-99", "."])
    Codes(certain=('.', '-99'), likely=())
    >>> find_codes(["1", "2", "3", "5", "9"]).likely
    ('9',)
    >>> find_codes(["none", "mild", "unknown"]).likely
    ('unknown',)
    """
    given = list(dict.fromkeys(labels))
    signs = are_plus_signs(given)  # where “–” is the lowest
    stars = [label for label in given if set(label) == {"*"}]  # steps: *, **, ***
    ratings = stars if len(stars) > 1 else []
    certain = [
        label for label in given if is_missing_word(label) and not signs and label not in ratings
    ]
    rest = [label for label in given if label not in certain]
    numbers = [label for label in rest if is_number(label)]
    words = [label for label in rest if folded(label) in usual_words("perhaps_unrated")]
    if len(words) == 1 < len(rest) and usual_order(rest):
        words = []  # absent, mild, severe
    known = {*words, *numbers}
    worded = _that_say_so([label for label in rest if label not in known], rest)
    if len(rest) == len(numbers) + 1:  # X among 1, 2, 3
        worded += [label for label in rest if label in _ALONE]
    if worded:
        found = find_codes([label for label in given if label not in worded])
        return Codes(found.certain, (*found.likely, *worded))
    if numbers and len(words) == len(rest) - len(numbers):
        return _among_numbers(certain + words, numbers)
    if numbers and len(rest) > len(numbers) + 1 and all(map(_REPEATED.fullmatch, numbers)):
        certain += numbers  # -99 or 9 among words
    return Codes(tuple(certain), tuple(words))


def _that_say_so(words: list[str], rest: list[str]) -> list[str]:
    """Return the labels that say somewhere that there is no rating: "0 – not assessable"."""
    found = [label for label in words if label not in _ALONE and says_missing(label)]
    # “Brak” is none, and missing.
    return found if found and len(rest) - len(found) > 1 and not usual_order(rest) else []


@lru_cache(maxsize=8_192)
def says_missing(label: str) -> bool:
    """Tell whether a label among numbers may say that a rating is missing.

    Parameters
    ----------
    label : str

    Returns
    -------
    bool

    Examples
    --------
    >>> says_missing("0 – not assessable"), says_missing("None"), says_missing("mild")
    (True, True, False)
    """
    known = usual_words("missing") | usual_words("unrated") | usual_words("perhaps_unrated")
    parts = [folded(part) for part in (label, *re.split(r"\s*[-–—:=()\[\]]\s*", label))]
    return label in _ALONE or any(part in known for part in parts if part)


def _among_numbers(certain: list[str], numbers: list[str]) -> Codes:
    """Sort numbers into ratings and codes: a code lies outside the scale that the rest keeps."""
    suspects = [label for label in numbers if _REPEATED.fullmatch(label)]
    rest = sorted(float(label) for label in numbers if label not in suspects)
    likely = []
    others = [one for one in rest if one != -1]
    if "-1" in numbers and others and min(others) >= 0:
        likely.append("-1")
        rest = others
    if not rest:
        return Codes(tuple(certain), ())
    for label in sorted(suspects, key=lambda one: abs(float(one))):
        value, low, high = float(label), rest[0], rest[-1]
        if value < 0 <= low:
            (certain if value <= -7 and high < 2 * abs(value) + 10 else likely).append(label)
        elif value > high + 1:
            far = value >= 77 and value > _FAR * max(high, 1) and low >= 0
            (certain if far else likely).append(label)
        elif value == high + 1 or not _is_between_steps(value, rest):
            rest = sorted([*rest, value])
        else:
            likely.append(label)
    return Codes(tuple(certain), tuple(likely))


def _is_between_steps(value: float, rest: list[float]) -> bool:
    """Tell whether a number lies between two steps that the others keep: 99 among 0, 25, … 100."""
    if len(rest) < 3 or not all(one.is_integer() for one in rest):
        return False
    step = math.gcd(*(int(one - rest[0]) for one in rest))
    return step > 2 and (value - rest[0]) % step != 0
