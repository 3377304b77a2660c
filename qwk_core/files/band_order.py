"""Which labels are bands of numbers, such as 25–49% or >10?"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence

from qwk_core.errors import shown
from qwk_core.files.places import Order, in_order, places_of
from qwk_core.files.usual_scales import listed_words
from qwk_core.messages import N_, Message


def _any_of(role: str, signs: str) -> str:
    words = sorted(itertools.chain.from_iterable(listed_words(role)), key=len, reverse=True)
    return "|".join([signs, *map(re.escape, words)])


_LEAST, _MOST = _any_of("less", "<=|<|≤|＜"), _any_of("more", ">=|>|≥|＞")
_NUMBER = r"(\d{1,9}(?:[.,]\d{1,3})?)"
_UNIT = r"[\s%$€£°]*(?:[^\W\d_]{1,12}\.?)?\s*"
_LESS = re.compile(
    rf"(?i)(?:{_LEAST})\s*{_NUMBER}{_UNIT}|"
    rf"{_NUMBER}{_UNIT}(?:or|and|&|o|oder|ou|und|y|i)?\s*(?:less|fewer|below|under|"
    r"younger|menos|weniger|darunter|moins|meno|以下|未満|未满)"
)
_MORE = re.compile(
    rf"(?i)(?:{_MOST})\s*{_NUMBER}{_UNIT}|"
    rf"{_NUMBER}{_UNIT}(?:\+|(?:or|and|&|o|oder|ou|und|y|i)?\s*(?:more|above|over|"
    r"older|up|más|mehr|darüber|plus|mais|più|以上))"
)
_BETWEEN = re.compile(
    rf"(?i)[\[(]?(?:between |entre |zwischen )?{_NUMBER}{_UNIT}(?:-|–|—|~|～|至|"
    rf"\.\.|,|to|a|à|bis|until|and|y|und|t/m|tot|do)\s*{_NUMBER}{_UNIT}[\])]?"
)
_ONE = re.compile(rf"{_NUMBER}{_UNIT}")


def _band(label: str) -> tuple[float, float] | None:
    """Return the two ends of a band such as "25–49%" or ">10"."""
    for pattern in (_LESS, _MORE, _BETWEEN, _ONE):
        match = pattern.fullmatch(label)
        if match:
            ends = [float(end.replace(",", ".")) for end in match.groups() if end]
            low = -math.inf if pattern is _LESS else ends[0]
            return low, math.inf if pattern is _MORE else ends[-1]
    return None


def by_bands(labels: Sequence[str]) -> Order | None:
    """Order bands of numbers by their ends: "<5", "5 to 10", ">10".

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Order or None
    """
    ends = places_of(labels, _band)
    if ends is None or sum(low < high for low, high in ends.values()) < 2:
        return None
    ordered = sorted(labels, key=ends.__getitem__)
    steps = [ends[after][0] - ends[one][1] for one, after in itertools.pairwise(ordered)]
    single = {low for low, high in ends.values() if low == high}
    shared = any(low < high and {low, high} & single for low, high in ends.values())
    if shared or min(steps) < 0 or any(low > high for low, high in ends.values()):
        return None
    gaps = [at for at, step in enumerate(steps) if step > max(2 * min(steps), 1)]
    if not gaps:
        reason = Message(N_("Bands of numbers, in the order of their ends."))
        return Order(tuple(ordered), reason, certain=True)
    between = {
        (ends[one][1] + min(steps), ends[after][0] - min(steps))
        for one, after in ((ordered[at], ordered[at + 1]) for at in gaps)
    }
    # A band for a gap is written as one of the bands with two ends is.
    like = (one for one in ordered if -math.inf < ends[one][0] < ends[one][1] < math.inf)
    parts = re.split(r"\d+(?:[.,]\d+)?", next(like, ""))
    names = {}
    if len(parts) == 3:
        names = {
            (low, high): f"{parts[0]}{low:g}{parts[1]}{high:g}{parts[2]}" for low, high in between
        }
    values = {"one": shown(ordered[gaps[0]]), "other": shown(ordered[gaps[0] + 1])}
    text = N_("Bands of numbers. Between {one} and {other} is a gap: is there a band in it?")
    return Order(in_order(ends, names), Message(text, values), certain=False)
