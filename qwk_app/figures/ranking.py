"""Two rankings side by side, a line from each place in the one to the place in the other."""

from collections.abc import Sequence
from html import escape
from typing import Any

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import LAYOUT, Figure
from qwk_core.pictures.hues import Palette

_ROW = 44  # pixels: two lines


def ranking(
    ranks: Sequence[tuple[int | None, int | None]],
    names: Sequence[tuple[tuple[str, str], tuple[str, str]]],
    titles: tuple[str, str],
    chosen: Sequence[bool],
    *,
    palette: Palette,
) -> Chart:
    """Draw how places change from one ranking to another.

    Parameters
    ----------
    ranks : sequence of (before, after), length k
        1 for the first; equal ranks stand below each other; None stands last.
    names : sequence of (before, after), length k
        What is written at either end, in two lines.
    titles : (before, after)
        What the two rankings are.
    chosen : sequence of bool, length k
        Whether a line is the selected cell's: it is thicker.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: a trace for each line, then the names.
    """
    hue, plain = palette.weights, palette.plain
    last = len(ranks) + 1
    places = [_places([pair[side] or last for pair in ranks]) for side in (0, 1)]
    lines: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "meta": f"line {start}",
            "mode": "lines+markers",
            "x": [0, 1],
            "y": [start, end],
            "line": {
                "color": hue.high if before != after else plain.high,
                "width": 5 if bold else 3,
            },
            "marker": {"size": 10},
            "hoverinfo": "skip",
        }
        for start, end, (before, after), bold in zip(*places, ranks, chosen, strict=True)
    ]
    words = [
        {
            "type": "scatter",
            "meta": ("before", "after")[side],
            "mode": "text",
            "x": [side] * len(ranks),
            "y": places[side],
            "text": [
                _beside(pair[side], rank[side], side)
                for pair, rank in zip(names, ranks, strict=True)
            ],
            "textposition": ("middle left", "middle right")[side],
            "textfont": {"size": 13, "color": palette.ink},
            "hoverinfo": "skip",
            "cliponaxis": False,
        }
        for side in (0, 1)
    ]
    figure: Figure = {
        "data": [*lines, *words],
        "layout": {
            **LAYOUT,
            "height": _ROW * len(ranks) + 48,
            "margin": {"l": 8, "r": 8, "t": 36, "b": 8},
            "annotations": [
                {
                    "x": side,
                    "y": -0.5,
                    "text": f"<b>{escape(titles[side])}</b>",
                    "showarrow": False,
                    "xanchor": ("right", "left")[side],
                    "yanchor": "bottom",
                    "font": {"size": 14, "color": palette.ink},
                }
                for side in (0, 1)
            ],
            # More room for the names on either side than for the lines between them.
            "xaxis": {"visible": False, "range": [-1.6, 2.6], "fixedrange": True},
            "yaxis": {"visible": False, "range": [len(ranks) - 0.4, -0.6], "fixedrange": True},
        },
    }
    return Chart(
        figure,
        (
            table(
                [before for (before, _share), _after in names],
                {
                    titles[side]: [
                        f"{'–' if rank[side] is None else rank[side]}. {pair[side][1]}"
                        for rank, pair in zip(ranks, names, strict=True)
                    ]
                    for side in (0, 1)
                },
            ),
        ),
    )


def _places(ranks: Sequence[int]) -> list[int]:
    """Return a place of its own for each, in the order of the ranks."""
    order = sorted(range(len(ranks)), key=lambda at: ranks[at])
    places = [0] * len(ranks)
    for place, at in enumerate(order):
        places[at] = place
    return places


def _beside(lines: tuple[str, str], rank: int | None, side: int) -> str:
    number = "–" if rank is None else f"{rank}."
    first, second = map(escape, lines)
    if side == 0:
        return f"{first}  <b>{number}</b>   <br>{second}   "
    return f"   <b>{number}</b>  {first}<br>   {second}"
