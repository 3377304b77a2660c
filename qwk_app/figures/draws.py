"""The bootstrap draws of a kappa, and the intervals that come of them."""

from collections.abc import Sequence
from html import escape
from math import floor, log10

import numpy as np

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, Table, table
from qwk_app.words.numbers import number
from qwk_app.words.texts import _
from qwk_core import KappaInterval
from qwk_core.pictures.hues import Palette
from qwk_core.statistics.histograms import DrawHistogram

_SPLIT = 0.34  # of the height: the part for the intervals, below the draws
_ROOM = 0.2  # of the width, on either side of the widest interval, for the numbers at its ends
_POINTS = 31  # of a curve
_DIGITS = 3  # of each number; more would only make the figure heavier


def draws(
    histogram: DrawHistogram,
    intervals: Sequence[KappaInterval],
    chosen: int,
    names: Sequence[str],
    ends: Sequence[tuple[str, str]],
    *,
    palette: Palette,
    mark: str,
    axis: str,
    compared: bool = True,
) -> Chart:
    """Draw the bootstrap draws of κ above the intervals, on one axis.

    Parameters
    ----------
    histogram : DrawHistogram
        How many draws gave which kappa.
    intervals : sequence of KappaInterval, length k
        The intervals, the first one by the formula if they are compared.
    chosen : int
        Which of them is thick, and shaded through the draws.
    names : sequence of str, length k
        What stands before each.
    ends : sequence of (str, str), length k
        What is written at both ends of each.
    palette : Palette
        The colours of the page.
    mark, axis : str
        What is written at κ, and along the axis.
    compared : bool
        Whether several intervals are compared, and the formula's spread is drawn as a curve.

    Returns
    -------
    Chart
        Its figure: the traces are "draws", "formula" if compared, and each interval by its name.
    """
    low, high = _extent(histogram, intervals)
    decimals = _DIGITS - floor(log10(high - low))
    split = _SPLIT if compared else _SPLIT / 2
    counts, edges = histogram.counts.tolist(), histogram.edges.tolist()
    line, words = marks.at_kappa(intervals[0].kappa, mark, (low, high), palette)
    curve = [_curve(intervals[0], histogram, (low, high), palette, decimals)] if compared else []
    strokes = [
        _stroke(row, names[row], one, ends[row], palette, decimals, thick=row == chosen)
        for row, one in enumerate(intervals)
    ]
    return marks.chart(
        [
            marks.histogram("draws", edges, counts, palette.plain.high, palette),
            *curve,
            *strokes,
        ],
        palette,
        400 if compared else 320,
        *_numbers(histogram, names, ends, axis),
        xaxis=marks.axis(
            round(low, decimals),
            round(high, decimals),
            anchor="y2",
            nticks=7,
            showgrid=True,
            title=axis,
        ),
        yaxis=marks.axis(0, 1.08 * max(counts), visible=False, domain=[split, 1]),
        yaxis2=marks.rows(names, above=0.6, below=0.6) | dict(domain=[0, split - 0.04]),
        shapes=[_shade(intervals[chosen], palette), line],
        annotations=[words],
    )


def _extent(histogram: DrawHistogram, intervals: Sequence[KappaInterval]) -> tuple[float, float]:
    """Return the ends of the axis: draws and intervals, and room for the numbers beside them."""
    edges = histogram.edges.tolist()
    places = [edges[0], edges[-1], *(end for one in intervals for end in (one.low, one.high))]
    room = _ROOM * (max(places) - min(places))
    return min(places) - room, max(places) + room


def _curve(
    interval: KappaInterval,
    histogram: DrawHistogram,
    extent: tuple[float, float],
    palette: Palette,
    decimals: int,
) -> marks.Mark:
    """Return the normal curve of the formula, as high as so many draws would be."""
    places = np.linspace(*extent, _POINTS).tolist()
    width = histogram.edges[1] - histogram.edges[0]
    heights = interval.density(places) * histogram.counts.sum() * width
    drawn = not np.isnan(heights).any()
    return marks.lines(
        "formula",
        [round(place, decimals) for place in places] if drawn else [],
        heights.round(1).tolist() if drawn else [],
        line=dict(color=palette.ink, width=1.5, dash="dot", shape="spline"),
        cliponaxis=True,
    )


def _stroke(
    row: int,
    name: str,
    interval: KappaInterval,
    ends: tuple[str, str],
    palette: Palette,
    decimals: int,
    *,
    thick: bool,
) -> marks.Mark:
    colour = palette.kappa.ink if thick else palette.plain.ink
    return marks.words(
        escape(name),
        [round(interval.low, decimals + 1), round(interval.high, decimals + 1)],
        [row, row],
        [f"{ends[0]} ", f" {ends[1]}"],
        ["middle left", "middle right"],
        mode="lines+markers+text",
        yaxis="y2",
        line=dict(color=colour, width=5 if thick else 1),
        marker=dict(symbol="line-ns", size=14, line=dict(color=colour, width=2)),
    )


def _shade(interval: KappaInterval, palette: Palette) -> marks.Mark:
    """Shade the interval behind everything."""
    place = dict(x0=interval.low, x1=interval.high, y0=0, y1=1, yref="paper")
    look = dict(fillcolor=palette.kappa.high, opacity=0.18, line=dict(width=0))
    return dict(type="rect", layer="below", **place, **look)


def _numbers(
    histogram: DrawHistogram, names: Sequence[str], ends: Sequence[tuple[str, str]], axis: str
) -> tuple[Table, Table]:
    edges = histogram.edges.tolist()
    middles = [number(edge + (edges[1] - edges[0]) / 2, 3) for edge in edges[:-1]]
    counts = list(map(number, histogram.counts.tolist()))
    return (
        table(middles, {_("resamples"): counts}, axis),
        table(names, {axis: [f"{low} – {high}" for low, high in ends]}),
    )
