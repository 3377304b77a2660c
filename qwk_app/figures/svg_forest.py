"""A forest plot as SVG: kappas with their intervals, and the pooled kappa below."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, isnan

import numpy as np

from qwk_app.figures.common import shortened
from qwk_app.figures.forest import Branch, extent
from qwk_app.figures.svg import FONT, Picture, clean, letters, width_of
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import LIGHT

_LONGEST = 24  # characters of a group
_SPAN = 360  # pixels of the axis
_LEAST_SPAN = 160
_SIDE = 16  # pixels beside the axis, where no words stand there


@dataclass(frozen=True)
class _Frame:
    """Where the axis and the rows lie, in pixels.

    `lowest` is the kappa at the left end. In a `narrow` picture the words of a row stand above its
    interval, else beside it.
    """

    lowest: float
    left: int
    span: int
    right: int
    narrow: bool = False

    @property
    def row(self) -> int:
        """The height of a row."""
        return 62 if self.narrow else 30

    @property
    def level(self) -> int:
        """How far below the top of its row an interval lies."""
        return 52 if self.narrow else 15

    @property
    def words(self) -> tuple[tuple[int, int, str], ...]:
        """Where the name and the note of a row stand, and which end of the text stands there."""
        if self.narrow:
            return (0, 12, "start"), (0, 30, "start")
        return (self.left - 10, 15, "end"), (self.left + self.span + 14, 15, "start")

    @property
    def width(self) -> int:
        return self.left + self.span + self.right

    def place(self, kappa: float) -> float:
        """Return where a kappa lies on the axis."""
        return self.left + self.span * (min(kappa, 1) - self.lowest) / (1 - self.lowest)


def forest(
    groups: Sequence[Branch], pooled: Branch, *, axis: str, alt: str, width: int | None = None
) -> Picture:
    """Draw kappas with their intervals, one below the other.

    `width` is that of the picture in pixels; without it, it is as wide as its words need.
    """
    branches = [*groups, pooled]
    frame = _frame(branches, width)
    below = len(branches) * frame.row
    rows = [
        _words(branch, frame, at * frame.row, bold=branch is pooled)
        + _estimate(branch, frame, at * frame.row + frame.level, diamond=branch is pooled)
        for at, branch in enumerate(branches)
    ]
    content = [f'<g font-size="{FONT}">', _scale(frame, below, axis), *rows, "</g>"]
    return Picture("".join(content), frame.width, below + 48, alt)


def _frame(branches: Sequence[Branch], width: int | None) -> _Frame:
    """Return where the axis is: beside the words, or below them if they leave no room."""
    lowest = floor(extent(branches)[0] * 4) / 4
    left = 16 + round(width_of(max(letters(_short(branch)) for branch in branches)))
    right = 24 + round(width_of(max(letters(branch.note) for branch in branches)))
    span = _SPAN if width is None else width - left - right
    if width is not None and span < _LEAST_SPAN:
        return _Frame(lowest, _SIDE, width - 2 * _SIDE, _SIDE, narrow=True)
    return _Frame(lowest, left, span, right)


def _short(branch: Branch) -> str:
    return shortened(branch.name, _LONGEST)


def _scale(frame: _Frame, below: int, axis: str) -> str:
    """Draw a line for each tick, its number, and the title of the axis."""
    ticks = np.arange(frame.lowest, 1.01, 0.25 if frame.lowest > -0.6 else 0.5).tolist()
    lines = [
        f'<line x1="{frame.place(tick):.1f}" x2="{frame.place(tick):.1f}" y1="0" y2="{below}" '
        f'stroke="{LIGHT.plain.high}" stroke-opacity="{1 if tick == 0 else 0.3}"/>'
        f'<text x="{frame.place(tick):.1f}" y="{below + 18}" text-anchor="middle">'
        f"{number(tick)}</text>"
        for tick in ticks
    ]
    middle = frame.left + frame.span / 2
    title = f'<text x="{middle:g}" y="{below + 38}" text-anchor="middle">{clean(axis)}</text>'
    return "".join([*lines, title])


def _words(branch: Branch, frame: _Frame, top: int, *, bold: bool) -> str:
    """Write the name and the note; above an interval, the lines of the scale do not cross them."""
    weight = ' font-weight="600"' if bold else ""
    ground = f'<rect y="{top}" width="{frame.width}" height="42" fill="#fff"/>'
    return (ground if frame.narrow else "") + "".join(
        f'<text x="{x}" y="{top + y}" dy="0.35em" text-anchor="{end}"{weight}>{clean(text)}</text>'
        for text, (x, y, end) in zip((_short(branch), branch.note), frame.words, strict=True)
    )


def _estimate(branch: Branch, frame: _Frame, y: int, *, diamond: bool) -> str:
    """Draw a kappa on its interval, if they are defined."""
    green, drawn = LIGHT.kappa.high, ""
    if not isnan(branch.low):
        low, high = frame.place(max(branch.low, frame.lowest)), frame.place(branch.high)
        drawn += (
            f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}" stroke="{green}" '
            'stroke-width="3"/>'
        )
    if not isnan(branch.kappa):
        turn = " rotate(45)" if diamond else ""
        drawn += (
            f'<rect x="-5" y="-5" width="10" height="10" fill="{green}" '
            f'transform="translate({frame.place(branch.kappa):.1f} {y}){turn}"/>'
        )
    return drawn
