"""What a disagreement costs by its distance, under each weighting scheme."""

from collections.abc import Mapping
from html import escape
from typing import Any

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, Figure, Matrix
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Palette

# Where a curve's name stands, and by how much of the price it keeps clear of the curve.
_PLACES = {
    "unweighted": ("bottom center", -0.04),
    "linear": ("top left", 0.02),
    "quadratic": ("bottom right", -0.02),
}

_PRICES = [0, 0.25, 0.5, 0.75, 1]
_MOST_TICKS = 12  # beyond, every other distance is written


def penalties(
    curves: Mapping[str, Matrix],
    names: Mapping[str, str],
    chosen: str,
    distance: int,
    axes: tuple[str, str],
    *,
    palette: Palette,
) -> Chart:
    """Draw the price of each distance: the scheme in force thick and in w's hue, the rest thin.

    Parameters
    ----------
    curves : mapping of scheme to ndarray (N,)
        The price of the distances 0, 1, … N − 1.
    names : mapping of scheme to str
        What is written beside each curve, in place of a legend.
    chosen : str
        The scheme in force.
    distance : int
        The chosen cell's, marked.
    axes : (x title, y title)
        What the axes say.
    palette : Palette
        The colours of the page.
    """
    hue, plain = palette.weights, palette.plain
    farthest = len(next(iter(curves.values()))) - 1
    # Between two points for the flat curve, at a point for the others: clear of their lines.
    place = {"unweighted": (1 + farthest) / 2, "linear": max(1, farthest // 2)}
    place["quadratic"] = place["linear"]
    # The scheme in force comes last, on top of the others.
    traces = [
        {
            **_curve(curve, hue.ink if scheme == chosen else plain.ink, thick=scheme == chosen),
        }
        for scheme, curve in sorted(curves.items(), key=lambda item: item[0] == chosen)
    ]
    price = float(curves[chosen][distance])
    ticks = list(range(0, farthest + 1, 1 if farthest <= _MOST_TICKS else 2))
    mark = {
        "type": "scatter",
        "meta": "mark",
        "mode": "lines",
        "x": [distance, distance, -0.3],
        "y": [-0.06, price, price],
        "line": {"color": palette.ink, "width": 1, "dash": "dot"},
    }
    words = [
        {
            "type": "scatter",
            "meta": f"name of {scheme}",
            "mode": "text",
            "x": [place[scheme]],
            "y": [float(curve[int(place[scheme])]) + _PLACES[scheme][1]],
            "text": [escape(names[scheme])],
            "textposition": _PLACES[scheme][0],
            "textfont": {
                "size": 15 if scheme == chosen else 13,
                "color": hue.ink if scheme == chosen else plain.ink,
            },
        }
        for scheme, curve in curves.items()
        if scheme in names
    ]
    figure: Figure = {
        "data": [mark, *traces, *words],
        "layout": {
            "height": 290,
            "margin": {"l": 8, "r": 16, "t": 16, "b": 8},
            "xaxis": {
                **BARE,
                "tickvals": ticks,
                "ticktext": [number(tick) for tick in ticks],
                "range": [-0.04 * farthest - 0.06, 1.04 * farthest + 0.02],
                "title": {"text": escape(axes[0]), "standoff": 6},
            },
            "yaxis": {
                **BARE,
                "tickvals": _PRICES,
                "ticktext": [number(price) for price in _PRICES],
                "range": [-0.06, 1.08],
                "showgrid": True,
                "gridcolor": plain.low,
                "title": {"text": escape(axes[1]), "standoff": 6},
            },
        },
    }
    return Chart(
        figure,
        (
            table(
                [str(far) for far in range(farthest + 1)],
                {
                    names[scheme]: [number(price, 4) for price in curve.tolist()]
                    for scheme, curve in curves.items()
                    if scheme in names
                },
                axes[0],
            ),
        ),
    )


def _curve(curve: Matrix, colour: str, *, thick: bool) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": list(range(len(curve))),
        "y": [round(value, 6) for value in curve.tolist()],
        "line": {"color": colour, "width": 4 if thick else 1.5},
        "marker": {"color": colour, "size": 11 if thick else 6},
    }
