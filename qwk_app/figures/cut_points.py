"""Scores by actual category, and where they are cut: the confusion matrix before it is counted."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Any

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Hue, Palette, mix
from qwk_core.statistics.histograms import ScoreHistogram

_ROWS = 300  # pixels for all rows together, but none lower than
_LOWEST_ROW = 26
_TALLEST = 0.86  # of a row: its highest bar
_FARTHEST = 0.3  # of the width: cut-points farther beyond the bars are not drawn
_NARROWEST = 0.035  # of the width: a category's name fits above no less, for each character
_FAINTEST = 0.35  # how strong the colour of the lightest miss is


def scores(
    bars: ScoreHistogram,
    thresholds: Sequence[float],
    names: Sequence[str],
    notes: Sequence[str],
    *,
    palette: Palette,
    axes: tuple[str, str, str],
    hover: str,
) -> Chart:
    """Draw the scores of each actual category as bars, cut into predicted categories.

    Parameters
    ----------
    bars : ScoreHistogram
        How many items of each category have which score; each row is as high as its highest bar.
    thresholds : sequence of float, length N − 1
        The cut-points, drawn through all rows.
    names : sequence of str, length N
        The categories, lowest first: rows from the top, and above between the cut-points.
    notes : sequence of str, length N
        What is written at the right end of each row.
    palette : Palette
        The colours of the page.
    axes : (rows, scores, above)
        What the axes say.
    hover : str
        What a bar says of itself; Plotly's fields %{x} and %{customdata}.

    Returns
    -------
    Chart
        Its figure: a trace for each row.
    """
    hit, miss, plain = palette.kappa, palette.weights, palette.plain
    line = palette.ink
    n, edges = len(names), bars.edges.tolist()
    low, high = _extent(edges, thresholds)
    cuts = [cut for cut in thresholds if low < cut < high]
    rows = [
        _row(
            position,
            counts,
            edges,
            thresholds,
            [_colour(position, j, n, hit, miss) for j in range(n)],
        )
        for position, counts in enumerate(bars.counts.tolist())
    ]
    room = 0.01 * (high - low)
    figure: Figure = {
        "data": [{**row, "hovertemplate": f"{hover}<extra></extra>"} for row in rows],
        "layout": {
            **LAYOUT,
            "height": max(_ROWS, _LOWEST_ROW * n) + 90,
            "margin": {"l": 8, "r": 64, "t": 44, "b": 8},
            "barmode": "overlay",
            "bargap": 0,
            "xaxis": {
                **BARE,
                "range": [low - room, high + room],
                "nticks": 8,
                "title": {"text": escape(axes[1]), "standoff": 6},
            },
            "yaxis": {
                **BARE,
                "range": [-(n - 1) - 0.06, 1],
                "tickvals": [_TALLEST / 3 - position for position in range(n)],
                "ticktext": [escape(name) for name in names],
                "title": {"text": escape(axes[0]), "standoff": 10},
            },
            "shapes": [
                *(_floor(position, plain) for position in range(n)),
                *(_line(cut, line) for cut in cuts),
            ],
            "annotations": [
                *_above(names, thresholds, low, high, axes[2], line),
                *(_note(position, note, line) for position, note in enumerate(notes)),
            ],
        },
    }
    return Chart(
        figure,
        (
            table(
                [f"{number(low, 3)} – {number(high, 3)}" for low, high in pairwise(edges)],
                {
                    f"{axes[0]} {name}": [number(count) for count in counts]
                    for name, counts in zip(names, bars.counts.tolist(), strict=True)
                },
                axes[1],
            ),
        ),
    )


def _extent(edges: Sequence[float], thresholds: Sequence[float]) -> tuple[float, float]:
    """Return the ends of the picture: those of the bars, or of cut-points not too far beyond."""
    room = _FARTHEST * (edges[-1] - edges[0])
    near = [cut for cut in thresholds if edges[0] - room <= cut <= edges[-1] + room]
    return min([edges[0], *near]), max([edges[-1], *near])


def _row(
    position: int,
    counts: Sequence[int],
    edges: Sequence[float],
    thresholds: Sequence[float],
    colours: Sequence[str],
) -> dict[str, Any]:
    """Return one row's bars; one with a cut-point inside is split there, to change its colour."""
    tallest = max(counts) or 1
    pieces = [
        (start, end, count)
        for left, right, count in zip(edges, edges[1:], counts, strict=False)
        if count
        for start, end in _pieces(left, right, thresholds)
    ]
    return {
        "type": "bar",
        "meta": f"row {position}",
        "x": [_short((start + end) / 2, end - start) for start, end, _count in pieces],
        "width": [_short(end - start, end - start) for start, end, _count in pieces],
        "y": [round(_TALLEST * count / tallest, 3) for _start, _end, count in pieces],
        "base": -position,
        "customdata": [count for _start, _end, count in pieces],
        "marker": {
            "color": [
                colours[sum(cut <= start for cut in thresholds)] for start, _end, _count in pieces
            ],
            "line": {"width": 0},
        },
    }


def _pieces(left: float, right: float, thresholds: Sequence[float]) -> list[tuple[float, float]]:
    inside = sorted({cut for cut in thresholds if left < cut < right})
    return list(zip([left, *inside], [*inside, right], strict=True))


def _short(value: float, width: float) -> float:
    """Return a number with no more digits than can be seen."""
    return float(f"{value:.4g}") if abs(value) < 100 * width else float(f"{value:.7g}")


def _colour(row: int, column: int, n: int, hit: Hue, miss: Hue) -> str:
    if row == column:
        return hit.high
    weight = ((row - column) / (n - 1)) ** 2
    red, green, blue = mix(miss.low, miss.high, _FAINTEST + (1 - _FAINTEST) * weight)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _floor(position: int, plain: Hue) -> dict[str, Any]:
    return {
        "type": "line",
        "layer": "below",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": -position,
        "y1": -position,
        "line": {"color": plain.high, "width": 1},
    }


def _line(cut: float, colour: str) -> dict[str, Any]:
    return {
        "type": "line",
        "x0": cut,
        "x1": cut,
        "yref": "paper",
        "y0": 0,
        "y1": 1.03,
        "line": {"color": colour, "width": 2},
    }


def _above(
    names: Sequence[str],
    thresholds: Sequence[float],
    low: float,
    high: float,
    title: str,
    colour: str,
) -> list[dict[str, Any]]:
    """Return the names of the predicted categories, each above its part of the scores."""
    ends = [low, *(min(max(cut, low), high) for cut in thresholds), high]
    shown = [
        _text((left + right) / 2, 1.02, escape(name), colour)
        for name, left, right in zip(names, ends, ends[1:], strict=False)
        if right - left > _NARROWEST * max(len(name), 1) ** 0.5 * (high - low)
    ]
    return [*shown, {**_text(0.5, 1.02, escape(title), colour), "xref": "paper", "yshift": 20}]


def _text(x: float, y: float, text: str, colour: str) -> dict[str, Any]:
    return {
        "x": x,
        "y": y,
        "yref": "paper",
        "yanchor": "bottom",
        "text": text,
        "showarrow": False,
        "font": {"size": 14, "color": colour},
    }


def _note(position: int, note: str, colour: str) -> dict[str, Any]:
    return {
        "x": 1.01,
        "xref": "paper",
        "xanchor": "left",
        "y": _TALLEST / 3 - position,
        "text": escape(note),
        "showarrow": False,
        "font": {"size": 12, "color": colour},
    }
