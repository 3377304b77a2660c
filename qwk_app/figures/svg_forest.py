"""A forest plot as SVG: kappas with their intervals, and the pooled kappa below."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, isnan

import numpy as np

from qwk_app.figures.common import shortened
from qwk_app.figures.svg import FONT, Picture, clean, letters, width_of
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _
from qwk_core.pictures.hues import LIGHT

_LONGEST = 24  # characters of a group
_ROW = 30  # pixels of a row
_NARROW_ROW = 44  # pixels, where the words stand above the interval
_SPAN = 360  # pixels of the axis
_LEAST_SPAN = 160
_SIDE = 16  # pixels beside the axis, where no words stand there


@dataclass(frozen=True)
class Row:
    """A row of a forest plot: a kappa and the ends of its interval, nan if undefined."""

    name: str
    kappa: float
    low: float
    high: float
    whole: bool = False


def forest(
    rows: Sequence[Row], axis: str, alt: str, *, decimals: int = 3, width: int | None = None
) -> Picture:
    """Draw kappas with their intervals in rows; the pooled kappa is a diamond.

    The axis goes from 0 or the lowest end to 1. If there is no room for words beside it, they are
    above each interval.
    """
    ends = [end for row in rows for end in (row.kappa, row.low) if not isnan(end)]
    lowest = min(0.0, max(-1.0, floor(min(ends, default=0.0) * 4) / 4))
    left = 16 + round(width_of(max(letters(shortened(row.name, _LONGEST)) for row in rows)))
    noted = [_note(row, decimals) for row in rows]
    right = 24 + round(width_of(max(map(letters, noted))))
    span = _SPAN if width is None else width - left - right
    narrow = span < _LEAST_SPAN
    if narrow and width is not None:
        left, span, right = _SIDE, width - 2 * _SIDE, _SIDE
    high = _NARROW_ROW if narrow else _ROW
    below = len(rows) * high

    def place(kappa: float) -> float:
        return left + span * (min(max(kappa, lowest), 1) - lowest) / (1 - lowest)

    ticks = np.arange(lowest, 1.01, 0.25 if lowest > -0.6 else 0.5).tolist()
    content = [
        f'<g font-size="{FONT}">',
        *(
            f'<line x1="{place(tick):.1f}" x2="{place(tick):.1f}" y1="0" y2="{below}" '
            f'stroke="{LIGHT.plain.high}" stroke-opacity="{1 if tick == 0 else 0.3}"/>'
            f'<text x="{place(tick):.1f}" y="{below + 18}" text-anchor="middle">'
            f"{number(tick)}</text>"
            for tick in ticks
        ),
        f'<text x="{left + span / 2:g}" y="{below + 38}" text-anchor="middle">{clean(axis)}</text>',
    ]
    for at, (row, note) in enumerate(zip(rows, noted, strict=True)):
        y = at * high + (32 if narrow else high / 2)
        name_x, note_x = (0, left + span + right) if narrow else (left - 10, left + span + 14)
        name_end, note_end = ("start", "end") if narrow else ("end", "start")
        words = f'y="{y - (19 if narrow else 0):g}" dy="0.35em"'
        words += ' font-weight="600"' if row.whole else ""
        if narrow:  # the lines of the scale do not cross the words
            content.append(
                f'<rect y="{at * high}" width="{left + span + right}" height="22" fill="#fff"/>'
            )
        content.append(
            f'<text x="{name_x}" {words} text-anchor="{name_end}">'
            f"{clean(shortened(row.name, _LONGEST))}</text>"
            f'<text x="{note_x:g}" {words} text-anchor="{note_end}">{clean(note)}</text>'
        )
        content.append(_estimate(row, y, place))
    return Picture("".join([*content, "</g>"]), left + span + right, below + 48, alt)


def _estimate(row: Row, y: float, place: Callable[[float], float]) -> str:
    """Draw a kappa on its interval, if they are defined."""
    green, drawn = LIGHT.kappa.high, ""
    if not isnan(row.low):
        drawn += (
            f'<line x1="{place(row.low):.1f}" x2="{place(row.high):.1f}" y1="{y:g}" '
            f'y2="{y:g}" stroke="{green}" stroke-width="3"/>'
        )
    if not isnan(row.kappa):
        turn = " rotate(45)" if row.whole else ""
        drawn += (
            f'<rect x="-5" y="-5" width="10" height="10" fill="{green}" '
            f'transform="translate({place(row.kappa):.1f} {y:g}){turn}"/>'
        )
    return drawn


def _note(row: Row, decimals: int) -> str:
    kappa = kappa_text(row.kappa, decimals)
    if isnan(row.low):
        return kappa
    low, high = kappa_text(row.low, decimals), kappa_text(row.high, decimals)
    return _("{kappa} [{low} to {high}]", kappa=kappa, low=low, high=high)
