"""The bootstrap draws of a kappa, and the intervals that come of them."""

from collections.abc import Sequence
from html import escape
from math import floor, log10

import plotly.graph_objects as go

from qwk_app.figures.chart import Chart, Table, table
from qwk_app.figures.common import anchor
from qwk_app.figures.template import template
from qwk_app.words.numbers import number
from qwk_app.words.texts import _
from qwk_core import KappaInterval
from qwk_core.pictures.hues import Palette
from qwk_core.statistics.histograms import DrawHistogram

_SPLIT = 0.34  # of the height: below are the intervals, above the draws
_ROOM = 0.2  # of the width, on either side of the widest interval, for the numbers at its ends
_POINTS = 31  # of a curve
_DIGITS = 3  # of what is drawn; more would only make the figure heavier
_LARGER_FONT = 15


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
    rows = list(range(len(intervals)))
    curve = [_curve(intervals[0], histogram, (low, high), palette, decimals)] if compared else []
    strokes = [
        _stroke(row, names[row], intervals[row], ends[row], palette, decimals, thick=row == chosen)
        for row in rows
    ]
    layout = dict(
        template=template(palette),
        height=400 if compared else 320,
        xaxis=dict(
            anchor="y2",
            range=[round(low, decimals), round(high, decimals)],
            nticks=7,
            showgrid=True,
            title=dict(text=escape(axis)),
        ),
        yaxis=dict(
            visible=False, domain=[split, 1], range=[0, 1.08 * max(histogram.counts.tolist())]
        ),
        yaxis2=dict(
            domain=[0, split - 0.04],
            range=[len(rows) - 0.4, -0.6],
            tickvals=rows,
            ticktext=list(map(escape, names)),
        ),
    )
    figure = go.Figure([_bars(histogram, palette), *curve, *strokes], layout)
    _shade(figure, intervals[chosen], palette)
    _mark(figure, intervals[0].kappa, mark, (low, high), palette)
    return Chart(figure, _numbers(histogram, names, ends, axis))


def _extent(histogram: DrawHistogram, intervals: Sequence[KappaInterval]) -> tuple[float, float]:
    """Return the ends of the axis: draws and intervals, and room for the numbers beside them."""
    edges = histogram.edges.tolist()
    places = [edges[0], edges[-1], *(end for one in intervals for end in (one.low, one.high))]
    room = _ROOM * (max(places) - min(places))
    return min(places) - room, max(places) + room


def _bars(histogram: DrawHistogram, palette: Palette) -> go.Bar:
    plain = palette.plain
    first, second = histogram.edges.tolist()[:2]
    width = second - first
    return go.Bar(
        name="draws",
        x0=round(first + width / 2, 9),
        dx=round(width, 9),
        y=histogram.counts.tolist(),
        width=round(width, 9),
        marker=dict(color=plain.high, line=dict(width=1, color=plain.low)),
        hovertemplate="κ ≈ %{x:.2f}: %{y:,}<extra></extra>",
    )


def _curve(
    interval: KappaInterval,
    histogram: DrawHistogram,
    extent: tuple[float, float],
    palette: Palette,
    decimals: int,
) -> go.Scatter:
    """Return the normal curve of the formula, as high as so many draws would be."""
    low, high = extent
    places = [low + (high - low) * at / (_POINTS - 1) for at in range(_POINTS)]
    edges = histogram.edges.tolist()
    scale = float(histogram.counts.sum()) * (edges[1] - edges[0])
    heights = [height * scale for height in interval.density(places).tolist()]
    drawn = all(height == height for height in heights)
    return go.Scatter(
        name="formula",
        mode="lines",
        x=[round(place, decimals) for place in places] if drawn else [],
        y=[round(height, 1) for height in heights] if drawn else [],
        line=dict(color=palette.ink, width=1.5, dash="dot", shape="spline"),
        cliponaxis=True,
        hoverinfo="skip",
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
) -> go.Scatter:
    colour = palette.kappa.ink if thick else palette.plain.ink
    return go.Scatter(
        name=escape(name),
        mode="lines+markers+text",
        x=[round(interval.low, decimals + 1), round(interval.high, decimals + 1)],
        y=[row, row],
        yaxis="y2",
        line=dict(color=colour, width=5 if thick else 1),
        marker=dict(symbol="line-ns", size=14, line=dict(color=colour, width=2)),
        text=[f"{ends[0]} ", f" {ends[1]}"],
        textposition=["middle left", "middle right"],
        hoverinfo="skip",
    )


def _mark(
    figure: go.Figure, kappa: float, mark: str, extent: tuple[float, float], palette: Palette
) -> None:
    """Draw a line at kappa through the draws and the intervals, and write above it."""
    ink = palette.kappa.ink
    place = dict(x=kappa, y=1, yref="paper", yanchor="bottom")
    figure.add_shape(
        type="line", yref="paper", x0=kappa, x1=kappa, y0=0, y1=1, line=dict(color=ink, width=3)
    )
    font = dict(size=_LARGER_FONT, color=ink)
    figure.add_annotation(text=escape(mark), xanchor=anchor(kappa, *extent), font=font, **place)


def _shade(figure: go.Figure, interval: KappaInterval, palette: Palette) -> None:
    """Shade the interval behind everything."""
    figure.add_shape(
        type="rect",
        layer="below",
        yref="paper",
        x0=interval.low,
        x1=interval.high,
        y0=0,
        y1=1,
        fillcolor=palette.kappa.high,
        opacity=0.18,
        line=dict(width=0),
    )


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
