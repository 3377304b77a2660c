"""Which labels are bands of numbers, such as 25–49% or >10?"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence

from qwk_core.errors import shown
from qwk_core.files.stated import Stated
from qwk_core.messages import N_, Message

_LEAST = (
    r"<|≤|<=|＜|less than|fewer than|under|below|up to|at most|unter|weniger als|bis(?: zu)?|"
    r"höchstens|menos de|hasta|menor que|por debajo de|moins de|jusqu'à|abaixo de|até|meno di|"
    r"fino a|minder dan|onder|tot|poniżej|do|mniej niż|低于|少于|不到"
)
_MOST = (
    r">|≥|>=|＞|more than|over|above|at least|from|über|mehr als|mindestens|ab|más de|mayor que|"
    r"desde|al menos|plus de|au moins|mais de|acima de|più di|oltre|meer dan|boven|vanaf|powyżej|"
    r"od|więcej niż|高于|超过|大于"
)
_NUMBER = r"(\d{1,9}(?:[.,]\d{1,3})?)"
_UNIT = r"[\s%$€£°]*(?:[^\W\d_]{1,12}\.?)?\s*"
_BANDS = (
    (re.compile(rf"(?i)(?:{_LEAST})\s*{_NUMBER}{_UNIT}"), "below"),
    (
        re.compile(
            rf"(?i){_NUMBER}{_UNIT}(?:or|and|&|o|oder|ou|und|y|i)?\s*(?:less|fewer|below|under|"
            r"younger|menos|weniger|darunter|moins|meno|以下|未満|未满)"
        ),
        "below",
    ),
    (re.compile(rf"(?i)(?:{_MOST})\s*{_NUMBER}{_UNIT}"), "above"),
    (
        re.compile(
            rf"(?i){_NUMBER}{_UNIT}(?:\+|(?:or|and|&|o|oder|ou|und|y|i)?\s*(?:more|above|over|"
            r"older|up|más|mehr|darüber|plus|mais|più|以上))"
        ),
        "above",
    ),
    (
        re.compile(
            rf"(?i)[\[(]?(?:between |entre |zwischen )?{_NUMBER}{_UNIT}(?:-|–|—|~|～|至|"
            rf"\.\.|,|to|a|à|bis|until|and|y|und|t/m|tot|do)\s*{_NUMBER}{_UNIT}[\])]?"
        ),
        "between",
    ),
    (re.compile(rf"{_NUMBER}{_UNIT}"), "one"),
)


def _band(label: str) -> tuple[float, float] | None:
    """Return the two ends of a band such as "25–49%" or ">10"."""
    for pattern, kind in _BANDS:
        match = pattern.fullmatch(label)
        if match:
            ends = [float(end.replace(",", ".")) for end in match.groups()]
            return {
                "below": (-math.inf, ends[0]),
                "above": (ends[0], math.inf),
                "between": (ends[0], ends[-1]),
                "one": (ends[0], ends[0]),
            }[kind]
    return None


def by_bands(labels: Sequence[str]) -> Stated | None:
    """Order bands of numbers by their ends: "<5", "5 to 10", ">10".

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Stated or None
    """
    ends = {label: band for label in labels if (band := _band(label))}
    if len(ends) < len(labels) or sum(low < high for low, high in ends.values()) < 2:
        return None
    ordered = sorted(labels, key=ends.__getitem__)
    steps = [ends[after][0] - ends[one][1] for one, after in itertools.pairwise(ordered)]
    single = {low for low, high in ends.values() if low == high}
    shared = any(low < high and {low, high} & single for low, high in ends.values())
    if shared or any(step < 0 for step in steps) or any(low > high for low, high in ends.values()):
        return None
    gaps = [at for at, step in enumerate(steps) if step > max(2 * min(steps), 1)]
    if not gaps:
        return Stated(
            tuple(ordered), Message(N_("Bands of numbers, in the order of their ends.")), True
        )
    between = _fillers(ordered, ends, gaps, min(steps))
    whole = [label for at, one in enumerate(ordered) for label in (one, *between.get(at, ()))]
    return Stated(
        tuple(whole),
        Message(
            N_("Bands of numbers. Between {one} and {other} is a gap: is there a band in it?"),
            {"one": shown(ordered[gaps[0]]), "other": shown(ordered[gaps[0] + 1])},
        ),
        certain=False,
    )


def _fillers(
    ordered: Sequence[str],
    ends: Mapping[str, tuple[float, float]],
    gaps: Sequence[int],
    step: float,
) -> dict[int, tuple[str, ...]]:
    """Return a band for each gap, written as one of the bands with two ends is."""
    pattern = next(
        (one for one in ordered if -math.inf < ends[one][0] < ends[one][1] < math.inf), ""
    )
    found: dict[int, tuple[str, ...]] = {}
    for at in gaps:
        low, high = ends[ordered[at]][1] + step, ends[ordered[at + 1]][0] - step
        parts = re.split(r"\d+(?:[.,]\d+)?", pattern)
        if len(parts) == 3:
            found[at] = (f"{parts[0]}{low:g}{parts[1]}{high:g}{parts[2]}",)
    return found
