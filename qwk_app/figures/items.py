"""The ratings of every item, as a strip."""

from collections.abc import Sequence
from html import escape
from typing import Any

from qwk_app.figures.common import BARE, LAYOUT, Figure, Matrix
from qwk_app.shared.hues import Palette, mix, text_on

_MOST_WRITTEN = 40  # beyond, a cell is too narrow for its number


def items(
    vectors: Sequence[Matrix],
    names: Sequence[str],
    labels: Sequence[str],
    chosen: Sequence[int],
    *,
    palette: Palette,
) -> Figure:
    """Draw the ratings of every item as a strip, an item a column, the chosen ones framed."""
    hue = palette.plain
    n, lines = len(vectors[0]), list(range(len(vectors)))
    steps = max(len(labels) - 1, 1)
    written = n <= _MOST_WRITTEN
    places = list(range(1, n + 1))
    traces: list[dict[str, Any]] = [
        {
            "type": "heatmap",
            "x": places,
            "y": lines,
            "z": [vector.tolist() for vector in vectors],
            "zmin": 0,
            "zmax": steps,
            "colorscale": [[0, hue.low], [1, hue.high]],
            "showscale": False,
            "xgap": 1 if written else 0,
            "ygap": 2,
        }
    ]
    if not written:
        words = [[escape(labels[at]) for at in vector] for vector in vectors]
        traces[0] |= {"hovertext": words, "hovertemplate": "%{x}: %{hovertext}<extra></extra>"}
    else:
        traces[0]["hoverinfo"] = "skip"
        shades = [text_on(mix(hue.low, hue.high, at / steps)) for v in vectors for at in v]
        traces.append(
            {
                "type": "scatter",
                "mode": "text",
                "x": places * len(lines),
                "y": [line for line in lines for _item in places],
                "text": [escape(labels[at]) for vector in vectors for at in vector],
                "textfont": {"size": 14 if n <= 20 else 10, "color": shades},
                "hoverinfo": "skip",
            }
        )
    return {
        "data": traces,
        "layout": {
            **LAYOUT,
            "height": 32 * len(lines) + 26,
            "margin": {"l": 0, "r": 8, "t": 4, "b": 4},
            "xaxis": {
                "tickmode": "linear" if n <= 30 else "auto",
                "tick0": 1,
                "dtick": 1,
                "range": [0.5, n + 0.5],
                **BARE,
            },
            "yaxis": {
                "tickvals": lines,
                "ticktext": list(names),
                "range": [lines[-1] + 0.5, -0.5],
                **BARE,
            },
            "shapes": [
                {
                    "type": "rect",
                    "x0": at + 0.5,
                    "x1": at + 1.5,
                    "y0": -0.5,
                    "y1": lines[-1] + 0.5,
                    "line": {"color": palette.ink, "width": 3},
                }
                for at in chosen[:_MOST_WRITTEN]
            ],
        },
    }
