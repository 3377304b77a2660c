"""Implementations side by side: how many digits they share, and how long they take."""

from collections.abc import Mapping, Sequence
from html import escape
from math import log10

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure
from qwk_app.words.numbers import duration, number
from qwk_core.pictures.hues import Palette
from qwk_core.teaching.implementations.race import Lap

_ROW = 34  # pixels a lying bar takes
_ALL_DIGITS = 17
_NOTES = 0.62  # of the longest bar: the room for what is written after it
_PALE = 0.35  # how far a bar goes towards the full colour, so that ink can be read on it

_HEIGHT = 440
_NAMES = 0.42  # of the decades raced over: the room for names after the last point
_APART = 0.05  # of the height: how far names keep from each other
_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "triangle-down", "cross", "star")


def race(
    laps: Sequence[Lap],
    *,
    palette: Palette,
    axes: tuple[str, str],
    names: Mapping[str, str],
) -> Chart:
    """Draw time against the number of items, both logarithmic, a line each.

    Parameters
    ----------
    laps : sequence of Lap
        What was measured, at least one; smaller numbers of items first.
    palette : Palette
        The colours of the page.
    axes : (x title, y title)
        What the axes say.
    names : mapping of str to str
        What each competitor is called, by its key.

    Returns
    -------
    Chart
        Its figure: a trace for each implementation, and last the names.
    """
    hue, plain = palette.kappa, palette.plain
    lines: dict[str, list[Lap]] = {}
    for lap in laps:
        lines.setdefault(lap.key, []).append(lap)
    ends = [line[-1] for line in lines.values()]
    last = max(lap.n for lap in laps)
    fastest = min((lap for lap in ends if lap.n == last), key=lambda lap: lap.seconds).key
    sizes = sorted({lap.n for lap in laps})
    left, right = log10(sizes[0]), log10(last)
    bottom = log10(min(lap.seconds for lap in laps)) - 0.2
    top = log10(max(lap.seconds for lap in laps)) + 0.2
    span = max(right - left, 1)
    heights = _apart([log10(lap.seconds) for lap in ends], _APART * (top - bottom))
    top = max(top, *(height + 0.1 for height in heights))  # names beyond the axes would be hidden
    colours = [hue.ink if lap.key == fastest else plain.ink for lap in ends]
    traces = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": escape(names[key]),
            "x": [lap.n for lap in line],
            "y": [float(f"{lap.seconds:.3g}") for lap in line],
            "line": {"color": colour, "width": 4 if key == fastest else 1.5},
            "marker": {"symbol": symbol, "size": 9, "color": colour},
            "text": [
                f"{escape(names[key])}, {number(lap.n)}: {duration(lap.seconds)}" for lap in line
            ],
            "hovertemplate": "%{text}<extra></extra>",
        }
        for (key, line), colour, symbol in zip(lines.items(), colours, _SYMBOLS, strict=False)
    ]
    powers = range(-9, 3)
    shown = [power for power in powers if bottom <= power <= top]
    figure: Figure = {
        "data": traces,
        "layout": {
            **LAYOUT,
            "height": _HEIGHT,
            "margin": {"l": 8, "r": 8, "t": 12, "b": 8},
            "hovermode": "closest",
            "xaxis": {
                **BARE,
                "type": "log",
                "range": [left - 0.1, left + span * (1 + _NAMES)],
                "tickvals": sizes,
                "ticktext": [_short(size) for size in sizes],
                "title": {"text": escape(axes[0]), "standoff": 6},
            },
            "yaxis": {
                **BARE,
                "type": "log",
                "range": [bottom, top],
                "tickvals": [10.0**power for power in shown],
                "ticktext": [duration(10.0**power) for power in shown],
                "showgrid": True,
                "gridcolor": plain.low,
                "title": {"text": escape(axes[1]), "standoff": 6},
            },
            "annotations": [
                {
                    "x": log10(lap.n),
                    "y": height,
                    "xanchor": "left",
                    "xshift": 8,
                    "text": escape(names[lap.key]),
                    "showarrow": False,
                    "font": {"size": 13, "color": colour},
                }
                for lap, height, colour in zip(ends, heights, colours, strict=True)
            ],
        },
    }
    return Chart(
        figure,
        (
            table(
                [number(size) for size in sizes],
                {
                    names[key]: [
                        next((duration(lap.seconds) for lap in line if lap.n == size), "")
                        for size in sizes
                    ]
                    for key, line in lines.items()
                },
                axes[0],
            ),
        ),
    )


def _apart(heights: Sequence[float], least: float) -> list[float]:
    """Return the heights, moved up where two are nearer than `least`.

    >>> _apart([1.0, 1.1, 5.0], 0.5)
    [1.0, 1.5, 5.0]
    """
    moved = list(heights)
    floor = float("-inf")
    for at in sorted(range(len(moved)), key=moved.__getitem__):
        moved[at] = floor = max(moved[at], floor + least)
    return moved


def _short(n: int) -> str:
    """Write a power of ten so that six of them fit on a phone.

    >>> _short(100), _short(10_000), _short(1_000_000)
    ('100', '10k', '1M')
    """
    if n >= 1_000_000:
        return f"{n // 1_000_000}M"
    return f"{n // 1_000}k" if n >= 1_000 else str(n)
