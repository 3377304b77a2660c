"""The time of implementations, compared."""

from collections.abc import Mapping, Sequence
from html import escape
from math import log10

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, Table, table
from qwk_app.frame import state
from qwk_app.words.numbers import duration, number
from qwk_app.words.texts import _
from qwk_core.teaching.implementations.race import Lap

_HEIGHT = 440
_NAMES = 0.42  # of the decades: room for the names after the last point
_APART = 0.05  # of the height: the least distance between names
_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "triangle-down", "cross", "star")
_POWERS = range(-9, 3)  # of ten: seconds on the axis


def race_chart(laps: Sequence[Lap]) -> Chart:
    """Draw time against the number of items, both logarithmic, with a line for each.

    Parameters
    ----------
    laps : sequence of Lap
        The measurements, at least one; smaller numbers of items first.

    Returns
    -------
    Chart
        Its figure: a trace for each implementation, and last the names.
    """
    lines: dict[str, list[Lap]] = {}
    for lap in laps:
        lines.setdefault(lap.name, []).append(lap)
    ends = [line[-1] for line in lines.values()]
    sizes = sorted({lap.n for lap in laps})
    bottom = log10(min(lap.seconds for lap in laps)) - 0.2
    top = log10(max(lap.seconds for lap in laps)) + 0.2
    heights = _apart([log10(lap.seconds) for lap in ends], _APART * (top - bottom))
    top = max(top, *(height + 0.1 for height in heights))  # room for the highest name
    shown = [10.0**power for power in _POWERS if bottom <= power <= top]
    fastest = _fastest(ends)
    traces = [
        _line(_(key), line, symbol, fastest=key == fastest)
        for (key, line), symbol in zip(lines.items(), _SYMBOLS, strict=False)
    ]
    written = [
        _name(lap, height, _colour(fastest=lap.name == fastest))
        for lap, height in zip(ends, heights, strict=True)
    ]
    return marks.chart(
        traces,
        _HEIGHT,
        _numbers(lines, sizes),
        xaxis=marks.axis(*_range(sizes), sizes, marks.power, type="log", title=_("items")),
        yaxis=marks.axis(bottom, top, shown, duration, type="log", showgrid=True, title=_("time")),
        annotations=written,
    )


def _fastest(ends: Sequence[Lap]) -> str:
    """Return the fastest implementation at the most items."""
    most = max(lap.n for lap in ends)
    return min((lap for lap in ends if lap.n == most), key=lambda lap: lap.seconds).name


def _range(sizes: Sequence[int]) -> tuple[float, float]:
    left, right = log10(sizes[0]), log10(sizes[-1])
    return left - 0.1, left + max(right - left, 1) * (1 + _NAMES)


def _colour(*, fastest: bool) -> str:
    palette = state.palette()
    return (palette.kappa if fastest else palette.plain).ink


def _line(name: str, line: Sequence[Lap], symbol: str, *, fastest: bool) -> marks.Mark:
    colour = _colour(fastest=fastest)
    return marks.lines(
        escape(name),
        [lap.n for lap in line],
        [float(f"{lap.seconds:.3g}") for lap in line],
        mode="lines+markers",
        line=dict(color=colour, width=4 if fastest else 1.5),
        marker=dict(symbol=symbol, size=9, color=colour),
        text=[f"{escape(name)}, {number(lap.n)}: {duration(lap.seconds)}" for lap in line],
        hovertemplate="%{text}<extra></extra>",
    )


def _name(last: Lap, height: float, colour: str) -> marks.Mark:
    """Write the name of a line at its end."""
    font = dict(color=colour)
    text, x = escape(_(last.name)), log10(last.n)
    return marks.note(x, height, text, side="left", yanchor="auto", xshift=8, font=font)


def _numbers(lines: Mapping[str, Sequence[Lap]], sizes: Sequence[int]) -> Table:
    took = {key: {lap.n: duration(lap.seconds) for lap in line} for key, line in lines.items()}
    columns = {_(key): [took[key].get(size, "") for size in sizes] for key in lines}
    return table([number(size) for size in sizes], columns, _("items"))


def _apart(heights: Sequence[float], least: float) -> list[float]:
    """Return the heights, moved up if two are nearer than `least`.

    >>> _apart([1.0, 1.1, 5.0], 0.5)
    [1.0, 1.5, 5.0]
    """
    moved = list(heights)
    floor = float("-inf")
    for at in sorted(range(len(moved)), key=moved.__getitem__):
        moved[at] = floor = max(moved[at], floor + least)
    return moved
