"""How sure a kappa is: its draws and intervals, what more items would bring, what to call it."""

from collections.abc import Sequence
from html import escape
from math import floor, log10
from typing import Any

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure
from qwk_app.words.numbers import number
from qwk_app.words.texts import _
from qwk_core import KappaInterval
from qwk_core.pictures.hues import Hue, Palette, mix
from qwk_core.statistics.histograms import DrawHistogram
from qwk_core.statistics.planning import Ends

_SPLIT = 0.34  # of the height: below are the intervals, above the draws
_ROOM = 0.14  # of the width, on either side of the widest interval, for the numbers at its ends
_NEAR = 0.18  # of the width; labels of two lines nearer than that turn away from each other
_ROW = 34  # pixels a lying bar takes
_POINTS = 31  # of a curve
_DIGITS = 3  # of what is drawn; more would only make the figure heavier


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
    hue, plain = palette.kappa, palette.plain
    kappa, formula, shaded = intervals[0].kappa, intervals[0], intervals[chosen]
    line = palette.ink
    edges = histogram.edges.tolist()
    places = [edges[0], edges[-1], *(end for one in intervals for end in (one.low, one.high))]
    room = _ROOM * (max(places) - min(places))
    low, high = min(places) - room, max(places) + room
    decimals = _DIGITS - floor(log10(high - low))
    width = edges[1] - edges[0]
    bars = {
        "type": "bar",
        "meta": "draws",
        "x0": round(edges[0] + width / 2, 9),
        "dx": round(width, 9),
        "y": histogram.counts.tolist(),
        "width": round(width, 9),
        "marker": {"color": plain.high, "line": {"width": 1, "color": plain.low}},
        "hovertemplate": "κ ≈ %{x:.2f}: %{y:,}<extra></extra>",
    }
    rows = list(range(len(intervals)))
    split = _SPLIT if compared else _SPLIT / 2
    curve = [_curve(formula, histogram, low, high, line, decimals)] if compared else []
    strokes = [
        {
            "type": "scatter",
            "name": escape(names[row]),
            "mode": "lines+markers+text",
            "x": [round(one.low, decimals + 1), round(one.high, decimals + 1)],
            "y": [row, row],
            "yaxis": "y2",
            "line": {
                "color": hue.ink if row == chosen else plain.ink,
                "width": 1 + 4 * (row == chosen),
            },
            "marker": {
                "symbol": "line-ns",
                "size": 14,
                "line": {"color": hue.ink if row == chosen else plain.ink, "width": 2},
            },
            "text": [f"{ends[row][0]} ", f" {ends[row][1]}"],
            "textposition": ["middle left", "middle right"],
            "textfont": {"size": 13, "color": line},
            "hoverinfo": "skip",
            "cliponaxis": False,
        }
        for row, one in enumerate(intervals)
    ]
    figure: Figure = {
        "data": [bars, *curve, *strokes],
        "layout": {
            **LAYOUT,
            "height": 400 if compared else 320,
            "margin": {"l": 8, "r": 8, "t": 28, "b": 8},
            "xaxis": {
                **BARE,
                "anchor": "y2",
                "range": [round(low, decimals), round(high, decimals)],
                "nticks": 7,
                "showgrid": True,
                "gridcolor": plain.low,
                "title": {"text": escape(axis), "standoff": 6},
            },
            "yaxis": {
                "visible": False,
                "fixedrange": True,
                "domain": [split, 1],
                "range": [0, 1.08 * max(histogram.counts.tolist())],
            },
            "yaxis2": {
                **BARE,
                "domain": [0, split - 0.04],
                "range": [len(rows) - 0.4, -0.6],
                "tickvals": rows,
                "ticktext": [escape(name) for name in names],
            },
            "shapes": [
                _band(shaded.low, shaded.high, hue),
                {
                    "type": "line",
                    "x0": kappa,
                    "x1": kappa,
                    "y0": 0,
                    "y1": 1,
                    "yref": "paper",
                    "line": {"color": hue.ink, "width": 3},
                },
            ],
            "annotations": [_label(kappa, low, high, mark, hue.ink)],
        },
    }
    return Chart(
        figure,
        (
            table(
                [number(edge + width / 2, 3) for edge in edges[:-1]],
                {_("resamples"): [number(count) for count in histogram.counts.tolist()]},
                axis,
            ),
            table(names, {axis: [f"{low} – {high}" for low, high in ends]}),
        ),
    )


def _curve(
    interval: KappaInterval,
    histogram: DrawHistogram,
    low: float,
    high: float,
    colour: str,
    decimals: int,
) -> dict[str, Any]:
    """Return the normal curve of the formula, as high as so many draws would be."""
    places = [low + (high - low) * at / (_POINTS - 1) for at in range(_POINTS)]
    edges = histogram.edges.tolist()
    scale = float(histogram.counts.sum()) * (edges[1] - edges[0])
    heights = [height * scale for height in interval.density(places).tolist()]
    drawn = all(height == height for height in heights)
    return {
        "type": "scatter",
        "meta": "formula",
        "mode": "lines",
        "x": [round(place, decimals) for place in places] if drawn else [],
        "y": [round(height, 1) for height in heights] if drawn else [],
        "line": {"color": colour, "width": 1.5, "dash": "dot", "shape": "spline"},
        "hoverinfo": "skip",
    }


def _band(low: float, high: float, hue: Hue) -> dict[str, Any]:
    """Return the interval as a shade behind everything."""
    return {
        "type": "rect",
        "layer": "below",
        "x0": low,
        "x1": high,
        "y0": 0,
        "y1": 1,
        "yref": "paper",
        "fillcolor": hue.high,
        "opacity": 0.18,
        "line": {"width": 0},
    }


def _label(place: float, low: float, high: float, text: str, colour: str) -> dict[str, Any]:
    share = (place - low) / (high - low)
    return {
        "x": place,
        "y": 1,
        "yref": "paper",
        "yanchor": "bottom",
        "xanchor": "left" if share < 0.2 else "right" if share > 0.8 else "center",
        "text": escape(text),
        "showarrow": False,
        "font": {"size": 15, "color": colour},
    }


def funnel(
    sizes: Sequence[float],
    closing: Ends,
    kappa: float,
    marks: Sequence[tuple[float, str]],
    *,
    palette: Palette,
    axes: tuple[str, str],
) -> Chart:
    """Draw how the interval about κ closes as items are added.

    Parameters
    ----------
    sizes : sequence of float, shape (m,)
        Numbers of items, on a logarithmic axis.
    closing : Ends
        Where the interval ends with each.
    kappa : float
        κ, in the middle.
    marks : sequence of (number of items, words)
        The number there is, and the number it takes; each an upright line.
    palette : Palette
        The colours of the page.
    axes : (x title, y title)
        What the axes say.

    Returns
    -------
    Chart
        Its figure: the traces are "low", "high" and "kappa".
    """
    hue, plain = palette.kappa, palette.plain
    line = palette.ink
    ends = [each.round(_DIGITS + 1).tolist() for each in closing]
    xs = [float(f"{size:.4g}") for size in sizes]
    edge: dict[str, Any] = {
        "type": "scatter",
        "mode": "lines",
        "x": xs,
        "line": {"color": hue.ink, "width": 1.5},
        "hovertemplate": "%{x:,.0f}: %{y:.2f}<extra></extra>",
    }
    shade = {
        "fill": "tonexty",
        "fillcolor": "rgba({}, {}, {}, 0.18)".format(*mix(hue.high, hue.high, 0)),
    }
    middle = {
        "type": "scatter",
        "meta": "kappa",
        "mode": "lines",
        "x": [xs[0], xs[-1]],
        "y": [kappa, kappa],
        "line": {"color": hue.ink, "width": 3},
        "hoverinfo": "skip",
    }
    first, last = log10(xs[0]), log10(xs[-1])
    places = [log10(items) for items, _words in marks]
    anchors: list[str | None] = [None] * len(marks)
    if max(places) - min(places) < _NEAR * (last - first):
        anchors = ["right" if place == min(places) else "left" for place in places]
    figure: Figure = {
        "data": [
            {**edge, "meta": "low", "y": ends[0]},
            {**edge, "meta": "high", "y": ends[1], **shade},
            middle,
        ],
        "layout": {
            **LAYOUT,
            "height": 300,
            "margin": {"l": 8, "r": 16, "t": 28, "b": 8},
            "xaxis": {
                **BARE,
                "type": "log",
                "range": [first, last],
                "dtick": 1,
                "tickformat": "~s",
                "showgrid": True,
                "gridcolor": plain.low,
                "title": {"text": escape(axes[0]), "standoff": 6},
            },
            "yaxis": {
                **BARE,
                "range": [-1.05, 1.05],
                "tickvals": [-1, -0.5, 0, 0.5, 1],
                "ticktext": [number(tick) for tick in (-1, -0.5, 0, 0.5, 1)],
                "showgrid": True,
                "gridcolor": plain.low,
                "title": {"text": escape(axes[1]), "standoff": 6},
            },
            "shapes": [
                {
                    "type": "line",
                    "x0": place,
                    "x1": place,
                    "y0": 0,
                    "y1": 1,
                    "yref": "paper",
                    "line": {"color": line, "width": 2, "dash": "solid" if at == 0 else "dot"},
                }
                for at, (place, _words) in enumerate(marks)
            ],
            "annotations": [
                {
                    **_label(place, first, last, words, line),
                    **({"xanchor": anchor} if anchor else {}),
                    "font": {"size": 13, "color": line},
                }
                for place, anchor, (_items, words) in zip(places, anchors, marks, strict=True)
            ],
        },
    }
    return Chart(
        figure,
        (
            table(
                [number(size, 0) for size in xs],
                {
                    axes[1]: [
                        f"{number(lower)} – {number(upper)}"
                        for lower, upper in zip(*ends, strict=True)
                    ]
                },
                axes[0],
            ),
        ),
    )


def bands(
    shares: Sequence[float],
    names: Sequence[str],
    notes: Sequence[str],
    chosen: int | None,
    *,
    palette: Palette,
) -> Chart:
    """Draw how much of the draws each band of a reading scale holds, the highest band on top."""
    hue = palette.kappa
    rows = list(range(len(shares)))
    figure: Figure = {
        "data": [
            {
                "type": "bar",
                "meta": "shares",
                "orientation": "h",
                "x": [round(share, _DIGITS) for share in shares],
                "y": rows,
                "width": 0.62,
                "marker": {
                    "color": hue.high,
                    "line": {
                        "color": palette.ink,
                        "width": [3 if row == chosen else 0 for row in rows],
                    },
                },
                "text": [f" {escape(note)}" for note in notes],
                "textposition": "outside",
                "textfont": {"size": 13, "color": palette.ink},
                "hoverinfo": "skip",
                "cliponaxis": False,
            }
        ],
        "layout": {
            **LAYOUT,
            "height": _ROW * len(rows) + 16,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "xaxis": {"visible": False, "range": [0, 1.35 * max(shares)], "fixedrange": True},
            "yaxis": {
                **BARE,
                "range": [-0.5, len(rows) - 0.5],
                "tickvals": rows,
                "ticktext": [escape(name) for name in names],
            },
        },
    }
    return Chart(
        figure,
        (table(names, {_("share of the resamples"): notes}),),
    )
